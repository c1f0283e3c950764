"""Finds everything in a statement that may head a section or label a sample: linear in the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from stab.patterns import regex
from stab.statement.vocabulary import LONGEST_TITLE, Meaning, heading_starts, meaning

MOST_HEADINGS = 5000  # beyond it a text is data, not a statement
MOST_LINES = 300_000  # candidates looked at
BOLD, BARE = 7, 8  # levels below those of # to ######


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading or label: text[start:end]; what follows `end` is its content."""

    start: int
    end: int
    title: str
    meaning: Meaning | None  # None: unknown words, but marked as a heading
    level: int
    inline: bool = False  # its content begins on the same line
    closes: bool = False  # the end of an environment: what follows belongs to no section
    glued: bool = False  # no line end around it: found by the order of headings
    masked: bool = False  # stands inside <pre>: only ever the label of a sample
    html: bool = False  # written with tags, so its content is HTML


@dataclass(frozen=True, slots=True)
class Spans:
    """Disjoint stretches of text, for fast membership."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def holds(self, position: int) -> bool:
        """Return whether the position lies strictly inside a stretch."""
        i = bisect_right(self.starts, position) - 1
        return i >= 0 and self.starts[i] < position < self.ends[i]


_FENCE = regex(r"^[ \t]{0,3}(`{3,}|~{3,})([^`\n]{0,60})$", re.MULTILINE)
_PRE = regex(r"<(/?)pre\b[^<>]{0,200}>", re.IGNORECASE)
_LABEL_FENCE = regex(
    r"(?:sh |txt |text )?(?:sample[-_ ]?)?(input|output|in|out)[-_ ]?(\d{1,3})?", re.IGNORECASE
)


def fences(text: str) -> list[tuple[int, int, str]]:
    """Return (start, end, info) of every fenced code block, its fence lines included."""
    found: list[tuple[int, int, str]] = []
    if "```" not in text and "~~~" not in text:
        return found
    opening: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opening is None:
            opening = match
        elif match[1][0] == opening[1][0] and len(match[1]) >= len(opening[1]) and not match[2].strip():
            found.append((opening.start(), match.end(), opening[2].strip()))
            opening = None
    return found


def preformatted(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of the contents of every <pre> element."""
    found: list[tuple[int, int]] = []
    opened = -1
    for match in _PRE.finditer(text):
        if match[1] and opened >= 0:
            found.append((opened, match.start()))
            opened = -1
        elif not match[1] and opened < 0:
            opened = match.end()
    return found


def find_headings(text: str) -> list[Heading]:
    """Return all headings in order, none overlapping another; at most MOST_HEADINGS."""
    blocks = fences(text)
    fenced = Spans(tuple(b[0] for b in blocks), tuple(b[1] for b in blocks))
    found = [_fence_heading(*block) for block in blocks if _LABEL_FENCE.fullmatch(block[2])]
    pres = preformatted(text) if "<" in text else []
    masked = Spans(tuple(p[0] - 1 for p in pres), tuple(p[1] for p in pres))
    sources: list[Iterator[Heading]] = [_line_headings(text), _atx_headings(text)]
    if "<" in text:
        sources.append(_html_headings(text))
    if "\\" in text:
        sources.append(_latex_headings(text))
    for source in sources:
        for count, heading in enumerate(source):
            if count >= MOST_HEADINGS:
                break
            if not fenced.holds(heading.start) and not _commented(text, heading.start):
                found.append(heading)
    return _settle(found, masked)[:MOST_HEADINGS]


def _settle(found: list[Heading], masked: Spans) -> list[Heading]:
    """Sort, drop overlapping ones (the known and longer wins), mark those inside <pre>."""
    found.sort(key=lambda h: (h.start, h.meaning is None, h.inline, -h.end))
    kept: list[Heading] = []
    for heading in found:
        if kept and heading.start < kept[-1].end:
            if kept[-1].meaning is None and heading.meaning is not None and not heading.inline:
                kept[-1] = heading
            continue
        if masked.holds(heading.start):
            if heading.meaning is None:
                continue
            heading = Heading(
                heading.start,
                heading.end,
                heading.title,
                heading.meaning,
                BARE,
                heading.inline,
                masked=True,
                html=True,
            )
        kept.append(heading)
    return kept


def _fence_heading(start: int, _end: int, info: str) -> Heading:
    """Return the label that a block opened by ```input1 carries; the block itself stays its content."""
    match = _LABEL_FENCE.fullmatch(info)
    role = "input" if match and match[1].lower().startswith("in") else "output"
    known = meaning(f"Sample {role} {match[2] or '' if match else ''}")
    return Heading(start, start, info, known, BARE)


def _commented(text: str, start: int) -> bool:
    """Return whether a LaTeX comment sign stands before the heading on its line."""
    line = text[max(text.rfind("\n", 0, start) + 1, start - 80) : start]
    return "%" in line.replace("\\%", "") and "\\" in text[start : start + 2]


# --- lines ---------------------------------------------------------------------------------------

