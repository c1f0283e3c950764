"""Whatever the bounds, an input is of sane size, or it is said why there is none."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from stab.layout import validate
from stab.synth import compose, run_generator

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(cases)

MOST_BYTES = 40_000_000
ROWS = "n\nrepeat n: k t[k]\n@size k"
HUGE: dict[str, tuple[str, str, str, str]] = {
    "two counts": (
        "n q\na[n]\nrepeat q: l r\n@interval l r of n",
        "1 <= n, q <= 10 ** 18; -5 <= a[i] <= 5; 1 <= l <= r <= n",
        "",
        "2 1\n3 4\n1 2\n",
    ),
    "a bound of a hundred digits": (
        "n q\na[n]\nrepeat q: x",
        "1 <= n, q <= 10 ** 100; -5 <= a[i] <= 5; 1 <= x <= n",
        "",
        "2 1\n3 4\n1\n",
    ),
    "a bound of four hundred digits": ("t\nrepeat t: x", "1 <= t <= 10 ** 400; 1 <= x <= 9", "t", "1\n1\n"),
    "blocks in blocks": (
        "n m k\nrepeat n:\n  repeat m:\n    a[k]",
        "1 <= n, m, k <= 10 ** 18; 1 <= a[i] <= 5",
        "",
        "1 1 2\n3 4\n",
    ),
    "a product": ("n m\na[n * m]", "1 <= n, m <= 10 ** 18; 1 <= a[i] <= 5", "", "1 2\n3 4\n"),
    "ragged rows": (ROWS, "1 <= n, k[i] <= 10 ** 18; 1 <= t[i] <= 90", "", "2\n1 5\n2 7 8\n"),
    "ragged rows with a huge sum": (
        ROWS,
        "1 <= n <= 1000; 1 <= k[i] <= 10 ** 18; sum(k) <= 10 ** 18; 1 <= t[i] <= 90",
        "",
        "2\n1 5\n2 7 8\n",
    ),
    "lengths told before": (
        "n\nk[n]\nrepeat i < n: a[k[i]]",
        "1 <= n <= 400; 1 <= k[i] <= 10 ** 18; 1 <= a[i][j] <= 90",
        "",
        "1\n2\n7 8\n",
    ),
    "test cases": (
        "t\nrepeat t:\n  n\n  a[n]",
        "1 <= t, n <= 10 ** 18; sum(n) <= 10 ** 18; 1 <= a[i] <= 5",
        "t",
        "1\n2\n4 5\n",
    ),
    "a text": ('s:str(*, "ab")', "1 <= len(s) <= 10 ** 18", "", "ab\n"),
    "few edges among many vertices": (
        "n m\nrepeat m: u v\n@edges u v of n",
        "1 <= n <= 10 ** 18; 1 <= m <= 100; 1 <= u, v <= n",
        "",
        "3 2\n1 2\n3 1\n",
    ),
}


@pytest.mark.parametrize("name", HUGE)
def test_sizes_are_lowered_whatever_their_bounds(name: str) -> None:
    layout, constraints, tests, sample = HUGE[name]
    spec = cases.spec_of(layout, constraints, tests, (sample,))
    found = compose(spec, tests=2).candidates

    assert found
    data = run_generator(found[0], 0)
    assert 0 < len(data) <= MOST_BYTES
    if len(data) < 200_000:
        assert validate(spec.layout, spec.binding, data).ok


@pytest.mark.parametrize(
    ("layout", "constraints", "sample"),
    [
        ("n\na[n]", "10 ** 9 <= n <= 10 ** 18; 1 <= a[i] <= 5", "2\n1 2\n"),
        (ROWS, "1 <= n <= 9; 10 ** 9 <= k[i] <= 10 ** 18; 1 <= t[i] <= 90", "2\n1 5\n2 7 8\n"),
    ],
)
def test_what_can_not_be_lowered_is_refused_with_the_reason(
    layout: str, constraints: str, sample: str
) -> None:
    found = compose(cases.spec_of(layout, constraints, "", (sample,)), tests=2)

    assert found.candidates == ()
    assert all("too many to write" in r.reason or "too long to write" in r.reason for r in found.rejections)
    assert found.rejections
