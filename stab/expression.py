"""The canonical language of constraints: Python comparison chains over integers, evaluated exactly.

`1 <= n <= 200000`, `n * m <= 1000000`, `1 <= a[i] <= 10 ** 9`, `sum(n) <= 200000`, `len(s) == n`,
`m <= n * (n - 1) / 2`, `1 <= k <= min(n, 20)`, `u != v`, `x in {1, 5, 7}`. Parsing accepts nothing else;
evaluation never rounds.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from stab.digits import to_text

Value = int | Fraction
MAX_POWER_BITS = 4_000_000
MAX_GAP = 3  # whole numbers that are excluded one by one


@dataclass(frozen=True, slots=True)
class Const:
    """An exact number."""

    value: Value


@dataclass(frozen=True, slots=True)
class Ref:
    """A variable, perhaps indexed: `n`, `a[i]`, `t[s[k]]`, `Node.val`."""

    name: str
    indices: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Op:
    """An arithmetic operation: sign in + - * / // % **; one argument means negation."""

    sign: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A function: min max abs ceil floor gcd sum len isprime ispow2 ndivisors oneof(value, members …)."""

    name: str
    args: tuple[Expr, ...]


Expr = Const | Ref | Op | Call


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain: operands[0] signs[0] operands[1] signs[1] …; signs in <= < == != >= >."""

    operands: tuple[Expr, ...]
    signs: tuple[str, ...]

    def atoms(self) -> Iterator[tuple[Expr, str, Expr]]:
        """Yield the adjacent pairs of the chain."""
        return zip(self.operands, self.signs, self.operands[1:], strict=False)


class Unbound(Exception):
    """Evaluation met a name without a value; the name's canonical text is the only argument."""


class BadExpression(ValueError):
    """The text is not in the canonical language."""


_BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
}  # fmt: skip
_COMPARE = {ast.LtE: "<=", ast.Lt: "<", ast.Eq: "==", ast.NotEq: "!=", ast.GtE: ">=", ast.Gt: ">"}
FUNCTIONS = frozenset(
    {"min", "max", "abs", "ceil", "floor", "gcd", "sum", "len", "isprime", "ispow2", "ndivisors", "oneof"}
)
LONGEST_NUMBER = 4000  # digits; Python refuses to read or write more than 4300
AGGREGATES = frozenset({"sum", "len"})  # they have no value of their own: the environment must give it
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "neg": 3, "**": 4}


@lru_cache(maxsize=4096)
def parse(text: str) -> Expr | Comparison:
    """Return the expression or comparison chain written in `text`; BadExpression if it is neither."""
    try:
        body = ast.parse(text.strip(), mode="eval").body
        if isinstance(body, ast.Compare):
            if isinstance(body.ops[0], ast.In):
                return _membership(body)
            operands = (body.left, *body.comparators)
            return Comparison(tuple(map(_convert, operands)), tuple(_COMPARE[type(o)] for o in body.ops))
        return _convert(body)
    except (SyntaxError, KeyError, RecursionError, ValueError, MemoryError) as error:
        raise BadExpression(f"not a constraint expression: {text[:80]!r}") from error


def parse_expr(text: str) -> Expr:
    """Return the arithmetic expression in `text`; BadExpression for anything else."""
    found = parse(text)
    if isinstance(found, Comparison):
        raise BadExpression(f"a value was expected, not a comparison: {text[:80]!r}")
    return found


def parse_comparison(text: str) -> Comparison:
    """Return the comparison chain in `text`; BadExpression for anything else."""
    found = parse(text)
    if not isinstance(found, Comparison):
        raise BadExpression(f"a comparison was expected: {text[:80]!r}")
    return found


def _membership(node: ast.Compare) -> Comparison:
    """Return `x in {1, 5, 7}` as `oneof(x, 1, 5, 7) == 1`, which every evaluator of calls understands."""
    (members,) = node.comparators
    if not isinstance(members, (ast.Set, ast.Tuple, ast.List)):
        raise ValueError("what stands behind 'in' is no set")
    inner = (_convert(node.left), *map(_convert, members.elts))
    return Comparison((Call("oneof", inner), Const(1)), ("==",))


