"""`stab validate` over a suite: faults of the layout apart from broken rules, and bounds never reached."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

STATEMENT = """# Pairs

## Input

The first line contains an integer n (1 ≤ n ≤ 50).
The second line contains n integers a_1, ..., a_n (a_i ≤ 100).

## Output

Their number of pairs.

## Sample Input

```
3
1 2 3
```

## Sample Output

```
3
```
"""
FILES = {
    "1-good.in": "3\n1 2 100\n",
    "2-short.in": "3\n1 2\n",
    "3-large.in": "2\n101 102\n",
    "4-large.in": "1\n101\n",
}


def suite(folder: Path) -> Path:
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def test_faults_are_counted_by_rule(stab: Callable[..., Any], statement: Any, tmp_path: Path) -> None:
    done = stab("validate", statement(STATEMENT), suite(tmp_path / "tests"), "--json")
    document = done.document

    assert done.code == 1
    assert document["counts"] == {"files": 4, "ok": 1, "layout": 1, "constraints": 2}
    assert [(b["kind"], b["files"]) for b in document["broken"]] == [("constraint", 2), ("layout", 1)]
    assert document["broken"][0]["rule"] == "a[i] <= 100"


def test_bounds_that_no_file_reaches_are_told(
    stab: Callable[..., Any], statement: Any, tmp_path: Path
) -> None:
    document = stab("validate", statement(STATEMENT), suite(tmp_path / "tests"), "--json").document

    assert document["bounds"] == {"n": {"min": 1, "max": 50}, "a": {"min": None, "max": 100}}
    assert document["never_reached"] == {"n": ["max"]}
    assert document["hits"]["a"] == {"min": False, "max": True}


def test_the_words_tell_the_same(stab: Callable[..., Any], statement: Any, tmp_path: Path) -> None:
    done = stab("validate", statement(STATEMENT), suite(tmp_path / "tests"))

    assert "4 files: 1 valid, 1 leave the layout, 2 break the statement's rules" in done.out
    assert "50 never" in done.out
    assert "1 yes" in done.out
