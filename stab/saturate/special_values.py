"""Values told apart from the range: `-1 means that it is unknown`, `p_i = 0 if i is the root`."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stab.expression import Comparison, Const, Expr, Ref
from stab.patterns import regex
from stab.records import SectionKind
from stab.saturate.candidates import Candidate
from stab.saturate.roles import RoleOf, ends_input, role_of
from stab.saturate.sentences import Sentence
from stab.saturate.sentinels import widened

_MEANS = (
    r"(?:means?|meaning|denot(?:es?|ing)|stands? for|indicat(?:es?|ing)|represent(?:s|ing)|signif(?:ies|ying)"
    r"|is used)\b"
)
_WHEN = r"(?:if|when|whenever|in case|where|unless|for)\b"
_VALUE = r"(?:the |a |an )?(?:special )?(?:value |number |integer )?(?:of )?(?:equal to )?@n(?P<value>\d+)"
_SPECIAL = regex(
    rf"@n(?P<meant>\d+) ,? ?(?:which |that )?{_MEANS}"
    rf"|\b(?:given|written|encoded|represented|denoted|marked|replaced|shown|indicated|stored|specified|described)"
    rf" (?:as|by|with|to be) {_VALUE}"
)
_OR = regex(rf"\bor (?:else )?(?:is )?{_VALUE} ,? ?(?:{_WHEN}|{_MEANS}|to (?:denote|mean|indicate|show)\b)")
_IS = regex(
    r"@e(?P<name>\d+) (?:is|equals|will be|is set to|has|may be|can be|may also be|can also be|contains) "
    rf"{_VALUE}(?! @)"
)
_DEPENDS = regex(rf"\b{_WHEN}|{_MEANS}|\bmay\b|\bcan\b")
_TOLD = regex(r"\b(?:print|output|report|return|answer|display|query|queries|operation)\b")
_TRIGGER = regex(
    r"mean|denot|stand|indicat|represent|signif|used|given|written|encoded|marked|replaced| or |if|when|for"
)
_WHEN_WORDS = frozenset("if when whenever where unless for means denotes".split())
SPECIFIED = frozenset({SectionKind.INPUT, SectionKind.CONSTRAINTS})


@dataclass(frozen=True, slots=True)
class _Special:
    """A value, of what it is told (None where no name is beside it), and where."""

    value: Const
    subject: Expr | None
    start: int
    end: int
    sentence: Sentence


def with_special_values(
    candidates: Sequence[Candidate], found: Sequence[Sentence], kinds: Sequence[SectionKind]
) -> tuple[list[Candidate], list[tuple[int, int]]]:
    """Return the bounds with ranges widened to the values told beside them, and the places of values of which
    it is not clear whose they are. Bounds and sentences are in the order of the text.
    """
    result, lost = list(candidates), []
    starts = [s.start for s in found]
    for special in _specials(found, kinds):
        subject = special.subject or _antecedent(special, result, found, starts)
        if subject is None:
            if isinstance(special.value.value, int) and special.value.value < 0:
                lost.append((special.start, special.end))
            continue
        told = Comparison((subject, special.value), ("==",))
        result = [c for c in result if c.comparison != told or c.start != special.start]
        result = [made for c in result for made in _widened(c, subject, special.value)]
    return result, lost


def _widened(candidate: Candidate, subject: Expr, value: Const) -> Iterator[Candidate]:
    operands = candidate.comparison.operands
    wide = None
    if candidate.role == RoleOf.GLOBAL and not candidate.condition and operands[1] == subject:
        wide = widened(candidate.comparison, value)
    if wide is None:
        yield candidate
        return
    yield replace(candidate, comparison=wide[0], lower_only=False)
    for condition in wide[1]:
        yield replace(candidate, comparison=condition, condition=True, listed=True, lower_only=False)


def _antecedent(
    special: _Special, candidates: Sequence[Candidate], found: Sequence[Sentence], starts: Sequence[int]
) -> Expr | None:
    """Return the name whose range stands nearest before the value: in the sentence, or in the one before."""
    this = bisect.bisect_right(starts, special.sentence.start) - 1
    first = found[max(0, this - 1)].start
    ranges = {c.comparison.operands[1] for c in candidates if _may_widen(c, special.value)}
    near = [c for c in candidates if first <= c.start < special.start and not c.condition]
    inside = [c for c in near if c.start >= special.sentence.start]
    if inside:
        return _own(inside[-1], ranges)
    for element in reversed(special.sentence.elements):
        if element.start < special.start:
            for expr in reversed(element.exprs):
                if isinstance(expr, Ref) and expr.indices and expr in ranges:
                    return expr
    return _own(near[-1], ranges) if near else None


def _own(candidate: Candidate, ranges: set[Expr]) -> Expr | None:
    subject = candidate.comparison.operands[1]
    return subject if subject in ranges else Ref("_")  # its range holds the value: nothing is to be widened


def _may_widen(candidate: Candidate, value: Const) -> bool:
    is_bound = candidate.role == RoleOf.GLOBAL and not candidate.condition
    return is_bound and widened(candidate.comparison, value) is not None


def _specials(found: Sequence[Sentence], kinds: Sequence[SectionKind]) -> Iterator[_Special]:
    for sentence, kind in zip(found, kinds, strict=True):
        text = sentence.text
        if kind not in SPECIFIED or "@" not in text or not _TRIGGER.search(text):
            continue
        if _TOLD.search(text) or ends_input(sentence) or role_of(sentence, kind) != RoleOf.GLOBAL:
            continue
        members = list(_of_sentence(sentence))
        if len({m.value for m in members}) == 1:  # two values told alike are the codes of two cases
            yield from members


def _of_sentence(sentence: Sentence) -> Iterator[_Special]:
    text = sentence.text
    for pattern in (_SPECIAL, _OR):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            yield from _special(sentence, int(groups.get("meant") or groups["value"]), None)
    if not _DEPENDS.search(text):
        return
    for match in _IS.finditer(text):
        exprs = sentence.elements[int(match["name"])].exprs
        if isinstance(exprs[-1], Ref) and exprs[-1].indices:
            yield from _special(sentence, int(match["value"]), exprs[-1])
    for place, element in enumerate(sentence.elements):
        chain = element.chain
        if chain is not None and chain.signs == ("==",):
            subject = chain.operands[0][0]
            if isinstance(subject, Ref) and subject.indices and len(chain.operands[0]) == 1:
                yield from _special(sentence, place, subject)
        elif chain is not None and _ends_in_case(sentence, place):
            last = chain.operands[-1][-1]
            assert isinstance(last, Const)
            yield _Special(last, chain.operands[1][0], element.start, element.end, sentence)


def _ends_in_case(sentence: Sentence, place: int) -> bool:
    """Tell whether a number behind a range holds in a case: `1 <= x <= n, 0 if …`."""
    chain = sentence.elements[place].chain
    if chain is None or len(chain.operands) < 3 or len(chain.operands[-1]) != 2:
        return False
    behind = sentence.text[sentence.places[place] :][:60].split()[1:2]
    return isinstance(chain.operands[-1][-1], Const) and set(behind) <= _WHEN_WORDS


def _special(sentence: Sentence, place: int, subject: Expr | None) -> Iterator[_Special]:
    element = sentence.elements[place]
    members = element.exprs if element.chain is None else element.chain.operands[-1]
    if len(members) == 1 and isinstance(members[0], Const):
        yield _Special(members[0], subject, element.start, element.end, sentence)
