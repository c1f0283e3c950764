"""Tests at several sizes as `stab gen --sizes` writes them: SIZES/NAME/SIZE.in, and a list in report.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from stab.records import GeneratedTest, SizedTest
from stab.report.documents import Document

SIZES = "sizes"  # the folder


def size_files(families: Sequence[SizedTest], tests: Sequence[GeneratedTest]) -> Mapping[str, Path]:
    """Return the smaller inputs by their names below the output folder; not the tests themselves."""
    full = {test.file for test in tests}
    return {_name(s): s.test.input for s in families if s.test.input not in full}


def sizes_document(families: Sequence[SizedTest], tests: Sequence[GeneratedTest]) -> list[Document]:
    """Return each input with the test whose construction it has, and its size."""
    full = {test.file for test in tests}
    return [
        {
            "test": s.family,
            "size": s.size,
            "file": f"tests/{s.test.input.name}" if s.test.input in full else _name(s),
        }
        for s in families
    ]


def _name(sized: SizedTest) -> str:
    return f"{SIZES}/{sized.family}/{sized.size}.in"
