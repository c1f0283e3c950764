"""The input validators of a problem package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stab.packages.datasets import SUFFIXES
from stab.packages.ordering import natural_key
from stab.records import InputValidator, Solution, SourceFile
from stab.statement.textfile import read_program

_FOLDERS = ("input_validators", "input_format_validators")
_TABLES = (".ctd", ".viva")  # languages of validators that are not run here


@dataclass(frozen=True, slots=True)
class FoundValidators:
    """The programs that can be run, and in words what can't."""

    programs: tuple[InputValidator, ...] = ()
    unread: tuple[str, ...] = ()


def package_validators(folder: Path, arguments: tuple[str, ...] = ()) -> FoundValidators:
    """Return the input validators of a package: a file, or a folder of files, each."""
    place = next((folder / name for name in _FOLDERS if (folder / name).is_dir()), None)
    if place is None:
        return FoundValidators()
    programs, unread = [], []
    for entry in sorted(place.iterdir(), key=natural_key):
        if entry.name.startswith((".", "__")):
            continue
        shown = entry.relative_to(folder).as_posix()
        files = (
            [entry]
            if entry.is_file()
            else sorted((f for f in entry.rglob("*") if f.is_file()), key=natural_key)
        )
        program = _program(shown, files)
        if program is not None:
            programs.append(InputValidator(program, arguments))
        elif any(file.suffix.lower() in _TABLES for file in files):
            unread.append(f"the input validator {shown} is not run: its language has no tool here")
        elif entry.is_dir() or entry.suffix.lower() not in (".h", ".hpp", ".md", ".txt", ".yaml"):
            unread.append(f"the input validator {shown} is not run: no program in a language known here")
    return FoundValidators(tuple(programs), tuple(unread))


def _program(name: str, files: list[Path]) -> Solution | None:
    known = [file for file in files if file.suffix.lower() in SUFFIXES]
    if not known:
        return None
    main = next((file for file in known if file.stem in ("main", "validate", "validator")), known[0])
    beside = [file for file in files if file != main and file.is_relative_to(main.parent)]
    if len(files) == 1:
        beside = [f for f in main.parent.iterdir() if f.suffix in (".h", ".hpp") and f.is_file()]
    others = tuple(SourceFile(f.relative_to(main.parent).as_posix(), read_program(f)) for f in beside)
    return Solution(name, SUFFIXES[main.suffix.lower()], read_program(main), others=others, file=main.name)
