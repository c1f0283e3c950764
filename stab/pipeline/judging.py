"""`stab judge` as a straight line: every solution on every test, and what the verdicts say together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stab.pipeline.conditions import STANDARD, Measuring
from stab.pipeline.events import ProgressHook, silent
from stab.pipeline.measuring import measure_all
from stab.pipeline.telling import NO_ANSWER, disagreements, in_words, nothing_measured, reuse
from stab.pipeline.workbench import Workbench
from stab.records import Environment, ExistingTest, Measurement, Solution, Verdict


@dataclass(frozen=True, slots=True)
class Judging:
    """The runs of every solution on every test, solution by solution, and what the user should know."""

    measurements: tuple[Measurement, ...]
    environment: Environment
    notes: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        """True when every solution is OK on every test."""
        return all(m.verdict is Verdict.OK for m in self.measurements)


def judge_tests(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    measuring: Measuring = STANDARD,
    *,
    repeats: int = 1,
    on_event: ProgressHook = silent,
) -> Judging:
    """Return the verdict, times and memory of each solution on each test.

    A language without tools makes its solutions `unmeasured`. Raises SandboxError without isolation,
    MachineError where nothing at all could be measured, InputError where that is the checker's fault.
    """
    with Workbench(measuring) as bench:
        measured = measure_all(solutions, tests, bench, repeats=repeats, on_event=on_event)
        notes = (*_notes(solutions, tests, measured), *reuse(bench.ledger.reused))
        environment = bench.environment
    if all(m.verdict is Verdict.UNMEASURED for m in measured):
        raise nothing_measured(measured)
    plain = (replace(m, runs=tuple(replace(r, stdout=b"") for r in m.runs)) for m in measured)
    return Judging(tuple(plain), environment, notes)


def _notes(
    solutions: Sequence[Solution], tests: Sequence[ExistingTest], measured: Sequence[Measurement]
) -> Iterator[str]:
    open_ = [t.name for t in tests if t.answer is None]
    if open_:
        yield f"{len(open_)} of {len(tests)} tests have no answer: there OK only means: it finished"
    accepted = {s.name for s in solutions if s.expected == "accepted"}
    if not accepted:
        yield "no solution here is expected to be accepted"
    yield from in_words(disagreements(measured, accepted, open_), NO_ANSWER)
    for m in measured:
        if m.verdict is Verdict.UNMEASURED:
            yield f"{m.solution} on {m.test} could not be measured: {m.runs[0].detail}"
