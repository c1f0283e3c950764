"""Looks at running processes: who descends from us, what they use; and ends them."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def _read(path: str) -> str:
    with open(path, encoding="ascii", errors="replace") as file:  # noqa: PTH123 (on the polling path)
        return file.read()


def _children(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
            with contextlib.suppress(OSError):
                yield from map(int, _read(f"/proc/{pid}/task/{task}/children").split())


def tree() -> list[int]:
    """All live descendants of this process, parents first."""
    found, seen = [os.getpid()], {os.getpid()}
    for pid in found:  # grows while we walk
        for child in _children(pid):
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found[1:]


def cpu_so_far(programs: list[int], init: int) -> float:
    """CPU seconds of live programs and of every process they or the box's init have waited for."""
    ticks = _ticks(init)[2:]
    return _TICK * (sum(ticks) + sum(sum(_ticks(pid)) for pid in programs))


def _ticks(pid: int) -> list[int]:
    """User and system time of a process, then the same of its reaped children, in steps of 10 ms."""
    try:
        return [*map(int, _read(f"/proc/{pid}/stat").rpartition(")")[2].split()[11:15])]
    except (OSError, ValueError):
        return []


def memory_now(pids: list[int], limit: int) -> int:
    """Bytes in use. Shared pages count once: resident sizes are trusted only while they stay low."""
    resident = 0
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError):
            resident += int(_read(f"/proc/{pid}/statm").split()[1]) * _PAGE
    if resident <= limit and len(pids) <= 1:
        return resident
    return sum(_proportional(pid) for pid in pids)


def _proportional(pid: int) -> int:
    try:
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
        return int(_read(f"/proc/{pid}/statm").split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def own_cpu(pid: int) -> float:
    """CPU seconds of the process alone, without its children; works on a zombie too."""
    try:
        return int(_read(f"/proc/{pid}/schedstat").split()[0]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def kill(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class CpuGroup:
    """A control group (version 2) around this process: it counts children that a program disowns.

    A process whose parent ignores SIGCHLD is reaped by the kernel and charged to nobody. Raises OSError
    where no group can be made.
    """

    def __init__(self) -> None:
        home = _own_group()
        self.path = home / f"stab-{os.getpid()}"
        self.path.mkdir(exist_ok=True)
        try:
            (self.path / "cgroup.procs").write_text("0")
            self.cpu()
        except OSError:
            self.path.rmdir()
            raise

    def cpu(self) -> float:
        """CPU seconds of all that ever ran in the group, this process excepted."""
        used = int(_read(f"{self.path}/cpu.stat").split()[1]) / 1e6
        return used - own_cpu(os.getpid())

    def leave(self) -> None:
        """Go back to where we came from and remove the group."""
        with contextlib.suppress(OSError):
            (self.path.parent / "cgroup.procs").write_text("0")
            self.path.rmdir()


def _own_group() -> Path:
    mounts = [line.split() for line in _read("/proc/self/mounts").splitlines()]
    roots = [Path(fields[1]) for fields in mounts if fields[2] == "cgroup2"]
    ours = [line[3:] for line in _read("/proc/self/cgroup").splitlines() if line.startswith("0::")]
    if not roots or not ours:
        raise OSError("no control groups of version 2")
    return roots[0] / ours[0].lstrip("/")
