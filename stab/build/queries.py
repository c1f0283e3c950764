"""Queries over positions or vertices 1..n: rows (l, r), or single ids.

Range functions take (n, q, rng) and return an array of shape (q, 2) with 1 <= l <= r <= n; vertex
functions return shape (q,), or (q, 2) for pairs in no order. Ids refer to the numbering of
stab.build.trees: 1 is the root, n the last vertex.
"""

from __future__ import annotations

import numpy as np

from stab.build.arrays import Ints, Random, random_order


def queries_random(n: int, q: int, rng: Random) -> Ints:
    """Two uniform ends in order: the worst for segment trees and Mo's algorithm. O(q)."""
    return np.sort(rng.randint(1, n + 1, size=(q, 2), dtype=np.int64), axis=1)


def queries_full(n: int, q: int, rng: Random | None = None) -> Ints:
    """Every query is [1, n]: loops over the range make n q steps. O(q)."""
    return np.column_stack([np.ones(q, dtype=np.int64), np.full(q, n, dtype=np.int64)])


def queries_nearly_full(n: int, q: int, rng: Random) -> Ints:
    """Ends within the outer sqrt(n) positions: nearly [1, n], but all different. O(q)."""
    slack = max(int(n**0.5) // 2, 1) if n > 1 else 1
    shift = rng.randint(0, slack, size=(q, 2), dtype=np.int64)
    return np.column_stack([1 + shift[:, 0], n - shift[:, 1]])


def queries_blocks(n: int, q: int, rng: Random | None = None) -> Ints:
    """[2, kB - 1] with B = floor(sqrt n): two partial blocks at full length (sqrt decomposition). O(q)."""
    block = max(int(n**0.5), 1)
    right = max(n // block * block - 1, 1)
    return np.column_stack([np.full(q, min(2, right)), np.full(q, right)]).astype(np.int64)


def queries_window(n: int, q: int, rng: Random, length: int = 0) -> Ints:
    """Windows of `length` positions (n/2 unless given) at random places. O(q)."""
    length = min(max(length or (n + 1) // 2, 1), n)
    left = rng.randint(1, n - length + 2, size=q, dtype=np.int64)
    return np.column_stack([left, left + length - 1])


def queries_prefix(n: int, q: int, rng: Random) -> Ints:
    """[1, r] with r in the last tenth: long prefixes. O(q)."""
    right = rng.randint(n - (n - 1) // 10, n + 1, size=q, dtype=np.int64)
    return np.column_stack([np.ones(q, dtype=np.int64), right])


def queries_short(n: int, q: int, rng: Random, length: int = 1) -> Ints:
    """Ranges of `length` positions, one unless given: updates that split intervals most. O(q)."""
    return queries_window(n, q, rng, min(length, n))


def queries_nested(n: int, q: int, rng: Random | None = None) -> Ints:
    """[1, n], [2, n - 1], … inwards, then again from the outside (all overlap). O(q)."""
    step = np.arange(q, dtype=np.int64) % ((n + 1) // 2)
    return np.column_stack([1 + step, n - step])


def queries_alternating(n: int, q: int, rng: Random | None = None) -> Ints:
    """Single positions 1, n, 1, n, … as ranges: far jumps between queries. O(q)."""
    place = np.where(np.arange(q) % 2 == 0, 1, n).astype(np.int64)
    return np.column_stack([place, place])


def queries_point(n: int, q: int, rng: Random | None = None, vertex: int = 1) -> Ints:
    """The same id every time, the root or centre unless given: shape (q,). O(q)."""
    return np.full(q, min(max(vertex, 1), n), dtype=np.int64)


def queries_positions(n: int, q: int, rng: Random) -> Ints:
    """Uniform positions or vertices, shape (q,). O(q)."""
    return rng.randint(1, n + 1, size=q, dtype=np.int64)


def queries_pair(n: int, q: int, rng: Random | None = None, u: int = 1, v: int = 0) -> Ints:
    """The same pair (u, v) every time, (1, n) unless given: root and tip of a path. Shape (q, 2). O(q)."""
    pair = [min(max(u, 1), n), min(v or n, n)]
    return np.tile(np.array(pair, dtype=np.int64), (q, 1))


def queries_tips(n: int, q: int, rng: Random | None = None) -> Ints:
    """(n - 1, n) every time: the tips of tree_two_legs, which differ and meet at the root. O(q)."""
    return queries_pair(n, q, u=n - 1, v=n)


def queries_leafpairs(n: int, q: int, rng: Random) -> Ints:
    """Random pairs of ids above n/2: leaves of tree_binary, of tree_caterpillar, of tree_broom. O(q)."""
    return rng.randint(n // 2 + 1, n + 1, size=(q, 2), dtype=np.int64)


def queries_far(n: int, q: int, rng: Random) -> Ints:
    """One id of the first tenth, one of the last, in random order: far apart on a path. O(q)."""
    near = max(n // 10, 1)
    pair = np.column_stack(
        [
            rng.randint(1, near + 1, size=q, dtype=np.int64),
            n + 1 - rng.randint(1, near + 1, size=q, dtype=np.int64),
        ]
    )
    turned = rng.randint(0, 2, size=q, dtype=np.int64).astype(bool)
    pair[turned] = pair[turned][:, ::-1]
    return pair


def intervals_nested(n: int, q: int, rng: Random) -> Ints:
    """q intervals that all contain the middle, nested, in random order (active lists: q^2). O(q)."""
    return queries_nested(n, q)[random_order(q, rng)]


def intervals_random(n: int, q: int, rng: Random) -> Ints:
    """Two uniform ends in order. O(q)."""
    return queries_random(n, q, rng)


def intervals_short(n: int, q: int, rng: Random) -> Ints:
    """Lengths below 2n/q: hardly any overlap, so that most of them can be chosen together. O(q)."""
    left = rng.randint(1, n + 1, size=q, dtype=np.int64)
    length = rng.randint(0, max(2 * n // max(q, 1), 1), size=q, dtype=np.int64)
    return np.column_stack([left, np.minimum(left + length, n)])


def intervals_same_start(n: int, q: int, rng: Random) -> Ints:
    """All begin at 1, ends random: everything is ready at once (ready-list scans: q^2). O(q)."""
    right = rng.randint(1, n + 1, size=q, dtype=np.int64)
    return np.column_stack([np.ones(q, dtype=np.int64), right])
