"""Kinds of line told in running text: `formats: 1 v -- …. 2 i -- …`, `one of: + x - …; ? - …`."""

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
