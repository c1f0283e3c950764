"""How many different values there are, where words say so."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.synth.runtime_rows import holding, with_few

_SPEC = importlib.util.spec_from_file_location("corner_cases", Path(__file__).with_name("test_corners.py"))
assert _SPEC is not None and _SPEC.loader is not None
corner_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(corner_cases)

COLOURS = ("n k\na[n]", "1 <= n <= 300; 1 <= k <= 60; k <= n; 1 <= a[i] <= k", "3 2\n1 2 1\n")
ROWS = ("n k\nrepeat n: w a", "1 <= n <= 300; 1 <= k <= 300; 1 <= w <= 9; 1 <= a[i] <= k", "2 2\n7 2\n8 1\n")
CODES = ("n\na[n]\nw[n]", "1 <= n <= 90; 0 <= a[i] <= 2; 1 <= w[i] <= 9", "3\n0 1 2\n5 5 5\n")


def inputs(case: tuple[str, str, str], text: str) -> dict[str, list[list[str]]]:
    found = corner_cases.made(corner_cases.spec(*case, text))
    assert len(found) >= 5
    return {name: [line.split() for line in lines] for name, lines in found.items()}


@pytest.mark.parametrize(
    "text",
    [
        "Each colour from 1 to k occurs at least once among the beads.",
        "It is guaranteed that every number between $1$ and $k$ appears at least once in the array.",
        "There is at least one bead of each colour.",
        "All k types of beads are present.",
        "Every league between 1 and k has at least one match in a season.",
    ],
)
@pytest.mark.parametrize("case", [COLOURS, ROWS])
def test_every_value_up_to_k_occurs(case: tuple[str, str, str], text: str) -> None:
    largest = 0
    for name, ((n, k), *rows) in inputs(case, text).items():
        values = {row[1] for row in rows} if case is ROWS else set(rows[0])
        assert values == {str(x) for x in range(1, int(k) + 1)}, name
        assert int(k) <= int(n)
        largest = max(largest, int(k))
    assert largest >= 60


@pytest.mark.parametrize("text", ["", "Find the shortest part in which all k colours are mixed."])
def test_values_may_be_missing_where_nothing_is_said(text: str) -> None:
    assert any(len(set(rows[0])) < int(k) for (_, k), *rows in inputs(COLOURS, text).values())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "a_i = 1 means that the i-th lamp is green, a_i = 2 means that it is violet. "
            "It is guaranteed that there is at least one green lamp and at least one violet lamp.",
            {"1", "2"},
        ),
        ("If a_i = 2, the well is dry. You may assume that there is at least one dry well.", {"2"}),
    ],
)
def test_values_with_a_meaning_occur(text: str, wanted: set[str]) -> None:
    for name, (_, values, _) in inputs(CODES, text).items():
        assert wanted <= set(values), name


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("The word consists of small letters and contains at most 5 distinct characters.", 5),
        (
            "There are no more than $7$ different letters in it. Group 1: at most 3 distinct letters.",
            7,
        ),
        ("It contains up to 4 unique symbols.", 4),
        ("Find the longest piece that contains at most 3 distinct characters.", 26),
    ],
)
def test_a_string_has_no_more_letters_than_told(text: str, most: int) -> None:
    found = inputs(('s:str(*, "a-z")', "1 <= len(s) <= 2000", "abca\n"), text)

    assert max(len(set(s)) for ((s,),) in found.values()) == most


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("There are at most k different values in the list.", True),
        ("The list has at most k distinct numbers.", True),
        ("Find a segment with at most k different numbers.", False),
    ],
)
def test_an_array_has_no_more_values_than_told(text: str, is_kept: bool) -> None:
    case = ("n k\na[n]", "1 <= n <= 300; 1 <= k <= 9; 1 <= a[i] <= 1000", "3 2\n1 2 1\n")
    kept = [len(set(values)) <= int(k) for (_, k), values in inputs(case, text).values()]

    assert all(kept) == is_kept


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), st.integers(1, 5))
def test_values_are_held_and_few(values: list[int], most: int) -> None:
    few = with_few(np.array(values), most, np.random.RandomState(1))
    assert len(set(few.tolist())) == min(most, len(set(values)))
    assert set(few.tolist()) <= set(values)

    wanted = list(range(min(most, len(values))))
    held = holding(np.array(values), np.array(wanted), np.random.RandomState(1)).tolist()
    assert set(wanted) <= set(held) <= {*wanted, *values}
    assert len(held) == len(values)
