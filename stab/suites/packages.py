"""Reads problem packages of Kattis (legacy, legacy-icpc) and of the ICPC (2023-07, 2025-09)."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

from stab.errors import InputError
from stab.packages import load_checker, load_tests
from stab.records import Suite, SuiteFormat
from stab.suites.journal import runs_of
from stab.suites.places import DESCRIPTION, SECRET
from stab.suites.programs import Given, solutions_of
from stab.suites.validators import package_validators
from stab.suites.yaml_files import read_yaml

OWN_GROUP = "stab"  # holds what is added where all tests lie in groups
_LEGACY = ("legacy", "legacy-icpc")
_KINDS = {
    "interactive": "an interactive problem has no inputs to add",
    "multi-pass": "a problem of several passes has inputs that depend on outputs",
    "submit-answer": "a problem whose answers are submitted runs no programs",
    "scoring": "what a new test of a scoring problem is worth can't be guessed",
}


def read_package(folder: Path, scratch: Path, given: Given) -> Suite:
    """Return the suite of a package.

    Raises InputError for a package of a kind that can't be enriched, with a link that leads out of it,
    without tests, or without solutions; with file, line and column where its YAML is broken.
    """
    refuse_links_out(folder)
    told = _described(folder)
    version = str(told.get("problem_format_version") or "legacy")
    _refuse_kinds(told, folder)
    validators = package_validators(folder, _validator_arguments(folder))
    tests = load_tests(folder, scratch)
    legacy = version in _LEGACY
    place = _place_of_new(folder)
    return Suite(
        format=SuiteFormat.LEGACY if legacy else SuiteFormat.ICPC,
        version=version,
        root=folder.resolve(),
        problem=given.problem or str(folder),
        tests=tests,
        solutions=solutions_of(folder, given),
        validators=validators.programs,
        checker=load_checker(folder),
        inputs=place,
        answers=place,
        unread=validators.unread,
        states=tuple(run.state for run in runs_of(folder)),
    )


def _described(folder: Path) -> dict[str, Any]:
    file = folder / DESCRIPTION
    told = read_yaml(file) if file.is_file() else {}
    if told is None:
        return {}
    if not isinstance(told, dict):
        raise InputError("this is no YAML mapping", file=str(file), line=1, hint="write lines `key: value`")
    return told


def _refuse_kinds(told: dict[str, Any], folder: Path) -> None:
    kind = told.get("type", "")
    words = [str(word) for word in kind] if isinstance(kind, list) else str(kind).split()
    words += ["scoring" if word == "score" else word for word in str(told.get("validation", "")).split()]
    for word in words:
        if word in _KINDS:
            raise InputError(f"{_KINDS[word]} ({word})", file=str(folder / DESCRIPTION))


def _validator_arguments(folder: Path) -> tuple[str, ...]:
    """Return the flags for input validators that hold for all secret tests."""
    for name in (
        f"{SECRET}/test_group.yaml",
        f"{SECRET}/testdata.yaml",
        "data/test_group.yaml",
        "data/testdata.yaml",
    ):
        file = folder / name
        told = read_yaml(file) if file.is_file() else None
        if not isinstance(told, dict):
            continue
        flags = told.get("input_validator_args", told.get("input_validator_flags"))
        if isinstance(flags, list):
            return tuple(str(flag) for flag in flags)
        if isinstance(flags, str):
            return tuple(shlex.split(flags))
    return ()


def _place_of_new(folder: Path) -> str:
    """Return the folder of new tests: data/secret, or a group of their own where all tests are in groups."""
    secret = folder / SECRET
    if not secret.is_dir() or any(secret.glob("*.in")):
        return SECRET
    return f"{SECRET}/{OWN_GROUP}" if any(secret.rglob("*.in")) else SECRET


def refuse_links_out(folder: Path) -> None:
    """Raise InputError for a symbolic link that leads out of the folder."""
    home = folder.resolve()
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            entry = Path(place, name)
            if entry.is_symlink() and not entry.resolve().is_relative_to(home):
                raise InputError(
                    "this link leads out of the package", file=str(entry), hint="put the file itself there"
                )
