"""Orders for the supervisor: what a command sees and may do, in the words of each level."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stab.execute.isolation import Mount, Profile, box_environment, system_links, system_mounts
from stab.records import Limits

_MIB = 1 << 20
_PROC_FILES = ("cpuinfo", "meminfo", "stat", "sys/vm/overcommit_memory", "sys/kernel/pid_max")
_MACHINE = ("/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage")


def limit_figures(limits: Limits, profile: Profile) -> dict[str, Any]:
    """The limits of a run as the supervisor reads them."""
    memory = limits.memory_mb * _MIB
    return {
        "time_s": limits.time_s,
        "wall_s": 3 * limits.time_s + 2 if limits.wall_s is None else limits.wall_s,
        "memory_bytes": memory + profile.overhead_mb * _MIB,
        "output_bytes": limits.output_mb * _MIB,
        "scratch_bytes": profile.scratch_mb * _MIB,
        "processes": profile.processes,
        "stack_bytes": profile.stack_mb * _MIB,
        "data_bytes": profile.data_factor * memory if profile.data_factor else None,
    }


def strict_order(bwrap: str, command: Sequence[str], profile: Profile, *, nested: bool) -> dict[str, Any]:
    """A box by bubblewrap; `nested` denies user namespaces inside (bubblewrap >= 0.8)."""
    return {
        "bwrap": bwrap,
        "before": _before(profile, nested=nested),
        "binds": [(str(m.source), str(m.target)) for m in [*system_mounts(), *profile.mounts]],
        "after": _after(profile),
        "command": list(command),
    }


def _before(profile: Profile, *, nested: bool) -> list[str]:
    words = ["--unshare-all", "--unshare-user", *(["--disable-userns"] if nested else [])]
    words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "stab", "--clearenv"]
    for name, value in box_environment(profile, "/box").items():
        words += ["--setenv", name, value]
    for path, target in system_links():
        words += ["--symlink", target, path]
    return words


def _after(profile: Profile) -> list[str]:
    words = ["--proc", "/proc", "--size", str(_MIB), "--tmpfs", "/dev"]
    for name in profile.devices:
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    words += [
        "--symlink",
        "/proc/self/fd",
        "/dev/fd",
        "--symlink",
        "/box",
        "/dev/shm",
        "--remount-ro",
        "/dev",
    ]
    words += ["--size", str(profile.scratch_mb * _MIB), "--tmpfs", "/box", "--symlink", "/box", "/tmp"]
    # bubblewrap's own root is a tmpfs without a size: writable, it would be memory that no limit counts
    return [*words, "--remount-ro", "/", "--chdir", "/box"]


def confined_order(
    command: Sequence[str], profile: Profile, work: Path, *, landlock: bool, copies: dict[Path, Path]
) -> dict[str, Any]:
    """A process that sees the host's own files; what strict shows elsewhere is named where it lies.

    `copies` are stand-ins for sources that the program's user could not reach.
    """
    mounts = [Mount(copies.get(m.source, m.source), m.target) for m in profile.mounts]
    environment = box_environment(profile, str(work))
    reads = [*(str(mount.source) for mount in [*system_mounts(), *mounts]), *_machine_files()]
    return {
        "bwrap": None,
        "landlock": landlock,
        "reads": reads,
        "writes": [f"/dev/{name}" for name in profile.devices],
        "command": [_where_it_lies(word, mounts) for word in command],
        "environment": {name: _where_it_lies(value, mounts) for name, value in environment.items()},
        "work": str(work),
    }


@functools.cache
def _machine_files() -> tuple[str, ...]:
    """What runtimes ask about the machine, as far as it is there."""
    names = [*(f"/proc/{name}" for name in _PROC_FILES), *_MACHINE]
    return tuple(name for name in names if Path(name).exists())


def _where_it_lies(word: str, mounts: Sequence[Mount]) -> str:
    """A path inside a strict box as a path of the host; other words stay as they are."""
    for mount in mounts:
        target = str(mount.target)
        if word == target or word.startswith(target + "/"):
            return f"{mount.source}{word[len(target) :]}"
    return word
