"""Reads a zip of a legacy package, as DOMjudge takes it; whatever would leave the folder is refused."""

from __future__ import annotations

import stat
import zipfile
from dataclasses import replace
from pathlib import Path, PurePosixPath

from stab.errors import InputError
from stab.records import Suite, SuiteFormat
from stab.suites.packages import read_package
from stab.suites.places import DESCRIPTION, is_package
from stab.suites.programs import Given

_LARGEST = 4 << 30  # bytes of all files together
_INI = "domjudge-problem.ini"


def is_zip(file: Path) -> bool:
    """Return whether the file is called a zip."""
    return file.suffix.lower() in (".zip", ".kpp") and file.is_file()


def read_zip(file: Path, scratch: Path, given: Given) -> Suite:
    """Return the suite of a zipped package, unpacked below `scratch`.

    Raises InputError for a damaged zip, for a name or a link that leads out of it, and as `read_package`.
    """
    folder = scratch / file.stem
    try:
        with zipfile.ZipFile(file) as archive:
            _unpack(archive, folder, file)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(f"this is no zip that can be read: {error}", file=str(file)) from error
    home = _package_in(folder)
    if home is None:
        raise InputError(
            "the zip holds no problem package", file=str(file), hint=f"{DESCRIPTION} or data/secret"
        )
    suite = read_package(home, scratch / "rows", given)
    if suite.format is not SuiteFormat.LEGACY:
        raise InputError(f"DOMjudge reads legacy packages, this one is {suite.version}", file=str(file))
    return replace(suite, format=SuiteFormat.DOMJUDGE, root=file.resolve())


def _package_in(folder: Path) -> Path | None:
    """Return the folder itself, or the only one in it, where it is a package."""
    inside = [folder, *(entry for entry in sorted(folder.iterdir()) if entry.is_dir())]
    return next((place for place in inside if is_package(place) or (place / _INI).is_file()), None)


def _unpack(archive: zipfile.ZipFile, folder: Path, file: Path) -> None:
    entries = archive.infolist()
    if sum(entry.file_size for entry in entries) > _LARGEST:
        raise InputError(f"its files have more than {_LARGEST >> 30} GB", file=str(file))
    for entry in entries:
        name = PurePosixPath(entry.filename.replace("\\", "/") or ".")
        if name.is_absolute() or ".." in name.parts or ":" in name.parts[0]:
            raise InputError(
                f"the zip names a file outside of itself: {entry.filename}",
                file=str(file),
                hint="pack it anew",
            )
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise InputError(
                f"the zip holds a link: {entry.filename}", file=str(file), hint="pack the file itself"
            )
    folder.mkdir(parents=True)
    archive.extractall(folder)
