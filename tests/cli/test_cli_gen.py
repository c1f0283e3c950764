"""`stab gen` as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROBLEMS = ("courier", "divisors", "echoes", "lake", "range-sums", "tree-distances")
SMALL = """# Sums

## Input

The first line contains an integer n (1 ≤ n ≤ 1000).
The second line contains n integers a_1, ..., a_n (0 ≤ a_i ≤ 100).

## Output

The median of them.

## Sample Input

```
3
1 2 3
```

## Sample Output

```
6
```
"""


def contents(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


@pytest.mark.parametrize("name", PROBLEMS)
def test_examples_give_valid_distinct_tests(stab, examples, tmp_path, name):
    done = stab("gen", examples / name / "problem.md", "-o", "out", "--json")

    assert done.code == 0, done.err
    report = done.document
    assert report["schema"] == "stab/report/1"
    assert len(report["tests"]) >= 5
    inputs = sorted((tmp_path / "out" / "tests").glob("*.in"))
    assert len({p.read_bytes() for p in inputs}) == len(inputs) == len(report["tests"])
    for path in inputs:
        with path.open("rb") as data:
            checked = subprocess.run(
                [sys.executable, tmp_path / "out" / "validator.py"],
                stdin=data,
                capture_output=True,
                check=False,
            )
        assert checked.returncode == 42, checked.stderr


def test_a_generator_alone_writes_the_same_bytes(stab, examples, tmp_path):
    stab("gen", examples / "courier" / "problem.md", "-o", "out", "--tests", "3")
    report = json.loads((tmp_path / "out" / "report.json").read_text())

    for test in report["tests"]:
        alone = subprocess.run(
            [sys.executable, tmp_path / "out" / test["generator"], str(test["seed"])],
            capture_output=True,
            check=True,
        )
        assert alone.stdout == (tmp_path / "out" / test["file"]).read_bytes()


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(stab, statement, tmp_path):
    problem = statement(SMALL)
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert stab("gen", problem, "-o", folder, "--seed", seed).code == 0

    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert contents(tmp_path / "a") != contents(tmp_path / "c")


def test_someone_elses_files_stay(stab, statement, tmp_path):
    mine = tmp_path / "out" / "notes.txt"
    mine.parent.mkdir()
    mine.write_text("mine")

    done = stab("gen", statement(SMALL), "-o", "out", "--force")

    assert done.code == 3
    assert "files that stab did not write" in done.err
    assert contents(tmp_path / "out") == {"notes.txt": b"mine"}


def test_force_replaces_only_an_earlier_output(stab, statement, tmp_path):
    problem = statement(SMALL)
    assert stab("gen", problem, "-o", "out").code == 0
    (tmp_path / "out" / "notes.txt").write_text("mine")
    before = contents(tmp_path / "out")

    assert stab("gen", problem, "-o", "out").code == 3
    assert contents(tmp_path / "out") == before
    assert stab("gen", problem, "-o", "out", "--force", "--tests", "2").code == 0

    after = contents(tmp_path / "out")
    assert after["notes.txt"] == b"mine"
    assert sum(name.endswith(".in") for name in after) == 2
    assert set(json.loads(after["report.json"])["files"]) == set(after) - {"notes.txt"}


def test_overrides_win_over_the_text(stab, statement):
    done = stab("gen", statement(SMALL), "-o", "out", "--constraint", "1 <= n <= 7", "--json")

    assert done.code == 0
    assert done.document["constraints"]["maxima"]["n"] == 7


def test_solutions_are_timed_and_answers_agree(stab, examples, tmp_path):
    folder = examples / "echoes"
    done = stab(
        "gen", folder / "problem.md", "-o", "out", "--tests", 2, "-s", folder / "solutions",
        "--existing", folder / "tests", "--json",
    )  # fmt: skip

    assert done.code == 0, done.err
    report = done.document
    assert {m["solution"] for m in report["measurements"]} == {"fast.py", "slow.py", "fast.cpp", "slow.cpp"}
    assert all(len(m["cpu_s"]) >= 3 for m in report["measurements"] if m["verdict"] == "OK")
    assert report["environment"]["isolation"] == "strict"
    assert 0 <= report["score"]["asr"] <= 1
    assert len(list((tmp_path / "out" / "tests").glob("*.ans"))) == 2


def test_a_data_set_goes_on_after_a_failing_row_and_resumes(stab, tmp_path):
    rows = [{"id": "good", "statement": SMALL}, {"id": "bad", "statement": "Nothing to read here."}]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))

    first = stab("gen", "rows.jsonl", "-o", "out", "--json")
    second = stab("gen", "rows.jsonl", "-o", "out", "--json")

    assert first.code == second.code == 0
    assert [r["status"] for r in first.document["rows"]] == ["ok", "input"]
    assert [r["status"] for r in second.document["rows"]] == ["done before", "input"]


BROKEN_LINES = {
    "torn": b'{"id": "torn", "statement": "One',
    "no object": b'["a", "b"]',
    "a bare number": b"17",
    "an endless integer": b'{"id": ' + b"9" * 10_000 + b"}",
    "no text": b'{"id": "\xff\xfe"}',
    "deep": b"[" * 100_000,
}


def test_a_broken_line_of_a_data_set_is_one_failed_row(stab, tmp_path):
    good = json.dumps({"id": "good", "statement": SMALL}).encode()
    lines = [good, *BROKEN_LINES.values(), good]
    (tmp_path / "rows.jsonl").write_bytes(b"\n".join(lines) + b"\n")

    done = stab("gen", "rows.jsonl", "-o", "out", "--tests", 1, "--json")

    assert done.code == 0, done.err
    rows = done.document["rows"]
    assert [r["status"] for r in rows] == ["ok", *["input"] * len(BROKEN_LINES), "ok"]
    assert [r["id"] for r in rows] == ["good", *(f"line {n}" for n in range(2, 8)), "7"]
    assert "rows.jsonl:2: this line is no JSON" in done.err
    assert "good (now 7)" in done.err
