"""A program of its own, not a module of stab: starts boxed programs, accounts for their whole tree, kills it.

Run as `python3 -I -S -B supervisor.py`, it reads one JSON object a line on standard input and answers each
with one line. It stays small and single-threaded on purpose: a child inherits its parent's memory peak, and
forking a large parent costs CPU time that would be charged to the solution. Standard library only.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_CLONE_NEWNS = 0x00020000
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_START_WAIT_S = 20.0  # a box that isn't up by then is a fault of the machine, not of the program
_libc = ctypes.CDLL(None, use_errno=True)


class Fault(Exception):
    """Something of ours or of the machine failed: nothing can be said about the program."""


# --- the machine's side ----------------------------------------------------------------------------


def _checked(result: int, what: str) -> None:
    if result != 0:
        raise Fault(f"{what}: {os.strerror(ctypes.get_errno())}")


def _bind_mount(source: str, target: str) -> None:
    _checked(
        _libc.mount(source.encode(), target.encode(), None, _MS_BIND | _MS_REC, None), f"mount of {source}"
    )


def expose(paths: list[str], below: str) -> dict[str, str]:
    """Bind folders that only root can reach to a reachable place, in a mount namespace of our own."""
    if not paths:
        return {}
    _checked(_libc.unshare(_CLONE_NEWNS), "unshare")
    _checked(_libc.mount(None, b"/", None, _MS_REC | _MS_PRIVATE, None), "private mounts")
    exposed = {}
    for number, path in enumerate(paths):
        target = f"{below}/{number}"
        Path(target).mkdir(mode=0o755, exist_ok=True)
        _bind_mount(path, target)
        exposed[path] = target
    return exposed


def reachable(path: str, exposed: dict[str, str]) -> str:
    """The path under which the unprivileged child finds `path`."""
    for source, target in exposed.items():
        if path == source or path.startswith(source + "/"):
            return target + path[len(source) :]
    return path


# --- reading /proc ---------------------------------------------------------------------------------


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


def _own_cpu(pid: int) -> float:
    """CPU seconds of the process alone, without its children; works on a zombie too."""
    try:
        return int(_read(f"/proc/{pid}/schedstat").split()[0]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


# --- one run ---------------------------------------------------------------------------------------


def sealed_copy(path: str | None) -> int:
    """A read-only descriptor on a private copy: a program could reopen the original's for writing."""
    if path is None:
        return os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
    copy = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        source = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            while os.sendfile(copy, source, None, 1 << 30):
                pass
        finally:
            os.close(source)
        fcntl.fcntl(copy, fcntl.F_ADD_SEALS, 15)
        return os.open(f"/proc/self/fd/{copy}", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        os.close(copy)


def _become(uid: int | None) -> None:
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)


@contextlib.contextmanager
def _real_user(uid: int | None) -> Iterator[None]:
    """Be `uid` as far as prlimit is concerned: root in a container often lacks CAP_SYS_RESOURCE."""
    if uid is None:
        yield
        return
    os.setresgid(uid, -1, -1)
    os.setresuid(uid, -1, -1)
    try:
        yield
    finally:
        os.setresuid(0, -1, -1)
        os.setresgid(0, -1, -1)


def _child(argv: list[str], standard: tuple[int, int, int], keep: list[int], uid: int | None) -> None:
    try:
        for target, source in enumerate(standard):
            os.dup2(source, target)
        for descriptor in keep:
            os.set_inheritable(descriptor, True)
        _become(uid)
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.execve(argv[0], argv, {"PATH": "/usr/bin:/bin"})
    except BaseException as error:
        os.write(2, f"{argv[0]}: {error}".encode())
    finally:
        os._exit(127)


def _output_file(path: str, uid: int | None) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    if uid is not None:  # so that the program may open /dev/stdout
        os.fchown(descriptor, uid, uid)
    return descriptor


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Box:
    """One run of a boxed command, from the start of bubblewrap until nothing of it is left."""

    def __init__(self, order: dict[str, Any], settings: dict[str, Any], exposed: dict[str, str]) -> None:
        self.order, self.settings, self.exposed = order, settings, exposed
        self.init = 0  # pid 1 of the box, as seen from here
        self.cpu = self.seen = self.peak = 0.0
        self.out = self.err = self.pid = self.pidfd = self.release = -1
        self.status: int | None = None

    def start(self) -> None:
        """Start bubblewrap, wait until the box stands, limit it; the program itself is still held back."""
        uid = self.settings["uid"]
        self.out = _output_file(self.order["stdout"], uid)
        self.err = _output_file(self.order["stderr"], uid)
        stdin = sealed_copy(self.order["stdin"])
        told, tell = os.pipe()
        hold, self.release = os.pipe()
        keep = [tell, hold]
        argv = self._argv(keep)
        self.pid = os.fork()
        if self.pid == 0:
            _child(argv, (stdin, self.out, self.err), keep, uid)
        for descriptor in (stdin, *keep):
            os.close(descriptor)
        self.pidfd = os.pidfd_open(self.pid)
        self.init = self._first_word(told)

    def _argv(self, keep: list[int]) -> list[str]:
        order = self.order
        binds = [
            word
            for source, target in order["binds"]
            for word in ("--ro-bind", reachable(source, self.exposed), target)
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
        with _real_user(self.settings["uid"]):
            for kind, pair in limits.items():
                hard = resource.prlimit(self.init, kind)[1]
                soft, top = (value if hard < 0 else min(value, hard) for value in pair)
                resource.prlimit(self.init, kind, (soft, top))

    def watch(self) -> str | None:
        """Let the program go and return why it was stopped, or None when it ended by itself."""
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        poll.register(0, 0)  # reports only that the other side has gone
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
            _kill(self._programs() if time.monotonic() < patience else tree())
        deadline = time.monotonic() + 10.0
        while True:
            _kill(tree())
            try:
                while self._reap_one():
                    pass
            except ChildProcessError:
                break
            if time.monotonic() > deadline:
                raise Fault("a process of the box could not be killed within 10 s")
            time.sleep(0.001)
        self.cpu = max(self.cpu, self.seen)

    def _reap_one(self) -> bool:
        waiting = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if waiting is None:
            return False
        own = _own_cpu(waiting.si_pid)
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

    def output_size(self) -> int:
        """Bytes written to the longer of the two output files."""
        return max((os.fstat(fd).st_size for fd in (self.out, self.err) if fd >= 0), default=0)


def run(order: dict[str, Any], settings: dict[str, Any], exposed: dict[str, str]) -> dict[str, Any]:
    """Run one order; the answer holds figures, or `fault` when the machine failed."""
    box = Box(order, settings, exposed)
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
        size = max(
            (os.fstat(fd).st_size for fd in (getattr(box, "out", 0), getattr(box, "err", 0))), default=0
        )
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


def main() -> None:
    """Serve orders until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it closes our input
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    settings = json.loads(sys.stdin.buffer.readline())
    try:
        exposed = expose(settings["expose"], settings["below"])
        answer: dict[str, Any] = {"ready": True}
    except (Fault, OSError) as error:
        exposed, answer = {}, {"fault": str(error)}
    while True:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            return
        answer = run(json.loads(line), settings, exposed)


if __name__ == "__main__":
    main()
