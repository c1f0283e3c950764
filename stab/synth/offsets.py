"""How far from a row the entries of an expression lie: l[i + 1] is one row on."""

from __future__ import annotations

from stab.expression import Call, Const, Expr, Op, Ref


def offsets(item: Expr) -> frozenset[int]:
    """Return how many rows on the entries lie; none where their indices have several names."""
    found = set(_places(item))
    return frozenset(at for _, at in found) if len({name for name, _ in found}) == 1 else frozenset()


def ends_of_difference(item: Expr) -> tuple[Expr, Expr] | None:
    """Return (b, a) of a - b where a lies one row after b."""
    match item:
        case Op("-", (after, before)):
            places = offsets(before), offsets(after)
            if all(len(p) == 1 for p in places) and max(places[1]) == max(places[0]) + 1:
                return before, after
    return None


def _places(item: Expr) -> list[tuple[str, int]]:
    match item:
        case Ref(_, (index,)):
            return [place] if (place := _place(index)) is not None else []
        case Op(_, args) | Call(_, args):
            return [place for arg in args for place in _places(arg)]
    return []


def _place(index: Expr) -> tuple[str, int] | None:
    match index:
        case Ref(name, ()):
            return name, 0
        case Op("+" | "-" as sign, (Ref(name, ()), Const(value))):
            return name, int(value) if sign == "+" else -int(value)
    return None
