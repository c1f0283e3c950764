"""Weighted graphs that hurt one shortest-path or spanning-tree method: (edges, weights) with m rows.

All take (n, m, w_lo, w_hi, rng) and have exactly m edges on 1..n, none twice, weights in
[w_lo, w_hi], source 1. The gadget sits on the smallest ids and comes first, in the order that hurts;
its size shrinks until it fits, vertices it leaves over hang below vertex 1 on the heaviest edges
(only for m >= n - 1; with `connected=False` they stay alone), and remaining edges are the heaviest too.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order
from stab.build.graphs import pad_graph
from stab.build.sequences import seq_random


def graph_reverse_path(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """A cheap path 1, 2, …, k listed from its end (Bellman-Ford with early exit: k rounds). O(m log m)."""
    k = gadget_size(n, m, lambda size: size - 1, connected)
    end = np.arange(k, 1, -1, dtype=np.int64)
    edges = np.column_stack([end - 1, end])
    return _padded(n, m, edges, np.full(k - 1, _cheap(w_lo, w_hi)), w_hi, rng, connected)


def graph_fan(n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True) -> tuple[Ints, Ints]:
    """Edges from 1 to k, …, 3, 2, each longer than the cheap path 1, 2, …, k (SPFA: k^2 / 2 pops).

    Every vertex is improved again after all later ones were handled. O(m log m).
    """
    cheap = _cheap(w_lo, w_hi)
    k = gadget_size(n, m, lambda size: max(2 * size - 3, 0), connected)
    k = min(k, 2 + (w_hi - cheap) // (cheap + 1))
    head = np.arange(k, 1, -1, dtype=np.int64)
    path = np.arange(2, k, dtype=np.int64)
    edges = np.concatenate([np.column_stack([np.ones_like(head), head]), np.column_stack([path, path + 1])])
    weights = np.concatenate([cheap + (head - 2) * (cheap + 1), np.full(path.size, cheap)])
    return _padded(n, m, edges, weights, w_hi, rng, connected)


def graph_grid_cheap(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """A grid, ten wide or less, cheap lengthwise and random up to w_hi across (SPFA with any queue).

    Labels are corrected along the whole length again and again. Rows random, as is the order of the
    edges. O(m log m).
    """
    for width in (10, 6, 4, 3, 2, 1):
        rows = gadget_size(n, m, _grid_edges(width), connected) // width
        if rows >= 2 * width or width == 1:
            break
    cell = np.arange(rows * width, dtype=np.int64).reshape(rows, width) + 1
    along = np.column_stack([cell[:-1].ravel(), cell[1:].ravel()])
    across = np.column_stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()])
    cheap = _cheap(w_lo, w_hi)
    edges = np.concatenate([along, across])
    weights = np.concatenate([np.full(len(along), cheap), seq_random(len(across), cheap, w_hi, rng)])
    order = random_order(len(edges), rng)
    return _padded(n, m, edges[order], weights[order], w_hi, rng, connected)


def graph_stale(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """1 to a_1, …, a_k (growing), each to a hub (improving it), the hub to D leaves: k D edge scans.

    Hurts Dijkstra that does not skip stale entries. Directed, or undirected as well. O(m log m).
    """
    cheap = _cheap(w_lo, w_hi)
    k = min((n - 2) // 2, m // 4, (w_hi - cheap) // 2 + 1, w_hi - cheap + 1)
    leaves = min(n - 2 - k, m - 2 * k)
    if connected and m >= n - 1:
        k = min(k, m - (n - 1) + 1)
        leaves = n - 2 - k
    if k < 1 or leaves < 1:
        raise DoesNotFit(f"a hub with stale entries needs more than {n} vertices, {m} edges, weight {w_hi}")
    step = np.arange(1, k + 1, dtype=np.int64)
    middle, hub = step + 1, k + 2
    leaf = np.arange(hub + 1, hub + leaves + 1, dtype=np.int64)
    edges = np.concatenate(
        [
            np.column_stack([np.ones_like(middle), middle]),
            np.column_stack([middle, np.full_like(middle, hub)]),
            np.column_stack([np.full_like(leaf, hub), leaf]),
        ]
    )
    weights = np.concatenate([cheap + step - 1, cheap + 2 * (k - step), np.full(leaf.size, w_hi)])
    return _padded(n, m, edges, weights, w_hi, rng, connected)


def graph_improving(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """All i < j of 1..k with weights that let every settled vertex improve all later ones. O(m log m).

    The shortest path is 1, 2, …, k; Dijkstra with a heap pushes k^2 / 2 entries. Edges in random order.
    """
    cheap = _cheap(w_lo, w_hi)
    k = gadget_size(n, m, lambda size: size * (size - 1) // 2, connected)
    k = min(k, (w_hi - cheap) // (cheap + 1) + 2)
    upper, lower = np.triu_indices(k, 1)
    edges = np.column_stack([upper, lower]).astype(np.int64) + 1
    weights = cheap + (edges[:, 1] - edges[:, 0] - 1) * (cheap + 1)
    order = random_order(len(edges), rng)
    return _padded(n, m, edges[order], weights[order], w_hi, rng, connected)


def graph_decreasing(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """The complete graph on 1..k with w(i, j) = (k - i) k + j: Prim's keys fall after every step.

    A lazy heap takes k^2 / 2 pushes. Edges in random order. O(m log m).
    """
    low = max(w_lo, min(w_lo + 1, w_hi))
    k = gadget_size(n, m, lambda size: size * (size - 1) // 2, connected)
    k = max(min(k, math.isqrt(max(w_hi - low, 0)) + 1), 1)
    upper, lower = np.triu_indices(k, 1)
    edges = np.column_stack([upper, lower]).astype(np.int64) + 1
    weights = low + (k - 1 - edges[:, 0]) * k + (edges[:, 1] - 2) if k > 1 else np.zeros(0, dtype=np.int64)
    order = random_order(len(edges), rng)
    return _padded(n, m, edges[order], weights[order], w_hi, rng, connected)


def graph_ladder(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """A chain of k diamonds, dear way first, prices 2^(k-1), …, 2, 1 (relaxing by recursion: 2^k).

    Diamond i joins 2i - 1 to 2i + 1 directly (dear) and through 2i (cheap); k as weights allow. O(m log m).
    """
    cheap = _cheap(w_lo, w_hi)
    steps = (gadget_size(n, m, lambda size: 3 * ((size - 1) // 2) + (size - 1) % 2, connected) - 1) // 2
    fits = ((w_hi - 2 * cheap) // max(cheap, 1)).bit_length() if w_hi > 2 * cheap else 0
    k = min(steps, fits, 60)
    if k < 1:
        raise DoesNotFit(f"no diamond fits {n} vertices, {m} edges and weights of [{w_lo}, {w_hi}]")
    i = np.arange(k, dtype=np.int64)
    start = 2 * i + 1
    dear = 2 * cheap + cheap * 2 ** (k - 1 - i)
    rows = [
        np.column_stack([start, start + 2, dear]),
        np.column_stack([start, start + 1, np.full(k, cheap)]),
        np.column_stack([start + 1, start + 2, np.full(k, cheap)]),
    ]
    table = np.stack(rows, axis=1).reshape(-1, 3)
    return _padded(n, m, table[:, :2], table[:, 2], w_hi, rng, connected)


def graph_heavy_bridge(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True
) -> tuple[Ints, Ints]:
    """Random weights below w_hi and one bridge of weight w_hi to vertex n (Kruskal looks at all edges)."""
    if n < 2 or m < 1:
        return pad_graph(n, m, np.zeros((0, 2), dtype=np.int64), rng), seq_random(m, w_lo, w_hi, rng)
    if m - 1 > (n - 1) * (n - 2) // 2:
        raise DoesNotFit(f"{m} edges on {n} vertices leave no bridge")
    inner = pad_graph(n - 1, m - 1, np.zeros((0, 2), dtype=np.int64), rng, connected=connected)
    edges = np.concatenate([inner, np.array([[rng.randint(1, n), n]], dtype=np.int64)])
    weights = np.concatenate([seq_random(m - 1, w_lo, max(w_lo, w_hi - 1), rng), np.array([w_hi])])
    order = random_order(m, rng)
    return edges[order], weights[order]


def gadget_size(n: int, m: int, edges_of: Callable[[int], int], connected: bool) -> int:
    """The largest k <= n such that a gadget of edges_of(k) edges leaves m enough to join the others."""
    join = connected and m >= n - 1
    low, high = 1, n
    while low < high:
        middle = (low + high + 1) // 2
        if edges_of(middle) + (n - middle if join else 0) <= m:
            low = middle
        else:
            high = middle - 1
    return low


def _grid_edges(width: int) -> Callable[[int], int]:
    def count(size: int) -> int:
        rows = size // width
        return max(rows * (width - 1) + (rows - 1) * width, 0) + (size - rows * width)

    return count


def _cheap(w_lo: int, w_hi: int) -> int:
    """The smallest weight that the gadgets use: positive."""
    if w_hi < max(w_lo, 1):
        raise DoesNotFit(f"no positive weight in [{w_lo}, {w_hi}]")
    return max(w_lo, 1)


def _padded(
    n: int, m: int, edges: Ints, weights: Ints, w_hi: int, rng: Random, connected: bool
) -> tuple[Ints, Ints]:
    full = pad_graph(n, m, edges, rng, connected=connected)
    padding = np.full(m - len(edges), w_hi, dtype=np.int64)
    return full, np.concatenate([np.asarray(weights, dtype=np.int64), padding])
