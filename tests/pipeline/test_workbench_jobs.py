"""What runs at a time and what runs alone, on a real bench whose runs are watched."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest

from stab.execute import compiling
from stab.pipeline import workbench
from stab.pipeline.conditions import Measuring
from stab.pipeline.ledger import Order
from stab.pipeline.workbench import Workbench
from stab.records import ExistingTest, Language, Run, Solution, Verdict

ECHO = "print(input())\n"


@pytest.fixture
def four(tmp_path: Path) -> list[ExistingTest]:
    found = []
    for name in "abcd":
        (tmp_path / f"{name}.in").write_text(f"{name}\n")
        found.append(ExistingTest(name, tmp_path / f"{name}.in"))
    return found


def test_several_run_at_a_time_but_what_is_compared_runs_alone(four, monkeypatch):
    meeting = threading.Barrier(2, timeout=20)
    cores = []

    def watched(program, test, protocol, sandbox):
        if protocol.core is None:
            meeting.wait()  # breaks unless two are here at a time
        cores.append(protocol.core)
        return Run(Verdict.OK, 0.1, 0.1, 1.0)

    monkeypatch.setattr(workbench, "judge_program", watched)
    solution = Solution("one", Language.PYTHON, ECHO)
    with Workbench(Measuring(jobs=2)) as bench:
        runs = bench.run_all([Order(solution, test, "screen") for test in four])
        assert [r.verdict for r in runs] == [Verdict.OK] * 4
        assert cores == [None] * 4
        bench.run(Order(solution, four[0], "confirm"))
    assert isinstance(cores[-1], int)


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_solution_is_compiled_once(four, jobs, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    compiled: Counter[str] = Counter()
    real = compiling._compile

    def counted(how, toolchain, limits, sandbox):
        compiled[how.files[0].text] += 1
        return real(how, toolchain, limits, sandbox)

    monkeypatch.setattr(compiling, "_compile", counted)
    sources = [ECHO, ECHO * 2, "print(\n"]
    solutions = [Solution(str(n), Language.PYTHON, text) for n, text in enumerate(sources)]
    with Workbench(Measuring(jobs=jobs)) as bench:
        runs = bench.run_all([Order(s, test, "screen") for s in solutions for test in four])

    assert [r.verdict for r in runs[:4]] == [Verdict.OK] * 4
    assert [r.verdict for r in runs[8:]] == [Verdict.COMPILE_ERROR] * 4
    assert all("never closed" in r.stderr for r in runs[8:])
    assert dict(compiled) == dict.fromkeys(sources, 1)
