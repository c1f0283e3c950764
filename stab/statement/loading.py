"""Loads a problem from a file, a package folder, or a row of a data set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stab.errors import InputError
from stab.names import legible
from stab.records import Overrides, Problem
from stab.statement.folder import load_folder
from stab.statement.metadata import Metadata, constants_in, fill_in, from_toml, from_yaml
from stab.statement.reading import NO_OVERRIDES, Beside, read_text
from stab.statement.rows import (
    Row,
    find_row,
    is_row_file,
    row_limits,
    row_samples,
    row_statement,
    split_source,
)
from stab.statement.textfile import read_text_file

_EVERYDAY = frozenset({"problem", "statement", "readme", "index", "task"})  # file names that tell nothing


def load_problem(source: str | Path, overrides: Overrides = NO_OVERRIDES) -> Problem:
    """Return the problem at `source`: a statement file, a package folder, or `file.jsonl[.xz|.gz]#ID`.

    `overrides` win over front matter, which wins over a package's stab.yaml.
    Raises InputError when there is nothing there that can be read as a statement.
    """
    file, wanted = split_source(source)
    if wanted is not None or (is_row_file(file) and file.is_file()):
        return problem_from_row(find_row(file, wanted), overrides)
    if file.is_dir():
        return load_folder(file, overrides)
    if not file.exists():
        raise InputError(
            "no such file or folder",
            file=str(file),
            hint="give a statement, a package folder, or file.jsonl#ID",
        )
    return read_text(read_text_file(file), Beside(), id=_id_of(file), overrides=overrides, path=file)


def _id_of(file: Path) -> str:
    """Return the file's name without its ending, or its folder's where every statement is called alike."""
    parent = file.resolve().parent.name
    return legible(parent if file.stem.lower() in _EVERYDAY and parent else file.stem)


def problem_from_row(row: Row, overrides: Overrides = NO_OVERRIDES) -> Problem:
    """Return the problem in a row. Raises InputError when it holds no statement."""
    row.check()
    name, text = row_statement(row)
    seconds, megabytes = row_limits(row)
    known = _row_metadata(row)
    text = fill_in(text, known.constants or constants_in(row.data.get("params")))
    title = row.data.get("title") or row.data.get("name")
    beside = Beside(
        title=title if isinstance(title, str) and title else known.title,
        samples=row_samples(row),
        time_limit_s=seconds or known.time_limit_s,
        memory_limit_mb=megabytes or known.memory_limit_mb,
    )
    kind = row.file.parent / (name or row.id).rsplit("/", 1)[-1]  # its ending tells the markup
    problem = read_text(text, beside, id=row.id, overrides=overrides, path=kind)
    return replace(problem, path=row.file)


def _row_metadata(row: Row) -> Metadata:
    """Return what the package files carried in a row say."""
    described = row.data.get("problem_yaml")
    if isinstance(described, str):
        return from_yaml(described, f"{row.file}#{row.id}/problem.yaml")
    files = row.data.get("files")
    info = files.get("info.toml") if isinstance(files, dict) else None
    return from_toml(info, f"{row.file}#{row.id}/info.toml") if isinstance(info, str) else Metadata()
