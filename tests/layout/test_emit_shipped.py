"""The validators for testlib and checktestdata accept valid inputs and refuse all that break one rule."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from stab.errors import LayoutError
from stab.expression import names, parse_comparison
from stab.layout import bind, emit_ctd, emit_testlib, near_misses, parse_layout
from stab.records import Binding, Constraint, ConstraintKind, Extraction, Layout, Origin

TABLE = Path(__file__).parents[1] / "cases" / "validators.toml"
CASES = tomllib.loads(TABLE.read_text(encoding="utf-8"))["case"]
NAMES = [case["name"] for case in CASES]


def ruled(layout: str, texts: list[str]) -> tuple[Layout, Binding]:
    made = parse_layout(layout)
    constraints = []
    for text in texts:
        comparison = parse_comparison(text)
        constraints.append(
            Constraint(text, ConstraintKind.OTHER, names(comparison), text, 1, Origin.NOTATION, comparison)
        )
    return made, bind(made, Extraction(tuple(constraints)))


def header_folder() -> Path | None:
    """Return the folder of testlib.h that the package p2d carries, None without it."""
    spec = find_spec("p2d")
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) / "testlib" if places else None


HEADER = header_folder()
NEEDS_TESTLIB = "testlib.h is not here: pip install --no-deps p2d (tests/run does)"
NEEDS_CTD = "checktestdata is not here: pip install '.[dev]'"


@pytest.mark.skipif(HEADER is None, reason=NEEDS_TESTLIB)
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_testlib_agrees(case: dict[str, Any], tmp_path: Path) -> None:
    layout, binding = ruled(case["layout"], case["rules"])
    made = emit_testlib(layout, binding, case["name"])
    (tmp_path / "validator.cpp").write_text(made.source)
    command = ["g++", "-std=gnu++17", f"-I{HEADER}", "-o", tmp_path / "validator", tmp_path / "validator.cpp"]
    subprocess.run(command, check=True)

    def code(data: bytes) -> int:
        done = subprocess.run(
            [tmp_path / "validator"], input=data, capture_output=True, check=False, timeout=20
        )
        return done.returncode

    assert not made.left_out
    agree(
        layout, binding, case["inputs"], lambda data: code(data) in (0, 42)
    )  # that of p2d exits like Kattis


@pytest.mark.skipif(find_spec("checktestdata") is None, reason=NEEDS_CTD)
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_checktestdata_agrees(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from checktestdata.lib import ValidationError
    from checktestdata.parser import parse
    from checktestdata.tokenizer import tokenize

    layout, binding = ruled(case["layout"], case["rules"])
    parser = parse(tokenize(emit_ctd(layout, binding, case["name"]).source.encode()))
    program = compile(parser.python_code(), "validator.ctd", "exec")
    monkeypatch.setattr(sys, "argv", ["pyctd", str(tmp_path / "input")])

    def accepts(data: bytes) -> bool:
        (tmp_path / "input").write_bytes(data)
        for variable in parser.variables:
            parser.variables[variable].reset()
        try:
            exec(program, parser.python_globals())
        except (ValidationError, TypeError):
            return False
        return True

    agree(layout, binding, case["inputs"], accepts)


def agree(layout: Layout, binding: Binding, inputs: list[str], accepts: Callable[[bytes], bool]) -> None:
    """Demand that valid inputs are accepted and every must-reject input is refused."""
    data = [text.encode() for text in inputs]
    misses = near_misses(layout, binding, data).inputs

    assert len(misses) > 20
    assert [text for text in data if not accepts(text)] == []
    assert [miss.name for miss in misses if accepts(miss.data)] == []


def test_what_checktestdata_cannot_say_is_told() -> None:
    layout, binding = ruled("n p", ["1 <= n <= 9", "isprime(p) == 1", "gcd(n, p) == 1"])
    made = emit_ctd(layout, binding, "odd")

    assert len(made.left_out) == 2
    assert "isprime" in made.left_out[0]
    assert made.left_out[0] in made.source
    assert "Not checked here" in made.source


def test_a_layout_that_checktestdata_cannot_read_is_refused() -> None:
    layout, binding = ruled('repeat until "0 0": a b', [])

    with pytest.raises(LayoutError, match="look ahead"):
        emit_ctd(layout, binding, "until")


def test_bounds_are_told_to_testlib_as_they_are_read() -> None:
    layout, binding = ruled("n\nrepeat n: u", ["1 <= n <= 200000", "1 <= u <= n"])
    source = emit_testlib(layout, binding, "bounds").source

    assert 'inf.readInt(1, 200000, "n")' in source
    assert 'inf.readLong(1LL, n, "u")' in source
    assert "inf.readEof();" in source


def test_numbers_beyond_all_types_are_told() -> None:
    layout, binding = ruled("x", ["1 <= x <= 10 ** 100"])
    made = emit_testlib(layout, binding, "long")

    assert made.left_out
    assert "// Not checked here" in made.source


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_sources_are_the_same_each_time(case: dict[str, Any]) -> None:
    first, second = (ruled(case["layout"], case["rules"]) for _ in range(2))

    assert emit_testlib(*first, "a") == emit_testlib(*second, "a")
    assert emit_ctd(*first, "a") == emit_ctd(*second, "a")
