"""The fast ways of the reader give what the plain ways give."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.layout.roles import _components
from stab.layout.tokens import LOOSE, PLAIN, WORD, TokenTable

token = st.sampled_from(["0", "7", "-3", "12", "007", "-0", "+5", "-", "a", "1-2", "123456789012345678901"])
separator = st.sampled_from([" ", "\n", " ", "\n", "  ", "\n\n", "\t", "\r\n"])


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Clean inputs (one blank or newline after each token) and others."""
    between = st.sampled_from([" ", "\n"]) if draw(st.booleans()) else separator
    text = "".join(draw(token) + draw(between) for _ in range(draw(st.integers(0, 12))))
    return (text if draw(st.booleans()) else text.rstrip() + "\n").encode()


@given(inputs())
def test_tokens_and_lines_are_where_a_split_finds_them(data: bytes) -> None:
    table = TokenTable(data)
    assert [table.text(k) for k in range(len(table))] == data.decode().split()
    lines = data.split(b"\n")[: data.count(b"\n") + (not data.endswith(b"\n") and bool(data))]
    assert table.lines == len(lines)
    assert table.line_starts.tolist() == [m.start() for m in re.finditer(rb"^", data, re.M)][: len(lines)]
    counts = np.diff(table.first).tolist()
    assert counts == [len(line.split()) for line in lines]


@given(inputs())
def test_stray_white_space_is_found(data: bytes) -> None:
    is_clean = all(re.fullmatch(rb"(?:\S+(?: \S+)*)?", line) for line in data.split(b"\n"))
    assert bool(list(TokenTable(data).whitespace_faults())) is not is_clean


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (b"1 -2\n30 -45\n", [PLAIN] * 4),
        (b"0 -7\n", [PLAIN] * 2),
        (b"007 -0 -05 10\n", [LOOSE, LOOSE, LOOSE, PLAIN]),
        (b"+5 5 -\n", [LOOSE, PLAIN, WORD]),
        (b"1-2 --3 -\n", [WORD] * 3),
        (b"-1 2-\n", [PLAIN, WORD]),
        (b"1  -2\r\n x", [PLAIN, PLAIN, WORD]),
        (b"", []),
    ],
)
def test_kinds_of_tokens(data: bytes, kinds: list[int]) -> None:
    assert TokenTable(data).kinds.tolist() == kinds


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))
    )
)
def test_components_are_those_of_a_search(graph: tuple[int, list[tuple[int, int]]]) -> None:
    size, edges = graph
    near: dict[int, set[int]] = {v: {v} for v in range(size)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    wanted = []
    for vertex in range(size):
        seen, todo = {vertex}, [vertex]
        while todo:
            fresh = near[todo.pop()] - seen
            seen |= fresh
            todo += fresh
        wanted.append(min(seen))
    ends = np.array(edges, np.int64).reshape(-1, 2)
    assert _components(ends[:, 0], ends[:, 1], size).tolist() == wanted


@pytest.mark.parametrize("order", ["rising", "falling", "shuffled", "zigzag"])
def test_long_paths_are_one_component(order: str) -> None:
    n = 50_000
    names = np.arange(n)
    if order == "falling":
        names = names[::-1]
    elif order == "shuffled":
        names = np.random.RandomState(1).permutation(n)
    elif order == "zigzag":
        names = np.where(names % 2, n - 1 - names // 2, names // 2)
    assert not _components(names[:-1], names[1:], n).any()
