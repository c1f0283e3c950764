"""Where the input is one text, the size that no field holds is its length."""

from __future__ import annotations

import pytest

from stab.layout import parse_layout
from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract, with_lengths


@pytest.mark.parametrize(
    ("body", "notation", "constraint"),
    [
        ("A row of symbols w_1w_2…w_n (1 ≤ n ≤ 900).", "w:str", "1 <= len(w) <= 900"),
        ("A line of n letters (2 ≤ n ≤ 900).", "_s:str", "2 <= len(_s) <= 900"),
        ("A sentence of k symbols, 1 ≤ k ≤ 900.", "t:line", "1 <= len(t) <= 900"),
        ("The number n (1 ≤ n ≤ 900), then a word.", "n\nw:str", "1 <= n <= 900"),
        ("Two words of n letters each (1 ≤ n ≤ 900).", "v:str\nw:str", "1 <= n <= 900"),
        ("A row of n numbers (1 ≤ n ≤ 900).", "a[]", "1 <= n <= 900"),
    ],
)
def test_size_without_a_field(body: str, notation: str, constraint: str) -> None:
    problem = Problem("p", "", body, Markup.TEXT, (Section(SectionKind.INPUT, "", body, 0, 1),))
    found = with_lengths(extract(problem), parse_layout(notation))

    assert constraint in {c.text for c in found.constraints}
