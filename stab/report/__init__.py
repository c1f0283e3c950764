"""What leaves the tool: JSON documents with stable schemas, and the output folder of `stab gen`."""

from __future__ import annotations

from stab.report.documents import (
    constraints_document,
    doctor_document,
    error_document,
    layout_document,
    scenarios_document,
    score_document,
    validate_document,
)
from stab.report.folder import Destination, publish
from stab.report.generation import report_document, spec_document

__all__ = [
    "Destination",
    "constraints_document",
    "doctor_document",
    "error_document",
    "layout_document",
    "publish",
    "report_document",
    "scenarios_document",
    "score_document",
    "spec_document",
    "validate_document",
]
