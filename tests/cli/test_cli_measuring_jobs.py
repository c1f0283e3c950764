"""score and rank on several cores, and ended in the middle: the same decisions, and nothing is done twice."""

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

STATEMENT = """# Countdown

## Input
The only line contains an integer n (1 <= n <= 300000).

## Output
Print n.

## Example
Input:
```
3
```
Output:
```
3
```
"""
COUNT = "n = int(input())\nx = 0\nfor i in range(COST * n): x += 1\nprint(n)\n"
STAB = str(Path(sys.executable).with_name("stab"))
CALLS = {
    "score": ("score", "problem.md", "-s", "sol", "--existing", "old", "--generated", "new"),
    "rank": ("rank", "problem.md", "-s", "sol", "--tests", "old"),
}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A statement, a fast and a slow solution, existing tests of some 20 ms, generated ones."""
    files = {
        "problem.md": STATEMENT,
        "sol/plain.py": COUNT.replace("COST", "10"),
        "sol/slow.py": COUNT.replace("COST", "60"),
        "old/small.in": "10\n",
        "old/large.in": "10000\n",
        "new/most.in": "300000\n",
        "new/least.in": "1\n",
        "new/same.in": "10001\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "tmp").mkdir()
    return tmp_path


def environment(suite: Path) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": str(suite / "cache"), "TMPDIR": str(suite / "tmp")}


def call(suite: Path, *args: str) -> tuple[str, str]:
    done = subprocess.run(
        [STAB, *args, "--json"],
        cwd=suite,
        capture_output=True,
        text=True,
        env=environment(suite),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def rows(file: Path) -> dict[tuple[str, int], tuple[float, float]]:
    """Return the runs that are on disk: key and number -> times."""
    if not file.exists():
        return {}
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            found = database.execute("SELECT key, repeat, cpu_s, wall_s FROM runs").fetchall()
    except sqlite3.OperationalError:  # not made yet
        return {}
    return {(key, repeat): times for key, repeat, *times in found}


def descendants(pid: int) -> set[int]:
    """Return the live processes below one; the sandbox's own are in sessions of their own."""
    found, todo = set(), [pid]
    while todo:
        for children in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
            try:
                new = set(map(int, children.read_text().split())) - found
            except OSError:
                continue
            found |= new
            todo += new
    return found


def started(pid: int) -> str | None:
    """Return what tells a process from a later one of the same number; None when it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]


def test_clear_decisions_do_not_depend_on_the_number_of_cores(suite: Path):
    (suite / "new" / "same.in").unlink()
    made = [
        call(suite, *CALLS["score"], "-j", n, "--budget", "40runs", "--store", f"{n}.sqlite")[0]
        for n in ("1", "2")
    ]

    decisions = [{(t["test"], t["solution"]): t["decision"] for t in d["by_test"]} for d in made]
    assert decisions[0] == decisions[1]
    assert {name: told for (name, _), told in decisions[0].items()} == {
        "most": "slower",
        "least": "not_slower",
    }

    ranks = [
        call(suite, *CALLS["rank"], "-j", n, "--budget", "40runs", "--store", f"{n}.sqlite")[0]
        for n in ("1", "2")
    ]
    groups = [{s["solution"]: s["rank_group"] for s in d["solutions"]} for d in ranks]
    assert groups[0] == groups[1] == {"plain.py": 1, "slow.py": 2}


@pytest.mark.parametrize(
    ("command", "jobs", "runs"), [("score", "2", 6), ("score", "1", 25), ("rank", "2", 3)]
)
def test_ended_in_the_middle_it_goes_on(suite: Path, command, jobs, runs):
    args = (*CALLS[command], "--budget", "25runs", "-j", jobs, "--store", "runs.sqlite")
    process = subprocess.Popen(
        [STAB, *args, "--json"], cwd=suite, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(suite), start_new_session=True,
    )  # fmt: skip
    store = suite / "runs.sqlite"
    deadline = time.monotonic() + 120
    while len(rows(store)) < runs and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    below = {pid: began for pid in descendants(process.pid) if (began := started(pid)) is not None}
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert json.loads(out)["kind"] == "interrupted"
    assert "interrupted" in err and "Traceback" not in err
    assert below  # there was something that could be left behind
    deadline = time.monotonic() + 20
    while (left := [p for p, b in below.items() if started(p) == b]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []
    assert list((suite / "tmp").iterdir()) == []
    for program in (p for p in (suite / "cache" / "stab" / "programs").iterdir() if p.is_dir()):
        assert any(program.iterdir()) and not program.name.startswith(("new-", "source-", "check-"))

    before = rows(store)
    assert len(before) >= runs
    _, said = call(suite, *args)
    after = rows(store)
    assert len(after) > len(before)
    assert {key: after[key] for key in before} == before  # measured once, kept as it was
    assert f"{len(before)} runs were measured before" in said
