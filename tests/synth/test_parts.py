"""The composer without one of its parts: what an ablation compares is really gone; inputs stay valid."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stab.layout import validate
from stab.pipeline.runners import derive_seed
from stab.records import Match, Principle, Retrieval, RoleKind, Route, Scenario
from stab.synth import Part, compose, run_generator

_SPEC = importlib.util.spec_from_file_location("part_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
compose_cases: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)

SORTING = Scenario(
    "S90",
    "sorting",
    "Sorting",
    (),
    (),
    (Principle("S90.down", "t", "h", "c", "s", RoleKind.VALUES, "seq_anti_mid(n, lo, hi, rng)"),),
)
CASES = {
    "array": ("n\na[n]", "2 <= n <= 3000; 0 <= a[i] <= 1000000000", "", ("2\n4 5\n",)),
    "graph": (
        "n m\nrepeat m: u v\n@edges u v of n",
        "2 <= n <= 300; 1 <= m <= 2000; 1 <= u, v <= n",
        "",
        ("2 1\n1 2\n",),
    ),
    "cases": (
        "t\nrepeat t:\n  n\n  a[n]",
        "1 <= t <= 100; 1 <= n <= 2000; sum(n) <= 2000; 0 <= a[i] <= n",
        "t",
        ("1\n2\n0 1\n",),
    ),
}


def _of(name: str) -> Any:
    spec = compose_cases.spec_of(*CASES[name])
    return replace(spec, retrieval=Retrieval(Route.KEYWORD, (Match(SORTING),)))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("part", list(Part))
def test_inputs_without_a_part_are_valid(name: str, part: Part) -> None:
    spec = _of(name)

    for generator in compose(spec, tests=4, without=(part,)).candidates:
        check = validate(spec.layout, spec.binding, run_generator(generator, 1))
        assert check.ok, (generator.name, check.faults)


def test_without_the_catalog_no_principle_is_written() -> None:
    spec = _of("array")

    assert any(g.principle for g in compose(spec).candidates)
    assert not any(g.principle for g in compose(spec, without=(Part.CATALOG,)).candidates)


def test_without_structures_what_no_principle_wrote_is_random() -> None:
    spec = _of("array")

    full = compose(spec, tests=30).candidates
    plain = compose(spec, tests=30, without=(Part.STRUCTURES,)).candidates

    assert any("falling" in g.name for g in full)
    assert any(g.principle for g in plain)
    assert not any("falling" in g.name for g in plain)


@pytest.mark.parametrize("name", CASES)
def test_without_sizes_they_are_drawn_and_the_boundary_is_seldom_met(name: str) -> None:
    spec = _of(name)
    largest = {"array": 3000, "graph": 2000, "cases": 100}[name]

    def sizes(without: tuple[Part, ...]) -> list[int]:
        found = compose(spec, tests=10, without=without).candidates
        heads = [run_generator(g, 1).split()[:2] for g in found]
        return [int(head[1 if name == "graph" else 0]) for head in heads]

    drawn = sizes((Part.SIZES,))

    assert largest in sizes(())
    assert len(set(drawn)) > len(drawn) // 2
    assert drawn.count(largest) < 2


def test_with_nothing_but_random_data_there_are_as_many_tests() -> None:
    spec = _of("array")

    found = compose(spec, tests=10, without=tuple(Part)).candidates

    assert len({run_generator(g, derive_seed(0, g)) for g in found}) >= 10
