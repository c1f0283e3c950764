"""Lists that a line is said to hold without a count: `the ages of the guests`, `a permutation of 0..n-1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stab.expression import Expr
from stab.layout.infer.contents import read_names
from stab.layout.infer.terms import NUMBER_WORDS, Term, expression, span_count, string_length, term
from stab.layout.infer.words import Kind, Token
from stab.patterns import regex

_GROUPS = frozenset("permutation list sequence array vector series progression multiset".split())
_TEXTS = frozenset(  # of one token, though more than one
    "characters chars letters digits symbols signs brackets parentheses bits words lines rows edges".split()
)
_NO_NOUNS = frozenset("always as its this has was does us thus plus minus is".split())
_OPEN = frozenset(
    "contains contain containing consists consist consisting has have holds hold is are will be gives give "
    "giving describes describe describing represents represent lists shows show specifies specify includes "
    "there comprises : -- , of the a an their its all your his her these another given".split()
)
_CLOSE = frozenset(
    "of that which who whose in for from to with on where when separated given representing denoting giving "
    "and or by at after before sorted written such each every as respectively standing".split()
)
_EACH = regex(
    r"\b(?:in|for|of|on|at|by|from) (?:each|every|all)\b|\bi-th\b|\b(?:separated|divided) by\b|"
    r"\brespectively\b",
    re.I,
)
_SPAN = regex(
    r"(?<![\w.])(?P<low>[01])\s?(?:\.{2,3}|…|to\b|through\b|and\b|,\s?(?:[12]\s?,\s?)?(?:\.{2,3}|…)\s?,)"
    r"\s?(?P<high>[A-Za-z\d]\w{0,8}(?:\s?[-+]\s?\d)?)",
    re.I,
)
_NUMBERS_OF = regex(r"\W*the number of (?:[a-z-]+\s){1,4}?(?!(?:a|i)\b)[A-Za-z]\b", re.I)  # of single things
_SINGLES = 2  # so many plain names are a list of scalars


@dataclass(frozen=True, slots=True)
class ToldList:
    """A list: what it is called, and how many it has where the words tell."""

    name: str = ""
    count: Expr | None = None


def told_list(text: str, tokens: list[Token]) -> ToldList | None:
    """Return the list that the words after `the second line` announce; None where they announce none.

    Its head is a plural (`the ages of the guests`) or a noun for many (`the sequence a`); what is said of
    each of several (`the number of sweets in every box`) is a list, too. Numbers before it are its count,
    and plain names after it (`the sides a and b`) its members: these are no such list.
    """
    head = _head(tokens)
    if head is None:
        return None
    word = tokens[head].low
    names = read_names(tokens, head + 1)
    if head + 1 < len(tokens) and tokens[head + 1].kind is not Kind.MATH:
        names.words.clear()  # `the array as n numbers`
    plain = [name for name in names.words if not term(name).is_indexed]
    if names.dotted or len(plain) >= _SINGLES or _NUMBERS_OF.match(text):
        return None
    if not (word in _GROUPS or _is_plural(word)):
        return ToldList(_name(names.words)) if _EACH.search(text) and not plain else None
    return ToldList(_name(names.words), _count(text, is_permutation=word == "permutation"))


def _head(tokens: list[Token]) -> int | None:
    """Return the place of the noun that the line is said to be; None where a number or name comes first."""
    at = 0
    while at < len(tokens) and tokens[at].low in _OPEN and tokens[at].kind is not Kind.MATH:
        at += 1
    head = None
    while at < len(tokens) and tokens[at].kind is Kind.WORD:
        low = tokens[at].low
        if low in NUMBER_WORDS or low in ("n't", "not"):
            return None
        if low in _CLOSE:
            break
        head, at = at, at + 1
    return head


def _is_plural(word: str) -> bool:
    if word in _TEXTS or word in _NO_NOUNS:
        return False
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _name(words: Sequence[str]) -> str:
    found = term(words[0]) if words else Term("")
    return found.base if found.is_indexed else found.field


def _count(text: str, *, is_permutation: bool) -> Expr | None:
    length = string_length(text)
    span = _SPAN.search(text) if is_permutation and length is None else None
    if span is None:
        return length
    high = expression(span["high"])
    return None if high is None else span_count(span["low"], span["high"])


_COORDINATES = regex(
    r"\b(?:coordinates? of|by (?:its|their|the) (?:integer |cartesian )?coordinates)\b", re.I
)
_ONE_EACH = regex(r"\bone (?:integer |number |coordinate |real )?(?:per|on each|in each|a) line\b", re.I)
_SPACE = regex(r"\bthree-?\s?dimensional\b|\b3-?\s?d\b|\bin space\b", re.I)
_POINTS = regex(
    r"\b(?P<many>two|three|four|both)\s(?:\w+\s){0,2}(?:points|vertices|corners|ends|endpoints)\b", re.I
)


def coordinates(text: str) -> int:
    """Return how many numbers a row of coordinates of one or several points has; 0 for another row."""
    if not _COORDINATES.search(text) or _ONE_EACH.search(text):
        return 0
    points = _POINTS.search(text)
    each = 3 if _SPACE.search(text) else 2
    return each * (NUMBER_WORDS[points["many"].lower()] if points else 1)
