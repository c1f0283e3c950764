"""Landlock: what a process may still open, and whom it may signal; without any privilege.

The kernel's documentation, userspace-api/landlock (M. Salaün, 2021 on), describes the three calls; the C
library has no names for them. The numbers are the same on every architecture.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_REMOVE_FOLDER, _REMOVE_FILE = 1 << 4, 1 << 5
_MAKE_FOLDER, _MAKE_FILE, _MAKE_PIPE, _MAKE_LINK = 1 << 7, 1 << 8, 1 << 10, 1 << 12
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # rights by version
_NETWORK, _SCOPES = 3, 3  # bind and connect; abstract sockets and signals
_ON_FILE = _EXECUTE | _WRITE | _READ | _TRUNCATE
_WORK = (
    _EXECUTE | _WRITE | _READ | _LIST | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE_FOLDER | _MAKE_FILE | _MAKE_PIPE
) | (_MAKE_LINK | _REFER | _TRUNCATE)
_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """The version of Landlock that the kernel offers; 0 without it."""
    return max(0, int(_libc.syscall(_CREATE, None, 0, _VERSION_FLAG)))


def ruleset(reads: Iterable[str], writes: Iterable[str], work: str | None) -> int:
    """A descriptor of rules: `reads` may be read and executed, the files `writes` read and written, and
    `work` holds whatever the program likes. Raises OSError."""
    offered = version()
    handled = _FILES[max(number for number in _FILES if number <= offered)]
    network, scopes = (_NETWORK if offered >= 4 else 0), (_SCOPES if offered >= 6 else 0)
    attributes = struct.pack("=QQQ", handled, network, scopes)[: 24 if scopes else 16 if network else 8]
    rules = _checked(_libc.syscall(_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0))
    try:
        for path in reads:
            _allow(rules, path, (_EXECUTE | _READ | _LIST) & handled)
        for path in writes:
            _allow(rules, path, (_READ | _WRITE | _TRUNCATE) & handled)
        if work is not None:
            _allow(rules, work, _WORK & handled)
    except BaseException:
        os.close(rules)
        raise
    return rules


def _allow(rules: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not Path(path).is_dir():
            rights &= _ON_FILE
        _checked(_libc.syscall(_ADD, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def restrict(rules: int) -> None:
    """Hold this process and all its children to the rules, for good; it must have no new privileges."""
    _checked(_libc.syscall(_RESTRICT, rules, 0))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"landlock: {os.strerror(number)}")
    return result
