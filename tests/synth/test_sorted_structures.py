"""Of sorted arrays only those structures are written that differ once they are sorted, and told as such."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from stab.layout import validate
from stab.synth import compose, run_generator

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
