"""The tests that exist already: which of them the statement does not allow."""

from __future__ import annotations

from collections.abc import Sequence

from stab.layout import describe_fault, validate
from stab.records import ExistingTest, FaultKind, GenerationSpec, Rejection


def suite_faults(spec: GenerationSpec, tests: Sequence[ExistingTest]) -> tuple[Rejection, ...]:
    """Return the first fault of each test that breaks layout or constraints; they are timed all the same.

    Odd blanks are no fault here: a judge may well have accepted them.
    """
    found = []
    for test in tests:
        check = validate(spec.layout, spec.binding, test.input.read_bytes(), strict=False)
        if not check.ok:
            fault = check.faults[0]
            stage = "layout" if fault.kind is FaultKind.LAYOUT else "constraint"
            found.append(Rejection(test.name, stage, describe_fault(fault)))
    return tuple(found)
