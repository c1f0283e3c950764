"""Small functions that generators carry besides stab.build's: each is copied into those that call it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stab.build import distinct_sorted, join_rows, map_values, seq_random, words_random
from stab.build.arrays import DoesNotFit, Ints, Random

Graph = Ints | tuple[Ints, Ints]


def fitted(values: Ints, n: int, lo: int, hi: int, rng: Random) -> Ints:
    """Return n values that compare like the given ones, within [lo, hi]; DoesNotFit for rows of values."""
    if values.ndim != 1:
        raise DoesNotFit("the construction gives rows, where single numbers are wanted")
    values = np.resize(values, n)
    if n and (values.min() < lo or values.max() > hi):
        return map_values(values, lo, hi, rng)
    return values


def strictly_rising(n: int, lo: int, hi: int, kind: str, rng: Random) -> Ints:
    """Return n different numbers of [lo, hi] in rising order, spread as `kind` says; DoesNotFit if too few.

    flat, low: neighbours at an end; extremes: half at either; outlier: all at the lower but one; rising:
    equal gaps; few: clusters of 16; falling: gaps that double from some place on; else random.
    """
    if n > hi - lo + 1:
        raise DoesNotFit(f"{n} different numbers do not fit between {lo} and {hi}")
    below = {"flat": 0, "low": n, "extremes": n // 2, "outlier": n - 1}.get(kind)
    is_wide = max(abs(lo), abs(hi)) >= 2**62
    if n < 1 or is_wide or (below is None and kind not in ("rising", "few", "falling")):
        return distinct_sorted(n, lo, hi, rng)
    steps = np.arange(n, dtype=np.int64)
    if below is not None:
        shift = np.where(steps < below, lo, hi - n + 1)
    elif kind == "falling":
        doubled = [1 << k for k in range(62) if 1 << k <= hi - lo - n + 1][-(n - 1) :] if n > 1 else []
        shift = lo + np.concatenate([np.zeros(n - len(doubled), dtype=np.int64), doubled]).astype(np.int64)
    else:
        block = 16 if kind == "few" else 1
        shift = lo + steps // block * ((hi - lo + 1 - n) // max((n - 1) // block, 1))
    return shift + steps


def with_total(values: Ints, total: int, lo: int, hi: int, exact: bool = False) -> Ints:
    """Return values of [lo, hi] in the same proportions above lo whose sum is at most, or exactly, total."""
    spare = total - lo * len(values)
    above = np.minimum(values - lo, max(spare, 0))
    size = float(above.sum(dtype=np.float64))
    if size > max(spare, 0):
        above = np.floor(above * (max(spare, 0) / size)).astype(np.int64)
    missing = spare - int(above.sum())
    while missing < 0:  # rounding in floating point
        largest = int(above.argmax())
        cut = min(-missing, int(above[largest]))
        if cut == 0:
            break
        above[largest] -= cut
        missing += cut
    if exact and missing > 0:
        room = np.cumsum(np.minimum(hi - lo - above, missing))
        above = above + np.diff(np.minimum(room, missing), prepend=0)
    return above + lo


def decimal_texts(units: Ints, digits: int) -> list[str]:
    """Return the numbers units / 10**digits with so many digits after the point, as text."""
    scale, texts = 10**digits, []
    for value in units.tolist():
        whole, part = divmod(abs(value), scale)
        sign = "-" if value < 0 else ""
        texts.append(f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}")
    return texts


def shares_of(n: int, total: int, lows: list[int], highs: list[int], rng: Random) -> list[Ints]:
    """Return columns of n numbers, each within its own bounds, whose rows add up to the total."""
    spare, columns = np.full(n, total - sum(lows), dtype=np.int64), []
    rooms = [high - low for low, high in zip(lows, highs, strict=True)]
    if not 0 <= total - sum(lows) <= sum(rooms):
        raise DoesNotFit(f"no numbers within their bounds add up to {total}")
    for at, low in enumerate(lows):
        least = np.maximum(spare - sum(rooms[at + 1 :]), 0)
        most = np.minimum(spare, rooms[at])
        part = least + np.floor(rng.random_sample(n) * (most - least + 1)).astype(np.int64)
        columns.append(part + low)
        spare = spare - part
    return columns


def number_rows(*columns: Ints) -> list[str]:
    """Return the text of all rows of these columns, as one piece; none without rows."""
    return [join_rows(*columns)[:-1]] if len(columns[0]) else []


def parents_of(tree: Ints) -> Ints:
    """Return the parents of 2..n from parents or from edges (parent, child) in order of children."""
    return tree[:, 0] if tree.ndim == 2 else tree


def no_equal_neighbours(values: Ints, lo: int, hi: int) -> Ints:
    """Return the values, every one that equals its predecessor moved to another of [lo, hi]."""
    changed = values.tolist()
    for i in range(1, len(changed)):
        if changed[i] == changed[i - 1]:
            changed[i] = changed[i] + 1 if changed[i] < hi else max(lo, changed[i] - 1)
    return np.array(changed)


def deranged(order: Ints) -> Ints:
    """Return the permutation with those that stand at their own place moved round among each other."""
    order = order.copy()
    fixed = np.flatnonzero(order == np.arange(1, len(order) + 1))
    if len(fixed) > 1:
        order[fixed] = np.roll(order[fixed], 1)
    elif len(fixed) == 1 and len(order) > 1:
        at, other = int(fixed[0]), 0 if fixed[0] else 1
        order[at], order[other] = order[other], order[at]
    return order


def without_leading_zero(digits: str, alphabet: str) -> str:
    """Return the digits with a leading zero replaced by the largest digit allowed."""
    return max(alphabet) + digits[1:] if len(digits) > 1 and digits[0] == "0" else digits


def matching_rows(good: Ints, count: int, rng: Random) -> Ints:
    """Return `count` row numbers among those marked good: themselves, and for the others random good ones."""
    chosen = np.flatnonzero(good)
    if count and not len(chosen):
        raise DoesNotFit("no row satisfies the conditions on its numbers")
    spare = (
        chosen[rng.randint(0, len(chosen), size=count - len(chosen))] if len(chosen) < count else chosen[:0]
    )
    return np.sort(np.concatenate([chosen, spare]))


def ordered_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return n rows (a, b) with lo <= a, a + apart <= b <= hi."""
    rows = np.sort(rng.randint(lo, hi - apart + 1, size=(n, 2), dtype=np.int64), axis=1)
    rows[:, 1] += apart
    return rows


