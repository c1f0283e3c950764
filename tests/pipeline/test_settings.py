"""What the settings of a generation may not be, and files that are there already: for the library's users."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stab
from stab.errors import InputError, UsageError
from stab.statement import problem_from_text

STATEMENT = (Path(__file__).parents[1] / "cases" / "total.md").read_text()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tests": 0}, "tests must be at least 1"),
        ({"tests": -5}, "tests must be at least 1"),
        ({"seed": -1}, "seed at least 0"),
        ({"tests": 1.5}, "tests can't be '1.5'"),
        ({"tests": "x"}, "tests can't be 'x'"),
        ({"tests": True}, "tests can't be 'True'"),
        ({"catalog": Path("mine")}, "catalog can't be 'mine'"),
        ({"catalog": ("mine",)}, "catalog can't be"),
        ({"solutions": Path("sol")}, "solutions can't be 'sol'"),
        ({"solutions": ("sol",)}, "solutions can't be"),
        ({"existing": "old"}, "existing can't be 'old'"),
        ({"synth": "zzz"}, "synth can't be 'zzz'"),
        ({"store": "runs.sqlite"}, "store can't be 'runs.sqlite'"),
        ({"without": "sizes"}, "without can't be 'sizes'"),
        ({"without": ("sizes",)}, "without can't be"),
    ],
)
def test_settings_that_can_not_be_used(given: dict[str, Any], said: str):
    with pytest.raises(UsageError) as caught:
        stab.Settings(**given)

    assert said in caught.value.message


def test_a_file_that_is_there_is_never_replaced(tmp_path: Path):
    problem = problem_from_text(STATEMENT, id="total")
    made = stab.generate(problem, tmp_path / "first", stab.Settings(tests=2))
    name = made.report.tests[1].file.name
    mine = tmp_path / "second" / name
    mine.parent.mkdir()
    mine.write_text("mine\n")

    with pytest.raises(InputError, match="there already"):
        stab.generate(problem, mine.parent, stab.Settings(tests=2))
    assert mine.read_text() == "mine\n"
