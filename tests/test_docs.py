"""README, help and commands say the same."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (
    *("gen", "enrich", "export", "constraints", "scenarios", "layout", "validate", "judge", "score", "rank"),
    *("catalog", "doctor"),
)


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "stab", *args], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_and_stands_in_the_readme(command):
    shown = run(command, "--help")

    assert shown.returncode == 0
    assert "Usage:" in shown.stdout
    assert f"stab {command}" in README


def test_the_help_lists_exactly_these_commands():
    listed = re.findall(r"^  (\w+)  +", run("--help").stdout.split("Commands:")[1], re.M)

    assert tuple(listed) == COMMANDS[:-2] + ("doctor", "catalog")


def test_every_option_in_the_readme_exists():
    text = "".join(run(c, "--help").stdout for c in COMMANDS)
    text += "".join(run("catalog", c, "--help").stdout for c in ("list", "check"))
    for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README)):
        assert option in text, option


def test_the_architecture_fits():
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 60


def test_start_up_loads_nothing_heavy():
    heavy = ("ortools", "faiss", "torch", "openai", "scipy", "numpy", "lark", "rich", "parsl")
    code = f"import sys, stab.cli; print([m for m in {heavy!r} if m in sys.modules])"

    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert shown.stdout.strip() == "[]"
