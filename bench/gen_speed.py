"""CPU seconds and memory of the command line: start-up, a whole `stab gen`, and a test of 10^6 integers.

    python bench/gen_speed.py [--runs N] [--write]

Prints the least and the median CPU time (user + system, whole process) of N runs, and the peak memory.
Targets: `stab --help` <= 0.3 s; `stab gen` with n = 2*10^5, keyword-matched, <= 3 s and <= 400 MB; a test of
10^6 integers generated and written in <= 1 s by its standalone generator.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from machine import machine

ROOT = Path(__file__).resolve().parent.parent
STAB = str(Path(sys.executable).with_name("stab"))
MILLION = """# A million numbers

## Input

The first line contains an integer n (1 ≤ n ≤ 1000000).
The second line contains n integers a_1, a_2, ..., a_n (1 ≤ a_i ≤ 10^9).
Sort the array in non-decreasing order.

## Sample Input

```
3
3 1 2
```
"""


@dataclass(frozen=True)
class Cost:
    """What a run took."""

    cpu_s: float
    peak_mb: float


def cost(command: list[str], cwd: Path) -> Cost:
    """Run a command and return the kernel's account of it."""
    with (cwd / "output").open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, cwd=cwd)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    lines = ["# Speed of the command line", "", machine(), ""]
    lines += ["| what | least CPU s | median CPU s | peak MB | target |", "| --- | --- | --- | --- | --- |"]
    with tempfile.TemporaryDirectory() as folder:
        for what, command, target in commands(Path(folder)):
            runs = []
            for _ in range(args.runs):
                shutil.rmtree(Path(folder) / "out", ignore_errors=True)
                runs.append(cost(command, Path(folder)))
            cpu = [r.cpu_s for r in runs]
            peak = max(r.peak_mb for r in runs)
            lines.append(
                f"| {what} | {min(cpu):.2f} | {statistics.median(cpu):.2f} | {peak:.0f} | {target} |"
            )
    print("\n".join(lines))
    if args.write:
        (ROOT / "bench" / "results" / "gen_speed.md").write_text("\n".join(lines) + "\n")


def commands(folder: Path) -> list[tuple[str, list[str], str]]:
    """Return what is measured; the generator of 10^6 integers is made first."""
    problem = folder / "million.md"
    problem.write_text(MILLION, encoding="utf-8")
    subprocess.run(
        [STAB, "gen", problem, "-o", folder / "million", "--tests", "1"], check=True, capture_output=True
    )
    generator = next((folder / "million" / "generators").glob("*.py"))
    found = [("`stab --help`", [STAB, "--help"], "0.3 s")]
    for name in ("range-sums", "tree-distances"):
        statement = str(ROOT / "examples" / name / "problem.md")
        found.append((f"`stab gen examples/{name}`", [STAB, "gen", statement, "-o", "out"], "3 s, 400 MB"))
    found.append(("a generator of 10^6 integers", [sys.executable, str(generator), "1"], "1 s"))
    return found


if __name__ == "__main__":
    main()
