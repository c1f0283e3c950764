"""Rows that hang together: blocks with a bounded sum, rows all different, intervals one after another."""

from __future__ import annotations

import importlib.util
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.build import DoesNotFit
from stab.records import RoleKind
from stab.synth.runtime_rows import disjoint_ranges, distinct_in_rows, distinct_rows

_SPEC = importlib.util.spec_from_file_location("corner_cases", Path(__file__).with_name("test_corners.py"))
assert _SPEC is not None and _SPEC.loader is not None
corner_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(corner_cases)


def numbers(layout: str, rules: str, sample: str) -> dict[str, list[list[int]]]:
    """Return the rows of all inputs, which the validator took, by name; at least five differ."""
    found = corner_cases.made(corner_cases.spec(layout, rules, sample))
    assert len({tuple(lines) for lines in found.values()}) >= 5
    return {name: [list(map(int, line.split())) for line in lines] for name, lines in found.items()}


@pytest.mark.parametrize(
    ("layout", "rules", "sample"),
    [
        (
            "n m q\nrepeat m:\n  u v\n  l c[l]\n@distinct c",
            "1 <= n <= 900; 1 <= m <= 900; 1 <= q <= 40; 1 <= u, v <= n; 1 <= l <= q; 1 <= c[i] <= q; "
            "sum(l) <= 1000",
            "2 2 9\n1 2\n2 5 1\n2 1\n1 9\n",
        ),
        (
            "n m q\nrepeat m:\n  u\n  v l\n  c[l]",
            "1 <= n <= 900; 1 <= m <= 900; 1 <= q <= 40; 1 <= u, v <= n; 0 <= l <= q; 1 <= c[i] <= q; "
            "sum(l) <= 1000",
            "2 2 9\n1\n2 2\n5 5\n2\n1 1\n9\n",
        ),
    ],
)
def test_blocks_keep_the_sum_of_their_sizes(layout: str, rules: str, sample: str) -> None:
    largest = 0
    for name, ((_, m, _), *rows) in numbers(layout, rules, sample).items():
        size = len(rows) // m
        tails = [rows[at : at + size] for at in range(0, len(rows), size)]
        lengths = [block[1][0] if size == 2 else block[1][1] for block in tails]
        assert len(tails) == m and sum(lengths) <= 1000, name
        for block, length in zip(tails, lengths, strict=True):
            last = block[-1][size == 2 :]
            assert len(last) == length and (size == 3 or len(set(last)) == length), name
        largest = max(largest, sum(lengths))
    assert largest >= 900


def test_edges_in_blocks_of_two_lines_are_one_graph() -> None:
    layout = "n m\nrepeat m:\n  u v\n  s:str\n@edges u v of n\n@simple u v"
    found = corner_cases.made(
        corner_cases.spec(
            layout,
            "3 <= n <= 40; 1 <= m <= 90; 1 <= u, v <= n; 2 <= len(s) <= 9",
            "3 2\n1 2\nab\n2 3\nbcd\n",
        )
    )

    assert len(found) >= 5
    for name, (head, *rows) in found.items():
        edges = {frozenset(line.split()) for line in rows[::2]}
        assert len(edges) == int(head.split()[1]) == len(rows) // 2, name


