"""Existing tests that say nothing about solutions: broken inputs, and those that nobody survives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stab.records import ExistingTest, Measurement, Rejection, Verdict
from stab.score import is_fine

_SILENT = (Verdict.COMPILE_ERROR, Verdict.UNMEASURED)  # says nothing about the test


def useless_tests(
    existing: Sequence[ExistingTest], before: Sequence[Measurement], faults: Mapping[str, str]
) -> tuple[Rejection, ...]:
    """Return the existing tests to leave out, given what solutions did on them and which break the statement.

    An input that breaks the statement goes when a solution fails on it; any other when all solutions fail on
    it, not all of them for time. Where no test would be left, the solutions are to blame, and all stay.
    """
    answered = {m.test for m in before if m.verdict is Verdict.OK}
    found = []
    for test in existing:
        own = [m for m in before if m.test == test.name and m.verdict not in _SILENT]
        failed = [m for m in own if not is_fine(m, answered)]
        hard = [m for m in failed if m.verdict is not Verdict.TIME]
        if failed and test.name in faults:
            reason = f"{faults[test.name]}, and {_said(failed[0])}"
            found.append(Rejection(test.name, "statement", reason))
        elif hard and len(failed) == len(own):
            whose = "the solution fails" if len(own) == 1 else f"all {len(own)} solutions fail"
            found.append(Rejection(test.name, "solutions", f"{whose} on it: {_said(hard[0])}"))
    return tuple(found) if len(found) < len(existing) else ()


def _said(failure: Measurement) -> str:
    detail = next((run.detail for run in failure.runs if run.detail), "")
    return f"{failure.solution} ends with {failure.verdict.value}{f' ({detail})' if detail else ''}"
