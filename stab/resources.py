"""Finds the data folders catalog/, grammars/ and anchors/, and the folder where results may be kept."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from stab.errors import MachineError

_PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """Return the folder `name`: stab/_data/<name> in a wheel, <repository>/<name> in a checkout.

    Raises MachineError when the installation is incomplete.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise MachineError(
        f"the data folder '{name}' is missing from this installation", hint="install stab-gen again"
    )


def cache_dir(name: str) -> Path:
    """Return where things that can be made again are kept: $XDG_CACHE_HOME/stab/<name>; it may not exist."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "stab" / name


def write_whole(file: Path, data: bytes) -> None:
    """Write a file under another name first, and its folder where it is missing: nobody reads half of it.

    Raises OSError, with nothing left behind.
    """
    import tempfile

    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        Path(name).replace(file)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
