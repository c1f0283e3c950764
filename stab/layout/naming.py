"""Names of a statement against names of a layout: N and n, x[1], x_1 and x1, quantities without a name."""

from __future__ import annotations

from collections.abc import Collection

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, refs, render
from stab.layout.schema import Schema, Slot
from stab.patterns import regex
from stab.records import FieldType

_RUNNING = ("i", "j", "k")
_EVERY = "_all"  # what the reader calls `all numbers`, `all coordinates`
_NUMBERED = regex(r"(.*?[^\W\d_])_?([0-9]{1,3})")


class Names:
    """The fields of a layout, found by the names that statements give them."""

    def __init__(self, schema: Schema, bounded: Collection[str] = ()) -> None:
        self.bounded = frozenset(name.casefold() for name in bounded)
        self.slots = {slot.name: slot for slot in schema.slots}
        self.folded: dict[str, set[str]] = {}
        for name in self.slots:
            self.folded.setdefault(name.casefold(), set()).add(name)

    def field(self, name: str) -> str | None:
        """Return the field of this name: the exact one, else the only one that differs in case."""
        if name in self.slots:
            return name
        near = self.folded.get(name.casefold(), set())
        return next(iter(near)) if len(near) == 1 else None

    def renamed(self, comparison: Comparison) -> tuple[Comparison, ...]:
        """Return the comparison with the layout's names; several for x[i] where the fields are x1, x2, …"""
        if any(ref.name == _EVERY for ref in refs(comparison)):
            return tuple(_about(comparison, slot) for slot in self.every())
        family = self.family(comparison)
        made = []
        for number in family or (None,):
            operands = tuple(self.expression(operand, number) for operand in comparison.operands)
            made.append(Comparison(operands, comparison.signs))
        return tuple(made)

    def every(self) -> list[Slot]:
        """Return the fields that `all numbers` speaks of: those that nothing else bounds above."""
        numeric = [s for s in self.slots.values() if s.field.type in (FieldType.INT, FieldType.REAL)]
        return [s for s in numeric if s.name.casefold() not in self.bounded]

    def family(self, comparison: Comparison) -> tuple[int, ...]:
        """Return the numerals of the fields x1, x2, … that x[i] stands for; () when it stands for none."""
        found: set[int] | None = None
        for ref in refs(comparison):
            if len(ref.indices) == 1 and isinstance(ref.indices[0], Ref) and self.field(ref.name) is None:
                numerals = {
                    int(match.group(2))
                    for name in self.slots
                    if (match := _NUMBERED.fullmatch(name))
                    and match.group(1).casefold() == ref.name.casefold()
                }
                found = numerals if found is None else found & numerals
        return tuple(sorted(found or ()))

    def expression(self, item: Expr, number: int | None) -> Expr:
        match item:
            case Ref():
                return self.reference(item, number)
            case Call("len", (Ref(name, indices),)) if self.field(name) is None and name.startswith("_"):
                texts = [s for s in self.unnamed() if s.field.type in (FieldType.STR, FieldType.LINE)]
                return (
                    Call("len", (Ref(texts[0].name, indices if texts[0].is_run else ()),))
                    if len(texts) == 1
                    else item
                )
            case Op(sign, args):
                return Op(sign, tuple(self.expression(arg, number) for arg in args))
            case Call(name, args):
                return Call(name, tuple(self.expression(arg, number) for arg in args))
        return item

    def reference(self, ref: Ref, number: int | None) -> Ref:
        field = self.field(ref.name)
        if field is not None and not (len(ref.indices) == 1 and self.is_single(field, ref.indices[0])):
            return Ref(field, ref.indices)
        if len(ref.indices) == 2 and field is None and isinstance(ref.indices[1], Const):
            column = self.reference(Ref(ref.name, ref.indices[1:]), None)  # y[i][1] is y1 of row i
            return Ref(column.name, ref.indices[:1]) if not column.indices else ref
        index = ref.indices[0] if len(ref.indices) == 1 else None
        numeral = index.value if isinstance(index, Const) else number if isinstance(index, Ref) else None
        word = (
            index.name if isinstance(index, Ref) and (field is None or self.is_named(field, index)) else None
        )
        for subscript in filter(lambda s: s is not None, (numeral, word)):
            for name in (f"{ref.name}{subscript}", f"{ref.name}_{subscript}"):
                if (found := self.field(name)) is not None:
                    return Ref(found)
        match = _NUMBERED.fullmatch(ref.name)
        if field is None and match and not ref.indices and (base := self.field(match.group(1))):
            return Ref(base, (Const(int(match.group(2))),)) if self.slots[base].is_run else Ref(ref.name)
        unnamed = [s for s in self.unnamed() if s.field.type in (FieldType.INT, FieldType.REAL)]
        if field is None and ref.name.startswith("_") and len(unnamed) == 1:
            return Ref(unnamed[0].name, ref.indices)
        return Ref(field or ref.name, ref.indices)

    def is_single(self, field: str, index: Expr) -> bool:
        """Tell whether x[1] can't mean an element of the field x, nor x[s] where there is a field x_s."""
        return self.is_named(field, index) or (isinstance(index, Const) and not self.slots[field].is_run)

    def is_named(self, field: str, index: Expr) -> bool:
        """Tell whether a name and its index are another field's name: x[s] is x_s, x[i] never x_i."""
        return isinstance(index, Ref) and index.name not in _RUNNING and f"{field}_{index.name}" in self.slots

    def unnamed(self) -> list[Slot]:
        """Return the fields that the statement gives no name."""
        return [slot for name, slot in self.slots.items() if name.startswith("_")]


def _about(comparison: Comparison, slot: Slot) -> Comparison:
    """Return the comparison with a field in the place of `every number`."""
    field = Ref(slot.name, (Ref("i"),) if slot.is_run else ())
    operands = tuple(field if isinstance(o, Ref) and o.name == _EVERY else o for o in comparison.operands)
    return Comparison(operands, comparison.signs)


def shown_name(item: Expr) -> str:
    """Return how hits and bounds name a leaf: without indices."""
    match item:
        case Ref(name, _):
            return name
        case Call(function, args):
            return f"{function}({', '.join(shown_name(arg) for arg in args)})"
        case Op(sign, (left, right)):
            return render(Op(sign, (_bare(left), _bare(right))))
    return render(item)


def _bare(item: Expr) -> Expr:
    match item:
        case Ref(name, _):
            return Ref(name)
        case Op(sign, args):
            return Op(sign, tuple(map(_bare, args)))
        case Call(name, args):
            return Call(name, tuple(map(_bare, args)))
    return item
