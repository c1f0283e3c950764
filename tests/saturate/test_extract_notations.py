"""Spellings of one bound: whatever the markup, the reader gives the same canonical chain."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.expression import parse_comparison
from stab.records import Extraction, Markup, Origin, Overrides, Problem, Section, SectionKind
from stab.saturate import extract

TABLES = ("constraints.toml", "constraints_words.toml")
CASES = Path(__file__).parents[1] / "cases"
KINDS = [k for t in TABLES for k in tomllib.loads((CASES / t).read_text(encoding="utf-8"))["kind"]]


def problem(*parts: tuple[SectionKind, str], overrides: tuple[str, ...] = ()) -> Problem:
    """A statement of the given sections, each under a heading."""
    text, sections = "", []
    for kind, body in parts:
        text += f"## {kind.value}\n\n"
        line = text.count("\n") + 1
        sections.append(Section(kind, kind.value, body, len(text), line))
        text += f"{body}\n\n"
    return Problem("p", "", text, Markup.MARKDOWN, tuple(sections), overrides=Overrides(overrides))


def read(body: str) -> Extraction:
    return extract(problem((SectionKind.INPUT, body)))


def texts(extraction: Extraction) -> set[str]:
    return {c.text for c in extraction.constraints}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(body, want, id=f"{k['name']}-{i}")
        for k in KINDS
        for i, (body, want) in enumerate(k["cases"])
    ],
)
def test_every_spelling_is_read(body: str, expected: list[str]) -> None:
    assert texts(read(body)) == set(expected)


def test_table_has_five_spellings_a_kind() -> None:
    assert all(len(k["cases"]) >= 5 for k in KINDS)


def test_quote_and_line_point_into_the_statement() -> None:
    found = extract(
        problem((SectionKind.INPUT, "Some words.\nThen an integer $n$ ($1 \\le n \\le 2\\,000$)."))
    )
    (constraint,) = found.constraints

    assert constraint.quote == "1 \\le n \\le 2\\,000"
    assert constraint.line == 4


def test_repaired_exponents_are_marked() -> None:
    assert [c.origin for c in read("An integer n (1 ≤ n ≤ 105).").constraints] == [Origin.REPAIRED]


def test_output_bounds_are_not_constraints() -> None:
    found = extract(
        problem(
            (SectionKind.INPUT, "An integer $n$ ($n \\le 9$)."),
            (SectionKind.OUTPUT, "Print $k$ ($k \\le 5$)."),
        )
    )

    assert texts(found) == {"n <= 9"}


def test_smaller_subtasks_do_not_count() -> None:
    found = extract(
        problem(
            (SectionKind.INPUT, "Two integers $n$ and $m$."),
            (SectionKind.CONSTRAINTS, "- $1 \\le n \\le 500$"),
            (SectionKind.SUBTASKS, "- $n \\le 20$, $m \\le 30$\n- $m \\le 4000$"),
        )
    )

    assert texts(found) == {"1 <= n <= 500", "m <= 4000"}
    assert {c.text: c.origin for c in found.constraints}["m <= 4000"] is Origin.SUBTASK


def test_story_counts_only_where_nothing_else_bounds() -> None:
    found = extract(
        problem(
            (SectionKind.STORY, "A herd of $n$ cows ($3 \\le n \\le 80$) has $m$ bells ($m \\le 5$)."),
            (SectionKind.INPUT, "Two integers $n$ and $m$ ($1 \\le m \\le 7$)."),
        )
    )

    assert texts(found) == {"3 <= n <= 80", "1 <= m <= 7"}


def test_sizes_and_tests() -> None:
    found = read(
        "The first line contains an integer $t$ ($1 \\le t \\le 50$), the number of test cases. "
        "Each test case begins with two integers $n$ and $k$ ($1 \\le n \\le 900$, $1 \\le k \\le n$). "
        "Then a line with $n$ integers $a_i$ ($1 \\le a_i \\le 1000$) follows."
    )

    assert found.tests_variable == "t"
    assert found.size_variables == ("t", "n", "k")


def test_overrides_replace_what_the_text_says_of_a_name() -> None:
    part = (SectionKind.INPUT, "Integers $n$ and $m$ ($1 \\le n \\le 500$, $1 \\le m \\le n$).")
    found = extract(problem(part, overrides=("2 <= n <= 50", "n % 2 == 0")))

    assert texts(found) == {"2 <= n <= 50", "1 <= m <= n"}
    assert found.side_conditions == ("n % 2 == 0",)
    assert {c.line for c in found.constraints if c.origin is Origin.OVERRIDE} == {0}


def test_malformed_override_is_named() -> None:
    with pytest.raises(InputError, match="2 <=< n"):
        extract(problem((SectionKind.INPUT, "An integer."), overrides=("2 <=< n",)))


def test_a_picture_of_a_formula_is_reported() -> None:
    (missed,) = read("Two integers n and m (1 ≤ n ≤ 9, <image>).").unread

    assert "picture" in missed.reason


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "1<=",
        "a_{",
        "$",
        "|x",
        "\\frac{",
        "{",
        "<b",
        "n ",
        "1 ≤ n ",
        "1,000",
        "at most 5 ",
        "\\",
        "of the sum ",
    ],
)
def test_hostile_text_is_survived(piece: str) -> None:
    assert len(read(piece * (5_000 // len(piece))).constraints) <= 1


def test_a_megabyte_is_cut_and_said() -> None:
    found = read("(a_{1 <= " * 110_000)

    assert "not read" in found.unread[-1].reason


@pytest.mark.parametrize("text", [c for k in KINDS for _, want in k["cases"] for c in want])
def test_table_is_canonical(text: str) -> None:
    assert parse_comparison(text)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("The first line has the number of lines n, 1 ≤ n ≤ 70. Then follow the n lines.", ("n",)),
        ("An integer $1 \\le n \\le 70$, the number of lines. Then follow the $n$ lines.", ("n",)),
        (
            "An integer t (t ≤ 5), the number of test cases. Each has n, then n integers g_i (g_i ≤ 9). "
            "The sum of n over all test cases does not exceed 70.",
            ("t", "n"),
        ),
        ("A line with $1 \\le k \\le 70$. The next k lines hold words.", ("k",)),
        ("An integer 3 ≤ q ≤ 70. Each of the next q lines has x (x ≤ 9).", ("q",)),
    ],
)
def test_counts_told_by_a_chain_or_a_total_are_sizes(text: str, sizes: tuple[str, ...]) -> None:
    assert read(text).size_variables == sizes
