"""Builds small suites out of texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

STATEMENT = """# Pairs of Equals

**Time limit:** 0.3 seconds.

## Input

The first line contains an integer n (1 ≤ n ≤ 3000).
The second line contains n integers a_1, ..., a_n (1 ≤ a_i ≤ 1000).

## Output

Print the number of pairs i < j with a_i = a_j.

## Example

### Input

```
3
1 2 1
```

### Output

```
1
```
"""
PAIRS = {"problem.md": STATEMENT, "solutions/a.py": "print(1)", "solutions/b.py": "print(1)"}
PACKAGE = {
    "problem.yaml": "problem_format_version: legacy\nname: Pairs\n",
    "problem_statement/problem.md": STATEMENT,
    "data/sample/1.in": "3\n1 2 1\n",
    "data/sample/1.ans": "1\n",
    "data/secret/02.in": "1\n5\n",
    "data/secret/02.ans": "0\n",
    "submissions/accepted/a.py": "print(1)",
    "submissions/accepted/b.py": "print(1)",
}


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Path]:
    """Write texts as files below a folder and return it; None leaves a file out."""

    def write(files: Mapping[str, str | None], name: str = "suite") -> Path:
        folder = tmp_path / name
        for relative, text in files.items():
            if text is not None:
                file = folder / relative
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text.encode())
        return folder

    return write


@pytest.fixture
def pairs() -> dict[str, str]:
    """Statement and solutions of a suite of pairs, without tests."""
    return dict(PAIRS)


@pytest.fixture
def package() -> dict[str, str]:
    """The files of a legacy package."""
    return dict(PACKAGE)
