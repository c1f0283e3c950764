"""The list of all constructions with what each of them fills and guarantees."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from stab.build import (
    graphs,
    grids,
    hashing,
    networks,
    numbers,
    permutations,
    points,
    queries,
    sequences,
    special_graphs,
    splits,
    strings,
    subsets,
    trees,
    weighted_graphs,
)

# What the functions of a module fill, by the beginning of their names; the first that fits counts.
_FILLS: tuple[tuple[ModuleType, tuple[tuple[str, str], ...]], ...] = (
    (sequences, (("seq_pairs", "pairs"), ("pairs_", "pairs"), ("seq_", "values"), ("reals_", "reals"))),
    (permutations, (("", "permutation"),)),
    (hashing, (("hash_java", "pairs"), ("hash_", "values"), ("words_", "words"))),
    (trees, (("tree_of", ""), ("tree_", "tree"))),
    (graphs, (("graph_out_degrees", "directed_edges"), ("graph_", "edges"), ("weighted_", "weighted_edges"))),
    (weighted_graphs, (("graph_", "weighted_edges"),)),
    (special_graphs, (("graph_path_rows", ""), ("graph_", "edges"), ("clauses_", "clauses"))),
    (networks, (("flow_", "network"), ("match_", "bipartite"))),
    (queries, (("intervals_", "interval"), ("queries_point", "index"), ("queries_positions", "index"))),
    (queries, tuple((f"queries_{name}", "index_pairs") for name in ("pair", "tips", "leafpairs", "far"))),
    (queries, (("queries_po", ""), ("queries_", "interval"))),
    (strings, (("str_", "text"), ("brackets_", "brackets"), ("expr_", "expression"))),
    (strings, (("words_", "words"), ("digits_", "digits"))),
    (numbers, (("num_fib", "number_pairs"), ("num_one", "number_pairs"), ("num", "numbers"))),
    (points, (("points_", "points"),)),
    (grids, (("grid_letters", "letters"), ("grid_", "grid"), ("matrix_", "matrix"))),
    (subsets, (("items_correlated", "pairs"), ("lines_", "pairs"), ("subset_", "values"))),
    (subsets, (("coins_", "values"), ("items_", "values"), ("weights_", "values"))),
    (sequences, (("partition", "sizes"),)),
    (splits, (("shapes", "shapes"), ("tests_split", "sizes"), ("split_evenly", "sizes"))),
)


@dataclass(frozen=True, slots=True)
class Construction:
    """A function of stab.build: the kind of thing it fills, its parameters in order, what it promises."""

    name: str
    fills: str  # values, permutation, tree, edges, weighted_edges, text, grid, points, interval, numbers, …
    parameters: tuple[str, ...]
    guarantee: str  # the first line of the docstring
    build: Callable[..., Any]


def _public_functions(module: ModuleType) -> list[Callable[..., Any]]:
    return [
        value
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]


def _listed() -> tuple[Construction, ...]:
    found: dict[str, Construction] = {}
    decided: set[str] = set()
    for module, prefixes in _FILLS:
        for function in _public_functions(module):
            name = function.__name__
            fills = next((kind for prefix, kind in prefixes if name.startswith(prefix)), None)
            if fills is None or name in decided:
                continue
            decided.add(name)
            if fills:
                guarantee = (inspect.getdoc(function) or "").partition("\n")[0]
                parameters = tuple(inspect.signature(function).parameters)
                found[name] = Construction(name, fills, parameters, guarantee, function)
    return tuple(found[name] for name in sorted(found))


CONSTRUCTIONS: tuple[Construction, ...] = _listed()
