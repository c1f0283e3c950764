"""The validators beside validator.py: one for testlib, one for checktestdata."""

from __future__ import annotations

from dataclasses import dataclass

from stab.errors import LayoutError
from stab.layout import emit_ctd, emit_testlib
from stab.records import Emitted, GenerationSpec

TESTLIB, CTD = "validator.cpp", "validator.ctd"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A validator: its file, its source or None with the reason why there is none."""

    file: str
    emitted: Emitted | None
    reason: str = ""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The rules that it does not check."""
        return () if self.emitted is None else self.emitted.left_out


def other_validators(spec: GenerationSpec) -> tuple[Shipped, ...]:
    """Return the validators for testlib and checktestdata, or why a layout has none."""
    title = spec.problem.title or spec.problem.id
    found = []
    for file, emit in ((TESTLIB, emit_testlib), (CTD, emit_ctd)):
        try:
            found.append(Shipped(file, emit(spec.layout, spec.binding, title)))
        except LayoutError as error:
            found.append(Shipped(file, None, error.message))
    return tuple(found)
