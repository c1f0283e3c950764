"""Terminals of the grammars, and the kinds that several steps ask for."""

from __future__ import annotations

from stab.saturate.tokens import Lexeme

COMPARE = frozenset({"LE", "LT", "GE", "GT"})
RELATIONS = COMPARE | {"EQ", "NE", "IN"}
BINARY = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "CARET", "MOD"})


def near(found: list[Lexeme], i: int, step: int) -> Lexeme | None:
    j = i + step
    while 0 <= j < len(found) and found[j].kind == "SOFT":
        j += step
    return found[j] if 0 <= j < len(found) else None


__all__ = ["BINARY", "COMPARE", "RELATIONS", "Lexeme", "near"]
