"""Relations between columns as Python text over their arrays."""

from __future__ import annotations

from stab.expression import Call, Expr, Op
from stab.synth.ranges import Context
from stab.synth.relations import Relation
from stab.synth.source_text import identifier, python


def condition(relation: Relation, context: Context) -> str | None:
    """Return the relation as Python text, an array of truth values where columns stand in it."""
    names = {name: f":{identifier(name)}" for name in context.arrays}
    sides = []
    for side in (relation.left, relation.right):
        if _has_call(side):
            return None
        sides.append(python(side, {**names, **context.renamed}))
    return f"{sides[0]} {relation.sign} {sides[1]}"


def _has_call(item: Expr) -> bool:
    if isinstance(item, Call):
        return item.name not in ("min", "max", "abs", "gcd") or any(map(_has_call, item.args))
    return isinstance(item, Op) and any(map(_has_call, item.args))
