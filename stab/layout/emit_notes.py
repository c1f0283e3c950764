"""Python source that tells which bounds an input reaches, for BAPCtools' --constraints_file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from stab.expression import Call, Expr, Ref, render
from stab.layout.emit_bounds import divide
from stab.layout.emit_checks import Checks
from stab.layout.emit_expressions import number
from stab.layout.naming import shown_name
from stab.layout.plan import Domain, leaf_parts, rule_plans
from stab.layout.schema import Schema, Slot
from stab.layout.validation import constant_bounds
from stab.records import Binding, FieldType, Rule


@dataclass(slots=True)
class _Known:
    """What is noted of a quantity: constant bounds, and the source of its values with their loops."""

    low: int | None = None
    high: int | None = None
    value: str = ""
    heads: tuple[str, ...] = ()


@dataclass(slots=True)
class Notes:
    """Writes notes() of the program."""

    schema: Schema
    binding: Binding
    checks: Checks
    known: dict[str, _Known] = field(default_factory=dict)

    def program(self) -> Iterator[str]:
        """Yield the function that tells which bounds are reached: constants, and other numbers."""
        yield ""
        yield "def notes() -> None:"
        yield '    """Tell which bounds the input reaches: (lowest, value, largest) of every value."""'
        noted = [*self.constants(), *self.moving()]
        for name, low, value, high, heads in noted:
            rows = f"({low}, {value}, {high})"
            yield f"    note({name!r}, [{rows}{' ' if heads else ''}{' '.join(heads)}])"
        if not noted:
            yield "    return"

    def constants(self) -> Iterator[tuple[str, str, str, str, list[str]]]:
        for rule in self.binding.rules:
            if rule.is_side_condition:
                continue
            for item, bound, is_low in constant_bounds(rule.comparison, self.schema):
                if isinstance(item, (Ref, Call)) and isinstance(bound, int):
                    own = self.known.setdefault(shown_name(item).replace(" ", ""), _Known())
                    if is_low:
                        own.low = bound if own.low is None else max(own.low, bound)
                    else:
                        own.high = bound if own.high is None else min(own.high, bound)
                    if not own.value:
                        self.find_values(own, rule, item)
        for name, own in self.known.items():
            if own.low is not None and own.high is not None and own.value:
                yield name, number(own.low), own.value, number(own.high), list(own.heads)

    def find_values(self, own: _Known, rule: Rule, item: Expr) -> None:
        """Keep the source of all values of an item of a rule, where there is one."""
        plan = next(iter(rule_plans(self.schema, rule)))
        if any(s.field.type is FieldType.REAL for s in plan.slots) or len(list(leaf_parts(item))) != 1:
            return
        leaf = plan.leaves.get(render(item))
        if leaf is None or leaf.kind == "position" or leaf.shift:
            return
        loops = self.checks.loops(leaf.domain)
        own.value = self.checks.leaf(leaf, leaf.domain, loops)
        own.heads = tuple(head.rstrip(":") for head in loops.heads)

    def moving(self) -> Iterator[tuple[str, str, str, str, list[str]]]:
        """Yield the numbers with a bound that is read before them: 1 <= u <= n."""
        division = divide(self.schema, self.binding)
        for slot in self.schema.slots:
            own = division.of(slot)
            named = own.low_name is not None or own.high_name is not None
            if not named or (slot.name in self.known and self.is_noted(slot.name)):
                continue
            domain = Domain(slot.level, slot) if slot.is_run else Domain(slot.level)
            loops = self.checks.loops(domain)
            low = self.end(own.low, own.low_name, loops.variables, "max")
            high = self.end(own.high, own.high_name, loops.variables, "min")
            if low and high:
                value = f"{self.checks.names.slot(slot)}[{loops.variables[domain]}]"
                yield slot.name, low, value, high, [head.rstrip(":") for head in loops.heads]
                self.known[slot.name] = _Known(0, 0, value)

    def is_noted(self, name: str) -> bool:
        own = self.known[name]
        return own.low is not None and own.high is not None and bool(own.value)

    def end(self, value: int | None, slot: Slot | None, variables: dict[Domain, str], pick: str) -> str:
        """Return the source of one end of a range, "" where it has none."""
        constant = "" if value is None else number(value)
        if slot is None:
            return constant
        named = f"{self.checks.names.slot(slot)}[{variables[Domain(slot.level)]}]"
        return f"{pick}({constant}, {named})" if constant else named
