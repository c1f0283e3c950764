"""Small functions on rows, pairs and blocks that generators carry besides stab.build's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stab.build import graph_random, seq_random, shuffle_edges
from stab.build.arrays import DoesNotFit, Ints, Random


def sorted_in_rows(values: Ints, lengths: Ints) -> Ints:
    """Return the values of rows of these lengths, sorted within each row."""
    rows = np.repeat(np.arange(len(lengths)), lengths)
    return values[np.lexsort((values, rows))]


def distinct_in_rows(lengths: Ints, lo: int, hi: int, rng: Random) -> Ints:
    """Return numbers of [lo, hi] for rows of these lengths, all different within a row, in random order."""
    if len(lengths) and lengths.max() > hi - lo + 1:
        raise DoesNotFit(f"{lengths.max()} different numbers do not fit between {lo} and {hi}")
    rows = np.repeat(np.arange(len(lengths)), lengths)
    steps = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    room = hi - lo + 2 - np.repeat(lengths, lengths)
    drawn = lo + np.floor(rng.random_sample(len(rows)) * room).astype(np.int64)
    found = sorted_in_rows(drawn, lengths) + steps
    return found[np.lexsort((rng.random_sample(len(rows)), rows))]


def rows_of_lengths(form: str, heads: list[Ints], lengths: Ints, values: Ints) -> list[str]:
    """Return lines for each length: the heads' numbers in their format, then so many of the values."""
    texts, ends = list(map(str, values.tolist())), np.cumsum(lengths)
    firsts = map(form.format, *(head.tolist() for head in heads))
    if len(lengths) and lengths.min() == lengths.max() == 1:
        return list(map(str.__add__, firsts, texts))
    places = zip(firsts, (ends - lengths).tolist(), ends.tolist(), strict=True)
    rows = [first + (texts[a] if b == a + 1 else " ".join(texts[a:b])) for first, a, b in places]
    return rows if len(lengths) and lengths.min() else [row.rstrip(" ") for row in rows]


