"""The output folder of `stab gen`: whole or not at all, and never over somebody's files."""

from __future__ import annotations

import contextlib
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
OTHER = "choose another folder with -o"


@dataclass(frozen=True, slots=True)
class Destination:
    """A folder that may be written: new, empty, or (with force) an earlier output of our own."""

    folder: Path
    force: bool = False

    def check(self) -> None:
        """Raise InputError when the folder holds something that must not be touched."""
        check_folder(self.folder)
        name, hint = str(self.folder), OTHER
        if not self.folder.is_dir():
            return
        try:
            empty = not any(self.folder.iterdir())
        except OSError as error:
            raise write_error(error, self.folder) from error
        if empty:
            return
        if earlier_files(self.folder) is None:
            raise InputError("this folder holds files that stab did not write", file=name, hint=hint)
        if not self.force:
            raise InputError(
                "this folder holds an earlier output of stab",
                file=name,
                hint=f"--force replaces it; or {OTHER}",
            )


def check_folder(folder: Path) -> None:
    """Raise InputError when no folder can be there: it, or what should hold it, is something else."""
    for place in (folder, *folder.parents):
        if os.path.lexists(place):
            if not place.is_dir():
                raise InputError("this is not a folder", file=str(place), hint=OTHER)
            return


def earlier_files(folder: Path) -> tuple[str, ...] | None:
    """Return the relative names that an earlier output lists as its own; None if there is none."""
    try:
        document = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return None
    files = document.get("files")
    return tuple(name for name in files if isinstance(name, str)) if isinstance(files, list) else ()


def publish(
    destination: Destination, report: Document, texts: Mapping[str, str], files: Mapping[str, Path | bytes]
) -> None:
    """Write all files under `destination`; each gets its final name only when everything is written.

    `texts` and `files` map relative names to contents (paths are moved). An earlier output's files go,
    other files stay. Raises InputError for a folder that is not ours, MachineError without space or rights.
    """
    destination.check()
    target = destination.folder
    names = sorted((*texts, *files, REPORT))
    whole = json.dumps({**report, "files": names}, ensure_ascii=False, indent=1) + "\n"
    made: list[Path] = []
    try:
        target = target.resolve()  # a link to a folder stays a link
        old = earlier_files(target) or ()
        _refuse_strangers(target, names, old)
        made = _make_folders(target.parent)
        scratch = Path(tempfile.mkdtemp(prefix=f".{target.name[:100]}.", dir=target.parent))
        try:
            _fill(scratch, {**texts, REPORT: whole}, files)
            scratch.chmod(0o755)
            if target.is_dir() and any(target.iterdir()):
                _merge(scratch, target, names, old)
            else:
                scratch.replace(target)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise write_error(error, destination.folder) from error
    finally:
        for folder in reversed(made):  # what we made and did not need
            with contextlib.suppress(OSError):
                folder.rmdir()


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder with its parents; return those that were missing, outermost first."""
    missing = [p for p in (folder, *folder.parents) if not p.exists()][::-1]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _refuse_strangers(target: Path, names: list[str], old: tuple[str, ...]) -> None:
    """Raise InputError when a new file has the name of one that is not from the earlier output."""
    for name in sorted({*names} - {*old, REPORT}):
        if os.path.lexists(target / name):
            raise InputError(
                "stab did not write this file and would have to replace it",
                file=str(target / name),
                hint="rename it, or choose another folder with -o",
            )


def write_error(error: OSError, target: Path) -> MachineError:
    """Return what to tell about a failed write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return MachineError("no space left on the disk", file=str(target), hint="free some space")
    return MachineError(
        f"can't be written: {error.strerror or error}",
        file=str(target),
        hint="choose another folder with -o",
    )


def _fill(folder: Path, texts: Mapping[str, str], files: Mapping[str, Path | bytes]) -> None:
    for name, text in texts.items():
        place = _place(folder / name)
        place.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    for name, content in files.items():
        if isinstance(content, bytes):
            _place(folder / name).write_bytes(content)
        else:
            shutil.move(content, _place(folder / name))


def _place(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _merge(scratch: Path, target: Path, names: list[str], old: tuple[str, ...]) -> None:
    """Move the new files over an earlier output's.

    All names are claimed first and the report comes last: what a crash leaves is unfinished and replaceable.
    """
    claim = _place(scratch / "claim")
    claim.write_text(json.dumps({"schema": SCHEMA, "files": sorted({*names, *old})}), encoding="utf-8")
    claim.replace(target / REPORT)
    for name in sorted(set(old) - set(names)):
        stale = target / name
        inside = ".." not in Path(name).parts and not Path(name).is_absolute()
        if inside and (stale.is_file() or stale.is_symlink()):
            stale.unlink()
    for name in sorted(names, key=lambda n: n == REPORT):
        (scratch / name).replace(_place(target / name))
    for folder in ("tests", "generators"):
        if (target / folder).is_dir() and not any((target / folder).iterdir()):
            (target / folder).rmdir()
