"""From trees of the notation grammar to canonical expressions, and from chains with lists to plain chains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from stab.expression import LONGEST_NUMBER, Call, Const, Expr, Op, Ref, Value, refs
from stab.saturate.ellipsis import DOTS, NotAnExpression, Torn, is_torn, total
from stab.saturate.grammar import Node, Token
from stab.saturate.tokens import number
from stab.saturate.words import PLACES

MAX_FOLDED_EXPONENT = 40
MAX_FOLDED_BITS = 3 * LONGEST_NUMBER
_SIGN = {"LE": "<=", "LT": "<", "GE": ">=", "GT": ">", "EQ": "==", "NE": "!="}
_BINARY = {"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "mul_implicit": "*", "fraction": "/"}


@dataclass(frozen=True, slots=True)
class Context:
    """What the whole statement tells about its names."""

    singles: frozenset[str] = frozenset()  # one-letter names that stand alone somewhere
    indexed: frozenset[str] = frozenset()  # names that are indexed somewhere
    strings: frozenset[str] = frozenset()  # names declared as strings


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain whose operands may be lists: `1 <= n, m <= 10`."""

    operands: tuple[tuple[Expr, ...], ...]
    signs: tuple[str, ...]


# --- trees ---------------------------------------------------------------------------------------


def read_tree(tree: Node, context: Context) -> Chain | tuple[Expr, ...]:
    """Return the chain or the list of expressions of a `start` tree; NotAnExpression otherwise."""
    inner = tree.children[0]
    assert not isinstance(inner, Token)
    if inner.data == "list":
        return _list(inner, context)
    if inner.data == "member":
        return _member(inner, context)
    operands, signs = [], []
    for child in inner.children:
        assert not isinstance(child, Token)
        if child.data == "compare":
            sign = child.children[0]
            assert isinstance(sign, Token)
            signs.append(_SIGN[sign.type])
        else:
            operands.append(_list(child, context))
    return Chain(tuple(operands), tuple(signs))


def _list(tree: Node, context: Context) -> tuple[Expr, ...]:
    found = tuple(
        expression(child, context)
        for child in tree.children
        if not isinstance(child, Token) or child.type != "COMMA"
    )
    if any(map(is_torn, found)):
        raise Torn("...")
    return found


def _member(tree: Node, context: Context) -> Chain:
    names, interval = tree.children[0], tree.children[-1]
    assert not isinstance(names, Token) and not isinstance(interval, Token)
    members = next((c for c in interval.children if not isinstance(c, Token) and c.data == "list"), None)
    if members is not None:
        return _membership(_list(names, context), _list(members, context))
    ends = [expression(c, context) for c in interval.children if not isinstance(c, Token)]
    return Chain(((ends[0],), _list(names, context), (ends[-1],)), ("<=", "<="))


def _membership(subjects: tuple[Expr, ...], members: tuple[Expr, ...]) -> Chain:
    """Return the chain of `x in {…}`: a range where dots stand for members, else `oneof(x, …) == 1`."""
    if DOTS in members and len(members) > 2 and members[-1] != DOTS and is_constant(members[0]):
        return Chain(((members[0],), subjects, (members[-1],)), ("<=", "<="))
    if not all(isinstance(m, Const) for m in members):
        raise NotAnExpression("a set of names")
    return Chain((tuple(Call("oneof", (s, *members)) for s in subjects), (Const(1),)), ("==",))


def expression(tree: Node | Token, context: Context) -> Expr:
    """Return the canonical expression of a tree, constants folded."""
    if isinstance(tree, Token):
        raise NotAnExpression(str(tree))
    kind = tree.data
    reader = _READERS.get(str(kind))
    if reader is not None:
        return reader(tree, context)
    if kind in _BINARY:
        return _binary(kind, tree, context)
    raise NotAnExpression(str(kind))


def _inner(tree: Node, context: Context) -> Expr:
    return expression(next(p for p in tree.children if not isinstance(p, Token)), context)


def _power(tree: Node, context: Context) -> Expr:
    parts = [p for p in tree.children if not isinstance(p, Token)]
    return fold(Op("**", (expression(parts[0], context), expression(parts[-1], context))))


def constant(text: str) -> Const | Op:
    """Return the value of a NUM terminal: `200000`, or `10^5` where an exponent was put back."""
    base, _, exponent = text.partition("^")
    if not exponent:
        return Const(number(base))
    power = fold(Op("**", (Const(int(base)), Const(int(exponent)))))
    assert isinstance(power, (Const, Op))
    return power


def _binary(kind: str, tree: Node, context: Context) -> Expr:
    parts = [p for p in tree.children if not (isinstance(p, Token) and p.type in _OPERATORS)]
    if kind == "fraction" and all(isinstance(p, Token) for p in parts):
        digits = str(parts[-1])
        return fold(Op("/", (Const(number(str(parts[0]))), Const(number(digits)))))
    if kind == "add" and any(map(_is_dots, _summands(tree))):
        return total(tuple(expression(p, context) for p in _summands(tree)))
    left, right = expression(parts[0], context), expression(parts[-1], context)
    if (
        kind == "mul_implicit"
        and isinstance(left, Ref)
        and _is_group(parts[-1])
        and _indexes(left, right, context)
    ):
        return Ref(left.name, (*left.indices, right))
    return fold(Op(_BINARY[kind], (left, right)))


