"""One run of a boxed command: started, limited, watched, ended, accounted for."""

from __future__ import annotations

import os
import select
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from . import scratch
from .machine import Fault, output_file, sealed_copy
from .memory import MemoryGroup
from .processes import CpuGroup, cpu_so_far, is_alive, longest_wait, memory_now, own_cpu, stop_all, tree

_ROOM = 1 << 20
_UNSEEN_S = 0.02  # what the box's init uses besides the program
_SLACK_S = 0.05  # samples of CPU time are steps of 10 ms and may include what started the program
_PATIENCE = 4  # times the wall limit that a run may last while it waits for a busy machine
_UNTOLD = 1.25  # the kernel tells of a wait when it is over
_DISK_EVERY = 5  # looks at the work folder are dearer than the others


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for all runs: the user who runs them, hidden folders and where they show, the groups."""

    uid: int | None
    exposed: dict[str, str]
    group: CpuGroup | None = None
    memory: MemoryGroup | None = None


class Cage(Protocol):
    """What shuts the program in. `pid` is our child, `setup` are the processes that only set the box up,
    `spent` the CPU seconds the program's own process used before it was the program."""

    pid: int
    setup: tuple[int, ...]
    spent: float
    work: Path | None  # a scratch folder on disk, to be watched and removed
    mounted: Path | None  # scratch memory of a size that holds, but of any number of files

    def start(self, standard: tuple[int, int, int]) -> None:
        """Start the box on these three descriptors and hold the program back. Raises Fault."""

    def release(self) -> None:
        """Let the program go. Raises Fault if it can't be started."""

    def close(self) -> None:
        """Give descriptors back, and stop holding what was never released."""


