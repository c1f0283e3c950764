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
_LEAST_WARM = 5  # points that tell a warm-up from a small exponent
_ABOVE = 1.5  # times the start-up; below that the rest is mostly noise
_COARSE, _FINE, _LARGEST = 0.1, 0.01, 8.0  # exponents that are tried: in steps, then around the best
_INEXACT = 0.02  # no program follows a power more closely: caches, branch prediction, blocks of memory
_FITS = 2.0  # a mean squared error in units of the noise that is no reason for another model
_CLEARLY = 0.25  # of the simpler model's error, which another one must come down to where none fits
_LONGEST_WARM = 4.0  # times the start-up that start-up and warm-up take together
_NORMAL_MAD = 1.4826  # standard deviations in a median absolute deviation


@dataclass(frozen=True, slots=True)
class Sized:
    """What runs took on an input of some size, in seconds or instructions."""

    size: int
    times: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Model:
    """time = constant + a * size^b, from the `skipped`-th size on; the constant is the start-up, or free."""

    skipped: int
    is_free: bool

    @property
    def unknown(self) -> int:
        return 2 + self.is_free


def fit_growth(
    measured: Sequence[Sized],
    *,
    start: float = 0.0,
    confidence: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
) -> Growth | None:
    """Return the exponent b of time = c + a * size^b with its interval; None where nothing can be fitted.

    Least squares of relative errors of medians. Sizes on which the time is not clearly above `start` (the
    time on the least input) are left out. c is `start`, unless that misses by more than the noise of the runs
    explains: a just-in-time compiler, say, adds a warm-up that ends, so c is then fitted, over the largest
    sizes that a power explains. The interval covers both the runs (bootstrap within sizes; Efron, 1979) and
    the choice of sizes (one left out at a time).
    """
    import numpy as np

    usable = sorted((m for m in measured if m.times and median(m.times) > _ABOVE * start), key=_size)
    usable = [m for m in usable if m.size > 0]
    if len({m.size for m in usable}) < _LEAST_POINTS:
        return None
    sizes = np.array([m.size for m in usable], float)
    middles = np.array([[median(m.times) for m in usable]])
    model = _model(sizes, middles, _noise(usable), start)
    kept = slice(model.skipped, None)
    random = np.random.RandomState(seed)
    drawn = np.array([_resampled(usable[kept], random) for _ in range(draws)])
    tail = (1 - confidence) / 2
    low, high = np.quantile(_exponents(sizes[kept], drawn, start, model.is_free), [tail, 1 - tail])
    exponent = float(_exponents(sizes[kept], middles[:, kept], start, model.is_free)[0])
    others = [exponent, *_leaving_out(sizes[kept], middles[:, kept], start, model)]
    points = tuple((m.size, float(t) - start) for m, t in zip(usable, middles[0], strict=True))
    return Growth(exponent, (float(min(low, *others)), float(max(high, *others))), points)


def _size(measured: Sized) -> int:
    return measured.size


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


def _model(sizes: Floats, middles: Floats, noise: Floats, start: float) -> _Model:
    """Return the model with the most sizes and the fewest unknowns that fits, else the start-up alone, unless
    another one is clearly nearer."""
    candidates = [_Model(0, False)]
    candidates += [_Model(skipped, True) for skipped in range(len(sizes) - _LEAST_WARM + 1)]
    errors: dict[_Model, float] = {}
    for model in candidates:
        kept = slice(model.skipped, None)
        missed = _fitted(sizes[kept], middles[:, kept], start, model.is_free).missed[0] / noise[kept]
        freedom = max(len(missed) - model.unknown, 1)
        errors[model] = float((missed**2).sum()) / freedom
        if errors[model] <= _FITS:
            return model
    best = min(candidates, key=lambda m: errors[m])
    return best if errors[best] < _CLEARLY * errors[candidates[0]] else candidates[0]


@dataclass(frozen=True, slots=True)
class _Fit:
    """The best exponent of each row of times, and the relative error of each time."""

    exponents: Floats
    missed: Floats


def _fitted(sizes: Floats, times: Floats, start: float, is_free: bool) -> _Fit:
    """Fit each row of `times` (draws x sizes); the constant is `start`, or free between it and a warm-up."""
    import numpy as np

    best = np.full(len(times), np.inf)
    exponents, missed = np.zeros(len(times)), np.zeros_like(times)
    scaled, ones = sizes / sizes[-1], 1 / times

    def try_each(tried: Floats) -> None:
        power = scaled ** tried[:, None] * ones
        constant = _constant(power, ones, times, start) if is_free else np.full(len(times), start)
        rest = 1 - constant[:, None] * ones
        slope = (rest * power).sum(axis=1) / (power**2).sum(axis=1)
        error = rest - slope[:, None] * power
        total = (error**2).sum(axis=1)
        better = total < best
        best[better], exponents[better], missed[better] = total[better], tried[better], error[better]

    for coarse in np.arange(0.0, _LARGEST, _COARSE):
        try_each(np.full(len(times), coarse))
    around = exponents.copy()
    for fine in np.arange(-_COARSE, _COARSE, _FINE):
        try_each(np.maximum(around + fine, 0.0))
    return _Fit(exponents, missed)


def _constant(power: Floats, ones: Floats, times: Floats, start: float) -> Floats:
    """Return the constant of the least squares line through (power, 1) for each row, kept in its range."""
    import numpy as np

    oo, op, pp = (ones * ones).sum(axis=1), (ones * power).sum(axis=1), (power * power).sum(axis=1)
    o, p = ones.sum(axis=1), power.sum(axis=1)
    determinant = oo * pp - op * op
    with np.errstate(divide="ignore", invalid="ignore"):  # b = 0: the constant is the whole, any share of it
        best = np.where(determinant > 1e-12 * oo * pp, (o * pp - p * op) / determinant, start)
    constant: Floats = np.clip(best, start, np.minimum(times.min(axis=1), _LONGEST_WARM * start))
    return constant


def _exponents(sizes: Floats, times: Floats, start: float, is_free: bool) -> Floats:
    return _fitted(sizes, times, start, is_free).exponents


def _resampled(measured: Sequence[Sized], random: Any) -> list[float]:
    return [median(m.times[i] for i in random.randint(0, len(m.times), len(m.times))) for m in measured]


def _leaving_out(sizes: Floats, middles: Floats, start: float, model: _Model) -> list[float]:
    """Return the exponents without each of the sizes."""
    import numpy as np

    if len(sizes) <= (_LEAST_WARM if model.is_free else _LEAST_POINTS):
        return []
    return [
        float(_exponents(np.delete(sizes, i), np.delete(middles, i, axis=1), start, model.is_free)[0])
        for i in range(len(sizes))
    ]


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
