"""The noise of this machine, before anything is compared: one solution on equal inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stab.pipeline.comparing import Baseline
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.workbench import Order, Workbench
from stab.records import Metric, Noise, Solution
from stab.score import figure, noise_of

_RUNS = 10
_EXACT_RUNS = 2  # instruction counts repeat


def calibrate(
    solutions: Sequence[Solution],
    baselines: Mapping[str, Baseline | None],
    bench: Workbench,
    on_event: ProgressHook = silent,
) -> Noise | None:
    """Return what fresh runs of one solution on its slowest existing test show: an A/A comparison.

    The solution is the one whose slowest test takes the middle of all. None where none has a baseline.
    """
    timed = [(base.raw_top, s.name, s) for s in solutions if (base := baselines.get(s.name)) is not None]
    if not timed:
        return None
    solution = sorted(timed, key=lambda item: item[:2])[len(timed) // 2][2]
    base = baselines[solution.name]
    assert base is not None
    test, equal = base.tests[0], []
    wanted = _EXACT_RUNS if bench.measuring.metric is Metric.INSTRUCTIONS else _RUNS
    for number in range(wanted):
        run = bench.run(Order(solution, test, "calibrate", number))
        value = figure(run, bench.measuring.metric)
        equal += [] if value is None else [value]
        on_event(Progress("noise", number + 1, wanted, solution.name))
    return noise_of(solution.name, test.name, equal, base.raw_top)
