"""Input layouts: notation, reading, checking and writing of inputs, and validators to ship."""

from __future__ import annotations

from stab.layout.notation import parse_layout
from stab.layout.rendering import render_layout
from stab.records import Extraction, Layout, Problem

__all__ = ["infer_layout", "parse_layout", "render_layout"]


def infer_layout(problem: Problem, extraction: Extraction) -> Layout:
    """Return the layout of the problem's input, proved on its samples; LayoutError if none is."""
    from stab.layout.infer import infer_layout as infer

    return infer(problem, extraction)
