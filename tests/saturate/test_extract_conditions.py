"""Relations that are no bounds become side conditions, and what is not understood is told once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from stab.expression import parse_comparison, render
from stab.records import Extraction, Markup, Problem, Section, SectionKind
from stab.saturate import extract

TABLE = tomllib.loads((Path(__file__).parents[1] / "cases" / "conditions.toml").read_text(encoding="utf-8"))
INPUT = "The first line has two integers n and x, then g, h, p, q, s, t, w and y follow.\n\n"


def read(body: str) -> Extraction:
    text = INPUT + body
    parts = (
        Section(SectionKind.INPUT, "", INPUT, 0, 1),
        Section(SectionKind.CONSTRAINTS, "", body, len(INPUT), 3),
    )
    return extract(Problem("p", "", text, Markup.MARKDOWN, parts))


def cases(name: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{k['name']}-{i}") for k in TABLE[name] for i, case in enumerate(k["cases"])
    ]


@pytest.mark.parametrize("case", cases("kind"))
def test_relation_becomes_side_condition(case: tuple[str, list[str]]) -> None:
    found = read(case[0])

    assert list(found.side_conditions) == case[1]
    assert found.unread == ()


@pytest.mark.parametrize("case", cases("beside"))
def test_value_beside_a_range_widens_it(case: tuple[str, list[str], list[str]]) -> None:
    found = read(case[0])

    assert [c.text for c in found.constraints] == case[1]
    assert list(found.side_conditions) == case[2]


def test_table_of_conditions_has_five_spellings_a_kind() -> None:
    assert all(len(k["cases"]) >= 5 for k in (*TABLE["kind"], *TABLE["missed"], *TABLE["silent"]))


@pytest.mark.parametrize("body", cases("missed"))
def test_what_is_not_understood_is_told_once(body: str) -> None:
    (missed,) = read(body).unread

    assert missed.line == 3
    assert missed.reason
    assert missed.quote.split()[-1] in body


@pytest.mark.parametrize("body", cases("silent"))
def test_what_says_nothing_of_the_input_is_not_told(body: str) -> None:
    found = read(body)

    assert found.unread == ()
    assert found.side_conditions == ()
    assert found.constraints == ()


def test_a_bound_on_either_side_of_unequal_holds_for_both() -> None:
    assert {c.text for c in read("- $1 \\le p \\ne q \\le n$").constraints} == {"1 <= p <= n", "1 <= q <= n"}


@pytest.mark.parametrize("text", ["x in {1, 5, 7}", "a[i][j] in {0, 2}", "x in {-1, 1}", "u != v"])
def test_canonical_conditions_are_written_as_read(text: str) -> None:
    assert render(parse_comparison(text)) == text
