"""The names that a principle's construct may use, by the role it fills, and their substitution.

role                             names besides rng             value
values, weight, distinct, sorted n, lo, hi, V                  int array (n,), in [lo, hi]
permutation                      n, lo, hi                     int array (n,), a permutation of 1..n
tree                             n                             int array (n - 1, 2), edges of a tree on 1..n
parents                          n                             int array (n - 1,), or edges (parent, child)
edges                            n, m, w_lo, w_hi, W           int array (m, 2), or (edges, weights)
text, brackets                   n, alphabet                   str of n characters
pattern                          n, alphabet, text_n           str of n characters
grid                             h, w, alphabet, free, wall    h words of w characters
matrix                           h, w, lo, hi, V               int array (h, w)
points                           n, lo, hi, V                  int array (n, 2), in [lo, hi], distinct
interval                         n (positions), q (rows)       int array (q, 2), 1 <= l <= r <= n
index, vertex                    n (largest), q (count)        int array (q,) or (q, 2), in [1, n]
size, none                       count, lo, hi, V              int array (count,), in [lo, hi]

V is hi, W is w_hi. Besides these: the functions of stab.build, and min, max, abs, int, len. `needs` may
hold "order" (rows are not shuffled), "labels" (vertices are not relabelled), comparisons over the
names above ("V >= 10 ** 9"), and what the field itself must be: "digits", "expression", "unbalanced".
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import lru_cache

from stab.expression import BadExpression, Unbound, parse_comparison
from stab.expression import holds as chain_holds
from stab.records import RoleKind

NAMES: Mapping[RoleKind, frozenset[str]] = {
    kind: frozenset({"rng", *found.split()})
    for kinds, found in (
        ((RoleKind.VALUES, RoleKind.WEIGHT, RoleKind.DISTINCT, RoleKind.SORTED), "n lo hi V"),
        ((RoleKind.PERMUTATION,), "n lo hi"),
        ((RoleKind.TREE, RoleKind.PARENTS), "n"),
        ((RoleKind.EDGES,), "n m w_lo w_hi W"),
        ((RoleKind.TEXT, RoleKind.BRACKETS), "n alphabet"),
        ((RoleKind.PATTERN,), "n alphabet text_n"),
        ((RoleKind.GRID,), "h w alphabet free wall"),
        ((RoleKind.MATRIX,), "h w lo hi V"),
        ((RoleKind.POINTS,), "n lo hi V"),
        ((RoleKind.INTERVAL, RoleKind.INDEX, RoleKind.VERTEX), "n q"),
        ((RoleKind.SIZE,), "count lo hi V"),
    )
    for kind in kinds
}

WORDS = frozenset("order labels directed undirected weights simple distinct many-tests".split())

PAIR_CONSTRUCTS = frozenset({"num_fib_pair", "num_one_and_max"})  # fill two columns at once
INDEX_PAIRS = frozenset({"queries_pair", "queries_tips", "queries_leafpairs", "queries_far"})  # two a row
# Constructs for points that suit any two columns: weight and value, slope and offset, the parts of a key.
ROW_CONSTRUCTS = frozenset({"items_correlated", "lines_tangent", "hash_java_pairs"})


class _Substitution(ast.NodeTransformer):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self.texts.get(node.id)
        return node if found is None else ast.parse(found, mode="eval").body


def substitute(construct: str, texts: Mapping[str, str]) -> str:
    """Return the expression with each name replaced by its Python text; SyntaxError if it is none."""
    tree = _Substitution(texts).visit(ast.parse(construct, mode="eval"))
    return ast.unparse(tree)


TRIAL = 64  # values asked of a construct to see whether they differ


@lru_cache(maxsize=1024)
def repeats_values(construct: str) -> bool:
    """Tell whether an array that a construct makes, given ample room, holds a value twice."""
    import numpy as np

    from stab import build

    calls = (n.func for n in ast.walk(ast.parse(construct)) if isinstance(n, ast.Call))
    called = [func.id for func in calls if isinstance(func, ast.Name)]
    functions = {name: getattr(build, name) for name in called if hasattr(build, name)}
    room = {"n": TRIAL, "q": TRIAL, "count": TRIAL, "lo": 1, "hi": 10**9, "V": 10**9}
    rng = np.random.RandomState(1)
    try:
        values = eval(construct, {**functions, **room, "rng": rng, "np": np})
    except (build.DoesNotFit, NameError, TypeError, ValueError):
        return True
    return len(np.unique(values)) < len(values)


def unknown_names(construct: str, allowed: Iterable[str]) -> tuple[str, ...]:
    """Return the names in the expression that are neither called nor allowed."""
    tree = ast.parse(construct, mode="eval")
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    free = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called}
    return tuple(sorted(free - set(allowed)))


def meets(needs: Iterable[str], values: Mapping[str, int | None], facts: frozenset[str]) -> bool:
    """Tell whether `needs` hold: comparisons (names without a value count as met) and words.

    A word must be one that the composer takes care of (WORDS) or a fact of the field.
    """
    for need in needs:
        if need.isidentifier() or "-" in need:
            if need not in WORDS and need not in facts:
                return False
            continue
        try:
            chain = parse_comparison(need)
            if not chain_holds(chain, {k: v for k, v in values.items() if v is not None}):
                return False
        except (BadExpression, Unbound, ArithmeticError):
            continue
    return True
