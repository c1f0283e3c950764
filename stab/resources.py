"""Finds the data folders catalog/, grammars/ and anchors/, in a checkout or in an installed wheel."""

from __future__ import annotations

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
