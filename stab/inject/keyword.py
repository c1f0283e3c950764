"""The keyword route: scenarios that the words of the statement tell of (paper section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from stab.inject.cues import CueIndex, Hit
from stab.inject.kept import kept
from stab.inject.outline import Outline
from stab.inject.wording import line_of, line_starts, wording
from stab.records import Evidence, Match, Problem, Scenario

_NAME, _CUE, _WEAK = 3, 2, 1
_MOST_TOLD, _MOST_WEAK = (
    5,
    2,
)  # points that cues, and weak ones, give together: a long story says things twice
_THRESHOLD = 3  # a cue alone tells too little: another one, or what the input holds
_BLIND = 2  # where nothing is known of the input
_BY_TRAITS = 2  # of the input alone, where no scenario has enough
_NEAR = 0.35  # of the points of the best
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


@dataclass(frozen=True, slots=True)
class Found:
    """What a statement tells of one scenario: cues, and traits of the input that speak for it."""

    scenario: Scenario
    cues: tuple[tuple[int, Evidence], ...] = ()  # with their weights
    traits: tuple[tuple[int, str], ...] = ()  # with their points

    @property
    def points(self) -> int:
        """Return the sum of all, weak cues counted up to 2 together."""
        strong = sum(weight for weight, _ in self.cues if weight > _WEAK)
        weak = min(_MOST_WEAK, sum(weight for weight, _ in self.cues if weight == _WEAK))
        return min(_MOST_TOLD, strong) + weak + self.by_traits

    @property
    def by_traits(self) -> int:
        """Return the points that what the input holds gives alone."""
        return sum(points for points, _ in self.traits)

    @property
    def told(self) -> bool:
        """Tell whether the words name it, more than by weak cues."""
        return any(weight > _WEAK for weight, _ in self.cues)

    def match(self) -> Match:
        """Return it as a match, its evidence in order of appearance."""
        seen = tuple(Evidence("input", words.replace("!", "no "), 0) for _, words in self.traits)
        return Match(self.scenario, (*(evidence for _, evidence in self.cues), *seen))


def fits(scenario: Scenario, seen: Outline | None) -> bool:
    """Tell whether the input holds what the scenario's constructions fill, and enough of it."""
    if seen is None:
        return True
    is_large = seen.size is None or seen.size >= scenario.least
    return is_large and (not scenario.only or any(map(seen.holds, scenario.only)))


def plain_matches(problem: Problem, catalog: Sequence[Scenario]) -> tuple[Match, ...]:
    """Return every scenario one of whose names or cues appears, in catalog order: the paper's rule."""
    return tuple(found.match() for found in _find(problem, catalog, weak=False) if found.cues)


def scored(problem: Problem, catalog: Sequence[Scenario], seen: Outline | None) -> tuple[Found, ...]:
    """Return what is told of each scenario that the input has room for, in catalog order."""
    found = _find(problem, catalog, weak=True)
    return tuple(
        Found(f.scenario, f.cues, _traits(f.scenario, seen)) for f in found if fits(f.scenario, seen)
    )


def best(found: Sequence[Found], *, is_blind: bool = False) -> tuple[Match, ...]:
    """Return at most four that have points enough, none far behind the first, the best first.

    `is_blind`: nothing is known of the input, so that one cue has to do.
    """
    able = [f for f in found if f.points >= (_BLIND if is_blind and f.told else _THRESHOLD)]
    if not any(f.scenario.alone for f in able):
        able += [f for f in found if f.scenario.alone and f.by_traits >= _BY_TRAITS]
    able.sort(key=lambda f: -f.points)
    if not (is_blind or any(f.scenario.alone for f in able)):
        return ()
    return tuple(f.match() for f in able[:_MOST] if f.points >= _NEAR * able[0].points)


def _traits(scenario: Scenario, seen: Outline | None) -> tuple[tuple[int, str], ...]:
    if seen is None:
        return ()
    return tuple((points, words) for words, points in scenario.shape if seen.holds(words))


def _find(problem: Problem, catalog: Sequence[Scenario], *, weak: bool) -> tuple[Found, ...]:
    entries, index = _index(tuple(catalog), weak)
    text = wording(problem)
    hits: dict[int, list[Hit]] = {}
    for hit in index.find(text.words):
        hits.setdefault(entries[hit.cue].scenario, []).append(hit)
    starts = line_starts(problem.text)

    def evidence(hit: Hit) -> tuple[int, Evidence]:
        line = line_of(starts, text.spans[hit.first][0]) + problem.line_offset
        quote = text.quote(problem.text, hit.first, hit.last)
        return entries[hit.cue].weight, Evidence(entries[hit.cue].cue, quote, line)

    found = {number: _distinct(of_one, entries) for number, of_one in hits.items()}
    return tuple(Found(s, tuple(map(evidence, found.get(n, ())))) for n, s in enumerate(catalog))


def _distinct(hits: Sequence[Hit], entries: Sequence[_Entry]) -> list[Hit]:
    """Keep one hit a cue, the strongest first, none overlapping a kept one; in order of appearance."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: (-entries[h.cue].weight, h.first - h.last, h.first)):
        taken = any(hit.cue == k.cue or (hit.first <= k.last and k.first <= hit.last) for k in kept)
        if not taken:
            kept.append(hit)
    return sorted(kept, key=lambda h: h.first)
