"""Statement -> constraint records -> boundaries (paper section 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stab.records import Extraction, Problem, Saturation


def extract(problem: Problem) -> Extraction:
    """Return the constraints that a statement puts on its input; see stab.saturate.extract."""
    from stab.saturate.extract import extract as read

    return read(problem)


def saturate(extraction: Extraction) -> Saturation:
    """Return the largest valid sizes that the constraints allow; see stab.saturate.solve."""
    from stab.saturate.solve import saturate as solve

    return solve(extraction)


__all__ = ["extract", "saturate"]
