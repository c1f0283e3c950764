"""Every solution on every test, several times, in rounds: slow drifts of the machine hit all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from stab.execute.compiling import compile_solution
from stab.execute.grading import Grader, grade
from stab.execute.recipes import Program
from stab.execute.running import open_sandbox, run_program
from stab.execute.sandbox import DEFAULT_LIMITS, Sandbox
from stab.records import Checker, ExistingTest, Limits, Measurement, Run, Solution, TokenRules, Verdict

_GRAVITY = (
    Verdict.COMPILE_ERROR,
    Verdict.WRONG_ANSWER,
    Verdict.RUNTIME_ERROR,
    Verdict.OUTPUT,
    Verdict.MEMORY,
    Verdict.TIME,
    Verdict.OK,
    Verdict.UNMEASURED,
)
_TIMED = (Verdict.OK, Verdict.WRONG_ANSWER, Verdict.UNMEASURED)  # worth another run


@dataclass(frozen=True, slots=True)
class RunDone:
    """Progress of `measure`: one run more; `total` shrinks when pairs are settled early."""

    solution: str
    test: str
    verdict: Verdict
    cpu_s: float
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Protocol:
    """How `measure` works: limits, runs a pair, how outputs are compared (by the problem's own `checker`
    where there is one), whether first outputs are kept, and the one core that programs run on."""

    limits: Limits = DEFAULT_LIMITS
    repeats: int = 3
    tolerance: float = 1e-6
    ignore_case: bool = False
    keep_output: bool = False
    checker: Checker | TokenRules | None = None
    core: int | None = None


STANDARD = Protocol()


def measure(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    *,
    protocol: Protocol = STANDARD,
    on_event: Callable[[RunDone], None] | None = None,
    sandbox: Sandbox | None = None,
) -> tuple[Measurement, ...]:
    """All runs of every solution on every test, in the order given.

    A pair that fails is settled by its first run: a run killed by a limit is a lower bound, not a time. A
    wrong answer fails nothing here: its times are as good as any, and a problem may have many answers.
    Outputs are compared with ExistingTest.answer where there is one. Raises SandboxError, MachineError.
    """
    if sandbox is None:
        with open_sandbox() as own:
            return measure(solutions, tests, protocol=protocol, on_event=on_event, sandbox=own)
    rounds = _Rounds(
        [solution.name for solution in solutions],
        [compile_solution(solution, sandbox) for solution in solutions],
        tests,
        protocol,
        sandbox,
    )
    for round_ in range(protocol.repeats):
        for done in rounds.go_round(round_):
            if on_event is not None:
                on_event(done)
    return rounds.result()


@dataclass(slots=True)
class _Rounds:
    """The runs of `measure` so far, by places of solution and test."""

    names: Sequence[str]
    programs: Sequence[Program | Run]  # a Run: it never compiled
    tests: Sequence[ExistingTest]
    protocol: Protocol
    sandbox: Sandbox
    runs: dict[tuple[int, int], list[Run]] = field(default_factory=dict)
    settled: set[tuple[int, int]] = field(default_factory=set)
    done: int = 0
    total: int = 0

    def go_round(self, round_: int) -> Iterator[RunDone]:
        """Run each pair that is not settled once."""
        pairs = [(s, t) for s in range(len(self.names)) for t in range(len(self.tests))]
        self.total = self.total or len(pairs) * self.protocol.repeats
        for s, t in pairs:
            if (s, t) in self.settled:
                continue
            run = judge_program(self.programs[s], self.tests[t], self.protocol, self.sandbox)
            keep = self.protocol.keep_output and not round_
            self.runs.setdefault((s, t), []).append(run if keep else replace(run, stdout=b""))
            self.done += 1
            if run.verdict not in _TIMED:
                self.settled.add((s, t))
                self.total -= self.protocol.repeats - round_ - 1
            yield RunDone(self.names[s], self.tests[t].name, run.verdict, run.cpu_s, self.done, self.total)

    def result(self) -> tuple[Measurement, ...]:
        return tuple(
            Measurement(name, test.name, worst_verdict(runs), tuple(runs))
            for s, name in enumerate(self.names)
            for t, test in enumerate(self.tests)
            for runs in [self.runs.get((s, t), [])]
        )


def judge_program(
    program: Program | Run | Solution, test: ExistingTest, protocol: Protocol, sandbox: Sandbox
) -> Run:
    """One run of a program on a test, its output compared with the answer.

    A Run instead of a program, one that never compiled, is its own result. Raises MachineError without the
    language's tools.
    """
    if isinstance(program, Run):
        return program
    run = run_program(program, test.input, limits=protocol.limits, sandbox=sandbox, core=protocol.core)
    grader = Grader(protocol.tolerance, protocol.ignore_case, protocol.checker)
    return grade(run, test, grader, sandbox)


def worst_verdict(runs: Sequence[Run]) -> Verdict:
    """The gravest of the verdicts; `unmeasured` only where nothing else was seen."""
    return min((run.verdict for run in runs), key=_GRAVITY.index, default=Verdict.UNMEASURED)
