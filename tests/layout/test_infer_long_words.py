"""Words and numbers of hostile length in the input section."""

from __future__ import annotations

import re

import pytest

from stab.errors import LayoutError
from stab.layout import infer_layout
from stab.layout.infer.openers import _COUNT
from stab.records import Markup, Problem, Sample, Section, SectionKind
from stab.saturate import extract


@pytest.mark.parametrize("unit", ["^2", "^{3}", " + 1", "*n", "-1"])
def test_a_count_of_lines_has_few_operators(unit: str) -> None:
    found = re.match(_COUNT, "2" + unit * 1000)

    assert found is not None and 2 * len(unit) < found.end() < 100


def test_no_layout_is_offered_that_nobody_would_read() -> None:
    body = (
        f"The first line contains an integer n (1 ≤ n ≤ {'2^' * 50_000}2). "
        "The second line contains n integers a_1, ..., a_n (0 ≤ a_i ≤ 100)."
    )
    section = Section(SectionKind.INPUT, "Input", body, 0, 1)
    problem = Problem("p", "", body, Markup.MARKDOWN, (section,), samples=(Sample("1", "3\n1 2 3\n"),))

    with pytest.raises(LayoutError) as caught:
        infer_layout(problem, extract(problem))

    assert len(caught.value.candidate or "") < 5000
    assert len(caught.value.hint or "") < 5000
