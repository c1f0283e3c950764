"""Names and counts of an emitted testlib validator: a variable for every field, sources of counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.expression import Call, Const, Expr, Ref, render
from stab.layout.emit_bounds import Division
from stab.layout.emit_testlib_expressions import LONGEST, Code, Unexpressed, Width, cpp, number, quoted
from stab.layout.emit_testlib_runtime import PIECES
from stab.layout.schema import Level, Schema, Slot
from stab.records import FieldType

Scope = dict[str, tuple[str, Slot | None, str]]  # name -> (scalar, run, column or index; slot; block or code)
_LONG = 2**63 - 1
_WORDS = """
alignas and asm auto bool break case catch char class const constexpr continue decltype default
delete do double else enum explicit export extern false float for friend goto if inline int long
mutable namespace new not nullptr operator or private protected public register return short signed
sizeof static struct switch template this throw true try typedef typename union unsigned using
virtual void volatile wchar_t while xor main argc argv inf string vector pair min max sort total
line row text kind group graphs all first LLONG_MIN LLONG_MAX size_t make_pair make_tuple
is_sorted ensuref registerValidation InStream values
""".split()


class CppNames:
    """A variable for every slot and level, and the type of each."""

    def __init__(self, schema: Schema, division: Division) -> None:
        self.schema = schema
        self.division = division
        taken = {*_WORDS, *(name for piece in PIECES for name in piece.names)}
        self.slots = {slot.number: self._free(slot.name, taken) for slot in schema.slots}
        self.levels = {}
        for level in schema.levels[1:]:
            first = level.slots[0].name if level.slots else str(level.number)
            self.levels[level.number] = self._free(f"rows_{first}", taken)

    @staticmethod
    def _free(name: str, taken: set[str]) -> str:
        stem = re.sub(r"[^0-9A-Za-z_]", "_", name).lstrip("_") or "x"
        stem = stem if not stem[0].isdigit() else f"x{stem}"
        found, number_ = stem, 2
        while found in taken or re.fullmatch(r"[kj][0-9]+|i[0-9]*", found):
            found, number_ = f"{stem}_{number_}", number_ + 1
        taken.add(found)
        return found

    def slot(self, slot: Slot) -> str:
        """Return the variable of a slot."""
        return self.slots[slot.number]

    def level(self, level: Level) -> str:
        """Return the variable of a block."""
        return self.levels[level.number]

    def is_single(self, slot: Slot) -> bool:
        """Tell whether a slot is one variable, not a column of them."""
        return slot.level is self.schema.root and not slot.is_run

    def kind(self, slot: Slot) -> str:
        """Return the type of a slot's values: long long, wide, Ratio or string."""
        if slot.field.type is FieldType.INT:
            return self._integer(slot)
        return "Ratio" if slot.field.type is FieldType.REAL else "string"

    def _integer(self, slot: Slot) -> str:
        own = self.division.of(slot)
        ends = [abs(end) for end in (own.low, own.high) if end is not None]
        if any(end > LONGEST for end in ends) or self.counts_digits(slot):
            return "string"
        return "wide" if any(end > _LONG for end in ends) else "long long"

    def counts_digits(self, slot: Slot) -> bool:
        """Tell whether a rule is about the length of a number: it may be a long one."""
        return any(
            leaf.kind == "length" and leaf.slot is not None and leaf.slot.number == slot.number
            for check in self.division.checks
            for leaf in check.plan.leaves.values()
        )

    def declarations(self) -> Iterator[str]:
        """Yield the declarations of all columns and blocks."""
        for slot in self.schema.slots:
            if not self.is_single(slot):
                yield f"    Column<{self.kind(slot)}> {self.slot(slot)};"
        for level in self.schema.levels[1:]:
            yield f"    Block {self.level(level)};"

    def now(self, slot: Slot) -> str:
        """Return the source of the latest value of a slot."""
        return self.slot(slot) if self.is_single(slot) else f"{self.slot(slot)}.back()"


class CppCounts:
    """Source of counts while the input is being read: names stand for the latest value."""

    def __init__(self, names: CppNames, division: Division) -> None:
        self.names = names
        self.division = division

    def count(self, item: Expr, scope: Scope) -> str:
        """Return the source of a count; what isn't plainly a natural number is checked when it runs."""
        if isinstance(item, Const):
            return number(item.value).text
        code = cpp(item, lambda part: self.leaf(part, scope))
        if isinstance(item, Ref) and not item.indices and self.is_natural(item.name, scope):
            return code.text
        if code.width is Width.RATIO:
            raise Unexpressed(f"the count {render(item)} is a quotient")
        return f"counted({code.text}, {quoted(render(item))})"

    def is_natural(self, name: str, scope: Scope) -> bool:
        _, slot, _ = scope.get(name, ("", None, ""))
        low = None if slot is None else self.division.of(slot).low
        return low is not None and low >= 0

    def leaf(self, part: Expr, scope: Scope) -> Code:
        match part:
            case Ref(name, ()):
                kind, slot, code = self.find(name, scope)
                if kind == "index":
                    return Code(code, Width.LONG)
                if slot is not None and kind == "scalar":
                    return self.typed(slot, self.names.now(slot))
            case Ref(name, (index,)):
                slot, start = self.values(name, scope)
                at = cpp(index, lambda inner: self.leaf(inner, scope))
                return self.typed(slot, f"{self.names.slot(slot)}.at({start} + {at.inner})")
            case Call("len", (Ref(name, ()),)):
                kind, slot, _ = self.find(name, scope)
                if slot is not None and kind == "scalar":
                    value = self.names.now(slot)
                    text = value if self.names.kind(slot) == "string" else f"to_string({value})"
                    return Code(f"(long long){text}.size()", Width.LONG)
                slot, start = self.values(name, scope)
                return Code(f"((long long){self.names.slot(slot)}.size() - {start})", Width.LONG)
            case Call("sum", (Ref(name, _),)):
                slot, start = self.values(name, scope)
                column = self.names.slot(slot)
                return Code(f"accumulate({column}.begin() + {start}, {column}.end(), (wide)0)", Width.WIDE)
        raise Unexpressed(f"the count '{render(part)}' can't be written as a program")

    def typed(self, slot: Slot, text: str) -> Code:
        kind = self.names.kind(slot)
        if kind == "string":
            raise Unexpressed(f"{slot.name} has too many digits to count with")
        return Code(text, {"long long": Width.LONG, "wide": Width.WIDE, "Ratio": Width.RATIO}[kind])

    def find(self, name: str, scope: Scope) -> tuple[str, Slot | None, str]:
        if name not in scope:
            raise Unexpressed(f"'{name}' is not read before a count needs it")
        return scope[name]

    def values(self, name: str, scope: Scope) -> tuple[Slot, str]:
        """Return the slot of a list and the source of the number of its first element."""
        kind, slot, code = self.find(name, scope)
        if slot is None or kind not in ("run", "column"):
            raise Unexpressed(f"'{name}' has no elements")
        holder = self.names.slot(slot) if kind == "run" else code
        return slot, f"{holder}.spans.back().first"
