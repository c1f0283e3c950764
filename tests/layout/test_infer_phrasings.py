"""Statements in many spellings give the roles their words promise, and no others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stab.layout.infer import infer_layout
from stab.layout.rendering import role_text
from stab.records import Markup, Problem, RoleKind, Sample, Section, SectionKind
from stab.saturate import extract

CASES = Path(__file__).parents[1] / "cases"
UNTOLD = (RoleKind.SIZE, RoleKind.VERTEX)


def phrasings(name: str) -> list[dict[str, object]]:
    return list(tomllib.loads((CASES / name).read_text("utf-8"))["case"])


def found_roles(case: dict[str, object]) -> set[str]:
    story, text = str(case.get("story", "")), str(case["input"])
    sections = (
        Section(SectionKind.STORY, "", story, 0, 1),
        Section(SectionKind.INPUT, "Input", text, len(story), 2),
    )
    problem = Problem("p", "", f"{story}\n{text}", Markup.TEXT, sections, (Sample("1", str(case["sample"])),))
    roles = infer_layout(problem, extract(problem)).roles
    return {role_text(role).removeprefix("@") for role in roles if role.kind not in UNTOLD}


@pytest.mark.parametrize("case", phrasings("graph_phrasings.toml"), ids=lambda c: str(c["story"])[:60])
def test_what_is_said_of_a_graph(case: dict[str, list[str]]) -> None:
    assert found_roles(dict(case)) == set(case["roles"])


@pytest.mark.parametrize("case", phrasings("value_phrasings.toml"), ids=lambda c: str(c["input"])[-60:])
def test_what_is_said_of_values(case: dict[str, list[str]]) -> None:
    assert found_roles(dict(case)) == set(case["roles"])
