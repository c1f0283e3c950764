"""What the trees of the prose grammar mean: subjects, limits and conditions in canonical form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, refs
from stab.patterns import regex
from stab.saturate.grammar import Node, Token
from stab.saturate.notation import fold, is_constant, negate
from stab.saturate.stream import Element
from stab.saturate.subjects import (
    EVERY,
    Phrasebook,
    Reading,
    child,
    counted,
    exprs_of,
    singular,
    subjects,
    summed,
    units_of,
)

_NUMERALS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "twenty": 20, "fifty": 50,
}  # fmt: skip
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_NOT_COUNTED = frozenset(
    """digit decimal place error second minute way operation step move time change line edge road occurrence
    space difference element number integer of value pair other""".split()
)  # fmt: skip


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


def meanings(tree: Node, elements: Sequence[Element], book: Phrasebook, text: str) -> list[Meaning]:
    """Return what a sentence's phrase says; empty when it says nothing about bounds."""
    fact = tree.children[0]
    assert not isinstance(fact, Token)
    reading = Reading(elements, book, text)
    handler = _HANDLERS.get(str(fact.data))
    if handler is None:
        return []
    return [m for m in handler(fact, reading) if not _vacuous(m)]


def _vacuous(meaning: Meaning) -> bool:
    return all(is_constant(o) for o in meaning.comparison.operands)


# --- limits --------------------------------------------------------------------------------------


def _limits(tree: Node, reading: Reading) -> Limits | None:
    if tree.data == "two_sided":
        inner = child(tree, "pair")
        pair = _pair(inner, reading)
        if pair is not None and str(tree.children[0]).startswith("from") and _is_way(inner, pair[0]):
            return None
        return None if pair is None else Limits(pair[0], pair[1])
    value = _value(child(tree, "value"), reading)
    relation = _token(child(tree, "rel")).type
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


def _pair(tree: Node, reading: Reading) -> tuple[Expr, Expr] | None:
    first = tree.children[0]
    if isinstance(first, Token):
        exprs = exprs_of(first, reading)
        return (exprs[0], exprs[1]) if len(exprs) == 2 else None
    values = [_value(c, reading) for c in tree.children if not isinstance(c, Token)]
    low, high = values[0], values[-1]
    return None if low is None or high is None else (low, high)


def _value(tree: Node, reading: Reading) -> Expr | None:
    result: Expr | None = None
    for token in tree.children:
        assert isinstance(token, Token)
        if token.type in ("N", "E"):
            result = exprs_of(token, reading)[0]
        elif token.type == "NUMERAL":
            result = Const(_NUMERALS[str(token)])
        else:
            scale = Const(_SCALES[str(token).rstrip("s")])
            result = scale if result is None else fold(Op("*", (result, scale)))
    return result


def _limits_of(tree: Node) -> Node:
    return next(c for c in tree.children if not isinstance(c, Token) and c.data in ("one_sided", "two_sided"))


def _token(tree: Node) -> Token:
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


# --- facts ---------------------------------------------------------------------------------------


