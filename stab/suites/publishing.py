"""Puts a new suite in its place: whole or not at all, and never over anything."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from pathlib import Path

from stab.errors import InputError
from stab.records import Addition, SuiteFormat
from stab.suites.additions import add_to_zip
from stab.suites.exporting import Exported
from stab.suites.journal import telling_writes, write_alone

_HINT = "name another one with -o"


def publish_suite(made: Exported, format_: SuiteFormat, target: Path) -> None:
    """Write a suite to `target`: a folder that is new or empty, or a new file for a row or a zip.

    Raises InputError for a place that is taken or has no folder, MachineError without space or rights.
    """
    if not target.parent.is_dir():
        raise InputError("there is no folder for it", file=str(target), hint="make it first")
    if format_ in (SuiteFormat.CODECONTESTS, SuiteFormat.DOMJUDGE):
        _publish_file(made, format_, target)
        return
    if target.is_symlink() or (target.exists() and not (target.is_dir() and not any(target.iterdir()))):
        raise InputError("this is there already, and not empty", file=str(target), hint=_HINT)
    with telling_writes(target):
        scratch = Path(tempfile.mkdtemp(prefix=".stab-new.", dir=target.parent))
        try:
            for own in made.files:
                place = scratch / own.file
                place.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(own.content, bytes):
                    place.write_bytes(own.content)
                else:
                    shutil.copyfile(own.content, place)
            scratch.chmod(0o755)
            os.rename(scratch, target)  # noqa: PTH104 - onto an empty folder, too
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


def _publish_file(made: Exported, format_: SuiteFormat, target: Path) -> None:
    if format_ is SuiteFormat.CODECONTESTS:
        write_alone(target.parent, Addition(target.name, made.files[0].content, "row"))
        return
    with tempfile.TemporaryDirectory(prefix="stab-") as folder:
        packed = Path(folder) / "zip"
        with telling_writes(target), zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for own in made.files:
                add_to_zip(archive, own)
        write_alone(target.parent, Addition(target.name, packed, "zip"))
