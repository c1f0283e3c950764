"""C++ source of expressions, exact: 64 bits where that is plainly enough, 128 bits, or quotients of these."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from stab.errors import LayoutError
from stab.expression import Call, Comparison, Expr, Op, Ref, Value, evaluate, render
from stab.layout.plan import leaf_parts

LONGEST = 10**36  # what products of 128 bits leave room for
_LONG, _INT = 2**63 - 1, 2**31 - 1
_PIECE = 10**18


class Unexpressed(LayoutError):
    """A rule that this kind of validator can't check; the message says why."""


class Width(IntEnum):
    """What type an expression has."""

    LONG = 0
    WIDE = 1
    RATIO = 2


@dataclass(frozen=True, slots=True)
class Code:
    """Source of an expression, and its type; `atomic`: needs no brackets."""

    text: str
    width: Width
    atomic: bool = True

    @property
    def inner(self) -> str:
        """The source as an operand."""
        return self.text if self.atomic else f"({self.text})"

    def as_width(self, width: Width) -> str:
        """Return the source as an operand of a wider type."""
        if self.width >= width:
            return self.inner
        return f"(wide){self.inner}" if width is Width.WIDE else f"Ratio({self.text})"


def number(value: Value) -> Code:
    """Return the source of a number; Unexpressed for one of more than 36 digits."""
    if value != int(value):
        exact = Fraction(value)
        return Code(f"Ratio({number(exact.numerator).text}, {number(exact.denominator).text})", Width.RATIO)
    whole = int(value)
    if abs(whole) > LONGEST:
        raise Unexpressed("it has a number of more than 36 digits")
    if abs(whole) <= _LONG:
        text = f"{whole}LL" if abs(whole) > _INT else str(whole)
        return Code(text, Width.LONG, whole >= 0)
    high, low = divmod(abs(whole), _PIECE)
    text = f"(wide){high} * {_PIECE}LL + {low}"
    return Code(f"-({text})" if whole < 0 else text, Width.WIDE, False)


def cpp(item: Expr, leaf: Callable[[Expr], Code]) -> Code:
    """Return C++ source that computes an expression; `leaf` gives that of its quantities."""
    if not list(leaf_parts(item)):
        try:
            return number(evaluate(item, {}))
        except ArithmeticError:
            raise Unexpressed("a constant of it can't be worked out") from None
    match item:
        case Ref() | Call("sum" | "len", _):
            return leaf(item)
        case Op("-", (only,)):
            code = cpp(only, leaf)
            return Code(f"-{code.as_width(max(code.width, Width.WIDE))}", max(code.width, Width.WIDE), False)
        case Op(sign, (left, right)):
            return _operation(sign, cpp(left, leaf), cpp(right, leaf))
        case Call(name, args):
            return _call(name, [cpp(arg, leaf) for arg in args])
    raise Unexpressed(f"'{render(item)}' has no counterpart")


def _operation(sign: str, left: Code, right: Code) -> Code:
    width = max(left.width, right.width)
    if sign in ("+", "-") and width is Width.LONG and (right.text.isdigit() or left.text.isdigit()):
        return Code(f"{left.inner} {sign} {right.inner}", Width.LONG, False)
    if sign in ("+", "-", "*"):
        width = max(width, Width.WIDE)
        return Code(f"{left.as_width(width)} {sign} {right.as_width(width)}", width, False)
    if sign == "/":
        return Code(f"{left.as_width(Width.RATIO)} / {right.as_width(Width.RATIO)}", Width.RATIO, False)
    if sign == "//" and width is Width.RATIO:
        quotient = _operation("/", left, right)
        return Code(f"rounded({quotient.text}, false)", Width.WIDE)
    if width is Width.RATIO:
        raise Unexpressed(f"'{sign}' of numbers with decimals is not there in C++")
    name = {"//": "floorDivided", "%": "modulo", "**": "power"}[sign]
    return Code(f"{name}({left.text}, {right.text})", Width.WIDE)


_CALLS = {
    "abs": "magnitude",
    "gcd": "commonDivisor",
    "isprime": "isPrime",
    "ispow2": "isPowerOfTwo",
    "ndivisors": "divisors",
}


def _call(name: str, args: list[Code]) -> Code:
    width = max(arg.width for arg in args)
    texts = ", ".join(arg.text for arg in args)
    if name in ("min", "max"):
        kind = "Ratio" if width is Width.RATIO else "wide"
        return Code(f"{name}<{kind}>({{{texts}}})", max(width, Width.WIDE))
    if name in ("ceil", "floor"):
        return Code(f"rounded({args[0].text}, {'true' if name == 'ceil' else 'false'})", Width.WIDE)
    if width is Width.RATIO:
        raise Unexpressed(f"'{name}' of numbers with decimals is not there in C++")
    if name == "oneof":
        members = ", ".join(arg.text for arg in args[1:])
        return Code(f"isOneOf({args[0].text}, {{{members}}})", Width.LONG)
    return Code(f"{_CALLS[name]}({texts})", Width.WIDE)


def chain(item: Comparison, leaf: Callable[[Expr], Code]) -> str:
    """Return C++ source of a comparison chain."""
    codes = [cpp(operand, leaf) for operand in item.operands]
    width = max(code.width for code in codes)
    parts = []
    for left, sign, right in zip(codes, item.signs, codes[1:], strict=False):
        if width is Width.RATIO:
            parts.append(f"{left.as_width(width)} {sign} {right.as_width(width)}")
        else:
            parts.append(f"{left.text} {sign} {right.text}")
    return " && ".join(parts)


def quoted(text: str) -> str:
    """Return a C++ string literal."""
    return json.dumps(text, ensure_ascii=False)
