"""Numbers that the sentence about their line leaves without a name take those that only bounds mention."""

from __future__ import annotations

import pytest

from stab.layout import infer_layout
from stab.layout.infer.fitting import fields
from stab.records import Markup, Problem, Sample, Section, SectionKind
from stab.saturate import extract

SAMPLE = "3\n1 2\n2 3\n1 2\n"


@pytest.mark.parametrize(
    ("rest", "names"),
    [
        ('A line containing "u v" says that a road joins u and v, 1 ≤ u, v ≤ n.', ["n", "u", "v"]),
        ("The first, l_i, and the second, r_i, satisfy 0 ≤ l_i ≤ r_i ≤ 90.", ["n", "l", "r"]),
        ("0 ≤ w ≤ 90 holds for the weight.", ["n", "_x", "_x2"]),  # one name for two numbers
        ("They are at most 90.", ["n", "_x", "_x2"]),
    ],
)
def test_names_that_only_bounds_mention(rest: str, names: list[str]) -> None:
    text = f"The first line contains n (1 ≤ n ≤ 9). Then follow n lines with two numbers each. {rest}"
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    problem = Problem("p", "", text, Markup.TEXT, (section,), (Sample("1", SAMPLE),))

    layout = infer_layout(problem, extract(problem))

    assert [item.name for item in fields(layout.nodes)] == names
