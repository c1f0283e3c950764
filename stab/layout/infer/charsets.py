"""Alphabets and lengths of strings that the words state and the samples bear out."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stab.expression import Const, Expr
from stab.layout.infer.facts import Fact, Facts
from stab.layout.infer.fitting import fields
from stab.layout.infer.matcher import Miss, Reader, Text
from stab.layout.infer.resolving import Bound, resolve_count
from stab.layout.infer.symbols import told_symbols
from stab.layout.infer.terms import expression
from stab.patterns import regex
from stab.records import Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat

_TOPIC = regex(
    r"\b(?:strings?|characters?|letters?|words?|names?|symbols?|digits?|cells?|grid|board|each)\b", re.I
)
_LOWER = regex(r"\b(?:lower-?\s?case|small)\b", re.I)
_UPPER = regex(r"\b(?:upper-?\s?case|capital|big)\b", re.I)
_LETTERS = regex(r"\b(?:letters?|latin|english|alphabet\w*|characters?)\b", re.I)
_DIGITS = regex(r"\bdigits?\b|\bdecimal digits\b", re.I)
_BINARY = regex(
    r"\bbinary (?:string|strings|sequence|word)|\b0(?:s|'s)? (?:and|or) 1|\bzeros? and ones?\b|\b0, 1\b", re.I
)
_QUOTED = regex(r"[\"'`]([^\s\w]|\w)[\"'`]")
_LISTED = regex(r"(?<![\w.])([A-Za-z0-9]|[.#*@?+_()\[\]{}<>^=:|\\/!&%$~-])(?=\s*(?:,|\band\b|\bor\b|$|\.$))")
_RANGE = regex(r"\b([a-zA-Z0-9])\s?-\s?([a-zA-Z0-9])\b|\b([a-zA-Z])\s?(?:\.\.\.|to)\s?([a-zA-Z])\b")
_Q = r"[\"'`‘’“”$]?"
_NOUN = r"\b(?:letters?|characters?|symbols?|alphabet|digits?)\b"
_ONE = rf"{_Q}([A-Za-z0-9])(?!\w){_Q}"
_SOME = regex(  # the part of a class that is meant: `lowercase letters from a to c`, `digits between 1 and 5`
    rf"{_NOUN}[ ,:(]*(?:(?:are |is |lie )?(?:only )?(?:in the range |ranging )?(?:from )?"
    r"(?:the )?(?:letter |digit )?"
    rf"{_ONE}\s?(?:-|–|\.{{2,3}}|…|up to|to|through|thru)\s?(?:the )?(?:letter |digit )?{_ONE}"
    rf"|(?:are |lie )?between {_ONE} and {_ONE})",
)
_LIST = regex(
    rf"{_NOUN}[ :(]+(?:only )?"
    rf"((?:{_Q}[A-Za-z0-9]{_Q}, ?){{0,36}}{_Q}[A-Za-z0-9]{_Q},? (?:and|or) {_Q}[A-Za-z0-9])(?!\w)"
)
_VOWELS = regex(r"\b(?:consist\w*|made up|composed|contain\w*|strings?|words?)\b[^.]{0,30}\bvowels\b", re.I)
_COMMA = {
    "comma": ",",
    "commas": ",",
    "dots": ".",
    "dot": ".",
    "period": ".",
    "asterisk": "*",
    "question mark": "?",
    "underscore": "_",
    "hash": "#",
}


_MARKED = regex(r"\\(?:texttt|verb|tt)\s?[{+|]\\?([^\s])[}+|]|`([^\s`])`")


def alphabet_in(text: str, quote: str = "") -> str | None:
    """Return the characters a sentence allows, None where it speaks of none; `quote` is the sentence with
    its markup, which tells single characters."""
    found = _classes(text)
    marked = {a or b for a, b in _MARKED.findall(quote)}
    quoted = (set(_QUOTED.findall(text)) | marked) - {","}
    if quoted and not (found and quoted <= found):
        found |= quoted
    says = re.search(r"\b(?:consist\w*|contain\w*|either|each|only|characters?)\b", text)
    if not quoted and not found and says:
        tail = re.split(r"\b(?:of|either|only|are|is|contains?|containing)\b", text)[-1]
        found.update(_LISTED.findall(tail))
    if _DIGITS.search(text) and not quoted and not any(c.isdigit() for c in found):
        found.update(string.digits)
    if _BINARY.search(text) and not found - set("01"):
        found.update("01")
    for word, sign in _COMMA.items():
        if found and re.search(rf"\b{word}\b", text, re.I):
            found.add(sign)
    return "".join(sorted(found, key=lambda c: (c != "-", c))) if found else None


_COUNTS = "two three four five six seven eight nine ten eleven twelve".split()
_FIRST = regex(rf"\bfirst (\d{{1,2}}|{'|'.join(_COUNTS)}) (?:\w+[ -]){{0,3}}letters\b", re.I)


def _first_letters(text: str) -> int | None:
    """Return how many letters of the alphabet a sentence allows: of the first six letters."""
    found = _FIRST.search(text)
    if found is None:
        return None
    return int(found[1]) if found[1].isdigit() else _COUNTS.index(found[1].lower()) + 2


def _classes(text: str) -> set[str]:
    """Return the letters and ranges a sentence speaks of."""
    found = _parts(text)
    most = _first_letters(text)
    if _LOWER.search(text) and _LETTERS.search(text) and not found & set(string.ascii_lowercase):
        found.update(string.ascii_lowercase[:most])
    if _UPPER.search(text) and _LETTERS.search(text) and not found & set(string.ascii_uppercase):
        found.update(string.ascii_uppercase[:most])
    if not found and re.search(r"\b(?:latin|english)(?: alphabet)? letters\b", text, re.I):
        found.update(string.ascii_letters)
    for match in _RANGE.finditer(text):
        found.update(_run(*(group for group in match.groups() if group)))
    return found


def _parts(text: str) -> set[str]:
    """Return the letters or digits that are told as a part of their class."""
    found: set[str] = set()
    for match in _SOME.finditer(text):
        found.update(_run(*(group for group in match.groups() if group)))
    for match in _LIST.finditer(text):
        found.update(re.findall(r"(?<!\w)[A-Za-z0-9](?!\w)", match[1]))
    if _VOWELS.search(text) and "consonant" not in text and "number of" not in text:
        found.update("AEIOU" if _UPPER.search(text) else "aeiou")
    return found


def _run(low: str, high: str) -> Iterator[str]:
    """Yield the characters from one to another of the same class."""
    if low < high and (low.isdigit() == high.isdigit()) and (low.islower() == high.islower()):
        yield from map(chr, range(ord(low), ord(high) + 1))


_LENGTH = regex(
    r"\b(?:of|has|have)\s+(?:the\s+|an?\s+)?length(?:\s+of)?\s+([A-Za-z]\w?(?:\s?[+*-]\s?\w)?)\b|"
    r"\blength(?:s)? of ([A-Za-z])\w* (?:is|equals?) ([A-Za-z])\b"
)
_BARS = regex(r"\|\s?([A-Za-z])(?:_\{?\w\}?)?\s?\|\s*=\s*([A-Za-z])\b")


def with_charsets(nodes: Sequence[Node], facts: Facts, texts: Sequence[Text]) -> tuple[Node, ...]:
    """Return the nodes with the alphabets and lengths that sentences state of their strings.

    Where there are texts, a string gets only an alphabet that its tokens keep to.
    """
    record: dict[int, list[str]] = {} if texts else {id(item): [""] for item in fields(nodes)}
    for text in texts:
        try:
            Reader(text, record).nodes(nodes, 0, {})
        except Miss:
            return tuple(nodes)
    return _walk(nodes, facts, texts, record, Bound((), ()), nodes)


def _walk(
    nodes: Sequence[Node],
    facts: Facts,
    texts: Sequence[Text],
    record: dict[int, list[str]],
    bound: Bound,
    whole: Sequence[Node],
) -> tuple[Node, ...]:
    result: list[Node] = []
    for node in nodes:
        match node:
            case Line(items):
                new: list[Field | Literal] = []
                for item in items:
                    if isinstance(item, Field):
                        item = _charset(item, facts, record.get(id(item), []))
                        if item.type is FieldType.INT and item.count is None:
                            bound = bound.plus(item.name)
                    new.append(item)
                result.append(Line(tuple(new)))
            case Repeat():
                result.append(replace(node, body=_walk(node.body, facts, texts, record, bound, whole)))
            case Choice(selector, branches):
                done = tuple(
                    Branch(
                        b.values,
                        tuple(
                            _charset(i, facts, record.get(id(i), [])) if isinstance(i, Field) else i
                            for i in b.items
                        ),
                        b.body,
                    )
                    for b in branches
                )
                result.append(Choice(selector, done))
            case _:
                result.append(node)
    return tuple(result)


def _charset(item: Field, facts: Facts, tokens: list[str]) -> Field:
    if item.type is not FieldType.STR or not tokens or item.alphabet is not None:
        return item
    used = set("".join(tokens))
    for fact in _relevant(item, facts):
        alphabet = alphabet_in(fact.text, fact.quote)
        if alphabet is not None and (used <= set(alphabet) if used else _is_class(alphabet)):
            return replace(item, alphabet=alphabet)
    for passage in facts.passages if used else ():
        for alphabet in told_symbols(passage, {item.name, *facts.upper}):
            if used <= set(alphabet):
                return replace(item, alphabet=alphabet)
    return item


def _is_class(alphabet: str) -> bool:
    """Tell whether the words alone, without a sample, can be trusted: letters, digits, zeros and ones."""
    return len(alphabet) >= 10 or alphabet == "01"


def _relevant(item: Field, facts: Facts) -> Iterator[Fact]:
    """Yield the sentences about a string: those with its name first, then those about strings at all."""
    named = facts.about(item.name)
    for fact in named:
        if fact.is_input and _TOPIC.search(fact.text):
            yield fact
    for fact in facts.facts:
        if fact.is_input and _TOPIC.search(fact.text) and fact not in named:
            yield fact
    for fact in named:
        if not fact.is_input:
            yield fact


def stated_lengths(facts: Facts) -> Iterator[tuple[str, Expr]]:
    """Yield (name, length) of strings whose length a sentence states: `S is a string of length N`."""
    for fact in facts.facts:
        for match in _BARS.finditer(fact.text):
            if (expr := expression(match[2])) is not None:
                yield match[1], expr
        for match in _LENGTH.finditer(fact.text):
            expr = expression(match[1] or match[3])
            if expr is not None:
                for name in fact.names:
                    yield name, expr
        for name in sorted(fact.names):
            if re.search(_ONE_LETTER.format(re.escape(name)), fact.text, re.I):
                yield name, Const(1)


_ONE_LETTER = (
    r"(?<![A-Za-z]){}(?:_?\{{?[ijk]\}}?)? (?:is|are|be|denotes?|means?) (?:always )?(?:an?|one) (?:single )?"
    r"(?:(?:lower-?case|upper-?case|small|capital|english|latin|printable) ){{0,3}}"
    r"(?:letter|character|symbol)\b"
)


def with_lengths(nodes: tuple[Node, ...], facts: Facts, texts: Sequence[Text]) -> tuple[Node, ...]:
    """Return the nodes with stated lengths added where every sample has them."""
    for name, length in dict.fromkeys(stated_lengths(facts)):
        changed = _with_length(nodes, name, length, Bound((), ()))
        if changed != nodes and _reads(changed, texts):
            nodes = changed
    return nodes


def _with_length(nodes: tuple[Node, ...], name: str, length: Expr, bound: Bound) -> tuple[Node, ...]:
    result: list[Node] = []
    for node in nodes:
        if isinstance(node, Line):
            items = []
            for item in node.items:
                if (
                    isinstance(item, Field)
                    and item.name == name
                    and item.type is FieldType.STR
                    and item.length is None
                ):
                    fitting = [e for e, price in resolve_count(length, bound) if price == 0]
                    item = replace(item, length=fitting[0]) if fitting else item
                elif isinstance(item, Field) and item.type is FieldType.INT and item.count is None:
                    bound = bound.plus(item.name)
                items.append(item)
            result.append(Line(tuple(items)))
        elif isinstance(node, Repeat):
            result.append(replace(node, body=_with_length(node.body, name, length, bound)))
        else:
            result.append(node)
    return tuple(result)


def _reads(nodes: Sequence[Node], texts: Sequence[Text]) -> bool:
    try:
        return all(Reader(text).nodes(nodes, 0, {}) >= len(text.lines) for text in texts)
    except Miss:
        return False
