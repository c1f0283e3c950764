"""The strict cage: bubblewrap with namespaces of its own, limited while its init still waits."""

from __future__ import annotations

import json
import os
import resource
import select
import time
from pathlib import Path
from typing import Any

from .limits import resource_limits
from .machine import Fault, become_command, reachable, real_user

_START_WAIT_S = 20.0  # a box that isn't up by then is a fault of the machine, not of the program


class BubblewrapCage:
    """Own files, processes and network by bubblewrap; its scratch memory is a tmpfs that goes with it."""

    def __init__(self, order: dict[str, Any], uid: int | None, exposed: dict[str, str]) -> None:
        self.order, self.uid, self.exposed = order, uid, exposed
        self.pid = -1
        self.setup: tuple[int, ...] = ()
        self.spent = 0.0
        self.work: Path | None = None
        self.mounted: Path | None = None
        self._hold = -1

    def start(self, standard: tuple[int, int, int]) -> None:
        """Start bubblewrap, wait until the box stands, and limit it. Raises Fault."""
        told, tell = os.pipe()
        hold, self._hold = os.pipe()
        keep = [tell, hold]
        argv = self._argv(keep)
        self.pid = os.fork()
        if self.pid == 0:
            become_command(argv, standard, keep, self.uid, self.order["core"])
        self.setup = (self.pid,)
        for descriptor in keep:
            os.close(descriptor)
        init = self._first_word(told, standard[2])
        self.setup = (self.pid, init)
        self.mounted = Path(f"/proc/{init}/root/box")
        self._limit(init)

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

    def _first_word(self, told: int, err: int) -> int:
        """The pid of the box's init, as bubblewrap tells it."""
        text, deadline = b"", time.monotonic() + _START_WAIT_S
        try:
            while b"}" not in text:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([told], [], [], left)[0]:
                    raise Fault(f"the sandbox was not up after {_START_WAIT_S:.0f} s")
                part = os.read(told, 4096)
                if not part:
                    raise Fault(_complaint(err))
                text += part
            return int(json.loads(text)["child-pid"])
        finally:
            os.close(told)

    def _limit(self, init: int) -> None:
        """Set the resource limits on the waiting init, from where the program inherits them."""
        with real_user(self.uid):
            for kind, pair in resource_limits(self.order).items():
                hard = resource.prlimit(init, kind)[1]
                soft, top = (value if hard < 0 else min(value, hard) for value in pair)
                resource.prlimit(init, kind, (soft, top))

    def release(self) -> None:
        """Let the program go."""
        os.write(self._hold, b"x")

    def close(self) -> None:
        """Give the descriptor back; a program that is still held never starts."""
        if self._hold >= 0:
            os.close(self._hold)


def _complaint(err: int) -> str:
    return os.pread(err, 2000, 0).decode("utf-8", "replace").strip() or "bubblewrap failed without a word"
