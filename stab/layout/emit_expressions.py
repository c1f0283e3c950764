"""Python source of expressions: of counts while reading, of rules afterwards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from stab.errors import LayoutError
from stab.expression import LONGEST_NUMBER, Call, Comparison, Const, Expr, Op, Ref, Value, evaluate, render
from stab.layout.plan import leaf_parts
from stab.layout.schema import Slot

if TYPE_CHECKING:
    from stab.layout.emit import Identifiers

Scope = dict[str, tuple[str, Slot | None, str | None]]  # name -> (scalar, run, column or index; slot; code)
_LONGEST = 200
_LONG_BITS = 3 * LONGEST_NUMBER
_MATH = {"ceil": "math.ceil", "floor": "math.floor"}


def python(item: Expr, leaf: Callable[[Expr], str]) -> str:
    """Return Python source that computes an expression exactly; `leaf` gives the source of names."""
    if not list(leaf_parts(item)) and not isinstance(item, Const):
        value = _constant(item)
        if value is not None:
            return number(value)
    match item:
        case Const(value):
            return number(value)
        case Ref() | Call("sum" | "len", _):
            return leaf(item)
        case Op():
            return _operation(item, leaf)
        case Call("gcd", (left, right)):
            return f"math.gcd(int({python(left, leaf)}), int({python(right, leaf)}))"
        case Call(name, args):
            return f"{_MATH.get(name, name)}({', '.join(python(arg, leaf) for arg in args)})"
    raise LayoutError(f"'{render(item)}' can't be written as a program")


def _operation(item: Op, leaf: Callable[[Expr], str]) -> str:
    operands = [python(arg, leaf) for arg in item.args]
    if len(operands) == 1:
        return f"(-{operands[0]})"
    left, right = operands
    match item.sign:
        case "**":
            return f"power({left}, {right})"
        case "/":
            return f"(Fraction({left}) / {right})"
    return f"({left} {item.sign} {right})"


def chain(item: Comparison, leaf: Callable[[Expr], str]) -> str:
    """Return Python source of a comparison chain."""
    parts = [_outer(python(item.operands[0], leaf))]
    for sign, operand in zip(item.signs, item.operands[1:], strict=True):
        parts += [sign, _outer(python(operand, leaf))]
    return " ".join(parts)


def may_fail(item: Expr | Comparison) -> bool:
    """Tell whether working it out can raise ArithmeticError."""
    match item:
        case Op("/" | "//" | "%", (left, Const(value))) if value != 0:
            return may_fail(left)
        case Op("/" | "//" | "%" | "**", _) | Call("ndivisors", _):
            return True
        case Op(_, args) | Call(_, args) | Comparison(args, _):
            return any(map(may_fail, args))
    return False


def number(value: Value) -> str:
    """Return the source of an exact number; Python reads very long literals in hexadecimal only."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"Fraction({number(value.numerator)}, {number(value.denominator)})"
    whole = int(value)
    text = hex(whole) if whole.bit_length() > _LONG_BITS else str(whole)
    return f"({text})" if text.startswith("-") else text


def _constant(item: Expr) -> Value | None:
    """Return the value of a constant expression that can be written out in short."""
    try:
        value = evaluate(item, {})
    except ArithmeticError:
        return None
    return value if abs(Fraction(value).numerator) < 10**_LONGEST else None


def _outer(text: str) -> str:
    """Drop brackets around the whole text."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and at < len(text) - 1:
            return text
    return text[1:-1]


class CountCode:
    """Source of counts while the input is being read: names stand for the latest value."""

    def __init__(self, names: Identifiers) -> None:
        self.names = names

    def count(self, item: Expr, scope: Scope) -> str:
        """Return the source of a count; what isn't plainly a natural number is checked when it runs."""
        if isinstance(item, Const) and isinstance(item.value, int) and item.value >= 0:
            return number(item.value)
        code = python(item, lambda part: self.leaf(part, scope))
        return f"inp.count({_outer(code)}, {render(item)!r})"

    def leaf(self, part: Expr, scope: Scope) -> str:
        match part:
            case Ref(name, ()):
                kind, slot, code = self.find(name, scope)
                if kind == "index":
                    return str(code)
                if kind == "scalar" and slot is not None:
                    return f"{self.names.slot(slot)}[-1]"
            case Ref(name, (index,)):
                values = self.values(name, scope)
                at = python(index, lambda inner: self.leaf(inner, scope))
                return f"element({values}, int({_outer(at)}), {render(part)!r})"
            case Call("len", (Ref(name, ()),)):
                kind, slot, _ = self.find(name, scope)
                if kind == "scalar" and slot is not None:
                    return f"len(str({self.names.slot(slot)}[-1]))"
                return f"len({self.values(name, scope)})"
            case Call("sum", (Ref(name, _),)):
                return f"sum({self.values(name, scope)})"
        raise LayoutError(f"the count '{render(part)}' can't be written as a program")

    def find(self, name: str, scope: Scope) -> tuple[str, Slot | None, str | None]:
        if name not in scope:
            raise LayoutError(f"'{name}' is not read before a count needs it")
        return scope[name]

    def values(self, name: str, scope: Scope) -> str:
        """Return the source of the list of values of a run, or of a column of an earlier block."""
        kind, slot, code = self.find(name, scope)
        if slot is None or kind not in ("run", "column"):
            raise LayoutError(f"'{name}' has no elements")
        column = self.names.slot(slot)
        start = f"{column}.spans[-1][0]" if kind == "run" else f"{code}.spans[-1][0]"
        return f"{column}[{start}:]"
