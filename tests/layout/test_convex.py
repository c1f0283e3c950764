"""Corners of a strictly convex polygon: told in words, checked here and in the emitted validator."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from stab.build import points_convex
from stab.layout import bind, emit_validator, infer_layout, parse_layout, validate
from stab.layout.roles import bent
from stab.records import Extraction, Markup, Problem, RoleKind, Sample, Section, SectionKind
from stab.saturate import extract
from stab.synth.runtime import counterclockwise

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
STAR = [(0, 0), (6, 4), (-1, 4), (5, 0), (2, 7)]
CASES = [
    (SQUARE, True),
    ([(0, 0), (5, 1), (2, 3)], True),
    (SQUARE[::-1], False),
    ([(0, 0), (2, 0), *SQUARE[1:]], False),
    ([(0, 0), (4, 0), (1, 1), (0, 4)], False),
    (STAR, False),
    (SQUARE * 2, False),
    ([(0, 0), (1, 1)], False),
    ([(-(10**9), -(10**9)), (10**9, -(10**9)), (10**9, 10**9), (-(10**9), 10**9 - 1)], True),
]
LAYOUT = parse_layout("n\nrepeat n: x y\n@points x y\n@convex x y\n")


@pytest.mark.parametrize(("corners", "valid"), CASES)
def test_both_validators_tell_convex_polygons(
    corners: list[tuple[int, int]], valid: bool, tmp_path: Path
) -> None:
    binding = bind(LAYOUT, Extraction(()))
    data = f"{len(corners)}\n" + "".join(f"{x} {y}\n" for x, y in corners)
    program = tmp_path / "validator.py"
    program.write_text(emit_validator(LAYOUT, binding, "corners"))
    done = subprocess.run([sys.executable, program], input=data.encode(), capture_output=True, check=False)

    assert validate(LAYOUT, binding, data.encode()).ok is valid
    assert (done.returncode == 42) is valid


@pytest.mark.parametrize(("count", "most"), [(3, 5), (50, 1000), (3000, 10**9)])
def test_generated_corners_are_convex(count: int, most: int) -> None:
    corners = counterclockwise(points_convex(count, -most, most, np.random.RandomState(count)))

    assert len(corners) == count
    assert bent([(int(x), int(y)) for x, y in corners]) is None


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The polygon is strictly convex and given in counter-clockwise order.", True),
        ("The polygon is convex, its corners come in anticlockwise order and no three lie on a line.", True),
        ("The polygon is convex.", False),
        ("The polygon is strictly convex, in clockwise or counter-clockwise order.", False),
        (
            "The polygon is not necessarily convex; its corners come counterclockwise, no three on a line.",
            False,
        ),
    ],
)
def test_words_that_make_a_convex_polygon(sentence: str, told: bool) -> None:
    text = (
        "The first line contains n (3 ≤ n ≤ 9). Each of the next n lines contains x_i and y_i "
        f"(0 ≤ x_i, y_i ≤ 9), a corner of the polygon. {sentence}"
    )
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    problem = Problem("p", "", text, Markup.TEXT, (section,), (Sample("1", "4\n0 0\n4 0\n4 4\n0 4\n"),))
    roles = infer_layout(problem, extract(problem)).roles

    assert any(role.kind is RoleKind.CONVEX for role in roles) is told
