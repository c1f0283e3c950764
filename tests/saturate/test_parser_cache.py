"""Kept parse tables: the same parser, and no trouble where nothing can be kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stab.saturate.grammar import grammar, worded_grammar, words

TEXT = "n is at most 100 and m does not exceed 20"


@pytest.fixture(autouse=True)
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for parser in (grammar, worded_grammar):
        parser.cache_clear()
    yield
    for parser in (grammar, worded_grammar):
        parser.cache_clear()


def _shape() -> tuple[int, list[str]]:
    table = grammar("notation").parser.parser._parse_table  # type: ignore[attr-defined]
    return len(table.states), [t.type for t in words(worded_grammar("prose"), TEXT)]


def test_kept_tables_read_alike(tmp_path: Path) -> None:
    built = _shape()
    kept = sorted((tmp_path / "stab" / "parsers").iterdir())
    assert len(kept) == 2
    before = [file.stat().st_mtime_ns for file in kept]
    grammar.cache_clear()
    worded_grammar.cache_clear()
    assert _shape() == built
    assert [file.stat().st_mtime_ns for file in kept] == before


@pytest.mark.parametrize("garbage", [b"", b"not a table", b"\x80\x05."])
def test_a_spoilt_file_is_made_again(tmp_path: Path, garbage: bytes) -> None:
    built = _shape()
    for file in (tmp_path / "stab" / "parsers").iterdir():
        file.write_bytes(garbage)
    grammar.cache_clear()
    worded_grammar.cache_clear()
    assert _shape() == built


def test_nowhere_to_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert _shape()[0] > 0
