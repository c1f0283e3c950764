"""judge, score and rank on small suites: verdicts, notes, documents, what odd suites lead to."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.packages import load_solutions, load_tests

SUM = "n = int(input())\nprint(sum(map(int, input().split())))\n"
STATEMENT = (Path(__file__).parents[1] / "cases" / "total.md").read_text()


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A statement, two tests with answers, a right solution."""
    for name, numbers in (("small", [1, 2]), ("large", [5] * 900)):
        write(tmp_path / "tests" / f"{name}.in", f"{len(numbers)}\n{' '.join(map(str, numbers))}\n")
        write(tmp_path / "tests" / f"{name}.ans", f"{sum(numbers)}\n")
    write(tmp_path / "problem.md", STATEMENT)
    write(tmp_path / "sol" / "right.py", SUM)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def kept_runs(file: Path) -> int:
    """Return how many runs a store holds; 0 while it is being made."""
    try:
        with contextlib.closing(sqlite3.connect(file)) as database:
            return int(database.execute("SELECT count(*) FROM runs").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def store(suite: Path) -> tuple[str, str]:
    return ("--store", str(suite / "runs.sqlite"))


def test_verdicts_of_odd_solutions(stab, suite: Path):
    write(suite / "sol" / "blind.py", "print(3)\n")  # reads nothing
    write(suite / "sol" / "binary.py", "import sys\nsys.stdout.buffer.write(bytes(range(256)))\n")
    write(suite / "sol" / "file.py", "print(open('table.txt').read())\n")
    write(suite / "sol" / "broken.py", "def f(:\n")
    write(suite / "sol" / "endless.py", "while True: pass\n")
    done = stab("judge", "tests", "-s", "sol", "--json", "--time", "0.3", *store(suite))

    assert done.code == 1
    document = done.document
    assert document["schema"] == "stab/judge/1"
    seen = {(r["solution"], r["test"]): r for r in document["results"]}
    assert {s: seen[s, "large"]["verdict"] for s, t in seen if t == "large"} == {
        "right.py": "OK",
        "blind.py": "WA",
        "binary.py": "WA",
        "file.py": "RTE",
        "broken.py": "CE",
        "endless.py": "TLE",
    }
    assert seen["blind.py", "small"]["verdict"] == "OK"
    assert "table.txt" in seen["file.py", "large"]["detail"]
    assert seen["endless.py", "large"]["cpu_s"][0]["at_least"] >= 0.3
    assert seen["right.py", "large"]["language"] == "python"
    assert document["environment"]["isolation"] in ("strict", "landlock")


def test_the_table_has_a_line_for_each_solution(stab, suite: Path):
    write(suite / "sol" / "endless.py", "while True: pass\n")
    done = stab("judge", "tests", "-s", "sol", "--time", "0.3", *store(suite))

    lines = done.out.splitlines()
    assert done.code == 1
    assert [line.split()[:3] for line in lines[1:3]] == [
        ["endless.py", "TLE", "0/2"],
        ["right.py", "OK", "2/2"],
    ]
    assert "> 0." in lines[1]


def test_all_right_is_exit_0_and_a_second_call_reuses_the_runs(stab, suite: Path):
    first = stab("judge", "tests", "-s", "sol", "--json", *store(suite))
    again = stab("judge", "tests", "-s", "sol", "--json", *store(suite))
    fresh = stab("judge", "tests", "-s", "sol", "--json", "--fresh", *store(suite))

    assert (first.code, again.code, fresh.code) == (0, 0, 0)
    assert again.document["results"] == first.document["results"]
    assert "2 runs were measured before" in again.err
    assert "measured before" not in fresh.err
    assert fresh.document["results"] != first.document["results"]


def test_tests_without_answers_and_solutions_that_disagree_are_said(stab, suite: Path):
    (suite / "tests" / "small.ans").unlink()
    write(suite / "sol" / "other.py", "input()\nprint(len(input().split()))\n")
    done = stab("judge", "tests", "-s", "sol", *store(suite))

    assert "1 of 2 tests have no answer" in done.err
    assert "accepted solutions disagree on small" in done.err


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("judge", "tests", "-s", "sol", "--time", "0"), 2, "--time"),
        (("judge", "nowhere", "-s", "sol"), 3, "no such folder"),
        (("judge", "tests", "-s", "nowhere"), 3, "no such file or folder"),
        (("judge", "tests", "-s", "sol", "--store", "problem.md"), 3, "not a file of measurements"),
        (("judge", "tests", "-s", "sol", "--isolation", "none"), 2, "strict"),
        (("judge", "tests", "-s", "sol", "--isolation", "weak"), 4, "--allow-unsafe"),
        (("rank", "problem.md", "-s", "sol", "--metric", "joules"), 2, "cpu, wall, instructions"),
        (("rank", "problem.md", "-s", "sol", "--budget", "soon"), 2, "like 90s"),
        (
            ("score", "problem.md", "-s", "bad", "--existing", "tests", "--generated", "tests"),
            3,
            "no accepted",
        ),
    ],
)
def test_bad_calls_are_told(stab, suite: Path, args, code, said):
    write(suite / "bad" / "wrong_answer" / "w.py", "print(1)\n")
    done = stab(*args)

    assert done.code == code
    assert said in done.err


