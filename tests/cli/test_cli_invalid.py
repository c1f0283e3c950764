"""`stab gen --invalid`: must-reject inputs beside the tests."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml


def test_must_reject_inputs_are_refused_by_the_shipped_validator(
    stab: Callable[..., Any], examples: Path, tmp_path: Path
) -> None:
    done = stab(
        "gen", examples / "tree-distances/problem.md", "-o", "out", "--tests", "2", "--invalid", "--json"
    )
    inputs = sorted((tmp_path / "out/invalid").glob("*.in"))
    told = done.document["invalid"]

    assert done.code == 0
    assert [f"invalid/{file.name}" for file in inputs] == [entry["file"] for entry in told["files"]]
    assert told == json.loads((tmp_path / "out/report.json").read_text())["invalid"]
    assert {"dropped", "unbroken"} <= told.keys()
    shipped = [entry["file"] for entry in done.document["validators"]]
    assert shipped == ["validator.py", "validator.cpp", "validator.ctd"]
    assert all((tmp_path / "out" / name).is_file() for name in shipped)
    assert len(inputs) > 20
    for file, entry in zip(inputs, told["files"], strict=True):
        command = [sys.executable, tmp_path / "out/validator.py"]
        refused = subprocess.run(command, stdin=file.open("rb"), capture_output=True, check=False)
        assert refused.returncode == 43, file.name
        described = yaml.safe_load(file.with_suffix(".yaml").read_text(encoding="utf-8"))["description"]
        assert entry["rule"] in described


def test_how_many_there_are_is_said(stab: Callable[..., Any], examples: Path, tmp_path: Path) -> None:
    done = stab("gen", examples / "divisors/problem.md", "-o", "out", "--tests", "1", "--invalid")
    count = len(list((tmp_path / "out/invalid").glob("*.in")))

    assert f"{count} inputs to be refused in out/invalid" in done.out
