"""Layouts read from prose: each case of the table gives a section, samples and the layout they prove."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from stab.errors import LayoutError
from stab.layout import consume, render_layout
from stab.layout.infer import infer_layout
from stab.records import Extraction, Layout, Markup, Problem, Sample, Section, SectionKind

TABLE = Path(__file__).parents[1] / "cases" / "layouts_prose.toml"
CASES = tomllib.loads(TABLE.read_text(encoding="utf-8"))["case"]


def problem_of(text: str, samples: list[str], markup: Markup = Markup.TEXT) -> Problem:
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    found = tuple(Sample(str(n + 1), s) for n, s in enumerate(samples))
    return Problem("p", "", text, markup, (section,), found)


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_the_words_and_samples_prove_the_layout(case: dict[str, Any]) -> None:
    problem = problem_of(case["text"], case["samples"], Markup(case.get("markup", "text")))

    layout = infer_layout(problem, Extraction(()))

    assert render_layout(Layout(layout.nodes)).strip().split("\n") == case["layout"].strip().split("\n")
    assert all(check.ok for check in layout.checks)


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_a_changed_sample_is_rejected(case: dict[str, Any]) -> None:
    """A token more, or a last token less, on the first or the last line: no proved layout may read it."""
    layout = infer_layout(problem_of(case["text"], case["samples"]), Extraction(()))
    lines = case["samples"][0].rstrip("\n").split("\n")
    for at in (0, len(lines) - 1):
        shorter = lines[at].rpartition(" ")[0] if " " in lines[at] else f"{lines[at]} {lines[at]}"
        for changed in (lines[at] + " 3", shorter):
            data = "\n".join([*lines[:at], changed, *lines[at + 1 :]]) + "\n"
            with pytest.raises(LayoutError):
                consume(layout, data)
