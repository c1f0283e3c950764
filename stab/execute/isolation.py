"""What a box is made of: the words for bubblewrap, the folders a profile shows, the spare user."""

from __future__ import annotations

import stat
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

_MIB = 1 << 20
_SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/openssl.cnf")
_SPARE_UIDS = range(61001, 61184)  # outside Debian's user range, below systemd's dynamic users


class Level(StrEnum):
    """How well untrusted code is shut in."""

    STRICT = "strict"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Isolation:
    """The level this machine offers, found by trying: what it is made of, what is missing and what to do."""

    level: Level
    layers: tuple[str, ...]
    missing: tuple[str, ...] = ()
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Mount:
    """A host path shown read-only inside the box."""

    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class Profile:
    """What a boxed program sees and how much it may write; the programs of /usr are always there."""

    mounts: tuple[Mount, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    devices: tuple[str, ...] = ("null", "zero", "full", "random", "urandom")
    scratch_mb: int = 64
    processes: int = 64
    stack_mb: int = 256
    overhead_mb: int = 0  # memory of the runtime that does not count against the limit
    data_factor: int | None = (
        4  # RLIMIT_DATA as a multiple of the memory limit; None for Java, which reserves
    )


def spare_uid() -> int:
    """A user id nobody has; boxed programs run as this when we are root."""
    import pwd  # not on every system, and this module is imported on all

    for uid in _SPARE_UIDS:
        try:
            pwd.getpwuid(uid)
        except KeyError:
            return uid
    return _SPARE_UIDS[0]


def is_open_to_all(path: Path) -> bool:
    """True when every user can reach `path`: each folder above it lets others pass."""
    try:
        return all(
            folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents) if folder.is_dir()
        )
    except OSError:
        return False


def setup_words(profile: Profile, *, nested: bool) -> tuple[list[str], list[str]]:
    """The bubblewrap words that go before and after the read-only binds of `system_mounts` and the profile.

    `nested` denies user namespaces inside (bubblewrap >= 0.8).
    """
    before = ["--unshare-all", "--unshare-user", *(["--disable-userns"] if nested else [])]
    before += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "stab", "--clearenv"]
    for name, value in _environment(profile):
        before += ["--setenv", name, value]
    for name in _SYSTEM_LINKS:
        path = Path("/") / name
        if path.is_symlink():
            before += ["--symlink", str(path.readlink()), str(path)]
    after = ["--proc", "/proc", "--size", str(_MIB), "--tmpfs", "/dev"]
    for name in profile.devices:
        after += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        after += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    after += [
        "--symlink",
        "/proc/self/fd",
        "/dev/fd",
        "--symlink",
        "/box",
        "/dev/shm",
        "--remount-ro",
        "/dev",
    ]
    after += ["--size", str(profile.scratch_mb * _MIB), "--tmpfs", "/box", "--symlink", "/box", "/tmp"]
    # bubblewrap's own root is a tmpfs without a size: writable, it would be memory that no limit counts
    return before, [*after, "--remount-ro", "/", "--chdir", "/box"]


def system_mounts() -> list[Mount]:
    """The parts of the system every box shows: programs, libraries, and the settings Java insists on."""
    real = [Path("/usr"), *(Path("/") / name for name in _SYSTEM_LINKS)]
    files = [*map(Path, _SYSTEM_FILES), *sorted(Path("/etc").glob("java*"))]
    return [Mount(path, path) for path in [*real, *files] if path.exists() and not path.is_symlink()]


def _environment(profile: Profile) -> list[tuple[str, str]]:
    fixed = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": "/box",
        "TMPDIR": "/box",
        "PYTHONHASHSEED": "0",  # equal runs take equal time
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return [*(fixed | dict(profile.environment)).items()]


def interpreter_mounts() -> tuple[Path, tuple[Mount, ...]]:
    """The real path of our own Python (no virtual environment, no shim) and the binds it needs."""
    prefix = Path(sys.base_prefix).resolve()
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    program = prefix / "bin" / name
    return program, () if is_system_path(prefix) else (Mount(prefix, prefix),)


def is_system_path(path: Path) -> bool:
    """True for what every box shows anyway."""
    return path == Path("/usr") or Path("/usr") in path.parents
