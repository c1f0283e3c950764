"""The keyword route: scenarios whose names and cues appear in the statement (paper section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from stab.inject.cues import CueIndex, Hit
from stab.inject.kept import kept
from stab.inject.wording import line_of, line_starts, wording
from stab.records import Evidence, Match, Problem, Scenario

_NAME, _CUE, _WEAK = 3, 2, 1
_THRESHOLD = 2
_WEAK_THRESHOLD = 3  # where there are weak cues only
_MOST = 4


@dataclass(frozen=True, slots=True)
class _Entry:
    scenario: int
    cue: str
    weight: int


def _entries(catalog: Sequence[Scenario], *, weak: bool) -> tuple[_Entry, ...]:
    found: list[_Entry] = []
    for number, scenario in enumerate(catalog):
        found += [_Entry(number, name, _NAME) for name in scenario.names]
        found += [_Entry(number, cue, _CUE) for cue in scenario.cues]
        if weak:
            found += [_Entry(number, cue, _WEAK) for cue in scenario.weak]
    return tuple(found)


@lru_cache(maxsize=4)
def _index(catalog: tuple[Scenario, ...], weak: bool) -> tuple[tuple[_Entry, ...], CueIndex]:
    entries = _entries(catalog, weak=weak)
    cues = [entry.cue for entry in entries]
    return entries, kept("cues", ["\n".join(cues).encode()], lambda: CueIndex(cues))


def keyword_matches(problem: Problem, catalog: Sequence[Scenario], rule: str) -> tuple[Match, ...]:
    """Return the scenarios found by keywords, with evidence.

    rule "plain": every scenario one of whose names or cues appears, in catalog order. rule "scored": names
    count 3, cues 2, weak cues 1, each once and not inside another; scenarios with at least 2 points
    (3 where all cues are weak), the best four first.
    """
    scored = rule == "scored"
    entries, index = _index(tuple(catalog), scored)
    text = wording(problem)
    by_scenario: dict[int, list[Hit]] = {}
    for hit in index.find(text.words):
        by_scenario.setdefault(entries[hit.cue].scenario, []).append(hit)
    kept = {number: _distinct(hits, entries) for number, hits in sorted(by_scenario.items())}
    if scored:
        points = {number: sum(entries[hit.cue].weight for hit in hits) for number, hits in kept.items()}
        strong = [n for n, hits in kept.items() if any(entries[hit.cue].weight > _WEAK for hit in hits)]
        best = [n for n in kept if points[n] >= (_THRESHOLD if n in strong else _WEAK_THRESHOLD)]
        best.sort(key=lambda n: -points[n])
        kept = {number: kept[number] for number in best[:_MOST]}
    starts = line_starts(problem.text)

    def evidence(hit: Hit) -> Evidence:
        line = line_of(starts, text.spans[hit.first][0]) + problem.line_offset
        return Evidence(entries[hit.cue].cue, text.quote(problem.text, hit.first, hit.last), line)

    return tuple(Match(catalog[n], tuple(evidence(hit) for hit in hits)) for n, hits in kept.items())


def _distinct(hits: Sequence[Hit], entries: Sequence[_Entry]) -> list[Hit]:
    """Keep one hit a cue, the strongest first, none overlapping a kept one; in order of appearance."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: (-entries[h.cue].weight, h.first - h.last, h.first)):
        taken = any(hit.cue == k.cue or (hit.first <= k.last and k.first <= hit.last) for k in kept)
        if not taken:
            kept.append(hit)
    return sorted(kept, key=lambda h: h.first)
