"""A rule on the first or last entry of an array leaves the others spread over their range."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from stab.layout import validate
from stab.synth import compose, run_generator

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(cases)

RANGE = "2 <= n <= 600; 0 <= a[i] <= 1000000000"


@pytest.mark.parametrize(
    ("rules", "at", "wanted", "sample"),
    [
        (f"{RANGE}; a[i] <= a[i + 1]; a[1] == 0", 0, 0, "3\n0 5 9\n"),
        (f"{RANGE}; a[i] <= a[i + 1]; a[1] == 1", 0, 1, "3\n1 5 9\n"),
        (f"{RANGE}; a[i] < a[i + 1]; a[1] == 0", 0, 0, "3\n0 5 9\n"),
        (f"{RANGE}; a[i] >= a[i + 1]; a[n] == 1", -1, 1, "3\n9 5 1\n"),
        (f"{RANGE}; a[1] == 7", 0, 7, "3\n7 5 9\n"),
        (f"{RANGE}; a[1] == 0; a[n] == 1000000000", -1, 10**9, "3\n0 5 1000000000\n"),
    ],
)
def test_only_the_entry_told_is_fixed(rules: str, at: int, wanted: int, sample: str) -> None:
    spec = cases.spec_of("n\na[n]", rules, "", (sample,))
    spread = {}
    for generator in compose(spec, tests=10).candidates:
        data = run_generator(generator, 0)
        assert validate(spec.layout, spec.binding, data).ok, generator.name
        values = list(map(int, data.split()[1:]))
        assert values[at] == wanted
        spread[generator.name] = len(set(values))

    assert len(spread) >= 2
    assert spread["balanced-random"] > 500
    assert max(spread.values()) > 500
    assert sum(count == 1 for count in spread.values()) <= 1
