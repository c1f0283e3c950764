"""Finds the program of a problem package that says whether an output is right."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from stab.errors import InputError
from stab.packages.datasets import SUFFIXES
from stab.packages.ordering import natural_key
from stab.records import Checker, CheckerKind, Solution, SourceFile, TokenRules
from stab.statement.textfile import read_program, read_text_file

_KATTIS_FOLDERS = ("output_validators", "output_validator")
_FLAGS = ("validator_flags", "output_validator_flags", "output_validator_args")
_SWITCHES = {"case_sensitive": "case_sensitive", "space_change_sensitive": "space_sensitive"}
_TOLERANCES = {
    "float_tolerance": ("absolute", "relative"),
    "float_absolute_tolerance": ("absolute",),
    "float_relative_tolerance": ("relative",),
}
_TESTLIB_NAMES = ("checker.cpp", "check.cpp", "files/check.cpp", "files/checker.cpp")
_HEADERS = {".h", ".hpp", ".hh"}


def load_checker(source: str | Path) -> Checker | TokenRules | None:
    """Return the checker of the package `source`, or its rules for comparing tokens; None without either.

    A package is a folder in the format of Kattis (output_validators/ with `validation: custom`, or
    output_validator/) or with a testlib checker (problem.xml of Polygon, or checker.cpp). Raises InputError
    for an interactive problem, for rules that make no sense, and when the checker that is named isn't there.
    """
    folder = Path(source)
    if not folder.is_dir():
        return None
    return _kattis(folder) or _polygon(folder) or _testlib(folder)


def _kattis(folder: Path) -> Checker | TokenRules | None:
    settings = _settings(folder / "problem.yaml")
    settings = {
        **{k: v for k, v in _settings(folder / "data/testdata.yaml").items() if k in _FLAGS},
        **settings,
    }
    validation = str(settings.get("validation", "")).split() + [str(settings.get("type", ""))]
    if "interactive" in validation:
        raise InputError("an interactive problem can't be judged", file=str(folder / "problem.yaml"))
    given = next((settings[key] for key in _FLAGS if key in settings), "")
    flags = _words(given, folder / "problem.yaml")
    place = next((folder / name for name in _KATTIS_FOLDERS if (folder / name).is_dir()), None)
    if place is None or (place.name == _KATTIS_FOLDERS[0] and "custom" not in validation):
        return token_rules(flags, folder / "problem.yaml") if flags else None
    program = _program(sorted(place.iterdir(), key=natural_key))
    if program is None:
        raise InputError(
            "the folder holds no program in a language known here",
            file=str(place),
            hint=f"known are {', '.join(SUFFIXES)}",
        )
    return Checker(CheckerKind.KATTIS, program, flags)


def _words(flags: object, file: Path) -> tuple[str, ...]:
    """Return flags, given as one text or as a list, as words."""
    if flags is None:
        return ()
    if isinstance(flags, str):
        try:
            return tuple(shlex.split(flags))
        except ValueError as error:
            raise InputError(f"the validator flags can't be read: {error}", file=str(file)) from error
    if isinstance(flags, list) and all(isinstance(word, str | int | float) for word in flags):
        return tuple(str(word) for word in flags)
    raise InputError("the validator flags are neither a text nor a list of words", file=str(file))


def token_rules(words: Sequence[str], file: Path) -> TokenRules:
    """Return what flags of Kattis' default validator say. Raises InputError for others."""
    told: dict[str, Any] = {}
    left = [part for word in words for part in word.removeprefix("--").split("=", 1)]
    while left:
        word = left.pop(0)
        flag = word.lower().replace("-", "_")
        if flag in _SWITCHES:
            told[_SWITCHES[flag]] = True
        elif flag in _TOLERANCES:
            told |= dict.fromkeys(_TOLERANCES[flag], _tolerance(flag, left.pop(0) if left else "", file))
        else:
            hint = "known are " + ", ".join((*_SWITCHES, *_TOLERANCES))
            raise InputError(f"the validator flag {word!r} is not known", file=str(file), hint=hint)
    return TokenRules(**told)


def _tolerance(flag: str, word: str, file: Path) -> float:
    try:
        size = float(word)
    except ValueError:
        size = -1.0
    if not 0 <= size < inf:
        said = f"not {word!r}" if word else "which is missing"
        raise InputError(
            f"the validator flag {flag} needs a number, {said}", file=str(file), hint=f"like {flag} 1e-6"
        )
    return size


def _settings(file: Path) -> dict[str, object]:
    if not file.is_file():
        return {}
    import yaml

    try:
        read = yaml.safe_load(read_text_file(file))
    except yaml.YAMLError as error:
        raise InputError(f"is no YAML: {error}", file=str(file)) from error
    return read if isinstance(read, dict) else {}


def _program(places: Iterable[Path]) -> Solution | None:
    """Return the program that the files are, or that lies in the first folder with one."""
    files = [place for place in places if place.is_file()]
    known = [file for file in files if file.suffix.lower() in SUFFIXES]
    if known:
        main = next((file for file in known if file.stem == "main"), known[0])
        return _of(main, [file for file in files if file != main])
    folders = (place for place in places if place.is_dir())
    found = (_program(sorted(folder.iterdir(), key=natural_key)) for folder in folders)
    return next((program for program in found if program is not None), None)


def _polygon(folder: Path) -> Checker | None:
    file = folder / "problem.xml"
    if not file.is_file():
        return None
    try:
        found = ElementTree.parse(file).getroot().find(".//checker/source")
    except ElementTree.ParseError as error:
        raise InputError(f"is no XML: {error}", file=str(file)) from error
    if found is None:
        return None
    source = folder / found.get("path", "")
    if not source.is_file() or not source.resolve().is_relative_to(folder.resolve()):
        raise InputError(f"the checker {found.get('path')} is missing", file=str(file))
    return Checker(CheckerKind.TESTLIB, _of(source, _headers(source.parent)))


def _testlib(folder: Path) -> Checker | None:
    source = next((folder / name for name in _TESTLIB_NAMES if (folder / name).is_file()), None)
    return Checker(CheckerKind.TESTLIB, _of(source, _headers(source.parent))) if source else None


def _headers(folder: Path) -> list[Path]:
    return sorted((file for file in folder.iterdir() if file.suffix in _HEADERS), key=natural_key)


def _of(main: Path, others: Iterable[Path]) -> Solution:
    texts = tuple(SourceFile(file.name, read_program(file)) for file in others)
    language = SUFFIXES[main.suffix.lower()]
    return Solution(main.name, language, read_program(main), others=texts, file=main.name)
