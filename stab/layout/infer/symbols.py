"""Symbols that a statement describes one by one: `. for a free cell, # for a tree`, lists, tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from stab.patterns import regex

_MARK = r"[^\w\s'\"`“”‘’«»|,;]"
_OPEN = r"(?:\\(?:texttt|verb|tt|mathtt)\s?[{+|!]\\?|``|''|[\"'`“‘«])"
_CLOSE = r"(?:[}+|!]|''|[\"'`”’»])"
_VERBS = (
    r"(?:\(?\s?)(?:for\s(?!each|all|every|any|the\sfirst)|is\s(?:an?|the)\s|if\s|means\b|denot\w+\b|"
    r"stands?\sfor\b|represent\w*\b|marks?\b|indicates?\b|symboli[sz]es\b|correspond\w*\sto\b|"
    r"meaning\b|are\s(?!given)[a-z]|is\s(?:empty|free|blocked|land|water|grass|occupied)\b)"
)
_SIGNS = r"(?:=|–|—|--?-?|:|→|->)\s*(?=[\w(])"
_QUOTED_TOLD = regex(
    rf"{_OPEN}(?P<a>[^\s]){_CLOSE}{{1,2}}\s?(?:characters?\s|symbols?\s|letters?\s)?(?:\((?=\w)|{_SIGNS}|{_VERBS})",
    re.I,
)
_BARE_TOLD = regex(rf"(?:(?<=[\s(:])|^)(?P<b>{_MARK}|[A-Za-z0-9])\s+(?:{_SIGNS}|{_VERBS})", re.I | re.M)
_AFTER = regex(
    r"\b(?:(?:denoted|marked|represented|shown|given|indicated|displayed|described|drawn|written)\s"
    r"(?:(?:by|as|with|using)\s)?(?:an?\s|the\s)?(?:\w+\s){0,2}?|by\s)"
    rf"(?:{_OPEN}(?P<c>[^\s]){_CLOSE}{{1,2}}|(?P<d>{_MARK}|(?-i:[B-HJ-Z]))(?=[\s.,;)]|$))"
    rf"|\w\s\((?:{_OPEN}(?P<e>[^\s]){_CLOSE}{{1,2}}|(?P<f>{_MARK}))\)",
    re.I,
)
_ONE = rf"(?:{_OPEN}[^\s]{_CLOSE}{{1,2}}|{_MARK}|[A-Za-z0-9])"
_LIST = regex(
    r"\b(?:characters?|symbols?|letters?|digits?|either|only|of)\s(?:are\s|is\s|either\s|the\s)?:?\s?"
    rf"(?P<list>{_ONE}(?:\s?,\s?(?:and\s|or\s)?{_ONE}|\s(?:and|or)\s{_ONE}){{1,12}})(?=[\s.,;:)]|$)",
    re.I,
)
_ITEM = regex(rf"{_OPEN}([^\s]){_CLOSE}{{1,2}}|(?:^|(?<=[\s,]))({_MARK}|[A-Za-z0-9])(?=[\s,]|$)")
_TABLE = regex(
    rf"^[ ]?(?:\|\s?|[-*•]\s)?(?:{_OPEN}(?P<g>[^\s]){_CLOSE}|(?P<h>{_MARK}|[A-Za-z0-9]))\s?"
    r"(?:\||&|\t|\s{2})\s?(?=[A-Za-z])",
    re.M,
)
_GAP = 160  # characters between two symbols of one description
_MOST = 40  # symbols of a description: more is a text of another kind


def told_symbols(text: str, fields: Collection[str]) -> Iterator[str]:
    """Yield the sets of at least two symbols that are described together; a bare field's name is none."""
    group: dict[str, None] = {}
    end = 0
    for start, stop, symbols in sorted(_described(text)):
        if start - end > _GAP and group:
            yield from _whole(group)
            group = {}
        group.update(dict.fromkeys(s for s in symbols if s not in fields))
        end = max(end, stop)
    yield from _whole(group)


def _whole(group: dict[str, None]) -> Iterator[str]:
    if 2 <= len(group) <= _MOST:
        yield "".join(sorted(group, key=lambda c: (c != "-", c)))


def _described(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where symbols are described, and which."""
    for pattern in (_QUOTED_TOLD, _BARE_TOLD, _AFTER, _TABLE):
        for match in pattern.finditer(text):
            symbol = next(value for value in match.groups() if value)
            yield match.start(), match.end(), symbol
    for match in _LIST.finditer(text):
        items = [a or b for a, b in _ITEM.findall(match["list"])]
        yield match.start(), match.end(), "".join(items)
