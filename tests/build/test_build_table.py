"""Every construction, at sizes 1, 2, 3, 10 and 1000: shape, bounds, distinctness, determinism, inlining."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from stab import build
from stab.build import Construction, DoesNotFit
from stab.build.inline import NOT_INLINED, inline_source, library

SIZES = (1, 2, 3, 10, 1000)
LO, HI = 1, 10**9
# Where nothing can be built at the smallest sizes, and up to which size that is right.
REFUSES_UP_TO = {
    "clauses_conflict": 1,
    "flow_cg": 10,
    "flow_deadend": 3,
    "graph_ladder": 2,
    "graph_stale": 3,
    "graph_heavy_bridge": 3,
    "graph_bipartite_random": 3,
    "match_chain": 1,
    "match_hk": 1,
}
HI_OF = {"hash_pymod": 2**66}


def arguments(construction: Construction, n: int, seed: int = 1) -> list[object]:
    """Sizes n, twice as many edges where there is room, values in [LO, HI]."""
    m = max(min(2 * n, n * (n - 1) // 2), n - 1)
    side = min(n, 40)
    known = {
        **dict.fromkeys(("n", "q", "count", "parts", "tests", "n_hi"), n),
        **dict.fromkeys(("lo", "w_lo", "c_lo", "n_lo"), LO),
        **dict.fromkeys(("hi", "w_hi", "c_hi", "value"), HI_OF.get(construction.name, HI)),
        **{
            "least": 0,
            "most": n,
            "m": m,
            "total": 20 * n,
            "h": side,
            "w": side + 3,
            "area": n,
            "alphabet": "abc",
        },
        **{"length": 24, "rng": np.random.RandomState(seed)},
    }
    optional = {"connected", "directed", "dag", "distinct", "kinds", "digits", "operator", "density"}
    optional |= {"free", "wall", "bits", "modulus", "reserved", "u", "v", "vertex", "legs", "chain"}
    optional |= {"window", "period", "block", "clique", "near"}
    if construction.name not in ("words_java",):
        optional.add("length")
    return [known[name] for name in construction.parameters if name not in optional]


def built(construction: Construction, n: int) -> object:
    try:
        return construction.build(*arguments(construction, n))
    except DoesNotFit:
        if n <= REFUSES_UP_TO.get(construction.name, -1):
            pytest.skip("too small, and said so")
        raise


def of(*kinds: str) -> list[Construction]:
    return [c for c in build.CONSTRUCTIONS if c.fills in kinds]


def each(*kinds: str):
    return pytest.mark.parametrize("construction", of(*kinds), ids=lambda c: c.name)


def sized():
    return pytest.mark.parametrize("n", SIZES)


def test_there_are_enough_and_each_says_what_it_guarantees() -> None:
    assert len(build.CONSTRUCTIONS) >= 45
    assert all(c.guarantee.endswith((".", ")")) and c.fills for c in build.CONSTRUCTIONS)


@sized()
@each("values")
def test_values_are_n_integers_within_the_bounds(construction: Construction, n: int) -> None:
    values = np.asarray(built(construction, n))
    hi = HI_OF.get(construction.name, HI)

    assert values.shape == (n,)
    assert all(LO <= value <= hi for value in values.tolist())
    assert values.dtype == (np.int64 if max(values.tolist()) < 2**63 else object)


@sized()
@each("permutation")
def test_permutations_hold_each_number_once(construction: Construction, n: int) -> None:
    order = np.asarray(built(construction, n))

    assert np.array_equal(np.sort(order), np.arange(1, n + 1))
    assert order.dtype == np.int64


@sized()
@each("tree")
def test_trees_are_connected_with_parents_before_children(construction: Construction, n: int) -> None:
    edges = np.asarray(built(construction, n))

    assert edges.shape == (n - 1, 2)
    # Every vertex but 1 hangs below a smaller one: connected, and n - 1 edges leave no cycle.
    assert np.array_equal(edges[:, 1], np.arange(2, n + 1))
    assert (edges[:, 0] >= 1).all()
    assert (edges[:, 0] < edges[:, 1]).all()


def edges_and_weights(made: object) -> tuple[np.ndarray, np.ndarray | None]:
    return made if isinstance(made, tuple) else (np.asarray(made), None)


def reached_from_1(edges: np.ndarray, n: int) -> int:
    neighbours: dict[int, list[int]] = {v: [] for v in range(1, n + 1)}
    for u, v in edges.tolist():
        neighbours[u].append(v)
        neighbours[v].append(u)
    seen, stack = {1}, [1]
    while stack:
        for other in neighbours[stack.pop()]:
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return len(seen)


LOOSE = {"graph_dense_block", "graph_random", "graph_bipartite_random"}


@sized()
@each("edges", "weighted_edges")
def test_graphs_are_simple_connected_and_have_exactly_m_edges(construction: Construction, n: int) -> None:
    edges, weights = edges_and_weights(built(construction, n))
    m = max(min(2 * n, n * (n - 1) // 2), n - 1)

    assert edges.shape == (m, 2)
    assert m == 0 or (edges.min() >= 1 and edges.max() <= n)
    assert (edges[:, 0] != edges[:, 1]).all()
    assert len(np.unique(np.sort(edges, axis=1), axis=0)) == m
    assert construction.name in LOOSE or reached_from_1(edges, n) == n
    if construction.fills == "weighted_edges":
        assert weights is not None
        assert weights.shape == (m,)
        assert ((weights >= LO) & (weights <= HI)).all()


@sized()
@each("network", "bipartite")
def test_networks_have_exactly_m_different_rows(construction: Construction, n: int) -> None:
    rows, capacities = edges_and_weights(built(construction, n))
    m = max(min(2 * n, n * (n - 1) // 2), n - 1)

    assert rows.shape == (m, 2)
    assert len(np.unique(rows, axis=0)) == m
    assert m == 0 or (rows.min() >= 1 and rows.max() <= n)
    if construction.fills == "network":
        assert (rows[:, 0] != rows[:, 1]).all()
        assert capacities is not None
        assert ((capacities >= LO) & (capacities <= HI)).all()


@sized()
@each("interval")
def test_intervals_are_ordered_and_inside(construction: Construction, n: int) -> None:
    rows = np.asarray(built(construction, n))

    assert rows.shape == (n, 2)
    assert (rows[:, 0] >= 1).all()
    assert (rows[:, 0] <= rows[:, 1]).all()
    assert (rows[:, 1] <= n).all()


@sized()
@each("index", "index_pairs")
def test_indices_are_inside(construction: Construction, n: int) -> None:
    rows = np.asarray(built(construction, n))

    assert rows.shape == ((n,) if construction.fills == "index" else (n, 2))
    assert rows.min() >= 1
    assert rows.max() <= n


@sized()
@each("text", "brackets", "expression", "digits")
def test_texts_have_exactly_n_characters(construction: Construction, n: int) -> None:
    text = built(construction, n)
    alphabet = {"text": "abc", "brackets": "()", "expression": "1+()", "digits": "0123456789"}

    assert isinstance(text, str)
    assert len(text) == n
    assert set(text) <= set(alphabet[construction.fills])


@pytest.mark.parametrize("n", [2, 10, 1000])
@pytest.mark.parametrize("kinds", ["()", "()[]{}"])
@each("brackets")
def test_brackets_of_even_length_balance(construction: Construction, n: int, kinds: str) -> None:
    if construction.name == "brackets_open":
        pytest.skip("never closes, as it says")
    names = construction.parameters
    values = {"n": n, "rng": np.random.RandomState(3), "kinds": kinds}
    text = construction.build(*[values[name] for name in names])
    stack = []
    for character in text:
        if character in kinds[0::2]:
            stack.append(character)
        else:
            assert stack.pop() == kinds[kinds.index(character) - 1]

    assert not stack


@sized()
@each("grid")
def test_grids_have_their_size_and_free_ends(construction: Construction, n: int) -> None:
    side = min(n, 40)
    rows = built(construction, n)

    assert isinstance(rows, list)
    assert [len(row) for row in rows] == [side + 3] * side
    assert set("".join(rows)) <= set(".#")
    assert rows[0][0] == rows[-1][-1] == "."


@sized()
@each("matrix")
def test_matrices_have_their_size_and_bounds(construction: Construction, n: int) -> None:
    side = min(n, 40)
    matrix = np.asarray(built(construction, n))

    assert matrix.shape == (side, side + 3)
    assert ((matrix >= LO) & (matrix <= HI)).all()


@pytest.mark.parametrize("hi", [2, 40, HI])
@sized()
@each("points")
def test_points_are_different_and_inside(construction: Construction, n: int, hi: int) -> None:
    rng = np.random.RandomState(1)
    if (hi - LO + 1) ** 2 < n:
        with pytest.raises(DoesNotFit):
            construction.build(n, LO, hi, rng)
        return
    points = construction.build(n, LO, hi, rng)

    assert points.shape == (n, 2)
    assert len(np.unique(points, axis=0)) == n
    assert ((points >= LO) & (points <= hi)).all()


@sized()
@each("numbers", "number_pairs", "pairs")
def test_numbers_are_within_the_bounds(construction: Construction, n: int) -> None:
    if construction.name == "lines_tangent":
        pytest.skip("has a test of its own")
    numbers = np.asarray(built(construction, n))

    assert numbers.shape == ((n,) if construction.fills == "numbers" else (n, 2))
    assert ((numbers >= LO) & (numbers <= HI)).all()


@each(*sorted({c.fills for c in build.CONSTRUCTIONS}))
def test_the_same_seed_gives_the_same_input_and_so_does_the_inlined_source(
    construction: Construction,
) -> None:
    n = 60
    made = construction.build(*arguments(construction, n))
    space: dict[str, object] = {}
    exec(inline_source([construction.name]), space)
    inlined = space[construction.name]
    assert callable(inlined)

    assert repr(made) == repr(construction.build(*arguments(construction, n)))
    assert repr(made) == repr(inlined(*arguments(construction, n)))
    np.testing.assert_equal(made, inlined(*arguments(construction, n)))


@pytest.mark.parametrize(
    "name", ["seq_random", "perm", "tree_random", "graph_random", "str_random", "points_random"]
)
def test_another_seed_gives_another_input(name: str) -> None:
    construction = next(c for c in build.CONSTRUCTIONS if c.name == name)

    first = construction.build(*arguments(construction, 100, seed=1))
    second = construction.build(*arguments(construction, 100, seed=2))
    assert repr(first) != repr(second)


def test_inlined_source_is_independent_of_order_and_has_no_import_of_the_package() -> None:
    names = ["graph_fan", "join_rows", "hash_pydict", "points_convex"]
    source = inline_source(names)

    assert source == inline_source(reversed(names))
    assert "import stab" not in source
    assert "from stab" not in source
    assert "->" not in source
    with pytest.raises(KeyError):
        inline_source(["no_such_construction"])


def test_the_source_is_cut_into_the_statements_that_python_sees() -> None:
    pieces, _ = library()
    whole = [
        node
        for path in Path(build.__file__).parent.glob("*.py")
        if path.stem not in NOT_INLINED
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]

    assert len(whole) > 200
    assert [n.name for n in whole if ast.dump(pieces[n.name].node) != ast.dump(n)] == []


def test_names_are_found_where_they_are_defined() -> None:
    for name in build.__all__:
        assert getattr(build, name) is not None
    assert {"tree_path", "shapes", "DoesNotFit", "CONSTRUCTIONS"} <= set(dir(build))
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = build.no_such_thing
