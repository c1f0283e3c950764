"""What paired runs say about the ratio of two times: rank test, estimate, interval. Owner of scipy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

_LEAST = 1e-6  # seconds; the clock of a process counts no finer, and a ratio needs two positive numbers


@dataclass(frozen=True, slots=True)
class Pairs:
    """Times of two things that ran in the same rounds, under whatever load there was."""

    candidate: tuple[float, ...]
    reference: tuple[float, ...]

    def logarithms(self) -> list[float]:
        """Return for each round the logarithm of candidate over reference."""
        both = zip(self.candidate, self.reference, strict=True)
        return [log(max(above, _LEAST) / max(below, _LEAST)) for above, below in both]


def probability(pairs: Pairs, margin: float) -> float:
    """Return how likely a candidate that is just `margin` times the reference shows at least this much.

    The one-sided signed-rank test of Wilcoxon (1945) on the logarithms of the ratios; 1.0 without runs.
    """
    differences = [value - log(margin) for value in pairs.logarithms()]
    if not any(differences):
        return 1.0
    from scipy.stats import wilcoxon

    return float(wilcoxon(differences, alternative="greater").pvalue)


def ratio(pairs: Pairs) -> float:
    """Return the median of the paired ratios. Raises ValueError without runs."""
    import numpy as np

    if not pairs.candidate:
        raise ValueError("no pair of runs")
    return float(np.exp(np.median(pairs.logarithms())))


def interval(pairs: Pairs, *, confidence: float, draws: int = 2000, seed: int = 0) -> tuple[float, float]:
    """Return the percentile bootstrap interval (Efron, 1979) of the median of the paired ratios.

    The same runs give the same interval.
    """
    import numpy as np

    return _bootstrap(np.asarray(pairs.logarithms()), confidence, draws, seed)


def median_interval(
    times: Sequence[float], *, confidence: float = 0.95, draws: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """Return the percentile bootstrap interval of the median of some times, in their unit."""
    import numpy as np

    return _bootstrap(np.log(np.maximum(times, _LEAST)), confidence, draws, seed)


def _bootstrap(logarithms: object, confidence: float, draws: int, seed: int) -> tuple[float, float]:
    import numpy as np

    values = np.asarray(logarithms, dtype=float)
    random = np.random.RandomState(seed)
    medians = np.median(values[random.randint(0, len(values), (draws, len(values)))], axis=1)
    tail = (1 - confidence) / 2
    low, high = np.exp(np.quantile(medians, [tail, 1 - tail]))
    return float(low), float(high)
