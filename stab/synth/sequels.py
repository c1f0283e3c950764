"""Rows that hang together: intervals one after another, rows that are all different."""

from __future__ import annotations

from stab.records import FieldType, RoleKind
from stab.synth.arrays import Writer
from stab.synth.chains import chain_of
from stab.synth.conditions import condition
from stab.synth.filling import Filling
from stab.synth.ranges import Context, range_of
from stab.synth.rows import Columns
from stab.synth.source_text import identifier

_KINDS = {"flat": "long", "falling": "short", "few": "even", "low": "low", "extremes": "high"}


def chained_pair(w: Writer, table: Columns, at: int, context: Context) -> bool:
    """Write two columns of intervals that follow each other; False where their bounds differ by row."""
    first, second = table.items[at : at + 2]
    chain = chain_of(w.shape, first.name, second.name)
    left, right = (range_of(w.shape, i, context, table.count) for i in (first, second))
    if chain is None or left.by_element or right.by_element:
        return False
    w.program.note(right.note)
    a, b, name = identifier(first.name), identifier(second.name), w.program.fresh("ranges")
    high = f"{left.hi} + {chain.apart}" if chain.has_lengths else right.hi
    steps = f"({chain.apart}, {context.text(chain.gap)})"
    kind = _KINDS.get(w.style.label, "random")
    w.style.fills(Filling.CHAINED_PAIRS)
    w.program.add(f"{name} = disjoint_ranges({table.count}, {left.lo}, {high}, {steps}, {kind!r}, rng)")
    end = f"{name}[:, 1]"
    if chain.has_lengths:
        end = f"np.minimum({end} - {name}[:, 0], {right.hi})"
    w.program.add(f"{a}, {b} = {name}[:, 0], {end}")
    table.fixed.update((first.name, second.name))
    table.whole = True
    return True


def distinct_tuples(w: Writer, table: Columns, last: str, contexts: tuple[Context, Context]) -> None:
    """Write the replacement of rows that occur before, once the last of the columns that tell is written.

    `contexts` are those before and after the columns.
    """
    role = next((r for r in w.shape.roles.get(last, ()) if r.kind is RoleKind.DISTINCT), None)
    if role is None or len(role.fields) < 2 or table.whole or not set(role.fields) <= table.done:
        return
    items = [i for i in table.items if i.name in role.fields]
    is_simple = w.shape.has(RoleKind.SIMPLE, last) and all(i.name in table.fixed for i in items)
    if is_simple or any(i.type is not FieldType.INT for i in items) or len(items) != len(role.fields):
        return
    before, after = contexts
    ranges = [range_of(w.shape, i, before, None) for i in items]
    names = [identifier(i.name) for i in items]
    known = set(role.fields) | before.known()
    related = dict.fromkeys(r for n in role.fields for r in w.shape.bounds.by_key.get(n, ()))
    inside = [r for r in related if r.quantities() <= known and len(r.quantities() & set(role.fields)) > 1]
    parts = [f"({text})" for r in inside if (text := condition(r, after)) is not None]
    listed = ", ".join(names)
    good = f"lambda {listed}: {' & '.join(parts) or 'True'}"
    lows, highs = (", ".join(texts) for texts in zip(*((r.lo, r.hi) for r in ranges), strict=True))
    w.program.add(f"{listed} = distinct_rows([{listed}], [{lows}], [{highs}], rng, {good})")
    table.fixed.update(role.fields)
