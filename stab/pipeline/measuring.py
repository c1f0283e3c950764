"""Times of solutions on generated and existing tests, answers on which solutions agree, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from stab.execute import agree, worst_verdict
from stab.pipeline.comparing import screening_series
from stab.pipeline.conditions import Measuring
from stab.pipeline.crews import LocalCrew
from stab.pipeline.events import ProgressHook, silent
from stab.pipeline.ledger import Order
from stab.pipeline.outcomes import Timing
from stab.pipeline.scoring import score_suites
from stab.pipeline.telling import disagreements, in_words, reuse
from stab.pipeline.workbench import Workbench
from stab.records import (
    ExistingTest,
    GeneratedTest,
    Limits,
    Measurement,
    Problem,
    Rejection,
    Run,
    Solution,
    Verdict,
)

MIN_AGREEING = 2  # an answer is never taken from one solution alone
REPEATS = 3
_FINE = (Verdict.OK, Verdict.TIME)  # a time-out is no crash
_TIMED = (Verdict.OK, Verdict.WRONG_ANSWER, Verdict.UNMEASURED)  # worth another run


def limits_for(problem: Problem, time_s: float | None) -> Limits:
    """Return the limits of a run: the time given, else twice the statement's limit, else the default.

    Twice, as contests set it: a solution that needs longer is not slow but hopeless.
    """
    if time_s is None and problem.time_limit_s is not None:
        time_s = max(1.0, 2 * problem.time_limit_s)
    return Limits() if time_s is None else Limits(time_s=time_s)


def measure_tests(
    solutions: Sequence[Solution],
    tests: Sequence[GeneratedTest],
    existing: Sequence[ExistingTest],
    measuring: Measuring,
    *,
    faults: Sequence[Rejection] = (),
    on_event: ProgressHook = silent,
) -> Timing:
    """Return the times of every accepted solution on every test, with the score against existing ones.

    `faults` are the existing tests that break the statement. Raises SandboxError without isolation,
    MachineError without a language's tools.
    """
    accepted = [s for s in solutions if s.expected == "accepted"]
    if not accepted:
        return Timing()
    given = [ExistingTest(test.file.stem, test.file) for test in tests]
    broken = {f.subject: f.reason for f in faults}
    with Workbench(measuring) as bench:
        for solution in accepted:
            bench.require_tools(solution.language)
        after = measure_all(accepted, given, bench, repeats=REPEATS, role="generated", on_event=on_event)
        crew = LocalCrew(bench)
        scoring = None
        if existing:
            scoring = score_suites(accepted, existing, given, crew, faults=broken, on_event=on_event)
    return Timing(
        measurements=tuple(map(_without_output, after)),
        score=None if scoring is None else scoring.score,
        environment=bench.environment,
        answers=agreed_answers(after),
        notes=(*_notes(accepted, given, after), *(reuse(crew.reused) if scoring is None else scoring.notes)),
    )


def _notes(
    accepted: Sequence[Solution], tests: Sequence[ExistingTest], measured: Sequence[Measurement]
) -> Iterator[str]:
    """Say what a setter must know before the tests are used: who fails on them, and who differs."""
    for solution in accepted:
        own = [m for m in measured if m.solution == solution.name]
        failed = [m for m in own if m.verdict not in (*_FINE, Verdict.UNMEASURED)]
        if failed:
            first = failed[0]
            detail = f": {first.runs[-1].detail}" if first.runs and first.runs[-1].detail else ""
            yield (
                f"{solution.name} is called accepted and fails on {len(failed)} of {len(own)} tests, "
                f"{first.verdict.value} on {first.test}{detail}"
            )
    names = {s.name for s in accepted}
    yield from in_words(disagreements(measured, names, [t.name for t in tests]), "no answer is written there")


def measure_all(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    bench: Workbench,
    *,
    repeats: int = 1,
    role: str = "judged",
    on_event: ProgressHook = silent,
) -> tuple[Measurement, ...]:
    """Return `repeats` runs of every solution on every test, the first ones with their outputs.

    A pair that fails is settled by its first run: a run killed by a limit is a lower bound, not a time.
    """
    series = screening_series(bench, role)
    pairs = [(solution, test) for solution in solutions for test in tests]
    first = bench.run_all([Order(*p, series, keep_output=True) for p in pairs], "measure", on_event)
    timed = [number for number, run in enumerate(first) if run.verdict in _TIMED]
    orders = [Order(*pairs[n], series, k) for k in range(1, repeats) for n in timed]
    runs: list[list[Run]] = [[run] for run in first]
    for number, run in zip(timed * (repeats - 1), bench.run_all(orders, "repeat", on_event), strict=True):
        runs[number].append(run)
    return tuple(
        Measurement(solution.name, test.name, worst_verdict(own), tuple(own))
        for (solution, test), own in zip(pairs, runs, strict=True)
    )


def agreed_answers(measurements: Sequence[Measurement]) -> dict[str, bytes]:
    """Return the output of each test on which at least two solutions finish and all that finish agree."""
    outputs: dict[str, list[bytes]] = {}
    for measurement in measurements:
        if measurement.verdict is Verdict.OK and measurement.runs:
            outputs.setdefault(measurement.test, []).append(measurement.runs[0].stdout)
    return {test: o[0] for test, o in outputs.items() if len(o) >= MIN_AGREEING and agree(o)}


def survivors(measurements: Sequence[Measurement]) -> Mapping[str, bool]:
    """Return for each test whether every solution finished on it (a time-out is no crash)."""
    found: dict[str, bool] = {}
    for m in measurements:
        found[m.test] = found.get(m.test, True) and m.verdict in _FINE
    return found


def _without_output(measurement: Measurement) -> Measurement:
    return replace(measurement, runs=tuple(replace(run, stdout=b"") for run in measurement.runs))
