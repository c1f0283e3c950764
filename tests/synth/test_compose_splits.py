"""Test cases that share a bound on the sum of their sizes: the exact sum, in several shapes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.layout import validate
from stab.synth import compose, run_generator
from stab.synth.shares import sizes

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
compose_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)

ARRAYS = (
    "t\nrepeat t:\n  n\n  a[n]",
    "1 <= t <= 100; 1 <= n <= 2000; sum(n) <= 2000; 0 <= a[i] <= 9",
    "t",
    ("1\n3\n0 3 1\n",),
)
TREES = (
    "t\nrepeat t:\n  n\n  repeat n - 1: u v\n@tree u v of n",
    "1 <= t <= 400; 2 <= n <= 1500; sum(n) <= 3000; 1 <= u, v <= n",
    "t",
    ("1\n3\n1 2\n1 3\n",),
)
PAIRS = (
    "t\nrepeat t:\n  n m\n  a[n]\n  b[m]",
    "1 <= t <= 50; 1 <= n, m <= 900; sum(n) <= 1000; sum(m) <= 1200; 0 <= a[i] <= 9; 0 <= b[i] <= 9",
    "t",
    ("1\n3 1\n0 3 1\n5\n",),
)
EVEN = (
    "t\nrepeat t:\n  n\n  a[n]",
    "1 <= t <= 90; 2 <= n <= 500; n % 2 == 0; sum(n) <= 2001; 0 <= a[i] <= 9",
    "t",
    ("1\n2\n3 1\n",),
)


def _sizes_of(data: bytes, lines_per_case: int | None) -> list[int]:
    lines = data.decode().splitlines()
    found, at = [], 1
    for _ in range(int(lines[0])):
        found.append(int(lines[at].split()[0]))
        at += lines_per_case if lines_per_case is not None else found[-1]
    return found


@pytest.mark.parametrize(
    ("case", "lines", "total"), [(ARRAYS, 2, 2000), (TREES, None, 3000), (PAIRS, 3, 1000), (EVEN, 2, 2000)]
)
def test_uneven_cases_keep_the_sum(case: tuple[str, ...], lines: int | None, total: int) -> None:
    spec = compose_cases.spec_of(*case)
    shapes = {}
    for generator in compose(spec, tests=14).candidates:
        data = run_generator(generator, 5)
        assert validate(spec.layout, spec.binding, data).ok, generator.name
        if generator.name.endswith(("one-large", "halving", "uneven")):
            shapes[generator.name] = sorted(_sizes_of(data, lines), reverse=True)

    assert len(shapes) >= 2
    assert all(len(set(found)) > 1 for found in shapes.values())
    assert all(total * 0.9 <= sum(found) <= total for found in shapes.values())


@given(
    st.sampled_from(["one-large", "halving", "uneven"]),
    st.integers(1, 300),
    st.integers(0, 5),
    st.integers(0, 400),
    st.integers(0, 50_000),
)
def test_sizes_add_up(kind: str, tests: int, low: int, width: int, total: int) -> None:
    high = low + width
    found = sizes(kind, (total, tests, low, high), np.random.RandomState(3))

    assert len(found) == tests
    assert min(found) >= low
    assert max(found) <= high
    assert sum(found) == max(min(total, tests * high), tests * low)
    assert len(set(found)) <= 48
