"""Writes additions into a folder: nothing is overwritten, all is in a journal, and can be taken back."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from stab.errors import InputError, MachineError
from stab.records import Addition
from stab.suites.places import home_of

SCHEMA = "stab/enrich-journal/1"
_JOURNAL, _REPORT, _STAGING, _ORIGINALS = "journal.json", "report.json", "staging", "originals"


@dataclass(frozen=True, slots=True)
class Written:
    """A file of a run: its digest; `merged` is that of the user's file which it took the place of."""

    file: str
    digest: str
    merged: str = ""


@dataclass(frozen=True, slots=True)
class EnrichRun:
    """A run of the journal: `state` tells the suite as it left it."""

    state: str
    files: tuple[Written, ...]
    folders: tuple[str, ...] = ()  # made for them
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """What taking back a run did; `kept` files were changed since and stay."""

    removed: tuple[str, ...]
    restored: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


@contextmanager
def workplace(root: Path) -> Iterator[tuple[str, ...]]:
    """Hold the only right to write into a suite, and yield the folders made for that.

    A run that was killed here is taken back first.

    Raises MachineError where nothing can be written, InputError where another call is at work.
    """
    home = home_of(root)
    made = [folder for folder in (home, home.parent) if not folder.exists()]  # innermost first
    with telling_writes(root):
        home.mkdir(parents=True, exist_ok=True)
        lock = os.open(home, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(
                "another call enriches this suite", file=str(root), hint="wait for it"
            ) from error
        with telling_writes(root):
            check_writable(home)
            _recover(root)
        yield tuple(folder.relative_to(root).as_posix() for folder in made)
    finally:
        _remove_empty(made)
        os.close(lock)


def check_writable(folder: Path) -> None:
    """Raise OSError where no file can be written in a folder."""
    probe = folder / _STAGING
    shutil.rmtree(probe, ignore_errors=True)
    probe.mkdir()
    probe.rmdir()


def write(
    root: Path, additions: Sequence[Addition], state: str, made: tuple[str, ...] = ()
) -> tuple[Written, ...]:
    """Write the additions below `root` and return them; call it in a `workplace`, which yields `made`.

    Each file appears whole or not at all, and what a killed call left is taken back by the next one. Raises
    InputError for a name that is taken or a merged file that changed, MachineError without space or rights.
    """
    with telling_writes(root):
        _check_free(root, additions)
        staging = home_of(root) / _STAGING
        staging.mkdir()
        try:
            staged = [_staged(staging / str(n), own) for n, own in enumerate(additions)]
            folders = tuple(sorted({*made, *_missing_folders(root, additions)}))
            run = EnrichRun(state, tuple(staged), folders)
            earlier = runs_of(root)
            _keep_journal(root, (*earlier, run))
            for number, own in enumerate(additions):
                _place(root, staging / str(number), own)
            _keep_journal(root, (*earlier, EnrichRun(run.state, run.files, run.folders, finished=True)))
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    return run.files


def write_alone(folder: Path, new: Addition) -> None:
    """Write one new file into a folder, whole or not at all. Raises InputError where it is there already."""
    with telling_writes(folder):
        place = folder / new.file
        staged = place.with_name(f".{place.name}.{os.getpid()}.new")
        try:
            _staged(staged, new)
            _link(staged, place)
        finally:
            staged.unlink(missing_ok=True)


def keep_report(root: Path, document: dict[str, Any]) -> Path:
    """Write the report of a run beside its journal and return its place."""
    place = home_of(root) / _REPORT
    with telling_writes(root):
        _replace(place, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
    return place


def undo(root: Path) -> Undone:
    """Take back the last run of the journal: its files go, merged ones become what they were.

    What was changed since stays as it is. Raises InputError where no run is left.
    """
    runs = runs_of(root)
    if not runs:
        raise InputError(
            "no enrichment to take back here", file=str(root), hint="the journal lies in the suite"
        )
    with telling_writes(root):
        return _without_last(root, runs)


def runs_of(root: Path) -> tuple[EnrichRun, ...]:
    """Return the runs of the journal, oldest first. Raises InputError for one that is damaged."""
    file = home_of(root) / _JOURNAL
    if not file.is_file():
        return ()
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        if told["schema"] != SCHEMA:
            raise ValueError(f"schema {told['schema']}")
        return tuple(
            EnrichRun(
                str(own["state"]),
                tuple(Written(str(w["file"]), str(w["digest"]), str(w["merged"])) for w in own["files"]),
                tuple(map(str, own["folders"])),
                bool(own["finished"]),
            )
            for own in told["runs"]
        )
    except (ValueError, LookupError, TypeError) as error:
        raise InputError(
            f"the journal is damaged: {error}",
            file=str(file),
            hint="look at the files that begin with stab-, then remove it",
        ) from error


def unfinished(root: Path) -> bool:
    """Return whether a call was killed while it wrote here."""
    runs = runs_of(root)
    return bool(runs) and not runs[-1].finished


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


# --- steps ---------------------------------------------------------------------------------------


def _recover(root: Path) -> None:
    if unfinished(root):
        _without_last(root, runs_of(root))


def _without_last(root: Path, runs: Sequence[EnrichRun]) -> Undone:
    undone = _take_back(root, runs[-1])
    _keep_journal(root, runs[:-1])
    _remove_empty(root / name for name in sorted(runs[-1].folders, key=len, reverse=True))
    return undone


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders that we made and that hold nothing."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()


def _take_back(root: Path, run: EnrichRun) -> Undone:
    removed, restored, kept = [], [], []
    for own in reversed(run.files):
        place = root / own.file
        if not place.is_file() or not _inside(place, root):
            continue
        now = digest_of(place)
        if own.merged and now == own.merged:
            continue
        if now != own.digest:
            kept.append(own.file)
        elif own.merged:
            _replace(place, (home_of(root) / _ORIGINALS / own.merged).read_bytes())
            restored.append(own.file)
        else:
            place.unlink()
            removed.append(own.file)
    return Undone(tuple(sorted(removed)), tuple(sorted(restored)), tuple(sorted(kept)))


def _keep_journal(root: Path, runs: Sequence[EnrichRun]) -> None:
    """Write the journal; without a run nothing of ours is left."""
    if not runs:
        for name in (_JOURNAL, _REPORT):
            (home_of(root) / name).unlink(missing_ok=True)
        shutil.rmtree(home_of(root) / _ORIGINALS, ignore_errors=True)
        return
    told = {"schema": SCHEMA, "runs": [asdict(run) for run in runs]}
    _replace(home_of(root) / _JOURNAL, (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode())


def _check_free(root: Path, additions: Sequence[Addition]) -> None:
    for own in additions:
        place = root / own.file
        if not _inside(place, root):
            raise InputError("this would lie outside of the suite", file=str(place), hint="remove the link")
        if not own.merged and os.path.lexists(place):
            raise InputError(
                "this file is there already", file=str(place), hint="move it, or undo an earlier run"
            )
        if own.merged and digest_of(place) != own.merged:
            raise InputError("this file was changed meanwhile", file=str(place), hint="call it again")


def _inside(place: Path, root: Path) -> bool:
    return place.parent.resolve().is_relative_to(root.resolve())


def _missing_folders(root: Path, additions: Sequence[Addition]) -> tuple[str, ...]:
    folders = {parent for own in additions for parent in Path(own.file).parents}
    return tuple(f.as_posix() for f in folders if not (root / f).exists())


def _staged(place: Path, own: Addition) -> Written:
    digest = sha256()
    with place.open("xb") as out:
        if isinstance(own.content, bytes):
            digest.update(own.content)
            out.write(own.content)
        else:
            with own.content.open("rb") as source:
                while block := source.read(1 << 20):
                    digest.update(block)
                    out.write(block)
        out.flush()
        os.fsync(out.fileno())
    return Written(own.file, digest.hexdigest(), own.merged)


def _place(root: Path, staged: Path, own: Addition) -> None:
    place = root / own.file
    place.parent.mkdir(parents=True, exist_ok=True)
    if own.merged:
        original = home_of(root) / _ORIGINALS / own.merged
        original.parent.mkdir(exist_ok=True)
        _replace(original, place.read_bytes())
        shutil.copymode(place, staged)
        staged.replace(place)
        return
    _link(staged, place)


def _link(staged: Path, place: Path) -> None:
    try:
        os.link(staged, place)  # never over a file, and whole at once
    except FileExistsError as error:
        raise InputError("this file is there already", file=str(place), hint="call it again") from error
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK):
            raise
        with place.open("xb"):  # a file system without hard links: the name is claimed first
            pass
        staged.replace(place)


def _replace(place: Path, data: bytes) -> None:
    new = place.with_name(place.name + ".new")
    new.write_bytes(data)
    if place.exists():
        shutil.copymode(place, new)
    new.replace(place)


@contextmanager
def telling_writes(root: Path) -> Iterator[None]:
    """Tell failures to write as what they are: MachineError with what to do."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise MachineError(
            "no space left on the disk" if full else f"the suite can't be written: {error.strerror or error}",
            file=str(error.filename or root),
            hint="free some space" if full else "copy it to where it can be written, or look with --dry-run",
        ) from error
