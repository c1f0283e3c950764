"""What the samples leave of a statement's constraints."""

from __future__ import annotations

import pytest

from stab.pipeline import read_input, understand
from stab.pipeline.understanding import without_upper_bound
from stab.records import GenerationSpec, Sample
from stab.statement import problem_from_text

STATEMENT = """# Crates

## Input
The first line contains integers {names} ({limits}).

## Output
Print the answer.
"""


def understood(names: str, limits: str, sample: str) -> GenerationSpec:
    text = STATEMENT.format(names=names, limits=limits)
    return understand(problem_from_text(text, id="crates", samples=(Sample("1", sample, "0\n"),)))


@pytest.mark.parametrize(
    ("names", "limits", "sample", "texts"),
    [
        ("n and s", "1 ≤ n ≤ 50, 1 ≤ s ≤ n", "3 7\n", ["1 <= n <= 50", "1 <= s"]),
        ("n and s", "1 ≤ n ≤ 50, 1 ≤ s ≤ 90, s ≤ n", "3 7\n", ["1 <= n <= 50", "1 <= s <= 90"]),
        ("a, b and c", "1 ≤ a ≤ b ≤ c ≤ 90", "5 3 8\n", ["1 <= a", "b <= c <= 90"]),
        ("n and s", "1 ≤ n, s ≤ 90", "0 7\n", ["n <= 90", "1 <= s <= 90"]),
        ("n and s", "1 ≤ n ≤ 50, 1 ≤ s ≤ 90", "3 7\n", ["1 <= n <= 50", "1 <= s <= 90"]),
    ],
)
def test_only_the_broken_pair_goes(names: str, limits: str, sample: str, texts: list[str]) -> None:
    spec = understood(names, limits, sample)

    assert [c.text for c in spec.extraction.constraints] == texts
    assert all(set(c.variables) <= {"n", "s", "a", "b", "c"} for c in spec.extraction.constraints)


def test_what_is_withdrawn_is_reported_as_unread() -> None:
    spec = understood("n and s", "1 ≤ n ≤ 50, 1 ≤ s ≤ n", "3 7\n")

    assert spec.binding.broken == ("s <= n",)
    assert "s = 7" in spec.extraction.unread[-1].reason
    assert spec.saturation.maxima["n"] == 50


@pytest.mark.parametrize(
    ("said", "free"),
    [
        ("integers v_1, ..., v_n", ("v",)),
        ("integers v_1, ..., v_n (0 ≤ v_i ≤ 9)", ()),
        ("integers v_1, ..., v_n, each v_i < 10", ()),
        ("integers v_1, ..., v_n, 0 ≤ v_i", ("v",)),
        ("integers v_1, ..., v_n, a permutation of 1..n", ()),
    ],
)
def test_numbers_that_nothing_bounds_from_above_are_known(said: str, free: tuple[str, ...]) -> None:
    text = f"# P\n\n## Input\nThe first line contains n (1 ≤ n ≤ 9). The second line contains n {said}.\n"
    problem = problem_from_text(text, id="p", samples=(Sample("1", "3\n3 1 2\n", "0\n"),))
    extraction, layout, _ = read_input(problem)

    assert without_upper_bound(extraction, layout) == free
