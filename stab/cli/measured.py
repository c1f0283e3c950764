"""The options of commands that run solutions: limits, what is compared, where runs are kept."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import options
from stab.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stab.cli.console import Console
    from stab.pipeline.cluster import Cluster
    from stab.pipeline.conditions import Measuring
    from stab.records import Checker, Limits, Metric, Startup, TokenRules

Memory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        metavar="MIB",
        help="Memory limit of a run [1024].",
        min=1,
        max=options.MOST_MEMORY,
        show_default=False,
    ),
]
Jobs = Annotated[
    int,
    typer.Option(
        "-j",
        "--jobs",
        metavar="N",
        help="Programs that run at a time while nothing is compared; 0: one a core.",
        min=0,
        max=256,
    ),
]
MetricName = Annotated[
    str,
    typer.Option(
        "--metric", metavar="NAME", help="What is compared: cpu, wall, or instructions (cachegrind)."
    ),
]
Subtract = Annotated[
    bool,
    typer.Option(
        "--subtract-startup",
        help="Show times without what an empty program of the language takes; decisions rest on whole runs.",
    ),
]
ClusterFile = Annotated[
    Path | None,
    typer.Option(
        "--cluster",
        metavar="CONFIG.py",
        help="Compare on the workers of this Parsl configuration (a Python file, which is run).",
        show_default=False,
    ),
]
LevelName = Annotated[
    str | None,
    typer.Option(
        "--isolation",
        metavar="LEVEL",
        help="strict, landlock or weak, instead of the strongest that works here.",
        show_default=False,
    ),
]
Unsafe = Annotated[
    bool,
    typer.Option("--allow-unsafe", help="Run programs without protection where nothing better works."),
]


def show_startup(console: Console, startup: Sequence[Startup], metric: Metric) -> None:
    """Print what was taken off the times shown, and what the decisions rest on."""
    if startup:
        unit, digits = ("", 0) if metric.value == "instructions" else (" s", 3)
        each = ", ".join(f"{s.language.value} {s.value:.{digits}f}{unit}" for s in startup)
        console.paragraph(f"start-up taken off the times shown: {each}; decisions rest on whole runs", "  ")


@dataclass(frozen=True, slots=True)
class Running:
    """How programs are run."""

    time: options.Time = None
    memory: Memory = None
    jobs: Jobs = 1
    store: options.StoreFile = None
    fresh: options.Fresh = False
    isolation: LevelName = None
    allow_unsafe: Unsafe = False

    def measuring(
        self, limits: Limits, *, seed: int = 0, checker: Checker | TokenRules | None = None
    ) -> Measuring:
        """Return the settings with these options.

        Raises UsageError for a level that isn't known, InputError for a store in no folder.
        """
        from dataclasses import replace

        from stab.execute import Level
        from stab.pipeline.conditions import Measuring
        from stab.store import default_file

        known = [level.value for level in Level if level is not Level.NONE]
        if self.isolation is not None and self.isolation not in known:
            raise UsageError(f"--isolation {self.isolation} is not known", hint="one of " + ", ".join(known))
        if self.memory is not None:
            limits = replace(limits, memory_mb=self.memory)
        return Measuring(
            limits=limits,
            jobs=self.jobs or os.cpu_count() or 1,
            seed=seed,
            store=options.store_file(self.store) or default_file(),
            fresh=self.fresh,
            checker=checker,
            level=None if self.isolation is None else Level(self.isolation),
            allow_unsafe=self.allow_unsafe,
        )


@dataclass(frozen=True, slots=True)
class Comparing:
    """What is compared, and how long that may take."""

    metric: MetricName = "cpu"
    budget: options.Budget = None
    subtract_startup: Subtract = False
    cluster: ClusterFile = None

    def workers(self, running: Running) -> Cluster | None:
        """Return the cluster that is to compare, None for this machine.

        Raises UsageError for -j beside it, InputError for a configuration that can't be used, MachineError
        without Parsl.
        """
        if self.cluster is None:
            return None
        if running.jobs != 1:
            raise UsageError("-j is about this machine", hint="the --cluster file says how many workers")
        from stab.pipeline.cluster import read_cluster

        return read_cluster(self.cluster)

    def add_to(self, measuring: Measuring) -> Measuring:
        """Return the settings with these options. Raises UsageError for words that aren't known."""
        from dataclasses import replace

        from stab.records import Metric

        if self.metric not in list(Metric):
            raise UsageError(f"--metric {self.metric} is not known", hint="one of " + ", ".join(Metric))
        full = replace(measuring, metric=Metric(self.metric), subtract_startup=self.subtract_startup)
        seconds, runs = options.spending(self.budget)
        return replace(full, seconds=seconds, runs=runs)
