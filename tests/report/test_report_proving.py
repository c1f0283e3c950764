"""Rows of `stab catalog check`: read back as they were written, merged with earlier ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.records import Language, Proof, Trial
from stab.report import check_cells, check_document, check_table, earlier_trials, merged

MET = Trial(
    "S01.a",
    Proof.MET,
    "S01/a.cpp",
    "sorting",
    Language.CPP,
    {"n": 1000},
    10.0,
    20.5,
    (19.0, 21.0),
    (0.1, 0.11),
    (2.0, 2.2),
    rounds=2,
    key="k1",
)
KILLED = replace(
    MET, principle="S01.b", victim="S01/b.py", is_killed=True, ratio=36.4, ci=None, construction_s=(4.0,)
)


def test_rows_are_read_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(check_document([MET, KILLED])), encoding="utf-8")
    assert earlier_trials(file) == (MET, KILLED)


def test_no_file_holds_no_rows_and_another_document_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    assert earlier_trials(file) == ()
    for text in ("[]", "{", '{"schema": "stab/judge/1", "results": []}'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InputError):
            earlier_trials(file)


def test_the_newer_row_of_a_victim_wins_and_strangers_go() -> None:
    newer = replace(MET, ratio=30.0)
    gone = replace(MET, principle="S09.gone")
    assert merged([KILLED, MET, gone], [newer], ["S01.a", "S01.b"]) == (newer, KILLED)


def test_a_killed_run_is_shown_as_a_lower_bound() -> None:
    assert check_cells(KILLED)[2:4] == ("> 4.00", "> 36")
    assert check_document([KILLED])["rows"][0]["construction_s"] == [{"at_least": 4.0}]
    assert "| > 36 |" in check_table([KILLED], None)
