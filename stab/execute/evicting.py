"""Keeps the folder of compiled programs small: what was not used for longest goes first."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 1 << 30
_IN_USE_S = 3600.0  # each run of a program touches it: what was touched so lately may be running
_LEFT_OVER_S = 86_400.0  # what a killed process left half made
_PAUSE_S = 600.0  # between two looks at the whole folder
_MARKER = ".limited"
_PASSING = ("source-", "new-", "check-", "old-")


@dataclass(frozen=True, slots=True)
class _Kept:
    folder: Path
    used: float  # seconds since the epoch
    size: int  # bytes on disk


def touch(folder: Path) -> None:
    """Note that a program is used now. A cache of somebody else's is used without a note."""
    with contextlib.suppress(OSError):
        os.utime(folder)


def limit_cache(home: Path, *, most: int = MOST_BYTES, now: float | None = None) -> None:
    """Remove the programs that were not used for longest until the rest takes at most `most` bytes.

    Any number of processes may do so, and compile and run, at a time: a program vanishes all at once, and
    none that was used within the hour. Looks at the folder only now and then.
    """
    today = time.time() if now is None else now
    if not _is_due(home / _MARKER, today):
        return
    kept = sorted(_kept(home), key=lambda k: (k.used, k.folder.name))
    total = sum(k.size for k in kept)
    for item in kept:
        passing = item.folder.name.startswith(_PASSING)
        if passing and item.used < today - _LEFT_OVER_S:
            shutil.rmtree(item.folder, ignore_errors=True)
        elif not passing and total > most and item.used < today - _IN_USE_S:
            _remove(item.folder)
        else:
            continue
        total -= item.size


def _is_due(marker: Path, now: float) -> bool:
    try:
        if marker.exists() and abs(now - marker.stat().st_mtime) < _PAUSE_S:
            return False
        marker.touch()
        os.utime(marker, (now, now))
    except OSError:
        return False
    return True


def _kept(home: Path) -> Iterator[_Kept]:
    for folder in home.iterdir():
        with contextlib.suppress(OSError):  # gone meanwhile
            if folder.is_dir() and not folder.is_symlink():
                size = sum(p.lstat().st_blocks * 512 for p in (folder, *folder.rglob("*")))
                yield _Kept(folder, folder.stat().st_mtime, size)


def _remove(folder: Path) -> None:
    """Take the folder's name away first: nobody may find half a program under it."""
    try:
        aside = Path(tempfile.mkdtemp(prefix="old-", dir=folder.parent))
    except OSError:
        return
    with contextlib.suppress(OSError):  # another process was first
        folder.rename(aside)  # replaces an empty folder
    shutil.rmtree(aside, ignore_errors=True)
