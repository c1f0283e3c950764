"""Time over input size as a power law, and whether one solution grows unlike the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from statistics import median

from stab.records import Growth

APART = 0.3  # a difference of exponents worth a warning: n against n log n shows less
_LEAST_POINTS = 3
_ABOVE = 1.5  # times the start-up; below that the rest is mostly noise
_NOTHING = 1e-6  # seconds


@dataclass(frozen=True, slots=True)
class Sized:
    """What runs took on an input of some size, in seconds or instructions."""

    size: int
    times: tuple[float, ...]


def fit_growth(
    measured: Sequence[Sized],
    *,
    start: float = 0.0,
    confidence: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
) -> Growth | None:
    """Return the exponent b of time = start + a * size^b with its interval; None where nothing can be fitted.

    Least squares on logarithms of medians, after `start` (the time on the least input) is subtracted; sizes
    on which the rest is not clearly above the start-up are left out, others count by how much it is above.
    The interval covers both the runs (bootstrap within sizes; Efron, 1979) and the choice of sizes (one left
    out at a time).
    """
    import numpy as np

    usable = [m for m in measured if m.size > 0 and m.times and median(m.times) > _ABOVE * start]
    if len({m.size for m in usable}) < _LEAST_POINTS:
        return None
    random = np.random.RandomState(seed)
    points = tuple((m.size, median(m.times) - start) for m in usable)
    found = []
    for _ in range(draws):
        drawn = [[m.times[i] for i in random.randint(0, len(m.times), len(m.times))] for m in usable]
        found.append(_slope([(m.size, median(t) - start) for m, t in zip(usable, drawn, strict=True)], start))
    tail = (1 - confidence) / 2
    low, high = np.quantile(found, [tail, 1 - tail])
    leaving = [
        _slope(points[:i] + points[i + 1 :], start) for i in range(len(points)) if len(points) > _LEAST_POINTS
    ]
    return Growth(
        _slope(points, start), (float(min(low, *leaving, low)), float(max(high, *leaving, high))), points
    )


def _slope(points: Sequence[tuple[int, float]], start: float) -> float:
    import numpy as np

    sizes = [log(size) for size, _ in points]
    taken = [log(max(time, _NOTHING)) for _, time in points]
    weights = [max(time, _NOTHING) / (max(time, _NOTHING) + start) for _, time in points]
    return float(np.polyfit(sizes, taken, 1, w=weights)[0])


def mark_unlike(growths: Mapping[str, Growth | None]) -> dict[str, Growth | None]:
    """Return the growths with those marked that clearly differ from the median exponent."""
    known = [growth.exponent for growth in growths.values() if growth is not None]
    marked: dict[str, Growth | None] = {}
    for name, own in growths.items():
        if own is None:
            marked[name] = None
            continue
        middle = median(known)
        outside = not own.ci[0] <= middle <= own.ci[1]
        marked[name] = replace(own, differs=outside and abs(own.exponent - middle) > APART)
    return marked
