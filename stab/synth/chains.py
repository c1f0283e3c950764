"""Rows that follow each other: sorted intervals without overlap, as ends or as starts and lengths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stab.expression import Const, Expr, Op, Ref
from stab.records import FieldType
from stab.synth.relations import Relation, fold, keys
from stab.synth.shape import Place, Shape


@dataclass(frozen=True, slots=True)
class Chain:
    """Intervals of two columns: each at least `apart` long, and `gap` before the next."""

    apart: int
    gap: Expr
    has_lengths: bool  # the second column is not the end of the interval, but its length


def chain_of(shape: Shape, first: str, second: str) -> Chain | None:
    """Return how the intervals of two columns follow each other; None where no rule says so."""
    for relation in shape.chains:
        if relation.right != Ref(first):
            continue
        terms = list(_terms(relation.left))
        rest = [t for t in terms if t not in (Ref(first), Ref(second))]
        has_lengths = Ref(first) in terms
        is_plain = Ref(second) in terms and len(terms) == len(rest) + 1 + has_lengths
        if not is_plain or any(not _is_single(shape, key) for t in rest for key in keys(t)):
            continue
        gap: Expr = Const(int(relation.sign == "<"))
        for term in rest:
            gap = Op("+", (gap, term))
        apart = _least_length(shape, second) if has_lengths else _apart(shape, first, second)
        return Chain(apart, fold(gap), has_lengths)
    return None


def chain_relations(shape: Shape) -> Iterator[Relation]:
    """Yield that intervals in a row fit between the least and the greatest end."""
    single = frozenset(key for key in shape.fields if _is_single(shape, key))
    for first in dict.fromkeys(key for r in shape.chains for key in keys(r.right)):
        count = shape.fields[first].counts[-1] if first in shape.fields else None
        for second in shape.fields:
            chain = chain_of(shape, first, second) if count is not None and second != first else None
            if chain is None or count is None:
                continue
            last = first if chain.has_lengths else second
            step = fold(Op("+", (chain.gap, Const(chain.apart))))
            gaps = [chain.gap] if isinstance(chain.gap, Const) else []
            more = gaps + [Const(chain.apart)] * chain.has_lengths
            for low in shape.bounds.ends(first, single).lows:
                for high in shape.bounds.ends(last, single).highs:
                    room: Expr = Op("-", (high, low))
                    for part in more:
                        room = Op("+", (room, part))
                    yield Relation(Op("*", (count, step)), "<=", fold(room))


def _terms(item: Expr) -> Iterator[Expr]:
    match item:
        case Op("+", (left, right)):
            yield from _terms(left)
            yield from _terms(right)
        case _:
            yield item


def _is_single(shape: Shape, key: str) -> bool:
    home = shape.fields.get(key)
    return (
        home is not None
        and home.place is not Place.ROW
        and home.field.count is None
        and home.field.type is FieldType.INT
    )


def _apart(shape: Shape, first: str, second: str) -> int:
    found = shape.bounds.by_key.get(first, ())
    sides = {Ref(first), Ref(second)}
    return int(any(r.sign in ("<", "!=") and {r.left, r.right} == sides for r in found))


def _least_length(shape: Shape, name: str) -> int:
    lows = [e.value for e in shape.bounds.ends(name, frozenset()).lows if isinstance(e, Const)]
    return max(0, int(max(lows, default=0)))
