"""Times of solutions on generated and existing tests, answers on which solutions agree, and the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from stab.execute import Protocol, RunDone, agree, environment, measure, open_sandbox
from stab.pipeline.events import Progress, ProgressHook
from stab.records import (
    Environment,
    ExistingTest,
    GeneratedTest,
    Limits,
    Measurement,
    Problem,
    Score,
    Solution,
    Verdict,
)
from stab.score import score, select_solutions

MIN_AGREEING = 2  # an answer is never taken from one solution alone


@dataclass(frozen=True, slots=True)
class Timing:
    """What running the solutions showed; empty where none were given."""

    measurements: tuple[Measurement, ...] = ()
    existing: tuple[Measurement, ...] = ()
    score: Score | None = None
    environment: Environment | None = None
    answers: dict[str, bytes] = field(default_factory=dict)


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
    on_event: ProgressHook,
    limits: Limits = Limits(),  # noqa: B008 - a frozen record
) -> Timing:
    """Return the times of every accepted solution on every test, with the score against existing ones.

    Raises SandboxError without isolation, MachineError without a language's tools.
    """
    accepted = [s for s in solutions if s.expected == "accepted"]
    if not accepted:
        return Timing()
    protocol = Protocol(limits=limits, keep_output=True)
    given = [ExistingTest(test.file.stem, test.file) for test in tests]
    with open_sandbox() as sandbox:
        machine = environment(sandbox.isolation)
        before = measure(
            accepted, existing, protocol=protocol, sandbox=sandbox, on_event=RunHook("existing", on_event)
        )
        after = measure(
            accepted, given, protocol=protocol, sandbox=sandbox, on_event=RunHook("measure", on_event)
        )
    groups = {s.solution: s.group for s in select_solutions(before, seed=0)} if before else {}
    return Timing(
        measurements=tuple(map(_without_output, after)),
        existing=tuple(map(_without_output, before)),
        score=score(before, after, groups=groups) if before else None,
        environment=machine,
        answers=agreed_answers(after),
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
    fine = (Verdict.OK, Verdict.TIME)
    found: dict[str, bool] = {}
    for m in measurements:
        found[m.test] = found.get(m.test, True) and m.verdict in fine
    return found


def _without_output(measurement: Measurement) -> Measurement:
    return replace(measurement, runs=tuple(replace(run, stdout=b"") for run in measurement.runs))


@dataclass(frozen=True, slots=True)
class RunHook:
    """Passes runs on as progress of a stage."""

    stage: str
    on_event: ProgressHook

    def __call__(self, event: RunDone) -> None:
        """Tell that one more run is done."""
        self.on_event(Progress(self.stage, event.done, event.total, f"{event.solution} on {event.test}"))