def test_a_package_without_a_usable_limit_is_told(stab, suite: Path):
    write(suite / "pkg" / "problem.yaml", "name: x\nlimits:\n  time_limit: 0\n")
    write(suite / "pkg" / "data" / "secret" / "1.in", "1\n4\n")
    write(suite / "pkg" / "data" / "secret" / "1.ans", "4\n")
    done = stab("judge", "pkg", "-s", "sol", *store(suite))

    assert done.code == 0
    assert "no usable time limit: runs may take 10 s" in done.err


def test_score_where_no_solution_passes_the_existing_tests(stab, suite: Path):
    (suite / "sol" / "right.py").unlink()
    write(suite / "sol" / "crash.py", "raise SystemExit(3)\n")
    done = stab(
        "score", "problem.md", "-s", "sol", "--existing", "tests", "--generated", "tests", *store(suite)
    )

    assert done.code == 3
    assert "no solution could be timed" in done.err
    assert "crash.py is left out, RTE on" in done.err


def test_score_document(stab, suite: Path):
    write(suite / "gen" / "most.in", "1000\n" + " ".join(["1"] * 1000) + "\n")
    write(suite / "gen" / "bad.in", "1000\n1\n")
    options = ("--existing", "tests", "--generated", "gen", "--json", "--budget", "0runs")
    done = stab("score", "problem.md", "-s", "sol", *options, *store(suite))

    document = done.document
    assert done.code == 0
    assert document["schema"] == "stab/score/1"
    assert document["by_solution"][0]["group"] == "random"
    decisions = {t["test"]: t for t in document["by_test"]}
    assert decisions["bad"]["decision"] == "invalid"
    assert decisions["most"]["decision"] in ("inconclusive", "not_slower")  # nothing was spent on rounds
    assert 0 <= document["noise"]["false_success"] <= 1
    assert len(document["noise"]["runs"]) == 10
    assert document["metric"] == "cpu"


def test_rank_document(stab, suite: Path):
    write(suite / "sol" / "slow.py", SUM + "x = 0\nfor i in range(3000000): x += i\n")
    write(suite / "sol" / "wrong.py", "print('no')\n")
    done = stab("rank", "problem.md", "-s", "sol", "--tests", "tests", "--json", *store(suite))

    document = done.document
    assert done.code == 0
    assert document["schema"] == "stab/rank/1"
    ranks = {s["solution"]: s["rank_group"] for s in document["solutions"]}
    assert ranks == {"right.py": 1, "slow.py": 2, "wrong.py": None}
    assert document["separating_tests"][0]["groups"] == [1, 2]
    assert document["suggested_time_limit_s"] >= 1
    assert "wrong.py has no rank, WA on" in done.err


@pytest.mark.parametrize("command", ["score", "rank"])
def test_what_a_compiler_said_is_told_by_every_command(stab, suite: Path, command):
    write(suite / "sol" / "half-written-by-somebody-with-a-name-that-needs-room.py", "def f(:\n")
    calls = {
        "score": ("--existing", "tests", "--generated", "tests", "--budget", "0runs"),
        "rank": ("--tests", "tests"),
    }
    call = (command, "problem.md", "-s", "sol", *calls[command], *store(suite))
    for done in (stab(*call), stab(*call)):  # measured, and found in the store
        assert done.code == 0
        told = done.err[
            done.err.index("half-written-by-somebody-with-a-name-that-needs-room.py does not compile") :
        ]
        assert "def f(:" in told and "SyntaxError" in told
        assert all(len(line) <= 80 for line in done.out.splitlines())
        assert "right.py" in done.out


def test_times_without_the_start_up(stab, suite: Path):
    write(suite / "sol" / "slow.py", SUM + "x = 0\nfor i in range(3000000): x += i\n")
    call = ("rank", "problem.md", "-s", "sol", "--tests", "tests", *store(suite))
    whole = stab(*call, "--json").document
    less = stab(*call, "--json", "--subtract-startup").document

    assert whole["startup"] is None
    took = less["startup"]["languages"]["python"]
    assert took["value"] > 0 and len(took["runs"]) == 7
    assert less["startup"]["decisions_rest_on"] == "whole runs"
    for before, after in zip(
        whole["solutions"], less["solutions"], strict=True
    ):  # the runs are the kept ones
        assert after["rank_group"] == before["rank_group"]
        rest = max(0.0, before["cpu_s"]["median"] - took["value"])
        assert after["cpu_s"]["median"] == pytest.approx(rest)
    assert less["suggested_time_limit_s"] == whole["suggested_time_limit_s"]
    assert "decisions rest on whole runs" in " ".join(stab(*call, "--subtract-startup").out.split())


