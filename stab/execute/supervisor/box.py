"""One run of a boxed command: started, limited, watched, ended, accounted for."""

from __future__ import annotations

import json
import os
import resource
import select
import time
from dataclasses import dataclass
from typing import Any

from .machine import Fault, become_command, output_file, reachable, real_user, sealed_copy
from .processes import CpuGroup, cpu_so_far, kill, memory_now, own_cpu, tree

_START_WAIT_S = 20.0  # a box that isn't up by then is a fault of the machine, not of the program
_ROOM = 1 << 20
_UNSEEN_S = 0.02  # what the box's init uses besides the program


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for all runs: the user who runs them, hidden folders and where they show, the CPU group."""

    uid: int | None
    exposed: dict[str, str]
    group: CpuGroup | None


class Box:
    """One run of a boxed command, from the start of bubblewrap until nothing of it is left."""

    def __init__(self, order: dict[str, Any], settings: Settings) -> None:
        self.order, self.settings = order, settings
        self.init = 0  # pid 1 of the box, as seen from here
        self.cpu = self.seen = self.peak = self.began = self.wall = self.counted = 0.0
        self.out = self.err = self.pid = self.pidfd = self.release = -1
        self.status: int | None = None

    def start(self) -> None:
        """Start bubblewrap, wait until the box stands, limit it; the program itself is still held back."""
        uid = self.settings.uid
        self.out = output_file(self.order["stdout"], uid)
        self.err = output_file(self.order["stderr"], uid)
        stdin = sealed_copy(self.order["stdin"])
        told, tell = os.pipe()
        hold, self.release = os.pipe()
        keep = [tell, hold]
        argv = self._argv(keep)
        self.pid = os.fork()
        if self.pid == 0:
            become_command(argv, (stdin, self.out, self.err), keep, uid)
        for descriptor in (stdin, *keep):
            os.close(descriptor)
        self.pidfd = os.pidfd_open(self.pid)
        self.init = self._first_word(told)

    def _argv(self, keep: list[int]) -> list[str]:
        order = self.order
        binds = [
            word
            for source, target in order["binds"]
            for word in ("--ro-bind", reachable(source, self.settings.exposed), target)
        ]
        words = ["--info-fd", str(keep[0]), "--block-fd", str(keep[1])]
        if order["seccomp"]:
            keep.append(os.open(order["seccomp"], os.O_RDONLY | os.O_CLOEXEC))
            words += ["--seccomp", str(keep[-1])]
        return [order["bwrap"], *order["before"], *binds, *order["after"], *words, "--", *order["command"]]

    def _first_word(self, told: int) -> int:
        """The pid of the box's init, as bubblewrap tells it."""
        text, deadline = b"", time.monotonic() + _START_WAIT_S
        try:
            while b"}" not in text:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([told], [], [], left)[0]:
                    raise Fault(f"the sandbox was not up after {_START_WAIT_S:.0f} s")
                part = os.read(told, 4096)
                if not part:
                    raise Fault(self._complaint())
                text += part
            return int(json.loads(text)["child-pid"])
        finally:
            os.close(told)

    def _complaint(self) -> str:
        return (
            os.pread(self.err, 2000, 0).decode("utf-8", "replace").strip()
            or "bubblewrap failed without a word"
        )

    def limit(self) -> None:
        """Set the resource limits on the waiting init, from where the program inherits them."""
        order = self.order
        cpu = int(order["time_s"]) + 2
        limits = {
            resource.RLIMIT_CPU: (cpu, cpu + 1),
            resource.RLIMIT_FSIZE: (order["output_bytes"],) * 2,
            resource.RLIMIT_NPROC: (order["processes"],) * 2,
            resource.RLIMIT_NOFILE: (256, 256),
            resource.RLIMIT_CORE: (0, 0),
            resource.RLIMIT_STACK: (order["stack_bytes"],) * 2,
            resource.RLIMIT_MSGQUEUE: (0, 0),
        }
        if order["data_bytes"]:
            limits[resource.RLIMIT_DATA] = (order["data_bytes"],) * 2
        with real_user(self.settings.uid):
            for kind, pair in limits.items():
                hard = resource.prlimit(self.init, kind)[1]
                soft, top = (value if hard < 0 else min(value, hard) for value in pair)
                resource.prlimit(self.init, kind, (soft, top))

    def watch(self) -> str | None:
        """Let the program go and return why it was stopped, or None when it ended by itself."""
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        poll.register(0, 0)  # reports only that the other side has gone
        group = self.settings.group
        self.counted = group.cpu() if group else 0.0
        self.began = time.monotonic()
        os.write(self.release, b"x")
        why = None
        while why is None:
            spent = time.monotonic() - self.began
            pause = 0.01 if spent < 0.2 else 0.02
            ready = poll.poll(max(1.0, 1000 * min(pause, self.order["wall_s"] - spent)))
            if any(descriptor == 0 for descriptor, _ in ready):
                why = "abandoned"
            elif ready:
                break
            else:
                why = self._broken_limit()
        self.wall = time.monotonic() - self.began
        return why

    def _broken_limit(self) -> str | None:
        order = self.order
        programs = self._programs()
        limit = order["memory_bytes"]
        self.peak = max(self.peak, memory_now(programs, limit))
        self.seen = max(self.seen, cpu_so_far(programs, self.init))
        if self.peak > limit:
            return "memory"
        if self.seen > order["time_s"] + 0.05:
            return "cpu"
        if time.monotonic() - self.began > order["wall_s"]:
            return "wall"
        if max(os.fstat(self.out).st_size, os.fstat(self.err).st_size) >= order["output_bytes"]:
            return "output"
        return None

    def _programs(self) -> list[int]:
        return [pid for pid in tree() if pid not in (self.pid, self.init)]

    def finish(self) -> None:
        """Kill what is left and reap it all, adding up what it used.

        The program goes first: a process that dies together with the box's init is charged to nobody.
        """
        patience = time.monotonic() + 1.0
        while self.pidfd >= 0 and not select.select([self.pidfd], [], [], 0.002)[0]:
            kill(self._programs() if time.monotonic() < patience else tree())
        deadline = time.monotonic() + 10.0
        while True:
            kill(tree())
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

    def _reap_one(self) -> bool:
        waiting = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if waiting is None:
            return False
        own = own_cpu(waiting.si_pid)
        pid, status, usage = os.wait4(waiting.si_pid, 0)
        used = usage.ru_utime + usage.ru_stime
        # Bubblewrap and the box's init set up the box themselves; what their children used is the program's.
        self.cpu += max(0.0, used - own) if pid in (self.pid, self.init) else used
        if pid == self.pid:
            self.status = status
            return True
        self.peak = max(self.peak, usage.ru_maxrss * 1024)
        return True

    def close(self) -> None:
        """Give the descriptors back."""
        for descriptor in (self.out, self.err, self.release, self.pidfd):
            if descriptor >= 0:
                os.close(descriptor)

    def has_room(self) -> bool:
        """False when the disk of the output files is full: then a failing program proves nothing."""
        disk = os.fstatvfs(self.out)
        return disk.f_bavail * disk.f_frsize >= _ROOM

    def output_size(self) -> int:
        """Bytes written to the longer of the two output files."""
        return max((os.fstat(fd).st_size for fd in (self.out, self.err) if fd >= 0), default=0)


def run(order: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Run one order; the answer holds figures, or `fault` when the machine failed."""
    box = Box(order, settings)
    why, fault = None, None
    try:
        try:
            box.start()
            box.limit()
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
    if fault is not None:
        return {"fault": fault}
    assert box.status is not None
    return {
        "stopped": why,
        "status": os.waitstatus_to_exitcode(box.status),
        "cpu_s": box.cpu,
        "wall_s": box.wall,
        "peak_bytes": int(box.peak),
        "output_bytes": size,
    }
