"""The order of files: numbers by value, so that test 2 comes before test 10."""

from __future__ import annotations

import re
from pathlib import Path


def natural_key(name: Path | str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that compares runs of digits as numbers; equal for every machine."""
    text = name.as_posix() if isinstance(name, Path) else name
    parts = re.split(r"(\d{1,18})", text)
    return (*((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts if p), (2, 0, text))
