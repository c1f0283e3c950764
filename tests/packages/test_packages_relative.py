"""Programs run in another folder: the paths of tests must not depend on the working folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from stab.packages import load_tests


def test_a_relative_folder_gives_absolute_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "1.in").write_text("1\n")
    (tmp_path / "suite" / "1.ans").write_text("1\n")
    monkeypatch.chdir(tmp_path)

    (test,) = load_tests("suite", tmp_path / "scratch")

    assert test.input == tmp_path / "suite" / "1.in"
    assert test.answer == tmp_path / "suite" / "1.ans"
