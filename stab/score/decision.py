"""Is one input slower than another, for one solution? A decision, not a comparison of two noisy numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import median

from stab.records import Decision


@dataclass(frozen=True, slots=True)
class Settings:
    """When a difference counts."""

    margin: float = 1.05  # ratio of medians that must be exceeded
    confidence: float = 0.95
    level: float = 0.01  # of the rank test; few runs can't reach it, then only full separation counts
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

    SLOWER only if the runs are clearly apart (with three each: every candidate run above every reference run)
    and the interval of the ratio lies above the margin; NOT_SLOWER only if the interval lies below it;
    INCONCLUSIVE otherwise, and with too few runs.
    """
    if not candidate or not reference or median(reference) <= 0:
        return Comparison(Decision.INCONCLUSIVE)
    ratio = median(candidate) / median(reference)
    if min(len(candidate), len(reference)) < settings.least_runs:
        return Comparison(Decision.INCONCLUSIVE, ratio)
    runs = len(candidate) + len(reference)
    low, high = ratio_interval(candidate, reference, settings)
    clearly = rank_probability(candidate, reference) <= max(settings.level, 1 / comb(runs, len(reference)))
    if clearly and low > settings.margin:
        verdict = Decision.SLOWER
    elif high < settings.margin:
        verdict = Decision.NOT_SLOWER
    else:
        verdict = Decision.INCONCLUSIVE
    return Comparison(verdict, ratio, (low, high))


def rank_probability(candidate: Sequence[float], reference: Sequence[float]) -> float:
    """How likely equal distributions rank the candidate's runs this high or higher; ties count against it.

    The exact one-sided rank test of Mann and Whitney (1947).
    """
    pairs = sum(above > below for above in candidate for below in reference)
    n, m = len(candidate), len(reference)
    # ways[i][u]: orders of i candidate runs among the reference runs seen so far with u pairs won
    ways = [[1] + [0] * (n * m)] + [[0] * (n * m + 1) for _ in range(n)]
    for won in range(m + 1):  # a run placed here wins against `won` reference runs
        for i in range(1, n + 1):
            for u in range(won, n * m + 1):
                ways[i][u] += ways[i - 1][u - won]
    return sum(ways[n][pairs:]) / comb(n + m, n)


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
