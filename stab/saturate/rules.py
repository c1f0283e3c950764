"""Rule-based bounds: constant ranges, and their propagation through relations (paper section 4.1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from stab.expression import Call, Const, Expr, Op, Ref, Value, evaluate, render

PROPAGATION_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from `low` to `high`; None where there is no end."""

    low: Value | None
    high: Value | None


@dataclass(frozen=True, slots=True)
class Atom:
    """One relation `left sign right`, sign in <= < ==, with the index of the constraint it stems from."""

    left: Expr
    sign: str
    right: Expr
    source: int


EVERYTHING = Interval(None, None)


def interval(item: Expr, domains: Mapping[str, Interval]) -> Interval:
    """Return an enclosure of the values of `item`; a variable without a domain may be anything."""
    match item:
        case Const(value):
            return Interval(value, value)
        case Ref() | Call("sum" | "len", _):
            return domains.get(render(item), EVERYTHING)
        case Op("-", (only,)):
            inner = interval(only, domains)
            return Interval(_negative(inner.high), _negative(inner.low))
        case Op(sign, (left, right)):
            return _combine(sign, interval(left, domains), interval(right, domains))
        case Call("min" | "max" as name, args):
            return _extreme(name, [interval(a, domains) for a in args])
        case Call("floor" | "ceil" as name, (only,)):
            inner = interval(only, domains)
            whole = math.floor if name == "floor" else math.ceil
            return Interval(*(None if end is None else whole(end) for end in (inner.low, inner.high)))
        case Call("abs", (only,)):
            return _absolute(interval(only, domains))
        case Call("isprime" | "ispow2" | "oneof", _):
            return Interval(0, 1)
    return EVERYTHING


def propagate(atoms: Iterable[Atom], domains: Mapping[str, Interval]) -> dict[str, Interval]:
    """Return the integer domains narrowed by every atom until nothing changes, in bounded rounds."""
    narrowed = dict(domains)
    atoms = tuple(atoms)
    for _ in range(PROPAGATION_ROUNDS):
        before = dict(narrowed)
        for atom in atoms:
            _narrow(atom, narrowed)
        if narrowed == before:
            break
    return narrowed


def _narrow(atom: Atom, domains: dict[str, Interval]) -> None:
    left, right = interval(atom.left, domains), interval(atom.right, domains)
    strict = atom.sign == "<"
    _cap(atom.left, right.high, strict, domains)
    _raise(atom.right, left.low, strict, domains)
    if atom.sign == "==":
        _cap(atom.right, left.high, False, domains)
        _raise(atom.left, right.low, False, domains)


def _cap(item: Expr, limit: Value | None, strict: bool, domains: dict[str, Interval]) -> None:
    """Lower the upper ends of the variables in `item`, given item <= limit (or < limit)."""
    if limit is None:
        return
    key = render(item)
    if key in domains:
        whole = math.ceil(limit) - 1 if strict else math.floor(limit)
        old = domains[key]
        if old.high is None or whole < old.high:
            domains[key] = Interval(old.low, whole)
        return
    for part, bound, is_strict in _caps_of_parts(item, limit, strict, domains):
        _cap(part, bound, is_strict, domains)


Caps = Iterator[tuple[Expr, Value | None, bool]]


def _caps_of_parts(  # noqa: C901 - one case an operation
    item: Expr, limit: Value, strict: bool, domains: Mapping[str, Interval]
) -> Caps:
    """Yield (part, upper limit, strict) for the parts of `item`, given item <= limit (or < limit)."""
    match item:
        case Op("+", (a, b)):
            for one, other in ((a, b), (b, a)):
                low = interval(other, domains).low
                yield one, None if low is None else limit - low, strict
        case Op("-", (a, b)):
            high = interval(b, domains).high
            yield a, None if high is None else limit + high, strict
        case Op("*", (a, b)):
            for one, other in ((a, b), (b, a)):
                low = interval(other, domains).low
                if low is not None and low > 0 and limit >= 0:
                    yield one, Fraction(limit) / Fraction(low), strict
        case Op("/", (a, Const(divisor))) if divisor > 0:
            yield a, limit * divisor, strict
        case Op("**", (a, Const(int() as power))) if power > 0 and limit >= 0:
            yield a, _root(int(limit), power), False
        case Op("**", (Const(int() as base), exponent)) if base > 1 and limit >= 1:
            yield exponent, int(limit).bit_length() / Fraction(math.log2(base)), False
        case Call("max", args):
            for arg in args:
                yield arg, limit, strict
        case _:
            pass


