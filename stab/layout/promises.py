"""What the statement promises of the input and nothing checks: said aloud, for inputs may break it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stab.layout import promise_words as words
from stab.layout.said import Said, said_conditions
from stab.patterns import regex
from stab.records import Extraction, Layout, Problem, RoleKind, SectionKind, Unread

REASON = "a promise that is not checked"
_MOST = 8  # of a statement
_MOST_TEXT = 100_000  # characters of a section that are looked at: no statement of a contest comes near it
_LONGEST = 600  # characters of a sentence that is looked at
_READ = (SectionKind.STORY, SectionKind.INPUT, SectionKind.CONSTRAINTS)
_BREAK = regex(r"(?<!\.)[.!?](?=\s|$)|\n\s*\n|\n\s*[-*•]\s|;\s")
_BULLET = regex(r"\s*[-*•]\s")
_ASIDE = regex(r"\(([^()]{1,400})\)")
_FRAME = regex(r"\\(?:begin|end)\{\w{1,20}\*?\}|\\item\b")


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence: where it starts, its words, and whether it is an item of a list that promises."""

    start: int
    quote: str
    announced: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is checked: the quotations that something was read from, kinds of roles, conditions."""

    heard: frozenset[str]
    unlike: frozenset[str]  # of these, what became a condition a != b
    kinds: frozenset[RoleKind]
    conditions: str  # side conditions and constraints, a line each
    side_conditions: str


def unkept(problem: Problem, extraction: Extraction, layout: Layout | None) -> tuple[Unread, ...]:
    """Return the sentences that promise something of the input from which nothing was derived, at most 8.

    A promise of order, of different values or of a graph is kept by a role of such a kind, one of the
    first or last element by a condition with such an index; another by whatever was read from its
    sentence. Without a layout there is no role.
    """
    known = {_key(u.quote) for u in extraction.unread}
    conditions = () if layout is None else said_conditions(problem, extraction, layout)
    kept = _kept(extraction, layout, known, conditions)
    has_input = any(section.kind is SectionKind.INPUT for section in problem.sections)
    found: dict[str, Unread] = {}
    for section in problem.sections:
        if section.kind not in _READ:
            continue
        story = section.kind is SectionKind.STORY and has_input
        for said in _sentences(section.text[:_MOST_TEXT]):
            if len(found) == _MOST:
                return tuple(found.values())
            key = _key(said.quote)
            if key in found or not _is_open(said, key, kept, story=story):
                continue
            if any(key in other or other in key for other in known if other):
                continue
            line = section.line + section.text.count("\n", 0, said.start) + problem.line_offset
            found[key] = Unread(said.quote, line, REASON)
    return tuple(found.values())


def _kept(extraction: Extraction, layout: Layout | None, known: set[str], said: tuple[Said, ...]) -> _Kept:
    roles = () if layout is None else layout.roles
    heard = {_key(c.quote) for c in extraction.constraints} | known | {_key(role.quote) for role in roles}
    sides = "\n".join((*extraction.side_conditions, *(condition.text for condition in said)))
    return _Kept(
        frozenset(heard | {_key(condition.quote) for condition in said}),
        frozenset(_key(condition.quote) for condition in said if "!=" in condition.text),
        frozenset(role.kind for role in roles),
        "\n".join((sides, *(c.text for c in extraction.constraints))),
        sides,
    )


def _sentences(text: str) -> Iterator[_Said]:
    at = 0
    announced = listed = False  # a list of promises is going on; a bullet was just read
    for end in (*(m.end() for m in _BREAK.finditer(text)), len(text)):
        part = text[at:end]
        start, at = at + len(part) - len(part.lstrip()), end
        item, listed = listed or _BULLET.match(part) is not None, part.rstrip(" ").endswith(("-", "*", "•"))
        for aside in _ASIDE.finditer(part):
            if _is_solemn(aside[1]):  # a promise of its own, whatever bounds stand around it
                yield _Said(start, " ".join(aside[1].split()))
                part = part.replace(aside[0], "")
        quote = " ".join(_FRAME.sub(" ", part).split()).rstrip(";").lstrip("*•").removeprefix("- ")
        quote = quote.rstrip("-*• ").lstrip()
        if not quote:
            continue
        announced = announced and item
        if quote.endswith(":") and _is_solemn(quote):
            announced = True
        elif len(part) <= _LONGEST:
            yield _Said(start, quote, announced)


def _is_solemn(text: str) -> bool:
    return words.SOLEMN.search(text) is not None or words.KNOWN.search(text) is not None


def _is_open(said: _Said, key: str, kept: _Kept, *, story: bool) -> bool:
    """Tell whether a sentence promises something that is neither a role's nor a constraint's.

    What one may assume or what is known in a story is of its people, what is guaranteed is of the input.
    """
    quote = words.DENIED.sub(" ", said.quote)
    solemn = said.announced or words.SOLEMN.search(quote) is not None
    solemn = solemn or (not story and words.KNOWN.search(quote) is not None)
    if words.BLANKS.search(quote) or (not solemn and words.NO_PROMISE.search(_bared(quote))):
        return False
    told = any(_meets(key, other) for other in kept.heard)
    kinds = list(_kinds(quote, key, kept))
    if kinds and (solemn or not story):
        return not all(kinds)
    if (solemn or not story) and words.ENDS.search(quote) and not words.NAMING.search(quote):
        return words.END_READ.search(kept.conditions) is None
    if solemn:
        return not told and not words.NO_SOLEMN.search(quote) and not words.FORM.search(quote)
    if not story and words.ALWAYS.search(quote) and not words.FORM.search(quote):
        return not told
    counted = words.COUNTED.search(quote)
    if counted is None or told or words.FORM.search(quote):
        return False
    return not story or counted.start() == 0


def _bared(quote: str) -> str:
    """Return the sentence without its properties: in `a_1 is the maximum` nothing is asked for."""
    for kind in words.PROPERTIES:
        quote = kind.words.sub(" ", quote)
    return quote


def _kinds(quote: str, key: str, kept: _Kept) -> Iterator[bool]:
    """Yield of each kind of promise in a sentence whether it is kept."""
    for kind in words.KINDS:
        if kind.words.search(quote):
            by_sign = kind.sign and re.search(kind.sign, kept.side_conditions)
            by_pairs = RoleKind.DISTINCT in kind.roles and any(_meets(key, other) for other in kept.unlike)
            yield bool(kind.roles & kept.kinds or by_sign or by_pairs)
            if kind.consumes:
                quote = kind.words.sub(" ", quote)


def _meets(key: str, other: str) -> bool:
    return bool(other) and (other in key or key in other)


def _key(quote: str) -> str:
    """Return what quotations are compared by: letters and digits only."""
    return re.sub(r"\W|_", "", quote)
