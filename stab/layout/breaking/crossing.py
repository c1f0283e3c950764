"""The values of one quantity that just break a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from stab.expression import Call, Comparison, Expr, Unbound, Value, evaluate, holds, render
from stab.layout.plan import leaf_parts

Atom = tuple[Expr, str, Expr]
_FURTHEST = 1 << 70
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def crossing(atom: Atom, env: Mapping[str, Value], text: str, step: Value) -> Iterator[Value]:
    """Yield values of the quantity `text` with which the comparison fails, the nearest to its bound first.

    `step` is the smallest change of the quantity: 1, or a unit of the last decimal.
    """
    left, sign, right = atom
    seen: set[Value] = set()
    for value in _proposed(left, sign, right, env, text, step):
        if value not in seen and _fails(atom, {**env, text: value}):
            yield value
        seen.add(value)


def _proposed(
    left: Expr, sign: str, right: Expr, env: Mapping[str, Value], text: str, step: Value
) -> Iterator[Value]:
    atom = (left, sign, right)
    if render(right) == text and render(left) != text:
        left, sign, right = right, _FLIPPED[sign], left
    alone = render(left) == text and text not in map(render, leaf_parts(right))
    if alone:
        with suppress(ArithmeticError, Unbound):
            yield from _beyond(sign, _whole(evaluate(right, env), sign, step), step)
    elif sign in ("<", "<=", ">", ">="):
        yield from _searched(atom, env, text, step)
    old = env[text]
    members = left.args[1:] if isinstance(left, Call) and left.name == "oneof" else ()
    for member in members:
        yield evaluate(member, {}) + step
    yield from (old + sign_ * k * step for k in range(1, 9) for sign_ in (1, -1))
    yield from (0, 1, -old)


def _whole(bound: Value, sign: str, step: Value) -> Value:
    """Return the bound that whole numbers have: n <= 7/2 is n <= 3."""
    if step != 1 or bound == int(bound):
        return bound
    floor = Fraction(bound).__floor__()
    return floor + (sign in ("<", ">="))


def _beyond(sign: str, bound: Value, step: Value) -> Iterator[Value]:
    match sign:
        case "<=":
            yield bound + step
        case ">=":
            yield bound - step
        case "<" | ">" | "!=":
            yield bound
        case _:
            yield bound + step
            yield bound - step


def _searched(atom: Atom, env: Mapping[str, Value], text: str, step: Value) -> Iterator[Value]:
    """Yield the nearest failing value upwards and downwards, where failing is for good from there on."""
    old = env[text]
    for way in (step, -step):
        reach = 1
        while reach < _FURTHEST and not _fails(atom, {**env, text: old + way * reach}):
            reach *= 2
        if reach >= _FURTHEST:
            continue
        low, high = reach // 2, reach
        while high - low > 1:
            middle = (low + high) // 2
            if _fails(atom, {**env, text: old + way * middle}):
                high = middle
            else:
                low = middle
        yield old + way * high


def _fails(atom: Atom, env: Mapping[str, Value]) -> bool:
    left, sign, right = atom
    try:
        return not holds(Comparison((left, right), (sign,)), env)
    except (ArithmeticError, Unbound):
        return False
