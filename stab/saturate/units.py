"""Bounds whose number counts characters, digits or decimals of a quantity: `a name of at most 20 letters`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stab.expression import Call, Comparison, Const, Expr, Op, Ref
from stab.patterns import regex
from stab.saturate.grammar import Token
from stab.saturate.limits import Meaning
from stab.saturate.notation import fold, is_constant
from stab.saturate.subjects import EVERY, TESTS

_DECIMALS = regex(
    r"(?:decimals?(?! digits)|fraction(?:al)?|significant|places?"
    r"|digits? (?:after|behind|past|following|to the right|in the fraction|of (?:precision|accuracy)))\b"
)
_DIGITS = regex(r"(?:decimal )?digits?\b")
_RELATIONS = frozenset({"ATMOST", "LESS", "ATLEAST", "MORE"})
_HAS = frozenset({"has", "have", "having", "contains", "contain", "containing"})
_CHARACTERS = regex(r"(?:[a-z]+ ){0,2}(?:characters?|letters?|symbols?|chars?)\b")


def in_units(
    found: Sequence[Meaning], tokens: Sequence[Token], text: str, strings: frozenset[str]
) -> list[Meaning]:
    """Return what a phrase means when the words behind its number say what that number counts.

    Decimals bound no value; digits bound the value by a power of ten, characters the length. What a thing
    has at most so many of is no bound of the thing.
    """
    rest = words_behind(tokens, text)
    if _DECIMALS.match(rest):
        return []
    if _CHARACTERS.match(rest):
        return [made for m in found for made in _lengths(m)]
    if _DIGITS.match(rest):
        return [made for m in found for made in _digits(m, strings)]
    before = _before_relation(tokens, text)
    if before == "by":
        return []  # `they differ by at most 3`
    if before in _HAS:
        return [m for m in found if isinstance(_subject(m), Call) or _subject(m) == TESTS]
    if any("longer" in t or "shorter" in t for t in tokens):
        return [made for m in found for made in (_lengths(m) if _is_string(m, strings) else (m,))]
    return list(found)


def _before_relation(tokens: Sequence[Token], text: str) -> str:
    """Return the word before the relation: `has` in `each vertex has at most 3 children`."""
    relation = next((t for t in tokens if t.type in _RELATIONS), tokens[0])
    end = relation.start_pos or 0
    return " ".join(text[max(0, end - 20) : end].split()[-1:])


def _is_string(meaning: Meaning, strings: frozenset[str]) -> bool:
    subject = _subject(meaning)
    return isinstance(subject, Ref) and subject.name in strings


def _lengths(meaning: Meaning) -> Iterator[Meaning]:
    subject = _subject(meaning)
    if isinstance(subject, Call):
        yield meaning  # a length or a count already
    elif isinstance(subject, Ref) and subject != EVERY:
        yield _of(meaning, Call("len", (subject,)), meaning.comparison.operands)


def _digits(meaning: Meaning, strings: frozenset[str]) -> Iterator[Meaning]:
    subject, operands = _subject(meaning), meaning.comparison.operands
    if isinstance(subject, Ref) and subject.name in strings:
        yield from _lengths(meaning)
    elif isinstance(subject, Ref) and subject != EVERY:
        least, most = _ends(operands)
        yield _of(meaning, subject, tuple(_power(o, o is least, o is most) for o in operands))
    elif subject is not None and subject != EVERY:
        yield meaning


def _subject(meaning: Meaning) -> Expr | None:
    """Return what is bounded by constants, None where there is more than one such thing."""
    inner = [o for o in meaning.comparison.operands if not is_constant(o)]
    return inner[0] if len(inner) == 1 else None


def _ends(operands: Sequence[Expr]) -> tuple[Expr | None, Expr | None]:
    first, last = operands[0], operands[-1]
    return (first if is_constant(first) else None), (last if is_constant(last) else None)


def _power(item: Expr, is_least: bool, is_most: bool) -> Expr:
    """Return the least number of so many digits, or the largest."""
    if is_least:
        return fold(Op("**", (Const(10), fold(Op("-", (item, Const(1)))))))
    if is_most:
        return fold(Op("-", (fold(Op("**", (Const(10), item))), Const(1))))
    return item


def _of(meaning: Meaning, subject: Expr, operands: Sequence[Expr]) -> Meaning:
    bounds = tuple(o if is_constant(o) else subject for o in operands)
    return replace(meaning, comparison=Comparison(bounds, meaning.comparison.signs))


def words_behind(tokens: Sequence[Token], text: str) -> str:
    """Return the words of a sentence that directly follow a phrase."""
    return text[tokens[-1].end_pos or 0 :][:60].lstrip()
