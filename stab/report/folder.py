"""The output folder of `stab gen`: whole or not at all, and never over somebody's files."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stab.errors import InputError, MachineError
from stab.report.documents import Document

REPORT = "report.json"
SCHEMA = "stab/report/1"


@dataclass(frozen=True, slots=True)
class Destination:
    """A folder that may be written: new, empty, or (with force) an earlier output of our own."""

    folder: Path
    force: bool = False

    def check(self) -> None:
        """Raise InputError when the folder holds something that must not be touched."""
        if not os.path.lexists(self.folder):
            return
        if not self.folder.is_dir():
            raise InputError(f"{self.folder} is not a folder", hint="choose another folder with -o")
        if not any(self.folder.iterdir()):
            return
        if earlier_files(self.folder) is None:
            raise InputError(
                f"{self.folder} holds files that stab did not write", hint="choose another folder with -o"
            )
        if not self.force:
            raise InputError(
                f"{self.folder} holds an earlier output of stab",
                hint="--force replaces it; or choose another folder with -o",
            )


def earlier_files(folder: Path) -> tuple[str, ...] | None:
    """Return the relative names that an earlier output lists as its own; None if there is none."""
    try:
        document = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return None
    return tuple(name for name in document.get("files", []) if isinstance(name, str))


def publish(
    destination: Destination, report: Document, texts: Mapping[str, str], files: Mapping[str, Path | bytes]
) -> None:
    """Write all files under `destination`; each gets its final name only when everything is written.

    `texts` and `files` map relative names to contents (paths are moved). An earlier output's files go,
    other files stay. Raises InputError for a folder that is not ours, MachineError without space or rights.
    """
    destination.check()
    target = destination.folder
    old = earlier_files(target) or () if target.is_dir() else ()
    names = sorted((*texts, *files, REPORT))
    whole = json.dumps({**report, "files": names}, ensure_ascii=False, indent=1) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            _fill(scratch, {**texts, REPORT: whole}, files)
            scratch.chmod(0o755)
            if old or (target.is_dir() and any(target.iterdir())):
                _merge(scratch, target, names, old)
            else:
                scratch.replace(target)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise write_error(error, target) from error


def write_error(error: OSError, target: Path) -> MachineError:
    """Return what to tell about a failed write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return MachineError(f"no space left on the disk while writing {target}", hint="free some space")
    return MachineError(
        f"can't write {target}: {error.strerror or error}", hint="choose another folder with -o"
    )


def _fill(folder: Path, texts: Mapping[str, str], files: Mapping[str, Path | bytes]) -> None:
    for name, text in texts.items():
        _place(folder / name).write_text(text, encoding="utf-8", newline="\n")
    for name, content in files.items():
        if isinstance(content, bytes):
            _place(folder / name).write_bytes(content)
        else:
            shutil.move(content, _place(folder / name))


def _place(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _merge(scratch: Path, target: Path, names: list[str], old: tuple[str, ...]) -> None:
    """Move the new files over an earlier output's, the report last, so that a crash leaves it replaceable."""
    for name in sorted(set(old) - set(names)):
        stale = target / name
        if ".." not in Path(name).parts and not Path(name).is_absolute():
            stale.unlink(missing_ok=True)
    for name in sorted(names, key=lambda n: n == REPORT):
        (scratch / name).replace(_place(target / name))
    for folder in ("tests", "generators"):
        if (target / folder).is_dir() and not any((target / folder).iterdir()):
            (target / folder).rmdir()
