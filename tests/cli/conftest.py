"""Runs the installed command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True)
class Outcome:
    """What a call printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def stab(tmp_path: Path) -> Callable[..., Outcome]:
    """Call `stab ARGS...` in an empty folder; a traceback fails the test."""
    command = str(Path(sys.executable).with_name("stab"))

    def call(*args: object) -> Outcome:
        done = subprocess.run(
            [command, *map(str, args)], capture_output=True, text=True, cwd=tmp_path, timeout=300, check=False
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Outcome(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def statement(tmp_path: Path) -> Callable[..., Path]:
    """Write a statement file and return its path."""

    def write(text: str, name: str = "problem.md") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return write


@pytest.fixture
def examples() -> Path:
    """The folder of example problems."""
    return EXAMPLES
