"""The sandbox's scratch folder: outputs, the filter, stand-ins for what the program's user can't reach."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path

from stab.errors import SandboxError
from stab.execute.isolation import is_open_to_all

_FILES = ("stdout", "stderr", "seccomp.bpf")


class Workshop:
    """A folder of our own that every user can reach where programs run as another. Raises SandboxError."""

    def __init__(self, *, reachable: bool) -> None:
        self.folder = _make(reachable=reachable)
        self._copies: dict[Path, Path] = {}
        self._runs = 0
        self.exposed.mkdir(mode=0o755)

    @property
    def exposed(self) -> Path:
        """Where the supervisor shows folders that only root can reach."""
        return self.folder / "exposed"

    def filter(self, program: bytes | None) -> str | None:
        """Keep a seccomp filter; its path."""
        if program is None:
            return None
        file = self.folder / "seccomp.bpf"
        file.write_bytes(program)
        return str(file)

    def next_work_folder(self) -> Path:
        """The name of a work folder that does not exist yet."""
        self._runs += 1
        return self.folder / f"work-{self._runs}"

    def copy(self, source: Path) -> Path:
        """A copy of a small folder whose content never changes, for users who can't reach the original."""
        if source not in self._copies:
            target = self.folder / f"copy-{len(self._copies)}"
            shutil.copytree(source, target)
            self._copies[source] = target
        return self._copies[source]

    def remove(self) -> None:
        """Remove what we put there, and only that: below `exposed` folders of the user may be mounted."""
        for copy in self._copies.values():
            shutil.rmtree(copy, ignore_errors=True)
        for file in _FILES:
            (self.folder / file).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            for mount_point in self.exposed.iterdir():
                mount_point.rmdir()
            self.exposed.rmdir()
            self.folder.rmdir()


def _make(*, reachable: bool) -> Path:
    if not reachable:
        return Path(tempfile.mkdtemp(prefix="stab-"))
    places = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"), Path("/run")]
    for place in places:
        if place.is_dir() and is_open_to_all(place):
            folder = Path(tempfile.mkdtemp(prefix="stab-", dir=place))
            folder.chmod(0o711)
            return folder
    raise SandboxError(
        "no folder for temporary files that every user can reach", hint="set TMPDIR, to /tmp say"
    )