def _plain(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    if limits is None:
        return
    for subject in subjects(child(tree, "phrase"), reading):
        yield bounded(subject, limits)


def _totals(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    if limits is None:
        return
    for part in tree.children:
        if not isinstance(part, Token) and part.data == "total":
            for subject in summed(part, reading):
                yield bounded(subject, limits)


def _these(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    if limits is not None:
        for subject in reading.book.declared:
            yield replace(bounded(subject, limits), pronoun=True)


def _absolute(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    of = [c for c in tree.children if not isinstance(c, Token) and c.data == "absolute_of"]
    if limits is None or limits.high is None:
        return
    inner = of[0].children[0] if of else None
    found = (
        subjects(inner, reading)
        if inner is not None and not isinstance(inner, Token)
        else reading.book.declared or (EVERY,)
    )
    both = Limits(negate(limits.high), limits.high, limits.high_sign, limits.high_sign)
    for subject in found:
        yield replace(bounded(subject, both), pronoun=found is reading.book.declared)


def _count(tree: Node, reading: Reading) -> Iterator[Meaning]:
    value = _value(child(tree, "value"), reading)
    relation = _token(child(tree, "rel")).type
    units = units_of(child(tree, "phrase"))
    kinds = [u.type for u in units]
    if value is None or relation not in ("ATMOST", "LESS") or not is_constant(value):
        return
    limits = Limits(None, value, "<=", "<=" if relation == "ATMOST" else "<")
    if "TESTS" in kinds[:2]:
        yield bounded(reading.book.tests, limits)
    elif kinds[0] == "CHARACTERS":
        if reading.book.last_string is not None or "string" in reading.text:
            yield bounded(Call("len", (reading.book.last_string or Ref("_s"),)), limits)
    elif (
        reading.book.in_constraints and kinds[0] == "WORD" and isinstance(value, Const) and value.value >= 10
    ):
        noun = next((singular(str(u)) for u in units if u.type == "WORD"), "count")
        if noun not in _NOT_COUNTED:
            yield bounded(counted(units, reading), limits)
    elif (
        "there are" in reading.text and kinds[0] == "WORD" and isinstance(value, Const) and value.value >= 10
    ):
        total = counted(units, reading)
        yield bounded(Call("sum", (total,)) if "total" in reading.text else total, limits)


def _both(tree: Node, reading: Reading) -> Iterator[Meaning]:
    values = [_value(c, reading) for c in tree.children if not isinstance(c, Token) and c.data == "value"]
    relations = [_token(c).type for c in tree.children if not isinstance(c, Token) and c.data == "rel"]
    low = high = None
    for value, relation in zip(values, relations, strict=True):
        if relation in ("ATLEAST", "MORE"):
            low = value
        else:
            high = value
    for subject in subjects(child(tree, "phrase"), reading):
        yield bounded(subject, Limits(low, high))


def _signed(tree: Node, reading: Reading) -> Iterator[Meaning]:
    sign = next(c for c in tree.children if isinstance(c, Token))
    low = Const(0 if "neg" in sign else 1)
    nouns = [c for c in tree.children if not isinstance(c, Token) and c.data == "noun"]
    if nouns:
        subject = reading.book.apposed.get(singular(str(_token(nouns[0]))))
        if subject is not None:
            yield bounded(subject, Limits(low))
        return
    place = _token(child(tree, "named"))
    between = reading.text[place.end_pos or 0 : sign.start_pos or 0]
    if (place.start_pos or 0) < (sign.start_pos or 0) and not {"is", "are", "be"} & set(between.split()):
        return  # `n positive integers` counts them
    if place.type == "C":
        chain = reading.elements[int(place[2:])].chain
        exprs = chain.operands[0] if chain is not None else ()
    else:
        exprs = exprs_of(place, reading)
    for subject in exprs:
        if isinstance(subject, Ref) and not is_constant(subject):
            yield bounded(subject, Limits(low))


def _parity(tree: Node, reading: Reading) -> Iterator[Meaning]:
    word = next(str(c) for c in tree.children if isinstance(c, Token))
    for subject in exprs_of(_named_token(tree), reading) if _named_token(tree).type != "C" else ():
        if is_constant(subject) or any(r.indices for r in refs(subject)):
            continue
        yield Meaning(_condition(word, subject), condition=True)


def _named_token(tree: Node) -> Token:
    return _token(child(tree, "named"))


def _condition(word: str, subject: Expr) -> Comparison:
    if "even" in word or "odd" in word:
        remainder = Op("%", (subject, Const(2)))
        return Comparison((remainder, Const(1 if "odd" in word else 0)), ("==",))
    if "prime" in word or "composite" in word:
        return Comparison((Call("isprime", (subject,)), Const(1 if "prime" in word else 0)), ("==",))
    return Comparison((Call("ispow2", (subject,)), Const(1)), ("==",))


def _multiple(tree: Node, reading: Reading) -> Iterator[Meaning]:
    divisor = next(c for c in tree.children if isinstance(c, Token) and c.type == "N")
    if _named_token(tree).type == "C":
        return
    for subject in exprs_of(_named_token(tree), reading):
        remainder = Op("%", (subject, exprs_of(divisor, reading)[0]))
        yield Meaning(Comparison((remainder, Const(0)), ("==",)), condition=True)


def _exact(tree: Node, reading: Reading) -> Iterator[Meaning]:
    size = exprs_of(_token(child(tree, "size")), reading)[0]
    if _named_token(tree).type == "C":
        return
    for subject in exprs_of(_named_token(tree), reading):
        if isinstance(subject, Ref):
            yield Meaning(Comparison((Call("len", (subject,)), size), ("==",)), condition=True)


def _pair_between(tree: Node, reading: Reading) -> Iterator[Meaning]:
    pair = _pair(child(tree, "pair"), reading)
    if pair is not None:
        for name in ("_a", "_b"):
            yield bounded(Ref(name), Limits(*pair))


def _single_between(tree: Node, reading: Reading) -> Iterator[Meaning]:
    pair = _pair(child(tree, "pair"), reading)
    text = reading.text
    if pair is None or not is_constant(pair[0]) or "permutation" in text or is_label_range(text):
        return
    if ("integer" not in text and "number" not in text) or "digit" in text:
        return
    several = "each" in reading.text or "integers" in reading.text
    yield bounded(Ref("_x", (Ref("i"),)) if several else Ref("_x"), Limits(*pair))


def is_label_range(text: str) -> bool:
    """Tell whether a sentence only numbers things: `cities are numbered from 1 to n`."""
    return any(
        w in text
        for w in ("number from", "numbered", "labeled", "labelled", "indexed", "enumerated", "index from")
    )


def _single_each(tree: Node, reading: Reading) -> Iterator[Meaning]:
    value = _value(child(tree, "value"), reading)
    relation = _token(child(tree, "rel")).type
    if value is not None and relation in ("ATMOST", "LESS"):
        low = Const(1) if "positive" in reading.text and "non" not in reading.text else None
        yield bounded(Ref("_x", (Ref("i"),)), Limits(low, value, "<=", "<=" if relation == "ATMOST" else "<"))


def _choice(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """`a_i is either 0 or 1`: a range where the two values are neighbours, else a set."""
    tokens = [c for c in child(tree, "members").children if isinstance(c, Token) and c.type != "OR"]
    members = [e for token in tokens for e in exprs_of(token, reading)]
    values = sorted({m.value for m in members if isinstance(m, Const)})
    if len(values) < 2 or not all(isinstance(m, Const) for m in members):
        return
    ends = Limits(Const(values[0]), Const(values[-1]))
    neighbours = len(values) == 2 and values[1] - values[0] == 1
    if tree.data == "single_choice":
        if neighbours and values[0] == 0 and _CONTAINS.search(reading.text) is not None:
            yield bounded(Ref("_x", (Ref("i"),)), ends)
        return
    token = _named_token(tree)
    for subject in (exprs_of(token, reading) if token.type != "C" else ())[-1:]:
        if is_constant(subject):
            continue
        if neighbours:
            yield bounded(subject, ends)
        else:
            inside = Call("oneof", (subject, *map(Const, values)))
            yield Meaning(Comparison((inside, Const(1)), ("==",)), condition=True)


def _all_within(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """`All numbers do not exceed 100 by absolute value.`"""
    value = _value(child(tree, "value"), reading)
    relation = _token(child(tree, "rel")).type
    if value is not None and relation in ("ATMOST", "LESS") and _ALL.search(reading.text):
        sign = "<=" if relation == "ATMOST" else "<"
        yield bounded(EVERY, Limits(negate(value), value, sign, sign))


def _none_above(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """`None of the numbers exceeds 100`, `no height is more than 9`."""
    value = _value(child(tree, "value"), reading)
    words = [str(c) for c in tree.children if isinstance(c, Token) and c.type == "WORD"]
    if value is None or len(words) > 1:
        return
    if words:
        subject = reading.book.apposed.get(singular(words[0]))
    else:
        subject = EVERY if re.search(r"\b(?:number|integer|value)s?\b", reading.text) else None
    if subject is not None:
        yield bounded(subject, Limits(None, value))


_CONTAINS = regex(r"\b(?:contains?|each|integers?|numbers?|either)\b")
_ALL = regex(r"\b(?:all|every|each|any)\b")

_HANDLERS = {
    "plain": _plain, "total_bound": _totals, "totals_bound": _totals, "these": _these, "absolute": _absolute,
    "count": _count, "both": _both, "signed": _signed, "parity": _parity, "multiple": _multiple,
    "exact": _exact, "pair_between": _pair_between, "single_between": _single_between,
    "single_each": _single_each, "choice": _choice, "single_choice": _choice, "all_within": _all_within,
    "none_above": _none_above,
}  # fmt: skip
