"""Arrays of n integers within [lo, hi]: random, ordered, and those that hurt one sorting method."""

from __future__ import annotations

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order
from stab.build.permutations import (
    anti_mid_pivot,
    bit_reversal,
    interleave_halves,
    introsort_killer,
    organ_pipe,
    perm,
    quicksort_killer,
    rise_then_fall,
    shuffled_runs,
    zigzag,
)

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1


def seq_random(n: int, lo: int, hi: int, rng: Random, distinct: bool = False) -> Ints:
    """n uniform integers in [lo, hi] of any size; pairwise different when `distinct`.

    Cost O(n), O(n log n) when distinct; beyond 64 bits an object array, one Python step per element.
    """
    if hi < lo:
        raise DoesNotFit(f"no integer in [{lo}, {hi}]")
    if distinct:
        return _shuffled(distinct_sorted(n, lo, hi, rng), rng)
    if lo < INT64_MIN or hi > INT64_MAX:
        return _random_wide(n, lo, hi, rng)
    return rng.randint(lo, hi + 1, size=n, dtype=np.int64)


def distinct_sorted(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """n different integers of [lo, hi] in increasing order, uniformly chosen up to rounding. O(n log n)."""
    room = hi - lo + 1
    if room < n:
        raise DoesNotFit(f"{n} different integers do not fit into [{lo}, {hi}]")
    if room <= 3 * n:
        chosen = np.sort(random_order(room, rng)[:n]).astype(np.int64)
        return chosen + lo if lo >= INT64_MIN and hi <= INT64_MAX else chosen.astype(object) + lo
    chosen = sorted_once(seq_random(n + n // 4 + 4, lo, hi, rng))
    while chosen.size < n:
        chosen = sorted_once(np.concatenate([chosen, seq_random(n, lo, hi, rng)]))
    is_kept = np.ones(chosen.size, dtype=bool)
    is_kept[random_order(chosen.size, rng)[n:]] = False
    return chosen[is_kept]


def sorted_once(values: Ints) -> Ints:
    """The different values in increasing order; much faster than numpy.unique on random integers."""
    ordered = np.sort(values)
    is_first = np.ones(ordered.size, dtype=bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first]


def map_values(order: Ints, lo: int, hi: int, rng: Random) -> Ints:
    """An array in [lo, hi] that compares like `order`, position by position.

    Different entries stay different while [lo, hi] has room for them; otherwise neighbouring ranks
    merge, so the order stays weakly the same. Reaches lo and hi. O(n log n).
    """
    levels, rank = np.unique(order, return_inverse=True)
    rank = rank.reshape(np.shape(order))
    room = hi - lo + 1
    if room < 1:
        raise DoesNotFit(f"no integer in [{lo}, {hi}]")
    if room < levels.size:
        return lo + rank.astype(np.int64) * room // levels.size
    values = distinct_sorted(levels.size, lo, hi, rng)
    if levels.size > 1:
        values[0] = lo
        values[-1] = hi
    return values[rank]


def seq_sorted(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Increasing from lo to hi, strictly while there is room (first/last-pivot quicksort: n^2)."""
    return map_values(np.arange(n, dtype=np.int64), lo, hi, rng)


def seq_descending(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Decreasing from hi to lo, strictly while there is room (insertion sort, look-back loops)."""
    return map_values(np.arange(n, 0, -1, dtype=np.int64), lo, hi, rng)


def seq_equal(n: int, value: int) -> Ints:
    """n copies of one value (two-way partitions with duplicates, look-back loops that stop at <)."""
    if INT64_MIN <= value <= INT64_MAX:
        return np.full(n, value, dtype=np.int64)
    return np.full(n, value, dtype=object)


def seq_few(n: int, lo: int, hi: int, rng: Random, kinds: int = 2) -> Ints:
    """Exactly min(kinds, n, hi - lo + 1) different values, each at least once, in random order."""
    kinds = min(kinds, n, hi - lo + 1)
    pool = distinct_sorted(kinds, lo, hi, rng)
    picks = np.concatenate([np.arange(kinds), rng.randint(0, kinds, size=n - kinds, dtype=np.int64)])
    return pool[_shuffled(picks, rng)]


def seq_perm(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """A random permutation mapped into [lo, hi]: different values, full range (library sorts)."""
    return map_values(perm(n, rng), lo, hi, rng)


def seq_zigzag(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Smallest, largest, second smallest, … within [lo, hi] (unbalanced search trees: depth n)."""
    return map_values(zigzag(n), lo, hi, rng)


def seq_organ_pipe(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Up, then down within [lo, hi] (median-of-3 introsort: 1.4x, middle pivot: n^2 / 3)."""
    return map_values(organ_pipe(n), lo, hi, rng)


def seq_bit_reversal(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Bit reversal order within [lo, hi] (many inversions at every distance)."""
    return map_values(bit_reversal(n), lo, hi, rng)


def seq_interleaved(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Low half on even places, high half on odd ones, within [lo, hi] (Shell sort with halving gaps)."""
    return map_values(interleave_halves(n), lo, hi, rng)


def seq_anti_mid(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """anti_mid_pivot within [lo, hi] (quicksort with the middle pivot: n^2)."""
    return map_values(anti_mid_pivot(n), lo, hi, rng)


def seq_quicksort_killer(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """quicksort_killer within [lo, hi] (median-of-3 quicksort without a depth limit: n^2)."""
    return map_values(quicksort_killer(n), lo, hi, rng)


def seq_introsort_killer(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """introsort_killer within [lo, hi] (std::sort: heap sort after a useless start)."""
    return map_values(introsort_killer(n), lo, hi, rng)


def seq_rise_fall(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Upper half increasing, then lower half decreasing (LIS with a linear scan from the tail: n^2/4)."""
    return map_values(rise_then_fall(n), lo, hi, rng)


def seq_runs(n: int, lo: int, hi: int, rng: Random, block: int = 32) -> Ints:
    """Increasing overall in shuffled blocks (merge sorts that look for runs find none worth having)."""
    return map_values(shuffled_runs(n, rng, block), lo, hi, rng)


def seq_min_last(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Random with the minimum at the end (bubble sort with early exit makes every pass)."""
    order = perm(n, rng)
    if n:
        order[np.argmin(order)] = order[-1]
        order[-1] = 1
    return map_values(order, lo, hi, rng)


def seq_outlier(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Random values in the lowest n-th of [lo, hi], at most a thousandth, and one hi (buckets by range)."""
    values = seq_random(n, lo, lo + (hi - lo) // max(n, 1000), rng)
    if n:
        values[rng.randint(0, n)] = hi
    return values


def seq_extremes(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Every value is lo or hi, alternating (largest jumps, sums of largest absolute differences)."""
    values = seq_equal(n, hi)
    low = seq_equal(n // 2, lo)
    if low.dtype != values.dtype:
        values = values.astype(object)
    values[1::2] = low
    return values


def partition(total: int, parts: int, lo: int, hi: int, rng: Random) -> Ints:
    """`parts` integers of [lo, hi] with the exact sum `total`, in random order. O(parts log parts)."""
    spare = total - parts * lo
    width = hi - lo
    if parts < 0 or spare < 0 or spare > parts * width:
        raise DoesNotFit(f"{total} is no sum of {parts} integers from [{lo}, {hi}]")
    if parts == 0:
        return np.zeros(0, dtype=np.int64)
    cuts = np.sort(rng.randint(0, spare + 1, size=parts - 1, dtype=np.int64))
    shares = np.diff(np.concatenate([[0], cuts, [spare]]))
    over = int(np.maximum(shares - width, 0).sum())
    shares = np.minimum(shares, width)
    if over:
        order = random_order(parts, rng)
        room = np.cumsum(width - shares[order])
        taken = np.minimum(room, over)
        shares[order] += np.diff(taken, prepend=0)
    return shares + lo


def seq_pairs(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """n rows (l, r) with lo <= l <= r <= hi: two uniform ends in order."""
    return np.sort(seq_random(2 * n, lo, hi, rng).reshape(n, 2), axis=1)


def pairs_nested(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """n rows (l, r) of [lo, hi], each inside the one before: distinct ends while there is room."""
    ends = map_values(np.arange(2 * n, dtype=np.int64), lo, hi, rng)
    return np.column_stack([ends[:n], ends[n:][::-1]])


def pairs_disjoint(n: int, lo: int, hi: int, rng: Random) -> Ints:
    """n rows (l, r) of [lo, hi] in random order, none overlapping another while there is room."""
    ends = map_values(np.arange(2 * n, dtype=np.int64), lo, hi, rng)
    return _shuffled(ends.reshape(n, 2), rng)


def reals_random(n: int, lo: int, hi: int, rng: Random, digits: int = 6) -> list[str]:
    """n decimal numbers of [lo, hi] with exactly `digits` digits after the point, as text."""
    scale = 10**digits
    texts = []
    for value in seq_random(n, lo * scale, hi * scale, rng).tolist():
        whole, part = divmod(abs(value), scale)
        sign = "-" if value < 0 else ""
        texts.append(f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}")
    return texts


def _shuffled(values: Ints, rng: Random) -> Ints:
    return np.take(values, random_order(len(values), rng), axis=0)


def _random_wide(n: int, lo: int, hi: int, rng: Random) -> Ints:
    room = hi - lo + 1
    # Eight spare bytes: the bias of the remainder stays below 2^-64.
    width = (room.bit_length() + 7) // 8 + 8
    data = rng.bytes(n * width)
    values = np.empty(n, dtype=object)
    for index in range(n):
        values[index] = lo + int.from_bytes(data[index * width : (index + 1) * width], "little") % room
    return values
