"""Names of an emitted checktestdata program: lower case, indexed by the loops around a field."""

from __future__ import annotations

import re

from stab.expression import Call, Const, Expr, Ref
from stab.layout.emit_ctd_expressions import Unexpressed, ctd
from stab.layout.schema import Level, Schema, Slot
from stab.records import FieldType, Repeat

Scope = dict[str, tuple[str, Slot | None, str]]  # name -> (scalar, run, column or index; slot; code)


class CtdNames:
    """A variable for every slot, a loop variable and a counter for every block and run."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        taken: set[str] = set()
        self.slots = {slot.number: self._free(slot.name, taken) for slot in schema.slots}
        self.numeric = {
            slot.number for slot in schema.slots if slot.field.type in (FieldType.INT, FieldType.REAL)
        }

    @staticmethod
    def _free(name: str, taken: set[str]) -> str:
        stem = re.sub(r"[^0-9a-z]", "", name.lower()).lstrip("0123456789") or "x"
        found, number = stem, 2
        while found in taken or re.fullmatch(
            r"(?:[cdeijst]|own|low|high|kind)[0-9]+|parent|parts|first|good|x|y", found
        ):
            found, number = f"{stem}{number}" if not stem[-1].isdigit() else f"{stem}x{number}", number + 1
            if re.fullmatch(r"[cdeijst][0-9]+", found):
                stem = f"{stem}x"
        taken.add(found)
        return found

    def loops(self, level: Level) -> list[str]:
        """Return the loop variables around the fields of a level, outermost first."""
        return [f"i{l.number}" for l in reversed(list(level.chain())) if isinstance(l.origin, Repeat)]

    def slot(self, slot: Slot, indices: list[str] | None = None) -> str:
        """Return the source of a value; at the places of `indices`, else where the loops are."""
        own = self.loops(slot.level) if indices is None else indices
        if indices is None and slot.is_run:
            own = [*own, f"j{slot.number}"]
        return self.slots[slot.number] + (f"[{', '.join(own)}]" if own else "")

    def counter(self, kind: str, number: int, indices: list[str]) -> str:
        """Return the variable that holds how often a block (c) or a run (d) goes on."""
        return f"{kind}{number}" + (f"[{', '.join(indices)}]" if indices else "")

    def rows(self, level: Level, indices: list[str]) -> str:
        """Return the source of the number of repetitions, `indices` being those around the block."""
        return self.counter("c", level.number, indices)

    def elements(self, slot: Slot, indices: list[str]) -> str:
        """Return the source of the number of elements of a run."""
        return self.counter("d", slot.number, indices)

    # --- counts while reading ---

    def count(self, item: Expr, scope: Scope) -> str:
        """Return the source of a count."""
        found = ctd(item, lambda part: self.leaf(part, scope))
        if found.below != 1:
            return f"{found.inner} / {found.below}"
        return found.text

    def leaf(self, part: Expr, scope: Scope) -> str:
        match part:
            case Ref(name, ()):
                kind, slot, code = self.find(name, scope)
                if kind == "index":
                    return code
                if slot is not None and kind == "scalar" and slot.number in self.numeric:
                    return self.slot(slot)
            case Ref(name, (index,)):
                kind, slot, _ = self.find(name, scope)
                if slot is not None and kind in ("run", "column") and slot.number in self.numeric:
                    at = ctd(index, lambda inner: self.leaf(inner, scope))
                    outer = self.loops(slot.level)
                    return self.slot(slot, [*(outer if kind == "run" else outer[:-1]), at.text])
            case Call("len", (Ref(name, ()),)):
                kind, slot, _ = self.find(name, scope)
                if slot is not None and kind == "scalar" and slot.number not in self.numeric:
                    return f"STRLEN({self.slot(slot)})"
                if slot is not None and kind == "run":
                    return self.elements(slot, self.loops(slot.level))
        raise Unexpressed("a count that checktestdata can't work out")

    def find(self, name: str, scope: Scope) -> tuple[str, Slot | None, str]:
        if name not in scope:
            raise Unexpressed(f"'{name}' is not read before a count needs it")
        return scope[name]


def constant(item: Expr) -> bool:
    """Tell whether an expression is a plain number."""
    return isinstance(item, Const)
