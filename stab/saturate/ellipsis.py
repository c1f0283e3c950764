"""What an ellipsis between summands leaves out: `a_1 + a_2 + … + a_n` is the total of an array."""

from __future__ import annotations

from collections.abc import Iterator

from stab.expression import Call, Const, Expr, Op, Ref, refs

DOTS = Ref("…")
PLACE = Ref("i")
_NO_ENDS = frozenset({"i", "j"})  # up to a place that runs: a part of the array, not all of it


class NotAnExpression(ValueError):
    """The tree means nothing in the canonical language; the argument says what was met."""


class Torn(NotAnExpression):
    """An ellipsis stands for what the canonical language can't spell; the rest of the chain means nothing."""


def total(summands: tuple[Expr, ...]) -> Call:
    """Return `sum(a[i])` for `a_1`, `a_2`, the ellipsis and `a_n`; Torn where they are not alike."""
    at = summands.index(DOTS)
    written = (*summands[:at], *summands[at + 1 :])
    if at != len(summands) - 2 or at == 0 or DOTS in written:
        raise Torn("...")
    places = [_place(s) for s in written]
    shapes = {_moved(s, PLACE) for s in written}
    begins = isinstance(places[0], Const) and places[0].value in (0, 1)
    steps = [Const(p.value - i) for i, p in enumerate(places[:-1]) if isinstance(p, Const)]
    regular = len(steps) == len(places) - 1 and len(set(steps)) == 1
    if not begins or not regular or len(shapes) != 1 or {r.name for r in refs(places[-1])} & _NO_ENDS:
        raise Torn("...")
    return Call("sum", (shapes.pop(),))


def is_torn(item: Expr) -> bool:
    """Tell whether an ellipsis is a part of the expression, beside the places of elements."""
    if isinstance(item, (Op, Call)):
        return any(a == DOTS or is_torn(a) for a in item.args)
    return False


def _place(summand: Expr) -> Expr:
    """Return the one place that all elements in a summand share."""
    found = {index for ref in _indexed(summand) for index in ref.indices[-1:]}
    if len(found) != 1:
        raise Torn("...")
    return found.pop()


def _indexed(item: Expr) -> Iterator[Ref]:
    if isinstance(item, (Op, Call)):
        for arg in item.args:
            yield from _indexed(arg)
    elif isinstance(item, Ref) and item.indices:
        yield item


def _moved(item: Expr, place: Expr) -> Expr:
    """Return the expression with every element at `place`."""
    match item:
        case Op(sign, args):
            return Op(sign, tuple(_moved(a, place) for a in args))
        case Call(name, args):
            return Call(name, tuple(_moved(a, place) for a in args))
        case Ref(name, (*outer, _)):
            return Ref(name, (*outer, place))
        case _:
            return item
