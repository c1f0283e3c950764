"""The slowdown rate (ASR) of generated tests against an existing suite (paper, sections 5.2 and 5.3)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from stab.records import Decision, Measurement, Score, SolutionScore, TestScore, Verdict
from stab.score.decision import STANDARD, Comparison, Settings, decide

_FINISHED = (Verdict.OK, Verdict.TIME, Verdict.WRONG_ANSWER)  # runs whose time means something
_SUCCESSES = (Decision.SLOWER, Decision.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Selection:
    """A solution chosen for evaluation and the group it stands for: fast, slow or random."""

    solution: str
    group: str


@dataclass(frozen=True, slots=True)
class _Reference:
    """A solution's slowest existing test: the paper's maximum of single runs, and all runs of one test."""

    raw: float
    cpu_s: tuple[float, ...]
    timed_out: bool


def select_solutions(
    existing: Sequence[Measurement], *, seed: int, randoms: int = 3
) -> tuple[Selection, ...]:
    """The fastest and the slowest solution by mean time on the existing tests, and some others at random.

    Only solutions that are OK on every test count; where no solution gets a test's answer, the problem has
    many, and finishing is enough. The choice depends on names and seed, not on the order.
    """
    answered = {m.test for m in existing if m.verdict is Verdict.OK}
    means = {
        name: fmean(fmean(_times(m)) for m in own)
        for name, own in _by_solution(existing).items()
        if all(_times(m) and (m.verdict is Verdict.OK or _is_other_answer(m, answered)) for m in own)
    }
    ranked = sorted(means, key=lambda name: (means[name], name))
    chosen = []
    if len(ranked) > 1:
        chosen = [Selection(ranked[0], "fast"), Selection(ranked[-1], "slow")]
        ranked = ranked[1:-1]
    drawn = sorted(ranked, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())
    return (*chosen, *(Selection(name, "random") for name in drawn[:randoms]))


def score(
    existing: Sequence[Measurement],
    generated: Sequence[Measurement],
    *,
    groups: Mapping[str, str] | None = None,
    invalid: Collection[str] = (),
    settings: Settings = STANDARD,
) -> Score:
    """ASR of the generated tests: of each solution the share that is slower than its slowest existing test.

    `asr` counts decisions, time-outs included; `asr_raw` is the paper's strict > on first runs. Tests named
    in `invalid`, crashes and what could not be decided count as failures. A solution without a usable
    existing test has no rate (None). The totals are means over the solutions that have one.
    """
    references = {name: _reference(own) for name, own in _by_solution(existing).items()}
    by_test: list[TestScore] = []
    by_solution: list[SolutionScore] = []
    for name, own in _by_solution(generated).items():
        reference = references.get(name)
        scores = [_test_score(m, reference, m.test in invalid, settings) for m in own]
        by_test += scores
        group = (groups or {}).get(name, "other")
        if reference is None:
            by_solution.append(SolutionScore(name, group, None, None))
            continue
        strict = fmean(s.decision in _SUCCESSES for s in scores)
        raw = fmean(s.raw_success for s in scores)
        by_solution.append(SolutionScore(name, group, strict, raw))
    rated = [s for s in by_solution if s.asr is not None]
    return Score(
        asr=fmean(s.asr for s in rated if s.asr is not None) if rated else None,
        asr_raw=fmean(s.asr_raw for s in rated if s.asr_raw is not None) if rated else None,
        by_solution=tuple(by_solution),
        by_test=tuple(by_test),
    )


def _by_solution(measurements: Sequence[Measurement]) -> dict[str, list[Measurement]]:
    found: dict[str, list[Measurement]] = {}
    for measurement in measurements:
        found.setdefault(measurement.solution, []).append(measurement)
    return found


def _is_other_answer(measurement: Measurement, answered: Collection[str]) -> bool:
    return measurement.verdict is Verdict.WRONG_ANSWER and measurement.test not in answered


def _times(measurement: Measurement) -> tuple[float, ...]:
    return tuple(run.cpu_s for run in measurement.runs if run.verdict in _FINISHED)


def _reference(existing: Sequence[Measurement]) -> _Reference | None:
    usable = [m for m in existing if m.verdict in _FINISHED and _times(m)]
    if not usable:
        return None
    slowest = max(usable, key=lambda m: median(_times(m)))
    return _Reference(
        raw=max(_times(m)[0] for m in usable),
        cpu_s=_times(slowest),
        timed_out=any(m.verdict is Verdict.TIME for m in usable),
    )


def _test_score(
    candidate: Measurement, reference: _Reference | None, is_invalid: bool, settings: Settings
) -> TestScore:
    times = _times(candidate)
    below = reference.cpu_s if reference else ()
    compared, raw = _compare(candidate, reference, settings)
    if is_invalid:
        compared, raw = Comparison(Decision.INVALID), False
    return TestScore(
        candidate.test, candidate.solution, compared.decision, raw, compared.ratio, compared.ci, times, below
    )


def _compare(
    candidate: Measurement, reference: _Reference | None, settings: Settings
) -> tuple[Comparison, bool]:
    """The decision, and whether the paper's strict > holds."""
    times = _times(candidate)
    if candidate.verdict not in (Verdict.OK, Verdict.TIME, Verdict.UNMEASURED):
        return Comparison(Decision.INVALID), False
    if candidate.verdict is Verdict.UNMEASURED or not times or reference is None:
        return Comparison(Decision.INCONCLUSIVE), False
    if candidate.verdict is Verdict.TIME:
        # Beside a time-out on an existing test this one shows nothing: both are lower bounds.
        known = Decision.INCONCLUSIVE if reference.timed_out else Decision.TIMEOUT
        return Comparison(known), not reference.timed_out
    if reference.timed_out:
        return Comparison(Decision.NOT_SLOWER), False
    return decide(times, reference.cpu_s, settings), times[0] > reference.raw
