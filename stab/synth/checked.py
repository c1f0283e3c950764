"""Rows that break a relation no interval expresses are replaced by rows that hold to it."""

from __future__ import annotations

from stab.records import RoleKind
from stab.synth.arrays import Writer
from stab.synth.conditions import condition
from stab.synth.ranges import Context
from stab.synth.rows import Columns
from stab.synth.source_text import identifier


def replace_broken_rows(w: Writer, table: Columns, context: Context) -> None:
    """Write the replacement of rows that break a relation no interval expresses."""
    parts = []
    for relation in table.checks:
        if not (relation.quantities() & table.done) or relation.quantities() & table.lists:
            continue
        if relation.sign == "!=" and not relation.quantities() & table.fixed:
            continue  # moved apart when the later column was written
        text = condition(relation, context)
        if text is not None:
            parts.append(f"({text})")
    if (
        not parts
        or table.whole
        or any(name in table.fixed for name in table.done if w.shape.has(RoleKind.TREE, name))
    ):
        return
    keep = w.program.fresh("keep")
    w.program.add(f"{keep} = matching_rows({' & '.join(parts)}, {table.count}, rng)")
    for item in table.items:
        name = identifier(item.name)
        if item.name in table.lists:
            w.program.add(f"{name} = [{name}[i] for i in {keep}.tolist()]")
        else:
            w.program.add(f"{name} = {name}[{keep}]")
