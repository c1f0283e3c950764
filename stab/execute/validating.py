"""Whether a suite's own input validator accepts an input."""

from __future__ import annotations

from pathlib import Path

from stab.execute.compiling import compile_solution
from stab.execute.recipes import run_profile, start_command
from stab.execute.running import as_run
from stab.execute.sandbox import Sandbox
from stab.records import InputValidator, Limits, Run, Verdict

VALIDATOR_LIMITS = Limits(time_s=60.0, memory_mb=2048, output_mb=16)
_VALID = 42


def check_input(validator: InputValidator, data: Path, sandbox: Sandbox) -> tuple[Verdict, str]:
    """OK where the validator accepts the input, WRONG_ANSWER with its words where it refuses it, UNMEASURED
    where it says nothing: it does not compile, or breaks a limit.

    It is compiled and run in the box like any program. Raises MachineError without its tools.
    """
    program = compile_solution(validator.program, sandbox)
    if isinstance(program, Run):
        return Verdict.UNMEASURED, f"it does not compile: {program.detail}"
    command = [*start_command(program, VALIDATOR_LIMITS), *validator.arguments]
    outcome = sandbox.run(
        command, profile=run_profile(program), limits=VALIDATOR_LIMITS, stdin=data.resolve()
    )
    run = as_run(outcome, VALIDATOR_LIMITS)
    said = " ".join((outcome.stderr or outcome.stdout).decode("utf-8", "replace").split())[:200]
    if run.verdict not in (Verdict.OK, Verdict.RUNTIME_ERROR):
        return Verdict.UNMEASURED, f"it failed ({run.verdict.value}): {run.detail}"
    if outcome.status == _VALID:
        return Verdict.OK, ""
    return Verdict.WRONG_ANSWER, said or f"it ended with {outcome.status} instead of {_VALID}"
