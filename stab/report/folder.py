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
from stab.report.earlier import (
    REPORT,
    SCHEMA,
    EarlierOutput,
    digest_of,
    earlier_output,
    refuse_links,
    refuse_strangers,
)

OTHER = "choose another folder with -o"
STAGING = ".stab-new."  # begins the name of the folder in which an output is put together
_FOREIGN = "lost+found"  # of a file system, at its top


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
            empty = is_empty(self.folder)
        except OSError as error:
            raise write_error(error, self.folder) from error
        if empty:
            return
        earlier = earlier_output(self.folder)
        if earlier is None:
            raise InputError("this folder holds files that stab did not write", file=name, hint=hint)
        if not self.force:
            raise InputError(
                "this folder holds an earlier output of stab",
                file=name,
                hint=f"--force replaces it; or {OTHER}",
            )
        earlier.check(self.folder)


def is_empty(folder: Path) -> bool:
    """Return whether a folder holds nothing but what a file system or an ended run left in it."""
    return all(p.name == _FOREIGN or p.name.startswith(STAGING) for p in folder.iterdir())


def check_folder(folder: Path) -> None:
    """Raise InputError when no folder can be there: it, or what should hold it, is something else."""
    try:
        folder.lstat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise InputError("this name is too long for a folder", file=str(folder), hint=OTHER) from error
    for place in (folder, *folder.parents):
        if os.path.lexists(place):
            if not place.is_dir():
                raise InputError("this is not a folder", file=str(place), hint=OTHER)
            return


def publish(
    destination: Destination, report: Document, texts: Mapping[str, str], files: Mapping[str, Path | bytes]
) -> None:
    """Write all files under `destination`; each gets its final name only when everything is written.

    `texts` and `files` map relative names to contents (paths are moved). An earlier output's files go,
    other files stay. Raises InputError for a folder that is not ours, MachineError without space or rights.
    """
    destination.check()
    target = destination.folder
    made: list[Path] = []
    try:
        target = target.resolve()  # a link to a folder stays a link
        earlier = earlier_output(target) or EarlierOutput()
        refuse_strangers(target, (*texts, *files, REPORT), earlier)
        made = _make_folders(target.parent)
        # an existing folder may be a mount point: another file system than its parent, and not to be renamed
        inside = target if target.is_dir() else target.parent
        scratch = Path(tempfile.mkdtemp(prefix=STAGING, dir=inside))
        try:
            new = _staged(scratch, report, texts, files)
            scratch.chmod(0o755)
            if inside != target:
                scratch.replace(target)
            elif is_empty(target):
                _fill_folder(scratch, target)
            else:
                _merge(scratch, target, new, earlier)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise write_error(error, destination.folder) from error
    finally:
        for folder in reversed(made):  # what we made and did not need
            with contextlib.suppress(OSError):
                folder.rmdir()


def _staged(
    scratch: Path, report: Document, texts: Mapping[str, str], files: Mapping[str, Path | bytes]
) -> EarlierOutput:
    """Write everything into `scratch`, with the names and digests in its report; return these."""
    _fill(scratch, texts, files)
    names = tuple(sorted((*texts, *files, REPORT)))
    digests = {name: digest_of(scratch / name) for name in names if name != REPORT}
    whole = {**report, "files": names, "digests": digests}
    _fill(scratch, {REPORT: json.dumps(whole, ensure_ascii=False, indent=1) + "\n"}, {})
    return EarlierOutput(names, {name: (digest,) for name, digest in digests.items()})


def _fill_folder(scratch: Path, target: Path) -> None:
    """Move what is in `scratch` into an empty folder, the report last; nothing stays if that fails."""
    moved: list[Path] = []
    try:
        for entry in sorted(scratch.iterdir(), key=lambda p: (p.name == REPORT, p.name)):
            moved.append(target / entry.name)
            entry.replace(target / entry.name)
    except BaseException:
        for place in moved:
            if place.is_dir():
                shutil.rmtree(place, ignore_errors=True)
            else:
                place.unlink(missing_ok=True)
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder with its parents; return those that were missing, outermost first."""
    missing = [p for p in (folder, *folder.parents) if not p.exists()][::-1]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


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


def _merge(scratch: Path, target: Path, new: EarlierOutput, old: EarlierOutput) -> None:
    """Move the new files over an earlier output's.

    All names are claimed first and the report comes last: what a crash leaves is unfinished and replaceable.
    """
    names = sorted({*new.names, *old.names})
    unknown = {name for name in old.names if name not in old.digests}
    digests = {
        name: [*old.digests.get(name, ()), *new.digests.get(name, ())]
        for name in names
        if name != REPORT and name not in unknown
    }
    claim = _place(scratch / "claim")
    claim.write_text(json.dumps({"schema": SCHEMA, "files": names, "digests": digests}), encoding="utf-8")
    claim.replace(target / REPORT)
    for name in sorted(set(old.names) - set(new.names)):
        stale = target / name
        inside = ".." not in Path(name).parts and not Path(name).is_absolute()
        if inside and stale.is_file():
            refuse_links(target, name)
            stale.unlink()
    for name in sorted(new.names, key=lambda n: n == REPORT):
        refuse_links(target, name)
        (scratch / name).replace(_place(target / name))
    for folder in ("tests", "generators"):
        if (target / folder).is_dir() and not any((target / folder).iterdir()):
            (target / folder).rmdir()
