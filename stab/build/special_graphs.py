"""Graphs that hurt one structural algorithm: shape (m, 2), simple, exactly m edges on 1..n.

All take (n, m, rng). The gadget comes first and on the smallest ids, as large as m allows; vertices it
leaves over are joined to it when m >= n - 1, and random edges make up the number.
"""

from __future__ import annotations

import math

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random
from stab.build.graphs import add_edges, free_codes, pad_graph
from stab.build.weighted_graphs import gadget_size


def graph_complete(n: int, m: int, rng: Random) -> Ints:
    """The complete graph on the first k vertices, rows in order (dense methods). O(m log m)."""
    k = gadget_size(n, m, lambda size: size * (size - 1) // 2, True)
    upper, lower = np.triu_indices(k, 1)
    return pad_graph(n, m, np.column_stack([upper, lower]).astype(np.int64) + 1, rng)


def graph_dense_block(n: int, m: int, rng: Random) -> Ints:
    """All edges inside as few vertices as can hold them, the others alone (most components). O(m log m)."""
    k = 1
    if m:
        k = (1 + math.isqrt(8 * m + 1)) // 2
        k += k * (k - 1) // 2 < m
    if k > n:
        raise DoesNotFit(f"{m} edges need more than {n} vertices")
    return add_edges(k, m, np.zeros((0, 2), dtype=np.int64), rng)


def graph_bipartite_complete(n: int, m: int, rng: Random) -> Ints:
    """K(a, a) between 1..a and a + 1..2a, neighbours in order (matching without lookahead). O(m log m)."""
    k = gadget_size(n, m, lambda size: (size // 2) ** 2 + size % 2, True) // 2
    return pad_graph(n, m, _complete_bipartite(k, k), rng)


def graph_bipartite_unbalanced(n: int, m: int, rng: Random) -> Ints:
    """K(a, a + 2): no Hamiltonian path, which shows at the very end of each trial. O(m log m).

    Exactly so for n = 2a + 2 and m = a (a + 2); otherwise the rest is joined and added at random.
    """
    k = gadget_size(n, m, lambda size: max(size // 2 - 1, 0) * (size // 2 + 1) + size % 2, True) // 2
    return pad_graph(n, m, _complete_bipartite(max(k - 1, 0), k + 1 if k > 1 else 0), rng)


def graph_bipartite_random(n: int, m: int, rng: Random) -> Ints:
    """m random edges between 1..n/2 and the rest: no odd cycle. O(m log m)."""
    left, right = n // 2, n - n // 2
    if m > left * right:
        raise DoesNotFit(f"{m} edges: at most {left * right} between {left} and {right} vertices")
    codes = free_codes(m, np.zeros(0, dtype=np.int64), left * right, rng)
    return np.column_stack([codes // max(right, 1) + 1, codes % max(right, 1) + left + 1])


def graph_moon_moser(n: int, m: int, rng: Random) -> Ints:
    """K(3, 3, …, 3) on the first k vertices: 3^(k/3) maximal cliques (Moon & Moser 1965). O(m log m)."""
    k = gadget_size(n, m, lambda size: size * (size - 1) // 2 - (size - size % 3) - size % 3 // 2, True)
    upper, lower = np.triu_indices(k, 1)
    other = upper // 3 != lower // 3
    return pad_graph(n, m, np.column_stack([upper[other], lower[other]]).astype(np.int64) + 1, rng)


def graph_hub_triangles(n: int, m: int, rng: Random) -> Ints:
    """Triangles that share vertex 1, all degrees even in the gadget (Euler tours that rescan). O(m log m)."""
    k = (gadget_size(n, m, lambda size: 3 * ((size - 1) // 2) + (size - 1) % 2, True) - 1) // 2
    first = 2 * np.arange(1, k + 1, dtype=np.int64)
    hub = np.ones_like(first)
    corners = np.stack([hub, first, first, first + 1, first + 1, hub], axis=1)
    return pad_graph(n, m, corners.reshape(-1, 2), rng)


def graph_wheel(n: int, m: int, rng: Random) -> Ints:
    """Vertex 1 joined to 2..k, which form a cycle (sums of squared degrees: n^2). O(m log m)."""
    k = gadget_size(n, m, lambda size: size - 1 + (size - 1 if size > 3 else max(size - 2, 0)), True)
    rim = np.arange(2, k + 1, dtype=np.int64)
    spokes = np.column_stack([np.ones_like(rim), rim])
    ring = np.column_stack([rim, np.roll(rim, -1)])[: rim.size if rim.size > 2 else max(rim.size - 1, 0)]
    return pad_graph(n, m, np.concatenate([spokes, ring]), rng)


def graph_star(n: int, m: int, rng: Random) -> Ints:
    """Vertex 1 joined to all others, then random edges (loops over neighbours). O(m log m)."""
    k = min(n, m + 1)
    leaf = np.arange(2, k + 1, dtype=np.int64)
    return pad_graph(n, m, np.column_stack([np.ones_like(leaf), leaf]), rng)


def graph_cycle(n: int, m: int, rng: Random) -> Ints:
    """A cycle through all vertices, then random chords (searches that see everything). O(m log m)."""
    if n < 3 or m < n:
        return pad_graph(n, m, graph_path_rows(min(n, m + 1)), rng)
    close = np.array([[n, 1]], dtype=np.int64)
    return add_edges(n, m, np.concatenate([graph_path_rows(n), close]), rng)


def graph_long(n: int, m: int, rng: Random) -> Ints:
    """The path 1, 2, …, n, further edges between ids as near as can be: about n^2 / m levels. O(m)."""
    k = min(n, m + 1)
    blocks = [graph_path_rows(k)]
    missing, gap = m - (k - 1), 2
    while missing > 0 and gap < n:
        start = np.arange(1, n - gap + 1, dtype=np.int64)[:missing] if gap < n else np.zeros(0, np.int64)
        blocks.append(np.column_stack([start, start + gap]))
        missing -= start.size
        gap += 1
    if missing > 0:
        raise DoesNotFit(f"{m} edges: at most {n * (n - 1) // 2} on {n} vertices")
    return np.concatenate(blocks)


def graph_reverse_chain(n: int, m: int, rng: Random) -> Ints:
    """Directed n -> n - 1 -> … -> 1, then random edges to smaller ids (topological order by rescans).

    Every edge goes to a smaller id, so there is no cycle. O(m log m).
    """
    k = min(n, m + 1)
    chain = graph_path_rows(k)[::-1, ::-1]
    return -np.sort(-add_edges(n, m, chain, rng), axis=1)


def graph_chain_unions(n: int, m: int, rng: Random) -> Ints:
    """(1, 2), (1, 3), …, (1, n), then random pairs (union-find by plain links, relabelling). O(m log m)."""
    return graph_star(n, m, rng)


def graph_chain_both(n: int, m: int, rng: Random) -> Ints:
    """(1, i) up to h = n/2, then (i, h + 1) from there on: plain links in either direction. O(m log m)."""
    half = max(n // 2, 1)
    low = np.arange(2, half + 1, dtype=np.int64)
    high = np.arange(half + 2, n + 1, dtype=np.int64)
    rows = np.concatenate(
        [
            np.column_stack([np.ones_like(low), low]),
            np.column_stack([high, np.full_like(high, half + 1)]),
            np.array([[1, half + 1]] if n > half else [], dtype=np.int64).reshape(-1, 2),
        ]
    )
    return add_edges(n, m, rows[:m], rng)


def graph_path_then_clique(n: int, m: int, rng: Random, clique: int = 4) -> Ints:
    """A path on 1..n - clique, a clique on the last ids (colouring in order of ids). O(m log m)."""
    size = min(clique, n)
    while size * (size - 1) // 2 + n - size > m and size > 1:
        size -= 1
    upper, lower = np.triu_indices(size, 1)
    block = np.column_stack([upper, lower]).astype(np.int64) + 1 + n - size
    chain = graph_path_rows(n - size + 1)[: max(m - len(block), 0)]
    return add_edges(n, m, np.concatenate([chain, block]), rng)


def clauses_conflict(n: int, m: int, rng: Random) -> Ints:
    """2-SAT clauses as rows of literals +-i: x_1 -> x_2 -> … -> x_n, then x_(n-1) -> not x_n. O(m).

    Any trial with x_i true walks to the end and fails there. Exactly m rows: copies of x_i -> x_(i+1)
    fill up, or the chain is cut to the last m - 1 implications.
    """
    if n < 2 or m < 2:
        raise DoesNotFit(f"a chain with a conflict needs 2 variables and 2 clauses, not {n} and {m}")
    first = max(n - m + 1, 1)
    start = np.arange(first, n, dtype=np.int64)
    chain = np.column_stack([-start, start + 1])
    conflict = np.array([[-(n - 1), -n]], dtype=np.int64)
    filler = chain[np.arange(m - len(chain) - 1) % len(chain)]
    return np.concatenate([chain, filler, conflict])


def graph_path_rows(n: int) -> Ints:
    """(1, 2), (2, 3), …, (n - 1, n)."""
    start = np.arange(1, max(n, 1), dtype=np.int64)
    return np.column_stack([start, start + 1])


def _complete_bipartite(left: int, right: int) -> Ints:
    index = np.arange(left * right, dtype=np.int64)
    return np.column_stack([index // max(right, 1) + 1, index % max(right, 1) + left + 1])