def widest_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return n rows (lo, hi)."""
    return np.tile(np.array([[lo, hi]], dtype=np.int64), (n, 1))


def long_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return n rows from the first to the last tenth of [lo, hi], where that is far enough apart."""
    tenth = max(0, min((hi - lo - apart) // 2, (hi - lo) // 10))
    low = rng.randint(lo, lo + tenth + 1, size=n, dtype=np.int64)
    return np.column_stack([low, rng.randint(hi - tenth, hi + 1, size=n, dtype=np.int64)])


def sorted_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return the rows of ordered_pairs in increasing order of their first numbers."""
    rows = ordered_pairs(n, lo, hi, apart, rng)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]


def nested_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return rows (lo, hi), (lo + 1, hi - 1), ... inwards, then again from the outside."""
    step = np.arange(n, dtype=np.int64) % ((hi - lo - apart) // 2 + 1)
    return np.column_stack([lo + step, hi - step])


def top_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return n rows (hi - apart, hi)."""
    return np.tile(np.array([[hi - apart, hi]], dtype=np.int64), (n, 1))


def close_pairs(n: int, lo: int, hi: int, apart: int, rng: Random) -> Ints:
    """Return n rows (a, a + apart) at random places."""
    low = rng.randint(lo, hi - apart + 1, size=n, dtype=np.int64)
    return np.column_stack([low, low + apart])


def moved_apart(values: Ints, lo: int, hi: int, *others: Ints) -> Ints:
    """Return the values, those that equal one of the others beside them moved to the next free one."""
    for _ in others:
        is_taken = np.logical_or.reduce([values == other for other in others])
        values = np.where(is_taken, np.where(values < hi, values + 1, lo), values)
    return values


def interleaved(kinds: Ints, groups: list[list[str]]) -> list[str]:
    """Return the rows of all groups in the order that `kinds` gives."""
    queues = [iter(group) for group in groups]
    return [next(queues[kind]) for kind in kinds.tolist()]


StateRules = tuple[tuple[int, ...], dict[int, str], tuple[int, ...], tuple[int, ...], bool]


def rows_with_state(kinds: Ints, groups: list[list[str]], rules: StateRules, rng: Random) -> list[str]:
    """Return the rows in the order of `kinds`, where removals take at random from what was added before.

    The rules: kinds that add, kinds that remove with their first words, which values of an addition a
    removal repeats, kinds that need something to be there, whether nothing is there twice. Where nothing
    is there, a row of the first kind that adds takes the place of one that needs something; what is
    there already is removed instead of added to a set.
    """
    adds, removes, keys, needy, is_set = rules
    queues, rows = [iter(group) for group in groups], []
    there: list[tuple[str, ...]] = []
    place: dict[tuple[str, ...], int] = {}

    def without(at: int, word: str) -> str:
        there[at], there[-1] = there[-1], there[at]
        key = there.pop()
        if at < len(there):
            place[there[at]] = at
        place.pop(key, None)
        return " ".join((word, *key))

    for kind, draw in zip(kinds.tolist(), rng.random_sample(len(kinds)).tolist(), strict=True):
        if kind in removes and there:
            rows.append(without(int(draw * len(there)), removes[kind]))
            continue
        chosen = kind if there or not (kind in removes or kind in needy) else adds[0]
        row = next(queues[chosen])
        if chosen in adds:
            values = row.split(" ")[1:]
            key = tuple(values[k] for k in keys)
            if is_set and key in place:
                row = without(place[key], min(removes.items())[1])
            else:
                place[key] = len(there)
                there.append(key)
        rows.append(row)
    return rows


def with_sentinel(values: Ints, mark: int, share: float, rng: Random) -> Ints:
    """Return the values, about this share of them replaced by the mark."""
    return np.where(rng.random_sample(len(values)) < share, mark, values)


def mixed_cases(
    case: Callable[..., list[str]],
    profiles: list[tuple[int, ...]],
    amounts: list[int],
    most: int,
    rng: Random,
) -> list[str]:
    """Return the lines of so many test cases of each profile, mixed; at most `most` different ones."""
    share = max(1, most // len(profiles))
    made = [[case(*p) for _ in range(min(a, share))] for p, a in zip(profiles, amounts, strict=True)]
    lines, turn = [], [0] * len(made)
    for kind in rng.permutation(np.repeat(np.arange(len(made)), amounts)).tolist():
        lines.extend(made[kind][turn[kind] % len(made[kind])])
        turn[kind] += 1
    return lines


def counterclockwise(points: Ints) -> Ints:
    """Return the corners of the convex hull, counter-clockwise (Andrew 1979). O(n log n)."""
    ordered = sorted(map(tuple, points.tolist()))
    chains: list[list[tuple[int, int]]] = []
    for run in (ordered, ordered[::-1]):
        chain: list[tuple[int, int]] = []
        for x, y in run:
            while len(chain) > 1 and (
                (chain[-1][0] - chain[-2][0]) * (y - chain[-1][1])
                <= (chain[-1][1] - chain[-2][1]) * (x - chain[-1][0])
            ):
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return np.array(chains[0] + chains[1], dtype=np.int64)


def words_alike(count: int, total: int, alphabet: str, rng: Random) -> list[str]:
    """Return words of one letter, their lengths equal up to one."""
    return [alphabet[0] * (total // count + (i < total % count)) for i in range(count)]


def words_prefixed(count: int, total: int, alphabet: str, rng: Random) -> list[str]:
    """Return words that agree in all but their last letter."""
    letters = rng.randint(0, len(alphabet), size=count).tolist()
    return [alphabet[0] * (total // count - 1) + alphabet[i] for i in letters]


def words_few(count: int, total: int, alphabet: str, rng: Random) -> list[str]:
    """Return two random words, repeated in random order."""
    pool = words_random(2, 2 * (total // count), alphabet, rng)
    return [pool[i] for i in rng.randint(0, 2, size=count).tolist()]


def words_cycled(count: int, total: int, alphabet: str, rng: Random) -> list[str]:
    """Return words that run through the alphabet, each from another letter on."""
    length = total // count
    return [
        (alphabet[i % len(alphabet) :] + alphabet * (length // len(alphabet) + 1))[:length]
        for i in range(count)
    ]


def words_distinct(count: int, length: int, alphabet: str, rng: Random, order: int) -> list[str]:
    """Return different words: random ones, or neighbours in the alphabet, rising (1) or falling (-1)."""
    room = len(alphabet) ** length
    if count > room:
        raise DoesNotFit(f"{count} different words of {length} letters do not exist")
    numbers = range(count) if order else seq_random(count, 0, room - 1, rng, distinct=True).tolist()
    words = []
    for number in numbers:
        letters = []
        for _ in range(length):
            number, digit = divmod(number, len(alphabet))
            letters.append(alphabet[digit])
        words.append("".join(reversed(letters)))
    return words[::-1] if order < 0 else words


def ordered_texts(first: list[str], second: list[str]) -> tuple[list[str], list[str]]:
    """Return two columns of decimal numbers with the smaller number of each row in the first."""
    rows = [(a, b) if float(a) <= float(b) else (b, a) for a, b in zip(first, second, strict=True)]
    return [a for a, _ in rows], [b for _, b in rows]


def only_connected(edges: Ints, n: int) -> Ints:
    """Return the edges; DoesNotFit where they leave vertices of 1..n apart. O(m log n)."""
    root = np.arange(n + 1, dtype=np.int64)
    while True:
        ends = np.sort(root[edges], axis=1)
        ends = ends[ends[:, 0] != ends[:, 1]]
        if not len(ends):
            break
        np.minimum.at(root, ends[:, 1], ends[:, 0])
        while not np.array_equal(root, root[root]):
            root = root[root]
    if n and root[1:].max() > 1:
        raise DoesNotFit(f"the edges leave some of the {n} vertices apart")
    return edges


def only_distinct(values: Ints) -> Ints:
    """Return the values; DoesNotFit where one occurs twice."""
    if len(np.unique(values)) < len(values):
        raise DoesNotFit("the values are not all different")
    return values


def with_weights(graph: Graph, m: int, lo: int, hi: int, rng: Random) -> tuple[Ints, Ints]:
    """Return edges and weights of a construction that gives either both or the edges alone."""
    edges = only_edges(graph, m)
    return edges, graph[1] if isinstance(graph, tuple) else seq_random(m, lo, hi, rng)


def only_edges(graph: Graph, m: int) -> Ints:
    """Return the m edges of a construction that gives weights too, or them alone; DoesNotFit for others."""
    edges = graph[0] if isinstance(graph, tuple) else graph
    if edges.shape != (m, 2):
        raise DoesNotFit(f"the construction gives no {m} edges")
    return edges
