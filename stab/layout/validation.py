"""Checks an input: white space, lines and tokens, rules, roles; and tells which bounds it reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stab.digits import to_text
from stab.expression import Comparison, Expr, Ref, Value, evaluate, render
from stab.layout.access import read_trace
from stab.layout.emit_runtime import BLANK
from stab.layout.evaluation import Evaluator, Violation
from stab.layout.mismatch import Mismatch, shown
from stab.layout.naming import shown_name
from stab.layout.plan import Plan, leaf_parts, rule_plans
from stab.layout.rendering import role_text
from stab.layout.roles import role_faults
from stab.layout.schema import Schema
from stab.layout.trace import Trace
from stab.layout.vector import column
from stab.records import Binding, Check, Fault, FaultKind, FieldType, Hit, Layout, Rule

_MOST = 10
_NEWLINE = "a newline at the end of the file was expected"
_BLANK = f"{BLANK} was expected"


def validate(layout: Layout, binding: Binding, data: bytes, strict: bool = True) -> Check:
    """Return what is wrong with an input (at most ten faults, in reading order) and the bounds it reaches.

    Strict: also white space, leading zeros, plus signs and the final newline must be as a clean input has
    them; else they are read as `consume` reads them. Rules are looked at only when every token is in place.
    """
    trace, mismatch = read_trace(Schema(layout), data, tolerant=not strict)
    broken = [*trace.type_faults(strict=strict), *((mismatch,) if mismatch else ())]
    faults = [_layout_fault(fault) for fault in broken]
    if strict:
        faults += _whitespace(trace)
    hits: dict[str, Hit] = {}
    if not broken:
        evaluator = Evaluator(trace)
        for rule in binding.rules:
            faults += _rule_faults(rule, evaluator)
        withdrawn = {unread.quote for unread in binding.withdrawn}
        for role in layout.roles:
            if role_text(role) not in withdrawn:
                faults += role_faults(role, evaluator)
        hits = _hits(binding, evaluator)
    faults.sort(key=lambda fault: (fault.line, fault.column))
    return Check(tuple(faults[:_MOST]), hits)


def describe_fault(fault: Fault) -> str:
    """Return a fault in one line: place, token, the rule it breaks, the words the rule comes from."""
    place = f"line {fault.line}, column {fault.column}"
    if fault.kind is FaultKind.LAYOUT:
        return f"{place}: {fault.rule}, {fault.token} stands there"
    detail = f" ({fault.detail})" if fault.detail else ""
    quote = f" [{fault.quote}]" if fault.quote and fault.quote != fault.rule else ""
    return f"{place}: {fault.token} breaks {fault.rule}{detail}{quote}"


def _layout_fault(fault: Mismatch) -> Fault:
    return Fault(FaultKind.LAYOUT, fault.row, fault.column, fault.found, f"{fault.expected} was expected")


def _whitespace(trace: Trace) -> list[Fault]:
    """Return stray blanks and control characters (blanks inside whole-line texts are content)."""
    table, faults = trace.table, []
    texts = {
        line: start
        for slot in trace.schema.slots
        if slot.field.type is FieldType.LINE
        for line, start in zip(
            trace.reader.slots[slot.number].tokens, trace.reader.slots[slot.number].counts, strict=True
        )
    }
    for offset, what in table.whitespace_faults():
        line = int(np.searchsorted(table.line_starts, offset, "right")) - 1
        if table.data[offset] == 32 and offset >= texts.get(line, len(table.data)):
            continue
        column_ = table.column(line, offset)
        faults.append(
            Fault(
                FaultKind.LAYOUT,
                line + 1,
                column_,
                what,
                _BLANK,
            )
        )
        if len(faults) == _MOST:
            break
    if not table.ends_in_newline:
        faults.append(Fault(FaultKind.LAYOUT, *table.end(), "the end of the file", _NEWLINE))
    return faults


def _rule_faults(rule: Rule, evaluator: Evaluator) -> Iterator[Fault]:
    kind = FaultKind.SIDE_CONDITION if rule.is_side_condition else FaultKind.CONSTRAINT
    for plan in rule_plans(evaluator.trace.schema, rule):
        for violation in evaluator.violations(plan, _MOST):
            line, column_, token = evaluator.trace.place(violation.slot, violation.element)
            found = shown(token)[1:-1] or "the end of the file"
            detail = _detail(plan, violation)
            yield Fault(kind, line, column_, found, render(rule.comparison), rule.quote, detail)


def _detail(plan: Plan, violation: Violation) -> str:
    """Return the values that are compared, unless the token is the only one."""
    values = violation.values
    if len(values) == 1 and plan.leaves[next(iter(values))].kind == "value":
        return ""
    return ", ".join(f"{name} = {_number(value)}" for name, value in list(values.items())[:5])


def _number(value: Value) -> str:
    return shown(to_text(value))[1:-1] if isinstance(value, int) else str(value)


@dataclass(slots=True)
class _Reach:
    """The tightest constant bounds of a quantity and the smallest and largest value seen."""

    low: Value | None = None
    high: Value | None = None
    smallest: Value | None = None
    largest: Value | None = None

    def bound(self, value: Value, *, is_low: bool) -> None:
        if is_low:
            self.low = value if self.low is None else max(self.low, value)
        else:
            self.high = value if self.high is None else min(self.high, value)

    def saw(self, smallest: Value, largest: Value) -> None:
        self.smallest = smallest if self.smallest is None else min(self.smallest, smallest)
        self.largest = largest if self.largest is None else max(self.largest, largest)


def _hits(binding: Binding, evaluator: Evaluator) -> dict[str, Hit]:
    """Return for each quantity with a constant bound whether the input reaches it."""
    reached: dict[str, _Reach] = {}
    for rule in binding.rules:
        if rule.is_side_condition:
            continue
        for item, bound, is_low in constant_bounds(rule.comparison, evaluator.trace.schema):
            name = shown_name(item)
            reached.setdefault(name, _Reach()).bound(bound, is_low=is_low)
            for plan in rule_plans(evaluator.trace.schema, rule):
                _see(reached[name], item, plan, evaluator)
    return {
        name: Hit(r.low is not None and r.smallest == r.low, r.high is not None and r.largest == r.high)
        for name, r in reached.items()
    }


def known_bounds(layout: Layout, binding: Binding) -> dict[str, tuple[Value | None, Value | None]]:
    """Return the tightest constant bounds of each quantity that hits tell of; None where there is none."""
    schema = Schema(layout)
    found: dict[str, _Reach] = {}
    for rule in binding.rules:
        for item, bound, is_low in () if rule.is_side_condition else constant_bounds(rule.comparison, schema):
            found.setdefault(shown_name(item), _Reach()).bound(bound, is_low=is_low)
    return {name: (reach.low, reach.high) for name, reach in found.items()}


def _see(reach: _Reach, item: Expr, plan: Plan, evaluator: Evaluator) -> None:
    leaves = {render(part): plan.leaves[render(part)] for part in leaf_parts(item)}
    for instances in evaluator.instances(plan):
        env = {text: evaluator.leaf(leaf, plan.domain, instances) for text, leaf in leaves.items()}
        try:
            values = column(item, env, len(instances))
        except ArithmeticError:
            return
        if len(values):
            reach.saw(_exact(values.min()), _exact(values.max()))


def _exact(value: object) -> Value:
    return int(value) if isinstance(value, np.integer) else value  # type: ignore[return-value]


def constant_bounds(comparison: Comparison, schema: Schema) -> Iterator[tuple[Expr, Value, bool]]:
    """Yield (expression, its constant bound, whether that is the lower one) for each pair with a constant.

    Strict bounds of integers are turned into the nearest integer inside.
    """
    for left, sign, right in comparison.atoms():
        if sign in (">", ">="):
            left, right, sign = right, left, sign.replace(">", "<")
        if sign not in ("<", "<="):
            continue
        parts = list(leaf_parts(left)), list(leaf_parts(right))
        if bool(parts[0]) == bool(parts[1]):
            continue
        item, constant, is_low = (right, left, True) if parts[1] else (left, right, False)
        value = evaluate(constant, {})
        whole = not any(
            slot.field.type is FieldType.REAL
            for part in leaf_parts(item)
            if isinstance(part, Ref)
            for slot in schema.named(part.name)
        )
        if sign == "<" and whole:
            value += 1 if is_low else -1
        yield item, value, is_low
