"""Loads solutions from files, folders, problem packages, and rows of data sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stab.errors import InputError
from stab.names import legible
from stab.packages.datasets import SUFFIXES, language_of
from stab.packages.ordering import natural_key
from stab.records import Language, Solution, SourceFile
from stab.statement.rows import Row, find_row, is_row_file, split_source
from stab.statement.textfile import read_program

_EXPECTED = {
    folder: verdict
    for verdict, folders in (
        ("accepted", "accepted ac correct good fast main solutions submissions"),
        ("partially_accepted", "partially_accepted partial"),
        ("wrong_answer", "wrong_answer wa wrong incorrect"),
        ("time_limit_exceeded", "time_limit_exceeded tle slow time_limit timelimit brute_force"),
        ("run_time_error", "run_time_error runtime_error run_error rte"),
        ("memory_limit_exceeded", "memory_limit_exceeded mle"),
        ("rejected", "rejected"),
    )
    for folder in folders.split()
}
_PACKAGE_FOLDERS = ("submissions", "solutions", "sol")
_SKIPPED = frozenset({"__pycache__", "node_modules", ".git", "build", "target"})


def load_solutions(source: str | Path) -> tuple[Solution, ...]:
    """Return the solutions at `source` in the languages known here, in natural order.

    `source` is a file, a folder (subfolders such as wrong_answer/ say what is expected), a problem package
    (its solutions/, or its submissions/, where a folder below a verdict is one program), or
    `file.jsonl#ID`. Names are unique: `accepted/fast.py`.
    Raises InputError when there is no such source, or nothing in it is a solution.
    """
    file, wanted = split_source(source)
    if wanted is not None or (is_row_file(file) and file.is_file()):
        found = row_solutions(find_row(file, wanted))
    elif file.is_dir():
        root = next((file / name for name in _PACKAGE_FOLDERS if (file / name).is_dir()), file)
        found = tuple(_from_folder(root))
    elif file.is_file():
        if file.suffix.lower() not in SUFFIXES:
            raise InputError(f"{file.name} is in no language known here", file=str(file), hint=_KNOWN)
        found = (Solution(legible(file.name), SUFFIXES[file.suffix.lower()], read_program(file)),)
    else:
        raise InputError(
            "no such file or folder", file=str(file), hint="give a folder of solutions, or one file"
        )
    if not found:
        raise InputError(f"no solutions in {source}", file=str(file), hint=_KNOWN)
    return found


def row_solutions(row: Row) -> tuple[Solution, ...]:
    """Return the solutions that a row carries, with the verdict before their names; none is fine."""
    return tuple(_unique(_from_row(row)))


_KNOWN = f"known are {', '.join(SUFFIXES)}"


def _from_folder(root: Path) -> Iterator[Solution]:
    several: dict[Path, list[Path]] = {}
    for file in sorted((p for p in root.rglob("*") if p.is_file()), key=natural_key):
        relative = file.relative_to(root)
        if any(part in _SKIPPED or part.startswith(".") for part in relative.parts):
            continue
        if root.name == "submissions" and len(relative.parts) > 2:
            several.setdefault(root.joinpath(*relative.parts[:2]), []).append(file)
            continue
        if file.suffix.lower() not in SUFFIXES:
            continue
        yield Solution(
            legible(relative.as_posix()),
            SUFFIXES[file.suffix.lower()],
            read_program(file),
            _expected(relative.parts[:-1]),
        )

    for folder, files in several.items():
        yield from _of_several_files(root, folder, files)


def _of_several_files(root: Path, folder: Path, files: list[Path]) -> Iterator[Solution]:
    """Yield the solution that a folder below a verdict's folder of a package is, if it is one.

    It starts with the file called main, else with the first that is in a language known here.
    """
    programs = [file for file in files if file.suffix.lower() in SUFFIXES]
    if not programs:
        return
    main = next((file for file in programs if file.stem.strip("_").lower() == "main"), programs[0])
    relative = folder.relative_to(root)
    yield Solution(
        legible(relative.as_posix()),
        SUFFIXES[main.suffix.lower()],
        read_program(main),
        _expected(relative.parts[:-1]),
        tuple(
            SourceFile(file.relative_to(main.parent).as_posix(), read_program(file))
            for file in files
            if file != main and file.is_relative_to(main.parent)
        ),
        main.name,
    )


def _expected(folders: tuple[str, ...]) -> str:
    """Return what the nearest folder with a verdict's name says; accepted where none does."""
    for folder in reversed(folders):
        verdict = _EXPECTED.get(folder.lower().replace("-", "_").replace(" ", "_"))
        if verdict is not None:
            return verdict
    return "accepted"


def _from_row(row: Row) -> Iterator[tuple[str, Language, str, str]]:
    """Yield (name, language, source, expected) of the solutions in either schema of rows."""
    listed = row.data.get("solutions")
    if isinstance(listed, list):
        for number, item in enumerate(listed, 1):
            code = item.get("code", item.get("solution")) if isinstance(item, dict) else None
            language = language_of(item.get("language")) if isinstance(item, dict) else None
            if isinstance(code, str) and language is not None:
                verdict = str(item.get("verdict", "accepted"))
                yield (
                    str(item.get("name") or _file_name(number, language)),
                    language,
                    code,
                    _expected((verdict,)),
                )
    for key, expected in (("solutions", "accepted"), ("incorrect_solutions", "wrong_answer")):
        columns = row.data.get(key)
        if not isinstance(columns, dict):
            continue
        sources, codes = columns.get("solution") or [], columns.get("language") or []
        for number, (code, name) in enumerate(zip(sources, codes, strict=False), 1):
            language = language_of(name)
            if isinstance(code, str) and language is not None:
                prefix = "" if expected == "accepted" else "wrong-"
                yield prefix + _file_name(number, language), language, code, expected


def _file_name(number: int, language: Language) -> str:
    suffix = next((suffix for suffix, known in SUFFIXES.items() if known is language), ".py")
    return f"{number:03d}{suffix}"


def _unique(items: Iterator[tuple[str, Language, str, str]]) -> Iterator[Solution]:
    """Yield the solutions with the verdict before their names, numbered where two are named alike."""
    seen: dict[str, int] = {}
    for name, language, code, expected in items:
        full = f"{expected}/{name}"
        seen[full] = seen.get(full, 0) + 1
        if seen[full] > 1:
            full = f"{expected}/{seen[full]}/{name}"
        yield Solution(full, language, code, expected)
