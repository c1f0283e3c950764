"""A size that only tells how long a string is, without being read, bounds the string."""

from __future__ import annotations

import pytest

from stab.layout import parse_layout
from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract, with_lengths


def problem(body: str) -> Problem:
    return Problem("p", "", body, Markup.TEXT, (Section(SectionKind.INPUT, "", body, 0, 1),))


@pytest.mark.parametrize(
    ("body", "notation", "constraints", "sizes"),
    [
        ("A string s of length n (1 ≤ n ≤ 70).", "s:str", ["1 <= len(s) <= 70"], ["len(s)"]),
        ("A string s of length n (1 ≤ n ≤ 70).", "n\ns:str", ["1 <= n <= 70"], ["n"]),
        ("A string $S$ of length $N$, $2 \\le N \\le 70$.", "S:str", ["2 <= len(S) <= 70"], ["len(S)"]),
        ("A string s, |s| = n, 1 ≤ n ≤ 70.", "s:str", ["1 <= len(s) <= 70"], ["len(s)"]),
        (
            "Strings s and t of length n each (1 ≤ n ≤ 70).",
            "s:str\nt:str",
            ["1 <= len(s) <= 70"],
            ["len(s)"],
        ),
        (
            "A word w of length n and an integer k (1 ≤ k ≤ n ≤ 70).",
            "w:str k",
            ["1 <= k <= len(w) <= 70"],
            ["k", "len(w)"],
        ),
    ],
)
def test_size_that_is_not_read_is_a_length(
    body: str, notation: str, constraints: list[str], sizes: list[str]
) -> None:
    found = with_lengths(extract(problem(body)), parse_layout(notation))

    assert [c.text for c in found.constraints] == constraints
    assert sorted(found.size_variables) == sizes


def test_second_string_keeps_the_length_of_the_first() -> None:
    found = with_lengths(
        extract(problem("Strings s and t of length n (1 ≤ n ≤ 70).")), parse_layout("s:str\nt:str")
    )

    assert found.side_conditions == ("len(t) == len(s)",)


@pytest.mark.parametrize(
    ("body", "notation", "constraints"),
    [
        ("2 <= nums.length <= 70", "n\nnums[n]", ["2 <= n <= 70"]),
        ("2 <= |a| <= 70", "k\na[2 * k]", ["2 <= 2 * k <= 70"]),
        ("2 <= nums.length <= 70", "nums[]", ["2 <= len(nums) <= 70"]),
        ("2 <= words.length <= 70", "n\nwords[n]:str", ["2 <= len(words) <= 70"]),  # their letters, perhaps
        (
            "2 <= a.length <= 70",
            "repeat 2:\n  n\n  a[n]\nrepeat 3:\n  m\n  a[m]",
            ["2 <= len(a) <= 70"],
        ),  # which of them?
    ],
)
def test_length_of_an_array_is_the_number_that_counts_it(
    body: str, notation: str, constraints: list[str]
) -> None:
    found = with_lengths(extract(problem(body)), parse_layout(notation))

    assert [c.text for c in found.constraints] == constraints