def _convert(node: ast.expr) -> Expr:  # noqa: C901 - one case a node type reads best in one place
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return Const(value)
        case ast.Constant(value=float() as value):
            return Const(Fraction(str(value)))
        case ast.Name(id=name):
            return Ref(name)
        case ast.Attribute(value=base, attr=attribute):
            inner = _convert(base)
            if isinstance(inner, Ref):
                return Ref(f"{render(inner)}.{attribute}")
        case ast.Subscript(value=base, slice=index):
            inner = _convert(base)
            if isinstance(inner, Ref):
                return Ref(inner.name, (*inner.indices, _convert(index)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _convert(operand)
            return Const(-inner.value) if isinstance(inner, Const) else Op("-", (inner,))
        case ast.BinOp(left=left, op=operator, right=right):
            return Op(_BINARY[type(operator)], (_convert(left), _convert(right)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS and args:
            return Call(name, tuple(map(_convert, args)))
    raise ValueError(ast.dump(node)[:80])


def render(item: Expr | Comparison) -> str:
    """Return the canonical text of an expression or chain."""
    if isinstance(item, Comparison):
        match item:
            case Comparison((Call("oneof", (subject, *members)), Const(1)), ("==",)) if members:
                return f"{render(subject)} in {{{', '.join(map(render, members))}}}"
        parts = [render(item.operands[0])]
        for sign, operand in zip(item.signs, item.operands[1:], strict=True):
            parts += [sign, render(operand)]
        return " ".join(parts)
    return _render(item, 0)


def _render(item: Expr, outer: int) -> str:
    match item:
        case Const(value):
            text = to_text(int(value)) if value.denominator == 1 else _decimal(Fraction(value))
            return f"({text})" if outer > 3 and text.startswith("-") else text
        case Ref(name, indices):
            return name + "".join(f"[{_render(index, 0)}]" for index in indices)
        case Call(name, args):
            return f"{name}({', '.join(_render(a, 0) for a in args)})"
        case Op("-", (only,)):
            text, level = "-" + _render(only, 3), 3
        case Op(sign, (left, right)):
            level = _PRECEDENCE[sign]
            right_level = level + (sign != "**")
            text = f"{_render(left, level + (sign == '**'))} {sign} {_render(right, right_level)}"
        case _:
            raise BadExpression(repr(item))
    return f"({text})" if level < outer else text


def _decimal(value: Fraction) -> str:
    """Return a finite decimal where there is one, else a quotient."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"({to_text(value.numerator)} / {to_text(value.denominator)})"
    digits = 0
    while value.denominator != 1 and (value * 10**digits).denominator != 1:
        digits += 1
    whole = abs(value) * 10**digits
    text = to_text(int(whole)).rjust(digits + 1, "0")
    return ("-" if value < 0 else "") + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def refs(item: Expr | Comparison) -> Iterator[Ref]:
    """Yield every variable in the expression, outermost first, index expressions included."""
    match item:
        case Ref(_, indices):
            yield item
            for index in indices:
                yield from refs(index)
        case Op(_, args) | Call(_, args) | Comparison(args, _):
            for arg in args:
                yield from refs(arg)
        case _:
            pass


def names(item: Expr | Comparison) -> tuple[str, ...]:
    """Return the base names of all variables, in order of appearance, each once."""
    return tuple(dict.fromkeys(ref.name for ref in refs(item)))


def substitute(item: Expr, replacements: Mapping[str, Expr]) -> Expr:
    """Return the expression with every part whose canonical text is a key replaced."""
    found = replacements.get(render(item))
    if found is not None:
        return found
    match item:
        case Ref(name, indices):
            return Ref(name, tuple(substitute(i, replacements) for i in indices))
        case Op(sign, args):
            return Op(sign, tuple(substitute(a, replacements) for a in args))
        case Call(name, args):
            return Call(name, tuple(substitute(a, replacements) for a in args))
        case _:
            return item


def gap(subject: Expr, value: int, first: int) -> tuple[Comparison, ...]:
    """Return what excludes the whole numbers between `value` and the range from `first` on above it.

    `x != 0` for the range from 1 and the value -1; of a wide gap `(x + 1) * (x - 100) >= 0`.
    """
    if first - value - 1 <= MAX_GAP:
        return tuple(Comparison((subject, Const(between)), ("!=",)) for between in range(value + 1, first))
    product = Op("*", (_less(subject, value), _less(subject, first)))
    return (Comparison((product, Const(0)), (">=",)),)


def _less(subject: Expr, value: int) -> Expr:
    return subject if value == 0 else Op("-+"[value < 0], (subject, Const(abs(value))))


def evaluate(item: Expr, env: Mapping[str, Value]) -> Value:
    """Return the exact value; `env` maps canonical texts (`n`, `len(s)`, `sum(n)`, `a[1]`) to numbers.

    Raises Unbound for a name (or sum, or len) without a value, ArithmeticError for division by zero
    and for powers too large to write out.
    """
    match item:
        case Const(value):
            return value
        case Ref() | Call("sum" | "len", _):
            text = render(item)
            if text in env:
                return env[text]
            raise Unbound(text)
        case Op("-", (only,)):
            return -evaluate(only, env)
        case Op(sign, (left, right)):
            return _ARITHMETIC[sign](evaluate(left, env), evaluate(right, env))
        case Call(name, args):
            return _CALLS[name](*(evaluate(a, env) for a in args))
    raise BadExpression(repr(item))


def holds(item: Comparison, env: Mapping[str, Value]) -> bool:
    """Tell whether every atom of the chain is true; raises as evaluate does."""
    values = [evaluate(operand, env) for operand in item.operands]
    return all(_ORDER[s](a, b) for a, s, b in zip(values, item.signs, values[1:], strict=False))


def _exact(value: Value) -> Value:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _power(base: Value, exponent: Value) -> Value:
    if not isinstance(_exact(exponent), int):
        raise ArithmeticError("a power needs a whole exponent")
    exponent = int(exponent)
    if base not in (0, 1, -1):
        size = max(abs(Fraction(base).numerator).bit_length(), Fraction(base).denominator.bit_length())
        if size * abs(exponent) > MAX_POWER_BITS:
            raise ArithmeticError("the power is too large to write out")
    return _exact(Fraction(base) ** exponent)


def _isprime(value: Value) -> bool:
    n = int(value)
    if n != value or n < 2:
        return False
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # enough below 3.3e24 (Sorenson, Webster 2015)
    if any(n % p == 0 for p in small):
        return n in small
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in small:
        x = pow(witness, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _ndivisors(value: Value) -> int:
    n, count, p = int(value), 1, 2
    if n < 1 or n > 10**12:
        raise ArithmeticError("the number of divisors is worked out for 1 to 10^12 only")
    while p * p <= n:
        power = 1
        while n % p == 0:
            n, power = n // p, power + 1
        count, p = count * power, p + 1
    return count * 2 if n > 1 else count


_ARITHMETIC: Mapping[str, Callable[[Value, Value], Value]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: _exact(Fraction(a) / Fraction(b)),
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": _power,
}
_CALLS: Mapping[str, Callable[..., Value]] = {
    "min": lambda *args: min(args),
    "max": lambda *args: max(args),
    "abs": abs,
    "ceil": math.ceil,
    "floor": math.floor,
    "gcd": lambda a, b: math.gcd(int(a), int(b)),
    "isprime": lambda a: int(_isprime(a)),
    "ispow2": lambda a: int(a > 0 and a == int(a) and int(a) & (int(a) - 1) == 0),
    "ndivisors": _ndivisors,
    "oneof": lambda value, *members: int(value in members),
}
_ORDER: Mapping[str, Callable[[Value, Value], bool]] = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
