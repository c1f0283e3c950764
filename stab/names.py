"""Names of files and rows as text: a file system and a data set allow more than text can hold."""

from __future__ import annotations

_CONTROL = {code: "?" for code in (*range(32), *range(127, 160))}


def legible(name: str) -> str:
    """Return the name with control characters as ? and bytes that are no UTF-8 as \\xNN; different names of
    files stay different but for control characters."""
    return name.translate(_CONTROL).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
