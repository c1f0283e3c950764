"""One solution on one input, and what that shows."""

from __future__ import annotations

import signal
from pathlib import Path

from stab.execute.compiling import cache_folder, compile_solution
from stab.execute.languages import Program, private_folders, run_profile, start_command
from stab.execute.sandbox import DEFAULT_LIMITS, Outcome, Sandbox
from stab.records import Limits, Run, Solution, Verdict

_MIB = 1 << 20
_OUT_OF_MEMORY = ("MemoryError", "std::bad_alloc", "java.lang.OutOfMemoryError")


def open_sandbox() -> Sandbox:
    """A sandbox for compiling and running solutions, to be used with `with`. Raises SandboxError."""
    return Sandbox(private=(cache_folder(), *private_folders()))


def run_program(
    program: Solution | Program,
    data: Path,
    *,
    limits: Limits = DEFAULT_LIMITS,
    sandbox: Sandbox | None = None,
) -> Run:
    """Run a solution on the input file `data`: OK, or how it failed; a solution is compiled first (cached).

    Raises SandboxError without isolation and MachineError without the language's tools.
    """
    if sandbox is None:
        with open_sandbox() as own:
            return run_program(program, data, limits=limits, sandbox=own)
    if isinstance(program, Solution):
        compiled = compile_solution(program, sandbox)
        if isinstance(compiled, Run):
            return compiled
        program = compiled
    outcome = sandbox.run(
        start_command(program, limits), profile=run_profile(program), limits=limits, stdin=data.resolve()
    )
    return as_run(outcome, limits)


def as_run(outcome: Outcome, limits: Limits) -> Run:
    """The verdict on what happened, from the counters first: who killed the program is not the point."""
    stderr = outcome.stderr.decode("utf-8", "replace")
    if outcome.fault is not None:
        return Run(Verdict.UNMEASURED, 0.0, 0.0, None, f"could not measure: {outcome.fault}")
    if outcome.stopped == "abandoned":
        return Run(Verdict.UNMEASURED, 0.0, 0.0, None, "could not measure: interrupted")
    if outcome.status == 1 and stderr.startswith("bwrap: "):  # it never got as far as the program
        return Run(Verdict.UNMEASURED, 0.0, 0.0, None, f"could not measure: {stderr.strip()[:300]}")
    verdict, detail = _judge(outcome, limits, stderr)
    return Run(
        verdict,
        outcome.cpu_s,
        outcome.wall_s,
        outcome.peak_bytes / _MIB,
        detail,
        outcome.stdout,
        stderr,
    )


def _judge(outcome: Outcome, limits: Limits, stderr: str) -> tuple[Verdict, str]:
    if outcome.stopped == "memory":
        return Verdict.MEMORY, f"more than {limits.memory_mb} MiB"
    if outcome.cpu_s > limits.time_s or outcome.stopped == "cpu":
        return Verdict.TIME, f"more than {limits.time_s:g} s of CPU time"
    if outcome.stopped == "wall":
        return (
            Verdict.TIME,
            f"still running after {outcome.wall_s:.1f} s with {outcome.cpu_s:.2f} s of CPU time",
        )
    if outcome.stopped == "output" or outcome.output_bytes >= limits.output_mb * _MIB:
        return Verdict.OUTPUT, f"more than {limits.output_mb} MiB of output"
    if outcome.status == 0:
        return Verdict.OK, ""
    if any(word in stderr for word in _OUT_OF_MEMORY):
        return Verdict.MEMORY, f"an allocation failed under the limit of {limits.memory_mb} MiB"
    return Verdict.RUNTIME_ERROR, _exit_detail(outcome.status, stderr)


def _exit_detail(status: int, stderr: str) -> str:
    number = -status if status < 0 else status - 128
    try:
        ending = f"ended by {signal.Signals(number).name}"
    except ValueError:
        ending = f"exit status {status}"
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    java = [line for line in lines if line.startswith("Exception in thread")]
    said = [*java[:1], *lines[-1:]]
    return f"{ending}: {said[0][:200]}" if said else ending
