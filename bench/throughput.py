"""How many runs a minute one core does, of a program that needs 10 ms: stab, its supervisor and the program.

python bench/throughput.py [--windows 6] [--level strict] [--core 0] [--json FILE]

One run at a time, so one core is busy; `--core` holds everything on that one. On a busy machine `chrt -r 1`
in front lets us go before all others; the scheduling policy is recorded. Of windows of 5 s each the best and
the median are told: the best one was disturbed least.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from machine import machine

from stab.execute import Level, Sandbox, compile_solution, open_sandbox, run_program
from stab.execute.recipes import Program
from stab.records import Language, Solution, Verdict

SOURCE = """#include <cstdio>
#include <ctime>
int main() {{
    unsigned s = 0;
    for (unsigned i = 0; i < {steps}u; i++) s = s * 31 + (i ^ s >> 3);
    printf("%u\\n", s);
}}
"""
TARGET_S = 0.010
WINDOW_S = 5.0


def program_of_10_ms(sandbox: Sandbox, data: Path) -> tuple[Program, float]:
    """A compiled program whose least CPU time is near 10 ms, and that time."""
    steps = 5_000_000
    for _ in range(4):
        program = compile_solution(Solution("bench", Language.CPP, SOURCE.format(steps=steps)), sandbox)
        assert isinstance(program, Program), program
        least = min(run_program(program, data, sandbox=sandbox).cpu_s for _ in range(8))
        if abs(least - TARGET_S) < 0.0005:
            break
        steps = int(steps * TARGET_S / least)
    return program, least


def count_runs(program: Program, data: Path, sandbox: Sandbox) -> tuple[float, float]:
    """Runs a minute in one window, and the median of the CPU seconds of a run."""
    cpu = []
    began = time.monotonic()
    while time.monotonic() - began < WINDOW_S:
        run = run_program(program, data, sandbox=sandbox)
        assert run.verdict is Verdict.OK, run
        cpu.append(run.cpu_s)
    return 60 * len(cpu) / (time.monotonic() - began), median(cpu)


def main() -> None:
    """Print the figure, and write it with the machine where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--windows", type=int, default=6)
    parser.add_argument("--level", type=Level, default=Level.STRICT)
    parser.add_argument("--core", type=int)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    with (
        tempfile.TemporaryDirectory() as name,
        open_sandbox(level=options.level, allow_unsafe=True) as sandbox,
    ):
        data = Path(name) / "in"
        data.write_text("1\n")
        program, least = program_of_10_ms(sandbox, data)
        rates, typical = zip(
            *(count_runs(program, data, sandbox) for _ in range(options.windows)), strict=True
        )
    policy = {os.SCHED_OTHER: "usual", os.SCHED_RR: "round robin, before all others"}
    document = {
        "schema": "stab/bench/throughput/1",
        "level": options.level.value,
        "runs_per_minute": {"best": round(max(rates)), "median": round(median(rates))},
        "program_cpu_ms": {"min": round(1e3 * least, 2), "median": round(1e3 * median(typical), 2)},
        "windows": options.windows,
        "core": options.core,
        "scheduling": policy.get(os.sched_getscheduler(0), "other"),
        "machine": machine(),
    }
    print(json.dumps(document, indent=1))
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
