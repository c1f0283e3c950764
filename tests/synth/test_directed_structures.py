"""Structures of directed graphs lead away from vertex 1, where most searches start."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from stab.layout import validate
from stab.synth import compose, run_generator
from stab.synth.styles import STRUCTURES

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
compose_cases: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)


def _reached(data: bytes) -> tuple[int, int]:
    """Return how many vertices lie behind vertex 1, itself included, and how many there are."""
    rows = [list(map(int, line.split())) for line in data.decode().splitlines()]
    near: dict[int, list[int]] = {}
    for u, v in rows[1:]:
        near.setdefault(u, []).append(v)
    seen, stack = {1}, [1]
    while stack:
        for v in near.get(stack.pop(), ()):
            if v not in seen:
                seen.add(v)
                stack.append(v)
    return len(seen), rows[0][0]


@pytest.mark.parametrize("edges", [150, 60])
def test_all_that_can_be_reached_is_reached_from_the_first_vertex(edges: int) -> None:
    layout = "n m\nrepeat m: u v\n@edges u v of n\n@simple u v\n@directed u v"
    rules = f"2 <= n <= 100; 1 <= m <= {edges}; 1 <= u, v <= n; u != v"
    spec = compose_cases.spec_of(layout, rules, "", ("3 2\n1 2\n3 1\n",))
    names = {f"balanced-{label}" for label in STRUCTURES}
    found = [g for g in compose(spec, tests=12).candidates if g.name in names]

    assert len(found) >= 5
    for generator in found:
        data = run_generator(generator, 3)
        assert validate(spec.layout, spec.binding, data).ok
        reached, size = _reached(data)
        assert reached == min(size, edges + 1)
