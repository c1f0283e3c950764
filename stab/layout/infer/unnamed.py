"""Names for fields that the sentences about their lines leave without one: those that only bounds mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stab.expression import refs
from stab.layout.infer.facts import field_name
from stab.layout.infer.fitting import fields, mapped
from stab.records import Extraction, Field, FieldType, Node

_NUMBERS = (FieldType.INT, FieldType.REAL)


def with_names(nodes: Sequence[Node], extraction: Extraction, counts: frozenset[str]) -> tuple[Node, ...]:
    """Return the layout with its unnamed numbers called as the constraints call what no field holds.

    `two numbers each … A line "a b" is a road, 1 <= a, b <= n`: only where there are as many such names
    as unnamed numbers, and none of these counts others (`counts`).
    """
    all_ = fields(nodes)
    held = {item.name.casefold() for item in all_}
    unnamed = [item.name for item in all_ if item.name.startswith("_") and item.type in _NUMBERS]
    free = [name for name in _bounded(extraction) if name.casefold() not in held]
    if len(free) != len(unnamed) or counts & set(unnamed) or any(name.startswith("_") for name in free):
        return tuple(nodes)
    names = dict(zip(unnamed, free, strict=True))

    def renamed(item: Field) -> Field:
        return replace(item, name=names[item.name]) if item.name in names else item

    return mapped(nodes, renamed)


def _bounded(extraction: Extraction) -> list[str]:
    """Return the names in constraints, in the order of the statement, each once, without running indices."""
    found: dict[str, None] = {}
    for constraint in extraction.constraints:
        used = list(refs(constraint.comparison))
        running = {inner for ref in used for index in ref.indices for inner in refs(index)}
        found |= {field_name(ref): None for ref in used if ref not in running}
    return list(found)
