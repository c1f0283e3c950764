"""Permutations of 1..n: the orders behind the sequences, to be mapped into a range with map_values."""

from __future__ import annotations

import numpy as np

from stab.build.arrays import Ints, Random, random_order


def perm(n: int, rng: Random) -> Ints:
    """A uniformly random permutation of 1..n. O(n)."""
    return random_order(n, rng).astype(np.int64) + 1


def ascending(n: int) -> Ints:
    """1, 2, …, n."""
    return np.arange(1, n + 1, dtype=np.int64)


def descending(n: int) -> Ints:
    """n, n - 1, …, 1."""
    return np.arange(n, 0, -1, dtype=np.int64)


def single_cycle(n: int) -> Ints:
    """2, 3, …, n, 1: one cycle of length n (walking the cycle from every element: n^2)."""
    return np.arange(1, n + 1, dtype=np.int64) % n + 1 if n else np.zeros(0, dtype=np.int64)


def two_cycles(n: int) -> Ints:
    """2, 1, 4, 3, …: n/2 cycles of length two, the last element fixed when n is odd (many cycles)."""
    order = np.arange(1, n + 1, dtype=np.int64)
    order[: n - n % 2] = order[: n - n % 2].reshape(-1, 2)[:, ::-1].ravel()
    return order


def zigzag(n: int) -> Ints:
    """1, n, 2, n - 1, …: inserted into an unbalanced search tree the depth is n, turns alternating."""
    order = np.empty(n, dtype=np.int64)
    order[0::2] = np.arange(1, (n + 1) // 2 + 1)
    order[1::2] = np.arange(n, (n + 1) // 2, -1)
    return order


def organ_pipe(n: int) -> Ints:
    """Odd numbers up, then even numbers down: one maximum, in the middle."""
    odd = np.arange(1, n + 1, 2, dtype=np.int64)
    even = np.arange(2, n + 1, 2, dtype=np.int64)
    return np.concatenate([odd, even[::-1]])


def bit_reversal(n: int) -> Ints:
    """The numbers 0..2^k - 1 with their bits reversed, those below n kept, plus 1."""
    bits = max(n - 1, 0).bit_length()
    order = np.zeros(1, dtype=np.int64)
    for _ in range(bits):
        order = np.concatenate([order * 2, order * 2 + 1])
    return order[order < n] + 1


def interleave_halves(n: int) -> Ints:
    """Even places (0-based) hold the low half in order, odd places the high half.

    For n a power of two every gap of the halving sequence but the last does nothing in a Shell
    sort, which leaves n^2 / 8 moves to the last (Knuth, TAOCP 3, 5.2.1).
    """
    order = np.empty(n, dtype=np.int64)
    low = (n + 1) // 2
    order[0::2] = np.arange(1, low + 1)
    order[1::2] = np.arange(low + 1, n + 1)
    return order


def rise_then_fall(n: int) -> Ints:
    """The upper half increasing, then the lower half decreasing."""
    half = n // 2
    return np.concatenate([np.arange(half + 1, n + 1), np.arange(half, 0, -1)]).astype(np.int64)


def shuffled_runs(n: int, rng: Random, block: int = 32) -> Ints:
    """1..n, shuffled inside blocks of `block`: nearly sorted, with no run longer than about two blocks."""
    starts = np.arange(n) // block
    return np.lexsort((rng.random_sample(n), starts)).astype(np.int64) + 1


def anti_mid_pivot(n: int) -> Ints:
    """A permutation on which quicksort with pivot a[(l + r) // 2] strips one element per partition.

    Built backwards: the prefix of length i gets its maximum into its middle, for i = 2..n, by the
    swap that Hoare's partition will undo. Quadratic for Hoare and for swap-to-end partitions. O(n),
    one Python step per element.
    """
    order = list(range(1, n + 1))
    for length in range(2, n + 1):
        middle = (length - 1) // 2
        order[middle], order[length - 1] = order[length - 1], order[middle]
    return np.array(order, dtype=np.int64)


def quicksort_killer(n: int) -> Ints:
    """A permutation on which quicksort with the median of first, middle and last makes n^2 / 5 steps.

    Musser's sequence ("Introspective sorting and selection algorithms", 1997, section 2), mirrored in
    order and value so that the usual forms all suffer: pivot by value, hidden next to the last place,
    or (n^2 / 8) swapped to the end for a one-way partition. O(n log n).
    """
    half = n // 2
    pairs = half // 2
    order = np.empty(2 * half, dtype=np.int64)
    order[:half:2] = np.arange(1, half + 1, 2)
    order[1:half:2] = half + 1 + 2 * np.arange(pairs)
    order[half:] = np.arange(2, 2 * half + 1, 2)
    rank = np.argsort(np.argsort(order, kind="stable"), kind="stable").astype(np.int64) + 1
    return n + 1 - np.concatenate([rank, np.arange(2 * half + 1, n + 1, dtype=np.int64)])[::-1]


def introsort_killer(n: int) -> Ints:
    """n before quicksort_killer(n - 1): for the median of second, middle and last, as in GCC's std::sort.

    There the depth limit turns quadratic time into heap sort. O(n log n).
    """
    return np.concatenate([np.arange(n, n + min(n, 1)), quicksort_killer(max(n - 1, 0))]).astype(np.int64)
