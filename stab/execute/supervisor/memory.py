"""A memory control group around the supervisor: the kernel itself refuses what no sample would catch."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from .processes import group_home

_ROOM = 128 << 20  # this process, and cached pages that the kernel has not given back yet
_PAGE_LIMIT = 1 << 62


class MemoryGroup:
    """A control group with a memory limit, version 1 or 2. Raises OSError where none can be made.

    We are in it ourselves, since moving each program in would cost milliseconds; programs make themselves
    the kernel's first choice when memory runs out.
    """

    def __init__(self) -> None:
        home, names = _home()
        self.path = home / f"stab-{os.getpid()}"
        self._limit, self._events = (self.path / name for name in names)
        self._allowed = self._refusals = 0
        self.path.mkdir(exist_ok=True)
        try:
            self._refusals = self._count()
            self._limit.write_text(str(_PAGE_LIMIT) if "limit" in names[0] else "max")
            (self.path / "cgroup.procs").write_text("0")
        except OSError:
            self.path.rmdir()
            raise

    def allow(self, size: int) -> None:
        """Limit the next run to `size` bytes and some room."""
        if size != self._allowed:
            with contextlib.suppress(OSError):  # pages in use: the limit stays as it was
                self._limit.write_text(str(size + _ROOM))
                self._allowed = size
        self._refusals = self._count()

    def refused(self) -> bool:
        """True when the kernel killed something for its memory since `allow`."""
        return self._count() > self._refusals

    def _count(self) -> int:
        for line in self._events.read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "oom_kill":
                return int(number)
        raise OSError("this kernel does not count what it kills")

    def leave(self) -> None:
        """Go back to where we came from and remove the group."""
        with contextlib.suppress(OSError):
            (self.path.parent / "cgroup.procs").write_text("0")
            self.path.rmdir()


def _home() -> tuple[Path, tuple[str, str]]:
    with contextlib.suppress(OSError):
        return group_home("memory"), ("memory.limit_in_bytes", "memory.oom_control")
    return group_home(None), ("memory.max", "memory.events")
