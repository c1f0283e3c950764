"""Rules on one entry of an array, its first or its last: a[1] == 0 says nothing of the other entries."""

from __future__ import annotations

from collections.abc import Iterable

from stab.expression import Const, Expr, Ref, names
from stab.records import FieldType, RoleKind, Rule
from stab.synth.relations import Relation
from stab.synth.shape import Entry, Place, Shape


def find_entries(rules: Iterable[Rule], shape: Shape) -> tuple[Rule, ...]:
    """Return the rules that are about all entries of an array; note those about its first or last."""
    kept = []
    for rule in rules:
        found = _entry(rule, shape)
        if found is None:
            kept.append(rule)
        else:
            shape.entries.setdefault(found[0], []).append(found[1])
    return tuple(kept)


def _entry(rule: Rule, shape: Shape) -> tuple[str, Entry] | None:
    atoms = list(rule.comparison.atoms())
    if len(atoms) != 1 or atoms[0][1] != "==":
        return None
    left, _, right = atoms[0]
    for side, value in ((left, right), (right, left)):
        if isinstance(side, Ref) and len(side.indices) == 1 and side.name in shape.fields:
            at = _place(side, shape)
            if at is not None and not set(names(value)) & {side.name}:
                return side.name, Entry(at, value)
    return None


def _place(side: Ref, shape: Shape) -> int | None:
    """Return 0 for the first entry of an array of integers, -1 for its last, None for anything else."""
    home, (index,) = shape.fields[side.name], side.indices
    is_array = (
        home.field.count is not None and home.field.type is FieldType.INT and home.place is not Place.ROW
    )
    special = (RoleKind.PARENTS, RoleKind.PERMUTATION)
    if not is_array or any(shape.has(kind, side.name) for kind in special):
        return None
    if index == Const(1):
        return 0
    return -1 if index == home.field.count else None


def entry_relations(shape: Shape) -> Iterable[Relation]:
    """Yield the bounds that an end of a sorted array sets for all others."""
    for name, entries in shape.entries.items():
        adjacent = shape.adjacent.get(name)
        if adjacent is None and not shape.has(RoleKind.SORTED, name):
            continue
        rises = adjacent is None or adjacent.adjacent > 0
        for entry in entries:
            item: Expr = Ref(name)
            is_least = (entry.at == 0) == rises
            yield Relation(entry.value, "<=", item) if is_least else Relation(item, "<=", entry.value)
