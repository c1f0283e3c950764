"""Constraint extraction (paper section 4.1): statement -> records, in a straight line of steps."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from stab.expression import Const, Expr
from stab.patterns import regex
from stab.records import Answer, Extraction, Origin, Problem, Section, SectionKind, Unread
from stab.saturate.alternatives import Alternatives, alternatives
from stab.saturate.answers import with_answers
from stab.saturate.assemble import assemble
from stab.saturate.candidates import Candidate
from stab.saturate.chains import Split, has_power, split_chain
from stab.saturate.ellipsis import NotAnExpression
from stab.saturate.overriding import apply_overrides
from stab.saturate.prose import ProseReader, Told
from stab.saturate.roles import (
    Names,
    RoleOf,
    case_from,
    ends_input,
    is_conditional,
    is_limited,
    order_of,
    quantifies,
    role_of,
    survey,
)
from stab.saturate.sentences import Sentence, apposed, described, sentences
from stab.saturate.sentinels import Beside, beside, widened
from stab.saturate.sizes import TEST_WORDS, find_sizes, find_tests
from stab.saturate.special_values import with_special_values
from stab.saturate.stream import read_stream
from stab.saturate.subjects import Phrasebook
from stab.saturate.symbols import FOREIGN

_UNREAD_SECTIONS = frozenset({SectionKind.EXAMPLES, SectionKind.OUTPUT, SectionKind.NOTE})
MAX_TEXT = 100_000  # characters, the specified sections first; no statement of a contest comes near it
MARGIN, MAX_QUOTE = 60, 240  # characters of a quotation: around what was missed, and in all
_SPECIFIED = frozenset({SectionKind.INPUT, SectionKind.CONSTRAINTS})


def extract(problem: Problem, answers: Sequence[Answer] = ()) -> Extraction:
    """Return every bound the statement puts on the input, and what looked like one and was not read.

    The overrides of the problem win over the text; a malformed one raises InputError. `answers` are what a
    language model makes of unread stretches (`with_answers`). The record types are those of STAB
    (section 4.1).
    """
    map_ = SectionMap(problem)
    stream, context = read_stream(map_.masked())
    found = sentences(stream, [s.start for s in problem.sections])
    kinds = [map_.kind(s.start) for s in found]
    names = survey(found, kinds, context)
    counted = described(s for s, k in zip(found, kinds, strict=True) if k is not SectionKind.SUBTASKS)
    candidates, unread = _read_notation(found, kinds, names)
    told, missed = _read_prose(found, kinds, names, _phrasebook(found, names, counted))
    candidates += told
    unread += missed
    candidates.sort(key=lambda c: (c.start, c.end))
    candidates, apart = with_special_values(candidates, found, kinds)
    unread += [Missed(start, end, "a value beside a range, of what is not clear") for start, end in apart]
    extraction, lost = assemble(candidates, problem, names)
    unread += [Missed(c.candidate.start, c.candidate.end, c.reason) for c in lost]
    extraction = replace(extraction, unread=(*_unread(unread, found, problem), *_too_long(problem)))
    extraction = with_answers(extraction, answers, names.all()) if answers else extraction
    extraction = apply_overrides(extraction, problem.overrides.constraints)
    tests = find_tests(extraction, counted, found, kinds, names, problem.text)
    sizes = find_sizes(extraction, tests, counted, found, kinds, names)
    return replace(
        extraction,
        size_variables=sizes,
        tests_variable=tests,
        real_variables=names.reals(extraction),
    )


@dataclass(slots=True)
class SectionMap:
    """Tells in which section an offset lies; without Input and Constraints the story stands for them."""

    problem: Problem

    def _sections(self) -> tuple[Section, ...]:
        return self.problem.sections

    def masked(self) -> str:
        """Return the text with what says nothing about the input blanked out, offsets kept."""
        left = MAX_TEXT
        ends: dict[int, int] = {}
        for section in sorted(self._sections(), key=lambda s: s.kind not in _SPECIFIED):
            ends[section.start] = section.start + min(len(section.text), left)
            left -= ends[section.start] - section.start
        parts: list[str] = []
        at = 0
        for section in sorted(self._sections(), key=lambda s: s.start):
            kept, end = ends[section.start], section.start + len(section.text)
            parts.append(self.problem.text[at : section.start])
            if section.kind in _UNREAD_SECTIONS:
                parts.append("\n" * (end - section.start))
            else:
                parts += (self.problem.text[section.start : kept], " " * (end - kept))
            at = max(at, end)
        return "".join((*parts, self.problem.text[at:])).rstrip()

    def kind(self, offset: int) -> SectionKind:
        """Return the kind of the section around an offset."""
        sections = self._sections()
        at = bisect.bisect_right([s.start for s in sections], offset) - 1
        specified = any(s.kind in _SPECIFIED for s in sections)
        kind = sections[at].kind if at >= 0 else SectionKind.STORY
        if kind is SectionKind.STORY and not specified:
            return SectionKind.INPUT
        return kind


@dataclass(frozen=True, slots=True)
class Missed:
    """A stretch of a sentence that says something of the input and was not read."""

    start: int
    end: int
    reason: str


@dataclass(slots=True)
class Understood:
    """What a chain stands for, and why some of it can't be read."""

    made: list[Candidate] = field(default_factory=list)
    reason: str | None = None


