"""Rows of different lengths, written all at once: counts first, then all their numbers as one array."""

from __future__ import annotations

from stab.expression import Ref
from stab.records import Field, FieldType, Line, Literal, Repeat, RoleKind
from stab.synth.amounts import MAX_ROW_TOKENS
from stab.synth.arrays import Writer, numbers
from stab.synth.ranges import Context, range_of
from stab.synth.rows import Columns
from stab.synth.source_text import identifier

_PER_ROW = (RoleKind.PERMUTATION, RoleKind.PARENTS, RoleKind.INDEX, RoleKind.VERTEX)


def ragged_rows(w: Writer, table: Columns, node: Repeat, context: Context) -> bool:
    """Write rows `k a b t[k]` without a loop over them; False where they are not of that kind."""
    tail = _tail(w, table, node)
    if tail is None:
        return False
    name, length = identifier(tail.name), _length(tail)
    found = range_of(w.shape, tail, context, None)
    own = {i.name for i in table.items}
    is_set = w.shape.has(RoleKind.DISTINCT, tail.name)
    if found.by_element or w.shape.bounds.ends(tail.name, context.known() | own) != w.shape.bounds.ends(
        tail.name, context.known()
    ):
        return False
    is_small = is_set and found.high - found.low + 1 < 4 * MAX_ROW_TOKENS
    if is_small:
        w.program.add(f"{name} = distinct_in_rows({length}, {found.lo}, {found.hi}, rng)")
    else:
        total = w.program.fresh("total")
        w.program.add(f"{total} = int({length}.sum())")
        w.program.add(f"{name} = {numbers(w, tail, context.with_runtime(total), total, None)}")
    if w.shape.has(RoleKind.SORTED, tail.name):
        mixed = f"rng.permutation({name})" if is_set and not is_small else name
        w.program.add(f"{name} = sorted_in_rows({mixed}, {length})")
    heads = ", ".join(identifier(i.name) for i in table.items)
    w.program.add(f"{w.program.out}.extend(rows_of_lengths({_form(node)!r}, [{heads}], {length}, {name}))")
    return True


def _tail(w: Writer, table: Columns, node: Repeat) -> Field | None:
    """Return the array that ends lines of plain numbers and takes its length from one of them."""
    items: list[Field | Literal] = []
    for part in node.body:
        if not isinstance(part, Line):
            return None
        items.extend(part.items)
    *heads, last = items
    if heads != table.items or node.index or not isinstance(last, Field) or last.type is not FieldType.INT:
        return None
    is_counted = isinstance(last.count, Ref) and last.count.name in {i.name for i in table.items}
    is_plain = last.name not in w.shape.adjacent and last.name not in w.shape.totals
    is_free = not any(w.shape.has(kind, last.name) for kind in _PER_ROW)
    return last if is_counted and is_plain and is_free and last.name not in w.shape.below_index else None


def _form(node: Repeat) -> str:
    """Return the format of the numbers before the array, with what parts them from it."""
    lines = [" ".join("{}" for _ in line.items) for line in node.body if isinstance(line, Line)]
    return "\n".join(lines)[: -len("{}")]


def _length(tail: Field) -> str:
    assert isinstance(tail.count, Ref)
    return identifier(tail.count.name)
