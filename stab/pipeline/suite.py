"""The tests of a suite: which of them the statement does not allow."""

from __future__ import annotations

from collections.abc import Sequence

from stab.errors import LayoutError
from stab.layout import describe_fault, validate
from stab.pipeline.understanding import read_input
from stab.records import Binding, ExistingTest, FaultKind, Layout, Problem, Rejection


def suite_faults(layout: Layout, binding: Binding, tests: Sequence[ExistingTest]) -> tuple[Rejection, ...]:
    """Return the first fault of each test that breaks layout or constraints.

    Odd blanks are no fault here: a judge may well have accepted them.
    """
    found = []
    for test in tests:
        check = validate(layout, binding, test.input.read_bytes(), strict=False)
        if not check.ok:
            fault = check.faults[0]
            stage = "layout" if fault.kind is FaultKind.LAYOUT else "constraint"
            found.append(Rejection(test.name, stage, describe_fault(fault)))
    return tuple(found)


def faults_in(problem: Problem, tests: Sequence[ExistingTest]) -> tuple[Rejection, ...]:
    """Return the faulty tests of a suite; none where the statement has no layout to check them by."""
    try:
        _, layout, binding = read_input(problem)
    except LayoutError:
        return ()
    return suite_faults(layout, binding, tests)
