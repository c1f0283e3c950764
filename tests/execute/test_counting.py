"""Instruction counts repeat exactly and grow with the work; what can't be counted is said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from stab.errors import MachineError
from stab.execute import count_instructions, open_sandbox, require_counting
from stab.records import Language, Solution

LOOP = Solution(
    "loop.cpp",
    Language.CPP,
    '#include <cstdio>\nint main() { int n; if (scanf("%d", &n) != 1) return 1; unsigned s = 0;'
    ' for (int i = 0; i < n; i++) s = s * 31 + i; printf("%u\\n", s); }\n',
)


def test_counts_repeat_and_grow(tmp_path: Path):
    small, large, none = tmp_path / "small", tmp_path / "large", tmp_path / "none"
    small.write_text("1000\n")
    large.write_text("101000\n")
    none.write_text("\n")
    with open_sandbox() as sandbox:
        first = count_instructions(LOOP, small, sandbox)
        assert count_instructions(LOOP, small, sandbox) == first
        assert 100_000 <= count_instructions(LOOP, large, sandbox) - first <= 1_000_000
        with pytest.raises(MachineError, match="can't be counted: status 1"):
            count_instructions(LOOP, none, sandbox)


@pytest.mark.parametrize("language", [Language.JAVA, Language.JAVASCRIPT, Language.PYPY])
def test_languages_that_compile_while_they_run_are_refused(language):
    with pytest.raises(MachineError, match="vary from run to run") as told:
        require_counting(language)
    assert told.value.hint


def test_without_valgrind_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    with pytest.raises(MachineError, match="Valgrind") as told:
        require_counting()
    assert "apt install valgrind" in str(told.value.hint)
