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
from stab.report.folder import Destination, check_folder, publish
from stab.report.generation import report_document, spec_document
from stab.report.judging import judge_document, rank_document
from stab.report.proving import (
    COLUMNS,
    check_cells,
    check_document,
    check_table,
    earlier_trials,
    merged,
)
from stab.report.rows import rows_document

__all__ = [
    "COLUMNS",
    "Destination",
    "check_cells",
    "check_document",
    "check_folder",
    "check_table",
    "constraints_document",
    "doctor_document",
    "earlier_trials",
    "error_document",
    "judge_document",
    "layout_document",
    "merged",
    "publish",
    "rank_document",
    "report_document",
    "rows_document",
    "scenarios_document",
    "score_document",
    "spec_document",
    "validate_document",
]