def test_interrupted_and_called_again_it_goes_on(suite: Path):
    write(
        suite / "sol" / "slow.py",
        SUM + "x = 0\nfor i in range(4000000): x += i\n",
    )
    command = [str(Path(sys.executable).with_name("stab")), "judge", "tests", "-s", "sol", "--runs", "12"]
    command += ["--json", *store(suite)]
    process = subprocess.Popen(command, cwd=suite, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(600):  # until some runs are on disk
        if kept_runs(suite / "runs.sqlite") > 2:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)

    assert process.returncode == 130
    assert json.loads(out)["kind"] == "interrupted"
    done = subprocess.run(command, cwd=suite, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    again = int(next(n for n in json.loads(done.stdout)["notes"] if "before" in n).split()[0])
    assert 0 < again < 48


def test_other_flags_are_other_runs(stab, suite: Path, monkeypatch):
    source = '#include <cstdio>\nint main() {\n#ifdef LATE\n while (true);\n#endif\n puts("3"); }\n'
    write(suite / "one" / "flags.cpp", source)
    write(suite / "languages.toml", "[cpp]\nflags = ['-DLATE']\n")
    call = ("judge", "tests", "-s", "one", "--time", "0.3", "--json", *store(suite))
    before = stab(*call).document
    monkeypatch.setenv("STAB_LANGUAGES", str(suite / "languages.toml"))
    after = stab(*call).document
    monkeypatch.setenv("STAB_LANGUAGES", "")
    again = stab(*call)

    verdicts = [{r["verdict"] for r in d["results"]} for d in (before, after, again.document)]
    assert verdicts == [{"OK", "WA"}, {"TLE"}, {"OK", "WA"}]
    assert "-DLATE" in after["environment"]["toolchains"]["cpp"]
    assert "2 runs were measured before" in again.err


def test_solutions_that_nothing_here_runs_are_named(stab, suite: Path):
    for name in ("main.kt", "deep/two.cs", "notes.txt", "sum.py3"):
        write(suite / "sol" / name, SUM)
    done = stab("judge", "tests", "-s", "sol", "--json", *store(suite))

    assert "left out, in languages that are not run here: deep/two.cs, main.kt" in done.err
    assert {r["solution"] for r in done.document["results"]} == {"right.py", "sum.py3"}


def test_solutions_of_a_row_that_nothing_here_runs_are_counted(stab, suite: Path):
    listed = [{"language": name, "code": SUM} for name in ("python", "kotlin", "cobol", "kotlin")]
    row = {
        "id": "r",
        "statement": STATEMENT,
        "solutions": listed,
        "tests": {"input": ["1\n2"], "output": ["2"]},
    }
    write(suite / "rows.jsonl", json.dumps(row) + "\n")
    done = stab("judge", "rows.jsonl#r", "-s", "rows.jsonl#r", *store(suite))

    assert "2 in language 'kotlin', 1 in language 'cobol'" in done.err


@pytest.mark.parametrize("hidden", ["tests", "tests/small.in", "tests/large.ans", "sol"])
def test_what_may_not_be_read_is_named(stab, suite: Path, monkeypatch, hidden):
    def access(path, mode):
        return mode == os.F_OK or Path(path).resolve() != (suite / hidden).resolve()

    monkeypatch.setattr("stab.packages.access.os.access", access)  # root may read everything
    with pytest.raises(InputError, match="can't be read") as caught:
        load_tests(suite / "tests", suite)
        load_solutions(suite / "sol")

    assert Path(str(caught.value.file)) == suite / hidden


def test_tests_that_break_the_statement_are_not_ranked_on(stab, suite: Path):
    write(suite / "tests" / "odd.in", "2\n1 x\n")
    done = stab("rank", "problem.md", "-s", "sol", "--tests", "tests", "--json", *store(suite))
    (suite / "tests" / "small.in").unlink()
    (suite / "tests" / "large.in").unlink()
    none = stab("rank", "problem.md", "-s", "sol", "--tests", "tests", *store(suite))

    assert done.code == 0
    assert "test odd is left out: line 2, column 3" in done.err
    assert [s["rank_group"] for s in done.document["solutions"]] == [1]
    assert (none.code, "no test obeys the statement" in none.err) == (3, True)
