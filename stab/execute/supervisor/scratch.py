"""A run's work folder on disk: how full it is, and emptying it whatever the program built there."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

ENTRY_BYTES = 1 << 14  # an empty file costs a block, and the time to remove it
_BLOCK = 512
_DEEPEST = 64  # folders nested further count as full


def entries(mounted: Path) -> int:
    """How many files and folders a mounted file system holds; 0 when it can't be seen (any more)."""
    try:
        status = os.statvfs(mounted)
    except OSError:
        return 0
    return status.f_files - status.f_ffree


def used_bytes(folder: Path, limit: int, programs: Sequence[int] = ()) -> int:
    """Bytes on disk below `folder`, counted no further than just above `limit`.

    For `programs`, also deleted files that they still hold open or mapped.
    """
    total, waiting = 0, [(str(folder), 0)]
    while waiting and total <= limit:
        path, depth = waiting.pop()
        if depth > _DEEPEST:
            return limit + 1
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    total += ENTRY_BYTES + status.st_blocks * _BLOCK
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append((entry.path, depth + 1))
                    if total > limit:
                        break
        except FileNotFoundError:  # gone already
            continue
        except OSError:  # closed to its own user: never honest use
            total += limit // 64
    return total + _deleted_bytes(folder, programs)


def _deleted_bytes(folder: Path, programs: Sequence[int]) -> int:
    device, found = folder.stat().st_dev, {}
    for pid in programs:
        with contextlib.suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):  # noqa: PTH208
                with contextlib.suppress(OSError):
                    status = os.stat(f"/proc/{pid}/fd/{name}")  # noqa: PTH116
                    if stat.S_ISREG(status.st_mode) and not status.st_nlink and status.st_dev == device:
                        found[status.st_ino] = status.st_blocks * _BLOCK
        with contextlib.suppress(OSError, ValueError):
            _add_mapped(pid, device, found)
    return sum(found.values())


def _add_mapped(pid: int, device: int, found: dict[int, int]) -> None:
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:  # noqa: PTH123
        for line in maps:
            if not line.endswith("(deleted)\n"):
                continue
            span, _, _, place, inode = line.split(maxsplit=5)[:5]
            major, minor = (int(part, 16) for part in place.split(":"))
            if os.makedev(major, minor) == device:
                low, high = (int(part, 16) for part in span.split("-"))
                found[int(inode)] = max(found.get(int(inode), 0), high - low)


def empty(folder: Path) -> None:
    """Remove all that lies in `folder` and the folder itself; links are removed, never followed.

    Folders nested deeper than any path may be long are lifted to the top, so no name grows.
    """
    lifted = 0
    _open_up(folder)
    while names := _names(folder):
        for name in names:
            path = folder / name
            if path.is_symlink() or not path.is_dir():
                path.unlink(missing_ok=True)
                continue
            _open_up(path)
            for inner in _names(path):
                below = path / inner
                if below.is_symlink() or not below.is_dir():
                    below.unlink(missing_ok=True)
                else:
                    _open_up(below)
                    lifted += 1
                    below.rename(folder / f"{os.getpid()}-lifted-{lifted}-{os.urandom(4).hex()}")
            path.rmdir()
    folder.rmdir()


def _names(folder: Path) -> list[str]:
    return os.listdir(folder)  # noqa: PTH208 (names only, and the iterator must not see our renames)


def _open_up(folder: Path) -> None:
    folder.chmod(0o700)
