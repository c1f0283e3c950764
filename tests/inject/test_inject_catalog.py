"""The shipped catalog: readable, executable, and plain about what is wrong in a user's own."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from stab import build
from stab.errors import InputError
from stab.inject import load_catalog
from stab.records import Principle, RoleKind

CATALOG = load_catalog()
PRINCIPLES = [principle for scenario in CATALOG for principle in scenario.principles]
EXPRESSIONS = [
    pytest.param(principle, text, id=f"{principle.id}:{kind}")
    for principle in PRINCIPLES
    for kind, text in (("construct", principle.construct), ("anti", principle.anti))
    if text is not None
]
BUILTINS = {"min": min, "max": max, "abs": abs, "int": int, "len": len}
PLAIN = {RoleKind.VALUES, RoleKind.WEIGHT, RoleKind.DISTINCT, RoleKind.SORTED}


def names_of(principle: Principle, n: int, lo: int, hi: int) -> dict[str, object]:
    """The names a composer offers for the principle's role at size n."""
    rng = np.random.RandomState(n)
    m = min(n * (n - 1) // 2, 3 * n)
    by_role: dict[RoleKind | None, dict[str, object]] = {
        RoleKind.PERMUTATION: {"n": n, "lo": 1, "hi": n},
        RoleKind.TREE: {"n": n},
        RoleKind.PARENTS: {"n": n},
        RoleKind.EDGES: {"n": n, "m": m, "w_lo": lo, "w_hi": hi, "W": hi},
        RoleKind.TEXT: {"n": n, "alphabet": "abc"},
        RoleKind.BRACKETS: {"n": n},
        RoleKind.PATTERN: {"n": n, "alphabet": "abc", "text_n": 2 * n},
        RoleKind.GRID: {"h": n, "w": n + 1, "alphabet": ".#", "free": ".", "wall": "#"},
        RoleKind.MATRIX: {"h": n, "w": n + 1, "lo": lo, "hi": hi, "V": hi},
        RoleKind.POINTS: {"n": n, "lo": lo, "hi": hi, "V": hi},
        RoleKind.INTERVAL: {"n": n, "q": n + 2},
        RoleKind.INDEX: {"n": n, "q": n + 2},
        RoleKind.VERTEX: {"n": n, "q": n + 2},
        RoleKind.SIZE: {"count": n, "lo": lo, "hi": hi, "V": hi},
    }
    plain = {"n": n, "lo": lo, "hi": hi, "V": hi}
    return {"rng": rng, **(plain if principle.role in PLAIN else by_role[principle.role])}


def check_shape(principle: Principle, result: object, names: dict[str, object]) -> None:
    """What the role demands of a construction's result."""
    n = names.get("n", names.get("count"))
    assert isinstance(n, int) or principle.role in (RoleKind.GRID, RoleKind.MATRIX)
    role = principle.role
    if role in (RoleKind.TEXT, RoleKind.PATTERN, RoleKind.BRACKETS):
        assert isinstance(result, str) and len(result) == n
        return
    if role is RoleKind.GRID:
        assert [len(row) for row in result] == [names["w"]] * names["h"]  # type: ignore[attr-defined,operator]
        return
    array = np.asarray(result[0] if isinstance(result, tuple) else result)
    if role in PLAIN or role is RoleKind.SIZE:
        assert array.shape[0] == n
        assert array.min() >= min(1, names["lo"]) and array.max() <= names["hi"]  # type: ignore[type-var]
    elif role is RoleKind.PERMUTATION:
        assert sorted(array.tolist()) == list(range(1, n + 1))  # type: ignore[operator]
    elif role is RoleKind.TREE:
        assert array.shape == (n - 1, 2)  # type: ignore[operator]
    elif role is RoleKind.EDGES:
        assert array.shape == (names["m"], 2)
    elif role is RoleKind.POINTS:
        assert array.shape == (n, 2)
    elif role in (RoleKind.INTERVAL, RoleKind.INDEX, RoleKind.VERTEX):
        assert array.shape[0] == names["q"]


def calls(text: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.Call):
            yield node


def test_size_of_the_catalog() -> None:
    assert [s.id for s in CATALOG] == [f"S{i:02}" for i in range(1, len(CATALOG) + 1)]
    assert len(CATALOG) >= 22 and len(PRINCIPLES) >= 150
    assert sum(principle.executable for principle in PRINCIPLES) >= 0.9 * len(PRINCIPLES)
    assert all(len(scenario.anchors) >= 20 for scenario in CATALOG)
    assert len({principle.id for principle in PRINCIPLES}) == len(PRINCIPLES)


def test_entries_that_only_size_or_order_hurts_say_so() -> None:
    for principle in PRINCIPLES:
        if not principle.executable:
            text = principle.construction.lower()
            assert any(word in text for word in ("only size hurts", "a matter of", "otherwise only")), (
                principle.id
            )


@pytest.mark.parametrize(("principle", "text"), EXPRESSIONS)
def test_calls_name_constructions_with_their_parameters(principle: Principle, text: str) -> None:
    allowed = {*names_of(principle, 5, 1, 9), *BUILTINS}
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.Name) and not hasattr(build, node.id):
            assert node.id in allowed, f"{node.id} is not offered to role {principle.role}"
    for call in calls(text):
        assert isinstance(call.func, ast.Name)
        if call.func.id not in BUILTINS:
            signature = inspect.signature(getattr(build, call.func.id))
            signature.bind(*call.args, **{str(k.arg): k.value for k in call.keywords})