_ATX = regex(r"^ {0,3}(#{1,6})([ \t]*)([^\s#][^\n]{0,150})$", re.MULTILINE)
_WORD = regex(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")


def _prefixes() -> str:
    """Return a pattern for the first two characters of heading words, in either case."""
    by_first: dict[str, set[str]] = {}
    for word in heading_starts():
        by_first.setdefault(word[0], set()).add(word[1:2])
    parts = []
    for first, seconds in sorted(by_first.items()):
        head = "".join(sorted({first, first.upper()}))
        tail = "".join(sorted({letter for second in seconds for letter in (second, second.upper())}))
        parts.append(f"[{head}]" if "" in seconds else f"[{head}][{re.escape(tail)}]")
    return "|".join(parts)


_LINE = regex(
    r"(?:^|(?<=<pre>))[ \t]{0,8}(?:>[ \t]?)?(?P<mark>[*_\-=~【\[「『■□◆●◎※+]{0,10})[ \t]{0,3}"
    rf"(?P<rest>(?:{_prefixes()})[^\n]{{0,4000}})$",
    re.MULTILINE,
)
_UNDERLINE = regex(r"\n[ \t]*(?:={3,}|-{3,}|~{3,})[ \t]*(?=\n|$)")
_PROPERTY = regex(
    r"\s*(?:standard (?:input|output)|stdin|stdout|стандартный (?:ввод|вывод)|标准输入|标准输出"
    r"|[\w.-]{1,40}\.(?:txt|in|out|inp|dat))\b[^\n]{0,20}(?:\n|$)",
    re.IGNORECASE,
)  # what follows "input" in the table of a problem's properties, where it heads nothing


def _atx_headings(text: str) -> Iterator[Heading]:
    for match in _ATX.finditer(text):
        title = match[3].rstrip(" \t#")
        known = meaning(title)
        if known is not None or (match[2] and _WORD.search(title)):
            yield Heading(match.start(), match.end(), title, known, len(match[1]))


def _line_headings(text: str) -> Iterator[Heading]:
    """Yield the lines that are a known heading, marked or bare, and those that begin with one and a colon."""
    for match in islice(_LINE.finditer(text), MOST_LINES):
        if both := _BOTH.fullmatch(match["rest"]):
            yield from _both(match.start("rest"), both)
            continue
        heading = _whole_line(text, match) or _begun_line(text, match)
        if heading is not None:
            yield heading


_CONTENT = regex(r"[:：][ \t*_]{0,5}[^\s*_:：()\[\]【】=\-]")  # a colon with something after it


_BOTH = regex(
    r"((?:sample|example) input[ \t]?\d{0,3})[ \t]{1,200}((?:sample|example) output[ \t]?\d{0,3})[ \t]*",
    re.IGNORECASE,
)


def _both(start: int, match: re.Match[str]) -> Iterator[Heading]:
    """Yield the two labels of a line such as `Sample Input 1  Sample Output 1` (a table that was copied)."""
    for group in (1, 2):
        title = match[group]
        yield Heading(start + match.start(group), start + match.end(group), title, meaning(title), BARE)


def _whole_line(text: str, match: re.Match[str]) -> Heading | None:
    line = match["mark"] + match["rest"]
    if len(line) > LONGEST_TITLE + 30 or _CONTENT.search(line):
        return None
    marked = _is_marked(match["mark"], match["rest"])
    if not marked and match["rest"].rstrip()[-1:] in ".,;?!。，；":
        return None
    known = meaning(line)
    if known is None:
        return None
    if not (marked or _stands_alone(match["rest"], known) or _is_set_apart(text, match)):
        return None
    if known.plain and _PROPERTY.match(text, min(match.end() + 1, len(text))):
        return None
    underline = _UNDERLINE.match(text, match.end())
    end = underline.end() if underline else match.end()
    level = 2 if underline else BOLD if marked else BARE
    return Heading(match.start(), end, line.strip(), known, level)


def _is_marked(mark: str, rest: str) -> bool:
    """Return whether decoration sets the line off (a bullet does not)."""
    if mark in ("", "-", "+", "~", "="):
        return False
    return mark not in ("*", "_") or rest.rstrip().rstrip(":").endswith(mark)


def _is_set_apart(text: str, match: re.Match[str]) -> bool:
    """Return whether blank lines surround a line of its own words, as in texts copied from a page."""
    before = text[max(0, match.start() - 2) : match.start()]
    after = text[match.end() : match.end() + 2]
    return match["rest"][:1].isupper() and before in ("", "\n", "\n\n") and after == "\n\n"


def _stands_alone(rest: str, known: Meaning) -> bool:
    """Return whether an undecorated line is believed to be a heading."""
    line = rest.strip()
    first = line[:1]
    if known.kind.value == "story" and not line.endswith((":", "：")):
        return not (known.weak or line.isascii()) or line in ("Problem Statement", "Problem Description")
    if first.islower():
        return known.plain and line.rstrip(":") == line
    return not known.weak or line.endswith((":", "：")) or line.isupper()


_BEGUN = regex(
    r"(?P<title>[^\n:：*_]{1,60})(?P<close>[*_】」\]]{0,3}[ \t]?[:：][ \t]?[*_]{0,3}|\*\*|__|】)"
    r"(?P<content>[ \t]*\S[^\n]*)"
)


def _begun_line(text: str, match: re.Match[str]) -> Heading | None:
    """Return the heading of a line such as `Input: the first line …` or `**Output:** 3`."""
    begun = _BEGUN.match(match["rest"])
    if begun is None or match["mark"] in ("-", "+", "=", "~"):
        return None
    known = meaning(begun["title"])
    colon = ":" in begun["close"] or "：" in begun["close"]
    if known is None or known.weak or known.kind.value in ("story", "note") or begun["title"][:1].islower():
        return None
    if not colon and not match["mark"]:
        return None
    start = match.start("rest") + begun.start("content")
    if known.kind.value in ("input", "output") and _PROPERTY.match(text, start):
        return None
    return Heading(
        match.start(), start, begun["title"].strip(), known, BOLD if match["mark"] else BARE, inline=True
    )


# --- HTML ----------------------------------------------------------------------------------------

_HTML_H = regex(
    r"<h([1-6])\b[^<>]{0,300}>((?:[^<]|<(?!/?h[1-6]|pre)){1,300})(?:</h\1\s?>|(?=<pre))", re.IGNORECASE
)
_HTML_SHORT = regex(
    r"<(b|strong|u|i|em|font|dt|th|div|p|span|td|legend|summary|big)\b[^<>]{0,200}>"
    r"\s{0,20}([^<>]{1,70})(?:</?o:p\s?/?>){0,2}</\1\s?>(?:[ \t]?[:：])?",  # o:p: Word's empty paragraphs
    re.IGNORECASE,
)
_BEFORE = regex(
    r"(?:^|\n\s*|<(?:/?(?:p|br|div|pre|h[1-6]|li|ul|ol|tr|td|th|table|section|center|font|span|hr|img|b|strong"
    r"|body|article)\b[^<>]{0,200})>\s*)$",
    re.IGNORECASE,
)  # where a short element starts a line of the page


def _html_headings(text: str) -> Iterator[Heading]:
    for match in _HTML_H.finditer(text):
        title = re.sub(r"<[^<>]{0,200}>", "", match[2]).strip()
        yield Heading(match.start(), match.end(), title, meaning(title), int(match[1]), html=True)
    for match in _HTML_SHORT.finditer(text):
        known = meaning(match[2])
        if known is None or not _BEFORE.search(text[max(0, match.start() - 60) : match.start()]):
            continue
        if known.kind.value == "story" and match[1].lower() not in ("b", "strong"):
            continue
        if known.plain and _PROPERTY.match(text[match.end() : match.end() + 80].split("<", 1)[0]):
            continue
        yield Heading(match.start(), match.end(), match[2].strip(), known, BOLD, html=True)


# --- LaTeX ---------------------------------------------------------------------------------------

_LATEX = regex(
    r"\\(?P<command>(?:sub){0,2}section|paragraph|textbf|heading|begin|end)\*?[ \t]?"
    r"\{(?P<title>[^{}\n]{1,100})\}"
    r"|\{\\(?:bf|bfseries|large|Large|it)[ \t]+(?P<bold>[^{}\n]{1,60})\}"
    r"|\\(?P<word>InputFile|OutputFile|InputFormat|OutputFormat|inputfmt|outputfmt|Input|Output|SampleInput"
    r"|SampleOutput|Samples?|Examples?|Notes?|Hints?|Explanations?|Scoring|Subtasks?|Interaction|Constraints"
    r"|Limits|Task)(?![A-Za-z])"
)
_ARGUMENTS = regex(r"(?:[ \t]{0,3}(?:\{[^{}\n]{0,200}\}|\[[^\[\]\n]{0,100}\])){0,6}")


def _latex_headings(text: str) -> Iterator[Heading]:
    for match in _LATEX.finditer(text):
        title = match["title"] or match["bold"] or match["word"]
        known = meaning(title)
        command = match["command"]
        if command in ("begin", "end"):
            if known is not None and title.strip().lower() not in ("document", "problem statement"):
                end = match.end() if command == "end" else _end_of_arguments(text, match.end())
                yield Heading(
                    match.start(),
                    end,
                    title,
                    known if command == "begin" else None,
                    2,
                    closes=command == "end",
                )
        elif command == "textbf" or match["bold"]:
            after = text[match.end() : match.end() + 4].lstrip(" \t.:\\")
            if (
                known is not None
                and not known.weak
                and _BEFORE.search(text[max(0, match.start() - 60) : match.start()])
            ):
                yield Heading(match.start(), match.end(), title, known, BOLD, inline=bool(after.strip()))
        elif command:
            yield Heading(
                match.start(),
                match.end(),
                title,
                known,
                2 + command.count("sub") + 2 * (command == "paragraph"),
            )
        else:
            yield Heading(match.start(), match.end(), title, known, 2)


def _end_of_arguments(text: str, position: int) -> int:
    match = _ARGUMENTS.match(text, position)
    return match.end() if match else position
