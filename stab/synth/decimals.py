"""Decimal numbers, in units of their last digit: ranges with open ends, columns that add up, order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress

from stab.expression import Const, Expr, Op, Ref, Unbound, Value, evaluate
from stab.records import Field, FieldType, RoleKind
from stab.synth.arrays import Writer
from stab.synth.filling import Filling
from stab.synth.plan import Unplannable
from stab.synth.ranges import Context
from stab.synth.rows import Columns
from stab.synth.shape import decimals
from stab.synth.source_text import identifier


def reals(w: Writer, item: Field, context: Context, count: str) -> str:
    """Return an expression for a list of decimal numbers as text."""
    low, high = units(w, item, context)
    digits = decimals(w.shape, item)
    w.style.fills(Filling.DECIMALS)
    if w.style.label == "few" and not w.shape.has(RoleKind.DISTINCT, item.name):
        return f"(decimal_texts(seq_random(2, {low}, {high}, rng), {digits}) * {count})[:{count}]"
    is_set = w.shape.has(RoleKind.DISTINCT, item.name)
    if not is_set:
        low, high = {"flat": (high, high), "low": (low, low)}.get(w.style.label, (low, high))
    distinct = ", distinct=True" if is_set else ""
    expression = f"decimal_texts(seq_random({count}, {low}, {high}, rng{distinct}), {digits})"
    if w.style.label in ("falling", "rising"):
        return f"sorted({expression}, key=float, reverse={w.style.label == 'falling'})"
    return expression


def units(w: Writer, item: Field, context: Context) -> tuple[int, int]:
    """Return the least and the greatest value of a decimal number, in units of its last digit."""
    scale = 10 ** decimals(w.shape, item)
    ends = w.shape.bounds.ends(item.name, frozenset(context.envs[0]))
    lows = [math.ceil(v * scale) for v in _worked_out(ends.lows, context)]
    highs = [math.floor(v * scale) for v in _worked_out(ends.highs, context)]
    seen = w.shape.seen.get(item.name)
    low = max(lows) if lows else min(scale, (seen.low or 0) * scale if seen is not None else scale)
    low = min([low, *highs]) if not lows else low
    if not highs:
        w.program.note(f"no upper bound for {item.name}: values as in the samples")
    shown = (seen.high or 0) * scale if seen is not None else scale
    high = min(highs) if highs else max(low, shown)
    if low > high:
        raise Unplannable(f"no decimal value for {item.name}: at least {low}/{scale}, at most {high}/{scale}")
    return low, high


def _worked_out(options: Sequence[Expr], context: Context) -> Iterator[Value]:
    """Yield the values of the expressions that the numbers of the plan decide."""
    for option in options:
        for env in context.envs:
            with suppress(Unbound, ArithmeticError):
                yield evaluate(option, env)


def shares(w: Writer, table: Columns, context: Context) -> None:
    """Write the columns of decimal numbers that add up to the same in each row."""
    kinds = {i.name: i for i in table.items if i.type is FieldType.REAL}
    for relation in w.shape.bounds.relations:
        for left, right in ((relation.left, relation.right), (relation.right, relation.left)):
            parts = [kinds.get(name) for name in _addends(left)]
            found = [item for item in parts if item is not None and item.name not in table.done]
            if relation.sign != "==" or not isinstance(right, Const) or not 1 < len(found) == len(parts):
                continue
            digits = max(decimals(w.shape, item) for item in found)
            bounds = [_scaled(w, item, context, digits) for item in found]
            names = [identifier(item.name) for item in found]
            lows, highs = ([pair[side] for pair in bounds] for side in (0, 1))
            total = int(right.value * 10**digits)
            w.program.add(f"{', '.join(names)} = shares_of({table.count}, {total}, {lows}, {highs}, rng)")
            w.program.add(f"{', '.join(names)} = [decimal_texts(c, {digits}) for c in ({', '.join(names)})]")
            table.done.update(item.name for item in found)
            table.lists.update(item.name for item in found)


def _scaled(w: Writer, item: Field, context: Context, digits: int) -> tuple[int, int]:
    low, high = units(w, item, context)
    factor = 10 ** (digits - decimals(w.shape, item))
    return low * factor, high * factor


def _addends(item: Expr) -> list[str]:
    """Return the names that an expression adds up; [""] where it is no such sum."""
    match item:
        case Ref(name, _):
            return [name]
        case Op("+", (a, b)):
            return [*_addends(a), *_addends(b)]
    return [""]


def order_decimals(w: Writer, table: Columns) -> None:
    """Write the exchange of two columns' decimal numbers where the rules want one to be the smaller."""
    kinds = {i.name: i.type for i in table.items}
    for relation in w.shape.bounds.relations:
        sides = [s.name for s in (relation.left, relation.right) if isinstance(s, Ref)]
        is_order = relation.sign in ("<", "<=") and len(sides) == 2
        if is_order and all(kinds.get(name) is FieldType.REAL for name in sides):
            first, second = map(identifier, sides)
            w.program.add(f"{first}, {second} = ordered_texts({first}, {second})")
