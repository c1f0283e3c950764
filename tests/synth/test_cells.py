"""What the statement promises of the cells of a map holds in every input and at every corner."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("corner_cases", Path(__file__).with_name("test_corners.py"))
assert _SPEC is not None and _SPEC.loader is not None
corner_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(corner_cases)

MAP = 'n m\nrepeat n: g:str(m, ".#")\n@grid g of n'
RULES = "1 <= n, m <= 300; n * m <= 300"
COUNTED = 'n m k\nrepeat n: g:str(m, ".SX")\n@grid g of n'
COLUMNS = "Sand is shown as '#', a free cell as '.'."


@pytest.mark.parametrize(
    "text",
    [
        "The map has at least one '.' and at least one '#'.",
        "'.' is grass and '#' is rock. There is at least one grass cell and at least one rock.",
        "A wall (`#`) or a floor (`.`). At least one wall and at least one floor are there.",
    ],
)
def test_each_kind_of_cell_is_there_where_that_is_told(text: str) -> None:
    found = corner_cases.made(corner_cases.spec(MAP, RULES, "1 2\n.#\n", text), tests=25)

    assert len(found) >= 8
    assert {name for name, lines in found.items() if len(set("".join(lines[1:]))) < 2} == set()


@pytest.mark.parametrize(
    ("text", "less"),
    [
        ("It is known that the number of cells with 'X' is equal to k.", 0),
        ("There is one ``\\texttt{S}'', and the number of ``\\texttt{X}'' is equal\nto $k - 1$.", 1),
        ("Exactly k cells contain `X`.", 0),
    ],
)
def test_as_many_cells_as_a_number_tells(text: str, less: int) -> None:
    rules = f"{RULES}; 1 <= k <= 50"
    found = corner_cases.made(
        corner_cases.spec(
            COUNTED, rules, "1 5 3\n.SXX.\n" if less else "1 6 3\n.SXXX.\n", text, sizes=("k",)
        ),
        tests=25,
    )

    assert len(found) >= 5
    for name, (head, *rows) in found.items():
        assert "".join(rows).count("X") == int(head.split()[2]) - less, name
        assert "".join(rows).count("S") == 1, name


def test_a_number_that_the_input_does_not_tell_bounds_the_cells() -> None:
    text = "The number of 'X' is equal to q - 1."
    layout = 'n m\nrepeat n: g:str(m, ".SX")\n@grid g of n'
    spec = corner_cases.spec(layout, "2 <= n, m <= 90; 2 <= q <= 40", "2 2\n.S\nXX\n", text, sizes=("q",))
    found = corner_cases.made(spec)

    assert len(found) >= 5
    assert all("".join(rows).count("X") == min(39, len("".join(rows)) - 1) for _, *rows in found.values())


@pytest.mark.parametrize(
    ("text", "by_column"),
    [
        (f"{COLUMNS} Here a_i is equal to the number of blocks of sand in column i.", True),
        (f"{COLUMNS} $a_i$ will be the number of '#' in the i-th column.", True),
        (f"{COLUMNS} a_i equals the number of sand cells in row i.", False),
    ],
)
def test_an_array_counts_the_cells_of_each_line(text: str, by_column: bool) -> None:
    layout = f"{MAP}\na[{'m' if by_column else 'n'}]".replace("\n@grid g of n", "") + "\n@grid g of n"
    rules = f"{RULES}; 0 <= a[i] <= 300"
    found = corner_cases.made(corner_cases.spec(layout, rules, "1 1\n#\n1\n", text))

    assert len(found) >= 8
    for name, (_, *rows, last) in found.items():
        lines = ["".join(column) for column in zip(*rows, strict=True)] if by_column else rows
        assert list(map(int, last.split())) == [line.count("#") for line in lines], name
