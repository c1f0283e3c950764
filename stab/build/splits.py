"""Ways to spend a bound on a product or on a total."""

from __future__ import annotations

import math

import numpy as np

from stab.build.arrays import DoesNotFit, Ints


def shapes(h: int, w: int, area: int) -> tuple[tuple[int, int], ...]:
    """The extreme sizes with rows <= h, columns <= w, rows * columns <= area: square, tall and flat.

    Each is maximal: no side can grow alone. At most three, all different.
    """
    if h < 1 or w < 1 or area < 1:
        raise DoesNotFit(f"no grid within {h} x {w} has at most {area} cells")
    side = math.isqrt(area)
    rows = min(h, max(side, -(-area // w) if area // w < h else h))
    square = (min(rows, area), min(w, area // min(rows, area)))
    tall = (min(h, area), min(w, area // min(h, area)))
    flat = (min(h, area // min(w, area)), min(w, area))
    return tuple(dict.fromkeys((square, tall, flat)))


def tests_split(total: int, tests: int, n_lo: int, n_hi: int) -> tuple[Ints, ...]:
    """Ways to spend sum(n) = `total` on at most `tests` cases: few large, many small, about sqrt(total).

    Every size is in [n_lo, n_hi] and each way adds up to `total`, or to the largest sum possible
    when total > tests * n_hi. At most three, all different.
    """
    if tests < 1 or n_lo > n_hi or total < n_lo:
        raise DoesNotFit(f"no {tests} sizes from [{n_lo}, {n_hi}] add up to at most {total}")
    total = min(total, tests * n_hi)
    fewest = max(-(-total // n_hi), 1) if n_hi else 1
    most = min(tests, total // n_lo) if n_lo else tests
    middle = min(max(math.isqrt(total), fewest), most)
    ways = []
    for count in dict.fromkeys((min(fewest, most), most, middle)):
        ways.append(_sizes(min(total, count * n_hi), count, n_lo, n_hi, count == middle))
    return tuple(ways)


def split_evenly(total: int, parts: int) -> Ints:
    """`parts` integers that differ by at most one and add up to `total`, the larger ones first."""
    shares = np.full(parts, total // max(parts, 1), dtype=np.int64)
    shares[: total - int(shares.sum())] += 1
    return shares


def _sizes(total: int, count: int, n_lo: int, n_hi: int, even: bool) -> Ints:
    if even:
        return split_evenly(total, count)
    sizes = np.full(count, n_lo, dtype=np.int64)
    room = np.cumsum(np.full(count, n_hi - n_lo, dtype=np.int64))
    return sizes + np.diff(np.minimum(room, total - n_lo * count), prepend=0)
