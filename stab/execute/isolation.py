"""What a box is made of: levels, the folders a profile shows, the environment of the program."""

from __future__ import annotations

import functools
import stat
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

_SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_LOADER_CACHE = Path("/etc/ld.so.cache")


class Level(StrEnum):
    """How well untrusted code is shut in, from best to worst."""

    STRICT = "strict"  # own files, processes, network and users by bubblewrap
    LANDLOCK = "landlock"  # the host's files and processes, of which it may touch none
    WEAK = "weak"  # limits only: for code that is trusted not to attack
    NONE = "none"  # nothing can be run


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
    devices: tuple[str, ...] = ("null", "random", "urandom")
    scratch_mb: int = 64
    processes: int = 64
    stack_mb: int = 256
    overhead_mb: int = 0  # memory of the runtime that does not count against the limit
    data_factor: int | None = (
        4  # RLIMIT_DATA as a multiple of the memory limit; None for Java, which reserves
    )


def is_open_to_all(path: Path) -> bool:
    """True when every user can reach `path`: each folder above it lets others pass."""
    try:
        return all(
            folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents) if folder.is_dir()
        )
    except OSError:
        return False


@functools.cache
def system_links() -> tuple[tuple[str, str], ...]:
    """Folders of the root that are links into /usr, and where they point to."""
    paths = [Path("/") / name for name in _SYSTEM_LINKS]
    return tuple((str(path), str(path.readlink())) for path in paths if path.is_symlink())


@functools.cache
def system_mounts() -> tuple[Mount, ...]:
    """The parts of the system every box shows: programs and libraries. Each costs a run some time."""
    real = [Path("/usr"), *(Path("/") / name for name in _SYSTEM_LINKS)]
    paths = [path for path in [*real, _LOADER_CACHE] if path.exists() and not path.is_symlink()]
    return tuple(Mount(path, path) for path in paths)


@functools.cache
def settings_mounts(pattern: str) -> tuple[Mount, ...]:
    """Files and folders of /etc that a language's tools insist on: `java*`, `alternatives`."""
    found = sorted(Path("/etc").glob(pattern))
    return tuple(Mount(path, path) for path in found if not path.is_symlink())


def box_environment(profile: Profile, scratch: str) -> dict[str, str]:
    """All the variables that the program sees; `scratch` is its work folder."""
    fixed = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": scratch,
        "TMPDIR": scratch,
        "BOX": scratch,
        "PYTHONHASHSEED": "0",  # equal runs take equal time
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return fixed | dict(profile.environment)


def interpreter_mounts() -> tuple[Path, tuple[Mount, ...]]:
    """The real path of our own Python (no virtual environment, no shim) and the binds it needs."""
    prefix = Path(sys.base_prefix).resolve()
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    program = prefix / "bin" / name
    return program, () if is_system_path(prefix) else (Mount(prefix, prefix),)


def is_system_path(path: Path) -> bool:
    """True for what every box shows anyway."""
    return path == Path("/usr") or Path("/usr") in path.parents
