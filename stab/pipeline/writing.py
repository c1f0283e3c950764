"""The output of `stab gen` put together: which file holds what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stab.layout import render_layout
from stab.pipeline.generating import Generation
from stab.pipeline.shipping import Shipped
from stab.report import Destination, publish, report_document, spec_document
from stab.report.documents import Document
from stab.report.refusals import INVALID, description, invalid_document
from stab.report.sizes import size_files, sizes_document


def document_of(made: Generation) -> Document:
    """Return the report of a generation as a JSON document."""
    document = report_document(made.report, render_layout(made.report.spec.layout))
    invalid = {} if made.near_misses is None else {"invalid": invalid_document(made.near_misses)}
    sizes = {"sizes": sizes_document(made.sized, made.report.tests)} if made.sized else {}
    shipped = {"validators": validators_document(made.validators)}
    return {**document, **shipped, **invalid, **sizes, "notes": list(made.notes)}


def validators_document(others: Sequence[Shipped]) -> list[Document]:
    """Return for each validator its file (null: none, for the reason), and what it does not check."""
    return [
        {"file": "validator.py", "left_out": [], "reason": ""},
        *(
            {"file": v.file if v.emitted else None, "left_out": list(v.left_out), "reason": v.reason}
            for v in others
        ),
    ]


def write(made: Generation, destination: Destination, **notes: Any) -> None:
    """Write report, specification, generators, validator, inputs and answers; all or nothing.

    `notes` are put into the report.
    """
    import json

    report = made.report
    spec = spec_document(report.spec, render_layout(report.spec.layout))
    texts = {
        "spec.json": json.dumps(spec, ensure_ascii=False, indent=1) + "\n",
        "validator.py": made.validator,
        **{v.file: v.emitted.source for v in made.validators if v.emitted is not None},
        **{f"generators/{g.name}.py": g.source for g in report.generators},
    }
    files: dict[str, Path | bytes] = {f"tests/{t.file.name}": t.file for t in report.tests}
    files |= {f"tests/{name}.ans": answer for name, answer in made.answers.items()}
    for miss in made.near_misses.inputs if made.near_misses is not None else ():
        files[f"{INVALID}/{miss.name}.in"] = miss.data
        texts[f"{INVALID}/{miss.name}.yaml"] = description(miss)
    files |= size_files(made.sized, report.tests)
    publish(destination, {**document_of(made), **notes}, texts, files)