def _read_notation(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], names: Names
) -> tuple[list[Candidate], list[Missed]]:
    candidates: list[Candidate] = []
    unread: list[Missed] = []
    for sentence, kind in zip(found, kinds, strict=True):
        if kind in _UNREAD_SECTIONS:
            continue
        place = _place(sentence, kind)
        for position, element in enumerate(sentence.elements):
            reason: str | None = None
            if position in place.beside.spent | place.either.spent:
                continue
            if element.kind == "chain":
                read = _read_chain(sentence, position, place, names)
                candidates += read.made
                reason = read.reason
            elif element.kind != "sign" or kind is SectionKind.CONSTRAINTS or element.text in _MEMBER:
                reason = _REASONS.get(element.kind)
            if reason is not None and kind in _SPECIFIED:
                unread.append(Missed(element.start, element.end, reason))
    return candidates, unread


_REASONS = {
    "relation": "not in the notation",
    "sign": "not in the notation",
    "unread": "not in the notation",
    "image": "a formula is only a picture or a placeholder here",
}
_MEMBER = frozenset({"∈", "in"})
_FOREIGN_LIMIT = regex(
    r"以上|以下|未満|より(?:大き|小さ)|を?超え|不超过|不超過|不大于|不小于|不少于|不多于|大于|小于|至少|至多|最多"
    r"|总和|總和|総和|合計|正整数|正の整数|非负|非負|이하|이상|미만"
)
_NUMBER = regex(r"@[nel]\d")
_CONDITION = "holds under a condition"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence stands, and what follows from it for its bounds."""

    kind: SectionKind
    role: str
    beside: Beside  # values beside its ranges
    either: Alternatives
    is_conditional: bool
    is_last_line: bool
    case_from: int  # offset in the text of the sentence

    def is_case(self, sentence: Sentence, position: int) -> bool:
        """Tell whether an element stands behind an `if`."""
        return self.case_from <= sentence.places[position]


def _place(sentence: Sentence, kind: SectionKind) -> Place:
    return Place(
        kind,
        role_of(sentence, kind),
        beside(sentence),
        alternatives(sentence),
        is_conditional(sentence),
        ends_input(sentence),
        case_from(sentence),
    )


def _understood(sentence: Sentence, position: int, place: Place) -> Split | str:
    """Return the plain chains and conditions of an element, or why it can't be read."""
    split = _split(sentence, position)
    if split is None:
        return "not in the notation"
    other, either = place.beside.values.get(position), place.either.sets.get(position)
    if other is not None:
        _widen(split, other)
    elif either is not None:
        is_case = place.is_case(sentence, position)
        unread = _CONDITION if place.kind is SectionKind.CONSTRAINTS else Split()
        return unread if is_case else either
    elif place.is_conditional or position in place.either.doubtful:
        return _CONDITION
    elif place.is_last_line:
        split.conditions.clear()
    return split


def _read_chain(sentence: Sentence, position: int, place: Place, names: Names) -> Understood:
    """Return the bounds and conditions that a chain stands for, or why it can't be read."""
    element = sentence.elements[position]
    split = _understood(sentence, position, place)
    if isinstance(split, str):
        return Understood(reason=split)
    made = partial(Candidate, start=element.start, end=element.end, role=place.role)
    result = Understood()
    for comparison in split.comparisons:
        origin = Origin.REPAIRED if element.repaired and has_power(comparison) else Origin.NOTATION
        order = order_of(comparison)
        if order is not None:
            split.conditions += order
        elif not quantifies(comparison, sentence, position, names):
            result.made.append(made(comparison, origin=origin))
    listed = place.kind is SectionKind.CONSTRAINTS
    for condition in split.conditions:
        if quantifies(condition, sentence, position, names):
            continue
        if place.is_case(sentence, position) or is_limited(sentence, position):
            result.reason = _CONDITION if listed else result.reason
            continue
        result.made.append(made(condition, origin=Origin.NOTATION, condition=True, listed=listed))
    return result


