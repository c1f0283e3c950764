"""Long inputs: what is wrong at the start is found there, and what is right is read to the end."""

from __future__ import annotations

import tracemalloc

import pytest

from stab.layout import bind, parse_layout, validate
from stab.records import Extraction

LINES = 2_500_000
LAYOUTS = ["n\na[n]\n", "repeat *: x y\n", "n\nrepeat n: x\n", "n m\nrepeat n: x\nrepeat m: y\n"]


def faults(text: str, data: bytes) -> list[tuple[int, int, str, str]]:
    layout = parse_layout(text)
    check = validate(layout, bind(layout, Extraction(())), data)
    return [(f.line, f.column, f.token, f.rule) for f in check.faults]


@pytest.mark.parametrize("text", LAYOUTS)
def test_a_long_input_fails_where_its_start_does(text: str) -> None:
    assert faults(text, b"1\n" * LINES) == faults(text, b"1\n" * 1000)


def test_a_fault_at_the_start_costs_no_table_of_the_whole() -> None:
    data = b"1\n" * (8 * LINES)
    tracemalloc.start()
    try:
        assert faults(LAYOUTS[0], data)
        assert tracemalloc.get_traced_memory()[1] < len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("row", [5, LINES // 2, LINES])
def test_a_fault_in_a_long_input_is_found_wherever_it_is(row: int) -> None:
    rows = [b"7\n"] * LINES
    rows[row - 1] = b"7 8\n"

    assert faults("repeat *: x\n", b"".join(rows)) == [(row, 3, "'8'", "the end of the line was expected")]


def test_a_long_input_without_faults_is_read_to_its_end() -> None:
    assert faults("n\nrepeat n: x\n", b"%d\n" % (LINES - 1) + b"1\n" * (LINES - 1)) == []
    assert faults("n\nrepeat n: x\n", b"%d\n" % LINES + b"1\n" * (LINES - 1)) == [
        (LINES + 1, 1, "the end of the file", "x (an integer) was expected")
    ]
