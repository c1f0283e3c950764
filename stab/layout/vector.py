"""Exact arithmetic on whole columns: 64 bits where no result can overflow, else one value at a time."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stab.expression import Call, Comparison, Const, Expr, Op, Value, evaluate, holds, render
from stab.layout.plan import leaf_parts

Column = NDArray[Any]
Operand = Column | Value
_SAFE = 2**62
_MOST_EXPONENT = 62


class _NotVectorised(Exception):
    """This operation is left to exact scalar evaluation."""


def truths(item: Comparison, env: Mapping[str, Column], size: int) -> NDArray[np.bool_]:
    """Return, for each of `size` instances, whether the chain holds; what can't be worked out doesn't."""
    try:
        found = np.ones(size, bool)
        values = [_column(operand, env) for operand in item.operands]
        for left, sign, right in zip(values, item.signs, values[1:], strict=False):
            found &= _COMPARE[sign](left, right)
        return found
    except _NotVectorised:
        texts = {render(part) for part in leaf_parts(item)}
        rows = _rows({text: env[text] for text in texts}, size)
        return np.array([_holds(item, row) for row in rows], bool)


def column(item: Expr, env: Mapping[str, Column], size: int) -> Column:
    """Return the exact value of an expression in each instance: int64, or objects where that is too small.

    Raises ArithmeticError as stab.expression.evaluate does.
    """
    try:
        found = _column(item, env)
        return found if isinstance(found, np.ndarray) else np.full(size, found)
    except (_NotVectorised, OverflowError):
        texts = {render(part) for part in leaf_parts(item)}
        values = [evaluate(item, row) for row in _rows({text: env[text] for text in texts}, size)]
        made = np.empty(size, object)
        made[:] = values
        return made


def _holds(item: Comparison, row: Mapping[str, Value]) -> bool:
    try:
        return holds(item, row)
    except ArithmeticError:
        return False


def _rows(columns: Mapping[str, Column], size: int) -> list[dict[str, Value]]:
    lists = {name: values.tolist() for name, values in columns.items()}
    return [{name: values[at] for name, values in lists.items()} for at in range(size)]


def _column(item: Expr, env: Mapping[str, Column]) -> Operand:
    match item:
        case Const(value):
            return value
        case Op("-", (only,)):
            return _arithmetic("-", 0, _column(only, env))
        case Op(sign, (left, right)):
            return _arithmetic(sign, _column(left, env), _column(right, env))
        case Call("min" | "max" as name, args):
            return _extreme(name, [_column(arg, env) for arg in args])
        case Call("abs", (only,)):
            operand: Any = _column(only, env)
            return abs(operand)  # type: ignore[no-any-return]
        case Call("sum" | "len", _):
            return env[render(item)]
        case Call():
            raise _NotVectorised
    return env[render(item)]


def _extreme(name: str, values: list[Operand]) -> Operand:
    found: Any = values[0]
    value: Any
    for value in values:
        _range(value)
        found = (np.minimum if name == "min" else np.maximum)(found, value)
    return found  # type: ignore[no-any-return]


def _range(value: Operand) -> tuple[int, int]:
    """Return bounds of an operand that fits into 64 bits."""
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            raise _NotVectorised
        return (int(value.min()), int(value.max())) if value.size else (0, 0)
    if isinstance(value, Fraction) or not -_SAFE < value < _SAFE:
        raise _NotVectorised
    return value, value


def _arithmetic(sign: str, left: Operand, right: Operand) -> Operand:
    if isinstance(left, int) and isinstance(right, int):
        found = evaluate(Op(sign, (Const(left), Const(right))), {})
        if isinstance(found, int):
            return found
        raise _NotVectorised
    low, high = _range(left)
    first, last = _range(right)
    match sign:
        case "+":
            reach: tuple[int, ...] = (low + first, high + last)
        case "-":
            reach = (low - last, high - first)
        case "*":
            reach = (low * first, low * last, high * first, high * last)
        case "**" if first >= 0 and last <= _MOST_EXPONENT:
            reach = (max(abs(low), abs(high)) ** last,)
        case "//" | "%" | "/" if first > 0 or last < 0:
            reach = (low, high)
        case _:
            raise _NotVectorised
    if not all(-_SAFE < bound < _SAFE for bound in reach):
        raise _NotVectorised
    if sign == "/" and np.any(_APPLY["%"](left, right)):
        raise _NotVectorised
    return _APPLY[sign](left, right)  # type: ignore[no-any-return]


_APPLY: Mapping[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "**": lambda a, b: np.power(a, b),
    "//": lambda a, b: a // b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}
_COMPARE: Mapping[str, Any] = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
