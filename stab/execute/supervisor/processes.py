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
    """CPU seconds of live programs and of every process they or the box's init (0: none) have waited for."""
    ticks = _ticks(init)[2:] if init else []
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
        return _pss(pid)
    except PermissionError:  # root without the right to look into other users' processes
        with contextlib.suppress(OSError, ValueError), _owner_of(pid):
            return _pss(pid)
    except (OSError, ValueError):
        pass
    return 0


def _pss(pid: int) -> int:
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return int(_read(f"/proc/{pid}/statm").split()[1]) * _PAGE


@contextlib.contextmanager
def _owner_of(pid: int) -> Iterator[None]:
    mine = os.geteuid()
    os.seteuid(os.stat(f"/proc/{pid}").st_uid)  # noqa: PTH116
    try:
        yield
    finally:
        os.seteuid(mine)


def own_cpu(pid: int) -> float:
    """CPU seconds of the process alone, without its children; works on a zombie too."""
    try:
        return int(_read(f"/proc/{pid}/schedstat").split()[0]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def stop_all(pids: list[int]) -> None:
    """Kill processes; all are halted first, so that none can start another or wait for one meanwhile."""
    if len(pids) > 1:
        _signal(pids, signal.SIGSTOP)
    _signal(pids, signal.SIGKILL)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def longest_wait(pids: list[int]) -> float:
    """Seconds that the worst-off thread was ready to run and had no core."""
    longest = 0
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError):
            for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
                longest = max(longest, int(_read(f"/proc/{pid}/task/{task}/schedstat").split()[1]))
    return longest / 1e9


def is_alive(pid: int) -> bool:
    """False for the dead, those that wait to be reaped among them."""
    try:
        return _read(f"/proc/{pid}/stat").rpartition(")")[2].split()[0] not in "ZX"
    except (OSError, IndexError):
        return False


def tasks_of(uid: int) -> int:
    """How many threads of the user `uid` run now."""
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with contextlib.suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == uid:  # noqa: PTH116
                    count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
    return count


class CpuGroup:
    """A control group (version 2) around this process: it counts children that a program disowns.

    A process whose parent ignores SIGCHLD is reaped by the kernel and charged to nobody. Raises OSError
    where no group can be made.
    """

    def __init__(self) -> None:
        self.path = group_home(None) / f"stab-{os.getpid()}"
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


def group_home(controller: str | None) -> Path:
    """The folder of our control group: of a version 1 `controller`, or of version 2 for None.

    Raises OSError where there is none.
    """
    kind = "cgroup" if controller else "cgroup2"
    for mount in (line.split() for line in _read("/proc/self/mounts").splitlines()):
        if mount[2] != kind or (controller and controller not in mount[3].split(",")):
            continue
        for line in _read("/proc/self/cgroup").splitlines():
            _, names, path = line.split(":", 2)
            if controller in names.split(",") if controller else not names:
                return Path(mount[1]) / path.lstrip("/")
    raise OSError(f"no control groups for {controller or 'version 2'}")
