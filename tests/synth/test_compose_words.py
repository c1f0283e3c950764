"""Strings with a length of their own reach it: as test cases, and as words of a table."""

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


@pytest.mark.parametrize(
    ("layout", "rules", "tests", "sample", "most"),
    [
        ('t\nrepeat t: s:str(*, "a-z")', "1 <= t <= 10; 1 <= len(s) <= 5000", "t", "2\nab\nc\n", 50_000),
        (
            't\nrepeat t: s:str(*, "a-z")',
            "1 <= t <= 100; 1 <= len(s) <= 9000; sum(len(s)) <= 9000",
            "t",
            "2\nab\nc\n",
            9_000,
        ),
        (
            't\nrepeat t:\n  s:str(*, "a-z")\n  p:str(*, "a-z")',
            "1 <= t <= 10; 1 <= len(s) <= 700; 1 <= len(p) <= 700",
            "t",
            "1\nab\nc\n",
            14_000,
        ),
        ('n\nrepeat n: w:str(*, "a-z")', "1 <= n <= 40; 1 <= len(w) <= 3000", "", "2\nab\nc\n", 120_000),
    ],
)
def test_lengths_reach_their_bound(layout: str, rules: str, tests: str, sample: str, most: int) -> None:
    spec = compose_cases.spec_of(layout, rules, tests, (sample,))
    lengths = []
    for generator in compose(spec, tests=10).candidates[:10]:
        data = run_generator(generator, 3)
        assert validate(spec.layout, spec.binding, data).ok, generator.name
        lengths.append(sum(len(word) for word in data.split()[1:]))

    assert max(lengths) == most
    assert sum(length >= most // 4 for length in lengths) >= 4
