"""Every solution on every test, several times, in rounds: slow drifts of the machine hit all alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stab.execute.checking import first_difference
from stab.execute.compiling import compile_solution
from stab.execute.languages import Program
from stab.execute.running import open_sandbox, run_program
from stab.execute.sandbox import DEFAULT_LIMITS, Sandbox
from stab.records import ExistingTest, Limits, Measurement, Run, Solution, Verdict

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
    """How `measure` works: limits, runs a pair, how outputs are compared, whether first outputs are kept."""

    limits: Limits = DEFAULT_LIMITS
    repeats: int = 3
    tolerance: float = 1e-6
    ignore_case: bool = False
    keep_output: bool = False


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
    programs = [compile_solution(solution, sandbox) for solution in solutions]
    runs: dict[tuple[int, int], list[Run]] = {}
    settled: set[tuple[int, int]] = set()
    done, total = 0, len(solutions) * len(tests) * protocol.repeats
    for round_ in range(protocol.repeats):
        for s, program in enumerate(programs):
            for t, test in enumerate(tests):
                if (s, t) in settled:
                    continue
                run = _once(program, test, protocol, sandbox)
                runs.setdefault((s, t), []).append(
                    run if protocol.keep_output and not round_ else replace(run, stdout=b"")
                )
                done += 1
                if run.verdict not in _TIMED:
                    settled.add((s, t))
                    total -= protocol.repeats - round_ - 1
                if on_event is not None:
                    on_event(RunDone(solutions[s].name, test.name, run.verdict, run.cpu_s, done, total))
    return tuple(
        Measurement(solution.name, test.name, _verdict(runs[s, t]), tuple(runs[s, t]))
        for s, solution in enumerate(solutions)
        for t, test in enumerate(tests)
    )


def _once(program: Program | Run, test: ExistingTest, protocol: Protocol, sandbox: Sandbox) -> Run:
    if isinstance(program, Run):  # it never compiled
        return program
    run = run_program(program, test.input, limits=protocol.limits, sandbox=sandbox)
    if run.verdict is not Verdict.OK or test.answer is None:
        return run
    difference = first_difference(
        test.answer.read_bytes(), run.stdout, tolerance=protocol.tolerance, ignore_case=protocol.ignore_case
    )
    return run if difference is None else replace(run, verdict=Verdict.WRONG_ANSWER, detail=difference)


def _verdict(runs: Sequence[Run]) -> Verdict:
    return min((run.verdict for run in runs), key=_GRAVITY.index, default=Verdict.UNMEASURED)
