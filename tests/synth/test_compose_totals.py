"""Columns with a rule on their sum, rows of different lengths, and needs of principles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.synth.environment import meets
from stab.synth.runtime import number_rows, with_total
from stab.synth.runtime_grids import exactly_one
from stab.synth.runtime_rows import rows_of_lengths, sorted_in_rows


@given(
    st.lists(st.integers(0, 1000), min_size=1, max_size=30),
    st.integers(0, 3000),
    st.booleans(),
)
def test_a_total_is_kept(values: list[int], spare: int, exact: bool) -> None:
    total = min(spare, 1000 * len(values))

    found = with_total(np.array(values), total, 0, 1000, exact)

    assert found.min() >= 0
    assert found.max() <= 1000
    assert found.sum() == total if exact else found.sum() <= total


def test_values_within_their_total_stay_as_they_are() -> None:
    assert with_total(np.array([3, 1, 2]), 10, 1, 9).tolist() == [3, 1, 2]


def test_large_values_keep_a_large_total() -> None:
    found = with_total(np.full(1000, 10**15), 10**17, 1, 10**18)

    assert 10**17 - 2000 <= found.sum() <= 10**17


def test_rows_of_lengths_hold_their_counts() -> None:
    lengths = np.array([2, 0, 1])

    assert rows_of_lengths("{} ", [lengths], lengths, np.array([5, 6, 7])) == ["2 5 6", "0", "1 7"]
    assert sorted_in_rows(np.array([9, 5, 7]), lengths).tolist() == [5, 9, 7]


def test_a_table_without_rows_is_no_line() -> None:
    assert number_rows(np.zeros(0, dtype=np.int64)) == []
    assert number_rows(np.array([1, 2]), np.array([-3, 4])) == ["1 -3\n2 4"]


def test_each_mark_of_a_grid_stands_once() -> None:
    grid = "".join(exactly_one(["....", "SS.."], "ST", np.random.RandomState(1)))

    assert (grid.count("S"), grid.count("T")) == (1, 1)


@pytest.mark.parametrize(
    ("need", "facts", "met"),
    [
        ("order", frozenset(), True),
        ("digits", frozenset(), False),
        ("digits", frozenset({"digits"}), True),
        ("unbalanced", frozenset({"digits"}), False),
        ("n >= 5", frozenset(), True),
        ("n >= 50", frozenset(), False),
        ("never-heard-of", frozenset(), False),
    ],
)
def test_needs_are_met_only_by_what_is_known(need: str, facts: frozenset[str], met: bool) -> None:
    assert meets((need,), {"n": 10}, facts) is met
