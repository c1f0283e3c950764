"""Hostile text of a megabyte costs steps in proportion to its length: counted calls, no clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import FrameType

import pytest

from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract

PIECES = [
    "(a_{1 <= ",
    "1 ≤ sum of n over all ",
    "min{n, ",
    "min{{{",
    "c = 0 or ",
    "c_i = 1 or c_i = 2 or ",
    "0 <= a, b, ",
    "10万",
    "$10^{5$ ",
    "{\\mathrm{min} \\lbrace ",
    "| x_{1_i} ",
    "for each k from 1 to n ",
    "the size of the size of ",
    "1 ≤ n ≤ 5 or ",
    "<sub></sub>",
    "1,000,",
    "[0, 5) ",
]


class Steps:
    """Counts the Python functions that are called, and the built-in ones."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if event in ("call", "c_call"):
            self.count += 1


@contextmanager
def counted() -> Iterator[Steps]:
    steps = Steps()
    before = sys.getprofile()
    sys.setprofile(steps)
    try:
        yield steps
    finally:
        sys.setprofile(before)


def statement(text: str) -> Problem:
    return Problem("p", "", text, Markup.MARKDOWN, (Section(SectionKind.CONSTRAINTS, "", text, 0, 1),))


def cost(piece: str, size: int) -> int:
    problem = statement((piece * (size // len(piece) + 1))[:size])
    with counted() as steps:
        extract(problem)
    return steps.count


def seconds(text: str) -> float:
    problem = statement(text)
    start = time.process_time()
    extract(problem)
    return time.process_time() - start


@pytest.mark.parametrize("piece", PIECES)
def test_steps_grow_no_faster_than_the_text(piece: str) -> None:
    extract(Problem("p", "", "1 ≤ n ≤ 9", Markup.TEXT, ()))  # parse tables are made at first use
    costs = [cost(piece, size) for size in (1_000, 2_000, 4_000)]

    assert all(more <= 2.6 * less + 2_000 for less, more in pairwise(costs)), costs


@pytest.mark.parametrize("piece", ["x = y and the ", "1 ≤ n ≤ 5 and the ", "n is at most 5 and "])
def test_sentences_without_an_end_are_read_in_linear_time(piece: str) -> None:
    """Searches in a long sentence are no steps; four times the text may take four times as long."""
    taken = [min(seconds(piece * (size // len(piece))) for _ in range(2)) for size in (6_000, 24_000)]

    assert taken[1] <= 9 * taken[0], taken


def test_a_megabyte_is_read_as_far_as_it_is_said() -> None:
    found = extract(statement("".join(PIECES) * (1_000_000 // len("".join(PIECES)))))

    assert "not read" in found.unread[-1].reason
