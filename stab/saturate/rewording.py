"""The tokens of a sentence as the prose grammar wants them: denials turned, bounds before their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from stab.expression import Const
from stab.saturate.denials import affirmed
from stab.saturate.grammar import Token
from stab.saturate.stream import Element

_AFTER = {"ORLESS": "ATMOST", "ORMORE": "ATLEAST", "ATMOST": "ATMOST", "ATLEAST": "ATLEAST"}
_NUMBERS = frozenset({"N", "NUMERAL", "SCALE", "ZERO"})
_AMOUNTS = _NUMBERS | {"E", "L"}
_LEADING = frozenset("in is be lies lie within from must should will shall can ,".split())
_HOLDS = frozenset({"contain", "contains", "containing"})


def reworded(tokens: Sequence[Token], elements: Sequence[Element], text: str) -> list[Token]:
    """Return the tokens with `9 or less` and `9 at most` as `at most 9`, `n (1..9)` as `n in the range 1..9`.

    What is denied becomes its opposite (`affirmed`).
    """
    result: list[Token] = []
    for at, token in enumerate(tokens):
        kind = _AFTER.get(token.type)
        if kind is not None and result and result[-1].type in _NUMBERS and _is_behind(tokens, at):
            first = len(result) - 1
            while first > 0 and result[first].type == "SCALE" and result[first - 1].type in _NUMBERS:
                first -= 1
            result[-1] = Token(result[-1].type, result[-1], result[-1].start_pos, end_pos=token.end_pos)
            result.insert(first, Token.new_borrow_pos(kind, token, result[first]))
            continue
        if str(token) in _HOLDS and _is_text(result) and _is_related(tokens, at):
            continue
        if token.type == "N" and _is_range(tokens, at, text):
            while result and str(result[-1]) in _LEADING:
                result.pop()
            result.append(Token.new_borrow_pos("RANGE", "range", token))
        result.append(token)
    zeros = frozenset(t for t in result if t.type == "N" and elements[int(t[2:])].exprs == (Const(0),))
    return affirmed(result, zeros, text)


def _is_behind(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a relation belongs to the number before it: `9 at most`, not `@n5 at most 9`."""
    if tokens[at].type.startswith("OR"):
        return True
    return str(tokens[at])[0].isalpha() and (at + 1 == len(tokens) or tokens[at + 1].type not in _AMOUNTS)


def _is_text(before: Sequence[Token]) -> bool:
    kinds = [t.type for t in before[-2:]]
    return kinds[-1:] == ["STRINGS"] or kinds == ["STRINGS", "E"]


def _is_related(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].type in ("ATMOST", "ATLEAST", "BETWEEN", "LESS", "MORE")


def _is_range(tokens: Sequence[Token], at: int, text: str) -> bool:
    """Tell whether two numbers with dots between them stand right behind a name."""
    if at + 2 >= len(tokens) or str(tokens[at + 1]) != "...":
        return False
    before = next((t for t in reversed(tokens[max(0, at - 3) : at]) if str(t) not in _LEADING), None)
    if before is None or before.type != "E":
        return False
    return set(text[before.end_pos or 0 : tokens[at].start_pos or 0].split()) <= _LEADING
