"""One solution on one input, and what that shows."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

from stab.errors import SandboxError
from stab.execute.compiling import cache_folder, compile_solution
from stab.execute.isolation import Level
from stab.execute.languages import private_folders
from stab.execute.outcome import Outcome
from stab.execute.recipes import Program, run_profile, start_command
from stab.execute.sandbox import DEFAULT_LIMITS, SAFE, Sandbox
from stab.records import Limits, Run, Solution, Verdict

_MIB = 1 << 20
_OUT_OF_MEMORY = (
    "MemoryError",
    "std::bad_alloc",
    "java.lang.OutOfMemoryError",
    "JavaScript heap out of memory",
    "fatal error: runtime: out of memory",  # Go
    "memory allocation of ",  # Rust
)
_START_S = 0.05  # what bubblewrap needs at most before the program starts


def open_sandbox(*, level: Level | None = None, allow_unsafe: bool = False) -> Sandbox:
    """A sandbox for compiling and running solutions, to be used with `with`: the strongest level that works
    here, or the given one.

    Weak isolation is never taken without `allow_unsafe`. Raises SandboxError (on entering, too).
    """
    levels = [level] if level else [*SAFE, *([Level.WEAK] if allow_unsafe else [])]
    if Level.WEAK in levels and not allow_unsafe:
        raise SandboxError("weak isolation protects nothing", hint="allow it with --allow-unsafe")
    return Sandbox(private=(cache_folder(), *private_folders()), levels=levels)


def run_program(
    program: Solution | Program,
    data: Path,
    *,
    limits: Limits = DEFAULT_LIMITS,
    sandbox: Sandbox | None = None,
    core: int | None = None,
) -> Run:
    """Run a solution on the input file `data`: OK, or how it failed; a solution is compiled first (cached).

    `core` is the one processor core it may use. Raises SandboxError without isolation and MachineError
    without the language's tools.
    """
    if sandbox is None:
        with open_sandbox() as own:
            return run_program(program, data, limits=limits, sandbox=own, core=core)
    if isinstance(program, Solution):
        compiled = compile_solution(program, sandbox)
        if isinstance(compiled, Run):
            return compiled
        program = compiled
    command = start_command(program, limits)
    profile = run_profile(program)
    outcome = sandbox.run(command, profile=profile, limits=limits, stdin=data.resolve(), core=core)
    return as_run(outcome, limits)


def as_run(outcome: Outcome, limits: Limits) -> Run:
    """The verdict on what happened, from the counters first: who killed the program is not the point."""
    stderr = outcome.stderr.decode("utf-8", "replace")
    trouble = _trouble(outcome, stderr)
    if trouble is not None:
        return Run(Verdict.UNMEASURED, 0.0, 0.0, None, f"could not measure: {trouble}")
    verdict, detail = _judge(outcome, limits, stderr)
    memory = outcome.peak_bytes / _MIB
    return Run(verdict, outcome.cpu_s, outcome.wall_s, memory, detail, outcome.stdout, stderr)


def _trouble(outcome: Outcome, stderr: str) -> str | None:
    """What of the machine or of ours went wrong, if anything: then nothing is said about the program."""
    if outcome.fault is not None:
        return outcome.fault
    if outcome.stopped == "abandoned":
        return "interrupted"
    if outcome.stopped == "starved":
        return f"the machine was too busy: {outcome.cpu_s:.2f} s of CPU time in {outcome.wall_s:.1f} s"
    if outcome.status == 1 and stderr.startswith("bwrap: execvp ") and outcome.cpu_s < _START_S:
        return stderr.strip()[:300]  # it never got as far as the program
    return None


def _judge(outcome: Outcome, limits: Limits, stderr: str) -> tuple[Verdict, str]:
    for broken, verdict, detail in _counters(outcome, limits):
        if broken:
            return verdict, detail
    if outcome.status == 0:
        return Verdict.OK, ""
    if any(word in stderr for word in _OUT_OF_MEMORY):
        return Verdict.MEMORY, f"an allocation failed under the limit of {limits.memory_mb} MiB"
    return Verdict.RUNTIME_ERROR, _exit_detail(outcome.status, stderr)


def _counters(outcome: Outcome, limits: Limits) -> Iterator[tuple[bool, Verdict, str]]:
    """Whether each limit is broken, in the order in which they decide."""
    memory = outcome.peak_bytes > outcome.memory_limit > 0 or outcome.refused_memory
    yield memory or outcome.stopped == "memory", Verdict.MEMORY, f"more than {limits.memory_mb} MiB"
    cpu = outcome.cpu_s > limits.time_s or outcome.stopped == "cpu"
    yield cpu, Verdict.TIME, f"more than {limits.time_s:g} s of CPU time"
    waited = f"still running after {outcome.wall_s:.1f} s with {outcome.cpu_s:.2f} s of CPU time"
    yield outcome.stopped == "wall", Verdict.TIME, waited
    flood = outcome.stopped == "output" or outcome.output_bytes >= limits.output_mb * _MIB
    yield flood, Verdict.OUTPUT, f"more than {limits.output_mb} MiB of output"
    full = "its work folder is full: too many files, too large, or nested too deep"
    yield outcome.stopped == "disk", Verdict.OUTPUT, full


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
