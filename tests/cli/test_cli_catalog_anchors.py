"""`stab catalog anchors`: a pool from a corpus, kept in the cache and used by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

STATEMENT = "# T\n\nSacks for the mill.\n"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_corpus_becomes_an_encoder(tmp_path: Path, stab: Callable[..., Any]) -> None:
    rows = tmp_path / "mills.jsonl"
    text = "# A\n\nThe miller wants his sacks in non-decreasing order.\n"
    rows.write_text(json.dumps({"id": "a", "statement": text}) + "\n")
    (tmp_path / "t.md").write_text(STATEMENT)

    made = stab("catalog", "anchors", str(rows), "--model", "lexical", "--json")
    assert made.code == 0
    document = json.loads(made.out)
    assert document["schema"] == "stab/anchors/1" and document["encoder"] == "lexical@mills"
    assert {"id": "S01", "statements": 1} in document["scenarios"]

    found = stab("scenarios", str(tmp_path / "t.md"), "--encoder", "lexical@mills", "--json")
    assert json.loads(found.out)["encoder"] == "lexical@mills"
    told = stab("catalog", "anchors", str(rows), "--model", "lexical", "--name", "own")
    assert told.code == 0 and "--encoder lexical@own" in told.out


def test_what_is_no_corpus_is_told(tmp_path: Path, stab: Callable[..., Any]) -> None:
    assert stab("catalog", "anchors", str(tmp_path / "none"), "--model", "lexical").code == 3
    (tmp_path / "t.md").write_text(STATEMENT)
    assert stab("scenarios", str(tmp_path / "t.md"), "--encoder", "lexical@none").code == 4
