"""Constraint extraction (paper section 4.1): statement -> records, in a straight line of steps."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stab.expression import Expr
from stab.records import Extraction, Origin, Problem, Section, SectionKind, Unread
from stab.saturate.assemble import Candidate, assemble
from stab.saturate.notation import NotAnExpression, Split, has_power, split_chain
from stab.saturate.overriding import apply_overrides
from stab.saturate.prose import ProseReader, Sentence, apposed, described, sentences
from stab.saturate.roles import Names, is_conditional, quantifies, role_of, survey
from stab.saturate.sizes import TEST_WORDS, find_sizes, find_tests
from stab.saturate.stream import Element, read_stream
from stab.saturate.subjects import Phrasebook

_UNREAD_SECTIONS = frozenset({SectionKind.EXAMPLES, SectionKind.OUTPUT, SectionKind.NOTE})
MAX_TEXT = 100_000  # characters, the specified sections first; no statement of a contest comes near it
_SPECIFIED = frozenset({SectionKind.INPUT, SectionKind.CONSTRAINTS})


def extract(problem: Problem) -> Extraction:
    """Return every bound the statement puts on the input, and what looked like one and was not read.

    The overrides of the problem win over the text; a malformed one raises InputError. The record types
    are those of STAB (section 4.1).
    """
    map_ = SectionMap(problem)
    stream, context = read_stream(map_.masked())
    found = sentences(stream, [s.start for s in problem.sections])
    kinds = [map_.kind(s.start) for s in found]
    names = survey(found, kinds, context)
    counted = described(s for s, k in zip(found, kinds, strict=True) if k is not SectionKind.SUBTASKS)
    candidates, unread = _read_notation(found, kinds, names)
    candidates += _read_prose(found, kinds, names, _phrasebook(found, names, counted))
    candidates.sort(key=lambda c: (c.start, c.end))
    extraction = assemble(candidates, problem, names)
    extraction = apply_overrides(extraction, problem.overrides.constraints)
    tests = find_tests(extraction, counted, found, kinds, names, problem.text)
    sizes = find_sizes(extraction, tests, counted, found, kinds, names)
    return Extraction(
        extraction.constraints,
        extraction.side_conditions,
        (*(_unread(u, problem) for u in unread), *_too_long(problem)),
        sizes,
        tests,
        names.reals(extraction),
    )


@dataclass(slots=True)
class SectionMap:
    """Tells in which section an offset lies; without Input and Constraints the story stands for them."""

    problem: Problem

    def _sections(self) -> tuple[Section, ...]:
        return self.problem.sections

    def masked(self) -> str:
        """Return the text with what says nothing about the input blanked out, offsets kept."""
        text = self.problem.text
        parts = list(text)
        for section in self._sections():
            if section.kind in _UNREAD_SECTIONS:
                end = section.start + len(section.text)
                parts[section.start : end] = "\n" * (end - section.start)
        read = 0
        for section in sorted(self._sections(), key=lambda s: s.kind not in _SPECIFIED):
            end = section.start + len(section.text)
            cut = min(end, section.start + max(0, MAX_TEXT - read))
            parts[cut:end] = " " * (end - cut)
            read += cut - section.start
        return "".join(parts)

    def kind(self, offset: int) -> SectionKind:
        """Return the kind of the section around an offset."""
        sections = self._sections()
        at = bisect.bisect_right([s.start for s in sections], offset) - 1
        specified = any(s.kind in _SPECIFIED for s in sections)
        kind = sections[at].kind if at >= 0 else SectionKind.STORY
        if kind is SectionKind.STORY and not specified:
            return SectionKind.INPUT
        return kind


Missed = tuple[Element, str]


def _read_notation(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], names: Names
) -> tuple[list[Candidate], list[Missed]]:
    candidates: list[Candidate] = []
    unread: list[Missed] = []
    for sentence, kind in zip(found, kinds, strict=True):
        if kind in _UNREAD_SECTIONS:
            continue
        role = role_of(sentence, kind)
        for position, element in enumerate(sentence.elements):
            if element.kind in _REASONS and kind in _SPECIFIED:
                unread.append((element, _REASONS[element.kind]))
            if element.kind == "chain":
                read = _read_chain(sentence, position, role, names)
                if isinstance(read, str):
                    unread.append((element, read))
                else:
                    candidates += read
    return candidates, unread


_REASONS = {
    "relation": "not in the notation",
    "unread": "not in the notation",
    "image": "a formula is only a picture or a placeholder here",
}


def _read_chain(sentence: Sentence, position: int, role: str, names: Names) -> list[Candidate] | str:
    """Return the bounds that a chain stands for, or why it can't be read."""
    element = sentence.elements[position]
    if is_conditional(sentence):
        return "holds under a condition"
    try:
        split = split_chain(element.chain) if element.chain is not None else Split()
    except NotAnExpression:
        return "not in the notation"
    result = []
    for comparison in split.comparisons:
        origin = Origin.REPAIRED if element.repaired and has_power(comparison) else Origin.NOTATION
        if not quantifies(comparison, sentence, position, names):
            result.append(Candidate(comparison, element.start, element.end, role, origin))
    for equality in split.equalities:
        result.append(Candidate(equality, element.start, element.end, role, Origin.NOTATION, condition=True))
    return result


def _phrasebook(found: Sequence[Sentence], names: Names, counted: Mapping[str, Expr]) -> Phrasebook:
    book = Phrasebook(described=counted, apposed=apposed(found), strings=names.strings)
    tests = next((counted[word] for word in TEST_WORDS if word in counted), None)
    if tests is not None:
        book.tests = tests
    return book


def _read_prose(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], names: Names, book: Phrasebook
) -> list[Candidate]:
    reader = ProseReader(book)
    result: list[Candidate] = []
    for sentence, kind in zip(found, kinds, strict=True):
        if kind in _UNREAD_SECTIONS:
            continue
        role = role_of(sentence, kind)
        book.in_constraints = kind is SectionKind.CONSTRAINTS
        if not is_conditional(sentence):
            for told in reader.read(sentence):
                origin = Origin.REPAIRED if told.repaired else Origin.PROSE
                result.append(
                    Candidate(
                        told.comparison, told.start, told.end, role, origin, told.condition, told.lower_only
                    )
                )
        names.remember(sentence, book)
    return result


def _too_long(problem: Problem) -> tuple[Unread, ...]:
    if len(problem.text) <= MAX_TEXT:
        return ()
    line = problem.text.count("\n", 0, MAX_TEXT) + 1 + problem.line_offset
    return (Unread("", line, f"of more than {MAX_TEXT} characters the last of the story were not read"),)


def _unread(found: tuple[Element, str], problem: Problem) -> Unread:
    element, reason = found
    text = problem.text
    start = text.rfind("\n", 0, element.start) + 1
    end = text.find("\n", element.end)
    quote = text[
        max(start, element.start - 60) : min(end if end >= 0 else len(text), element.end + 60)
    ].strip()
    line = text.count("\n", 0, element.start) + 1 + problem.line_offset
    return Unread(quote, line, reason)
