"""Instructions instead of seconds: cachegrind (Valgrind) around a program, in the box."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

from stab.errors import MachineError
from stab.execute.compiling import compile_solution
from stab.execute.recipes import run_profile, start_command
from stab.execute.sandbox import DEFAULT_LIMITS, Sandbox
from stab.records import Language, Limits, Run, Solution

_TOOL = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
_TOTAL = re.compile(r"==\d+== I +refs: +([\d,]+)")
_SLOWER = 60  # measured: 7 times for C++, 43 for CPython
_COUNTABLE = (Language.C, Language.CPP, Language.RUST, Language.PYTHON)  # no compiling while they run


def count_instructions(
    solution: Solution, data: Path, sandbox: Sandbox, *, limits: Limits = DEFAULT_LIMITS
) -> int:
    """The instructions that a solution executes on an input, start-up included; nearly the same every time.

    Raises MachineError without Valgrind, for a language that compiles while it runs, and for a program that
    does not end well under Valgrind.
    """
    require_counting(solution.language)
    program = compile_solution(solution, sandbox)
    if isinstance(program, Run):
        raise MachineError(f"{solution.name} does not compile: {program.detail}")
    profile = run_profile(program)
    profile = replace(
        profile,
        environment=(*profile.environment, ("PYTHONHASHSEED", "0")),
        overhead_mb=profile.overhead_mb + 512 + limits.memory_mb,
        data_factor=None,
    )
    wider = replace(limits, time_s=_SLOWER * limits.time_s, wall_s=None)
    command = [str(_valgrind()), *_TOOL, *start_command(program, limits)]
    outcome = sandbox.run(command, profile=profile, limits=wider, stdin=data.resolve())
    total = _TOTAL.findall(outcome.stderr.decode("utf-8", "replace"))
    if outcome.fault or outcome.stopped or outcome.status or not total:
        why = outcome.fault or outcome.stopped or f"status {outcome.status}"
        raise MachineError(
            f"the instructions of {solution.name} can't be counted: {why}", hint="use --metric cpu"
        )
    return int(total[-1].replace(",", ""))


def require_counting(language: Language | None = None) -> None:
    """Raise MachineError where instructions can't be counted: at all, or for programs of a language."""
    _valgrind()
    if language is not None and language not in _COUNTABLE:
        raise MachineError(
            f"instructions of {language.value} programs vary from run to run: they compile while they run",
            hint="use --metric cpu",
        )


def _valgrind() -> Path:
    found = shutil.which("valgrind", path="/usr/bin:/bin")
    if found is None:
        raise MachineError(
            "instructions are counted with Valgrind, which is not here",
            hint="install it (Debian, Ubuntu: apt install valgrind), or use --metric cpu",
        )
    return Path(found)
