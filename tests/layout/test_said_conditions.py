"""What sentences tell of named fields becomes a condition that samples, validators and generators obey."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stab.layout import bind, infer_layout, said_conditions, unkept, validate
from stab.pipeline import read_input
from stab.records import Markup, Problem, Sample, Section, SectionKind
from stab.saturate import extract

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "said_conditions.toml").read_text("utf-8"))[
    "case"
]


def problem_of(text: str, sample: str) -> Problem:
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    return Problem("p", "", text, Markup.TEXT, (section,), (Sample("1", sample),))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["input"][-60:])
def test_sentences_become_conditions(case: dict[str, str]) -> None:
    problem = problem_of(case["input"], case["sample"])
    extraction = extract(problem)
    added = said_conditions(problem, extraction, infer_layout(problem, extraction))

    assert set(added) <= set(case["conditions"])
    assert {*added, *extraction.side_conditions} >= set(case["conditions"])


@pytest.mark.parametrize("case", [c for c in CASES if c["conditions"]], ids=lambda case: case["input"][-60:])
def test_what_became_a_condition_is_bound_and_no_open_promise(case: dict[str, str]) -> None:
    problem = problem_of(case["input"], case["sample"])
    extraction, _, binding = read_input(problem)

    assert not set(case["conditions"]) & set(binding.unbound)
    assert not binding.withdrawn
    assert extraction.unread == ()


def test_inputs_that_break_them_are_refused() -> None:
    text = "The first line has three distinct primes a, b and c (1 ≤ a, b, c ≤ 9)."
    _, layout, binding = read_input(problem_of(text, "3 5 2\n"))

    assert validate(layout, binding, b"2 5 3\n").ok
    assert not validate(layout, binding, b"2 5 5\n").ok
    assert not validate(layout, binding, b"2 5 4\n").ok


def test_a_sample_that_breaks_one_withdraws_it() -> None:
    text = "The first line has three distinct integers a, b and c (1 ≤ a, b, c ≤ 9)."
    _, layout, binding = read_input(problem_of(text, "3 3 2\n"))

    assert "a != b" in binding.broken
    assert validate(layout, binding, b"3 3 2\n").ok


def test_a_subscript_that_is_a_letter_names_another_field() -> None:
    text = (
        "The first line has integers x_s and x_t (0 ≤ x_s, x_t ≤ 9). The second line has n (0 ≤ n ≤ 9). "
        "Each of the next n lines has two integers x_i and y_i (0 ≤ x_i, y_i ≤ 9)."
    )
    problem = problem_of(text, "1 2\n1\n0 3\n")
    extraction = extract(problem)
    layout = infer_layout(problem, extraction)
    binding = bind(layout, extraction, problem.samples)

    assert not unkept(problem, extraction, layout)
    assert not validate(layout, binding, b"10 2\n1\n0 3\n").ok
