"""The error that says where an input leaves its layout."""

from __future__ import annotations

from stab.errors import LayoutError

_SHOWN = 40


class Mismatch(LayoutError):
    """An input doesn't fit a layout: 1-based line and column, what was expected, what stood there."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(
            f"line {line}, column {column}: {expected} was expected, {found} stands there",
            line=line,
            hint="correct the input, or say what it looks like with a layout of your own (layout:)",
        )
        self.column = column
        self.row = line
        self.expected = expected
        self.found = found


def shown(token: str) -> str:
    """Return a token as messages show it: in quotes, the middle of a long one left out."""
    if len(token) > _SHOWN:
        token = f"{token[: _SHOWN // 2]}…{token[-8:]}"
    return f"'{token}'"
