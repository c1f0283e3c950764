"""Rows whose fields have odd types or values lose those fields, not the row."""

from __future__ import annotations

import json

import pytest

from stab.statement import load_problem

TEXT = "# T\n\n## Input\n\nOne integer n (1 ≤ n ≤ 9).\n\n## Sample Input\n\n```\n5\n```\n"


@pytest.mark.parametrize(
    "field",
    [
        {"time_limit": {"seconds": "x", "nanos": None}},
        {"time_limit_s": float("nan")},
        {"time_limit": 10**400},
        {"timelimit": True},
        {"memory_limit_bytes": float("inf")},
        {"memory_limit_mb": float("nan")},
        {"memory_limit_mb": -5},
    ],
)
def test_an_odd_limit_is_no_limit(tmp_path, field):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"id": "q", "statement": TEXT, **field}) + "\n")

    problem = load_problem(f"{file}#q")

    assert (problem.time_limit_s, problem.memory_limit_mb) == (None, None)


def test_halves_of_pairs_are_replaced(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(
        json.dumps({"id": "q", "statement": TEXT + "\ud800 \U0001f600", "title": "\udfff"}) + "\n"
    )

    problem = load_problem(f"{file}#q")

    assert (problem.title + problem.text).encode()
    assert "\U0001f600" in problem.text


@pytest.mark.parametrize("field", [{"name": {"a": 1}}, {"name": 5}, {"output": 7}, {"output": "x"}])
def test_odd_columns_of_tests_are_left_out(tmp_path, field):
    file = tmp_path / "rows.jsonl"
    row = {"id": "q", "statement": TEXT, "public_tests": {"input": ["5"], **field}}
    file.write_text(json.dumps(row) + "\n")

    assert [s.input.strip() for s in load_problem(f"{file}#q").samples] == ["5"]
