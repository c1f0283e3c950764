"""Must-reject inputs as documents: what each breaks, and which rules none breaks."""

from __future__ import annotations

import json

from stab.records import NearMiss, NearMisses
from stab.report.documents import Document

INVALID = "invalid"  # the folder below the output


def invalid_document(misses: NearMisses) -> Document:
    """Return the must-reject inputs with their rules, how many tries were dropped, and rules without one."""
    return {
        "files": [
            {"file": f"{INVALID}/{m.name}.in", "rule": m.rule, "what": m.what, "quote": m.quote}
            for m in misses.inputs
        ],
        "dropped": misses.dropped,
        "unbroken": [{"rule": u.rule, "reason": u.reason} for u in misses.unbroken],
    }


def description(miss: NearMiss) -> str:
    """Return the file beside an input that tells what it breaks: NAME.yaml as ICPC's format has it."""
    quote = f" [{miss.quote}]" if miss.quote and miss.quote != miss.rule else ""
    text = f"{miss.what}: breaks {miss.rule}{quote}"
    return f"description: {json.dumps(text, ensure_ascii=False)}\n"
