"""Spare users: each sandbox of root runs its programs as a user of their own."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from dataclasses import dataclass
from typing import Self

from stab.errors import SandboxError

_SPARE_UIDS = range(61001, 61184)  # outside Debian's user range, below systemd's dynamic users


@dataclass(slots=True)
class Slot:
    """A user id that nobody else has, or none where we are not root and programs run as ourselves.

    Two sandboxes with one user would share its limit of processes, and without namespaces the programs of one
    could signal those of the other. The claim is an abstract socket: it ends with its owner, come what may.
    """

    uid: int | None = None
    _claim: socket.socket | None = None

    @classmethod
    def take(cls) -> Self:
        """A free slot. Raises SandboxError when all are in use."""
        if sys.platform != "linux" or os.geteuid() != 0:
            return cls()
        for uid in _SPARE_UIDS:
            if _has_a_name(uid):
                continue
            claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                claim.bind(f"\0stab-user-{uid}")
            except OSError:
                claim.close()
                continue
            return cls(uid, claim)
        raise SandboxError(
            f"all {len(_SPARE_UIDS)} spare users are in use", hint="end some of the running stab processes"
        )

    def give_back(self) -> None:
        """Let others have it."""
        if self._claim is not None:
            with contextlib.suppress(OSError):
                self._claim.close()
        self._claim = None


def _has_a_name(uid: int) -> bool:
    import pwd  # not on every system, and this module is imported on all

    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True