def _widen(split: Split, value: Const) -> None:
    """Let the ranges of a chain begin at the value beside them, what lies between excluded."""
    for number, comparison in enumerate(split.comparisons):
        found = widened(comparison, value)
        if found is not None:
            split.comparisons[number] = found[0]
            split.conditions += found[1]


def _split(sentence: Sentence, position: int) -> Split | None:
    """Return the plain chains of an element, None where it means nothing or is a part of something."""
    chain = sentence.elements[position].chain
    if chain is None or any(
        e.text in FOREIGN for e in sentence.elements[max(0, position - 1) : position + 2]
    ):
        return None
    try:
        return split_chain(chain)
    except NotAnExpression:
        return None


def _phrasebook(found: Sequence[Sentence], names: Names, counted: Mapping[str, Expr]) -> Phrasebook:
    book = Phrasebook(described=counted, apposed=apposed(found), strings=names.strings)
    tests = next((counted[word] for word in TEST_WORDS if word in counted), None)
    if tests is not None:
        book.tests = tests
    return book


def _read_prose(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], names: Names, book: Phrasebook
) -> tuple[list[Candidate], list[Missed]]:
    reader = ProseReader(book)
    result: list[Candidate] = []
    missed: list[Missed] = []
    for sentence, kind in zip(found, kinds, strict=True):
        if kind in _UNREAD_SECTIONS:
            continue
        role = role_of(sentence, kind)
        book.in_constraints = kind is SectionKind.CONSTRAINTS
        if not is_conditional(sentence):
            heard = reader.read(sentence)
            result += _told(sentence, heard.told, role)
            if kind in _SPECIFIED and role == RoleOf.GLOBAL:
                missed += (Missed(start, end, "told in words, not understood") for start, end in heard.missed)
                missed += _foreign(sentence)
        names.remember(sentence, book)
    return result, missed


def _foreign(sentence: Sentence) -> Iterator[Missed]:
    """Yield a sentence that tells a limit in Chinese or Japanese words, which nothing here reads."""
    if _FOREIGN_LIMIT.search(sentence.text) and _NUMBER.search(sentence.text):
        yield Missed(sentence.start, sentence.end, "told in words of a language that is not read")


def _told(sentence: Sentence, told: Sequence[Told], role: str) -> Iterator[Candidate]:
    starts = [e.start for e in sentence.elements]
    case = case_from(sentence)
    for one in told:
        at = max(0, bisect.bisect_right(starts, one.start) - 1)
        if one.condition and case <= sentence.places[at]:
            continue
        origin = Origin.REPAIRED if one.repaired else Origin.PROSE
        yield Candidate(
            one.comparison,
            one.start,
            one.end,
            role,
            origin,
            one.condition,
            one.lower_only,
            pronoun=one.pronoun,
        )


def _too_long(problem: Problem) -> tuple[Unread, ...]:
    if len(problem.text) <= MAX_TEXT:
        return ()
    line = problem.text.count("\n", 0, MAX_TEXT) + 1 + problem.line_offset
    return (Unread("", line, f"of more than {MAX_TEXT} characters the rest was not read, the story first"),)


def _unread(missed: Sequence[Missed], found: Sequence[Sentence], problem: Problem) -> Iterator[Unread]:
    """Yield one entry a sentence, its line and words around what was missed."""
    starts = [s.start for s in found]
    by_sentence: dict[int, list[Missed]] = {}
    for one in sorted(missed, key=lambda m: (m.start, m.end)):
        by_sentence.setdefault(bisect.bisect_right(starts, one.start), []).append(one)
    text = problem.text
    for members in by_sentence.values():
        first, last = members[0].start, max(m.end for m in members)
        line = text.rfind("\n", 0, first) + 1
        end = text.find("\n", last)
        end = end if end >= 0 else len(text)
        low, high = max(line, first - MARGIN), min(end, last + MARGIN)
        low = low if low == line else text.find(" ", low, first) + 1 or low
        high = high if high == end else max(text.rfind(" ", last, high), last)
        quote, number = text[low:high], text.count("\n", 0, first) + 1 + problem.line_offset
        yield Unread(shortened(quote), number, members[0].reason)


def shortened(quote: str) -> str:
    """Return a quotation on one line, its middle left out where it is long."""
    plain = " ".join(quote.split())
    return plain if len(plain) <= MAX_QUOTE else f"{plain[: MAX_QUOTE // 2]} … {plain[-MAX_QUOTE // 2 :]}"
