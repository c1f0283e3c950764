"""Groups, separating tests, limits and growth from figures that are given."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest

from stab.score import (
    Sized,
    fit_growth,
    mark_unlike,
    rank_groups,
    separating_tests,
    suggest_limit,
    worst_test,
)


@pytest.mark.parametrize(
    ("apart", "groups"),
    [
        ("", [1, 1, 1, 1]),
        ("ab ac ad bc bd cd", [1, 2, 3, 4]),
        ("ac ad bc bd", [1, 1, 2, 2]),
        ("ac ad bd", [1, 1, 1, 1]),  # b and c link all: no cut parts everybody before it from all behind
        ("ab ac ad", [1, 2, 2, 2]),
        ("ad bd cd", [1, 1, 1, 2]),
    ],
)
def test_groups_part_only_what_is_told_apart(apart, groups):
    pairs = {tuple(word) for word in apart.split()}

    assert list(rank_groups("abcd", pairs).values()) == groups


def test_the_test_that_parts_two_groups_best():
    groups = {"a": 1, "b": 1, "c": 2, "d": 3}
    times = {
        "a": {"x": 1.0, "y": 1.0, "z": 1.0},
        "b": {"x": 1.0, "y": 3.0, "z": 1.0},
        "c": {"x": 2.0, "y": 9.0, "z": 1.5},
        "d": {"x": 2.0, "y": 9.0, "z": 6.0},
    }
    found = separating_tests(groups, times)

    assert [(s.groups, s.test, s.ratio) for s in found] == [((1, 2), "y", 3.0), ((2, 3), "z", 4.0)]
    assert separating_tests({"a": 1}, times) == ()


@pytest.mark.parametrize(
    ("accepted", "limit", "fails"),
    [
        ({"a": 0.1}, 1.0, [True, False]),
        ({"a": 0.8, "b": 0.5}, 2.0, [True, False]),
        ({"a": 1.0}, 2.0, [True, False]),
        ({"a": 2.1}, 5.0, [False, False]),
    ],
)
def test_the_suggested_limit(accepted, limit, fails):
    found = suggest_limit(accepted, {"quadratic": 3.0, "other": 1.2})

    assert found is not None
    assert found.seconds == limit
    assert found.too_slow == (("quadratic", fails[0]), ("other", fails[1]))
    assert suggest_limit({}, {}) is None
    killed = suggest_limit({"a": 2.1}, {"quadratic": 4.0}, at_least={"quadratic"})
    assert killed is not None
    assert killed.too_slow == (("quadratic", None),)  # stopped before one could tell


def test_the_worst_test_has_the_highest_median():
    assert worst_test({"x": (1.0, 9.0, 1.0), "y": (2.0, 2.0, 2.0), "z": ()}) == "y"
    assert worst_test({}) is None


@pytest.mark.parametrize(
    ("law", "exponent", "within"),
    [
        (lambda n: 1e-6 * n, 1.0, 0.05),
        (lambda n: 1e-7 * n * log2(n), 1.1, 0.1),
        (lambda n: 1e-9 * n * n, 2.0, 0.05),
    ],
)
def test_growth_is_found_beneath_start_up_and_noise(law, exponent, within):
    rng = np.random.RandomState(1)
    start = 0.02
    sizes = [12500 * 2**k for k in range(5)]
    measured = [
        Sized(n, tuple(float(start + law(n) * np.exp(rng.randn() * 0.03)) for _ in range(5))) for n in sizes
    ]
    found = fit_growth(measured, start=[start] * 5)

    assert found is not None
    assert found.exponent == pytest.approx(exponent, abs=within)
    assert found.ci[0] <= found.exponent <= found.ci[1]
    assert found == fit_growth(measured, start=[start] * 5)


@pytest.mark.parametrize(
    ("law", "exponent"),
    [(lambda n: 3e-8 * n, 1.0), (lambda n: 2e-9 * n * log2(n), 1.06), (lambda n: 4e-14 * n * n, 2.0)],
)
@pytest.mark.parametrize("warm_up", [0.25, 0.6])
def test_a_warm_up_that_ends_is_no_growth(law, exponent, warm_up):
    """A compiler at run time: slow at first, then a constant that no run on a small input shows."""
    rng = np.random.RandomState(2)
    start = 0.2
    sizes = [2**k for k in range(17, 26)]
    measured = []
    for n in sizes:
        middle = start + min(warm_up, 1e-6 * n) + law(n)
        measured.append(Sized(n, tuple(float(middle * np.exp(rng.randn() * 0.01)) for _ in range(5))))
    found = fit_growth(measured, start=[start] * 5)

    assert found is not None
    assert found.exponent == pytest.approx(exponent, abs=0.12)
    assert found.ci[0] <= exponent <= found.ci[1]


def test_growth_needs_three_sizes_above_the_start_up():
    flat = [Sized(n, (0.02, 0.021)) for n in (10, 100, 1000)]

    assert fit_growth(flat, start=[0.02]) is None
    assert fit_growth([Sized(10, (1.0,)), Sized(20, (2.0,))]) is None
    assert fit_growth([]) is None


def test_a_solution_that_grows_unlike_the_others_is_marked():
    def growth(power):
        return fit_growth([Sized(n, (1e-6 * n**power,) * 3) for n in (1000, 2000, 4000, 8000)])

    marked = mark_unlike({"a": growth(1), "b": growth(1.05), "c": growth(2), "d": None})

    assert {name: g.differs for name, g in marked.items() if g is not None} == {
        "a": False,
        "b": False,
        "c": True,
    }
    alone = mark_unlike({"a": growth(2)})["a"]
    assert alone is not None
    assert not alone.differs
