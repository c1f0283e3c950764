"""The slowdown rate (ASR) of generated tests against an existing suite (paper, sections 5.2 and 5.3)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from stab.records import Decision, Measurement, Metric, Noise, Run, Score, SolutionScore, TestScore, Verdict

TIMED = (Verdict.OK, Verdict.WRONG_ANSWER)  # runs whose time is a time; that of a killed one is a lower bound
SUCCESSES = (Decision.SLOWER, Decision.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Selection:
    """A solution chosen for evaluation and the group it stands for: fast, slow or random."""

    solution: str
    group: str


def select_solutions(
    existing: Sequence[Measurement], *, seed: int, randoms: int = 3, metric: Metric = Metric.CPU
) -> tuple[Selection, ...]:
    """The fastest and the slowest solution by mean time on the existing tests, and some others at random.

    Only solutions that are OK on every test count; where no solution gets a test's answer, the problem has
    many, and finishing is enough. The choice depends on names and seed, not on the order.
    """
    answered = {m.test for m in existing if m.verdict is Verdict.OK}
    means = {
        name: fmean(fmean(times(m, metric)) for m in own)
        for name, own in by_solution(existing).items()
        if all(times(m, metric) and is_fine(m, answered) for m in own)
    }
    ranked = sorted(means, key=lambda name: (means[name], name))
    chosen = []
    if len(ranked) > 1:
        chosen = [Selection(ranked[0], "fast"), Selection(ranked[-1], "slow")]
        ranked = ranked[1:-1]
    drawn = sorted(ranked, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())
    return (*chosen, *(Selection(name, "random") for name in drawn[:randoms]))


def rates(
    by_test: Sequence[TestScore],
    *,
    groups: Mapping[str, str] | None = None,
    unrated: Collection[str] = (),
    noise: Noise | None = None,
    metric: Metric = Metric.CPU,
) -> Score:
    """The rates: `asr` counts slower and time-outs, `asr_raw` the paper's strict > on single runs.

    What is inconclusive or invalid is a failure. Solutions in `unrated`, which have nothing to be compared
    with, have no rate (None). The totals are means over the solutions that have one.
    """
    solutions = []
    for name in dict.fromkeys(t.solution for t in by_test):
        own = [t for t in by_test if t.solution == name]
        strict = fmean(t.decision in SUCCESSES for t in own)
        raw = fmean(t.raw_success for t in own)
        group = (groups or {}).get(name, "other")
        if name in unrated:
            solutions.append(SolutionScore(name, group, None, None))
        else:
            solutions.append(SolutionScore(name, group, strict, raw))
    strictly = [s.asr for s in solutions if s.asr is not None]
    raws = [s.asr_raw for s in solutions if s.asr_raw is not None]
    return Score(
        asr=fmean(strictly) if strictly else None,
        asr_raw=fmean(raws) if raws else None,
        by_solution=tuple(solutions),
        by_test=tuple(by_test),
        noise=noise,
        metric=metric,
    )


def by_solution(measurements: Sequence[Measurement]) -> dict[str, list[Measurement]]:
    """Return the measurements of each solution, in their order."""
    found: dict[str, list[Measurement]] = {}
    for measurement in measurements:
        found.setdefault(measurement.solution, []).append(measurement)
    return found


def is_fine(measurement: Measurement, answered: Collection[str]) -> bool:
    """Return whether the solution passed: it is OK, or nobody gets this test's answer."""
    if measurement.verdict is Verdict.WRONG_ANSWER:
        return measurement.test not in answered
    return measurement.verdict is Verdict.OK


def times(measurement: Measurement, metric: Metric = Metric.CPU) -> tuple[float, ...]:
    """Return the figures of the runs that finished, in seconds or instructions."""
    return tuple(value for run in measurement.runs if (value := figure(run, metric)) is not None)


def figure(run: Run, metric: Metric) -> float | None:
    """Return what a finished run took; None for one that did not finish, or was not counted."""
    if run.verdict not in TIMED:
        return None
    if metric is Metric.INSTRUCTIONS:
        return None if run.instructions is None else float(run.instructions)
    return run.wall_s if metric is Metric.WALL else run.cpu_s