def disjoint_ranges(n: int, lo: int, hi: int, steps: tuple[int, int], kind: str, rng: Random) -> Ints:
    """Return n rows (a, b) in rising order within [lo, hi], none of which meets the next.

    The steps: by how much b exceeds its a at least, and each a the b before it. Kinds: "long" (no more than
    the least between them), "short" (the least lengths), "low" and "high" (all packed at one end), "even",
    "random".
    """
    apart, gap = steps
    spare = hi - lo - n * (apart + gap) + gap
    if n and spare < 0:
        raise DoesNotFit(f"{n} intervals do not fit between {lo} and {hi}")
    first = lo + np.arange(n, dtype=np.int64) * (apart + gap)
    cuts = np.sort(rng.randint(0, max(spare, 0) + 1, size=2 * n, dtype=np.int64))
    if kind == "even":
        cuts = np.arange(2 * n, dtype=np.int64) * (max(spare, 0) // max(2 * n, 1))
    elif kind in ("low", "high"):
        cuts = np.full(2 * n, 0 if kind == "low" else max(spare, 0), dtype=np.int64)
    before, after = cuts[::2], cuts[1::2]
    if kind == "long":
        after[-1:] = max(spare, 0)
        before = np.append(np.zeros(1, dtype=np.int64), after)[:n]
    elif kind == "short":
        before = after
    return np.column_stack([first + before, first + apart + after])


def distinct_rows(
    columns: list[Ints], lows: list[int], highs: list[int], rng: Random, good: Callable[..., Ints]
) -> list[Ints]:
    """Return the columns with rows that occur before, or are not good, replaced by other good ones."""
    rows = np.column_stack(columns)
    if not len(rows):
        return columns
    is_kept = np.zeros(len(rows), dtype=bool)
    is_kept[np.unique(rows, axis=0, return_index=True)[1]] = True
    is_kept &= good(*columns)
    pool, room, missing = rows[is_kept], 1, int(len(rows) - is_kept.sum())
    for low, high in zip(lows, highs, strict=True):
        room *= high - low + 1
    for _ in range(1 if room <= 8 * len(rows) + 64 else 50):
        if len(pool) >= len(rows):
            break
        if room <= 8 * len(rows) + 64:
            sizes = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
            fresh = np.indices(sizes).reshape(len(sizes), -1).T[rng.permutation(room)] + np.array(lows)
        else:
            ends = zip(lows, highs, strict=True)
            drawn = [rng.randint(a, b + 1, size=2 * missing + 16, dtype=np.int64) for a, b in ends]
            fresh = np.column_stack(drawn)
        pool = np.concatenate([pool, fresh[good(*fresh.T) & np.ones(len(fresh), dtype=bool)]])
        pool = pool[np.sort(np.unique(pool, axis=0, return_index=True)[1])]
    if len(pool) < len(rows):
        raise DoesNotFit(f"there are only {len(pool)} different rows, not {len(rows)}")
    rows[~is_kept] = pool[int(is_kept.sum()) : len(rows)]
    return list(rows.T)


def with_few(values: Ints, most: int, rng: Random) -> Ints:
    """Return the values with no more than `most` different ones: neighbours in order become one."""
    there, ranks = np.unique(values, return_inverse=True)
    if len(there) <= most:
        return values
    kept = np.sort(rng.permutation(len(there))[:most])
    return there[kept][ranks.reshape(values.shape) * most // len(there)]


def holding(values: Ints, wanted: Ints, rng: Random) -> Ints:
    """Return the values with each of the wanted ones somewhere, in place of others or of repeats."""
    missing = np.setdiff1d(wanted, values)
    if not len(missing):
        return values
    there, first = np.unique(values, return_index=True)
    spare = np.setdiff1d(np.arange(len(values)), first[np.isin(there, wanted)])
    if len(spare) < len(missing):
        raise DoesNotFit(f"{len(wanted)} different values do not fit into {len(values)} places")
    changed = values.copy()
    changed[rng.permutation(spare)[: len(missing)]] = rng.permutation(missing)
    return changed


def graph_apart(n: int, m: int, special: Ints, is_gathered: bool, rng: Random) -> Ints:
    """Return m different edges on 1..n that join no two of the special vertices, on no path either.

    All other vertices lie with the first special one (`is_gathered`, and where the edges need it), or
    anywhere.
    """
    if not len(special) or not m:
        return graph_random(n, m, rng)
    others = rng.permutation(np.setdiff1d(np.arange(1, n + 1), special))
    near = np.zeros(len(others), dtype=np.int64) if is_gathered else rng.randint(0, len(special), len(others))
    for groups in (near, np.zeros_like(near)):
        sizes = 1 + np.bincount(groups, minlength=len(special))
        rooms = sizes * (sizes - 1) // 2
        if rooms.sum() >= m:
            break
    else:
        raise DoesNotFit(f"{m} edges do not fit: {len(special)} of {n} vertices stay apart")
    order = np.argsort(np.concatenate([np.arange(len(special)), groups]), kind="stable")
    labels = np.concatenate([special, others])[order]
    ends = np.cumsum(rooms)
    chosen = seq_random(m, 0, int(ends[-1]) - 1, rng, distinct=True)
    group = np.searchsorted(ends, chosen, side="right")
    rank = chosen - (ends - rooms)[group]
    high = ((1 + np.sqrt(1 + 8 * rank.astype(np.float64))) // 2).astype(np.int64)
    high -= high * (high - 1) // 2 > rank
    high += (high + 1) * high // 2 <= rank
    start = (np.cumsum(sizes) - sizes)[group]
    edges = np.column_stack([start + rank - high * (high - 1) // 2, start + high])
    return shuffle_edges(labels[edges], rng)


def with_entry(values: Ints, at: int, wanted: int) -> Ints:
    """Return the values with the wanted one first (0) or last (-1), in exchange where it occurs."""
    changed = values.copy()
    if len(changed) and changed[at] != wanted:
        same = np.flatnonzero(changed == wanted)
        if len(same):
            changed[same[0]] = changed[at]
        changed[at] = wanted
    return changed
