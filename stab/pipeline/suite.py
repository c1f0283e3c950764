"""The tests of a suite: which of them the statement does not allow."""

from __future__ import annotations

from collections.abc import Sequence

from stab.layout import describe_fault, validate
from stab.records import Binding, ExistingTest, FaultKind, Layout, Rejection


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
