"""Special vertices of a graph, listed before its edges, of which no two hang together."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.expression import Const, Expr, Op, Ref, parse_expr
from stab.patterns import regex
from stab.records import FieldType, RoleKind
from stab.synth.relations import Relation
from stab.synth.shape import Shape
from stab.synth.told import promises

_APART = regex(
    r"\bno (?:path|way|route)s? (?:\w+ ){0,4}?between (?:\w+ ){0,2}?(?:two|pair)\b|"
    r"\bno two (?:\w+ ){1,4}?(?:are|is|lie|belong|stand) (?:\w+ ){0,2}?"
    r"(?:connected|same (?:connected )?component|reachable)\b",
    re.I,
)


def find_apart(shape: Shape) -> None:
    """Note the edges that must leave the vertices of a list in components of their own."""
    if not any(map(_APART.search, promises(shape.text))):
        return
    for role in [r for found in shape.roles.values() for r in found if r.kind is RoleKind.EDGES and r.size]:
        first = role.fields[0]
        is_simple = shape.has(RoleKind.SIMPLE, first) and not shape.has(RoleKind.DIRECTED, first)
        lists = [name for name in shape.fields if _is_list_of_vertices(shape, name, role.size or "")]
        order = list(shape.fields)
        is_before = len(lists) == 1 and first in order and order.index(lists[0]) < order.index(first)
        if is_simple and is_before and not shape.has(RoleKind.CONNECTED, first):
            shape.apart[first] = lists[0]


def apart_relations(shape: Shape) -> Iterator[Relation]:
    """Yield that the edges fit into one component that holds all vertices but the other special ones."""
    for first, special in shape.apart.items():
        role, amount = shape.role(RoleKind.EDGES, first), shape.fields[special].counts[-1]
        count = shape.fields[first].counts[-1]
        if role is None or role.size is None or amount is None or count is None:
            continue
        others: Expr = Op("-", (parse_expr(role.size), amount))
        pairs = Op("*", (others, Op("+", (others, Const(1)))))
        yield Relation(count, "<=", Op("//", (pairs, Const(2))))


def _is_list_of_vertices(shape: Shape, name: str, size: str) -> bool:
    home = shape.fields[name]
    found = shape.bounds.by_key.get(name, ())
    is_list = home.field.type is FieldType.INT and home.field.count is not None and len(home.counts) <= 2
    return (
        is_list
        and shape.has(RoleKind.DISTINCT, name)
        and any(r == Relation(Ref(name), "<=", parse_expr(size)) for r in found)
        and any(r == Relation(Const(1), "<=", Ref(name)) for r in found)
    )
