"""What the input holds is evidence: for a scenario, against it, and for none at all."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stab.inject import load_catalog, retrieve
from stab.inject.keyword import fits
from stab.inject.outline import TRAITS, outline, upper_bounds
from stab.layout import parse_layout
from stab.records import Problem, ProblemForm, Retrieval, Route
from stab.saturate import extract
from stab.statement import problem_from_text

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "retrieval.toml").read_text())["problem"]
CATALOG = load_catalog()


def problem_of(case: dict[str, Any]) -> Problem:
    return problem_from_text(f"# A\n\n{case['text']}\n\n## Input\n\n{case['input']}\n", id="x")


def found(case: dict[str, Any]) -> Retrieval:
    problem = problem_of(case)
    layout = parse_layout(case["layout"])
    return retrieve(problem, encoder="lexical", extraction=extract(problem), layout=layout)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
def test_words_and_input_together_tell_the_scenario(case: dict[str, Any]) -> None:
    returned = found(case)
    ids = [match.scenario.id for match in returned.matches]
    if case["core"] == "none":
        assert returned.route is Route.NONE and not ids
        return
    assert returned.route is Route.KEYWORD
    assert case["core"] in ids and len(ids) <= 4
    assert not set(case["wrong"]) & set(ids)


def test_without_a_layout_one_cue_has_to_do() -> None:
    case = next(case for case in CASES if case["core"] == "none" and "Sort the array" in case["text"])
    problem = problem_of(case)
    blind = retrieve(problem, encoder="lexical", extraction=extract(problem))
    assert "S01" in [match.scenario.id for match in blind.matches]


def test_what_the_input_holds_is_told_as_evidence() -> None:
    case = next(case for case in CASES if case["core"] == "S07")
    match = next(m for m in found(case).matches if m.scenario.id == "S07")
    assert ("input", "edges weights", 0) in [(e.cue, e.quote, e.line) for e in match.evidence]


def test_the_input_of_an_interactive_problem_is_its_solutions_business() -> None:
    problem = replace(problem_of(CASES[0]), form=ProblemForm.INTERACTIVE)
    assert retrieve(problem, encoder="lexical").route is Route.NONE
    assert retrieve(problem, encoder="lexical", rule="plain").matches


def test_the_plain_rule_asks_for_words_only() -> None:
    case = next(case for case in CASES if case["core"] == "none" and "Sort the array" in case["text"])
    problem = problem_of(case)
    layout = parse_layout(case["layout"])
    plain = retrieve(problem, rule="plain", extraction=extract(problem), layout=layout)
    assert plain == retrieve(problem, rule="plain")
    assert "S01" in [match.scenario.id for match in plain.matches]


@pytest.mark.parametrize(
    ("layout", "constraints", "traits", "size"),
    [
        ("n\na[n]", "1 <= n <= 2000, 0 <= a_i <= 1", {"array", "flags"}, 2000),
        ("t\nrepeat t:\n  n\n  a[n]\n@tests t", "1 <= t <= 5, 1 <= n <= 70000", {"cases", "long"}, 70000),
        ("t\nrepeat t: n\n@tests t", "1 <= t <= 9999, 1 <= n <= 10^9", {"cases", "totals", "numbers"}, 1),
        ("n m\nrepeat n: a[m]", "1 <= n <= 300, 1 <= m <= 50", set(), 15000),
        ("s:str", "1 <= |s| <= 800", {"text"}, 800),
        ("n\nrepeat n: w:str", "1 <= n <= 30, each string w_i: 1 <= |w_i| <= 9", {"words"}, 270),
        ("n k\na[n] b[n]", "1 <= n <= 18, 1 <= k <= 5", {"arrays", "few"}, 18),
        ("n q\na[n]\nrepeat q: l r\n@interval l r", "1 <= n <= 9, 1 <= q <= 40", {"queries", "interval"}, 40),
        (
            "q\nrepeat q:\n  choose c:\n    1: x\n    2: x y",
            "1 <= q <= 40000",
            {"kinds", "queries", "long"},
            40000,
        ),
        ("n m\nrepeat m: u v w\n@edges u v of n\n@weight w", "1 <= n, m <= 90", {"edges", "weights"}, 90),
        (
            "n q\nrepeat n - 1: u v\nrepeat q: a b\n@tree u v of n\n@edges a b of n",
            "2 <= n <= 90, 1 <= q <= 50, 1 <= u, v <= n, 1 <= a, b <= n",
            {"tree", "queries"},
            89,
        ),
        ("n\nb[n - 1]", "2 <= n <= 90, 1 <= b_i <= i", {"tree"}, 89),
        ("n\nb[n]", "2 <= n <= 90, 1 <= b_i <= n", {"array"}, 90),
        (
            "n q\nrepeat n - 1: u v\nrepeat q: a b\n@tree u v of n",
            "2 <= n <= 90, 1 <= q <= 50, 1 <= u, v <= n, 1 <= a, b <= n",
            {"tree", "queries"},
            89,
        ),
        ("n m\nrepeat m: x y", "2 <= n <= 300, 1 <= m <= 500, 1 <= x, y <= n", {"rows", "pairs"}, 500),
        ("x", "1 <= x <= 10^18", {"numbers", "wide", "vast"}, 1),
    ],
)
def test_traits_and_size(layout: str, constraints: str, traits: set[str], size: int) -> None:
    problem = problem_from_text(f"# A\n\nAn input.\n\n## Constraints\n\n{constraints}\n", id="x")
    seen = outline(extract(problem), parse_layout(layout))
    assert traits <= seen.traits <= TRAITS
    assert not {"tree", "edges"} <= seen.traits
    assert seen.size == size


def test_a_size_that_nothing_bounds_is_unknown_and_enough() -> None:
    problem = problem_from_text("# A\n\nAn input.\n\n## Constraints\n\n1 <= a_i <= 100\n", id="x")
    seen = outline(extract(problem), parse_layout("n\na[n]"))
    assert seen.size is None and seen.holds("long array !flags") and not seen.holds("array flags")
    assert fits(CATALOG[0], seen)


def test_bounds_follow_from_other_bounds() -> None:
    text = (
        "# A\n\nAn input.\n\n## Constraints\n\n2 <= n <= 300, 1 <= m <= n * (n - 1) / 2, m <= 2 * k, k < 50\n"
    )
    bounds = upper_bounds(extract(problem_from_text(text, id="x")))
    assert (bounds["n"], bounds["m"]) == (300, 100)


def test_every_scenario_has_room_somewhere() -> None:
    assert all(set(word.lstrip("!") for text in s.only for word in text.split()) <= TRAITS for s in CATALOG)
    assert all(points > 0 for scenario in CATALOG for _, points in scenario.shape)
