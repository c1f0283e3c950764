"""A number of tests that the input doesn't hold is no size: it counts files."""

from __future__ import annotations

import pytest

from stab.layout import parse_layout
from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract, saturate, with_lengths

BODY = "The line has an integer n (1 ≤ n ≤ 90). The number of tests is at most 20."


@pytest.mark.parametrize(
    ("notation", "boundaries"),
    [
        ("n\n", [{"n": 90}]),
        ("n\na[n]\n", [{"n": 90}]),
        ("n\nrepeat n: u v\n", [{"n": 90}]),
        ("_t\nrepeat _t: n\n", [{"_tests": 20, "n": 90}, {"_tests": 1, "n": 90}]),
        ("t\nrepeat t:\n  n\n  a[n]\n", [{"_tests": 20, "n": 90}, {"_tests": 1, "n": 90}]),
    ],
)
def test_unnamed_number_of_tests_needs_a_loop(notation: str, boundaries: list[dict[str, int]]) -> None:
    problem = Problem("p", "", BODY, Markup.TEXT, (Section(SectionKind.INPUT, "", BODY, 0, 1),))
    found = saturate(with_lengths(extract(problem), parse_layout(notation)))

    assert [dict(b.values) for b in found.boundaries] == boundaries