@pytest.mark.parametrize(("principle", "text"), EXPRESSIONS)
def test_calls_work_at_small_sizes_or_say_that_they_do_not_fit(principle: Principle, text: str) -> None:
    code = compile(text, "<construct>", "eval")
    offered = {name: getattr(build, name) for name in code.co_names if hasattr(build, name)}
    fitted = 0
    widest = 10**20 if "hash_pymod" in text else 10**18
    for n, lo, hi in (
        (1, 1, 5),
        (2, 1, 30),
        (3, 0, 1000),
        (10, 1, 10**5),
        (40, -100, 10**5),
        (60, 1, widest),
    ):
        names = names_of(principle, n, lo, hi)
        try:
            result = eval(code, {**offered, **BUILTINS}, dict(names))
        except build.DoesNotFit:
            continue
        fitted += 1
        check_shape(principle, result, names)
    assert fitted, "fits nowhere"


GOOD = """
id = "X1"
name = "own"
title = "Own"
names = ["frobnication"]
[[implementation]]
id = "first"
title = "First"
hurts = "loops"
construction = "All equal."
source = "folklore"
role = "values"
construct = "seq_equal(n, hi)"
"""


def test_own_scenario_is_added_and_replaces_by_id(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD)
    assert load_catalog(file)[-1].principles[0].id == "X1.first"
    file.write_text(GOOD.replace('"X1"', '"S01"'))
    catalog = load_catalog(file)
    assert len(catalog) == len(CATALOG) and catalog[0].name == "own"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('role = "values"', 'role = "valuables"', "unknown role 'valuables'"),
        ('title = "First"', "", "'title' must be a text"),
        ('"seq_equal(n, hi)"', '"seq_equal(n, "', "not a Python expression"),
        ('"seq_equal(n, hi)"', '"n"', "must call a construction"),
        ('["frobnication"]', "[]", "neither names nor cues"),
        ('["frobnication"]', '["a (b"]', "unmatched '('"),
        ('hurts = "loops"', 'hurts = "loops"\nspeed = 3', "unknown key 'speed'"),
        ('hurts = "loops"', 'hurts = "loops"\nunproven = "no"', "'unproven' must be true or false"),
        ("[[implementation]]", "[[implementations]]", "unknown key 'implementations'"),
        ('id = "X1"', "id = X1", "is not TOML"),
    ],
)
def test_faults_of_an_own_catalog_are_named(tmp_path: Path, old: str, new: str, reason: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        load_catalog(file)
    assert reason in caught.value.message
    assert caught.value.file == str(file)


def test_missing_or_empty_own_catalog(tmp_path: Path) -> None:
    for source in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(InputError):
            load_catalog(source)
