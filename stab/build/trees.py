"""Trees on the vertices 1..n as edge arrays of shape (n - 1, 2).

Row i is (parent, child) with child = i + 2 and parent < child, so vertex 1 is the root and
`edges[:, 0]` the parent array of 2..n. Functions that need no randomness accept `rng` all the same:
a catalog calls every tree as f(n, rng).
"""

from __future__ import annotations

import numpy as np

from stab.build.arrays import Ints, Random, random_order


def tree_path(n: int, rng: Random | None = None) -> Ints:
    """1 - 2 - … - n: depth n - 1 (walks to the root, recursion, merges without a size check: n^2). O(n)."""
    return tree_of_parents(np.arange(1, n, dtype=np.int64))


def tree_star(n: int, rng: Random | None = None) -> Ints:
    """Vertex 1 joined to all others: degree n - 1 (neighbour loops, pairs of neighbours: n^2). O(n)."""
    return tree_of_parents(np.ones(max(n - 1, 0), dtype=np.int64))


def tree_binary(n: int, rng: Random | None = None) -> Ints:
    """The complete binary tree with heap numbering: every leaf path has log n light edges. O(n)."""
    return tree_of_parents(np.arange(2, n + 1, dtype=np.int64) // 2)


def tree_caterpillar(n: int, rng: Random | None = None) -> Ints:
    """A path of ceil(n/2) vertices with one leaf on each of the first n/2: depth and n/2 leaves. O(n)."""
    spine = (n + 1) // 2
    return tree_of_parents(np.concatenate([np.arange(1, spine), np.arange(1, n - spine + 1)]))


def tree_broom(n: int, rng: Random | None = None) -> Ints:
    """A path of ceil(n/2) vertices whose end carries all other vertices: depth and degree n/2. O(n)."""
    handle = (n + 1) // 2
    return tree_of_parents(np.concatenate([np.arange(1, handle), np.full(n - handle, handle)]))


def tree_two_legs(n: int, rng: Random | None = None) -> Ints:
    """Two paths that leave vertex 1; their tips are n - 1 and n (climbs that meet only at the root). O(n)."""
    child = np.arange(2, n + 1, dtype=np.int64)
    return tree_of_parents(np.maximum(child - 2, 1))


def tree_legs(n: int, rng: Random | None = None, legs: int = 0) -> Ints:
    """`legs` paths of equal length from vertex 1, sqrt(n) of them unless given (spider). O(n)."""
    legs = legs or max(int(n**0.5), 1)
    child = np.arange(2, n + 1, dtype=np.int64)
    return tree_of_parents(np.maximum(child - legs, 1))


def tree_chain_binary(n: int, rng: Random | None = None, chain: int = 20) -> Ints:
    """A complete binary tree whose edges are paths of `chain` edges, cut off at n vertices (HLD). O(n)."""
    child = np.arange(2, n + 1, dtype=np.int64)
    link = (child - 2) // chain  # which tree edge; its lower end is tree node link + 2
    is_first = (child - 2) % chain == 0
    upper = (link + 2) // 2  # tree node; node k > 1 ends at vertex 1 + (k - 1) * chain
    return tree_of_parents(np.where(is_first, 1 + (upper - 1) * chain, child - 1))


def tree_random(n: int, rng: Random) -> Ints:
    """Each parent uniform among the smaller ids: a random recursive tree of depth about e ln n. O(n)."""
    child = np.arange(2, n + 1, dtype=np.int64)
    return tree_of_parents(1 + _below(child - 1, rng))


def tree_deep(n: int, rng: Random, window: int = 3) -> Ints:
    """Each parent uniform among the last `window` ids: depth about 2n / (window + 1), random shape. O(n)."""
    child = np.arange(2, n + 1, dtype=np.int64)
    return tree_of_parents(child - 1 - _below(np.minimum(child - 1, window), rng))


def tree_binary_random(n: int, rng: Random) -> Ints:
    """A uniformly random binary tree (left and right told apart), level by level: depth about 3.5 sqrt(n).

    Children are counted for the vertices in order of level; one rotation of a random sequence of
    counts is possible (cycle lemma, Dvoretzky & Motzkin 1947). O(n).
    """
    places = random_order(2 * n, rng)[: max(n - 1, 0)]
    children = np.bincount(places // 2, minlength=n)
    start = int(np.argmin(np.cumsum(children - 1))) + 1 if n else 0
    return tree_of_parents(np.repeat(np.arange(1, n + 1), np.roll(children, -start)))


def tree_of_parents(parents: Ints) -> Ints:
    """The edges (parent, child) of the parents of 2..n. O(n)."""
    parents = np.asarray(parents, dtype=np.int64)
    return np.column_stack([parents, np.arange(2, parents.size + 2, dtype=np.int64)])


def as_parents(edges: Ints, n: int) -> Ints:
    """The parents of 2..n when the tree is rooted at 1. O(n); one Python step per vertex if relabelled."""
    if np.array_equal(edges[:, 1], np.arange(2, n + 1)) and (edges[:, 0] < edges[:, 1]).all():
        return edges[:, 0].copy()
    ends = np.concatenate([edges[:, 0], edges[:, 1]])
    order = np.argsort(ends, kind="stable")
    neighbours = np.concatenate([edges[:, 1], edges[:, 0]])[order].tolist()
    first = np.searchsorted(ends[order], np.arange(1, n + 2)).tolist()
    parent = [0] * (n + 1)
    stack = [1]
    while stack:
        vertex = stack.pop()
        for index in range(first[vertex - 1], first[vertex]):
            other = neighbours[index]
            if other != parent[vertex]:
                parent[other] = vertex
                stack.append(other)
    return np.array(parent[2:], dtype=np.int64)


def relabel(edges: Ints, n: int, rng: Random, keep: tuple[int, ...] = ()) -> Ints:
    """The same graph with vertex names permuted at random, those in `keep` unchanged. O(n + m)."""
    names = np.arange(n + 1, dtype=np.int64)
    is_free = np.ones(n + 1, dtype=bool)
    is_free[[0, *keep]] = False
    free = np.flatnonzero(is_free)
    names[free] = free[random_order(free.size, rng)]
    return names[edges]


def shuffle_edges(edges: Ints, rng: Random, flip: bool = True) -> Ints:
    """The same edges in random order; with `flip` each also turned round with probability 1/2. O(m)."""
    mixed = np.take(edges, random_order(len(edges), rng), axis=0)
    if flip:
        turned = rng.randint(0, 2, size=len(edges), dtype=np.int64).astype(bool)
        first = np.where(turned, mixed[:, 1], mixed[:, 0])
        mixed = np.column_stack([first, mixed[:, 0] + mixed[:, 1] - first])
    return mixed


def _below(limits: Ints, rng: Random) -> Ints:
    """One uniform integer of [0, limit) for each limit."""
    return (rng.random_sample(limits.size) * limits).astype(np.int64)
