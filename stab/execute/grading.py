"""Whether a finished run's output is right: by tokens, or by the problem's own checker."""

from __future__ import annotations

import signal
import tempfile
from codecs import BOM_UTF8
from dataclasses import dataclass, replace
from pathlib import Path

from stab.execute.checking import first_departure, first_difference
from stab.execute.compiling import cache_folder, compile_solution
from stab.execute.isolation import Mount
from stab.execute.outcome import Outcome
from stab.execute.recipes import Program, run_profile, start_command
from stab.execute.running import as_run
from stab.execute.sandbox import Sandbox
from stab.records import Checker, CheckerKind, ExistingTest, Limits, Run, TokenRules, Verdict

CHECKER_LIMITS = Limits(time_s=30.0, memory_mb=2048, output_mb=16)
_FILES = Path("/files")
_KATTIS_RIGHT, _KATTIS_WRONG = 42, 43
_TESTLIB_WRONG = {
    1: "wrong answer",
    2: "presentation error",
    4: "text after the answer",
    8: "the output ends early",
}
_TESTLIB_GIVES_UP = 3
_MOST_SAID = 200  # characters of a checker's words
_WITH_REMARKS = (
    'mkdir -p feedback; "$@"; end=$?; '
    f"head -c {_MOST_SAID} feedback/judgemessage.txt >&2 2>/dev/null; exit $end"
)
_SIGNAL = 128  # and its number: what a shell returns for a program that a signal ended
_CHECKER = "the checker"
_UNCOMPILED, _STOPPED = f"{_CHECKER} does not compile", f"{_CHECKER} was stopped"


@dataclass(frozen=True, slots=True)
class Grader:
    """How outputs are compared: token by token, by a package's rules, or by its checker alone."""

    tolerance: float = 1e-6
    ignore_case: bool = False
    checker: Checker | TokenRules | None = None


def grade(run: Run, test: ExistingTest, grader: Grader, sandbox: Sandbox) -> Run:
    """The run with the verdict on its output; a run that failed, or has no answer to compare with, as it is.

    A checker that fails itself makes the run `unmeasured`: that is no word on the solution.
    """
    if run.verdict is not Verdict.OK:
        return run
    if isinstance(grader.checker, Checker):
        verdict, detail = check_output(grader.checker, test, run.stdout, sandbox)
        return replace(run, verdict=verdict, detail=detail)
    if test.answer is None:
        return run
    answer = test.answer.read_bytes().removeprefix(BOM_UTF8)
    if grader.checker is not None:
        difference = first_departure(answer, run.stdout, grader.checker)
    else:
        difference = first_difference(
            answer, run.stdout, tolerance=grader.tolerance, ignore_case=grader.ignore_case
        )
    return run if difference is None else replace(run, verdict=Verdict.WRONG_ANSWER, detail=difference)


def check_output(
    checker: Checker, test: ExistingTest, output: bytes, sandbox: Sandbox
) -> tuple[Verdict, str]:
    """What the problem's checker says about `output`: OK or WRONG_ANSWER with its words, or UNMEASURED.

    The checker is compiled and run in the box like any program. Raises MachineError without its tools.
    """
    program = compile_solution(checker.program, sandbox)
    if isinstance(program, Run):
        return Verdict.UNMEASURED, f"{_UNCOMPILED}: {program.detail}"
    with tempfile.TemporaryDirectory(prefix="check-", dir=cache_folder()) as name:
        folder = Path(name)
        folder.chmod(0o755)
        _lay_out(folder, test, output)
        outcome = _run(checker, program, folder, sandbox)
    run = as_run(outcome, CHECKER_LIMITS)
    if run.verdict not in (Verdict.OK, Verdict.RUNTIME_ERROR):
        return Verdict.UNMEASURED, f"{_STOPPED} ({run.verdict.value}): {run.detail}"
    return _meaning(checker.kind, outcome)


def blames_checker(run: Run) -> bool:
    """Whether a run has no verdict for its checker's fault alone."""
    return run.verdict is Verdict.UNMEASURED and run.detail.startswith(_CHECKER)


def blames_dead_checker(run: Run) -> bool:
    """Whether the checker does not even compile, or was stopped at a limit: likely on each output."""
    return blames_checker(run) and run.detail.startswith((_UNCOMPILED, _STOPPED))


def _lay_out(folder: Path, test: ExistingTest, output: bytes) -> None:
    """Input, output and answer as files that the box's user can read."""
    answer = test.answer.read_bytes() if test.answer is not None else b""
    for name, data in (("input", test.input.read_bytes()), ("output", output), ("answer", answer)):
        (folder / name).write_bytes(data)
        (folder / name).chmod(0o644)


def _run(checker: Checker, program: Program, folder: Path, sandbox: Sandbox) -> Outcome:
    command = start_command(program, CHECKER_LIMITS)
    given, said, right = (f"{_FILES}/{name}" for name in ("input", "output", "answer"))
    kattis = checker.kind is CheckerKind.KATTIS
    # a shell of the box makes the folder for remarks, says the first of them, and ends as the checker did
    words = [given, right, "feedback/"] if kattis else [given, said, right]
    script = ["/bin/sh", "-c", _WITH_REMARKS, "checker"] if kattis else []
    return sandbox.run(
        [*script, *command, *words, *checker.arguments],
        profile=run_profile(program, (Mount(folder, _FILES),)),
        limits=CHECKER_LIMITS,
        stdin=folder / "output" if kattis else None,
    )


def _meaning(kind: CheckerKind, outcome: Outcome) -> tuple[Verdict, str]:
    status = outcome.status
    said = " ".join((outcome.stderr or outcome.stdout).decode("utf-8", "replace").split())[:_MOST_SAID]
    if kind is CheckerKind.KATTIS:
        if status in (_KATTIS_RIGHT, _KATTIS_WRONG):
            right = status == _KATTIS_RIGHT
            return (Verdict.OK, "") if right else (Verdict.WRONG_ANSWER, said or "the checker says so")
        return Verdict.UNMEASURED, f"{_CHECKER} {_end(status)} instead of 42 or 43: {said}"
    if status == 0:
        return Verdict.OK, ""
    if status in _TESTLIB_WRONG:
        return Verdict.WRONG_ANSWER, said or _TESTLIB_WRONG[status]
    trouble = "gave up" if status == _TESTLIB_GIVES_UP else _end(status)
    return Verdict.UNMEASURED, f"{_CHECKER} {trouble}: {said}"


def _end(status: int) -> str:
    """Return how a program ended, from a shell's status."""
    if status <= _SIGNAL:
        return f"ended with {status}"
    try:
        return f"was ended by {signal.Signals(status - _SIGNAL).name}"
    except ValueError:
        return f"ended with {status}"
