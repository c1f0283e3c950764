"""Start-up times: what a program that does nothing takes in each language, alone on the quiet core."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from stab.execute import empty_program
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.ledger import Order
from stab.pipeline.workbench import Workbench
from stab.records import ExistingTest, Language, Metric, Solution, Startup
from stab.score import figure

_RUNS = 7
_EXACT_RUNS = 2  # instruction counts repeat


def startups(
    solutions: Sequence[Solution], bench: Workbench, on_event: ProgressHook = silent
) -> dict[str, Startup]:
    """Return for each solution what starting its language takes, in the metric's unit; {} unless wanted.

    Measured on an empty input and kept like any run. A language whose empty program has no time is left out.
    """
    if not bench.measuring.subtract_startup:
        return {}
    languages = list(dict.fromkeys(s.language for s in solutions))
    found: dict[Language, Startup] = {}
    for number, language in enumerate(languages, 1):
        runs = starting_times(language, bench)
        if runs:
            found[language] = Startup(language, median(runs), runs)
        on_event(Progress("start-up", number, len(languages), language.value))
    return {s.name: found[s.language] for s in solutions if s.language in found}


def starting_times(language: Language, bench: Workbench) -> tuple[float, ...]:
    """Return what single runs of a language's empty program take, in the metric's unit; () if it fails."""
    metric = bench.measuring.metric
    wanted = _EXACT_RUNS if metric is Metric.INSTRUCTIONS else _RUNS
    with tempfile.TemporaryDirectory(prefix="stab-") as folder:
        file = Path(folder) / "empty.in"
        file.write_bytes(b"")
        test = ExistingTest("nothing", file)
        orders = [Order(empty_program(language), test, "start-up", number) for number in range(wanted)]
        return tuple(value for o in orders if (value := figure(bench.run(o), metric)) is not None)
