"""Boundaries against brute force, and the corners that real statements ask for."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stab.errors import InfeasibleError
from stab.expression import holds, names, parse_comparison
from stab.records import Constraint, ConstraintKind, Extraction, Method, Origin
from stab.saturate.solve import saturate


def extraction(
    *chains: str, sizes: str, tests: str | None = None, conditions: tuple[str, ...] = ()
) -> Extraction:
    constraints = tuple(
        Constraint(
            c,
            ConstraintKind.OTHER,
            names(parse_comparison(c)),
            c,
            i + 1,
            Origin.NOTATION,
            parse_comparison(c),
        )
        for i, c in enumerate(chains)
    )
    return Extraction(constraints, conditions, (), tuple(sizes.split()), tests)


CASES = [
    (("1 <= n <= 200000",), "n", None, {"n": 200000}),
    (("1 <= n <= 200000", "n <= 1000"), "n", None, {"n": 1000}),
    (("1 <= n < 100", "0 <= m <= n * (n - 1) / 2"), "n m", None, {"n": 99, "m": 4851}),
    (
        ("1 <= n; n <= 100000", "1 <= m <= 100000", "n * m <= 1000000"),
        "n m",
        None,
        {"n": 100000, "m": 100000},
    ),
    (("1 <= t <= 10000", "1 <= n <= 200000", "sum(n) <= 200000"), "t n", "t", {"t": 10000, "n": 200000}),
    (("1 <= k <= min(n, 20)", "1 <= n <= 500"), "n k", None, {"n": 500, "k": 20}),
    (("1 <= n <= 10 ** 18",), "n", None, {"n": 10**18}),
    (("1 <= n <= 10 ** 20", "1 <= k <= n"), "n k", None, {"n": 10**20, "k": 10**20}),
    (("1 <= len(s) <= 5000",), "len(s)", None, {"len(s)": 5000}),
    (("1 <= q", "1 <= n <= 300"), "n q", None, {"n": 300}),
    (("2 <= n <= 2 ** k", "1 <= k <= 17"), "n k", None, {"n": 131072, "k": 17}),
    (("1 <= h", "1 <= w", "h * w <= 200000"), "h w", None, {"h": 200000, "w": 200000}),
]


@pytest.mark.parametrize(("chains", "sizes", "tests", "maxima"), CASES)
def test_each_size_alone(chains, sizes, tests, maxima):
    chains = tuple(part for chain in chains for part in chain.split("; "))

    assert saturate(extraction(*chains, sizes=sizes, tests=tests)).maxima == maxima


def test_coupled_sizes_get_named_corners():
    found = saturate(extraction("1 <= n <= 100000", "1 <= m <= 100000", "n * m <= 1000000", sizes="n m"))

    corners = {b.name: (b.values["n"], b.values["m"]) for b in found.boundaries}
    assert corners["max:n"] == (100000, 10)
    assert corners["max:m"] == (10, 100000)
    assert corners["balanced"][0] * corners["balanced"][1] >= 990000
    assert max(corners["balanced"]) <= 2 * min(corners["balanced"])
    assert found.groups[0].method is Method.CP_SAT


def test_test_counts_get_one_large_many_small_and_the_middle():
    found = saturate(
        extraction("1 <= t <= 10000", "2 <= n <= 200000", "sum(n) <= 200000", sizes="t n", tests="t")
    )

    corners = {b.name: (b.values["t"], b.values["n"]) for b in found.boundaries}
    assert (1, 200000) in corners.values()
    assert corners["max-tests"] == (10000, 20)
    assert any(50 <= t <= 200 and t * n <= 200000 for t, n in corners.values())


def test_side_conditions_hold_at_every_boundary():
    found = saturate(extraction("1 <= n <= 1000000", sizes="n", conditions=("isprime(n)", "n % 4 == 1")))

    assert found.maxima == {"n": 999961}


@pytest.mark.parametrize(
    "chains", [("5 <= n <= 3",), ("1 <= n <= 10", "n >= 20"), ("1 <= n <= 5", "1 <= m <= 5", "n * m >= 30")]
)
def test_contradictions_name_their_quotations(chains):
    sizes = "n m" if len(chains) == 3 else "n"

    with pytest.raises(InfeasibleError) as caught:
        saturate(extraction(*chains, sizes=sizes))

    assert chains[-1] in caught.value.message


@pytest.mark.parametrize(
    ("chains", "culprits"),
    [
        (("1 <= n <= 10", "n >= 20", "1 <= m <= n", "m <= 1000"), {0, 1}),
        (("1 <= m <= n", "n >= 20", "k <= n", "1 <= n <= 10"), {1, 3}),
        (("1 <= k <= n", "n <= 10", "k >= 11", "q <= k"), {0, 1, 2}),
        (("1 <= n <= 5", "1 <= m <= 5", "1 <= k <= n", "n * m >= 30"), {0, 1, 3}),
        (("1 <= n <= 100", "n + m <= 9", "n >= 10", "m >= 0"), {1, 2, 3}),
        (("1 <= n <= 10 ** 20", "k <= n", "n >= 10 ** 21"), {0, 2}),
    ],
)
def test_only_what_contradicts_is_named(chains, culprits):
    with pytest.raises(InfeasibleError) as caught:
        saturate(extraction(*chains, sizes="n m k q"))

    assert {i for i, c in enumerate(chains) if f"'{c}'" in caught.value.message} == culprits


SHAPES = st.sampled_from(
    ["a * b <= {}", "a + b <= {}", "a <= b", "a <= b * (b - 1) / 2", "2 * a <= b + {}", "a <= min(b, {})",
     "b <= a * a", "sum(a) <= {}", "a - b <= {}", "a <= max(b, {})"]
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(1, 25),
    st.integers(1, 25),
    st.lists(st.tuples(SHAPES, st.integers(1, 60)), min_size=1, max_size=3),
)
def test_maxima_equal_brute_force_and_corners_hold(high_a, high_b, shapes):
    chains = [f"1 <= a <= {high_a}", f"1 <= b <= {high_b}", *(s.format(c) for s, c in shapes)]
    relations = [parse_comparison(c.replace("sum(a)", "a")) for c in chains]
    points = [
        {"a": a, "b": b}
        for a, b in product(range(1, high_a + 1), range(1, high_b + 1))
        if all(holds(r, {"a": a, "b": b}) for r in relations)
    ]
    record = extraction(*chains, sizes="a b")
    if not points:
        with pytest.raises(InfeasibleError):
            saturate(record)
        return

    found = saturate(record)

    assert found.maxima == {key: max(p[key] for p in points) for key in "ab"}
    assert all(dict(b.values) in points for b in found.boundaries)


def test_the_same_answer_twice():
    record = extraction("1 <= n <= 5000", "1 <= m <= 7000", "n * m <= 123456", "n + m <= 6000", sizes="n m")

    assert saturate(record) == saturate(record)
