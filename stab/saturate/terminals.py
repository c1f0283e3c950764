"""Terminals of the grammars, and the kinds that several steps ask for."""

from __future__ import annotations

from dataclasses import dataclass

from stab.saturate.tokens import Mode

COMPARE = frozenset({"LE", "LT", "GE", "GT"})
RELATIONS = COMPARE | {"EQ", "NE", "IN"}
BINARY = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "CARET", "MOD"})


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A terminal for the grammars, with the places of the scanned tokens it covers."""

    kind: str
    value: str
    start: int
    end: int
    mode: Mode
    spaced: bool
    repaired: bool = False


def near(found: list[Lexeme], i: int, step: int) -> Lexeme | None:
    j = i + step
    while 0 <= j < len(found) and found[j].kind == "SOFT":
        j += step
    return found[j] if 0 <= j < len(found) else None
