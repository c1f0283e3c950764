"""Where a permutation begins is told by its bounds or by the samples, and every validator keeps to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from stab.layout import emit_ctd, emit_testlib, emit_validator, near_misses, validate
from stab.pipeline import read_input
from stab.records import Markup, Overrides, Problem, Sample, Section, SectionKind

VALID, INVALID = 42, 43


def problem_of(text: str, sample: str, layout: str | None = None) -> Problem:
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    samples = (Sample("1", sample),)
    return Problem("p", "", text, Markup.TEXT, (section,), samples, overrides=Overrides(layout=layout))


@pytest.mark.parametrize(
    ("words", "sample", "good", "bad"),
    [
        ("a permutation p of the numbers 0, 1, ..., n-1", "3\n2 0 1\n", "3\n0 1 2\n", "3\n1 2 3\n"),
        ("n integers p_i, a permutation of 0 to n - 1", "3\n2 0 1\n", "2\n1 0\n", "2\n2 1\n"),
        ("a permutation p of the numbers from 1 to n", "3\n2 3 1\n", "3\n1 2 3\n", "3\n0 1 2\n"),
        ("n integers p_i (0 ≤ p_i < n), a permutation", "1\n0\n", "3\n0 2 1\n", "3\n1 2 3\n"),
    ],
)
def test_it_begins_where_the_words_and_samples_begin(words: str, sample: str, good: str, bad: str) -> None:
    text = f"The first line has n (1 ≤ n ≤ 9). The second line has {words}."
    _, layout, binding = read_input(problem_of(text, sample))

    assert validate(layout, binding, good.encode()).ok
    assert not validate(layout, binding, bad.encode()).ok
    assert not any(
        validate(layout, binding, m.data).ok for m in near_misses(layout, binding, [sample.encode()]).inputs
    )


def test_the_emitted_validators_keep_to_it(tmp_path: Path) -> None:
    text = "The first line has n (1 ≤ n ≤ 9). The second line has a permutation p of 0, 1, ..., n-1."
    _, layout, binding = read_input(problem_of(text, "3\n2 0 1\n"))
    script = tmp_path / "validator.py"
    script.write_text(emit_validator(layout, binding, "p"), encoding="utf-8")

    def code(data: str) -> int:
        command = [sys.executable, str(script)]
        return subprocess.run(command, input=data.encode(), capture_output=True, check=False).returncode

    assert (code("3\n0 1 2\n"), code("3\n1 2 3\n")) == (VALID, INVALID)
    assert "n - 1" in emit_testlib(layout, binding, "p").source
    assert "n - 1" in emit_ctd(layout, binding, "p").source or "n-1" in emit_ctd(layout, binding, "p").source


def test_a_layout_of_the_user_s_without_a_size_has_it_too() -> None:
    text = "The first line has n (1 ≤ n ≤ 9). Then come numbers."
    _, layout, binding = read_input(problem_of(text, "3\n2 0 1\n", "n\np[n]\n@permutation p\n"))

    assert validate(layout, binding, b"2\n1 0\n").ok
    assert not validate(layout, binding, b"2\n1 2\n").ok
