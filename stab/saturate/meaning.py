"""What the trees of the prose grammar mean: subjects, limits and conditions in canonical form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lark import Token

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, refs
from stab.saturate.grammar import Node
from stab.saturate.notation import fold, is_constant, negate
from stab.saturate.stream import Element

TESTS = Ref("_tests")
_NUMERALS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "twenty": 20, "fifty": 50,
}  # fmt: skip
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_NOT_COUNTED = frozenset(
    """digit decimal place error second minute way operation step move time change line edge road occurrence
    space difference element number integer of value pair other""".split()
)  # fmt: skip


@dataclass(slots=True)
class Phrasebook:
    """What the statement says elsewhere about its names."""

    described: Mapping[str, Expr]  # singular noun -> what counts it
    apposed: Mapping[str, Expr] = field(default_factory=dict)  # singular noun -> the name behind it
    tests: Expr = TESTS
    declared: tuple[Expr, ...] = ()  # the names declared last
    strings: frozenset[str] = frozenset()
    in_constraints: bool = False
    last_string: Expr | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """One comparison told in words; `condition` marks a side condition."""

    comparison: Comparison
    condition: bool = False
    lower_only: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """Ends of a range; None where nothing is said."""

    low: Expr | None = None
    high: Expr | None = None
    low_sign: str = "<="
    high_sign: str = "<="


@dataclass(slots=True)
class _Reading:
    elements: Sequence[Element]
    book: Phrasebook
    text: str
    found: list[Meaning] = field(default_factory=list)


def meanings(tree: Node, elements: Sequence[Element], book: Phrasebook, text: str) -> list[Meaning]:
    """Return what a sentence's phrase says; empty when it says nothing about bounds."""
    fact = tree.children[0]
    assert not isinstance(fact, Token)
    reading = _Reading(elements, book, text)
    handler = _HANDLERS.get(str(fact.data))
    if handler is None:
        return []
    return [m for m in handler(fact, reading) if not _vacuous(m)]


def _vacuous(meaning: Meaning) -> bool:
    return all(is_constant(o) for o in meaning.comparison.operands)


# --- limits --------------------------------------------------------------------------------------


def _limits(tree: Node, reading: _Reading) -> Limits | None:
    if tree.data == "two_sided":
        pair = _pair(_child(tree, "pair"), reading)
        return None if pair is None else Limits(pair[0], pair[1])
    value = _value(_child(tree, "value"), reading)
    relation = _token(_child(tree, "rel")).type
    absolute = any(isinstance(c, Token) and c.type == "ABSOLUTE" for c in tree.children)
    if value is None:
        return None
    if relation in ("ATMOST", "LESS"):
        sign = "<=" if relation == "ATMOST" else "<"
        return Limits(negate(value) if absolute else None, value, sign, sign)
    return Limits(value, None, "<=" if relation == "ATLEAST" else "<")


def _pair(tree: Node, reading: _Reading) -> tuple[Expr, Expr] | None:
    first = tree.children[0]
    if isinstance(first, Token):
        exprs = _exprs(first, reading)
        return (exprs[0], exprs[1]) if len(exprs) == 2 else None
    values = [_value(c, reading) for c in tree.children if not isinstance(c, Token)]
    low, high = values[0], values[-1]
    return None if low is None or high is None else (low, high)


def _value(tree: Node, reading: _Reading) -> Expr | None:
    result: Expr | None = None
    for token in tree.children:
        assert isinstance(token, Token)
        if token.type in ("N", "E"):
            result = _exprs(token, reading)[0]
        elif token.type == "NUMERAL":
            result = Const(_NUMERALS[str(token)])
        else:
            scale = Const(_SCALES[str(token).rstrip("s")])
            result = scale if result is None else fold(Op("*", (result, scale)))
    return result


def _exprs(token: Token, reading: _Reading) -> tuple[Expr, ...]:
    return reading.elements[int(token[2:])].exprs


def _child(tree: Node, name: str) -> Node:
    return next(c for c in tree.children if not isinstance(c, Token) and c.data == name)


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


# --- subjects ------------------------------------------------------------------------------------