def _raise(item: Expr, limit: Value | None, strict: bool, domains: dict[str, Interval]) -> None:
    """Lift the lower end of the variable `item`, given limit <= item (or <)."""
    if limit is None:
        return
    key = render(item)
    if key in domains:
        whole = math.floor(limit) + 1 if strict else math.ceil(limit)
        old = domains[key]
        if old.low is None or whole > old.low:
            domains[key] = Interval(whole, old.high)
        return
    match item:
        case Call("min", args):
            for arg in args:
                _raise(arg, limit, strict, domains)
        case Op("-", (a, Const(value))):
            _raise(a, limit + value, strict, domains)
        case Op("+", (a, Const(value))):
            _raise(a, limit - value, strict, domains)
        case Op("-", (a, b)) if (high := interval(a, domains).high) is not None:
            _cap(b, high - limit, strict, domains)
        case _:
            pass


def _negative(value: Value | None) -> Value | None:
    return None if value is None else -value


def _combine(sign: str, a: Interval, b: Interval) -> Interval:
    if sign == "+":
        return Interval(_plus(a.low, b.low), _plus(a.high, b.high))
    if sign == "-":
        return Interval(_plus(a.low, _negative(b.high)), _plus(a.high, _negative(b.low)))
    if sign == "%" and b.high is not None and b.low is not None and b.low > 0:
        return Interval(0, b.high - 1)
    if sign in ("*", "/", "//", "**"):
        return _corners(sign, a, b)
    return EVERYTHING


def _corners(sign: str, a: Interval, b: Interval) -> Interval:
    """Return the enclosure from the four corners; open ends stay open where the rest is not negative."""
    if sign == "**" and (a.low is None or a.low < 0 or b.low is None or b.low < 0):
        return EVERYTHING
    if sign in ("/", "//") and (b.low is None or b.low <= 0):
        return EVERYTHING
    if None in (a.low, a.high, b.low, b.high):
        return _open_corners(sign, a, b)
    corners: list[tuple[Value, Value]] = [
        (x, y) for x in (a.low, a.high) for y in (b.low, b.high) if x is not None and y is not None
    ]
    try:
        values: list[Value] = [evaluate(Op(sign, (Const(x), Const(y))), {}) for x, y in corners]
    except ArithmeticError:
        return EVERYTHING
    return Interval(min(values), max(values))


def _open_corners(sign: str, a: Interval, b: Interval) -> Interval:
    if a.low is None or b.low is None or a.low < 0 or b.low < 0:
        return EVERYTHING
    if sign == "*":
        return Interval(a.low * b.low, None if a.high is None or b.high is None else a.high * b.high)
    if sign in ("/", "//"):
        return Interval(0, None if a.high is None else evaluate(Op(sign, (Const(a.high), Const(b.low))), {}))
    return Interval(0, None)


def _plus(a: Value | None, b: Value | None) -> Value | None:
    return None if a is None or b is None else a + b


def _extreme(name: str, parts: list[Interval]) -> Interval:
    lows, highs = [p.low for p in parts], [p.high for p in parts]
    known_lows, known_highs = [v for v in lows if v is not None], [v for v in highs if v is not None]
    if name == "min":
        low = min(known_lows) if len(known_lows) == len(lows) else None
        return Interval(low, min(known_highs, default=None))
    high = max(known_highs) if len(known_highs) == len(highs) else None
    return Interval(max(known_lows, default=None), high)


def _absolute(inner: Interval) -> Interval:
    if inner.low is None or inner.high is None:
        return Interval(0, None)
    ends: list[Value] = [max(end, -end) for end in (inner.low, inner.high)]
    return Interval(0 if inner.low <= 0 <= inner.high else min(ends), max(ends))


def _root(value: int, power: int) -> int:
    """Return the largest r with r ** power <= value."""
    low, high = 0, 1 << (value.bit_length() // power + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**power <= value:
            low = middle
        else:
            high = middle - 1
    return low
