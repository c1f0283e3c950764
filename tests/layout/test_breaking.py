"""Must-reject inputs: near-valid, one rule broken each, and nothing else."""

from __future__ import annotations

import pytest

from stab.expression import names, parse_comparison
from stab.layout import bind, near_misses, parse_layout, validate
from stab.records import (
    Binding,
    Constraint,
    ConstraintKind,
    Extraction,
    FaultKind,
    Layout,
    NearMisses,
    Origin,
)

GRAPH = "n m\nrepeat m: u v w\n@edges u v of n\n@connected u v of n\n@simple u v"
VERTICES = ("1 <= u <= n", "1 <= v <= n")
CASES: list[tuple[str, tuple[str, ...], str, tuple[str, ...]]] = [
    (  # sizes grow and shrink with what they count, each bound by one on each side
        "n\na[n]",
        ("1 <= n <= 1000", "-5 <= a[i] <= 9"),
        "3\n1 9 4\n",
        ("n-too-small", "n-too-large", "a-too-small", "a-too-large", "form-n-one-too-large"),
    ),
    (
        "t\nrepeat t:\n  n\n  a[n]",
        ("1 <= t <= 50", "1 <= n <= 20", "sum(n) <= 60", "a[i] <= 7"),
        "2\n3\n1 2 3\n1\n5\n",
        ("t-too-large", "n-too-large", "sum-of-n-too-large", "a-too-large"),
    ),
    (
        "n\nrepeat n - 1: u v\n@tree u v of n",
        ("2 <= n <= 30", *VERTICES),
        "5\n1 2\n2 3\n3 4\n4 5\n",
        ("n-too-large", "u-v-cycle", "u-v-loop", "u-v-duplicate", "u-too-large"),
    ),
    (
        GRAPH,
        ("2 <= n <= 6", "m <= 9", "1 <= w <= 4", *VERTICES),
        "4 5\n1 2 1\n2 3 1\n3 4 4\n4 1 2\n1 3 3\n",
        ("n-too-large", "m-too-large", "u-v-disconnected", "u-v-loop", "u-v-duplicate", "u-v-both-ways"),
    ),
    (
        "n m\nrepeat m: u v\n@edges u v of n\n@directed u v\n@acyclic u v of n",
        VERTICES,
        "4 3\n1 2\n2 3\n3 4\n",
        ("u-v-cycle", "m-too-small"),
    ),
    (
        "n\np[n]\nq[n]\ns[n]\n@permutation p\n@distinct q\n@sorted s",
        ("n <= 12", "0 <= q[i] <= 99"),
        "4\n2 4 1 3\n7 8 9 5\n1 3 3 6\n",
        ("n-too-large", "p-repeated", "q-repeated", "s-unsorted", "q-too-large"),
    ),
    (
        'h w\nrepeat h: row:str(w, ".#")\ns:str(*, "a-z")',
        ("1 <= h <= 5", "1 <= w <= 5", "h * w <= 20", "1 <= len(s) <= 8"),
        "2 3\n.#.\n##.\nabc\n",
        (
            "h-too-large",
            "row-wrong-letter",
            "row-too-long",
            "row-too-short",
            "s-wrong-letter",
            "length-of-s-too-large",
        ),
    ),
    (
        "n\ns:str(n)",
        ("1 <= len(s) <= 70",),
        "3\nabc\n",
        ("length-of-s-too-large", "s-too-long"),
    ),
    (
        "x:real\nl r\nk\n@interval l r",
        ("0 <= x < 2", "1 <= l", "r <= 10", "k in {1, 5, 7}", "l != r"),
        "0.25\n2 9\n5\n",
        (
            "x-too-small",
            "x-too-large",
            "l-too-small",
            "r-too-large",
            "l-r-crossed",
            "l-forbidden",
        ),
    ),
    (
        "n\na[n]",
        ("a[i] < a[i + 1]", "a[1] == 0", "n % 2 == 1", "sum(a[i]) <= 40"),
        "3\n0 2 9\n",
        ("a-wrong", "n-wrong", "sum-of-a-too-large", "a-too-large"),
    ),
    (
        "n\nrepeat n: x y\n@convex x y",
        ("3 <= n <= 4", "0 <= x <= 9"),
        "4\n0 0\n4 0\n4 4\n0 4\n",
        ("x-y-bent", "x-too-large"),
    ),
]


