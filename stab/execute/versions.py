"""What tools say about their versions, remembered by the file that said it: asking a compiler takes long."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from stab.resources import cache_dir, write_whole

_MOST = 64  # tools remembered
_ELF = b"\x7fELF"


def known_version(program: str, ask: Callable[[], str | None]) -> str | None:
    """Return what the program said about its version when it was this very file, else what `ask` returns.

    A file is known by path, size and time of change. Scripts are asked each time: they often lead elsewhere.
    """
    key = _key(program)
    if key is None:
        return ask()
    file = cache_dir("tools.json")
    known = _read(file)
    if key not in known:
        said = ask()
        if said is not None:
            _write(file, {**_read(file), key: said})
        return said
    return known[key]


def _key(program: str) -> str | None:
    try:
        path = Path(program).resolve(strict=True)
        with path.open("rb") as opened:
            if opened.read(4) != _ELF:
                return None
            about = os.fstat(opened.fileno())
    except OSError:
        return None
    return f"{path} {about.st_size} {about.st_mtime_ns}"


def _read(file: Path) -> dict[str, str]:
    try:
        read = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    good = isinstance(read, dict) and all(isinstance(v, str) for v in read.values())
    return read if good else {}


def _write(file: Path, known: dict[str, str]) -> None:
    """Replace the file at once; where that fails, or another process comes between, it is asked again."""
    with contextlib.suppress(OSError):
        write_whole(file, json.dumps(dict([*known.items()][-_MOST:])).encode())
