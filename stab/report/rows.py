"""The document of a whole data set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from stab.records import ModelUse
from stab.report.documents import Document
from stab.report.generation import model_document


class RowOutcome(Protocol):
    """What became of a row."""

    @property
    def id(self) -> str:
        """The row's id."""

    @property
    def status(self) -> str:
        """ok, done before, no test, or the kind of failure."""

    @property
    def tests(self) -> int:
        """How many tests were written."""

    @property
    def message(self) -> str:
        """Why it failed."""

    @property
    def model(self) -> ModelUse | None:
        """What it asked of a model."""


def rows_document(outcomes: Sequence[RowOutcome]) -> Document:
    """Return the document `stab/rows/1`: status, number of tests, message and use of a model of each row."""
    rows = [
        {
            "id": r.id,
            "status": r.status,
            "tests": r.tests,
            "message": r.message,
            "model": None if r.model is None else model_document(r.model),
        }
        for r in outcomes
    ]
    return {"schema": "stab/rows/1", "rows": rows}
