"""Alphabets from symbols that are described one by one; only where the sample keeps to them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stab.layout.infer import infer_layout
from stab.layout.infer.fitting import fields
from stab.records import FieldType, Markup, Problem, Sample, Section, SectionKind
from stab.saturate import extract

CASES = Path(__file__).parents[1] / "cases" / "told_symbols.toml"
FIRST = "The first line contains n and m (1 ≤ n, m ≤ 9).\n"


@pytest.mark.parametrize(
    "case", tomllib.loads(CASES.read_text("utf-8"))["case"], ids=lambda c: c["told"][-50:]
)
def test_described_symbols_are_the_alphabet(case: dict[str, str]) -> None:
    text = FIRST + case["told"]
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    problem = Problem("p", "", text, Markup.TEXT, (section,), (Sample("1", case["sample"]),))

    words = [f for f in fields(infer_layout(problem, extract(problem)).nodes) if f.type is FieldType.STR]

    assert [f.alphabet or "" for f in words] == [case["alphabet"]]
