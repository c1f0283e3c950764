"""The cage without privileges: Landlock, seccomp and resource limits on a process of our own kernel view.

It shows the host's files where they lie. `weak` is the same cage with fewer of these layers.
"""

from __future__ import annotations

import os
import select
import signal
from pathlib import Path
from typing import Any

from . import landlock
from .limits import apply_limits, resource_limits
from .machine import (
    Fault,
    become_user,
    die_with_parent,
    filter_calls,
    forgo_privileges,
    prepare_child,
    reachable,
)
from .processes import own_cpu, tasks_of

_READY = b"+"
_WAIT_S = 20.0
_ROOM_FOR_OTHERS = 128  # what the user may start elsewhere meanwhile, other runs among it


class ConfinedCage:
    """A process that restricts itself before it becomes the program; its work folder lies on disk."""

    def __init__(self, order: dict[str, Any], uid: int | None, exposed: dict[str, str]) -> None:
        self.order, self.uid = order, uid
        self.pid = -1
        self.setup: tuple[int, ...] = ()
        self.spent = 0.0
        self.work: Path | None = None
        self.mounted: Path | None = None
        self._reads = [reachable(path, exposed) for path in order["reads"]]
        self._command = [reachable(word, exposed) for word in order["command"]]
        self._environment = {k: reachable(v, exposed) for k, v in order["environment"].items()}
        self._told = self._hold = -1

    def start(self, standard: tuple[int, int, int]) -> None:
        """Make the work folder, start the process and wait until it is restricted. Raises Fault."""
        self.work = self._work_folder()
        limits = resource_limits(self.order, self._others())
        rules = self._rules() if self.order["landlock"] else -1
        self._told, tell = os.pipe()
        hold, self._hold = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._become(standard, limits, rules, (tell, hold))
        for descriptor in (tell, hold, *([rules] if rules >= 0 else [])):
            os.close(descriptor)
        word = self._word()
        if word != _READY:
            raise Fault(word.decode("utf-8", "replace") or "the program's process ended before its time")
        self.spent = own_cpu(self.pid)

    def _work_folder(self) -> Path:
        work = Path(self.order["work"])
        work.mkdir(mode=0o700)
        if self.uid is not None:
            os.chown(work, self.uid, self.uid)
        return work

    def _others(self) -> int:
        """How many tasks count against the limit of processes besides the program's."""
        return tasks_of(os.getuid()) + _ROOM_FOR_OTHERS if self.uid is None else 0

    def _rules(self) -> int:
        order = self.order
        return landlock.ruleset(
            self._reads, [*order["writes"], order["stdout"], order["stderr"]], order["work"]
        )

    def _word(self) -> bytes:
        if not select.select([self._told], [], [], _WAIT_S)[0]:
            raise Fault(f"the program's process was not ready after {_WAIT_S:.0f} s")
        return os.read(self._told, 2000)

    def _become(
        self,
        standard: tuple[int, int, int],
        limits: dict[int, tuple[int, int]],
        rules: int,
        pipes: tuple[int, int],
    ) -> None:
        tell, hold = pipes
        try:
            os.setsid()
            prepare_child(standard, self.order["core"])
            filter_ = Path(self.order["seccomp"]).read_bytes() if self.order["seccomp"] else None
            become_user(self.uid)
            die_with_parent()
            os.chdir(self.order["work"])
            os.umask(0o077)
            apply_limits(limits)
            forgo_privileges()
            if rules >= 0:
                landlock.restrict(rules)
            if filter_ is not None:
                filter_calls(filter_)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.write(tell, _READY)
            if os.read(hold, 1):
                os.execve(self._command[0], self._command, self._environment)
        except BaseException as error:
            os.write(tell, f"{self._command[0]}: {error}".encode())
        finally:
            os.kill(os.getpid(), signal.SIGKILL)

    def release(self) -> None:
        """Let the program go. Raises Fault if it can't be started."""
        os.write(self._hold, b"x")
        trouble = self._word()  # the pipe ends when the program has taken over
        if trouble:
            raise Fault(trouble.decode("utf-8", "replace"))

    def close(self) -> None:
        """Give the descriptors back; a program that is still held never starts."""
        for descriptor in (self._told, self._hold):
            if descriptor >= 0:
                os.close(descriptor)
