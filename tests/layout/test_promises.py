"""Promises of a statement that nothing checks are said; those that something checks are not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stab.layout import infer_layout, unkept
from stab.layout.promises import REASON
from stab.records import Markup, Problem, Sample, Section, SectionKind
from stab.saturate import extract

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "promises.toml").read_text("utf-8"))["case"]
LINES = (
    "The first line contains n (1 ≤ n ≤ 9).\n"
    "Each of the next n lines contains two integers x_i and y_i (0 ≤ x_i, y_i ≤ 9), a point.\n"
)


def open_promises(sentence: str, *, story: str = "") -> tuple[str, ...]:
    text = LINES + sentence
    sections = (
        Section(SectionKind.STORY, "", story, 0, 1),
        Section(SectionKind.INPUT, "Input", text, len(story) + 1, 2),
    )
    problem = Problem(
        "p", "", f"{story}\n{text}", Markup.TEXT, sections, (Sample("1", "3\n1 2\n2 4\n3 1\n"),)
    )
    extraction = extract(problem)
    found = unkept(problem, extraction, infer_layout(problem, extraction))
    assert all(u.reason == REASON for u in found)
    return tuple(u.quote for u in found)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is guaranteed that a solution exists.",
        "The points are the corners of a convex polygon.",
        "No three points lie on one line.",
        "The corners come in counter-clockwise order.",
        "There is exactly one lowest point.",
        "You may assume that the sheep never meets the wolf.",
        "Exactly two of the points are on the border.",
        "The points are sorted by their distance to the well.",
        "The points are not all on the same line.",
        "The three corners don't lie on a single straight line.",
        "The circles around them do not have common points.",
        "The roads never cross.",
        "The fields are pairwise disjoint.",
    ],
)
def test_a_promise_that_nothing_checks_is_said_with_its_line(sentence: str) -> None:
    assert open_promises(sentence) == (sentence,) or open_promises(sentence) == (sentence.rstrip("."),)


@pytest.mark.parametrize(
    ("sentence", "promise"),
    [
        (
            "Then q pairs 2 p follow, 1 ≤ p ≤ 9 (it is guaranteed that p is among them).",
            "it is guaranteed that p is among them",
        ),
        (
            "A number k (1 ≤ k ≤ 9; you may assume that k divides some x) ends it.",
            "1 ≤ k ≤ 9; you may assume that k divides some x",
        ),
    ],
)
def test_a_promise_in_parentheses_stands_alone(sentence: str, promise: str) -> None:
    assert promise.rsplit("; ", 1)[-1] in " ".join(open_promises(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "All points are distinct.",
        "It is guaranteed that no two points coincide.",
        "The points are not necessarily distinct.",
        "It is guaranteed that the sum of n over all test cases doesn't exceed 9.",
        "Find how many of them are distinct.",
        "Two points may be equal.",
        "It is guaranteed that x_i ≤ 9.",
    ],
)
def test_what_is_checked_or_no_promise_is_not_said(sentence: str) -> None:
    assert open_promises(sentence) == ()


def test_a_story_is_listened_to_only_where_it_is_solemn() -> None:
    assert open_promises("", story="There is exactly one squirrel.") != ()
    assert open_promises("", story="It is guaranteed that the wolf is fed.") != ()
    assert open_promises("", story="The wolf has at least two sons and a farm in order.") == ()


def test_the_line_is_the_sentence_s_own() -> None:
    text = "Input\n" + LINES + "No three points lie on one line."
    section = Section(SectionKind.INPUT, "Input", LINES + "No three points lie on one line.", 6, 2)
    problem = Problem("p", "", text, Markup.TEXT, (section,), (Sample("1", "1\n1 2\n"),))

    assert [u.line for u in unkept(problem, extract(problem), None)] == [4]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["input"][-50:])
def test_what_stays_open_of_an_input_section(case: dict[str, list[str]]) -> None:
    story, text = str(case.get("story", "")), str(case["input"])
    sections = (
        Section(SectionKind.STORY, "", story, 0, 1),
        Section(SectionKind.INPUT, "Input", text, len(story) + 1, 2),
    )
    problem = Problem("p", "", f"{story}\n{text}", Markup.TEXT, sections, (Sample("1", str(case["sample"])),))
    extraction = extract(problem)
    quotes = [u.quote for u in unkept(problem, extraction, infer_layout(problem, extraction))]

    assert [q for q in quotes if not any(q.startswith(told) for told in case["open"])] == []
    assert len(quotes) == len(case["open"])
