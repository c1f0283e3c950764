"""Rows whose fields have odd types or values: each is said, and what means `none` is none."""

from __future__ import annotations

import json

import pytest

from stab.errors import InputError
from stab.pipeline import Settings, generate
from stab.statement import load_problem

TEXT = "# T\n\n## Input\n\nOne integer n (1 ≤ n ≤ 9).\n\n## Sample Input\n\n```\n5\n```\n"


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ({"time_limit": {"seconds": "x", "nanos": None}}, "the time limit's seconds is 'x'"),
        ({"time_limit_s": float("nan")}, "the time limit is 'nan'"),
        ({"time_limit_s": "soon"}, "the time limit is 'soon'"),
        ({"time_limit_s": -2}, "the time limit is '-2'"),
        ({"time_limit": 10**400}, "the time limit is '1000"),
        ({"time_limit": [2]}, "the time limit is '[2]'"),
        ({"timelimit": True}, "timelimit is 'True'"),
        ({"memory_limit_bytes": float("inf")}, "memory_limit_bytes is 'inf'"),
        ({"memory_limit_mb": float("nan")}, "memory_limit_mb is 'nan'"),
        ({"memory_limit_mb": -5}, "memory_limit_mb is '-5'"),
        ({"public_tests": [1]}, "public_tests: test 1 has no text as its input"),
        ({"public_tests": {"input": ["5\n", "6\n"], "output": ["5\n"]}}, "2 inputs, but 1 outputs"),
        ({"public_tests": {"input": [5], "output": ["5\n"]}}, "its inputs are no list of texts"),
        ({"public_tests": "5"}, "its inputs are no list of texts"),
    ],
)
def test_an_odd_field_is_said_with_its_line(tmp_path, field, said):
    file = tmp_path / "rows.jsonl"
    file.write_text("{}\n" + json.dumps({"id": "q", "statement": TEXT, **field}) + "\n")

    with pytest.raises(InputError) as caught:
        load_problem(f"{file}#q")

    assert said in caught.value.message
    assert (caught.value.file, caught.value.line) == (str(file), 2)


@pytest.mark.parametrize(
    ("field", "seconds"),
    [
        *(({"time_limit": none}, None) for none in (None, 0, -1, "", {"seconds": 0, "nanos": None})),
        ({"time_limit": "2.0 seconds"}, 2.0),
        ({"time_limit": "500 ms"}, 0.5),
        ({"time_limit": {"seconds": 1, "nanos": 500_000_000}}, 1.5),
        ({"time_limit": 2000}, 2.0),
        ({"public_tests": {"input": [], "output": []}}, None),
        ({"public_tests": {"input": ["5\n"], "output": []}}, None),
        ({"public_tests": []}, None),
    ],
)
def test_what_data_sets_write_for_a_limit_or_for_none(tmp_path, field, seconds):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"id": "q", "statement": TEXT, **field}) + "\n")

    assert load_problem(f"{file}#q").time_limit_s == seconds


@pytest.mark.parametrize("id", [".", "..", "a/..", "a\0b", "a\nb", "\udcff", '""" + 1 + """', " x "])
def test_an_odd_id_is_no_crash(tmp_path, id):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"id": id, "statement": TEXT}) + "\n")
    made = generate(load_problem(f"{file}#0"), tmp_path / "made", Settings(tests=1))

    assert made.report.tests[0].file.read_text() == "9\n"
    assert made.report.generators[0].source.encode()


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
