"""Loads solutions from files, folders, problem packages, and rows of data sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stab.errors import InputError
from stab.names import legible
from stab.packages.access import require_readable
from stab.packages.datasets import SUFFIXES, language_of, language_of_file
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
_FOREIGN = frozenset(  # endings of programs, which nobody would take for notes or data
    ".adb .bas .cbl .clj .cr .cs .d .dart .erl .ex .exs .f90 .for .fs .groovy .hs .jl .kt .kts .lisp .lua "
    ".ml .nim .pas .php .pl .pro .py2 .r .rb .scala .scm .sh .swift .ts .vb .zig".split()
)
_SKIPPED = frozenset({"__pycache__", "node_modules", ".git", "build", "target"})


def load_solutions(source: str | Path) -> tuple[Solution, ...]:
    """Return the solutions at `source` in the languages known here, in natural order.

    `source` is a file, a folder (subfolders such as wrong_answer/ say what is expected), a problem package
    (its solutions/, or its submissions/, where a folder below a verdict is one program), or
    `file.jsonl#ID`. Names are unique: `accepted/fast.py`.
    Raises InputError when there is no such source, or nothing in it is a solution.
    """
    file, wanted = split_source(source)
    require_readable([file])
    if wanted is not None or (is_row_file(file) and file.is_file()):
        found = row_solutions(find_row(file, wanted))
    elif file.is_dir():
        found = tuple(_from_folder(_root(file)))
    elif file.is_file():
        language = language_of_file(file)
        if language is None:
            raise InputError(f"{file.name} is in no language known here", file=str(file), hint=_KNOWN)
        found = (Solution(legible(file.name), language, read_program(file)),)
    else:
        raise InputError(
            "no such file or folder", file=str(file), hint="give a folder of solutions, or one file"
        )
    if not found:
        raise InputError(f"no solutions in {source}", file=str(file), hint=_KNOWN)
    return found


def foreign_solutions(source: str | Path) -> tuple[str, ...]:
    """Return what `load_solutions` passes over at `source`: programs in languages that are not run here.

    Files by their paths, solutions of a row by their language.
    """
    file, wanted = split_source(source)
    if wanted is not None or (is_row_file(file) and file.is_file()):
        unknown = (own.language for own in _listed(find_row(file, wanted)) if not language_of(own.language))
        return tuple(f"{n} in language {told!r}" for told, n in Counter(map(str, unknown)).items())
    if not file.is_dir():
        return ()
    root = _root(file)
    files = (p for p in root.rglob("*") if p.suffix.lower() in _FOREIGN and p.is_file())
    return tuple(legible(p.relative_to(root).as_posix()) for p in sorted(files, key=natural_key))


def row_solutions(row: Row) -> tuple[Solution, ...]:
    """Return the solutions that a row carries, with the verdict before their names; none is fine."""
    return tuple(_unique(_from_row(row)))


def _root(folder: Path) -> Path:
    return next((folder / name for name in _PACKAGE_FOLDERS if (folder / name).is_dir()), folder)


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
        language = language_of_file(file)
        if language is not None:
            name, expected = legible(relative.as_posix()), _expected(relative.parts[:-1])
            yield Solution(name, language, read_program(file), expected)

    for folder, files in several.items():
        yield from _of_several_files(root, folder, files)


def _of_several_files(root: Path, folder: Path, files: list[Path]) -> Iterator[Solution]:
    """Yield the solution that a folder below a verdict's folder of a package is, if it is one.

    It starts with the file called main, else with the first that is in a language known here.
    """
    programs = [file for file in files if language_of_file(file) is not None]
    if not programs:
        return
    main = next((file for file in programs if file.stem.strip("_").lower() == "main"), programs[0])
    language, relative = language_of_file(main), folder.relative_to(root)
    assert language is not None  # main is one of programs
    yield Solution(
        legible(relative.as_posix()),
        language,
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


@dataclass(frozen=True, slots=True)
class _Listed:
    """A solution as a row lists it; `language` is a name or a number of the data set's own."""

    number: int
    name: str | None
    language: object
    code: str
    expected: str
    prefix: str = ""


def _listed(row: Row) -> Iterator[_Listed]:
    """Yield the solutions of a row in either schema, those in unknown languages too."""
    listed = row.data.get("solutions")
    if isinstance(listed, list):
        for number, item in enumerate(listed, 1):
            code = item.get("code", item.get("solution")) if isinstance(item, dict) else None
            if isinstance(code, str):
                name, verdict = item.get("name"), str(item.get("verdict", "accepted"))
                yield _Listed(
                    number, str(name) if name else None, item.get("language"), code, _expected((verdict,))
                )
    for key, expected in (("solutions", "accepted"), ("incorrect_solutions", "wrong_answer")):
        columns = row.data.get(key)
        if not isinstance(columns, dict):
            continue
        sources, codes = columns.get("solution") or [], columns.get("language") or []
        for number, (code, name) in enumerate(zip(sources, codes, strict=False), 1):
            if isinstance(code, str):
                yield _Listed(number, None, name, code, expected, "" if expected == "accepted" else "wrong-")


def _from_row(row: Row) -> Iterator[tuple[str, Language, str, str]]:
    """Yield (name, language, source, expected) of the solutions that can be run."""
    for own in _listed(row):
        language = language_of(own.language)
        if language is not None:
            name = own.name or own.prefix + _file_name(own.number, language)
            yield name, language, own.code, own.expected


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
