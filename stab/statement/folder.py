"""Loads a problem from a package folder: its statement, limits, samples, and the sidecar stab.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stab.errors import InputError
from stab.records import Overrides, Problem, Sample
from stab.statement.front_matter import FrontMatter, read_sidecar
from stab.statement.metadata import fill_in, metadata_of
from stab.statement.reading import Beside, read_text
from stab.statement.rows import preferred
from stab.statement.samples import clean
from stab.statement.textfile import read_text_file

# In order of trust: Kattis legacy, Kattis 2023-07 on, Polygon, then a statement by its usual names.
_PLACES = (
    "problem_statement/problem*", "statement/problem*", "problem_statement/*", "statement/*",
    "statements/english/problem.tex", "statements/*/problem.tex", "statements/*.tex", "statements/*.md",
    "statement.*", "problem.*", "task.*", "*.statement.md", "README.md", "readme.md",
)  # fmt: skip
_EXPECTED = "expected problem_statement/problem.tex, statement.md or problem.md; or give the file itself"
_TEXTS = (".md", ".markdown", ".tex", ".txt", ".html", ".htm")
_SAMPLE_FOLDERS = ("data/sample", "samples", "sample", "data/samples", "examples")
_ANSWERS = (".ans", ".out", ".a")


def load_folder(folder: Path, overrides: Overrides) -> Problem:
    """Return the problem of a package folder. Raises InputError when it holds no statement."""
    statement = find_statement(folder)
    sidecar: FrontMatter | None = None
    if (folder / "stab.yaml").is_file():
        sidecar = read_sidecar(read_text_file(folder / "stab.yaml"), str(folder / "stab.yaml"))
    known = metadata_of(folder)
    beside = Beside(
        title=(sidecar.title if sidecar is not None else "") or known.title,
        samples=_samples(folder, statement),
        time_limit_s=known.time_limit_s,
        memory_limit_mb=known.memory_limit_mb,
        sidecar=sidecar,
    )
    name = (sidecar.id if sidecar is not None else "") or folder.resolve().name
    text = fill_in(read_text_file(statement), known.constants)
    return read_text(text, beside, id=name, overrides=overrides, path=statement)


def find_statement(folder: Path) -> Path:
    """Return the statement's file, an English one first. Raises InputError when there is none."""
    for place in _PLACES:
        found = {str(p): p for p in folder.glob(place) if p.is_file() and p.suffix.lower() in _TEXTS}
        if found:
            return found[preferred(found)]
    alone = [p for p in sorted(folder.iterdir()) if p.is_file() and p.suffix.lower() in _TEXTS]
    if len(alone) == 1:
        return alone[0]
    raise InputError(
        f"no statement found in the folder {folder}",
        file=str(folder),
        hint=_EXPECTED,
    )


def _samples(folder: Path, statement: Path) -> tuple[Sample, ...]:
    """Return the samples kept as files: those of the first sample folder, or Polygon's example.NN."""
    for place in _SAMPLE_FOLDERS:
        found = tuple(_pairs(folder / place)) if (folder / place).is_dir() else ()
        if found:
            return found
    for place in ("in", "gen"):
        found = tuple(s for s in _pairs(folder / place) if s.name.startswith(("example", "sample")))
        if found:
            return found
    examples: list[Sample] = []
    for given in sorted(statement.parent.glob("example.*")):
        if re.fullmatch(r"example\.\d{1,3}", given.name) and given.is_file():
            answer = given.with_name(given.name + ".a")
            examples.append(Sample(given.suffix[1:], clean(read_text_file(given)), _answer(answer)))
    return tuple(examples)


def _pairs(folder: Path) -> Iterator[Sample]:
    for given in sorted(folder.rglob("*.in"), key=natural_key):
        answer = next((given.with_suffix(s) for s in _ANSWERS if given.with_suffix(s).is_file()), None)
        yield Sample(given.stem, clean(read_text_file(given)), None if answer is None else _answer(answer))


def _answer(file: Path) -> str | None:
    return clean(read_text_file(file)) if file.is_file() else None


def natural_key(path: Path) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key in which test2 comes before test10."""
    parts = re.split(r"(\d{1,18})", str(path))
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts if p)
