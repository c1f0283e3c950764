"""Sentences: stretches between full stops, as elements and as text; what they call things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stab.expression import Expr, Ref
from stab.patterns import regex
from stab.saturate.notation import is_constant
from stab.saturate.stream import Element
from stab.saturate.subjects import singular

_NUMBER_OF = regex(r"(?:number|count|amount) of ((?:[a-z'-]+ ){0,4}[a-z'-]+)(?: (@[elc]\d+))?")
_TWO_NOUNS = regex(r"(?:number|amount|count)s? of (?:the )?([a-z]+) and (?:the )?(?:number of )?([a-z]+)")
_SIZE_OF = regex(r"(?:size|length) @e(\d+) of (?:the |a |an |each )?([a-z]+)")
_PLACE = regex(r"@([nelc])(\d+)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch between full stops or block ends, as elements and as text with placeholders."""

    elements: tuple[Element, ...]
    text: str
    places: tuple[int, ...]  # offset of each element in `text`
    follows: Sentence | None = None  # what a colon led from, in the same block

    @property
    def start(self) -> int:
        """Offset of the sentence in the statement."""
        return self.elements[0].start

    @property
    def end(self) -> int:
        """Offset behind the sentence in the statement."""
        return self.elements[-1].end


def sentences(stream: Sequence[Element], edges: Sequence[int]) -> list[Sentence]:
    """Return the sentences of a stream, none across the given offsets; chains become placeholders."""
    result: list[Sentence] = []
    current: list[Element] = []
    following = iter((*edges, 1 << 62))
    edge = next(following)
    leader: Sentence | None = None
    for element in stream:
        if element.kind == "soft":
            continue
        if element.start >= edge:
            if current:
                result.append(_sentence(current))
            current, leader = [], None
            while element.start >= edge:
                edge = next(following)
        if element.kind in ("stop", "break"):
            if current:
                result.append(_sentence(current, leader))
                leader = result[-1] if element.text in ":：" and len(current) < 40 else None
            leader = None if element.kind == "break" else leader
            current = []
        else:
            current.append(element)
    if current:
        result.append(_sentence(current, leader))
    return result


def _sentence(elements: list[Element], leader: Sentence | None = None) -> Sentence:
    parts, places, at = [], [], 0
    for i, element in enumerate(elements):
        if element.kind == "list":
            kind = "l" if len(element.exprs) > 1 else "n" if is_constant(element.exprs[0]) else "e"
            word = f"@{kind}{i}"
        elif element.kind == "chain":
            word = f"@c{i}"
        elif element.kind == "relation":
            word = element.text if element.text in ("≤", "≥") else _RELATION.get(element.text, "?")
        elif element.kind == "word":
            word = element.text.lower()
        else:
            word = "..." if element.text == "..." else "," if element.kind == "aside" else ""
        places.append(at)
        if word:
            parts.append(word)
            at += len(word) + 1
    return Sentence(tuple(elements), " ".join(parts), tuple(places), leader)


_RELATION = {
    "<=": "≤",
    ">=": "≥",
    "<": "less than",
    ">": "greater than",
    "⩽": "≤",
    "⩾": "≥",
    "≦": "≤",
    "≧": "≥",
}


def described(found: Iterable[Sentence]) -> dict[str, Expr]:
    """Return what each name counts: the last word of `number of …` with the name beside it."""
    result: dict[str, Expr] = {}
    for sentence in found:
        if " of " not in sentence.text:
            continue
        _sized(sentence, result)
        _enumerated(sentence, result)
        last = 0
        for match in _NUMBER_OF.finditer(sentence.text):
            nouns = match[1].split()
            place = match[2]
            if nouns[0] == "the" and not any(n.endswith("s") for n in nouns[1:3]):
                continue  # `the number of the starting vertex` names it
            if place is None:
                before = [m for m in _PLACE.finditer(sentence.text, last, match.start()) if m[1] in "elc"]
                place = before[-1][0] if before and match.start() - before[-1].end() < 60 else None
            last = match.end()
            if place is None:
                continue
            exprs = named_in(sentence.elements[int(place[2:])])
            if len(exprs) == 1:
                result.setdefault(_noun(nouns), exprs[0])
    return result


def _sized(sentence: Sentence, result: dict[str, Expr]) -> None:
    """`the size S of the group`."""
    for match in _SIZE_OF.finditer(sentence.text):
        exprs = sentence.elements[int(match[1])].exprs
        if len(exprs) == 1:
            result.setdefault(f"{singular(match[2])} size", exprs[0])


def _enumerated(sentence: Sentence, result: dict[str, Expr]) -> None:
    """`n, p and k — the number of …, the number of … and the number of …`: as many phrases as names."""
    for match in re.finditer(r"@l(\d+)", sentence.text):
        exprs = sentence.elements[int(match[1])].exprs
        phrases = list(_NUMBER_OF.finditer(sentence.text, match.end()))
        if (
            len(exprs) == 2
            and len(phrases) == 1
            and (both := _TWO_NOUNS.match(sentence.text, phrases[0].start()))
        ):
            for expr, noun in zip(exprs, both.groups(), strict=True):
                result.setdefault(singular(noun), expr)
        if len(phrases) == len(exprs):
            for expr, phrase in zip(exprs, phrases, strict=True):
                result.setdefault(_noun(phrase[1].split()), expr)


def named_in(element: Element) -> tuple[Expr, ...]:
    """Return the expressions of a list, or the one name that a chain bounds."""
    if element.chain is None:
        return element.exprs
    inner = [e for o in element.chain.operands for e in o if isinstance(e, Ref)]
    return tuple(inner) if len(inner) == 1 else ()


def apposed(found: Iterable[Sentence]) -> dict[str, Expr]:
    """Return the name that stands right behind a noun: `weight w`, `heights h_i`."""
    result: dict[str, Expr] = {}
    for sentence in found:
        for before, element in zip(sentence.elements, sentence.elements[1:], strict=False):
            if (
                before.kind != "word"
                or len(before.text) < 4
                or element.kind != "list"
                or len(element.exprs) != 1
            ):
                continue
            if isinstance(element.exprs[0], Ref):
                result.setdefault(singular(before.text.lower()), element.exprs[0])
    return result


_ENDS_NOUN = frozenset("in of to for that and which on is you he she we per the".split())


def _noun(nouns: list[str]) -> str:
    end = next((i for i, word in enumerate(nouns) if i and word in _ENDS_NOUN), len(nouns))
    return singular(nouns[end - 1])
