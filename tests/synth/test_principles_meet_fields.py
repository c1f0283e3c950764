"""Each principle names the role it fills: there it works, and in a field of another kind it fails."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from stab.build import DoesNotFit
from stab.inject import load_catalog
from stab.layout import validate
from stab.pipeline import understand
from stab.records import GenerationSpec, Overrides, Principle, RoleKind, Sample, Scenario
from stab.statement import problem_from_text
from stab.synth import compose_alone, run_generator

R = RoleKind
PRINCIPLES = [(s, p) for s in load_catalog() for p in s.principles if p.construct is not None]
# A layout with one field of each kind, and the roles that this kind of data may have.
FIELDS: dict[str, tuple[str, str, str, frozenset[RoleKind]]] = {
    "numbers": (
        "n\na[n]",
        "1 <= n <= 64; 1 <= a[i] <= 10 ** 18",
        "2\n4 5\n",
        frozenset({R.VALUES, R.WEIGHT, R.DISTINCT, R.SORTED}),
    ),
    "permutation": ("n\np[n]\n@permutation p", "1 <= n <= 64", "2\n2 1\n", frozenset({R.PERMUTATION})),
    "tree": (
        "n\nrepeat n - 1: u v\n@tree u v of n",
        "2 <= n <= 64; 1 <= u <= n; 1 <= v <= n",
        "3\n1 2\n1 3\n",
        frozenset({R.TREE, R.PARENTS}),
    ),
    "edges": (
        "n m\nrepeat m: u v w\n@edges u v of n\n@weight w",
        "64 <= n <= 64; 100 <= m <= 120; 1 <= u <= n; 1 <= v <= n; u != v; 1 <= w <= 10 ** 6",
        "64 1\n1 2 4\n",
        frozenset({R.EDGES, R.WEIGHT, R.VALUES}),
    ),
    "text": ('s:str(*, "()+1a")', "1 <= len(s) <= 64", "(1)\n", frozenset({R.TEXT, R.PATTERN, R.BRACKETS})),
    "grid": (
        'h w\nrepeat h: g:str(w, ".#")\n@grid g of h',
        "1 <= h <= 20; 1 <= w <= 20",
        "1 2\n.#\n",
        frozenset({R.GRID}),
    ),
    "points": (
        "n\nrepeat n: x y\n@points x y",
        "1 <= n <= 64; 0 <= x <= 10 ** 6; 0 <= y <= 10 ** 6",
        "1\n4 5\n",
        frozenset({R.POINTS}),
    ),
    "interval": (
        "n q\nrepeat q: l r\n@interval l r",
        "1 <= n <= 64; 1 <= q <= 64; 1 <= l <= r <= n",
        "5 1\n4 5\n",
        frozenset({R.INTERVAL, R.VALUES, R.SIZE}),
    ),
}
# Roles whose data are of one kind: a construct for one of them may serve another.
KIN = (
    frozenset({R.VALUES, R.WEIGHT, R.DISTINCT, R.SORTED, R.PERMUTATION, R.SIZE, None}),
    frozenset({R.TREE, R.PARENTS}),
    frozenset({R.TEXT, R.PATTERN, R.BRACKETS}),
    frozenset({R.INTERVAL, R.INDEX, R.VERTEX}),
)
MAIN = {
    "numbers": R.VALUES,
    "permutation": R.PERMUTATION,
    "tree": R.TREE,
    "edges": R.EDGES,
    "text": R.TEXT,
    "grid": R.GRID,
    "points": R.POINTS,
    "interval": R.INTERVAL,
}
SHARE = 3  # of the principles, one of so many is moved to each field: each to two or three


@cache
def spec_of(field: str) -> GenerationSpec:
    layout, rules, sample, _ = FIELDS[field]
    overrides = Overrides(constraints=tuple(rule.strip() for rule in rules.split(";")), layout=layout)
    samples = (Sample("1", sample),)
    return understand(problem_from_text("# T\n\nT.\n", id="t", overrides=overrides, samples=samples))


def works(field: str, scenario: Scenario, principle: Principle) -> bool:
    """Tell whether the principle is composed for the field and gives a valid input."""
    spec = spec_of(field)
    made = compose_alone(spec, scenario, principle)
    if not made.candidates or made.candidates[0].principle != principle.id:
        return False
    try:
        data = run_generator(made.candidates[0], 1)
    except (DoesNotFit, ValueError, IndexError, TypeError, AttributeError):
        return False
    return validate(spec.layout, spec.binding, data).ok


def _is_kin(role: RoleKind | None, other: RoleKind) -> bool:
    return role is other or any({role, other} <= family for family in KIN)


def _moved(field: str) -> list[tuple[Scenario, Principle]]:
    start = list(FIELDS).index(field) % SHARE
    return [
        (s, p)
        for s, p in PRINCIPLES[start::SHARE]
        if p.role not in FIELDS[field][3] and not _is_kin(p.role, MAIN[field])
    ]


@pytest.mark.parametrize("field", FIELDS)
def test_a_principle_works_in_the_field_it_names(field: str) -> None:
    named = [(s, p) for s, p in PRINCIPLES if p.role is MAIN[field] and not p.needs and not p.unproven]
    failing = [p.id for s, p in named if not works(field, s, p)]
    assert named
    assert failing == []


@pytest.mark.parametrize("field", FIELDS)
def test_a_principle_finds_nothing_to_fill_in_a_field_of_another_kind(field: str) -> None:
    moved = _moved(field)
    assert len(moved) > 20
    assert [p.id for s, p in moved if works(field, s, p)] == []


@pytest.mark.parametrize("field", FIELDS)
def test_a_principle_that_names_the_role_of_another_field_fails_there(field: str) -> None:
    moved = [(s, replace(p, role=MAIN[field])) for s, p in _moved(field)]
    assert [p.id for s, p in moved if works(field, s, p)] == []
