"""Items, coins and lines whose combinations defeat pruning, and targets that no combination meets."""

from __future__ import annotations

import math

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order
from stab.build.sequences import distinct_sorted, seq_random


def subset_even_odd(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Even values of the upper half of [lo, hi]: with an odd target no subset fits, found at the leaves.

    The target goes with it: odd_target(values). O(n).
    """
    low, high = (max(lo, (lo + hi) // 2) + 1) // 2, hi // 2
    if low > high:
        low, high = (lo + 1) // 2, hi // 2
    if low > high:
        raise DoesNotFit(f"no even number in [{lo}, {hi}]")
    return seq_random(n, low, high, rng) * 2


def subset_powers(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """The powers of two of [lo, hi], then random values to n in all (reachable sums: 2^n different ones).

    Any two subsets of the powers differ in their sum. O(n).
    """
    powers = [1 << k for k in range(max(hi, 0).bit_length()) if lo <= 1 << k <= hi][:n]
    rest = seq_random(n - len(powers), lo, hi, rng)
    return np.concatenate([np.array(powers, dtype=rest.dtype), rest])


def odd_target(values: Ints) -> int:
    """The odd number next to half the sum: out of reach for subsets of even values."""
    return int(values.sum()) // 2 | 1


def coins_even(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """The n largest even numbers of [lo, hi], in random order (change of an odd sum: all is tried). O(n)."""
    high = hi // 2
    if high - n + 1 < (lo + 1) // 2:
        raise DoesNotFit(f"fewer than {n} even numbers in [{lo}, {hi}]")
    return (high - random_order(n, rng).astype(np.int64)) * 2


def items_correlated(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Rows (weight, value), equal and even: with an odd capacity bounds never cut (Chvatal 1980). O(n)."""
    weights = subset_even_odd(n, lo, hi, rng)
    return np.column_stack([weights, weights])


def items_dense(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Different weights from a fiftieth to a twenty-fifth of hi: most different partial sums. O(n log n)."""
    low, high = max(lo, hi // 50), max(lo, hi // 25)
    if high - low + 1 < n:
        return seq_random(n, low, high, rng)
    return distinct_sorted(n, low, high, rng)[random_order(n, rng)]


def weights_fibonacci(n: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """Fibonacci numbers from lo on, up to hi, repeated from the start (Huffman: depth n - 1). O(n)."""
    older, newer = max(lo, 1), max(lo, 1)
    numbers: list[int] = []
    while older <= hi and len(numbers) < n:
        numbers.append(older)
        older, newer = newer, older + newer
    if n and not numbers:
        raise DoesNotFit(f"no positive number in [{lo}, {hi}]")
    return np.resize(np.array(numbers, dtype=np.int64 if hi < 2**63 else object), n)


def lines_tangent(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Rows (slope 2t, offset -t^2), all on the upper envelope, in order of slope (hull scans: n q).

    While the range allows -t^2; slopes are then shifted into [lo, hi], which keeps every line on the
    envelope. Needs n <= 2 sqrt(hi - lo). O(n).
    """
    half = n // 2
    if half * half > hi - lo or 2 * n > hi - lo + 2:
        raise DoesNotFit(f"{n} tangents of a parabola need more than [{lo}, {hi}]")
    t = np.arange(n, dtype=np.int64) - half
    slope_shift = min(max(0, lo + 2 * half), hi - 2 * (n - 1 - half))
    offset_shift = min(max(0, lo + half * half), hi)
    return np.column_stack([2 * t + slope_shift, offset_shift - t * t])


def most_tangents(lo: int, hi: int) -> int:
    """The largest n for which lines_tangent fits into [lo, hi]."""
    return max(min(2 * math.isqrt(max(hi - lo, 0)), (hi - lo) // 2 + 1), 1)
