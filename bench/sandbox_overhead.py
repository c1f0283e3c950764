"""What the sandbox costs a run: boxed and bare runs of the same program in turn, as paired minima.

python bench/sandbox_overhead.py [--runs 60] [--level strict] [--core N] [--json FILE]

`wall_ms` is from the call until the answer, as a user waits for it. The bare run is a posix_spawn of the same
command with the same redirections, and wait4. Load is recorded: minima stand some of it, medians do not. On
a busy machine `chrt -r 1` in front lets both kinds of run go before all others.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from machine import machine

from stab.execute import Level, Sandbox, compile_solution, open_sandbox, run_program
from stab.execute.recipes import Program
from stab.records import Language, Run, Solution, Verdict

SOURCES = {
    Language.CPP: (
        "#include <cstdio>\nint main() { unsigned s = 0;"
        ' for (unsigned i = 0; i < 20000000; i++) s = s * 31 + i; printf("%u\\n", s); }\n'
    ),
    Language.PYTHON: "s = 0\nfor i in range(100000): s = (s * 31 + i) % 1000003\nprint(s)\n",
    Language.JAVA: (
        "class Main { public static void main(String[] a) { int s = 0;"
        " for (int i = 0; i < 20000000; i++) s = s * 31 + i; System.out.println(s); } }\n"
    ),
}


@dataclass(frozen=True, slots=True)
class Row:
    """Minima and medians in milliseconds over all rounds of one language."""

    language: str
    bare_wall_ms: float
    boxed_wall_ms: float
    added_wall_ms: float
    added_wall_median_ms: float
    bare_cpu_ms: float
    boxed_cpu_ms: float
    reported_wall_ms: float


def bare(command: list[str], data: Path, out: Path) -> tuple[float, float]:
    """Wall and CPU seconds of the command without any box."""
    new = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, str(data), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(out), new, 0o600),
    ]
    began = time.monotonic()
    pid = os.posix_spawn(command[0], command, {"PATH": "/usr/bin:/bin"}, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic() - began
    assert status == 0
    return wall, usage.ru_utime + usage.ru_stime


def bare_command(program: Program) -> list[str]:
    """What `start_command` runs in the box, with host paths."""
    path, tools = str(program.folder / program.artifact), program.toolchain
    if tools.language is Language.CPP:
        return [path]
    if tools.language is Language.PYTHON:
        return [tools.programs[0], path]
    return [tools.programs[-1], *tools.run_flags, "-Xmx1024m", "-cp", path, program.entry]


def compare(language: Language, runs: int, sandbox: Sandbox, folder: Path, core: int | None) -> Row:
    """Boxed and bare runs in turn, both on `core` if there is one."""
    program = compile_solution(Solution("bench", language, SOURCES[language]), sandbox)
    assert isinstance(program, Program), program
    data, out = folder / "in", folder / "out"
    data.write_text("1\n")
    command = bare_command(program)
    bare_runs, boxed_runs, reported = [], [], []
    everywhere = os.sched_getaffinity(0)
    for _ in range(runs):
        os.sched_setaffinity(0, everywhere if core is None else {core})
        bare_runs.append(bare(command, data, out))
        os.sched_setaffinity(0, everywhere)
        began = time.monotonic()
        run: Run = run_program(program, data, sandbox=sandbox, core=core)
        boxed_runs.append((time.monotonic() - began, run.cpu_s))
        reported.append(run.wall_s)
        assert run.verdict is Verdict.OK, run
    bare_wall, bare_cpu = zip(*bare_runs, strict=True)
    boxed_wall, boxed_cpu = zip(*boxed_runs, strict=True)
    return Row(
        language.value,
        1e3 * min(bare_wall),
        1e3 * min(boxed_wall),
        1e3 * (min(boxed_wall) - min(bare_wall)),
        1e3 * (median(boxed_wall) - median(bare_wall)),
        1e3 * min(bare_cpu),
        1e3 * min(boxed_cpu),
        1e3 * min(reported),
    )


def main() -> None:
    """Print the table, and write it with the machine where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--level", type=Level, default=Level.STRICT)
    parser.add_argument("--core", type=int)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        open_sandbox(level=options.level, allow_unsafe=True) as sandbox,
    ):
        rows = [compare(lang, options.runs, sandbox, Path(name), options.core) for lang in SOURCES]
        layers = sandbox.isolation.layers
    print(f"{options.level}, paired minima of {options.runs} runs, core {options.core}")
    names = ("bare", "boxed", "added", "(median)", "cpu bare", "cpu boxed")
    print("ms".ljust(9), *(name.rjust(9) for name in names))
    for row in rows:
        print(
            f"{row.language:9} {row.bare_wall_ms:9.1f} {row.boxed_wall_ms:9.1f} {row.added_wall_ms:9.1f}"
            f" {row.added_wall_median_ms:9.1f} {row.bare_cpu_ms:9.1f} {row.boxed_cpu_ms:9.1f}"
        )
    print(machine())
    if options.json:
        document = {
            "schema": "stab/bench/sandbox-overhead/2",
            "level": options.level.value,
            "layers": layers,
            "runs": options.runs,
            "core": options.core,
            "scheduling": "round robin" if os.sched_getscheduler(0) == os.SCHED_RR else "usual",
            "machine": machine(),
            "rows": [asdict(row) for row in rows],
        }
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
