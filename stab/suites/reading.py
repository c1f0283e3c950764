"""Reads a suite in whatever form it is."""

from __future__ import annotations

from pathlib import Path

from stab.errors import InputError
from stab.records import Suite
from stab.suites.packages import read_package
from stab.suites.pairs import read_pairs
from stab.suites.places import is_package
from stab.suites.programs import Given
from stab.suites.rows import is_row, read_row
from stab.suites.zips import is_zip, read_zip

_UNREAD = {  # files that tell a format of which only the tests would be understood
    "problem.xml": "a Polygon package",
    "info.toml": "a problem of Library Checker",
    "init.yml": "a problem of DMOJ",
}
_KNOWN = (
    "known are pairs NAME.in and NAME.ans, packages of Kattis and the ICPC, their zips, and file.jsonl#ID"
)


def read_suite(
    source: str | Path,
    scratch: Path,
    *,
    problem: str | None = None,
    solutions: str | None = None,
    reference: str | None = None,
) -> Suite:
    """Return the suite at `source`: a folder of pairs, a package, a zip of one, or `file.jsonl#ID`.

    `problem` and `solutions` say where the statement and the programs are where they do not lie in it.
    `scratch` takes what has to be unpacked. Raises InputError for what can't be read or can't be enriched.
    """
    given = Given(problem, solutions, reference)
    if is_row(str(source)):
        return read_row(str(source), scratch, given)
    place = Path(source)
    if is_zip(place):
        return read_zip(place, scratch, given)
    if not place.is_dir():
        reason = "this is no suite" if place.exists() else "no such file or folder"
        raise InputError(reason, file=str(place), hint=_KNOWN)
    if is_package(place):
        return read_package(place, scratch, given)
    for name, what in _UNREAD.items():
        if (place / name).is_file():
            raise InputError(f"{what} can't be added to", file=str(place / name), hint=_KNOWN)
    return read_pairs(place, scratch, given)
