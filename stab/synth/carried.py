"""What a generator carries besides its body: functions of stab.build, and those of the runtime modules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from stab.build.inline import inline_source, library
from stab.patterns import regex

RUNTIME = tuple(
    Path(__file__).with_name(name) for name in ("runtime.py", "runtime_rows.py", "runtime_grids.py")
)
_WORD = regex(r"[A-Za-z_]\w*")


@lru_cache(maxsize=1)
def carried_names() -> frozenset[str]:
    """Return the names of all functions that a generator's body may call."""
    return frozenset(name for name, piece in library(RUNTIME)[0].items() if piece.is_public)


def carried_source(body: str) -> str:
    """Return the source of the functions that the body names, and of all that they use."""
    return inline_source(carried_names().intersection(_WORD.findall(body)), RUNTIME)


def may_refuse(expression: str) -> bool:
    """Tell whether the constructions that the expression calls may find no room within the bounds."""
    return "raise DoesNotFit" in carried_source(expression)
