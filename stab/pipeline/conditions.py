"""How solutions are measured: one frozen record from the command line down to a worker."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from stab.execute import Level
from stab.records import Checker, Limits, Metric, TokenRules
from stab.score import Plan, Screen


@dataclass(frozen=True, slots=True)
class Measuring:
    """How things are measured: limits of a run, what is compared, how much may be spent.

    `store` is a file for measurements, None to keep none; `seconds` and `runs` bound the comparing after
    screening; `jobs` programs run at a time wherever times are not compared.
    """

    limits: Limits = field(default_factory=Limits)
    checker: Checker | TokenRules | None = None
    level: Level | None = None  # of isolation; None: the strongest that works here
    allow_unsafe: bool = False
    metric: Metric = Metric.CPU
    jobs: int = 1
    seed: int = 0
    store: Path | None = None
    fresh: bool = False  # measure anew what the store holds
    seconds: float | None = None
    runs: int | None = None
    subtract_startup: bool = False  # from the times shown; decisions rest on whole runs
    plan: Plan = field(default_factory=Plan)
    screen: Screen = field(default_factory=Screen)


STANDARD = Measuring()
