"""Where there are fewer constructions than tests, random data comes again with other numbers."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from stab.pipeline.runners import derive_seed, run_here
from stab.synth.again import again
from stab.synth.compose import compose

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
compose_cases: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)
RULES = "1 <= n <= 3000; 0 <= a[i] <= 1000000000"


def test_more_tests_than_constructions_differ() -> None:
    spec = compose_cases.spec_of("n\na[n]", f"{RULES}; a[i] < a[i + 1]", "", ("2\n4 5\n",))

    found = compose(spec, tests=60).candidates

    copies = [generator for generator in found if "-again-" in generator.name]
    inputs = {run_here(generator, derive_seed(1, generator)) for generator in copies[:20]}
    assert len(found) >= 60
    assert len({generator.name for generator in found}) == len(found)
    assert len(inputs) == 20


@pytest.mark.parametrize("tests", [1, 5])
def test_few_tests_need_no_repetition(tests: int) -> None:
    spec = compose_cases.spec_of("n\na[n]", RULES, "", ("2\n4 5\n",))

    assert not any("-again-" in generator.name for generator in compose(spec, tests=tests).candidates)


def test_nothing_random_is_repeated_where_there_is_none() -> None:
    assert list(again((), 9)) == []


def test_the_smallest_sizes_are_not_repeated() -> None:
    spec = compose_cases.spec_of("n\na[n]", f"{RULES}; a[i] < a[i + 1]", "", ("2\n4 5\n",))

    copies = [g.name for g in compose(spec, tests=60).candidates if "-again-" in g.name]

    assert copies
    assert not any("smallest" in name for name in copies)
