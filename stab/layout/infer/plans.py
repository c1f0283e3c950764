"""Where the loop over test cases (or over blocks of several lines) starts, ends, and what counts it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stab.expression import Const, Expr, Ref, names
from stab.layout.infer.alternatives import Prose
from stab.layout.infer.normalise import CLOSE, OPEN
from stab.layout.infer.openers import Opening, Region
from stab.layout.infer.terms import expression, is_name
from stab.patterns import regex


@dataclass(frozen=True, slots=True)
class Plan:
    """Regions before `start` are the header, start to end the body of a loop, the rest follows it."""

    start: int | None = None
    end: int = 0
    counts: tuple[Expr, ...] = ()
    free: frozenset[int] = frozenset()  # regions that only announce
    penalty: float = 0.0
    is_tests: bool = True
    is_open: bool = False  # cases to the end of the input, which says so
    is_terminated: bool = False  # … or to a line of zeros


_TESTS = regex(
    r"\b(\w{1,4}) (?:independent |different )?(?:test[ -]?cases?|testcases?|tests|cases|queries|"
    r"data ?sets|scenarios|games)\b",
    re.I,
)
_OF_TESTS = regex(
    r"number of (?:independent )?(?:test[ -]?cases?|testcases?|tests|cases|queries|data ?sets|"
    r"scenarios)[,\s]*(?:in the (?:input|test|file))?[\s,:-]*(?:is )?(\w{1,2})\b",
    re.I,
)


def plans(prose: Prose, tests_variable: str | None) -> list[Plan]:
    """Return the ways to cut the regions into header, loop and tail, the likeliest first."""
    regions = prose.regions
    found: list[Plan] = []
    start = _case_start(regions)
    if start is not None:
        found.append(_tests(prose, start, tests_variable, 0.0))
    found += _blocks(prose)
    again = _second_first(regions)
    if again is not None and again != start:
        found.append(_tests(prose, again, tests_variable, 0.0 if start is None else 1.0))
    found += _open_ended(prose, start)
    linear = 0.0 if not found else 2.0 if start is not None and regions[start].noun else 1.0
    if found and not found[0].is_tests:
        linear = 1.0
    found.append(Plan(penalty=linear))
    return found


_ENDS = regex(
    r"\b(?:input|cases?|file|data ?sets?)\b[^.]{0,60}\b(?:terminated?|ends?|ended|signal\w*|"
    r"followed)\b[^.]{0,80}\b(?:0|zeros?|zeroes)\b"
    r"|\b(?:0|zeros?|zeroes)\b[^.]{0,60}\b(?:terminates?|end of (?:the )?input|indicates? the end|"
    r"marks? the end|signals?)\b",
    re.I,
)
_TO_THE_END = regex(r"\bend[- ]of[- ]file\b|\bEOF\b|\buntil (?:the )?end of (?:the )?(?:input|file)\b", re.I)


def _open_ended(prose: Prose, start: int | None) -> list[Plan]:
    """Return loops that the end of the input, or a line of zeros, ends: only where the text says so."""
    text = prose.bounded.text
    begin = start or 0
    found = []
    if _ENDS.search(text):
        found.append(
            Plan(
                begin,
                len(prose.regions),
                (),
                frozenset(),
                0.0,
                is_tests=True,
                is_open=True,
                is_terminated=True,
            )
        )
    if _TO_THE_END.search(text):
        found.append(Plan(begin, len(prose.regions), (), frozenset(), 0.0, is_tests=True, is_open=True))
    return found


def _case_start(regions: list[Region]) -> int | None:
    for at, region in enumerate(regions):
        if region.opening is Opening.CASES or (region.opening is Opening.BLANK and at):
            return at
        if region.noun and region.opening is Opening.LINE:
            return at
    return None


def _second_first(regions: list[Region]) -> int | None:
    seen = False
    for at, region in enumerate(regions):
        if region.opening is Opening.LINE and region.ordinal in ("first", "only", "1st", "firt", "single"):
            if seen:
                return at
            seen = True
    return None


def _tests(prose: Prose, start: int, tests_variable: str | None, penalty: float) -> Plan:
    regions = prose.regions
    counts: list[Expr] = []
    free = set()
    for at in range(start):
        if regions[at].opening is Opening.ROWS:
            count = regions[at].count
            if at == start - 1 or _mentions_cases(prose, regions[at]):
                free.add(at)
                if count is not None and not isinstance(count, Const):
                    counts += [Ref(name) for name in names(count)]
        elif (
            regions[at].opening is Opening.LINE
            and regions[at].ordinal in ("next", "following")
            and at == start - 1
        ):
            free.add(at)
    before = prose.plain.text[: regions[start].body]
    for pattern in (_OF_TESTS, _TESTS):
        for match in pattern.finditer(before):
            word = match[1]
            if is_name(word) and word.lower() not in ("a", "i") and (expr := expression(word)) is not None:
                counts.append(expr)
    if tests_variable:
        counts.append(Ref(tests_variable))
    return Plan(start, len(regions), tuple(dict.fromkeys(counts)), frozenset(free), penalty)


_CASE_WORD = regex(r"\b(?:test[ -]?cases?|testcases?|cases|queries|data ?sets|scenarios)\b", re.I)


def _mentions_cases(prose: Prose, region: Region) -> bool:
    return _CASE_WORD.search(prose.plain.text, region.start, min(region.end, region.body + 60)) is not None


def _blocks(prose: Prose) -> list[Plan]:
    """Return loops whose body is several lines: `m pairs of lines`, `2n rows, 2 per tree`."""
    regions, text = prose.regions, prose.plain.text
    found = []
    for at, region in enumerate(regions[:-1]):
        if region.opening is not Opening.ROWS or region.count is None or isinstance(region.count, Const):
            continue
        following = regions[at + 1]
        opens = OPEN in text[region.body : following.start]
        first = following.opening is Opening.LINE and following.ordinal in ("first", "one")
        if not first or not (opens or region.ordinal == "pairs" or following.ordinal == "first") or at == 0:
            continue
        counts = (region.count, *(Ref(n) for n in names(region.count)))
        end = _closing(text, regions, at + 1) if opens else len(regions)
        found.append(Plan(at + 1, end, tuple(dict.fromkeys(counts)), frozenset({at}), 0.0, is_tests=False))
    return found


def _closing(text: str, regions: list[Region], start: int) -> int:
    depth = 1
    at = regions[start - 1].body
    at = text.find(OPEN, at)
    for position in range(at + 1, len(text)):
        depth += (text[position] == OPEN) - (text[position] == CLOSE)
        if depth == 0:
            return next((n for n in range(start, len(regions)) if regions[n].start > position), len(regions))
    return len(regions)
