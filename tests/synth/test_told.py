"""What the words of a statement promise of a graph, and no role carries, holds in every input."""

from __future__ import annotations

import importlib.util
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from stab.records import RoleKind
from stab.synth import compose, run_generator

_SPEC = importlib.util.spec_from_file_location("corner_cases", Path(__file__).with_name("test_corners.py"))
assert _SPEC is not None and _SPEC.loader is not None
corner_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(corner_cases)

DIRECTED = "n m k\nrepeat m: u v w\n@edges u v of n\n@directed u v\n@simple u v\n@weight w"
RULES = "2 <= n <= 200; 2 <= m <= 400; 1 <= k <= 5; 1 <= u, v <= n; u != v; 1 <= w <= m"
SAMPLE = "2 2 1\n1 2 1\n2 1 2\n"
PLAIN = "n m\nrepeat m: u v\n@edges u v of n\n@simple u v"
PLAIN_RULES = "2 <= n <= 150; 1 <= m <= 500; 1 <= u, v <= n"


def inputs(spec: object) -> dict[str, list[list[int]]]:
    """Return the numbers of all inputs by name; a refusal is none."""
    found = {}
    for generator in compose(spec, tests=25).candidates:
        try:
            data = run_generator(generator, 2)
        except ValueError:  # DoesNotFit of the generator itself
            continue
        found[generator.name] = [list(map(int, line.split())) for line in data.decode().splitlines()]
    return found


def parts(n: int, edges: list[list[int]]) -> int:
    root = list(range(n + 1))

    def find(x: int) -> int:
        while root[x] != x:
            root[x] = root[root[x]]
            x = root[x]
        return x

    for u, v, *_ in edges:
        root[find(u)] = find(v)
    return len({find(x) for x in range(1, n + 1)})


@pytest.mark.parametrize(
    "text",
    [
        "The out-degree of every vertex is at most k. Each vertex has at least one edge starting from it.",
        "It is guaranteed that the outdegree of any town does not exceed k and that every town has at least "
        "one outgoing road.",
        "Each node has at most k outgoing edges. Every node has at least one outgoing edge.",
    ],
)
def test_out_degrees_stay_within_what_is_told(text: str) -> None:
    found = inputs(corner_cases.spec(DIRECTED, RULES, SAMPLE, text))

    assert len(found) >= 5
    for name, ((n, m, k), *edges) in found.items():
        degrees = Counter(u for u, *_ in edges)
        assert len(edges) == m and max(degrees.values()) <= k, name
        assert len(degrees) == n, name


@pytest.mark.parametrize(
    "text",
    [
        "It is guaranteed that no two edges have the same weight.",
        "You may assume that the lengths of all roads are pairwise distinct.",
    ],
)
def test_weights_are_all_different_where_that_is_told(text: str) -> None:
    spec = corner_cases.spec(DIRECTED, RULES, SAMPLE, text)
    repeating = corner_cases.scenario(RoleKind.WEIGHT, "seq_random(n, lo, hi, rng)", "seq_equal(n, hi)")
    found = inputs(replace(spec, retrieval=repeating))

    assert len(found) >= 5
    assert all(len({w for *_, w in rows[1:]}) == len(rows) - 1 for rows in found.values())


@pytest.mark.parametrize(
    "text",
    [
        "It is guaranteed that from any city you can get to any other city.",
        "It is known that there is a path between every pair of vertices.",
        "It is guaranteed that one can reach every village from each other village.",
        "You can assume that it is possible to go from vertex 1 to vertex n along the edges.",
    ],
)
@pytest.mark.parametrize("construct", ["graph_dense_block(n, m, rng)", "graph_random(n, m, rng)"])
def test_a_graph_hangs_together_where_words_say_so(text: str, construct: str) -> None:
    spec = corner_cases.spec(PLAIN, PLAIN_RULES, "3 2\n1 2\n3 2\n", text)
    apart = corner_cases.scenario(RoleKind.EDGES, construct, "graph_random(n, m, rng)")
    found = inputs(replace(spec, retrieval=apart))

    assert len(found) >= 5
    assert all(parts(rows[0][0], rows[1:]) == 1 for rows in found.values())


@pytest.mark.parametrize(
    "text",
    [
        "It is not guaranteed that you can get from any city to any other.",
        "Tell whether from any city you can get to any other.",
        "The graph is not necessarily connected. Find a path between every pair of vertices.",
    ],
)
def test_a_graph_may_fall_apart_where_no_promise_is_made(text: str) -> None:
    found = inputs(
        corner_cases.spec(PLAIN, "100 <= n <= 150; 1 <= m <= 90; 1 <= u, v <= n", "3 1\n1 2\n", text)
    )

    assert len(found) >= 5
    assert all(parts(rows[0][0], rows[1:]) > 1 for rows in found.values())
