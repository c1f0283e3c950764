"""Statements in the ways of many sites: tests/cases/statement_forms.toml says what must be read from them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from stab.statement import problem_from_text

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "statement_forms.toml").read_text(encoding="utf-8")
)["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_form_is_read(case: dict[str, Any]) -> None:
    problem = problem_from_text(case["text"], id=case["name"])
    assert [[s.kind.value, " ".join(s.text.split())[:48]] for s in problem.sections] == case["sections"]
    assert [[s.input, s.output or ""] for s in problem.samples] == case["samples"]
    assert problem.title == case["title"]
    assert problem.markup.value == case["markup"]
    assert problem.form.value == case["form"]
    assert problem.time_limit_s == case.get("time_limit_s")
    assert problem.memory_limit_mb == case.get("memory_limit_mb")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_windows_line_ends_change_nothing(case: dict[str, Any]) -> None:
    plain = problem_from_text(case["text"], id="x")
    assert problem_from_text("\ufeff" + case["text"].replace("\n", "\r\n"), id="x") == plain
