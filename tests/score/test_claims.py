"""What an entry's words on growth claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stab.records import Principle
from stab.score import claimed

CASES = [
    ("n^2", None, 10.0),
    ("n^2/4 probes", 3.0, 10.0),
    ("n q", None, 10.0),
    ("n * min(n, V/p)", None, 10.0),
    ("k phases", 129.0, 10.0),
    ("2^(n/2)", None, 10.0),
    ("a! (a + 2)!", None, 10.0),
    ("exponential", None, 10.0),
    ("2x of n^2", 1.95, 1.56),
    ("2x of n^2", None, 1.6),
    ("at most 1.5x", 1.4, 1.12),
    ("1.2x", 1.2, 1.05),
    ("at most 2x", 0.92, None),
    ("30x", 25.0, 10.0),
    ("n^2, as random", 1.02, None),
    ("n log n", None, None),
    ("size", None, None),
    ("log^2 n", 1.5, 1.2),
    ("sqrt V", 33.0, 10.0),
    ("depth n", 1.05, None),
    ("", None, None),
]


@pytest.mark.parametrize(("growth", "measured", "claim"), CASES)
def test_a_claim_follows_from_growth_and_measure(
    growth: str, measured: float | None, claim: float | None
) -> None:
    principle = Principle("S99.x", "t", "h", "c", "s", None, "perm(n)", growth=growth, measured=measured)
    assert claimed(principle) == claim
    assert claimed(replace(principle, construct=None)) is None
