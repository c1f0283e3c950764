"""Files and folders that are there but can't be read are told before anything runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from stab.errors import InputError


def require_readable(paths: Iterable[Path]) -> None:
    """Raise InputError for the first file or folder that exists and that we may not read."""
    for path in paths:
        wanted = os.R_OK | os.X_OK if path.is_dir() else os.R_OK
        if not os.access(path, wanted) and os.access(path, os.F_OK):
            raise InputError("it can't be read", file=str(path), hint="its owner can let you: chmod a+rX")
