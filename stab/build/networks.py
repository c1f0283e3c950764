"""Flow networks (source 1, sink n) and bipartite graphs that hurt one flow or matching method."""

from __future__ import annotations

import math

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random
from stab.build.graphs import free_codes


def flow_deadend(n: int, m: int, c_lo: int, c_hi: int, rng: Random) -> tuple[Ints, Ints]:
    """A dead end of n/3 vertices first in the source's list, then n/3 paths of capacity 1 (or c_lo).

    Ford-Fulkerson in adjacency order walks the dead end before every augmentation. (arcs,
    capacities) with exactly m rows; arcs that fill up carry no flow. O(m log m).
    """
    k = min((n - 2) // 2, max((n - 2) // 3, 1), m // 3)
    while k > 0 and _spare_arcs(n, 2 * k + 1) < m - 3 * k:
        k -= 1
    if k < 1:
        raise DoesNotFit(f"a dead end and a path need 4 vertices and 3 arcs, not {n} and {m}")
    dead = np.arange(2, k + 2, dtype=np.int64)
    unit = np.arange(k + 2, 2 * k + 2, dtype=np.int64)
    arcs = np.concatenate(
        [
            np.column_stack([np.concatenate([[1], dead[:-1]]), dead]),
            np.column_stack([np.ones_like(unit), unit]),
            np.column_stack([unit, np.full_like(unit, n)]),
        ]
    )
    small = max(c_lo, min(1, c_hi))
    capacities = np.concatenate([np.full(k, c_hi), np.full(2 * k, small)]).astype(np.int64)
    return _padded_flow(n, m, arcs, capacities, c_hi, rng)


def flow_cg(n: int, m: int, c_lo: int, c_hi: int, rng: Random) -> tuple[Ints, Ints]:
    """Three coupled chains on which Dinic makes about 1.5 k phases (Cherkassky & Goldberg 1994).

    4k + 6 vertices, 6k + 7 arcs, capacities 1..k + 1; k as n, m and c_hi allow. (arcs, capacities)
    with exactly m rows; arcs that fill up carry no flow. Needs c_lo <= 1. O(m log m).
    """
    k = min((n - 6) // 4, (m - 7) // 6, c_hi - 1)
    while k > 0 and _spare_arcs(n, 4 * k + 5) < m - 6 * k - 6:
        k -= 1
    if k < 1 or c_lo > 1:
        raise DoesNotFit(f"three chains do not fit into {n} vertices, {m} arcs, capacities [{c_lo}, {c_hi}]")
    a = np.arange(2, k + 3, dtype=np.int64)
    b = a + k + 1
    c = np.arange(2 * k + 4, 4 * k + 6, dtype=np.int64)
    ends = np.array([[1, a[0]], [1, c[0]], [b[-1], n], [c[-1], n]], dtype=np.int64)
    arcs = np.concatenate(
        [
            np.column_stack([a[:-1], a[1:]]),
            np.column_stack([a, np.full_like(a, b[0])]),
            np.column_stack([b[:-1], b[1:]]),
            np.column_stack([c[:-1], c[1:]]),
            np.column_stack([c[: k + 1], c[::-1][: k + 1]]),
            ends,
        ]
    )
    blocks = [np.arange(k + 1, 1, -1), np.ones(k + 1), np.full(k, k + 1), np.full(2 * k + 1, k)]
    sizes = np.concatenate([*blocks, np.ones(k + 1), np.full(4, c_hi)]).astype(np.int64)
    # The middle arcs of the third chain coincide: c_k -> c_(k+1) is both a step and a bridge.
    _, first = np.unique(arcs[:, 0] * (n + 1) + arcs[:, 1], return_index=True)
    kept = np.sort(first)
    return _padded_flow(n, m, arcs[kept], sizes[kept], c_hi, rng)


def match_chain(n: int, m: int, rng: Random) -> Ints:
    """Rows (left, right): a saturated chain of h lefts on rights 1..h, then lefts that like right 1 only.

    h is n/2 or less; every left above h searches the whole chain and fails: h (n - h) steps for Kuhn. Ids
    of both sides are 1..n, exactly m rows, none twice; rows that fill up stay on rights 1..h. O(m log m).
    """
    half = min((n + 1) // 2, (m + 1) // 2)
    if half < 1:
        raise DoesNotFit("a chain needs at least one row")
    chain = np.repeat(np.arange(1, half + 1, dtype=np.int64), 2)[: 2 * half - 1]
    rights = chain + np.arange(2 * half - 1) % 2
    extra = np.arange(half + 1, min(n, half + m - (2 * half - 1)) + 1, dtype=np.int64)
    rows = np.concatenate([np.column_stack([chain, rights]), np.column_stack([extra, np.ones_like(extra)])])
    return _with_free_rows(rows, m, half, rng, lefts=n)


def match_hk(n: int, m: int, rng: Random) -> Ints:
    """Chains of 1, 2, …, k lefts, each with one augmenting path of its full length: sqrt(2 n) phases.

    Hurts Hopcroft-Karp that stops at the first free level. Rows (left, right), ids 1..n on both sides,
    exactly m rows, none twice; rows that fill up join lefts and rights outside the chains. O(m log m).
    """
    k = (math.isqrt(8 * n + 1) - 1) // 2
    while k > 0 and (k * k > m or (n - k * (k + 1) // 2) ** 2 < m - k * k):
        k -= 1
    if k < 1:
        raise DoesNotFit(f"no chain fits {n} vertices and {m} rows")
    blocks = []
    for length in range(1, k + 1):
        last = length * (length + 1) // 2
        step = np.arange(last - length + 1, last, dtype=np.int64)
        pairs = np.column_stack([step, step, step, step + 1]).reshape(-1, 2)
        blocks += [pairs, np.array([[last, last - length + 1]], dtype=np.int64)]
    rows = np.concatenate(blocks)
    used = k * (k + 1) // 2
    spare = free_codes(m - len(rows), np.zeros(0, dtype=np.int64), (n - used) ** 2, rng)
    lefts, rights = np.divmod(spare, max(n - used, 1))
    return np.concatenate([rows, np.column_stack([lefts, rights]) + used + 1])


def match_complete(n: int, m: int, rng: Random) -> Ints:
    """Rows (left, right) of K(k, k) in order, k = sqrt(m) or n; random further rows to exactly m. O(m log m).

    Kuhn without lookahead meets taken partners first, for every left.
    """
    k = min(n, math.isqrt(m))
    index = np.arange(k * k, dtype=np.int64)
    rows = np.column_stack([index // max(k, 1), index % max(k, 1)]) + 1
    return _with_free_rows(rows, m, n, rng)


def match_random(n: int, m: int, rng: Random) -> Ints:
    """m different random rows (left, right), ids 1..n on both sides. O(m log m)."""
    return _with_free_rows(np.zeros((0, 2), dtype=np.int64), m, n, rng)


def _with_free_rows(rows: Ints, m: int, rights: int, rng: Random, lefts: int = 0) -> Ints:
    """`rows`, then random other pairs of 1..lefts (rights unless given) and 1..rights to m in all."""
    total = (lefts or rights) * rights
    if not len(rows) <= m <= total:
        raise DoesNotFit(f"{m} rows: need between {len(rows)} and {total}")
    taken = np.sort((rows[:, 0] - 1) * rights + rows[:, 1] - 1)
    codes = free_codes(m - len(rows), taken, total, rng)
    return np.concatenate([rows, np.column_stack([codes // rights, codes % rights]) + 1])


def _spare_arcs(n: int, used: int) -> int:
    """How many arcs start at the sink n or at a vertex of used + 1..n - 1, the loops left out."""
    return (n - used) * (n - 1)


def _padded_flow(n: int, m: int, arcs: Ints, capacities: Ints, c_hi: int, rng: Random) -> tuple[Ints, Ints]:
    """More arcs to exactly m, all of which start at the sink or at vertices that no flow reaches."""
    used = int(np.max(arcs[arcs < n], initial=1))
    codes = free_codes(m - len(arcs), np.zeros(0, dtype=np.int64), _spare_arcs(n, used), rng)
    tail = codes // (n - 1) + used + 1
    head = codes % (n - 1) + 1
    head += head >= tail
    full = np.concatenate([arcs, np.column_stack([tail, head])])
    return full, np.concatenate([capacities, np.full(len(codes), c_hi, dtype=np.int64)])
