"""What `stab gen` says about what it made."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from stab.cli.console import Console
from stab.cli.made import next_steps, show_suite_faults, show_times
from stab.records import Decision, Measurement, Rejection, Run, Verdict

FAULTS = tuple(Rejection(f"t{i}", "layout", "line 1, column 1: 3 was expected") for i in range(12))


def measurement(solution: str, verdict: Verdict, *cpu_s: float) -> Measurement:
    runs = tuple(Run(verdict, cpu, cpu, 1.0) for cpu in cpu_s)
    return Measurement(solution, "01-x", verdict, runs)


def test_a_solution_without_a_run_is_shown_as_such(capsys):
    report = SimpleNamespace(
        measurements=(
            measurement("a.py", Verdict.UNMEASURED),
            measurement("b.py", Verdict.OK, 0.5, 0.7, 0.6),
            measurement("c.py", Verdict.TIME, 2.0),
            measurement("d.cpp", Verdict.COMPILE_ERROR),
        )
    )

    show_times(Console(), report)  # type: ignore[arg-type]

    rows = [line.split() for line in capsys.readouterr().out.splitlines()[3:]]
    assert rows == [
        ["a.py", "-", "-", "unmeasured"],
        ["b.py", "0.60", "s", "01-x", "OK"],
        ["c.py", ">", "2.00", "s", "01-x", "TLE"],
        ["d.cpp", "-", "-", "CE"],
    ]


def test_faults_of_the_suite_are_told_but_not_by_the_hundred(capsys):
    show_suite_faults(Console(), SimpleNamespace(suite_faults=FAULTS))  # type: ignore[arg-type]

    said = capsys.readouterr().err
    assert said.count("suite fault:") == 10
    assert "2 more" in said
    assert "12 existing tests break" in said


@pytest.mark.parametrize(
    ("measurements", "score", "word"),
    [
        ((), None, "-s SOLUTIONS"),
        ((1,), None, "--existing"),
        ((1,), SimpleNamespace(by_test=()), "--seed"),
        ((1,), SimpleNamespace(by_test=(SimpleNamespace(test="07-x", decision=Decision.SLOWER),)), "07-x"),
    ],
)
def test_the_next_step_follows_what_is_known(measurements, score, word):
    steps = next_steps(SimpleNamespace(measurements=measurements, score=score), Path("out"))  # type: ignore[arg-type]

    assert any(word in step for step in steps)


def test_no_table_is_wider_than_a_terminal_or_breaks_a_name(capsys):
    name = "02-balanced-s12-naive-search-text.in"

    Console().table("", ("test", "bytes", "meant to hurt"), [(name, "400,002", "words " * 30)] * 3)

    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(name) for line in lines) == 3


def test_garbage_among_the_existing_tests_is_told_and_reported(stab, examples, tmp_path):
    folder = examples / "echoes"
    existing = tmp_path / "suite"
    existing.mkdir()
    for test in (folder / "tests").glob("*.in"):
        (existing / test.name).write_bytes(test.read_bytes())
    (existing / "odd.in").write_bytes(bytes(range(256)))
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "fast.py").write_bytes((folder / "solutions" / "fast.py").read_bytes())

    done = stab(
        "gen", folder / "problem.md", "-o", "out", "--tests", 1, "-s", "solutions", "--existing", existing,
        "--json",
    )  # fmt: skip

    assert done.code == 0, done.err
    assert [f["subject"] for f in done.document["suite_faults"]] == ["odd"]
    assert re.search(r"suite fault: odd: line \d", done.err)


@pytest.mark.parametrize("command", [["doctor"], ["catalog", "list"], ["catalog", "show", "S07"]])
def test_lists_fit_a_terminal(stab, command):
    done = stab(*command)

    assert done.code == 0
    assert [line for line in done.out.splitlines() if len(line) > 80] == []