def _units(tree: Node) -> list[Token]:
    found: list[Token] = []
    for unit in tree.children:
        inner = unit.children[0] if not isinstance(unit, Token) else unit
        while not isinstance(inner, Token):
            inner = inner.children[0]
        found.append(inner)
    return found


def _subjects(tree: Node, reading: _Reading) -> tuple[Expr, ...]:
    """Return what a phrase speaks of; empty when it is not a quantity."""
    units = _units(tree)
    kinds = [u.type for u in units]
    named = [u for u in units if u.type in ("E", "L")]
    if "C" in kinds or len(named) > 1:
        return ()
    if named:
        return _named_subject(units, kinds, named[0], reading)
    if "LENGTH" in kinds or kinds == ["STRINGS"]:
        return (Call("len", (_unnamed_string(units, reading),)),)
    if "TESTS" in kinds and (kinds[0] in ("COUNT", "TESTS")):
        return (reading.book.tests,)
    if kinds[0] == "COUNT" and len(kinds) > 1:
        return (_counted(units, reading),)
    if kinds == ["WORD"] and singular(str(units[0])) in reading.book.apposed:
        return (reading.book.apposed[singular(str(units[0]))],)
    return ()


def _named_subject(units: list[Token], kinds: list[str], named: Token, reading: _Reading) -> tuple[Expr, ...]:
    exprs = _exprs(named, reading)
    at = kinds.index(named.type)
    if "LENGTH" in kinds:
        if kinds.index("LENGTH") > at + 2 or any(is_constant(e) for e in exprs):
            return ()
        if kinds[-1] == "LENGTH" and at == 0 and "STRINGS" not in kinds:
            return ()
        return tuple(e if isinstance(e, Call) else Call("len", (e,)) for e in exprs)
    if at != len(units) - 1 or any(is_constant(e) for e in exprs):
        return ()
    if "STRINGS" in kinds[:at] and all(isinstance(e, Ref) for e in exprs):
        return tuple(Call("len", (e,)) for e in exprs)
    return exprs


def _unnamed_string(units: list[Token], reading: _Reading) -> Expr:
    book = reading.book
    words = [str(u) for u in units if u.type in ("WORD", "STRINGS")]
    if (
        all(w.split()[-1] in ("string", "strings", "word", "words") for w in words)
        and book.last_string is not None
    ):
        return book.last_string
    noun = words[-1].split()[-1] if words else "s"
    several = (noun.endswith("s") and noun != "s") or "each" in reading.text or "every" in reading.text
    several = several or "strings" in reading.text
    stem = "_" + (noun.rstrip("s") or "s").replace("-", "_").replace("'", "")
    if not stem.isidentifier():
        stem = "_s"
    return Ref(stem, (Ref("i"),)) if several else Ref(stem)


def _counted(units: list[Token], reading: _Reading) -> Expr:
    nouns = [str(u) for u in units if u.type in ("WORD", "STRINGS", "CHARACTERS", "TESTS")]
    for noun in nouns:
        known = reading.book.described.get(singular(noun))
        if known is not None:
            return known
    stem = "_" + "".join(c for c in (_last_noun(nouns) if nouns else "count") if c.isalnum())
    return Ref(stem if stem.isidentifier() else "_count")


