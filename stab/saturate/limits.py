"""Ends of ranges told in words: numbers with their scales, relations, pairs; and what they bound."""

from __future__ import annotations

from dataclasses import dataclass

from stab.expression import Comparison, Const, Expr, Op
from stab.saturate.grammar import Node, Token
from stab.saturate.notation import fold, is_constant, negate
from stab.saturate.subjects import Reading, child, exprs_of

_NUMERALS = {
    word: value
    for value, word in enumerate(
        """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen""".split(),
        1,
    )
} | {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}


@dataclass(frozen=True, slots=True)
class Meaning:
    """One comparison told in words; `condition` marks a side condition, `pronoun` one told of `them`."""

    comparison: Comparison
    condition: bool = False
    lower_only: bool = False
    pronoun: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """Ends of a range; None where nothing is said."""

    low: Expr | None = None
    high: Expr | None = None
    low_sign: str = "<="
    high_sign: str = "<="


def limits_of(tree: Node, reading: Reading) -> Limits | None:
    """Return the ends that a `limits` tree tells of, None where they can't be read."""
    if tree.data == "two_sided":
        inner = child(tree, "pair")
        pair = pair_of(inner, reading)
        if pair is not None and str(tree.children[0]).startswith("from") and _is_way(inner, pair[0]):
            return None
        is_open = any(word in str(tree.children[0]) for word in ("strictly", "exclusively"))
        sign = "<" if is_open else "<="
        return None if pair is None else Limits(*pair, sign, sign)
    value = value_of(child(tree, "value"), reading)
    relation = token_of(child(tree, "rel")).type
    absolute = any(isinstance(c, Token) and c.type == "ABSOLUTE" for c in tree.children)
    if value is None:
        return None
    if relation in ("ATMOST", "LESS"):
        sign = "<=" if relation == "ATMOST" else "<"
        return Limits(negate(value) if absolute else None, value, sign, sign)
    return Limits(value, None, "<=" if relation == "ATLEAST" else "<")


def _is_way(tree: Node, low: Expr) -> bool:
    """Tell whether `from` begins no range: `an edge from u to v`, `numbers from S and from T`."""
    joined = any(isinstance(c, Token) and c.type == "AND" for c in tree.children)
    return joined or not is_constant(low)


def pair_of(tree: Node, reading: Reading) -> tuple[Expr, Expr] | None:
    """Return both ends of a range."""
    first = tree.children[0]
    if isinstance(first, Token):
        exprs = exprs_of(first, reading)
        return (exprs[0], exprs[1]) if len(exprs) == 2 else None
    values = [value_of(c, reading) for c in tree.children if not isinstance(c, Token)]
    low, high = values[0], values[-1]
    return None if low is None or high is None else (low, high)


def value_of(tree: Node, reading: Reading) -> Expr | None:
    """Return the number or expression that a `value` tree spells."""
    result: Expr | None = None
    for token in tree.children:
        assert isinstance(token, Token)
        if token.type in ("N", "E"):
            result = exprs_of(token, reading)[0]
        elif token.type == "NUMERAL":
            result = Const(_NUMERALS[str(token)])
        elif token.type == "ZERO":
            result = Const(0)
        else:
            scale = Const(_SCALES[str(token).rstrip("s")])
            result = scale if result is None else fold(Op("*", (result, scale)))
    return result


def limits_node(tree: Node) -> Node:
    """Return the subtree that tells the ends."""
    return next(c for c in tree.children if not isinstance(c, Token) and c.data in ("one_sided", "two_sided"))


def token_of(tree: Node) -> Token:
    """Return the first member of a tree, a terminal."""
    token = tree.children[0]
    assert isinstance(token, Token)
    return token


def bounded(subject: Expr, limits: Limits) -> Meaning:
    """Return the comparison that puts the subject between the limits."""
    operands: list[Expr] = [subject]
    signs: list[str] = []
    if limits.low is not None:
        operands.insert(0, limits.low)
        signs.append(limits.low_sign)
    if limits.high is not None:
        operands.append(limits.high)
        signs.append(limits.high_sign)
    return Meaning(Comparison(tuple(operands), tuple(signs)), lower_only=limits.high is None)
