"""What phrases speak of: names, lengths, counts and totals, with what the statement calls them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stab.expression import Call, Expr, Op, Ref
from stab.patterns import regex
from stab.saturate.grammar import Node, Token
from stab.saturate.notation import is_constant
from stab.saturate.stream import Element

TESTS = Ref("_tests")
_NAMED_STRING = regex(r"\b(?:strings?|words?|names?|texts?|passwords?) @[el](\d+)\b")
_PRONOUNS = frozenset({"these", "those", "them", "which", "both"})
EVERY = Ref("_all", (Ref("i"),))  # every number of the input, or every one without a name


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


@dataclass(slots=True)
class Reading:
    """A sentence being read."""

    elements: Sequence[Element]
    book: Phrasebook
    text: str


# --- subjects ------------------------------------------------------------------------------------


def units_of(tree: Node) -> list[Token]:
    """Return the terminals of a phrase."""
    found: list[Token] = []
    for unit in tree.children:
        inner = unit.children[0] if not isinstance(unit, Token) else unit
        while not isinstance(inner, Token):
            inner = inner.children[0]
        found.append(inner)
    return found


def subjects(tree: Node, reading: Reading) -> tuple[Expr, ...]:
    """Return what a phrase speaks of; empty when it is not a quantity."""
    units = units_of(tree)
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
        return (counted(units, reading),)
    if kinds == ["WORD"] and singular(str(units[0])) in reading.book.apposed:
        return (reading.book.apposed[singular(str(units[0]))],)
    return (EVERY,) if kinds == ["WORD"] and str(units[0]) == "coordinates" else ()


def _named_subject(units: list[Token], kinds: list[str], named: Token, reading: Reading) -> tuple[Expr, ...]:
    exprs = exprs_of(named, reading)
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


def _unnamed_string(units: list[Token], reading: Reading) -> Expr:
    book = reading.book
    near = string_before(reading, units[0]) if len(units) == 1 else None
    if near is not None:
        return near
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


def string_before(reading: Reading, place: Token) -> Expr | None:
    """Return the string that the same sentence names last before a place."""
    near = _NAMED_STRING.findall(reading.text[: place.start_pos or 0])
    return reading.elements[int(near[-1])].exprs[-1] if near else None


def counted(units: list[Token], reading: Reading) -> Expr:
    """Return what counts the nouns of a phrase: the name the statement gives, else one of ours."""
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


def summed(tree: Node, reading: Reading) -> tuple[Expr, ...]:
    """Return the totals that a phrase speaks of; empty when it names none."""
    units = units_of(child(tree, "phrase"))
    kinds = [u.type for u in units]
    named = [u for u in units if u.type in ("E", "L")]
    if len(named) > 1 or "C" in kinds:
        return ()
    if "LENGTH" in kinds:
        return (Call("sum", (_summed_length(units, named, reading),)),)
    if kinds[0] == "CHARACTERS":
        return (Call("sum", (Call("len", (_summed_string(units, reading),)),)),)
    if named:
        return _summed_names(kinds, named[0], reading)
    if "TESTS" in kinds or set(map(str, units)) & _PRONOUNS:
        return ()
    return (Call("sum", (counted(units, reading),)),)


def _summed_string(units: list[Token], reading: Reading) -> Expr:
    several = any(w in reading.text for w in (" words", " strings", " lines", " names"))
    if reading.book.last_string is None and several:
        return Ref("_s", (Ref("i"),))
    return reading.book.last_string or _unnamed_string(units, reading)


def _summed_names(kinds: list[str], named: Token, reading: Reading) -> tuple[Expr, ...]:
    exprs = exprs_of(named, reading)
    if "DIVISORS" in kinds:
        return (Call("sum", (Call("ndivisors", (exprs[0],)),)),)
    trailing = len(kinds) > kinds.index(named.type) + 2
    if (kinds[-1] not in ("E", "L") and "COUNT" not in kinds and trailing) or any(map(is_constant, exprs)):
        return ()
    apart = any(w in reading.text for w in ("sums", "each", "both", "respectively", "all "))
    if len(exprs) > 1 and not apart:
        total: Expr = exprs[0]
        for e in exprs[1:]:
            total = Op("+", (total, e))
        return (Call("sum", (total,)),)
    return tuple(e if _is_total(e) else Call("sum", (e,)) for e in exprs)


def _is_total(item: Expr) -> bool:
    return isinstance(item, Call) and item.name == "sum"


def _summed_length(units: list[Token], named: list[Token], reading: Reading) -> Expr:
    if named and units[-1] is not named[0] and units[-1].type == "STRINGS":
        return Call("len", (Ref("_s", (Ref("i"),)),))  # the total length of the n strings
    if named:
        inner = exprs_of(named[0], reading)[0]
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


def exprs_of(token: Token, reading: Reading) -> tuple[Expr, ...]:
    """Return the expressions behind a placeholder."""
    return reading.elements[int(token[2:])].exprs


def child(tree: Node, name: str) -> Node:
    """Return the subtree of a name."""
    return next(c for c in tree.children if not isinstance(c, Token) and c.data == name)
