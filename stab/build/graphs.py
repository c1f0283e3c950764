"""Simple graphs with exactly m edges on the vertices 1..n, as arrays of shape (m, 2)."""

from __future__ import annotations

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order
from stab.build.sequences import seq_random, sorted_once
from stab.build.trees import relabel, shuffle_edges, tree_random


def graph_random(
    n: int, m: int, rng: Random, connected: bool = False, directed: bool = False, dag: bool = False
) -> Ints:
    """A random simple graph: no loops, no edge twice, exactly m edges in random order.

    `connected`: joined to vertex 1 (from vertex 1 when directed) by a random tree among the edges.
    `directed`: (u, v) and (v, u) may both occur. `dag`: every edge goes from the smaller id to the
    larger. Raises DoesNotFit for m < n - 1 when connected and for more edges than pairs. O(m log m).
    """
    base = np.zeros((0, 2), dtype=np.int64)
    if connected:
        base = tree_random(n, rng)
        base = base if dag else relabel(base, n, rng, (1,))
    edges = add_edges(n, m, base, rng, directed=directed and not dag)
    if dag:
        edges = np.sort(edges, axis=1)
    return shuffle_edges(edges, rng, flip=not (directed or dag))


def weighted_random(
    n: int, m: int, w_lo: int, w_hi: int, rng: Random, connected: bool = True, directed: bool = False
) -> tuple[Ints, Ints]:
    """graph_random with uniform weights of [w_lo, w_hi]: (edges, weights)."""
    edges = graph_random(n, m, rng, connected=connected, directed=directed)
    return edges, seq_random(m, w_lo, w_hi, rng)


def graph_dag(n: int, m: int, rng: Random) -> Ints:
    """A random graph whose edges go from smaller to larger ids, reachable from 1 for m >= n - 1."""
    return graph_random(n, m, rng, connected=m >= n - 1, dag=True)


def graph_connected(n: int, m: int, rng: Random) -> Ints:
    """A random graph in which every vertex is joined to (and, directed, reachable from) vertex 1."""
    return graph_random(n, m, rng, connected=True)


def graph_out_degrees(n: int, m: int, least: int, most: int, rng: Random, near: bool = False) -> Ints:
    """A random simple directed graph of exactly m edges, each vertex with least..most of them going out.

    `near`: v's edges go to v + 1, v + 2, … round the circle (long cycles), else to random vertices.
    Raises DoesNotFit where m is not within n least and n most, or a vertex has too few others. O(m log m).
    """
    most = min(most, n - 1)
    if not n * least <= m <= n * most:
        raise DoesNotFit(f"{m} edges: {n} vertices with {least} to {most} outgoing edges do not have so many")
    spare = random_order(n * (most - least), rng)[: m - n * least]
    degrees = least + np.bincount(spare // max(most - least, 1), minlength=n)
    starts = np.repeat(np.arange(n, dtype=np.int64), degrees)
    rank = np.arange(m, dtype=np.int64) - np.repeat(np.cumsum(degrees) - degrees, degrees)
    steps = rank
    if not near:  # different ones in each row: any numbers of [0, n - 1 - degree], sorted, plus their ranks
        drawn = (rng.random_sample(m) * (n - degrees[starts])).astype(np.int64)
        steps = drawn[np.lexsort((drawn, starts))] + rank
    edges = np.column_stack([starts, (starts + 1 + steps) % n]) + 1
    return shuffle_edges(edges, rng, flip=False)


def pad_graph(
    n: int, m: int, edges: Ints, rng: Random, directed: bool = False, connected: bool = True
) -> Ints:
    """`edges` in their order, then others to exactly m. O(m log m).

    Vertices that no edge touches are hung below vertex 1 or each other by the first of them (when
    `connected` and m >= n - 1), further ones are random. Directed ones among those go from larger to
    smaller ids, so that a gadget with edges to larger ids gets no new path forwards.
    """
    touched = np.zeros(n + 1, dtype=bool)
    touched[1] = True
    touched[edges.ravel()] = True
    alone = np.flatnonzero(~touched[1:]) + 1
    if connected and m >= n - 1 and alone.size:
        place = (rng.random_sample(alone.size) * np.arange(1, alone.size + 1)).astype(np.int64)
        above = np.concatenate([[1], alone])[place]
        edges = np.concatenate([edges, np.column_stack([above, alone])])
    if not directed:
        return add_edges(n, m, edges, rng)
    backward = add_edges(n, m, edges[:, ::-1], rng)[len(edges) :]
    return np.concatenate([edges, -np.sort(-backward, axis=1)])


def add_edges(n: int, m: int, edges: Ints, rng: Random, directed: bool = False) -> Ints:
    """`edges` followed by random ones to m in all, none twice, no loops. O(m log m)."""
    total = n * (n - 1) if directed else n * (n - 1) // 2
    if m > total or m < len(edges):
        raise DoesNotFit(f"{m} edges: need between {len(edges)} and {total} on {n} vertices")
    taken = np.sort(_edge_codes(n, edges, directed))
    codes = free_codes(m - len(edges), taken, total, rng)
    return np.concatenate([edges, _edges_of_codes(n, codes, directed)])


def _edge_codes(n: int, edges: Ints, directed: bool) -> Ints:
    """A number for every edge: below n(n-1)/2 for unordered pairs, below n(n-1) for ordered ones."""
    if directed:
        u, v = edges[:, 0] - 1, edges[:, 1] - 1
        return np.asarray(u * (n - 1) + v - (v > u))
    low = edges.min(axis=1) - 1
    high = edges.max(axis=1) - 1
    return np.asarray(high * (high - 1) // 2 + low)


def _edges_of_codes(n: int, codes: Ints, directed: bool) -> Ints:
    if directed:
        u, v = np.divmod(codes, max(n - 1, 1))
        return np.column_stack([u, v + (v >= u)]) + 1
    high = ((1 + np.sqrt(8.0 * codes + 1)) / 2).astype(np.int64)
    # The square root is rounded: for more than 2^26 vertices it can be off by one.
    high -= high * (high - 1) // 2 > codes
    high += high * (high + 1) // 2 <= codes
    return np.column_stack([codes - high * (high - 1) // 2, high]) + 1


def free_codes(count: int, taken: Ints, total: int, rng: Random) -> Ints:
    """`count` different numbers of [0, total) outside the sorted `taken`, in random order."""
    if total <= 4 * (count + taken.size):
        is_free = np.ones(total, dtype=bool)
        is_free[taken] = False
        free = np.flatnonzero(is_free)
        return free[random_order(free.size, rng)[:count]]
    free = np.zeros(0, dtype=np.int64)
    while free.size < count:
        fresh = rng.randint(0, total, size=count - free.size + count // 8 + 8, dtype=np.int64)
        free = sorted_once(np.concatenate([free, fresh]))
        if taken.size:
            place = np.minimum(np.searchsorted(taken, free), taken.size - 1)
            free = free[taken[place] != free]
    return free[random_order(free.size, rng)[:count]]