def singular(word: str) -> str:
    """Return a noun without its plural ending, roughly."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _last_noun(nouns: Sequence[str]) -> str:
    """Return the head of `function calls in total`, `attempts to access`."""
    for i, word in enumerate(nouns):
        if i and word in ("to", "in", "of", "for", "on", "per", "made"):
            return nouns[i - 1]
    return nouns[min(1, len(nouns) - 1)]


def _summed(tree: Node, reading: _Reading) -> tuple[Expr, ...]:
    phrase = _child(tree, "phrase")
    units = _units(phrase)
    kinds = [u.type for u in units]
    named = [u for u in units if u.type in ("E", "L")]
    if len(named) > 1 or "C" in kinds:
        return ()
    if "LENGTH" in kinds:
        return (Call("sum", (_summed_length(units, named, reading),)),)
    if kinds[0] == "CHARACTERS":
        if reading.book.last_string is None and any(
            w in reading.text for w in (" words", " strings", " lines", " names")
        ):
            return (Call("sum", (Call("len", (Ref("_s", (Ref("i"),)),)),)),)
        return (Call("sum", (Call("len", (reading.book.last_string or _unnamed_string(units, reading),)),)),)
    if "DIVISORS" in kinds and named:
        return (Call("sum", (Call("ndivisors", (_exprs(named[0], reading)[0],)),)),)
    if named:
        exprs = _exprs(named[0], reading)
        if (
            kinds[-1] not in ("E", "L")
            and "COUNT" not in kinds
            and len(kinds) > kinds.index(named[0].type) + 2
        ):
            return ()
        if any(is_constant(e) for e in exprs):
            return ()
        if len(exprs) > 1 and not any(
            w in reading.text for w in ("sums", "each", "both", "respectively", "all ")
        ):
            total: Expr = exprs[0]
            for e in exprs[1:]:
                total = Op("+", (total, e))
            return (Call("sum", (total,)),)
        return tuple(Call("sum", (e,)) for e in exprs)
    if "TESTS" in kinds:
        return ()
    return (Call("sum", (_counted(units, reading),)),)


def _summed_length(units: list[Token], named: list[Token], reading: _Reading) -> Expr:
    if named:
        inner = _exprs(named[0], reading)[0]
        return inner if isinstance(inner, Call) else Call("len", (inner,))
    words = [u for u in units if u.type in ("WORD", "STRINGS", "LENGTH")]
    if words and words[-1].type == "LENGTH" and len(words) > 1 and words[0].type == "WORD":
        known = reading.book.described.get(f"{singular(str(words[0]))} size")
        if known is not None:
            return known
        return Ref("_" + "".join(c for c in str(words[0]) if c.isalnum()) + "_size")
    book = reading.book
    if book.last_string is not None:
        return Call("len", (book.last_string,))
    return Call("len", (_unnamed_string(units, reading),))


# --- facts ---------------------------------------------------------------------------------------


def _plain(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    if limits is None:
        return
    for subject in _subjects(_child(tree, "phrase"), reading):
        yield bounded(subject, limits)


def _totals(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    if limits is None:
        return
    for part in tree.children:
        if not isinstance(part, Token) and part.data == "total":
            for subject in _summed(part, reading):
                yield bounded(subject, limits)


def _these(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    if limits is not None:
        for subject in reading.book.declared:
            yield bounded(subject, limits)


def _absolute(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    limits = _limits(_limits_of(tree), reading)
    of = [c for c in tree.children if not isinstance(c, Token) and c.data == "absolute_of"]
    if limits is None or limits.high is None:
        return
    inner = of[0].children[0] if of else None
    subjects = (
        _subjects(inner, reading)
        if inner is not None and not isinstance(inner, Token)
        else reading.book.declared
    )
    for subject in subjects:
        yield bounded(subject, Limits(negate(limits.high), limits.high, limits.high_sign, limits.high_sign))


def _count(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    value = _value(_child(tree, "value"), reading)
    relation = _token(_child(tree, "rel")).type
    units = _units(_child(tree, "phrase"))
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
            yield bounded(_counted(units, reading), limits)
    elif (
        "there are" in reading.text and kinds[0] == "WORD" and isinstance(value, Const) and value.value >= 10
    ):
        counted = _counted(units, reading)
        yield bounded(Call("sum", (counted,)) if "total" in reading.text else counted, limits)


def _both(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    values = [_value(c, reading) for c in tree.children if not isinstance(c, Token) and c.data == "value"]
    relations = [_token(c).type for c in tree.children if not isinstance(c, Token) and c.data == "rel"]
    low = high = None
    for value, relation in zip(values, relations, strict=True):
        if relation in ("ATLEAST", "MORE"):
            low = value
        else:
            high = value
    for subject in _subjects(_child(tree, "phrase"), reading):
        yield bounded(subject, Limits(low, high))


def _signed(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    sign = next(c for c in tree.children if isinstance(c, Token))
    low = Const(0 if "neg" in sign else 1)
    nouns = [c for c in tree.children if not isinstance(c, Token) and c.data == "noun"]
    if nouns:
        subject = reading.book.apposed.get(singular(str(_token(nouns[0]))))
        if subject is not None:
            yield bounded(subject, Limits(low))
        return
    place = _token(_child(tree, "named"))
    between = reading.text[place.end_pos or 0 : sign.start_pos or 0]
    if (place.start_pos or 0) < (sign.start_pos or 0) and not {"is", "are", "be"} & set(between.split()):
        return  # `n positive integers` counts them
    if place.type == "C":
        chain = reading.elements[int(place[2:])].chain
        exprs = chain.operands[0] if chain is not None else ()
    else:
        exprs = _exprs(place, reading)
    for subject in exprs:
        if isinstance(subject, Ref) and not is_constant(subject):
            yield bounded(subject, Limits(low))


def _parity(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    word = next(str(c) for c in tree.children if isinstance(c, Token))
    for subject in _exprs(_named_token(tree), reading) if _named_token(tree).type != "C" else ():
        if is_constant(subject) or any(r.indices for r in refs(subject)):
            continue
        yield Meaning(_condition(word, subject), condition=True)


def _named_token(tree: Node) -> Token:
    return _token(_child(tree, "named"))


def _condition(word: str, subject: Expr) -> Comparison:
    if "even" in word or "odd" in word:
        remainder = Op("%", (subject, Const(2)))
        return Comparison((remainder, Const(1 if "odd" in word else 0)), ("==",))
    if "prime" in word or "composite" in word:
        return Comparison((Call("isprime", (subject,)), Const(1 if "prime" in word else 0)), ("==",))
    return Comparison((Call("ispow2", (subject,)), Const(1)), ("==",))


def _multiple(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    divisor = next(c for c in tree.children if isinstance(c, Token) and c.type == "N")
    if _named_token(tree).type == "C":
        return
    for subject in _exprs(_named_token(tree), reading):
        remainder = Op("%", (subject, _exprs(divisor, reading)[0]))
        yield Meaning(Comparison((remainder, Const(0)), ("==",)), condition=True)


def _exact(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    size = _exprs(_token(_child(tree, "size")), reading)[0]
    if _named_token(tree).type != "E":
        return
    for subject in _exprs(_named_token(tree), reading):
        if isinstance(subject, Ref):
            yield Meaning(Comparison((Call("len", (subject,)), size), ("==",)), condition=True)


def _pair_between(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    pair = _pair(_child(tree, "pair"), reading)
    if pair is not None:
        for name in ("_a", "_b"):
            yield bounded(Ref(name), Limits(*pair))


def _single_between(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    pair = _pair(_child(tree, "pair"), reading)
    text = reading.text
    if pair is None or not is_constant(pair[0]) or "permutation" in text or is_label_range(text):
        return
    if "integer" not in text and "number" not in text or "digit" in text:
        return
    several = "each" in reading.text or "integers" in reading.text
    yield bounded(Ref("_x", (Ref("i"),)) if several else Ref("_x"), Limits(*pair))


def is_label_range(text: str) -> bool:
    """Tell whether a sentence only numbers things: `cities are numbered from 1 to n`."""
    return any(
        w in text
        for w in ("number from", "numbered", "labeled", "labelled", "indexed", "enumerated", "index from")
    )


def _single_each(tree: Node, reading: _Reading) -> Iterator[Meaning]:
    value = _value(_child(tree, "value"), reading)
    relation = _token(_child(tree, "rel")).type
    if value is not None and relation in ("ATMOST", "LESS"):
        low = Const(1) if "positive" in reading.text and "non" not in reading.text else None
        yield bounded(Ref("_x", (Ref("i"),)), Limits(low, value, "<=", "<=" if relation == "ATMOST" else "<"))


_HANDLERS = {
    "plain": _plain, "total_bound": _totals, "totals_bound": _totals, "these": _these, "absolute": _absolute,
    "count": _count, "both": _both, "signed": _signed, "parity": _parity, "multiple": _multiple,
    "exact": _exact, "pair_between": _pair_between, "single_between": _single_between, "single_each": _single_each,
}  # fmt: skip
