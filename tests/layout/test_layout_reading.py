"""Reading and writing along a layout: places of mismatches, tolerance, and the two being inverse."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stab.errors import LayoutError
from stab.layout import Mismatch, consume, parse_layout, read_values, write_values
from stab.layout.access import trace_of
from stab.layout.values import Chosen, Columns, Rows, Values, same_values

ARRAYS = "n m\na[n]\nrepeat m: u v\n"
QUERIES = "q\nrepeat q:\n  choose op:str:\n    1: l r\n    add: k x[k]\n    else:\n      s:str\n"
RAGGED = "t\nrepeat t:\n  n\n  b[n - 1]\n  repeat i < n: k c[k]\n"

ACCEPTED = [
    (ARRAYS, "3 2\n1 2 3\n1 2\n2 3\n"),
    (ARRAYS, "0 0\n\n"),
    (QUERIES, "3\n1 4 5\nadd 2 7 8\nfoo\nbar\n"),
    (QUERIES, "1\nadd 0\n"),
    (RAGGED, "2\n1\n\n0\n3\n4 5\n1 2\n0\n2 3 3\n"),
    ("repeat *: a b", "1 2\n3 4\n"),
    ('repeat until "0 0": n m', "1 2\n3 4\n0 0\n"),
    ('repeat until "#":\n  n\n  a[n]\n', "2\n1 2\n0\n\n#\n"),
    ("a[]\nw:line", "1 2 3\n hello  world \n"),
    ('"case" n:int\nblank\nx:real', "case 1\n\n-0.50\n"),
    ("m\nrepeat m: c\nrepeat i < m: s[c[i]]", "2\n2\n1\n7 8\n9\n"),
    ("s:str\na[len(s)]\n", "abc\n1 2 3\n"),
    ("k\nc[k]\nrepeat sum(c): x", "2\n1 2\n7\n8\n9\n"),
    ('n m\nrepeat n: g:str(m, ".#")', "2 3\n.#.\n...\n"),
    ("n m\nrepeat n: a[m] b", "2 2\n1 2 3\n4 5 6\n"),
]


@pytest.mark.parametrize(("layout", "text"), ACCEPTED)
def test_inputs_are_read_and_written_back(layout: str, text: str) -> None:
    made = parse_layout(layout)
    trace_of(made, text.encode(), tolerant=False)
    consume(made, text.rstrip("\n"))
    consume(made, "\n" + text.replace("\n", " \r\n") + "\n")

    assert write_values(made, read_values(made, text.encode())) == text.encode()


@pytest.mark.parametrize(
    ("layout", "text", "line", "column", "expected", "found"),
    [
        (ARRAYS, "3 2\n1 2\n1 2\n2 3\n", 2, 4, "a (an integer) (value 3 of 3)", "the end of the line"),
        (ARRAYS, "3 2\n1 2 3 4\n1 2\n2 3\n", 2, 7, "the end of the line", "'4'"),
        (ARRAYS, "3 2\n1 2 3\n1 2\n2\n", 4, 2, "v (an integer)", "the end of the line"),
        (ARRAYS, "3 2\n1 2 3\n1 2\n", 4, 1, "u (an integer)", "the end of the file"),
        (ARRAYS, "3 2\n1 2 3\n1 2\n2 3\n5\n", 5, 1, "the end of the file", "'5'"),
        (ARRAYS, "3 2\n1 2 x\n1 2\n2 3\n", 2, 5, "a (an integer)", "'x'"),
        (ARRAYS, "3 x\n1 2 3\n", 1, 3, "m (an integer)", "'x'"),
        (QUERIES, "1\n1 2\n", 2, 4, "r (an integer)", "the end of the line"),
        (QUERIES, "1\n2 2\n", 2, 3, "the end of the line", "'2'"),
        ('"case" n', "cas 1\n", 1, 1, "the word 'case'", "'cas'"),
        ("n\nblank\nm", "1\n2\n", 2, 1, "an empty line", "'2'"),
        ('repeat until "0": n', "1\n2\n", 3, 1, "the terminator line '0'", "the end of the file"),
        ('n\ns:str(n, "ab")', "3\nabc\n", 2, 3, "only characters of its alphabet, not 'c'", "'abc'"),
        ("n\ns:str(n)", "3\nab\n", 2, 1, "s (3 characters, not 2)", "'ab'"),
        ("x:real", "1.2.3\n", 1, 1, "x (a number)", "'1.2.3'"),
        ("n\na[n - 2]", "1\n\n", 1, 1, "'n - 2' possible (it is -1)", "'1'"),
    ],
)
def test_mismatches_have_a_place(
    layout: str, text: str, line: int, column: int, expected: str, found: str
) -> None:
    with pytest.raises(Mismatch) as caught:
        trace_of(parse_layout(layout), text.encode(), tolerant=False)

    error = caught.value
    assert expected in error.expected
    assert found in error.found
    assert (error.row, error.column) == (line, column)


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        ("n\na[n - 1]", "1"),
        ("t\nrepeat t:\n  n\n  a[n]", "2\n0\n1\n5\n"),
        ("n\na[n]", "+2\n007 -0\n"),
        ("n", "\ufeff1\n"),
    ],
)
def test_tolerance(layout: str, text: str) -> None:
    consume(parse_layout(layout), text)
    with pytest.raises(Mismatch):
        trace_of(parse_layout(layout), text.encode(), tolerant=False)


def test_integers_of_any_size() -> None:
    layout = parse_layout("n\na[n]")
    digits = "9" * 20_000
    values = read_values(layout, f"3\n{2**63} -5 {digits}\n".encode())

    assert values.items["a"][0] == 2**63  # type: ignore[index]
    assert write_values(layout, values) == f"3\n{2**63} -5 {digits}\n".encode()


def test_values_that_contradict_the_layout_are_refused() -> None:
    layout = parse_layout(ARRAYS)
    columns = Columns(2, {"u": np.array([1, 2]), "v": np.array([1, 2])})
    good = {"n": 1, "m": 2, "a": np.array([5])}

    assert write_values(layout, Values(good, (columns,))) == b"1 2\n5\n1 1\n2 2\n"
    for items, block in [
        ({**good, "n": 2}, columns),
        ({"n": 1, "m": 2}, columns),
        (good, Columns(2, {"u": np.array([1, 2])})),
        (good, Columns(2, {"u": np.array([1, 2]), "v": np.array([1])})),
        (good, Rows(())),
        ({**good, "m": 3}, columns),
    ]:
        with pytest.raises(LayoutError):
            write_values(layout, Values(items, (block,)))


BIG = st.integers(-(10**20), 10**20) | st.integers(-(2**63), 2**63) | st.integers(-9, 99)
NUMBERS = st.lists(BIG, max_size=130)
TEXT = st.text("abz01", min_size=1, max_size=5)


def as_array(numbers: list[int]) -> np.ndarray:
    fits = all(-(2**63) <= n < 2**63 for n in numbers)
    return np.array(numbers, np.int64 if fits else object)


@st.composite
def case(draw: st.DrawFn) -> Values:
    numbers, rows = draw(NUMBERS), draw(st.integers(0, 90))
    u = draw(st.lists(BIG, min_size=rows, max_size=rows))
    words = draw(st.lists(TEXT, min_size=rows, max_size=rows))
    ragged = draw(st.lists(st.lists(TEXT, max_size=3), max_size=3))
    width = draw(st.integers(0, 3))
    matrix = as_array(draw(st.lists(BIG, min_size=width * 2, max_size=width * 2))).reshape(2, width)
    choice = (
        Chosen(0, Values({"l": draw(BIG)})) if draw(st.booleans()) else Chosen(1, Values({"s": draw(TEXT)}))
    )
    items = {"n": len(numbers), "m": rows, "r": len(ragged), "w": width, "a": as_array(numbers)}
    return Values(
        {**items, "op": 1 if choice.branch == 0 else 7},
        (
            Columns(rows, {"u": as_array(u), "x": tuple(words)}),
            Columns(rows, {"y": as_array(u), "z": as_array(u[::-1])}),
            Rows(tuple(Values({"k": len(row), "q": tuple(row)}) for row in ragged)),
            Columns(2, {"mat": matrix}),
            choice,
        ),
    )


CASE = """t
repeat t:
  n m r w
  a[n]
  repeat m: u x:str
  repeat m: y z
  repeat r: k q[k]:str
  repeat 2: mat[w]
  choose op:
    1: l
    else: s:str
"""


@settings(max_examples=40)
@given(st.lists(case(), max_size=3))
def test_what_is_written_is_read(cases: list[Values]) -> None:
    layout, values = parse_layout(CASE), Values({"t": len(cases)}, (Rows(tuple(cases)),))
    data = write_values(layout, values)
    trace_of(layout, data, tolerant=False)

    assert same_values(read_values(layout, data), values)