PAIRS = {
    "points": ("w h n\nrepeat n: x y\n@points x y\n@distinct x y", "x <= w; y <= h", lambda x, y: True),
    "cells": ("w h n\nrepeat n: x y\n@distinct x y", "x <= w; y <= h", lambda x, y: True),
    "rising": ("w h n\nrepeat n: x y\n@distinct x y", "x < y; y <= h; x <= w", lambda x, y: x < y),
    "off the diagonal": (
        "w h n\nrepeat n: x y\n@distinct x y",
        "x != y; x <= w; y <= h",
        lambda x, y: x != y,
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_are_different_as_pairs(name: str) -> None:
    layout, rules, is_good = PAIRS[name]
    sizes = "2 <= w <= h <= 30; 1 <= n <= 300; 4 * n <= w * h"
    for who, ((_, _, n), *rows) in numbers(
        layout, f"{sizes}; 1 <= x; 1 <= y; {rules}", "9 9 2\n1 2\n2 3\n"
    ).items():
        assert len(rows) == n == len(set(map(tuple, rows))), who
        assert all(is_good(x, y) for x, y in rows), who


def test_a_principle_for_points_fits_into_any_rectangle() -> None:
    spec = corner_cases.spec(
        PAIRS["points"][0],
        "1 <= w <= 900; 1 <= h <= 400; 1 <= n <= 300; n <= w * h; 1 <= x <= w; 1 <= y <= h",
        "9 9 1\n1 2\n",
    )
    retrieval = corner_cases.scenario(RoleKind.POINTS, "points_circle(n, lo, hi, rng)", "")
    found = corner_cases.made(corner_cases.replace(spec, retrieval=retrieval))

    assert any("s90" in name for name in found)


CHAINS = {
    # rules beside n and t; how far the next first must lie beyond the row
    "strict": ("0 <= l[i] < r[i] <= t; r[i] < l[i + 1]", lambda a, b, c, k: a < b < c),
    "touching": ("0 <= l[i] <= r[i] <= t; r[i] <= l[i + 1]", lambda a, b, c, k: a <= b <= c),
    "turned round": ("1 <= l[i] < r[i] <= t; l[i + 1] >= r[i]", lambda a, b, c, k: a < b <= c),
    "a gap": ("1 <= l[i] < r[i] <= t; r[i] + 3 <= l[i + 1]", lambda a, b, c, k: a < b <= c - 3),
    "a gap of k": ("1 <= l[i] <= r[i] <= t; r[i] + k < l[i + 1]", lambda a, b, c, k: a <= b < c - k),
    "a difference": ("1 <= l[i] <= r[i] <= t; l[i + 1] - r[i] > k", lambda a, b, c, k: a <= b < c - k),
    "lengths": (
        "0 <= l[i] <= t; 2 <= r[i] <= 50; l[i] + r[i] <= l[i + 1]",
        lambda a, b, c, k: 2 <= b <= min(50, c - a),
    ),
    "lengths up to an end": (
        "0 <= l[i]; 1 <= r[i] <= 90; l[i] + r[i] <= t; l[i] + r[i] + 2 <= l[i + 1]",
        lambda a, b, c, k: 1 <= b <= min(90, c - a - 2),
    ),
}


@pytest.mark.parametrize("name", CHAINS)
def test_intervals_follow_each_other(name: str) -> None:
    rules, is_good = CHAINS[name]
    sizes = "0 <= n <= 500; 1 <= k <= 4; 1 <= t <= 3000"
    found = numbers("n k t\nrepeat n: l r", f"{sizes}; {rules}", "2 1 70\n3 5\n10 12\n")

    for who, ((n, k, t), *rows) in found.items():
        assert len(rows) == n, who
        assert all(is_good(*row, later[0], k) for row, later in pairwise(rows)), who
        assert all(0 <= a <= t for a, _ in rows), who
    assert max(rows[0][0] for rows in found.values()) >= 300


@given(
    st.integers(0, 30),
    st.integers(-5, 5),
    st.integers(0, 60),
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from(["random", "long", "short", "low", "high", "even"]),
)
def test_ranges_never_meet(n: int, lo: int, size: int, apart: int, gap: int, kind: str) -> None:
    try:
        rows = disjoint_ranges(n, lo, lo + size, (apart, gap), kind, np.random.RandomState(3)).tolist()
    except DoesNotFit:
        assert n * (apart + gap) - gap > size
        return
    assert len(rows) == n
    assert all(lo <= a <= b - apart <= lo + size - apart for a, b in rows)
    assert all(b + gap <= c for (_, b), (c, _) in pairwise(rows))


@given(st.lists(st.integers(0, 7), max_size=20), st.integers(-3, 3))
def test_numbers_differ_within_each_row(lengths: list[int], lo: int) -> None:
    found = distinct_in_rows(np.array(lengths, dtype=np.int64), lo, lo + 6, np.random.RandomState(1)).tolist()

    for length in lengths:
        row, found = found[:length], found[length:]
        assert len(set(row)) == length and all(lo <= x <= lo + 6 for x in row)
    assert found == []


@given(st.integers(0, 30), st.integers(1, 6), st.integers(1, 10**9))
def test_rows_that_repeat_are_replaced(n: int, small: int, large: int) -> None:
    columns = [np.ones(n, dtype=np.int64), np.full(n, 2)]
    try:
        x, y = distinct_rows(columns, [1, 1], [small, large], np.random.RandomState(1), lambda a, b: a != b)
    except DoesNotFit:
        assert small * large - min(small, large) < n
        return
    rows = list(zip(x.tolist(), y.tolist(), strict=True))
    assert len(rows) == n == len(set(rows))
    assert all(a != b and 1 <= a <= small and 1 <= b <= max(large, 2) for a, b in rows)
