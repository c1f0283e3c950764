"""What the trees of the prose grammar mean: subjects, limits and conditions in canonical form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, refs
from stab.patterns import regex
from stab.saturate.grammar import Node, Token
from stab.saturate.limits import (
    Limits,
    Meaning,
    bounded,
    limits_node,
    limits_of,
    pair_of,
    token_of,
    value_of,
)
from stab.saturate.notation import is_constant, negate
from stab.saturate.stream import Element
from stab.saturate.subjects import (
    EVERY,
    Phrasebook,
    Reading,
    child,
    counted,
    exprs_of,
    singular,
    string_before,
    subjects,
    summed,
    units_of,
)
from stab.saturate.traits import each, several, signed, these

_NOT_COUNTED = frozenset(
    """digit decimal place error second minute way operation step move time change line edge road occurrence
    space difference element number integer of value pair other""".split()
)  # fmt: skip


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


# --- facts ---------------------------------------------------------------------------------------


def _plain(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = limits_of(limits_node(tree), reading)
    if limits is None:
        return
    for subject in subjects(child(tree, "phrase"), reading):
        yield bounded(subject, limits)


def _totals(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = limits_of(limits_node(tree), reading)
    if limits is None:
        return
    for part in tree.children:
        if not isinstance(part, Token) and part.data == "total":
            for subject in summed(part, reading):
                yield bounded(subject, limits)


def _absolute(tree: Node, reading: Reading) -> Iterator[Meaning]:
    limits = limits_of(limits_node(tree), reading)
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
    value = value_of(child(tree, "value"), reading)
    relation = token_of(child(tree, "rel")).type
    units = units_of(child(tree, "phrase"))
    kinds = [u.type for u in units]
    if value is None or not is_constant(value):
        return
    if relation == "ATLEAST" and "TESTS" in kinds[:2]:
        yield bounded(reading.book.tests, Limits(value))
    if relation not in ("ATMOST", "LESS"):
        return
    limits = Limits(None, value, "<=", "<=" if relation == "ATMOST" else "<")
    yield from _counted(tree, units, limits, reading)


def _counted(tree: Node, units: list[Token], limits: Limits, reading: Reading) -> Iterator[Meaning]:
    """Yield the bound on how many tests, characters or other things there are."""
    kinds, value = [u.type for u in units], limits.high
    if "TESTS" in kinds[:2]:
        yield bounded(reading.book.tests, limits)
    elif kinds[0] == "CHARACTERS":
        named = string_before(reading, token_of(child(tree, "rel"))) or reading.book.last_string
        if named is not None or "string" in reading.text:
            yield bounded(Call("len", (named or Ref("_s"),)), limits)
    elif _OF_EACH.search(reading.text[: token_of(child(tree, "rel")).start_pos]) is not None:
        return  # of one thing, not of the input
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


def _parity(tree: Node, reading: Reading) -> Iterator[Meaning]:
    word = next(str(c) for c in tree.children if isinstance(c, Token))
    if _COPRIME.search(word) is not None:
        both = exprs_of(_named_token(tree), reading) if _named_token(tree).type == "L" else ()
        if len(both) == 2 and not any(r.indices for e in both for r in refs(e)):
            yield Meaning(Comparison((Call("gcd", both), Const(1)), ("==",)), condition=True)
        return
    for subject in exprs_of(_named_token(tree), reading) if _named_token(tree).type != "C" else ():
        if is_constant(subject) or any(r.indices for r in refs(subject)):
            continue
        yield Meaning(_condition(word, subject), condition=True)


def _named_token(tree: Node) -> Token:
    return token_of(child(tree, "named"))


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
    size = exprs_of(token_of(child(tree, "size")), reading)[0]
    if _named_token(tree).type == "C":
        return
    for subject in exprs_of(_named_token(tree), reading):
        if isinstance(subject, Ref):
            yield Meaning(Comparison((Call("len", (subject,)), size), ("==",)), condition=True)


def _pair_between(tree: Node, reading: Reading) -> Iterator[Meaning]:
    pair = pair_of(child(tree, "pair"), reading)
    if pair is not None:
        for name in ("_a", "_b"):
            yield bounded(Ref(name), Limits(*pair))


def _single_between(tree: Node, reading: Reading) -> Iterator[Meaning]:
    pair = pair_of(child(tree, "pair"), reading)
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
        told = _TELLS.search(reading.text[: tokens[0].start_pos or 0]) is not None
        if neighbours and values[0] == 0 and not told and _CONTAINS.search(reading.text) is not None:
            yield bounded(Ref("_x", (Ref("i"),)), ends)
        return
    token = _named_token(tree)
    if _is_quoted(reading, int(tokens[0][2:])):
        return  # characters of a text
    for subject in (exprs_of(token, reading) if token.type != "C" else ())[-1:]:
        if is_constant(subject):
            continue
        if neighbours:
            yield bounded(subject, ends)
        else:
            inside = Call("oneof", (subject, *map(Const, values)))
            yield Meaning(Comparison((inside, Const(1)), ("==",)), condition=True)


def _is_quoted(reading: Reading, place: int) -> bool:
    around = (*reading.elements[max(0, place - 1) : place], *reading.elements[place + 1 : place + 2])
    return len(around) == 2 and all(e.text in _QUOTES for e in around)


def _all_within(tree: Node, reading: Reading) -> Iterator[Meaning]:
    """`All numbers do not exceed 100 by absolute value.`"""
    value = value_of(child(tree, "value"), reading)
    relation = token_of(child(tree, "rel")).type
    if value is not None and relation in ("ATMOST", "LESS") and _ALL.search(reading.text):
        sign = "<=" if relation == "ATMOST" else "<"
        yield bounded(EVERY, Limits(negate(value), value, sign, sign))


_OF_EACH = regex(r"\b(?:each|every|any|no) \w+(?: @e\d+)? (?:has|have|contains?) $")
_COPRIME = regex(r"\b(?:co ?|relatively |mutually )prime")
_TELLS = regex(r"@e\d+ (?:is |are |be )?(?:either )?(?:an? )?$")  # of a name, whose choice it is
_QUOTES = frozenset("'\"‘’“”")
_CONTAINS = regex(r"\b(?:contains?|each|integers?|numbers?|either)\b")
_ALL = regex(r"\b(?:all|every|each|any)\b")

_HANDLERS = {
    "plain": _plain, "total_bound": _totals, "totals_bound": _totals, "these": these, "absolute": _absolute,
    "several": several, "each": each, "count": _count, "signed": signed, "parity": _parity,
    "multiple": _multiple,
    "exact": _exact, "pair_between": _pair_between, "single_between": _single_between,
    "choice": _choice, "single_choice": _choice, "all_within": _all_within,
}  # fmt: skip