def _summands(tree: Node | Token) -> Iterator[Node | Token]:
    if isinstance(tree, Token) or tree.data != "add":
        yield tree
        return
    yield from _summands(tree.children[0])
    yield tree.children[-1]


def _is_dots(tree: Node | Token) -> bool:
    return not isinstance(tree, Token) and tree.data == "dots"


_OPERATORS = frozenset(
    {"PLUS", "MINUS", "STAR", "SLASH", "MOD", "FRAC", "LBRACE", "RBRACE", "LPAR", "RPAR", "COMMA", "CARET"}
)


def _is_group(part: Node | Token) -> bool:
    if isinstance(part, Token) or part.data != "group":
        return False
    first = part.children[0]
    return isinstance(first, Token) and first.type == "LPAR"


def _indexes(left: Ref, right: Expr, context: Context) -> bool:
    if left.name in context.indexed and left.name not in context.singles:
        return True
    return isinstance(right, Ref) and right.name in ("i", "j") and not right.indices


def _ref(tree: Node, context: Context) -> Expr:
    head = str(tree.children[0])
    indices: list[Expr] = []
    attribute = None
    for part in tree.children[1:]:
        if isinstance(part, Token):
            attribute = str(part)
            continue
        for inner in part.children:
            if isinstance(inner, Token):
                continue
            if inner.data == "numbered":  # `l_{1_i}` is an element of the array l1
                head += str(inner.children[0])
                inner = next(p for p in inner.children if not isinstance(p, Token))
            indices += _places(expression(inner, context))
    if not indices and attribute is None and _is_product(head, context):
        product: Expr = Ref(head[0])
        for letter in head[1:]:
            product = Op("*", (product, Ref(letter)))
        return product
    if attribute == "val":
        return Ref(f"{head}.val", tuple(indices))
    ref = Ref(head, tuple(indices))
    return ref if attribute is None else Call("len", (ref,))


def _places(index: Expr) -> tuple[Expr, ...]:
    """Return both places of `a_{ij}`, however the letters were joined."""
    match index:
        case Ref(name, ()) if name in PLACES:
            return tuple(map(Ref, name))
        case Op("*", (Ref(first, ()), Ref(second, ()))) if first + second in PLACES:
            return (Ref(first), Ref(second))
    return (index,)


def _is_product(head: str, context: Context) -> bool:
    return (
        1 < len(head) <= 3
        and head not in context.indexed
        and all(letter in context.singles for letter in head)
    )


def _call(tree: Node, context: Context) -> Expr:
    name = str(tree.children[0])
    arguments = next(p for p in tree.children if not isinstance(p, Token))
    args = tuple(expression(p, context) for p in arguments.children if not isinstance(p, Token))
    if DOTS in args:
        raise Torn("...")
    return Call(name, args)


def negate(item: Expr) -> Expr:
    """Return the negated expression; the sign of a product goes to its first factor, as it is written."""
    if isinstance(item, Op) and item.sign in "*/" and len(item.args) == 2:
        return Op(item.sign, (negate(item.args[0]), item.args[1]))
    return Const(-item.value) if isinstance(item, Const) else Op("-", (item,))


def fold(item: Op) -> Expr:
    """Return the constant where both sides are, powers of other bases than ten left as written."""
    left, right = item.args
    if not (isinstance(left, Const) and isinstance(right, Const)):
        return item
    a, b = left.value, right.value
    value: Value
    if item.sign == "+":
        value = a + b
    elif item.sign == "-":
        value = a - b
    elif item.sign == "*":
        value = a * b
    elif item.sign == "/" and b != 0:
        value = Fraction(a) / Fraction(b)
    elif item.sign == "**" and isinstance(b, int) and a == 10 and abs(b) <= MAX_FOLDED_EXPONENT:
        value = Fraction(a) ** b
    else:
        return item
    if Fraction(value).numerator.bit_length() > MAX_FOLDED_BITS:
        return item
    return Const(int(value) if isinstance(value, Fraction) and value.denominator == 1 else value)


def _cut(tree: Node, context: Context) -> Expr:
    raise Torn("...")


_READERS: dict[str, Callable[[Node, Context], Expr]] = {
    "num": lambda tree, _: constant(str(tree.children[0])),
    "neg": lambda tree, context: negate(expression(tree.children[-1], context)),
    "pow": _power,
    "ref": _ref,
    "group": _inner,
    "signed": _inner,
    "exponent": _inner,
    "bars": lambda tree, context: Call("bars", (_inner(tree, context),)),
    "ceil": lambda tree, context: Call("ceil", (_inner(tree, context),)),
    "floor": lambda tree, context: Call("floor", (_inner(tree, context),)),
    "call": _call,
    "total": lambda tree, context: Call("sum", (expression(tree.children[-1], context),)),
    "dots": lambda tree, context: DOTS,
    "cut": _cut,
}


def is_constant(item: Expr) -> bool:
    """Tell whether the expression contains no name."""
    return next(refs(item), None) is None
