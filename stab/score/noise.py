"""How far equal runs differ on this machine, right now: an A/A comparison."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from stab.records import Noise

NOISY = 0.1  # a spread above this deserves a word


def noise_of(solution: str, test: str, equal_runs: Sequence[float], raw_top: float) -> Noise | None:
    """Return the noise that fresh runs of the slowest existing test show; None with fewer than two.

    `raw_top` is the longest of the single runs on the existing tests, which a raw comparison has to exceed.
    """
    if len(equal_runs) < 2:
        return None
    mean = fmean(equal_runs)
    return Noise(
        solution=solution,
        test=test,
        false_success=fmean(run > raw_top for run in equal_runs),
        spread=stdev(equal_runs) / mean if mean > 0 else 0.0,
        runs=tuple(equal_runs),
    )
