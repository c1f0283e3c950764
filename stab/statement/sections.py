"""Cuts a statement into sections along its headings, and gathers the labelled pieces that hold samples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from stab.patterns import regex
from stab.records import Section, SectionKind
from stab.statement.flattened import restore_headings
from stab.statement.headings import BARE, Heading, find_headings
from stab.statement.vocabulary import Meaning


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an examples section: text[start:end] under a label (role None: under none)."""

    role: str | None
    number: int | None
    start: int
    end: int
    inline: bool
    html: bool
    group: int  # pieces of different groups have another section between them


@dataclass(frozen=True, slots=True)
class Outline:
    """A statement's sections and the pieces of its examples."""

    sections: tuple[Section, ...]
    pieces: tuple[Piece, ...]


@dataclass(slots=True)
class _Draft:
    kind: SectionKind
    title: str
    start: int
    level: int
    end: int = 0
    labelled: bool = False  # opened by the label of a sample, not by a heading of its own


@dataclass(slots=True)
class _State:
    text: str
    drafts: list[_Draft] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    seen: set[SectionKind] = field(default_factory=set)
    group: int = 0


def outline(text: str, start: int = 0, end: int | None = None) -> Outline:
    """Return sections and sample pieces of text[start:end]; sections are disjoint, ordered, trimmed.

    What precedes the first heading, and what stands under unknown ones, is STORY.
    """
    stop = len(text) if end is None else end
    found = restore_headings(text, find_headings(text))
    headings = [h for h in found if start <= h.start < stop]
    state = _State(text, [_Draft(SectionKind.STORY, "", start, 0)])
    for i, heading in enumerate(headings):
        following = headings[i + 1].start if i + 1 < len(headings) else stop
        _take(state, heading, following)
    _close(state, stop)
    for draft in state.drafts:
        if draft.kind is SectionKind.NOTE and _ALL_DATA.search(text, draft.start, draft.end):
            draft.kind = SectionKind.CONSTRAINTS
    return Outline(_sections(text, state.drafts), tuple(state.pieces))


_ALL_DATA = regex(
    r"对于(?:所有|全部|[ $]{0,3}100[ \\%$]{1,6}的?)(?:测试)?(?:数据|测试点)|对于.{0,12}100.{0,6}的数据"
)


def _take(state: _State, heading: Heading, following: int) -> None:
    """Open the section, or note the sample label, that the heading stands for."""
    current = state.drafts[-1]
    if heading.closes:
        _open(state, heading, SectionKind.STORY)
        return
    meaning = heading.meaning
    if meaning is None:
        if heading.level <= current.level or (current.kind is SectionKind.EXAMPLES and heading.level <= 2):
            _open(state, heading, SectionKind.STORY)
        return
    if heading.masked and meaning.kind is SectionKind.NOTE:
        _end_piece(state, heading.start)  # an explanation below the sample, in the same block
        return
    meaning = _in_context(state, heading, meaning, following)
    if meaning is None:
        return
    if meaning.kind is SectionKind.EXAMPLES:
        if current.kind is not SectionKind.EXAMPLES:
            _open(state, heading, SectionKind.EXAMPLES)
            state.drafts[-1].labelled = meaning.role is not None
        _end_piece(state, heading.start)
        stop = len(state.text)
        state.pieces.append(
            Piece(meaning.role, meaning.number, heading.end, stop, heading.inline, heading.html, state.group)
        )
        return
    _open(state, heading, meaning.kind)


def _in_context(state: _State, heading: Heading, meaning: Meaning, following: int) -> Meaning | None:
    """Return the meaning the heading has where it stands; None when it is no heading there."""
    current = state.drafts[-1]
    among_examples = current.kind is SectionKind.EXAMPLES
    if meaning.case:
        return meaning if among_examples or heading.masked else None
    if heading.masked and meaning.kind is not SectionKind.EXAMPLES:
        return _label(meaning) if meaning.kind in (SectionKind.INPUT, SectionKind.OUTPUT) else None
    if among_examples and meaning.kind is not SectionKind.OUTPUT and _is_data_line(state, heading, meaning):
        return None
    content = state.text[heading.end : following]
    if current.kind is SectionKind.NOTE and _is_told_example(heading, meaning, content):
        return None
    if not meaning.plain:
        same = meaning.kind is current.kind
        return None if same and meaning.kind is SectionKind.SUBTASKS else meaning
    new = meaning.kind not in state.seen
    if heading.glued:
        return meaning
    if among_examples:
        described = new and not heading.inline and content.strip() and not looks_like_data(content)
        if described and (meaning.kind is SectionKind.INPUT or SectionKind.INPUT in state.seen):
            return meaning
        return _label(meaning)
    if looks_like_data(content) and (heading.inline or not new):
        return _label(meaning)
    return None if heading.inline and not new else meaning


