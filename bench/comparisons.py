"""Programs that work as long as their input says, and single comparisons of two such inputs."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from stab.pipeline.comparing import baseline, compare, screen_first
from stab.pipeline.conditions import Measuring
from stab.pipeline.cores import idlest_core
from stab.pipeline.ledger import Order
from stab.pipeline.workbench import Workbench
from stab.records import ExistingTest, Language, Limits, Solution, TestScore

SOURCES = {
    Language.CPP: (
        '#include <cstdio>\nint main() { long n; if (scanf("%ld", &n) != 1) return 1; unsigned s = 7;'
        ' for (long i = 0; i < n; i++) s = s * 1664525u + 1013904223u + (s >> 16); printf("%u\\n", s); }\n'
    ),
    Language.PYTHON: "n = int(input())\ns = 7\nfor i in range(n): s = (s * 31 + i) % 1000003\nprint(s)\n",
    Language.JAVA: (
        "class Main { public static void main(String[] a) {"
        " long n = new java.util.Scanner(System.in).nextLong();"
        " int s = 7; for (long i = 0; i < n; i++) s = s * 1664525 + 1013904223 + (s >>> 16);"
        " System.out.println(s); } }\n"
    ),
}


def solution(language: Language) -> Solution:
    """Return the program of a language: it reads n and does n steps."""
    return Solution(f"steps-{language.value}", language, SOURCES[language])


SETTINGS = Measuring(limits=Limits(time_s=10.0))


def write(folder: Path, name: str, steps: int) -> ExistingTest:
    """Return a test that asks for so many steps."""
    file = folder / f"{name}.in"
    file.write_text(f"{steps}\n")
    return ExistingTest(name, file)


def steps_for(program: Solution, seconds: float, folder: Path, bench: Workbench) -> tuple[int, float]:
    """Return how many steps take so long here, and the seconds that the start takes."""

    def taken(steps: int) -> float:
        test = write(folder, f"calibrate-{steps}", steps)
        return median(bench.run(Order(program, test, "calibrate", k)).cpu_s for k in range(5))

    start, steps = taken(1), 100_000
    while taken(steps) - start < 0.1:
        steps *= 3
    return int(steps * (seconds - start) / (taken(steps) - start)), start


def one_comparison(program: Solution, old: ExistingTest, new: ExistingTest, bench: Workbench) -> TestScore:
    """Return the decision on one generated test against one existing test, by the whole procedure.

    Tests of other names share no run, whatever is in them.
    """
    first_old = screen_first([program], [old], bench, "existing")
    first_new = screen_first([program], [new], bench, "generated")
    base = baseline(program, [old], first_old, bench)
    return compare(program, base, [new], {new.name: first_new[0].runs[0]}, bench)[0]


@contextlib.contextmanager
def busy_neighbour() -> Iterator[None]:
    """Keep another core busy while the block runs: what is compared takes the idlest one."""
    cores = sorted(os.sched_getaffinity(0))
    pid = os.fork()
    if pid == 0:
        spare = [core for core in cores if core != idlest_core()] or cores
        os.sched_setaffinity(0, {spare[0]})
        while True:
            pass
    try:
        yield
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def upper_bound(events: int, trials: int, confidence: float = 0.95) -> float:
    """Return the one-sided upper bound of a rate after Clopper and Pearson (1934)."""
    from scipy.stats import beta

    return 1.0 if events == trials else float(beta.ppf(confidence, events + 1, trials - events))
