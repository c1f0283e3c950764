"""Finds the data folders catalog/, grammars/ and anchors/, and the folder where results may be kept."""

from __future__ import annotations

import os
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