class Box:
    """One run of a boxed command, from its start until nothing of it is left."""

    def __init__(self, order: dict[str, Any], settings: Settings, cage: Cage) -> None:
        self.order, self.settings, self.cage = order, settings, cage
        self.cpu = self.seen = self.peak = self.began = self.wall = self.counted = 0.0
        self.disk = self.looks = 0
        self.out = self.err = self.pidfd = -1
        self.status: int | None = None

    def start(self) -> None:
        """Open input and outputs and start the cage; the program itself is still held back."""
        uid = self.settings.uid
        self.out = output_file(self.order["stdout"], uid)
        self.err = output_file(self.order["stderr"], uid)
        stdin = sealed_copy(self.order["stdin"])
        if self.settings.memory is not None:
            files = os.fstat(stdin).st_size + self.order["scratch_bytes"] + self.order["output_bytes"]
            self.settings.memory.allow(self.order["memory_bytes"] + files)
        try:
            self.cage.start((stdin, self.out, self.err))
        finally:
            os.close(stdin)
        self.pidfd = os.pidfd_open(self.cage.pid)

    def watch(self) -> str | None:
        """Let the program go and return why it was stopped, or None when it ended by itself."""
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        poll.register(0, 0)  # reports only that the other side has gone
        group = self.settings.group
        self.counted = group.cpu() if group else 0.0
        self.began = time.monotonic()
        self.cage.release()
        why = None
        while why is None:
            ready = poll.poll(1000 * self._pause())
            if any(descriptor == 0 for descriptor, _ in ready):
                why = "abandoned"
            elif ready:
                break
            else:
                why = self._broken_limit()
        self.wall = time.monotonic() - self.began
        return why

    def _pause(self) -> float:
        """Seconds until the next look: often at first, and when the wall limit is reached."""
        spent = time.monotonic() - self.began
        usual, left = 0.01 if spent < 0.2 else 0.02, self.order["wall_s"] - spent
        return min(usual, max(left, 0.001)) if left > 0 else usual

    def _broken_limit(self) -> str | None:
        order = self.order
        programs = self._programs()
        limit = order["memory_bytes"]
        self.peak = max(self.peak, memory_now(programs, limit))
        waiting_for = self.cage.setup[-1] if self.cage.setup else 0
        self.seen = max(self.seen, cpu_so_far(programs, waiting_for) - self.cage.spent)
        if self.peak > limit:
            return "memory"
        if self.seen > order["time_s"] + _SLACK_S:
            return "cpu"
        late = time.monotonic() - self.began - order["wall_s"]
        if late > 0 and late > _UNTOLD * longest_wait(programs):
            return "wall"
        if late > (_PATIENCE - 1) * order["wall_s"]:
            return "starved"
        if self.output_size() >= order["output_bytes"]:
            return "output"
        return "disk" if self._disk_is_full(programs) else None

    def _disk_is_full(self, programs: list[int]) -> bool:
        work, limit = self.cage.work, int(self.order["scratch_bytes"])
        if self.cage.mounted is not None:
            return scratch.entries(self.cage.mounted) * scratch.ENTRY_BYTES > limit
        if work is None:
            return False
        self.looks += 1
        thorough = self.looks % _DISK_EVERY == 0
        self.disk = max(self.disk, scratch.used_bytes(work, limit, programs if thorough else ()))
        return self.disk > limit

    def _programs(self) -> list[int]:
        return [pid for pid in tree() if pid not in self.cage.setup]

    def finish(self) -> None:
        """Kill what is left, then reap it all, adding up what it used.

        The program goes first: a process that dies together with the box's init is charged to nobody.
        """
        patience = time.monotonic() + 1.0
        while self.pidfd >= 0 and not select.select([self.pidfd], [], [], 0.002)[0]:
            stop_all(self._programs() if time.monotonic() < patience else tree())
        deadline = time.monotonic() + 10.0
        while True:
            # The dead count against the limit of processes: whoever flees by forking soon can't any more.
            while (alive := [*filter(is_alive, tree())]) and time.monotonic() < deadline:
                stop_all(alive)
            try:
                while self._reap_one():
                    pass
            except ChildProcessError:
                break
            if time.monotonic() > deadline:
                raise Fault("a process of the box could not be killed within 10 s")
            time.sleep(0.001)
        self.cpu = max(self.cpu, self.seen)
        if self.settings.group is not None and self.began:
            counted = self.settings.group.cpu() - self.counted
            self.cpu = counted if counted > self.cpu + _UNSEEN_S else self.cpu
        if self.cage.work is not None:
            self.disk = max(self.disk, scratch.used_bytes(self.cage.work, self.order["scratch_bytes"]))
            scratch.empty(self.cage.work)

    def _reap_one(self) -> bool:
        waiting = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if waiting is None:
            return False
        own = own_cpu(waiting.si_pid)
        pid, status, usage = os.wait4(waiting.si_pid, 0)
        used = usage.ru_utime + usage.ru_stime
        # What set up the box is not the program's; what its children used is.
        used -= own if pid in self.cage.setup else self.cage.spent if pid == self.cage.pid else 0.0
        self.cpu += max(0.0, used)
        if pid == self.cage.pid:
            self.status = status
        if pid != self.cage.pid or not self.cage.setup:  # what starts a box inherits our own peak
            self.peak = max(self.peak, usage.ru_maxrss * 1024)
        return True

    def close(self) -> None:
        """Give the descriptors back."""
        self.cage.close()
        for descriptor in (self.out, self.err, self.pidfd):
            if descriptor >= 0:
                os.close(descriptor)

    def has_room(self) -> bool:
        """False when the disk of the output files is full: then a failing program proves nothing."""
        disk = os.fstatvfs(self.out)
        return disk.f_bavail * disk.f_frsize >= _ROOM

    def output_size(self) -> int:
        """Bytes written to the longer of the two output files."""
        return max((os.fstat(fd).st_size for fd in (self.out, self.err) if fd >= 0), default=0)


def run(order: dict[str, Any], settings: Settings, cage: Cage) -> dict[str, Any]:
    """Run one order; the answer holds figures, or `fault` when the machine failed."""
    box = Box(order, settings, cage)
    why, fault = None, None
    try:
        try:
            box.start()
            why = box.watch()
        finally:
            box.finish()
    except (Fault, OSError) as error:
        fault = str(error)
    finally:
        size = box.output_size()
        if box.status and fault is None and why is None and not box.has_room():
            fault = "the disk that takes the output is full"
        box.close()
    return {"fault": fault} if fault is not None else _figures(box, why, size)


def _figures(box: Box, why: str | None, size: int) -> dict[str, Any]:
    assert box.status is not None
    memory = box.settings.memory
    return {
        "stopped": why,
        "status": os.waitstatus_to_exitcode(box.status),
        "cpu_s": box.cpu,
        "wall_s": box.wall,
        "peak_bytes": int(box.peak),
        "output_bytes": size,
        "disk_bytes": box.disk,
        "refused_memory": memory is not None and memory.refused(),
    }
