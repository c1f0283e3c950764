"""Files of rows: their ids, single rows, and what a row says about languages."""

from __future__ import annotations

from pathlib import Path

from stab.records import Language, Problem
from stab.statement.loading import problem_from_row
from stab.statement.rows import find_row, is_row_file, iter_rows, split_source


def is_dataset(source: str | Path) -> bool:
    """Return whether the source is a whole file of rows: `file.jsonl[.xz|.gz]` without '#ID'."""
    file, wanted = split_source(source)
    return wanted is None and is_row_file(file)


def row_ids(file: str | Path) -> tuple[str, ...]:
    """Return the ids of all rows in order: the number where an id is repeated, `line N` for a broken one.

    Raises InputError when the file can't be read.
    """
    seen: set[str] = set()
    ids = []
    for row in iter_rows(Path(file)):
        ids.append(str(row.number) if row.id in seen else row.id)
        seen.add(row.id)
    return tuple(ids)


def load_row(file: str | Path, id: str) -> Problem:
    """Return the problem in the row with this id, name or 0-based number; InputError if there is none."""
    return problem_from_row(find_row(Path(file), id))


_NAMES = {
    name: language
    for language, names in (
        (Language.PYTHON, "python python3 py py3 pypy pypy3"),
        (Language.CPP, "cpp c++ cc cxx c++11 c++14 c++17 c++20 c++23"),
        (Language.C, "c c11 c17 gnuc"),
        (Language.JAVA, "java"),
        (Language.JAVASCRIPT, "javascript js node nodejs"),
        (Language.RUST, "rust rs"),
        (Language.GO, "go golang"),
    )
    for name in names.split()
}
_CODES = {2: Language.CPP, 3: Language.PYTHON, 4: Language.JAVA}  # CodeContests; 1 is Python 2
SUFFIXES = {
    ".py": Language.PYTHON,
    ".py3": Language.PYTHON,
    ".cpp": Language.CPP,
    ".cc": Language.CPP,
    ".cxx": Language.CPP,
    ".c": Language.C,
    ".java": Language.JAVA,
    ".js": Language.JAVASCRIPT,
    ".rs": Language.RUST,
    ".go": Language.GO,
}


def language_of_file(file: Path) -> Language | None:
    """Return the language that a file's ending names, None for one we don't run; `.C` is C++, as for g++."""
    return Language.CPP if file.suffix == ".C" else SUFFIXES.get(file.suffix.lower())


def language_of(value: object) -> Language | None:
    """Return the language a data set means by a name or by a CodeContests code; None for one we don't run."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return _CODES.get(value)
    return _NAMES.get(str(value).strip().lower())
