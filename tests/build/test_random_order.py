"""A random order holds each number once, in every order equally often, and is the same for the same seed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from stab.build.arrays import random_order


@pytest.mark.parametrize("n", [0, 1, 2, 3, 1000, 2**17])
def test_each_number_once(n: int) -> None:
    found = random_order(n, np.random.RandomState(5))

    assert found.dtype == np.int64
    assert np.array_equal(np.sort(found), np.arange(n))


def test_the_seed_decides() -> None:
    first, second, other = (random_order(50, np.random.RandomState(s)).tolist() for s in (1, 1, 2))

    assert first == second != other


def test_every_order_is_equally_likely() -> None:
    rng = np.random.RandomState(3)

    seen = Counter(tuple(random_order(3, rng).tolist()) for _ in range(6000))

    assert len(seen) == 6
    assert all(880 < amount < 1120 for amount in seen.values())  # four standard deviations


def test_no_place_is_tied_to_a_number() -> None:
    rng = np.random.RandomState(4)

    total = np.sum([random_order(200, rng) for _ in range(400)], axis=0)

    assert abs(total / 400 - 99.5).max() < 4 * 57.7 / 20  # of a mean of 400 uniform numbers
