"""Which parts of rules are bounds of a number that are known when it is read; validators check them there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from stab.expression import Comparison, Const, Expr, Ref, evaluate, render
from stab.layout.plan import Domain, Plan, leaf_parts, rule_plans
from stab.layout.schema import Schema, Slot
from stab.records import Binding, Field, FieldType, Rule

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(slots=True)
class Bounds:
    """The bounds of a slot's values: constants (whole, of whole numbers inclusive), and one other on a side.

    `low_name`, `high_name`: a single number that is read before.
    """

    low: int | None = None
    high: int | None = None
    low_name: Slot | None = None
    high_name: Slot | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What is left of a rule in one place where its names are read."""

    rule: Rule
    plan: Plan
    item: Comparison


@dataclass(slots=True)
class Division:
    """Bounds by the number of their slot, and the checks that come after reading."""

    bounds: dict[int, Bounds] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)

    def of(self, slot: Slot) -> Bounds:
        """Return the bounds of a slot."""
        return self.bounds.get(slot.number) or Bounds()


def divide(schema: Schema, binding: Binding) -> Division:
    """Return which pairs of the rules bound an integer while it is read, and the rest."""
    found = Division()
    for rule in binding.rules:
        for plan in rule_plans(schema, rule):
            rest = [atom for atom in rule.comparison.atoms() if not _taken(found, schema, plan, atom)]
            if len(rest) == len(rule.comparison.signs):
                found.checks.append(Check(rule, plan, rule.comparison))
            else:
                for left, sign, right in rest:
                    found.checks.append(Check(rule, plan, Comparison((left, right), (sign,))))
    return found


def _taken(found: Division, schema: Schema, plan: Plan, atom: tuple[Expr, str, Expr]) -> bool:
    """Take a pair as a bound, if it is one."""
    for item, sign, other in _sides(atom):
        slot = _subject(plan, item)
        if slot is None:
            continue
        own = found.bounds.setdefault(slot.number, Bounds())
        is_low = sign in (">", ">=")
        if not list(leaf_parts(other)):
            value = evaluate(other, {})
            if value != int(value):
                continue
            whole = int(value) + ({">": 1, "<": -1}.get(sign, 0))
            if is_low:
                own.low = whole if own.low is None else max(own.low, whole)
            else:
                own.high = whole if own.high is None else min(own.high, whole)
            return True
        before = _earlier(schema, plan, slot, other)
        if before is not None and sign in ("<=", ">="):
            if is_low and own.low_name in (None, before):
                own.low_name = before
                return True
            if not is_low and own.high_name in (None, before):
                own.high_name = before
                return True
    return False


def _sides(atom: tuple[Expr, str, Expr]) -> Iterator[tuple[Expr, str, Expr]]:
    left, sign, right = atom
    if sign in _MIRRORED:
        yield left, sign, right
        yield right, _MIRRORED[sign], left


def _subject(plan: Plan, item: Expr) -> Slot | None:
    """Return the integer that is compared alone, with every value of its own."""
    if not isinstance(item, Ref):
        return None
    leaf = plan.leaves.get(render(item))
    if leaf is None or leaf.kind != "value" or leaf.shift or leaf.slot is None:
        return None
    own = Domain(leaf.slot.level, leaf.slot) if leaf.slot.is_run else Domain(leaf.slot.level)
    kept = all(
        not other.shift and other.kind == "value" for other in plan.leaves.values() if other is not leaf
    )
    simple = leaf.slot.field.type is FieldType.INT and plan.domain == own and kept
    inside = all(other.domain in own.chain() for other in plan.leaves.values())
    return leaf.slot if simple and inside else None


def _earlier(schema: Schema, plan: Plan, slot: Slot, other: Expr) -> Slot | None:
    """Return the single number that bounds a slot, if it stands before it, in the same block or around it."""
    if not isinstance(other, Ref):
        return None
    leaf = plan.leaves.get(render(other))
    if leaf is None or leaf.kind != "value" or leaf.slot is None or leaf.shift or leaf.slot.is_run:
        return None
    near = leaf.slot.level.encloses(slot.level) and leaf.slot.field.type is FieldType.INT
    return leaf.slot if near and leaf.slot.order < slot.order else None


def constant(item: Expr) -> bool:
    """Tell whether an expression has no name in it."""
    return isinstance(item, Const) or not list(leaf_parts(item))


def has_text(field_: Field) -> bool:
    """Tell whether a field holds a text."""
    return field_.type in (FieldType.STR, FieldType.LINE)
