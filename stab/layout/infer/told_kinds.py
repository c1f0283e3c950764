"""Forms of line told in running text: `formats: 1 v -- …. 2 i -- …`, `in the form u pays v`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stab.patterns import regex

FEWEST = 2  # kinds; one alone is no choice
_ANNOUNCED = regex(r"\b(?:formats?|forms?|kinds?|types?|ways|one of)\b[^:]{0,80}:\s", re.I)
_KIND = regex(
    r"\s*[\"'`(]?(?P<key>\d{1,2}|[+?-])[\"'`)]?(?P<names>(?:\s+[A-Za-z](?:_?[A-Za-z\d]{1,2})?(?![\w'])){0,5})"
    r"[\"'`]?\s*(?:--|-|—|:)\s"
)


def dashed_kinds(sentences: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the first token and the names of each kind, in order; a dash or colon ends the names.

    The sentence before announces them and may hold the first of them behind its colon.
    """
    found: dict[str, list[str]] = {}
    is_open = False
    for sentence in sentences:
        announced = _ANNOUNCED.search(sentence)
        if announced:
            sentence, is_open = sentence[announced.end() :], True
        kind = _KIND.match(sentence) if is_open else None
        if kind:
            found.setdefault(kind["key"], kind["names"].split())
    return list(found.items())


def of_one_kind(keys: Sequence[str]) -> bool:
    """Tell whether the first tokens of all kinds are numbers, or all signs, or all words."""
    tests = (str.isdigit, str.isalpha, lambda key: key in "+-?!")
    return any(all(map(test, keys)) for test in tests)


_FORM = regex(
    r"\b(?:in|of|has|have|follows?) the (?:form|format)\s?:?\s[\"'`]?"
    r"(?P<form>\w[\w{}]{0,12}(?:\s\w[\w{}]{0,12}){1,5}?)[\"'`]?"
    r"(?=\s?(?:[,;]|\.(?:\s|$)|--|$|where\b|with\b|which\b|meaning\b))",
    re.I,
)
_NAME = regex(r"[A-Za-z](?:_\{?\w{1,3}\}?|\d)?")
_WORD = regex(r"[A-Za-z]{2,12}")
_NO_KEYWORD = frozenset(
    "the an of as is it and or for two three four integers numbers strings words above below".split()
)


def form_of(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the tokens of a line told as a form, each with whether it is a fixed word; none without both."""
    found = _FORM.search(text)
    if found is None:
        return ()
    tokens = tuple((word, _NAME.fullmatch(word) is None) for word in found["form"].split())
    fixed = [word for word, is_fixed in tokens if is_fixed]
    if not fixed or len(fixed) == len(tokens) or any(w.lower() in _NO_KEYWORD for w in fixed):
        return ()
    return tokens if all(_WORD.fullmatch(word) for word in fixed) else ()
