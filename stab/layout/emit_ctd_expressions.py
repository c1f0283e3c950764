"""checktestdata source of expressions: whole numbers of any size, quotients by constants multiplied out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from stab.digits import to_text
from stab.errors import LayoutError
from stab.expression import Call, Comparison, Const, Expr, Op, Ref, Value, evaluate, render
from stab.layout.plan import leaf_parts

_LONGEST = 200  # digits that are written out; powers of ten are written as such


class Unexpressed(LayoutError):
    """A rule that checktestdata can't check; the message says why."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """Source of a whole number, and the number that it is to be divided by."""

    text: str
    below: int = 1
    atomic: bool = True

    @property
    def inner(self) -> str:
        """The source as an operand."""
        return self.text if self.atomic else f"({self.text})"

    def times(self, factor: int) -> str:
        """Return the source of a multiple, as an operand."""
        return self.inner if factor == 1 else f"{self.inner} * {factor}"


Leaf = Callable[[Expr], str]


def number(value: Value) -> Quotient:
    """Return the source of a number."""
    exact = Fraction(value)
    whole = exact.numerator
    text = to_text(abs(whole))
    if len(text) > _LONGEST:
        if text.strip("0") != "1":
            raise Unexpressed("it has a number of very many digits")
        text = f"10^{len(text) - 1}"
    return Quotient(f"-{text}" if whole < 0 else text, exact.denominator, whole >= 0)


def ctd(item: Expr, leaf: Leaf) -> Quotient:
    """Return the source that computes an expression; `leaf` gives that of its quantities."""
    if not list(leaf_parts(item)):
        try:
            return number(evaluate(item, {}))
        except ArithmeticError:
            raise Unexpressed("a constant of it can't be worked out") from None
    match item:
        case Ref() | Call("sum" | "len", _):
            return Quotient(leaf(item))
        case Op("-", (only,)):
            code = ctd(only, leaf)
            return Quotient(f"-{code.inner}", code.below, False)
        case Op(sign, (left, right)):
            return _operation(sign, ctd(left, leaf), ctd(right, leaf), right)
        case Call(name, _):
            raise Unexpressed(f"checktestdata has no '{name}'")
    raise Unexpressed(f"'{render(item)}' has no counterpart")


def _operation(sign: str, left: Quotient, right: Quotient, item: Expr) -> Quotient:
    below = lcm(left.below, right.below)
    if sign in ("+", "-"):
        return Quotient(
            f"{left.times(below // left.below)} {sign} {right.times(below // right.below)}", below, False
        )
    if sign == "*":
        return Quotient(f"{left.inner} * {right.inner}", left.below * right.below, False)
    if sign == "/" and isinstance(item, Const) and isinstance(item.value, int) and item.value > 0:
        return Quotient(left.text, left.below * item.value, left.atomic)
    if sign == "**" and below == 1 and "-" not in right.text:
        return Quotient(f"{left.inner}^{right.inner}", 1, False)
    if (
        sign in ("//", "%")
        and below == 1
        and isinstance(item, Const)
        and item.value > 0
        and "-" not in left.text
    ):
        return Quotient(f"{left.inner} {sign[0]} {right.inner}", 1, False)
    raise Unexpressed(f"checktestdata has no '{sign}' of such numbers")


def condition(item: Comparison, leaf: Leaf) -> str:
    """Return the source of a comparison chain."""
    match item:
        case Comparison((Call("oneof", (subject, *members)), Const(1)), ("==",)):
            parts = [_pair(subject, "==", member, leaf) for member in members]
            return f"({' || '.join(parts)})" if len(parts) > 1 else parts[0]
    return " && ".join(_pair(left, sign, right, leaf) for left, sign, right in item.atoms())


def _pair(left: Expr, sign: str, right: Expr, leaf: Leaf) -> str:
    """Return the source of one comparison; a least or largest of several is compared one by one."""
    for side, other, is_left in ((left, right, True), (right, left, False)):
        if isinstance(side, Call) and side.name in ("min", "max") and sign in ("<", "<=", ">", ">="):
            all_of = (sign.startswith("<") == (side.name == "max")) == is_left
            pairs = [
                _pair(a, sign, other, leaf) if is_left else _pair(other, sign, a, leaf) for a in side.args
            ]
            return f"({(' && ' if all_of else ' || ').join(pairs)})"
    one, two = ctd(left, leaf), ctd(right, leaf)
    below = lcm(one.below, two.below)
    return f"{one.times(below // one.below)} {sign} {two.times(below // two.below)}"
