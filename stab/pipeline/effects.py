"""What each new test adds to a suite, and the fewest tests that add it all; pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, inf
from statistics import median

from stab.records import Decision, Measurement, SuiteState, TestScore, Verdict

_AS_SLOW = 0.95  # of the slowest new test: as good as that one
_MOST_TRIED = 200_000  # combinations that are looked at
_WORTH = (Decision.SLOWER, Decision.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that no old test does: `key` tells it apart, `text` says it."""

    key: str
    text: str


def slower_effects(scores: Sequence[TestScore]) -> dict[str, list[Effect]]:
    """Return for each test the accepted solutions that take longer on it than on every old test.

    Only the slowest new tests of a solution count, and those nearly as slow.
    """
    times = {(s.solution, s.test): _time(s) for s in scores if s.decision in _WORTH}
    found: dict[str, list[Effect]] = {}
    for own in scores:
        if own.decision not in _WORTH:
            continue
        longest = max(time for (solution, _), time in times.items() if solution == own.solution)
        if times[own.solution, own.test] >= _AS_SLOW * longest:
            by = "over the limit of a run" if own.ratio is None else f"x {own.ratio:.2f}"
            text = f"{own.solution} is slower than on every old test ({by})"
            found.setdefault(own.test, []).append(Effect(f"slower {own.solution}", text))
    return found


def _time(score: TestScore) -> float:
    if score.decision is Decision.TIMEOUT:
        return inf
    return median(score.cpu_s) if score.cpu_s else 0.0


def caught_by(measured: Sequence[Measurement], limit_s: float) -> dict[str, list[str]]:
    """Return for each test the solutions that are over the limit on it."""
    found: dict[str, list[str]] = {}
    for m in measured:
        if is_late(m, limit_s):
            found.setdefault(m.test, []).append(m.solution)
    return found


def is_late(measurement: Measurement, limit_s: float) -> bool:
    """Return whether a solution is over the limit on a test, killed or not."""
    if measurement.verdict is Verdict.TIME:
        return True
    return measurement.verdict is Verdict.OK and median(r.cpu_s for r in measurement.runs) > limit_s


def caught_effects(
    slow: Sequence[Measurement], accepted: Sequence[Measurement], limit_s: float, before: SuiteState
) -> dict[str, list[Effect]]:
    """Return for each test that all accepted solutions pass in time the slow ones that only it catches."""
    failing = {m.test for m in accepted if m.verdict is not Verdict.OK or is_late(m, limit_s)}
    return {
        test: [
            Effect(f"caught {name}", f"{name} is over the limit, the accepted solutions are not")
            for name in names
            if name not in before.caught
        ]
        for test, names in caught_by(slow, limit_s).items()
        if test not in failing
    }


def bound_effects(reached: Mapping[str, frozenset[str]], before: frozenset[str]) -> dict[str, list[Effect]]:
    """Return for each test the bounds that no old test reaches."""
    return {
        test: [
            Effect(f"bound {bound}", f"{bound} is reached by no old test") for bound in sorted(own - before)
        ]
        for test, own in reached.items()
    }


def fewest(effects: Mapping[str, Sequence[Effect]], order: Sequence[str]) -> tuple[str, ...]:
    """Return the fewest tests that have all effects together, in the order given; of equals the earlier ones.

    Greedy first (a test more than needed at times), then every smaller choice as far as they can be counted.
    """
    keys = {name: frozenset(e.key for e in effects.get(name, ())) for name in order}
    useful = [name for name in order if keys[name]]
    wanted = frozenset().union(*(keys[name] for name in useful))
    chosen: list[str] = []
    left = wanted
    while left:
        best = max(useful, key=lambda name: (len(keys[name] & left), -useful.index(name)))
        chosen.append(best)
        left -= keys[best]
    tried = 0
    for size in range(1, len(chosen)):
        tried += comb(len(useful), size)
        if tried > _MOST_TRIED:
            break
        for some in combinations(useful, size):
            if frozenset().union(*(keys[name] for name in some)) == wanted:
                return some
    return tuple(name for name in order if name in chosen)
