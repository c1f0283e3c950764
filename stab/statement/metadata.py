"""Reads title and limits from the files that problem packages keep them in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from stab.errors import InputError
from stab.patterns import regex
from stab.statement.textfile import read_text_file


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a package says of its problem outside the statement."""

    title: str = ""
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None
    constants: Mapping[str, str] = field(default_factory=dict)  # values that the statement names


_CONSTANT = regex(r"@\{param\.(\w{1,60})\}|\{\{ ?(\w{1,60}) ?\}\}|\\constant\{(\w{1,60})\}")


def fill_in(text: str, constants: Mapping[str, str]) -> str:
    """Return the text with the package's constants in place of their names (unknown names stay).

    Library Checker writes @{param.N}, the ICPC format {{N}}, in LaTeX \\constant{N}. Lines stay in place.
    """
    if not constants:
        return text
    return _CONSTANT.sub(lambda m: constants.get(m[1] or m[2] or m[3], m[0]), text)


def constants_in(values: object) -> dict[str, str]:
    """Return the numbers and words of a mapping as they are to be written; {value: x} counts as x."""
    found: dict[str, str] = {}
    if isinstance(values, dict):
        for name, value in values.items():
            plain = value.get("value") if isinstance(value, dict) else value
            if isinstance(plain, (int, float, str)) and not isinstance(plain, bool):
                found[str(name)] = " ".join(str(plain).split())
    return found


def metadata_of(folder: Path) -> Metadata:
    """Return what problem.yaml, problem.xml or info.toml say; seconds from .timelimit where they name none.

    Raises InputError (file, line) when one of them is damaged.
    """
    known = Metadata()
    for name, read in (("problem.yaml", from_yaml), ("problem.xml", from_xml), ("info.toml", from_toml)):
        if (folder / name).is_file():
            known = read(read_text_file(folder / name), str(folder / name))
            break
    if known.time_limit_s is None and (folder / ".timelimit").is_file():
        return replace(known, time_limit_s=_seconds_file(folder / ".timelimit"))
    return known


def _seconds_file(file: Path) -> float:
    try:
        seconds = float(read_text_file(file).strip())
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise InputError(
            ".timelimit holds no number of seconds", file=str(file), line=1, hint="write a number, like 2"
        )
    return seconds


def from_yaml(text: str, file: str) -> Metadata:
    """Return what a Kattis problem.yaml says. Raises InputError when it is no YAML."""
    import yaml

    try:
        data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else None
        raise InputError("this is no valid YAML", file=file, line=line, hint="see the line named") from error
    if not isinstance(data, dict):
        return Metadata()
    name = data.get("name")
    if isinstance(name, dict):
        name = name.get("en") or next(iter(name.values()), "")
    given = data.get("limits")
    limits = given if isinstance(given, dict) else {}
    seconds, memory = limits.get("time_limit", data.get("time_limit")), limits.get("memory")
    title = str(name) if isinstance(name, (str, int)) else ""
    return Metadata(title, _positive(seconds), _whole(memory), constants_in(data.get("constants")))


def from_xml(text: str, file: str) -> Metadata:
    """Return what Polygon's problem.xml says: English name, limits of the first test set."""
    name = re.search(r"<name\b[^<>]{0,200}\blanguage=\"english\"[^<>]{0,300}", text)
    title = re.search(r"\bvalue=\"([^\"<>]{0,200})\"", name[0]) if name else None
    time = re.search(r"<time-limit>\s{0,5}(\d{1,9})\s{0,5}</time-limit>", text)
    memory = re.search(r"<memory-limit>\s{0,5}(\d{1,15})\s{0,5}</memory-limit>", text)
    return Metadata(
        title[1] if title else "",
        _positive(int(time[1]) / 1000) if time else None,
        max(1, int(memory[1]) // 2**20) if memory else None,
    )


def from_toml(text: str, file: str) -> Metadata:
    """Return what Library Checker's info.toml says. Raises InputError when it is no TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"this is no valid TOML: {error}", file=file, hint="see the line named") from error
    title = data.get("title")
    return Metadata(
        title if isinstance(title, str) else "",
        _positive(data.get("timelimit")),
        constants=constants_in(data.get("params")),
    )


def _positive(value: object) -> float | None:
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e6
    return float(value) if good and isinstance(value, (int, float)) else None


def _whole(value: object) -> int | None:
    number = _positive(value)
    return max(1, int(number)) if number is not None else None
