"""Time over input size as a power law, and whether one solution grows unlike the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Any

from stab.records import Growth

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

APART = 0.3  # a difference of exponents worth a warning: n against n log n shows less
_LEAST_POINTS = 3
_ABOVE = 1.5  # times the start-up; below that the rest is mostly noise
_COARSE, _FINE, _LARGEST = 0.1, 0.01, 8.0  # exponents that are tried: in steps, then around the best
_INEXACT = 0.02  # no program follows a power more closely: caches, branch prediction, blocks of memory
_FITS = 2.0  # a mean squared error in units of the noise that is no reason to leave sizes out
_CLEARLY = 0.25  # of the error over all sizes, which fewer sizes must come down to where none fit
_LEAST_TAIL = 5  # the sizes that are left then
_NORMAL_MAD = 1.4826  # standard deviations in a median absolute deviation


@dataclass(frozen=True, slots=True)
class Sized:
    """What runs took on an input of some size, in seconds or instructions."""

    size: int
    times: tuple[float, ...]


def fit_growth(
    measured: Sequence[Sized],
    *,
    start: Sequence[float] = (),
    confidence: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
) -> Growth | None:
    """Return the exponent b of time = c + a * size^b with its interval; None where nothing can be fitted.

    Least squares of relative errors of medians, in units of their noise. `start` are times of
    starting up: sizes on which the median is not clearly above it are left out. The constant c is expected at
    the start-up, give or take as much again: a compiler at run time, say, adds a warm-up that ends; sizes
    within it are left out where no power explains them. The interval covers the runs (bootstrap within
    sizes; Efron, 1979) and the choice of sizes (one left out at a time).
    """
    import numpy as np

    begin = median(start) if start else 0.0
    rising = sorted(measured, key=lambda m: m.size)
    usable = [m for m in rising if m.size > 0 and m.times and median(m.times) > _ABOVE * begin]
    if len({m.size for m in usable}) < _LEAST_POINTS:
        return None
    sizes = np.array([m.size for m in usable], float)
    middles, starts = np.array([[median(m.times) for m in usable]]), np.array([begin])
    noise = _noise(usable)
    kept = slice(_skipped(sizes, middles, starts, noise), None)
    usable, sizes, middles, noise = usable[kept], sizes[kept], middles[:, kept], noise[kept]
    random = np.random.RandomState(seed)
    drawn = np.array([[_resampled(m.times, random) for m in usable] for _ in range(draws)])
    begins = np.array([_resampled(start, random) for _ in range(draws)]) if start else np.zeros(draws)
    tail = (1 - confidence) / 2
    low, high = np.quantile(_fit(sizes, drawn, begins, noise).exponents, [tail, 1 - tail])
    exponent = float(_fit(sizes, middles, starts, noise).exponents[0])
    others = [exponent, *_leaving_out(sizes, middles, starts, noise)]
    points = tuple((m.size, float(t) - begin) for m, t in zip(usable, middles[0], strict=True))
    return Growth(exponent, (float(min(low, *others)), float(max(high, *others))), points)


def _noise(measured: Sequence[Sized]) -> Floats:
    """Return the standard error of each median, relative to it."""
    import numpy as np

    found = []
    for own in measured:
        middle = median(own.times)
        deviation = median(abs(t - middle) for t in own.times)
        found.append(1.2533 * _NORMAL_MAD * deviation / middle / len(own.times) ** 0.5)
    noise: Floats = np.hypot(np.array(found), _INEXACT)
    return noise


def _skipped(sizes: Floats, middles: Floats, starts: Floats, noise: Floats) -> int:
    """Return how many of the least sizes are left out: as few as leave others that a power explains; none
    where that explains hardly more."""
    errors = []
    for skipped in range(max(len(sizes) - _LEAST_TAIL, 0) + 1):
        fit = _fit(sizes[skipped:], middles[:, skipped:], starts, noise[skipped:])
        errors.append(float(fit.errors[0]) / max(len(sizes) - skipped - 2, 1))
        if errors[-1] <= _FITS:
            return skipped
    least = min(range(len(errors)), key=errors.__getitem__)
    return least if errors[least] < _CLEARLY * errors[0] else 0


@dataclass(frozen=True, slots=True)
class _Fit:
    """The best exponent for each row of times, and its squared error in units of the noise."""

    exponents: Floats
    errors: Floats


def _fit(sizes: Floats, times: Floats, starts: Floats, noise: Floats) -> _Fit:
    """Fit each row of `times` (draws x sizes) with its start-up."""
    import numpy as np

    best, exponents = np.full(len(times), np.inf), np.zeros(len(times))
    scaled, ones = sizes / sizes[-1], 1 / (times * noise)
    wanted = np.broadcast_to(1 / noise, times.shape)

    def try_each(tried: Floats) -> None:
        total = _error(scaled ** tried[:, None] * ones, ones, wanted, starts)
        better = total < best
        best[better], exponents[better] = total[better], tried[better]

    for coarse in np.arange(0.0, _LARGEST, _COARSE):
        try_each(np.full(len(times), coarse))
    around = exponents.copy()
    for fine in np.arange(-_COARSE, _COARSE, _FINE):
        try_each(np.maximum(around + fine, 0.0))
    return _Fit(exponents, best)


def _error(power: Floats, ones: Floats, wanted: Floats, starts: Floats) -> Floats:
    """Return for each row the least error of wanted = c * ones + a * power, with c near the start-up."""
    import numpy as np

    trust = 1 / np.maximum(starts, 1e-12) ** 2  # of c: one start-up is its standard deviation
    oo = (ones * ones).sum(axis=1) + trust
    op, pp = (ones * power).sum(axis=1), (power * power).sum(axis=1)
    ow, pw = (ones * wanted).sum(axis=1) + trust * starts, (power * wanted).sum(axis=1)
    constant = np.maximum((ow * pp - pw * op) / (oo * pp - op * op), starts)
    slope = (pw - constant * op) / pp
    missed = wanted - constant[:, None] * ones - slope[:, None] * power
    error: Floats = (missed**2).sum(axis=1) + trust * (constant - starts) ** 2
    return error


def _resampled(times: Sequence[float], random: Any) -> float:
    return float(median([times[i] for i in random.randint(0, len(times), len(times))]))


def _leaving_out(sizes: Floats, middles: Floats, starts: Floats, noise: Floats) -> list[float]:
    """Return the exponents without each of the sizes."""
    import numpy as np

    if len(sizes) <= _LEAST_POINTS:
        return []
    found = []
    for i in range(len(sizes)):
        rest = np.delete(sizes, i), np.delete(middles, i, axis=1), starts, np.delete(noise, i)
        found.append(float(_fit(*rest).exponents[0]))
    return found


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
