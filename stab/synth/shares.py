"""Sizes of test cases that share a bound on their sum."""

from __future__ import annotations

import numpy as np

from stab.build.sequences import partition

MOST_DIFFERENT = 48  # sizes in one file: each needs a plan of its own


def sizes(kind: str, bounds: tuple[int, int, int, int], rng: np.random.RandomState) -> list[int]:
    """Return one size for each test, decreasing, with the exact sum where the bounds have room for it.

    `bounds` are the total, the number of tests, the least and the greatest size. Kinds: "one-large" (all
    others as small as can be), "halving" (each half of the one before), "uneven" (a random split).
    """
    total, tests, low, high = bounds
    total = min(total, tests * high)
    spare = total - tests * low
    if spare <= 0 or high <= low:
        return [low] * tests
    if kind == "uneven":
        shares = np.sort(partition(total, tests, low, high, rng))[::-1].tolist()
    else:
        shares, left = [], spare
        for index in range(tests):
            share = min(left if kind == "one-large" else -(-left // 2), high - low)
            shares.append(low + (min(left, high - low) if index == tests - 1 else share))
            left -= shares[-1] - low
    return _few(shares)


def _few(shares: list[int]) -> list[int]:
    """Return the sizes with those of a group made equal, where there are too many; the sum stays."""
    if len(set(shares)) <= MOST_DIFFERENT:
        return shares
    found: list[int] = []
    step = -(-len(shares) // (MOST_DIFFERENT // 2))
    for at in range(0, len(shares), step):
        group = shares[at : at + step]
        mean, more = divmod(sum(group), len(group))
        found += [mean + 1] * more + [mean] * (len(group) - more)
    return found
