"""gen with solutions: runs are kept as they come, notes are shown, one broken test stops nothing."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

STATEMENT = (Path(__file__).parents[1] / "cases" / "total.md").read_text()
SUM = "n = int(input())\nprint(sum(map(int, input().split())))\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    for name, text in {
        "problem.md": STATEMENT,
        "sol/one.py": SUM,
        "sol/two.py": SUM.replace("sum(", "0 + sum("),
        "old/good.in": "2\n5 6\n",
        "old/good.ans": "11\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def kept(file: Path) -> dict[tuple[str, int], float]:
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            return {(k, r): w for k, r, w in database.execute("SELECT key, repeat, wall_s FROM runs")}
    except sqlite3.OperationalError:
        return {}


@pytest.mark.parametrize(
    ("garbage", "reason"),
    [
        ("hello\n", "existing test bad is left out: "),  # breaks the layout, and all crash
        ("3\n", "existing test bad is left out: "),
        ("2\n1 -7\n", None),  # breaks a bound, and nobody minds
    ],
)
@pytest.mark.parametrize("command", ["score", "gen"])
def test_one_garbage_test_is_named_and_the_rest_goes_on(stab, suite: Path, garbage, reason, command):
    (suite / "old" / "bad.in").write_text(garbage)
    calls = {
        "score": ("score", "problem.md", "--existing", "old", "--generated", "old", "--budget", "0runs"),
        "gen": ("gen", "problem.md", "--existing", "old", "-o", "out", "--tests", "1"),
    }
    done = stab(*calls[command], "-s", "sol", "--json", "--store", "runs.sqlite")

    assert done.code == 0, done.err
    document = done.document if command == "score" else done.document["score"]
    assert document["asr"] is not None
    assert [own["test"] for own in document["left_out"]] == ([] if reason is None else ["bad"])
    if reason is not None:
        assert reason in done.err
        assert ("one.py" in done.err) and ("RTE" in done.err)
    else:
        assert "left out" not in done.err


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (
            {"odd.py": "input(); print(sum(map(int, input().split())) % 1000)\n"},
            ": odd.py against 2 that print the same; no answer is written there",
        ),
        (
            {"odd.py": "print(1)\n", "off.py": "print(1)\n"},
            ": odd.py and off.py against one.py and two.py; no answer is written there",
        ),
        (
            {"dies.py": "raise ValueError('no')\n"},
            "dies.py is called accepted and fails on 2 of 2 tests, RTE on",
        ),
    ],
)
def test_who_differs_and_who_fails_is_said(stab, suite: Path, others, said):
    for name, source in others.items():
        (suite / "sol" / name).write_text(source)
    done = stab("gen", "problem.md", "-s", "sol", "-o", "out", "--tests", "2", "--store", "runs.sqlite")

    assert done.code == 0
    assert said in " ".join(done.err.split())
    assert len(list((suite / "out" / "tests").glob("*.ans"))) == (2 if "dies.py" in others else 0)
    notes = json.loads((suite / "out" / "report.json").read_text())["notes"]
    assert any(said in note for note in notes)


def test_a_budget_ends_the_comparing(stab, suite: Path):
    call = ("gen", "problem.md", "-s", "sol", "--existing", "old", "--tests", "2", "--store", "runs.sqlite")
    done = stab(*call, "-o", "out", "--budget", "0runs", "--json")

    assert done.code == 0, done.err
    decided = done.document["score"]["by_test"]
    assert len(decided) == 2 * 2  # solutions, tests
    for own in decided:
        assert own["rounds"] == 0
        assert (own["decision"], own["rule"]) != ("inconclusive", "confirmed")
    assert stab(*call, "-o", "out2", "--budget", "soon").code == 2


@pytest.mark.parametrize(
    ("files", "code", "said"),
    [
        ({"new/a.in": "2\n7 x\n"}, 1, "a counts as invalid: line 2, column 3:"),
        ({"new/a.in": "2\n7 x\n"}, 1, "every input counts as invalid"),
        (
            {"new/a.in": "2\n7 6\n", "old/good.ans": "12\n"},
            0,
            "no accepted solution gives the answer of 1 of 1 existing tests (good first)",
        ),
    ],
)
def test_what_makes_a_score_say_little_is_said(stab, suite: Path, files, code, said):
    (suite / "new").mkdir()
    for name, text in files.items():
        (suite / name).write_text(text)
    call = ("score", "problem.md", "-s", "sol", "--existing", "old", "--generated", "new")
    done = stab(*call, "--budget", "0runs", "--store", "runs.sqlite")

    assert done.code == code, done.err
    assert said in " ".join(done.err.split())


def test_times_of_gen_are_kept_and_used_again(stab, suite: Path):
    call = ("gen", "problem.md", "-s", "sol", "--tests", "2", "--store", "runs.sqlite")
    first = stab(*call, "-o", "out")
    before = kept(suite / "runs.sqlite")
    again = stab(*call, "-o", "out2")
    fresh = stab(*call, "-o", "out3", "--fresh")

    assert (first.code, again.code, fresh.code) == (0, 0, 0)
    assert len(before) == 2 * 2 * 3  # solutions, tests, runs
    assert "12 runs were measured before" in again.err
    assert "measured before" not in first.err + fresh.err
    reports = [json.loads((suite / out / "report.json").read_text()) for out in ("out", "out2")]
    assert reports[0]["measurements"] == reports[1]["measurements"]
    assert {k: w for k, w in kept(suite / "runs.sqlite").items() if before.get(k) == w} == {}  # fresh ones


def test_an_interrupted_gen_goes_on(suite: Path):
    (suite / "sol" / "slow.py").write_text(SUM + "for i in range(4000000): pass\n")
    command = [str(Path(sys.executable).with_name("stab")), "gen", "problem.md", "-s", "sol", "-o", "out"]
    command += ["--tests", "3", "--store", "runs.sqlite"]
    process = subprocess.Popen(command, cwd=suite, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while len(kept(suite / "runs.sqlite")) < 3 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "interrupted" in err and "Traceback" not in err
    assert not (suite / "out").exists()
    before = kept(suite / "runs.sqlite")
    assert 3 <= len(before) < 27
    done = subprocess.run(command, cwd=suite, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    after = kept(suite / "runs.sqlite")
    assert len(after) == 27
    assert {key: after[key] for key in before} == before
    assert f"{len(before)} runs were measured before" in done.stderr
