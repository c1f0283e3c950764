"""n different points with integer coordinates in [lo, hi], as arrays of shape (n, 2).

Where a shape has fewer than n lattice points within the range, the remaining points are random ones.
"""

from __future__ import annotations

import math

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order
from stab.build.sequences import distinct_sorted, seq_random


def points_random(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Uniform points, all different. O(n log n)."""
    return fill_points(np.zeros((0, 2), dtype=np.int64), n, lo, hi, rng)


def points_convex(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """The corners of a strictly convex lattice polygon, in random order (hull of n points: Jarvis n^2).

    The edges are the shortest primitive vectors in order of their angle (Jarník 1926): about
    3.4 R^(2/3) corners fit for R = (hi - lo) / 2. Further points are random. O(n log n).
    """
    corners = _convex_polygon(n, hi - lo)[:n]
    side = int(corners.max(initial=0))
    corners = corners * max((hi - lo) // max(side, 1), 1) + lo
    return fill_points(np.take(corners, random_order(len(corners), rng), axis=0), n, lo, hi, rng)


def points_circle(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Rounded points of the largest circle, in random order: all about equally far from the centre. O(n)."""
    angle = (np.arange(n) + rng.random_sample()) * (2 * math.pi / max(n, 1))
    radius = (hi - lo) / 2
    circle = np.column_stack([np.cos(angle), np.sin(angle)]) * radius + (lo + radius)
    inside = np.clip(np.rint(circle).astype(np.int64), lo, hi)
    return fill_points(inside[random_order(n, rng)], n, lo, hi, rng)


def points_parabola(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """(t, t^2) from left to right, while t^2 fits: strictly convex, sorted by x. O(n)."""
    most = 2 * math.isqrt(max(hi - lo, 0)) + 1
    count = min(n, most, hi - lo + 1)
    t = np.arange(count, dtype=np.int64) - count // 2
    return fill_points(np.column_stack([t + count // 2, t * t]) + lo, n, lo, hi, rng)


def points_same_x(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """One vertical line, y random (closest pair that breaks on x, strips without a break on y: n^2).

    More points than the line holds go on the next lines. O(n log n).
    """
    height = hi - lo + 1
    columns = -(-n // max(height, 1))
    if columns > height:
        raise DoesNotFit(f"{n} different points do not fit into [{lo}, {hi}] squared")
    left = lo + (height - columns) // 2
    over = height * (columns - 1) if n else 0
    y = np.concatenate([lo + np.arange(over) % height, distinct_sorted(n - over, lo, hi, rng)])
    x = left + np.arange(n, dtype=np.int64) // height
    return np.column_stack([x, y])[random_order(n, rng)]


def points_spiral(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """A spiral with the golden angle, from the centre outwards (enclosing circle without a shuffle: n^3).

    Each point is farther from the centre than all before it, up to rounding. O(n).
    """
    radius = (hi - lo) / 2
    step = np.arange(1, n + 1)
    reach = step / max(n, 1) if radius >= n else np.sqrt(step / max(n, 1))
    angle = step * (math.pi * (3 - math.sqrt(5)))
    spiral = np.column_stack([np.cos(angle) * reach, np.sin(angle) * reach]) * radius + (lo + radius)
    return fill_points(np.clip(np.rint(spiral).astype(np.int64), lo, hi), n, lo, hi, rng)


def points_cluster_outlier(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """All points in a small square at (lo, lo), one at (hi, hi) (equal cells: all in one, n^2)."""
    side = min(math.isqrt(2 * n) + 1, hi - lo)
    if (side + 1) ** 2 < n:
        raise DoesNotFit(f"{n} different points do not fit into [{lo}, {hi}] squared")
    cluster = points_random(n - 1, lo, lo + side, rng) if n else np.zeros((0, 2), dtype=np.int64)
    if side < hi - lo or not (cluster == hi).all(axis=1).any():
        return np.concatenate([cluster, np.array([[hi, hi]] * min(n, 1), dtype=np.int64).reshape(-1, 2)])
    return points_random(n, lo, hi, rng)


def points_collinear(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Points of the main diagonal, in random order (x = y: symmetric hashes collide). O(n log n)."""
    count = min(n, hi - lo + 1)
    place = distinct_sorted(count, lo, hi, rng)[random_order(count, rng)]
    return fill_points(np.column_stack([place, place]), n, lo, hi, rng)


def points_antidiagonal(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Points with x + y = lo + hi, in random order (hashes of the sum collide). O(n log n)."""
    count = min(n, hi - lo + 1)
    place = distinct_sorted(count, lo, hi, rng)[random_order(count, rng)]
    return fill_points(np.column_stack([place, lo + hi - place]), n, lo, hi, rng)


def points_lattice(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """A square lattice as wide as the range allows, row by row: most equal distances. O(n)."""
    side = math.isqrt(max(n - 1, 0)) + 1
    step = max((hi - lo) // max(side - 1, 1), 1)
    index = np.arange(n, dtype=np.int64)
    lattice = np.column_stack([index // side, index % side]) * step + lo
    return fill_points(lattice[(lattice <= hi).all(axis=1)], n, lo, hi, rng)


def fill_points(points: Ints, n: int, lo: int, hi: int, rng: Random) -> Ints:
    """The different ones of `points` in their order, then random ones to n in all. O(n log n)."""
    room = hi - lo + 1
    if room < 1 or room * room < n:
        raise DoesNotFit(f"{n} different points do not fit into [{lo}, {hi}] squared")
    points = _first_of_each(points)
    if room * room <= 2 * n + 64:
        cells = random_order(room * room, rng).astype(np.int64)
        every = np.column_stack([cells // room, cells % room]) + lo
        return _first_of_each(np.concatenate([points, every]))[:n]
    while len(points) < n:
        missing = n - len(points)
        fresh = seq_random(2 * (missing + missing // 8 + 8), lo, hi, rng).reshape(-1, 2)
        points = _first_of_each(np.concatenate([points, fresh]))
    return points[:n]


def _first_of_each(points: Ints) -> Ints:
    order = np.lexsort((points[:, 1], points[:, 0]))
    x, y = points[order, 0], points[order, 1]
    is_new = np.ones(len(points), dtype=bool)
    is_new[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1])
    is_first = np.zeros(len(points), dtype=bool)
    is_first[order[is_new]] = True
    return points if is_first.all() else points[is_first]


def _primitive_vectors(size: int) -> Ints:
    """Vectors (x, y) with x > 0, y >= 0, coprime, |x| + |y| <= size, in order of x + y."""
    x, y = np.meshgrid(np.arange(1, size + 1), np.arange(0, size + 1))
    is_primitive = (np.gcd(x, y) == 1) & (x + y <= size)
    vectors = np.column_stack([x[is_primitive], y[is_primitive]]).astype(np.int64)
    return vectors[np.lexsort((vectors[:, 0], vectors.sum(axis=1)))]


def _convex_polygon(n: int, side: int) -> Ints:
    """The corners in order, at least n of them unless fewer fit into a square of this side."""
    size = 1
    while 4 * len(_primitive_vectors(size)) < n:
        size *= 2
    quarter = _primitive_vectors(size)[: -(-n // 4)]
    fitting = int(np.searchsorted(np.cumsum(quarter.sum(axis=1)), side, side="right"))
    quarter = quarter[:fitting]
    quarter = quarter[np.argsort(np.arctan2(quarter[:, 1], quarter[:, 0]), kind="stable")]
    x, y = quarter[:, 0], quarter[:, 1]
    turns = [(x, y), (-y, x), (-x, -y), (y, -x)]
    steps = np.concatenate([np.column_stack(turn) for turn in turns])
    corners = np.cumsum(steps, axis=0)
    return np.asarray(corners - corners.min(axis=0, initial=0))
