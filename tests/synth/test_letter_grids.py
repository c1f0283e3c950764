"""Grids of letters that are no maps: random data holds all letters, maps keep floor, walls and things."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stab.synth import compose, run_generator

_SPEC = importlib.util.spec_from_file_location("grid_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
compose_cases: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)
RULES = "1 <= n <= 40; 1 <= m <= 40"


def _random_cells(alphabet: str, sample: str) -> Counter[str]:
    spec = compose_cases.spec_of(f'n m\nrepeat n: g:str(m, "{alphabet}")', RULES, "", (sample,))
    generator = next(g for g in compose(spec).candidates if g.name == "balanced-random")
    return Counter("".join(run_generator(generator, 1).decode().split()[2:]))


@pytest.mark.parametrize(
    ("alphabet", "sample", "letters"),
    [
        ("A-Z", "2 3\nABB\nAQQ\n", 26),
        ("a-d", "1 4\nabba\n", 4),
        ("0-9", "2 2\n07\n70\n", 10),
        ("RGB", "2 2\nRG\nRG\n", 3),
        (".xo", "2 2\n.x\nx.\n", 3),
    ],
)
def test_random_grids_of_letters_hold_all_of_them_alike(alphabet: str, sample: str, letters: int) -> None:
    found = _random_cells(alphabet, sample)

    assert len(found) == letters
    assert min(found.values()) > 0.4 * 1600 / letters


@pytest.mark.parametrize(("alphabet", "sample"), [(".#", "1 3\n.#.\n"), ("01", "2 2\n01\n10\n")])
def test_random_maps_are_mostly_floor(alphabet: str, sample: str) -> None:
    found = _random_cells(alphabet, sample)

    assert found[alphabet[0]] > 1100
    assert found[alphabet[1]] > 200
