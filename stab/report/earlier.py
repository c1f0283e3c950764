"""An earlier output of `stab gen` in a folder: which files are its own, and whether they still are."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stab.errors import InputError

REPORT = "report.json"
SCHEMA = "stab/report/1"
HINT = "rename it, or choose another folder with -o"


@dataclass(frozen=True, slots=True)
class EarlierOutput:
    """The relative names of the files, and the SHA-256 digests that each may have; none where not kept."""

    names: tuple[str, ...] = ()
    digests: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def check(self, folder: Path) -> None:
        """Raise InputError (file) when something in `folder` is no longer what was written there."""
        for name in sorted({*self.names, REPORT}):
            if Path(name).is_absolute() or ".." in Path(name).parts:
                continue  # never touched
            refuse_links(folder, name)
            known, place = self.digests.get(name), folder / name
            if not os.path.lexists(place):
                continue
            if known is not None and (not place.is_file() or digest_of(place) not in known):
                raise InputError(
                    f"{name} was changed after stab wrote it, and would be replaced",
                    file=str(place),
                    hint=HINT,
                )


def earlier_output(folder: Path) -> EarlierOutput | None:
    """Return what the report in `folder` lists as its own files; None if there is no such report."""
    try:
        document: Any = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return None
    files, digests = document.get("files"), document.get("digests")
    names = tuple(name for name in files if isinstance(name, str)) if isinstance(files, list) else ()
    kept = digests if isinstance(digests, dict) else {}
    return EarlierOutput(
        names,
        {
            n: (d,) if isinstance(d, str) else tuple(map(str, d))
            for n, d in kept.items()
            if isinstance(d, (str, list))
        },
    )


def refuse_links(folder: Path, name: str) -> None:
    """Raise InputError when `name` would be written through a link, or into what is no folder."""
    place = folder / name
    for above in (*[folder.joinpath(*Path(name).parts[:n]) for n in range(1, len(Path(name).parts))], place):
        if above.is_symlink():
            raise InputError(
                "stab did not make this link and would write through it", file=str(above), hint=HINT
            )
        if above != place and os.path.lexists(above) and not above.is_dir():
            raise InputError("stab would have to replace this by a folder", file=str(above), hint=HINT)


def refuse_strangers(folder: Path, names: Iterable[str], earlier: EarlierOutput) -> None:
    """Raise InputError when a new file has the name of one that is not from the earlier output."""
    for name in sorted(names):
        refuse_links(folder, name)
        if name not in {*earlier.names, REPORT} and os.path.lexists(folder / name):
            raise InputError(
                "stab did not write this file and would have to replace it",
                file=str(folder / name),
                hint=HINT,
            )


def digest_of(file: Path) -> str:
    """Return the SHA-256 digest of a file in hexadecimal digits."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
