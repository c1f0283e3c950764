"""Side conditions that are no bounds: checked where one place is looked at, else said to be unbound."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from stab.layout import bind, emit_validator, parse_layout, validate
from stab.records import Extraction

LAYOUT = "n\ng[n]\nrepeat n: u v\n"
GOOD = b"3\n1 5 1\n1 2\n2 3\n3 1\n"


@pytest.mark.parametrize(
    ("condition", "bad"),
    [
        ("u[i] != v[i]", b"3\n1 5 1\n1 2\n2 2\n3 1\n"),
        ("g[i] in {1, 5}", b"3\n1 4 1\n1 2\n2 3\n3 1\n"),
        ("g[i] != g[i + 1]", b"3\n1 5 5\n1 2\n2 3\n3 1\n"),
        ("g[1] == 1", b"3\n5 5 1\n1 2\n2 3\n3 1\n"),
    ],
)
def test_condition_is_checked_by_both_validators(condition: str, bad: bytes, tmp_path: Path) -> None:
    layout = parse_layout(LAYOUT)
    binding = bind(layout, Extraction((), (condition,)))
    program = tmp_path / "validator.py"
    program.write_text(emit_validator(layout, binding, "t"), encoding="utf-8")

    assert binding.unbound == ()
    for data, ok in ((GOOD, True), (bad, False)):
        assert validate(layout, binding, data).ok is ok
        done = subprocess.run([sys.executable, program], input=data, capture_output=True, check=False)
        assert done.returncode == (42 if ok else 43), done.stderr


@pytest.mark.parametrize("condition", ["g[i] != g[j]", "g[n] == 1", "g[n - 1] == 0"])
def test_condition_on_other_places_is_unbound(condition: str) -> None:
    binding = bind(parse_layout(LAYOUT), Extraction((), (condition,)))

    assert binding.unbound == (condition,)
    assert not any(rule.is_side_condition for rule in binding.rules)
