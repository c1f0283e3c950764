"""Is one input slower than another, for one solution? A decision, not a comparison of two noisy numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from stab.records import Decision


@dataclass(frozen=True, slots=True)
class Settings:
    """When a difference counts."""

    margin: float = 1.05  # ratio of medians that must be exceeded
    confidence: float = 0.95
    least_runs: int = 3
    draws: int = 2000
    seed: int = 0


STANDARD = Settings()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A decision with the ratio of medians (candidate over reference) and its confidence interval."""

    decision: Decision
    ratio: float | None = None
    ci: tuple[float, float] | None = None


def decide(
    candidate: Sequence[float], reference: Sequence[float], settings: Settings = STANDARD
) -> Comparison:
    """Compare CPU seconds of runs on a candidate with those on the reference.

    SLOWER only if every candidate run exceeds every reference run and the interval of the ratio lies above
    the margin; NOT_SLOWER only if the interval lies below it; INCONCLUSIVE otherwise, and with too few runs.
    """
    if not candidate or not reference or median(reference) <= 0:
        return Comparison(Decision.INCONCLUSIVE)
    ratio = median(candidate) / median(reference)
    if min(len(candidate), len(reference)) < settings.least_runs:
        return Comparison(Decision.INCONCLUSIVE, ratio)
    low, high = ratio_interval(candidate, reference, settings)
    if min(candidate) > max(reference) and low > settings.margin:
        verdict = Decision.SLOWER
    elif high < settings.margin:
        verdict = Decision.NOT_SLOWER
    else:
        verdict = Decision.INCONCLUSIVE
    return Comparison(verdict, ratio, (low, high))


def ratio_interval(
    candidate: Sequence[float], reference: Sequence[float], settings: Settings = STANDARD
) -> tuple[float, float]:
    """The percentile bootstrap interval of the ratio of medians (Efron, 1979); same runs, same interval."""
    import numpy as np

    random = np.random.RandomState(settings.seed)
    above = np.asarray(candidate, dtype=float)
    below = np.asarray(reference, dtype=float)
    tops = np.median(above[random.randint(0, len(above), (settings.draws, len(above)))], axis=1)
    bottoms = np.median(below[random.randint(0, len(below), (settings.draws, len(below)))], axis=1)
    tail = (1 - settings.confidence) / 2
    low, high = np.quantile(tops / np.maximum(bottoms, 1e-9), [tail, 1 - tail])
    return float(low), float(high)
