"""Several things told of one subject, perhaps of a pronoun: `each of which is at least 3 but at most k`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stab.expression import Comparison, Const, Expr, Ref
from stab.patterns import regex
from stab.saturate.grammar import Node, Token
from stab.saturate.limits import Limits, Meaning, bounded, limits_of, token_of, value_of
from stab.saturate.notation import is_constant, negate
from stab.saturate.subjects import EVERY, Reading, child, exprs_of, singular, subjects

_UNNAMED = Ref("_x", (Ref("i"),))
_NUMBERS = frozenset("number numbers integer integers value values".split())
_IS = frozenset("is are be being isn't aren't isn’t aren’t never neither".split())
_MAY = frozenset("can may could might".split())
_PLACE = regex(r"@([nelc])(\d+)")
_LINKS = frozenset({",", "and", "where", "with", "but"})
MAX_BEFORE = 300  # characters in which a pronoun's noun is sought


def several(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """Yield what `n is positive and at most 9` says."""
    phrase, traits = child(tree, "phrase"), child(tree, "traits")
    first = _first(traits)
    if first.type in ("SIGN", "NONZERO"):
        between = set(reading.text[_last(phrase).end_pos or 0 : first.start_pos or 0].split())
        if not between & _IS or between & _MAY:
            return  # `n positive integers` counts them
    for subject in subjects(phrase, reading):
        yield from _told(traits, subject, reading)


def these(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """Yield what is said of `them`, of `each of which`, of `none`."""
    ends = next(c for c in tree.children if not isinstance(c, Token) and c.data != "scope")
    found, is_far = _referred(token_of(tree), reading)
    for subject in found:
        for meaning in _told(ends, subject, reading):
            yield replace(meaning, pronoun=is_far)


def each(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """Yield what is said of `each`, of the name before or of numbers without one."""
    ends = next(c for c in tree.children if not isinstance(c, Token))
    found = _near(token_of(tree), reading) or (_UNNAMED,)
    positive = "positive" in reading.text and "non" not in reading.text
    for subject in found if found != (EVERY,) else (_UNNAMED,):
        for meaning in _told(ends, subject, reading):
            operands, signs = meaning.comparison.operands, meaning.comparison.signs
            if positive and len(operands) == 2 and is_constant(operands[1]):
                meaning = Meaning(Comparison((Const(1), *operands), ("<=", *signs)))
            yield meaning


def signed(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """Yield the lower bound of `a positive integer n`."""
    low = _low(next(c for c in tree.children if isinstance(c, Token)))
    place = token_of(child(tree, "named"))
    exprs: Sequence[Expr] = exprs_of(place, reading)
    if place.type == "C":
        chain = reading.elements[int(place[2:])].chain
        exprs = chain.operands[0] if chain is not None else ()
    for subject in exprs:
        if isinstance(subject, Ref) and not is_constant(subject):
            yield bounded(subject, Limits(low))


# --- what is told --------------------------------------------------------------------------------


def _low(sign: Token) -> Const:
    return Const(0 if "neg" in sign else 1)


def _told(tree: Node, subject: Expr, reading: Reading) -> Iterator[Meaning]:
    """Yield the bounds and conditions that limits, or traits joined by `and`, put on a subject."""
    if tree.data != "traits":
        limits = limits_of(tree, reading)
        if limits is not None:
            yield bounded(subject, limits)
        return
    found = [_trait(c, reading) for c in tree.children if not isinstance(c, Token)]
    limits = _joined(found)
    if limits is None:
        return
    if limits != Limits():
        yield bounded(subject, limits)
    if any(isinstance(part, str) for part in found):
        yield Meaning(Comparison((subject, Const(0)), ("!=",)), condition=True)


def _trait(tree: Node, reading: Reading) -> Limits | str | None:
    """Return what one trait says: ends, `nonzero`, or None where it can't be read."""
    first = tree.children[0]
    if isinstance(first, Token):
        return "nonzero" if first.type == "NONZERO" else Limits(_low(first))
    value = value_of(child(tree, "value"), reading)
    relation = token_of(child(tree, "rel")).type
    if value is None:
        return None
    if relation in ("ATMOST", "LESS"):
        sign = "<=" if relation == "ATMOST" else "<"
        absolute = any(isinstance(c, Token) and c.type == "ABSOLUTE" for c in tree.children)
        return Limits(negate(value) if absolute else None, value, sign, sign)
    return Limits(value, None, "<=" if relation == "ATLEAST" else "<")


def _joined(found: Sequence[Limits | str | None]) -> Limits | None:
    """Return the ends of all traits, None where one is unread or two tell the same end."""
    result = Limits()
    for part in found:
        if part is None:
            return None
        if isinstance(part, str):
            continue
        if (part.low and result.low) or (part.high and result.high):
            return None
        if part.low is not None:
            result = replace(result, low=part.low, low_sign=part.low_sign)
        if part.high is not None:
            result = replace(result, high=part.high, high_sign=part.high_sign)
    return result


# --- of what -------------------------------------------------------------------------------------


def _referred(pronoun: Token, reading: Reading) -> tuple[Sequence[Expr], bool]:
    """Return what a pronoun stands for, and whether that was named in another sentence."""
    words = str(pronoun).split()
    if words[-1] == "no" or words[:3] == ["none", "of", "the"]:
        return ((EVERY,) if _NUMBERS & set(reading.text.split()) else ()), False
    near = _near(pronoun, reading)
    if near:
        return near, False
    if words[-1] in ("which", "whom"):
        return (EVERY,), False
    if not reading.book.declared and _NUMBERS & set(reading.text.split()):
        return (EVERY,), False
    return reading.book.declared, True


def _near(pronoun: Token, reading: Reading) -> tuple[Expr, ...]:
    """Return the names right before a pronoun, else what its noun stands for, () where neither is there."""
    end = pronoun.start_pos or 0
    before = reading.text[max(0, end - MAX_BEFORE) : end]
    places = list(_PLACE.finditer(before))
    while places and places[-1][1] == "c" and not _between(before, places[-1].end()):
        before = before[: places.pop().start()]
    goes_on = _goes_on(before, places)
    if goes_on:
        places = [p for p in places if p[1] in "el"]
    words = _between(before, places[-1].end()) if places else before.split()
    if places and places[-1][1] in "el" and (goes_on or not words):
        exprs = reading.elements[int(places[-1][2])].exprs
        return exprs if all(isinstance(e, Ref) for e in exprs) else ()
    for word in reversed(words):
        known = reading.book.apposed.get(singular(word))
        if known is not None:
            return (known,)
        if word in _NUMBERS:
            return (EVERY,)
    return ()


def _goes_on(before: str, places: list[re.Match[str]]) -> bool:
    """Tell whether a bound of the same thing stands before: `no a_i is above 9 and none is below 4`."""
    return bool(places) and places[-1][1] == "n" and not _between(before, places[-1].end())


def _between(text: str, start: int) -> list[str]:
    return [word for word in text[start:].split() if word not in _LINKS]


def _first(traits: Node) -> Token:
    trait = traits.children[0]
    assert not isinstance(trait, Token)
    inner = trait.children[0]
    return inner if isinstance(inner, Token) else token_of(inner)


def _last(phrase: Node) -> Token:
    unit: Node | Token = phrase.children[-1]
    while not isinstance(unit, Token):
        unit = unit.children[-1]
    return unit
