"""Existing tests that say nothing about solutions are left out, and only those."""

from __future__ import annotations

from pathlib import Path

import pytest

from stab.pipeline.useless import useless_tests
from stab.records import ExistingTest, Measurement, Run, Verdict

WORDS = {"ok": "OK", "wa": "WA", "re": "RTE", "tl": "TLE", "ml": "MLE", "ce": "CE", "un": "unmeasured"}


def left_out(table: dict[str, str], faults: dict[str, str] | None = None) -> dict[str, str]:
    """Return the reason for each test left out; `table` maps a test to verdicts, one a solution."""
    measured = []
    for test, told in table.items():
        for number, word in enumerate(told.split()):
            run = Run(Verdict(WORDS[word]), 0.1, 0.1, None, "said so")
            measured.append(Measurement(f"s{number}", test, run.verdict, (run,)))
    tests = [ExistingTest(name, Path(f"/{name}.in")) for name in table]
    return {r.subject: r.reason for r in useless_tests(tests, measured, faults or {})}


@pytest.mark.parametrize(
    ("table", "faults", "gone"),
    [
        ({"a": "ok", "b": "re"}, "", "b"),  # the one solution crashes on it
        ({"a": "ok ok", "b": "re re"}, "", "b"),
        ({"a": "ok ok", "b": "re ml"}, "", "b"),
        ({"a": "ok ok", "b": "re tl"}, "", "b"),
        ({"a": "ok ok", "b": "ok re"}, "", ""),  # that solution is to blame
        ({"a": "ok ok", "b": "ok re"}, "b", "b"),  # but not where the input breaks the statement
        ({"a": "ok ok", "b": "ok tl"}, "b", "b"),
        ({"a": "ok ok", "b": "ok wa"}, "b", "b"),
        ({"a": "ok ok", "b": "ok ok"}, "b", ""),  # survived: compared all the same
        ({"a": "ok ok", "b": "wa wa"}, "", ""),  # nobody gets this answer: there may be many
        ({"a": "ok ok", "b": "tl tl"}, "", ""),  # a time-out is a time
        ({"a": "ok ce", "b": "re ce"}, "", "b"),  # what never ran says nothing
        ({"a": "ok un", "b": "re un"}, "", "b"),
        ({"a": "ce", "b": "ce"}, "", ""),
        ({"a": "re", "b": "re"}, "", ""),  # the solution is to blame
        ({"a": "re re", "b": "tl re"}, "ab", ""),
    ],
)
def test_tests_that_say_nothing(table, faults, gone):
    assert "".join(left_out(table, dict.fromkeys(faults, "n is too large"))) == gone


def test_the_reason_is_told():
    told = left_out({"a": "ok ok", "b": "re re", "c": "ok re"}, {"c": "line 1: n is 0"})

    assert told == {
        "b": "all 2 solutions fail on it: s0 ends with RTE (said so)",
        "c": "line 1: n is 0, and s1 ends with RTE (said so)",
    }
