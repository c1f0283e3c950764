"""Solutions in the order of their running times, as far as the times tell."""

from __future__ import annotations

from dataclasses import dataclass

from stab.records.execution import Environment, Language, Measurement, Metric, Startup, Verdict


@dataclass(frozen=True, slots=True)
class Growth:
    """Time over input size as a power: the fitted exponent with its interval, and what was fitted.

    `differs` says that the interval lies apart from what the other solutions show.
    """

    exponent: float
    ci: tuple[float, float]
    points: tuple[tuple[int, float], ...]  # (size, seconds or instructions less the start-up)
    differs: bool = False
    host: str = ""  # the machine that made all its runs


@dataclass(frozen=True, slots=True)
class Ranked:
    """A solution with its times on its slowest test; a killed run is a lower bound.

    `rank_group` is None for one that fails on some test: `verdict` and `detail` say how.
    """

    solution: str
    language: Language
    rank_group: int | None
    median: float | None
    ci: tuple[float, float] | None
    runs: tuple[float, ...]
    worst_test: str | None
    is_killed: bool = False
    verdict: Verdict = Verdict.OK
    detail: str = ""
    growth: Growth | None = None


@dataclass(frozen=True, slots=True)
class Separation:
    """The test that tells two neighbouring groups apart best, by the least ratio of times across them."""

    groups: tuple[int, int]
    test: str
    ratio: float


@dataclass(frozen=True, slots=True)
class SuggestedLimit:
    """Twice the slowest accepted solution, rounded up to a second (the rule of the ICPC).

    `too_slow` tells for each solution that must exceed the limit whether it does so by half again; None
    where it was killed before that could be seen.
    """

    seconds: float
    too_slow: tuple[tuple[str, bool | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """What `stab rank` says."""

    solutions: tuple[Ranked, ...]
    separating: tuple[Separation, ...]
    limit: SuggestedLimit | None
    metric: Metric
    environment: Environment
    notes: tuple[str, ...] = ()
    startup: tuple[Startup, ...] = ()  # what was taken off the times shown; ranks rest on whole runs
    refused: tuple[Measurement, ...] = ()  # one run of each solution that does not compile
