"""`stab catalog check` with a scenario and victims of a user's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stab.cli import checking, groups
from stab.errors import MachineError

SCENARIO = """
id = "S90"
name = "pairs_of_own"
title = "Pairs"
names = ["pairs of own"]

[[implementation]]
id = "{id}"
title = "All pairs of equal numbers"
hurts = "two loops, the inner one up to the first greater number"
construction = "Equal numbers."
construct = "{construct}"
role = "{role}"
growth = "n^2"
source = "own"
"""
PROBLEM = """# Own

## Input

The first line contains an integer n (1 ≤ n ≤ {most}). The second line contains n integers a_1, ..., a_n
(1 ≤ a_i ≤ 10^6).

## Output

The number of places behind which the next number is not greater, counted again from each place.

## Sample Input

```
3
2 2 1
```

## Sample Output

```
{answer}
```
"""
VICTIM = """# Problem: own
n = int(input())
a = list(map(int, input().split()))
steps = 0
for i in range(n):
    j = i + 1
    while j < n and a[j] <= a[i]:
        steps += 1
        j += 1
print(steps)
"""


def _files(
    folder: Path,
    *,
    id: str = "looking-on",
    construct: str = "seq_equal(n, hi)",
    role: str = "values",
    answer: int = 3,
    most: int = 8000,
) -> tuple[str, ...]:
    catalog, victims = folder / "own-catalog", folder / "own-victims"
    catalog.mkdir()
    (victims / "problems").mkdir(parents=True)
    (victims / "S90").mkdir()
    text = SCENARIO.format(id=id, construct=construct, role=role)
    (catalog / "S90.toml").write_text(text, encoding="utf-8")
    problem = PROBLEM.format(answer=answer, most=most)
    (victims / "problems" / "own.md").write_text(problem, encoding="utf-8")
    (victims / "S90" / "looking-on.py").write_text(VICTIM, encoding="utf-8")
    return "--catalog", str(catalog), "--victims", str(victims)


def test_a_scenario_of_ones_own_is_proved_and_its_row_kept(stab: Callable[..., Any], tmp_path: Path) -> None:
    own = _files(tmp_path)
    rows = tmp_path / "rows.json"
    done = stab("catalog", "check", "S90", *own, "--time", "1", "--write", rows, "--json")
    assert done.code == 0, done.err
    (row,) = done.document["rows"]
    assert (row["id"], row["result"], row["claim"]) == ("S90.looking-on", "met", 10.0)
    assert row["construction_s"] == [{"at_least": 1.0}]
    assert json.loads(rows.read_text(encoding="utf-8"))["rows"] == [row]
    assert "looking-on.py" in rows.with_suffix(".md").read_text(encoding="utf-8")
    again = stab("catalog", "check", "S90", *own, "--time", "1", "--write", rows)
    assert again.code == 0
    assert "measured before" in again.err


@pytest.mark.parametrize(
    ("changed", "result", "told"),
    [
        ({"role": "tree", "construct": "tree_path(n)"}, "does not fit", "tree"),
        ({"answer": 4}, "victim at fault", "sample 1"),
        ({"construct": "seq_random(n, lo, hi, rng)"}, "does not fit", "random"),
        ({"construct": "seq_zigzag(n, lo, hi, rng)", "most": 300}, "unproven", ""),
    ],
)
def test_what_does_not_hold_is_told_and_the_answer_is_no(
    stab: Callable[..., Any], tmp_path: Path, changed: dict[str, Any], result: str, told: str
) -> None:
    done = stab("catalog", "check", "S90", *_files(tmp_path, **changed), "--time", "1", "--json")
    assert done.code == 1, done.err
    assert done.document["rows"][0]["result"] == result
    assert told in done.document["rows"][0]["detail"]


def test_an_implementation_without_a_victim_is_told(stab: Callable[..., Any], tmp_path: Path) -> None:
    own = _files(tmp_path)
    (tmp_path / "own-victims" / "S90" / "looking-on.py").unlink()
    done = stab("catalog", "check", "S90.looking-on", *own)
    assert done.code == 1
    assert "no victim" in done.out


@pytest.mark.parametrize(
    ("call", "code"),
    [(("S77",), 3), (("S01", "--victims", "nowhere"), 3), (("S01", "--write", "rows.txt"), 3)],
)
def test_calls_that_make_no_sense(stab: Callable[..., Any], call: tuple[str, ...], code: int) -> None:
    done = stab("catalog", "check", *call)
    assert done.code == code
    assert done.err.startswith("stab: ")


def test_without_the_source_the_victims_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stab.pipeline.victims.shipped_victims", lambda: None)
    with pytest.raises(MachineError, match="no victims"):
        checking.check(checking.Trying(), groups.Talk())
