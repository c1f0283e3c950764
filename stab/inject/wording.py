"""Statement -> words: what cues are compared with, each word with its place in the original text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from stab.patterns import regex
from stab.records import Problem, SectionKind

# Replaced by blanks of the same length, so that places in the text stay what they are.
_NOISE = (
    regex(r"https?://[^\s<>()]{1,400}"),
    regex(r"</?[a-z][^<>]{0,200}>"),
    regex(r"&[a-z]{2,8};"),
    regex(r"(?<![\w/.-])[\w/.-]{1,60}\.(?:txt|in|out|inp|dat|ans|cpp|py|java|pdf|png|jpe?g|svg|gif|html?)\b"),
    regex(r"\\[a-z]+"),
)
# Headings, titles and limits name things; they do not tell what to do.
_TITLES = (
    regex(r"^ {0,3}#{1,6}[^\n#][^\n]{0,200}$", re.MULTILINE),
    regex(r"^[^\n]{1,120}\n(?=(?:={3,}|-{3,})[ \t]*$)", re.MULTILINE),
    regex(r"<(h[1-6]|title)\b[^<>]{0,200}>[^<>]{0,200}</\1\s?>", re.IGNORECASE),
    regex(r"<div class=\"?(?:title|time-limit|memory-limit)\b[^<>]{0,80}>[^<>]{0,200}</div>"),
    regex(r"\\(?:problemname|problemtitle|title|(?:sub){0,2}section\*?|begin\{problem\})\{[^{}\n]{0,200}\}"),
    regex(r"^\*\*[A-Za-z ]{1,20}:\*\*[^\n]{0,100}$", re.MULTILINE),
    regex(r"^[^\n.]{0,30}\b(?:time|memory)[ \t]{0,3}-?limits?\b[^\n]{0,80}$", re.IGNORECASE | re.MULTILINE),
)
_WORD = regex(r"[^\W_]+|[.;:?!+^=<>≤≥/%]")
_SILENT = (SectionKind.NOTE, SectionKind.EXAMPLES, SectionKind.SUBTASKS)
MOST_CHARACTERS = 300_000  # of a section
MOST_WORDS = 50_000  # ten times the longest real statement: bounds the time a hostile text can take
STOPS = frozenset(".;:?!")


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a statement in lower case with the half-open span of each in Problem.text."""

    words: list[str]
    spans: list[tuple[int, int]]

    def quote(self, text: str, first: int, last: int) -> str:
        """Return the original text from word `first` to word `last` (inclusive), blanks collapsed."""
        return " ".join(text[self.spans[first][0] : self.spans[last][1]].split())


def _lower(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _blank(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start())


def split_words(text: str) -> list[str]:
    """Return the words of text that has no markup, in lower case."""
    return _WORD.findall(text.lower())


def plain_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (word, start, end) for each word of text; hyphens, underscores, markup and quotes part words."""
    text = _lower(text)
    for pattern in _NOISE:
        text = pattern.sub(_blank, text)
    yield from ((match.group(), match.start(), match.end()) for match in _WORD.finditer(text))


def spoken(problem: Problem) -> list[tuple[int, str]]:
    """Return (offset, text) of the parts of a statement that tell the task: no examples, notes, subtasks.

    Each is cut after MOST_CHARACTERS.
    """
    if not problem.sections:
        return [(0, problem.text[:MOST_CHARACTERS])]
    told = (section for section in problem.sections if section.kind not in _SILENT)
    return [(section.start, section.text[:MOST_CHARACTERS]) for section in told]


def _told(problem: Problem) -> list[tuple[int, str]]:
    """Return what is spoken with titles, headings and limits blanked out."""
    found = []
    for start, text in spoken(problem):
        for pattern in _TITLES:
            text = pattern.sub(_blank, text)
        found.append((start, text))
    if found and problem.title:
        found[0] = found[0][0], _untitled(found[0][1], problem.title)
    return found


def _untitled(text: str, title: str) -> str:
    """Return the text without a first line that says little more than the title (`A. Title`)."""
    begin = len(text) - len(text.lstrip())
    end = text.find("\n", begin)
    line = text[begin : end if end >= 0 else len(text)]
    if end < 0 or title not in line or len(line) > len(title) + 12:
        return text
    return text[:begin] + " " * len(line) + text[begin + len(line) :]


def wording(problem: Problem) -> Wording:
    """Return the words of the statement's own sentences; a full stop parts the sections.

    Examples, notes, subtasks, the title, headings and limits are left out.

    Reading ends after MOST_WORDS words.
    """
    words: list[str] = []
    spans: list[tuple[int, int]] = []
    for start, text in _told(problem):
        if len(words) >= MOST_WORDS:
            break
        for word, first, last in islice(plain_words(text), MOST_WORDS // 2):  # a long story leaves room
            words.append(word)
            spans.append((start + first, start + last))
        end = start + len(text)
        words.append(".")
        spans.append((end, end))
    return Wording(words[:MOST_WORDS], spans[:MOST_WORDS])


def line_starts(text: str) -> list[int]:
    """Return the offsets at which the lines of text begin."""
    return [0, *(match.end() for match in re.finditer("\n", text))]


def line_of(starts: list[int], offset: int) -> int:
    """Return the 1-based line of an offset."""
    return bisect_right(starts, offset)
