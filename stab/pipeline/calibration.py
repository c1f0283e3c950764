"""The noise of this machine, before anything is compared: one solution on equal inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stab.pipeline.comparing import Baseline
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.ledger import Order
from stab.pipeline.workbench import Workbench
from stab.records import Measurement, Metric, Noise, Solution
from stab.score import figure, noise_of

_RUNS = 10
_EXACT_RUNS = 2  # instruction counts repeat


def calibrated(before: Sequence[Measurement], metric: Metric) -> str | None:
    """Return whose slowest existing test takes the middle of all by first runs; None without any time."""
    slowest: dict[str, float] = {}
    for measurement in before:
        value = figure(measurement.runs[0], metric)
        if value is not None:
            slowest[measurement.solution] = max(value, slowest.get(measurement.solution, 0.0))
    ordered = sorted(slowest, key=lambda name: (slowest[name], name))
    return ordered[len(ordered) // 2] if ordered else None


def calibrate(
    solution: Solution, base: Baseline, bench: Workbench, on_event: ProgressHook = silent
) -> Noise | None:
    """Return what fresh runs of a solution on its slowest existing test show: an A/A comparison."""
    test, equal = base.tests[0], []
    wanted = _EXACT_RUNS if bench.measuring.metric is Metric.INSTRUCTIONS else _RUNS
    for number in range(wanted):
        run = bench.run(Order(solution, test, "calibrate", number))
        value = figure(run, bench.measuring.metric)
        equal += [] if value is None else [value]
        on_event(Progress("noise", number + 1, wanted, solution.name))
    noise = noise_of(solution.name, test.name, equal, base.raw_top)
    return None if noise is None else replace(noise, host=bench.environment.host)