def ruled(layout: str, texts: tuple[str, ...]) -> tuple[Layout, Binding]:
    made = parse_layout(layout)
    constraints = []
    for text in texts:
        comparison = parse_comparison(text)
        constraints.append(
            Constraint(text, ConstraintKind.OTHER, names(comparison), text, 1, Origin.NOTATION, comparison)
        )
    return made, bind(made, Extraction(tuple(constraints)))


def made(case: tuple[str, tuple[str, ...], str, tuple[str, ...]]) -> NearMisses:
    layout, texts, data, _ = case
    return near_misses(*ruled(layout, texts), [data.encode()])


@pytest.mark.parametrize("case", CASES, ids=[str(n) for n in range(len(CASES))])
def test_every_kind_of_rule_is_broken(case: tuple[str, tuple[str, ...], str, tuple[str, ...]]) -> None:
    found = {miss.name.partition("-")[2].removeprefix("form-") for miss in made(case).inputs}

    assert {name.removeprefix("form-") for name in case[3]} <= found


@pytest.mark.parametrize("case", CASES, ids=[str(n) for n in range(len(CASES))])
def test_each_breaks_its_rule_alone(case: tuple[str, tuple[str, ...], str, tuple[str, ...]]) -> None:
    layout, binding = ruled(*case[:2])
    misses = made(case)

    assert len({miss.data for miss in misses.inputs}) == len(misses.inputs)
    for miss in misses.inputs:
        faults = validate(layout, binding, miss.data).faults
        assert faults, miss
        if miss.rule == "the layout":
            assert {fault.kind for fault in faults} == {FaultKind.LAYOUT}, miss
        elif {fault.kind for fault in faults} != {FaultKind.LAYOUT}:  # else a size that can't be
            assert miss.rule in {fault.rule for fault in faults}, miss


def test_a_bound_is_missed_by_one() -> None:
    data = {miss.name.partition("-")[2]: miss.data for miss in made(CASES[0]).inputs}

    assert data["n-too-large"] == b"1001\n" + b" ".join([b"1 9 4"] * 333 + [b"1 9"]) + b"\n"
    assert data["n-too-small"] == b"0\n\n"
    assert data["a-too-large"] == b"3\n1 9 10\n"
    assert data["a-too-small"] == b"3\n1 9 -6\n"


def test_a_total_is_missed_by_one_with_more_cases() -> None:
    data = {miss.name.partition("-")[2]: miss.data for miss in made(CASES[1]).inputs}["sum-of-n-too-large"]
    sizes = [int(line) for line in data.decode().splitlines()[1::2]]

    assert sum(sizes) == 61
    assert max(sizes) <= 20


def test_rules_without_an_input_are_told_with_the_reason() -> None:
    layout, binding = ruled("n\na[n]", ("1 <= n <= 10 ** 9", "n <= a[i] <= 10"))
    misses = near_misses(layout, binding, [b"3\n4 5 6\n"])

    reasons = {u.rule: u.reason for u in misses.unbroken}
    assert "n <= 1000000000" in reasons or "n <= 10 ** 9" in reasons
    assert all(reasons.values())


def test_the_same_promise_in_other_words_breaks_with_it() -> None:
    layout, binding = ruled("n\nl[n]\nr[n]\n@interval l r", ("l[i] <= r[i]", "1 <= l[i]"))
    misses = near_misses(layout, binding, [b"2\n1 2\n3 4\n"])

    assert not [u for u in misses.unbroken if "l" in u.rule.split()[0]]


def test_without_a_valid_input_there_is_none() -> None:
    layout, binding = ruled("n", ("1 <= n <= 3",))
    misses = near_misses(layout, binding, [b"4\n"])

    assert not misses.inputs
    assert {u.reason for u in misses.unbroken} == {"no small valid input is there"}


def test_the_same_input_gives_the_same_files() -> None:
    assert made(CASES[3]) == made(CASES[3])