def _is_told_example(heading: Heading, meaning: Meaning, content: str) -> bool:
    """Return whether "Example case 1: …" begins a paragraph of an explanation, not another sample."""
    numbered = meaning.kind is SectionKind.EXAMPLES and meaning.role is None and meaning.number is not None
    return numbered and content.strip() != "" and not content.lstrip(" *:\n").startswith(("```", "<pre"))


def _label(meaning: Meaning) -> Meaning:
    return Meaning(SectionKind.EXAMPLES, meaning.kind.value, meaning.number)


def _is_data_line(state: _State, heading: Heading, meaning: Meaning) -> bool:
    """Return whether a bare word among the lines of a sample only looks like a heading."""
    label = state.pieces[-1] if state.pieces else None
    if label is None or label.role is None or meaning.role is not None:
        return False
    if heading.level != BARE or heading.inline or heading.title.endswith((":", "：")):
        return False
    before = state.text[label.start : heading.start]
    if not before.strip():
        return not meaning.plain  # the first thing under a label
    return label.role == "input" and before.rstrip(" \t").endswith("\n") and not before.endswith("\n\n")


def _open(state: _State, heading: Heading, kind: SectionKind) -> None:
    _close(state, heading.start)
    if kind not in (SectionKind.EXAMPLES, SectionKind.NOTE) or heading.meaning is None:
        state.group += 1
    state.seen.add(kind)
    title = "" if heading.closes else heading.title
    state.drafts.append(_Draft(kind, title, heading.end, heading.level))


def _close(state: _State, end: int) -> None:
    state.drafts[-1].end = max(end, state.drafts[-1].start)
    _end_piece(state, end)


def _end_piece(state: _State, end: int) -> None:
    """Let the last piece end where the next heading begins, if it is still open."""
    if state.pieces and state.pieces[-1].end > end:
        last = state.pieces[-1]
        state.pieces[-1] = Piece(
            last.role, last.number, last.start, max(end, last.start), last.inline, last.html, last.group
        )


_WORD = regex(r"[^\W\d_]{2,}")


_FORMULA = regex(r"\$[^$\n]{0,40}[A-Za-z][^$\n]{0,40}\$")


def looks_like_data(content: str) -> bool:
    """Return whether the text reads like a sample: few words in a line, no sentences."""
    head = content[:600].strip().strip("`").lstrip("*: \n")
    if not head:
        return False
    lines = [line for line in head.split("\n")[:6] if line.strip()]
    first = lines[0]
    if _FORMULA.search(first):
        return False  # a format block
    if re.match(r"[A-Za-z_]\w{0,30} ?= ?\S|\[|\"|-?\d|[-+.#*?!]", first):
        return len(_WORD.findall(first)) < 8 or first.count("=") > 1
    return all(len(_WORD.findall(line)) < 4 and not line.rstrip().endswith(".") for line in lines)


def _sections(text: str, drafts: Iterable[_Draft]) -> tuple[Section, ...]:
    """Return the drafts without their blank edges; empty ones are dropped, lines counted in one pass."""
    found: list[Section] = []
    line, counted = 1, 0
    for draft in drafts:
        for start, end in _without_foreign(text, draft.start, draft.end):
            stretch = text[start:end]
            body = stretch.rstrip()
            start += _blank_edge(body)
            body = text[start : start + len(body) - _blank_edge(body)]
            if not body.strip():
                continue
            line += text.count("\n", counted, start)
            counted = start
            found.append(Section(draft.kind, draft.title.strip(), body, start, line))
    return tuple(found)


def _blank_edge(body: str) -> int:
    """Return the length of leading blank lines; the indentation of the first full line stays."""
    leading = len(body) - len(body.lstrip())
    return body.rfind("\n", 0, leading) + 1


_LANGUAGE = regex(r"^[ \t]*@\{lang\.(\w{2,5})\}[ \t]*$", re.MULTILINE)


def _without_foreign(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the stretches of text[start:end] in English, where @{lang.…} marks tell languages apart."""
    if text.find("@{lang.", start, end) < 0:
        return [(start, end)]
    marks = list(_LANGUAGE.finditer(text, start, end))
    if not any(m[1] == "en" for m in marks):
        return [(start, end)]
    kept, language, begun = [], "", start
    for mark in marks:
        if language in ("", "en", "end"):
            kept.append((begun, mark.start()))
        language, begun = mark[1], mark.end()
    if language in ("", "en", "end"):
        kept.append((begun, end))
    return kept
