"""Loads a problem from a package folder: its statement, limits, samples, and the sidecar stab.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stab.errors import InputError
from stab.records import Overrides, Problem, Sample
from stab.statement.front_matter import FrontMatter, read_sidecar
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
_TEXTS = (".md", ".markdown", ".tex", ".txt", ".html", ".htm")
_SAMPLE_FOLDERS = ("data/sample", "samples", "sample", "data/samples", "examples")
_ANSWERS = (".ans", ".out", ".a")


def load_folder(folder: Path, overrides: Overrides) -> Problem:
    """Return the problem of a package folder. Raises InputError when it holds no statement."""
    statement = find_statement(folder)
    sidecar: FrontMatter | None = None
    if (folder / "stab.yaml").is_file():
        sidecar = read_sidecar(read_text_file(folder / "stab.yaml"), str(folder / "stab.yaml"))
    title, seconds, megabytes = _limits(folder)
    beside = Beside(
        title=(sidecar.title if sidecar is not None else "") or title,
        samples=_samples(folder, statement),
        time_limit_s=seconds,
        memory_limit_mb=megabytes,
        sidecar=sidecar,
    )
    name = (sidecar.id if sidecar is not None else "") or folder.resolve().name
    return read_text(read_text_file(statement), beside, id=name, overrides=overrides, path=statement)


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
        hint="expected problem_statement/problem.tex, statement/problem.md, statement.md or problem.md; or give the file itself",
    )


def _limits(folder: Path) -> tuple[str, float | None, int | None]:
    """Return title, seconds and MiB from problem.yaml, problem.xml and .timelimit."""
    title, seconds, megabytes = "", None, None
    if (folder / "problem.yaml").is_file():
        title, seconds, megabytes = _from_yaml(folder / "problem.yaml")
    elif (folder / "problem.xml").is_file():
        title, seconds, megabytes = _from_xml(read_text_file(folder / "problem.xml"))
    if seconds is None and (folder / ".timelimit").is_file():
        try:
            seconds = float(read_text_file(folder / ".timelimit").strip())
        except ValueError as error:
            raise InputError(".timelimit holds no number", file=str(folder / ".timelimit"), line=1) from error
    return title, seconds if seconds is not None and seconds > 0 else None, megabytes


def _from_yaml(file: Path) -> tuple[str, float | None, int | None]:
    import yaml

    try:
        data = yaml.safe_load(read_text_file(file))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise InputError(
            "problem.yaml is no valid YAML",
            file=str(file),
            line=mark.line + 1 if mark else None,
            hint="see the line named",
        ) from error
    if not isinstance(data, dict):
        return "", None, None
    name = data.get("name")
    if isinstance(name, dict):
        name = name.get("en") or next(iter(name.values()), "")
    given = data.get("limits")
    limits = given if isinstance(given, dict) else {}
    seconds, memory = limits.get("time_limit", data.get("time_limit")), limits.get("memory")
    return (
        name if isinstance(name, str) else "",
        float(seconds) if isinstance(seconds, (int, float)) else None,
        int(memory) if isinstance(memory, (int, float)) and memory > 0 else None,
    )


def _from_xml(text: str) -> tuple[str, float | None, int | None]:
    """Return what Polygon's problem.xml says: the English name, milliseconds and bytes of the first test set."""
    name = re.search(r"<name\b[^<>]{0,200}\blanguage=\"english\"[^<>]{0,300}", text)
    title = re.search(r"\bvalue=\"([^\"<>]{0,200})\"", name[0]) if name else None
    time = re.search(r"<time-limit>\s{0,5}(\d{1,9})\s{0,5}</time-limit>", text)
    memory = re.search(r"<memory-limit>\s{0,5}(\d{1,15})\s{0,5}</memory-limit>", text)
    return (
        title[1] if title else "",
        int(time[1]) / 1000 if time else None,
        max(1, int(memory[1]) // 2**20) if memory else None,
    )


def _samples(folder: Path, statement: Path) -> tuple[Sample, ...]:
    """Return the samples kept as files: those of the first sample folder, or Polygon's example.NN."""
    for place in _SAMPLE_FOLDERS:
        found = tuple(_pairs(folder / place)) if (folder / place).is_dir() else ()
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
