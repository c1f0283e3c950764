"""Groups of solutions that the times cannot tell apart, and what follows from the order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from statistics import median

from stab.records import Separation, SuggestedLimit

_SAFETY = 2.0  # the limit as a multiple of the slowest accepted solution (ICPC)
_BEYOND = 1.5  # what must be too slow should exceed the limit by this factor


def rank_groups(order: Sequence[str], told_apart: Collection[tuple[str, str]]) -> dict[str, int]:
    """Return the group of each solution, from 1; `order` is by time, fastest first.

    `told_apart` holds (faster, slower). A new group begins only where every solution before it is told
    apart from every one after it, so members of different groups really differ.
    """
    groups: dict[str, int] = {}
    number = 1
    for place, name in enumerate(order):
        before = order[:place]
        if before and all((a, b) in told_apart for a in before for b in order[place:]):
            number += 1
        groups[name] = number
    return groups


def separating_tests(
    groups: Mapping[str, int], times: Mapping[str, Mapping[str, float]]
) -> tuple[Separation, ...]:
    """Return for each two neighbouring groups the test that tells them apart best.

    `times[solution][test]` is the median, a lower bound for killed runs. The ratio is that of the fastest in
    the slower group to the slowest in the faster one.
    """
    found = []
    for faster in sorted(set(groups.values()))[:-1]:
        left = [times[s] for s, g in groups.items() if g == faster]
        right = [times[s] for s, g in groups.items() if g == faster + 1]
        shared = [t for t in left[0] if all(t in own for own in (*left, *right))]
        if not shared:
            continue
        ratios = {t: min(o[t] for o in right) / max(max(o[t] for o in left), 1e-6) for t in shared}
        best = max(shared, key=lambda t: ratios[t])
        found.append(Separation((faster, faster + 1), best, ratios[best]))
    return tuple(found)


def suggest_limit(
    accepted: Mapping[str, float], too_slow: Mapping[str, float], *, at_least: Collection[str] = ()
) -> SuggestedLimit | None:
    """Return the time limit by the rule of the ICPC: twice the slowest accepted, in whole seconds.

    Both map solutions to seconds on their slowest test; those of `at_least` were killed, so what they need
    is unknown (None) unless it is enough already. None without an accepted solution.
    """
    if not accepted:
        return None
    limit = float(max(1, ceil(_SAFETY * max(accepted.values()))))
    told: list[tuple[str, bool | None]] = []
    for name, seconds in too_slow.items():
        fails = seconds >= _BEYOND * limit
        told.append((name, None if not fails and name in at_least else fails))
    return SuggestedLimit(limit, tuple(told))


def worst_test(times: Mapping[str, Sequence[float]]) -> str | None:
    """Return the test with the highest median; None without any."""
    return max((t for t in times if times[t]), key=lambda t: median(times[t]), default=None)
