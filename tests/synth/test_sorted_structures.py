"""Of sorted arrays only those structures are written that differ once they are sorted, and told as such."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.build import DoesNotFit
from stab.layout import validate
from stab.synth import compose, run_generator
from stab.synth.arrays import STRICT
from stab.synth.runtime import strictly_rising

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
compose_cases: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)
RULES = "2 <= n <= 3000; 0 <= a[i] <= 1000000000"


@pytest.mark.parametrize(
    ("layout", "rules"),
    [
        ("n\na[n]\n@sorted a", RULES),
        ("n\na[n]", f"{RULES}; a[i] <= a[i + 1]"),
        ("n\na[n]", f"{RULES}; a[i] >= a[i + 1]"),
    ],
)
def test_no_two_structures_are_alike(layout: str, rules: str) -> None:
    spec = compose_cases.spec_of(layout, rules, "", ("2\n4 4\n",))
    spread = []
    for generator in compose(spec, tests=14).candidates:
        if generator.principle is not None or not generator.name.startswith("balanced"):
            continue
        if "-again-" in generator.name:
            continue  # the same structure with another seed
        data = run_generator(generator, 3)
        assert validate(spec.layout, spec.binding, data).ok, generator.name
        assert "decreasing" not in generator.purpose
        assert "rise" not in generator.purpose
        numbers = list(map(int, data.split()[1:]))
        spread.append(
            (
                min(numbers),
                max(numbers),
                len(set(numbers)) // 100,
                sorted(numbers)[len(numbers) // 2] // 10**8,
            )
        )

    assert len(spread) >= 4
    assert len(set(spread)) == len(spread)


@pytest.mark.parametrize(
    ("layout", "rules"),
    [
        ("n\na[n]", f"{RULES}; a[i] < a[i + 1]"),
        ("n\na[n]", f"{RULES}; a[i] > a[i + 1]"),
        ("n\na[n]\n@sorted a\n@distinct a", RULES),
    ],
)
def test_strict_orders_have_structures_of_their_own(layout: str, rules: str) -> None:
    spec = compose_cases.spec_of(layout, rules, "", ("2\n4 5\n",) if ">" not in rules else ("2\n5 4\n",))
    told, made = set(), set()
    for generator in compose(spec, tests=12).candidates:
        if generator.name.startswith("balanced") and "-again-" not in generator.name:
            data = run_generator(generator, 3)
            assert validate(spec.layout, spec.binding, data).ok, generator.name
            told.add(generator.purpose)
            made.add(data)

    assert len(made) == len(told) >= 7


def test_strict_orders_fit_narrow_bounds() -> None:
    spec = compose_cases.spec_of(
        "n\na[n]", "1 <= n <= 90; 1 <= a[i] <= 91; a[i] < a[i + 1]", "", ("2\n4 5\n",)
    )
    for generator in compose(spec, tests=12).candidates:
        assert validate(spec.layout, spec.binding, run_generator(generator, 3)).ok, generator.name


@given(
    st.integers(0, 60),
    st.integers(-50, 50),
    st.integers(0, 10**12),
    st.sampled_from((*STRICT, "random", "waves")),
)
def test_strictly_rising_numbers_are_within_their_bounds(n: int, lo: int, width: int, kind: str) -> None:
    hi, rng = lo + n + width, np.random.RandomState(1)
    found = strictly_rising(n, lo, hi, kind, rng).tolist()
    assert len(found) == n
    assert found == sorted(set(found))
    assert all(lo <= value <= hi for value in found)


def test_too_few_numbers_are_refused() -> None:
    with pytest.raises(DoesNotFit):
        strictly_rising(5, 1, 4, "flat", np.random.RandomState(1))
