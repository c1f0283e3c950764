"""Reads plain pairs: NAME.in with NAME.ans, .out or .a, or in/NAME and out/NAME; as on UOJ and Luogu, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stab.errors import InputError
from stab.packages import load_checker, load_tests
from stab.records import ExistingTest, Suite, SuiteFormat
from stab.statement.folder import find_statement
from stab.suites.journal import runs_of
from stab.suites.packages import refuse_links_out
from stab.suites.programs import Given, solutions_of

T = TypeVar("T")
_SAMPLES = ("sample", "samples", "examples")
UOJ = "problem.conf"
_HINT = "name it with --problem FILE"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where pairs lie: folders of inputs and answers with the suffixes in use."""

    inputs: Path
    answers: Path
    suffixes: tuple[str, str]


def read_pairs(folder: Path, scratch: Path, given: Given) -> Suite:
    """Return the suite of a folder of pairs. Raises InputError without tests, statement or solutions, and for
    tests in an order of their own (problem.conf of UOJ), to which names can't be added.
    """
    refuse_links_out(folder)
    root = folder.resolve()
    tests = load_tests(folder, scratch)
    place = _place(root, tests)
    if (place.inputs / UOJ).is_file():
        raise InputError(
            "the tests of this problem.conf are numbered and worth points, which a new one changes",
            file=str(place.inputs / UOJ),
            hint="copy the tests to a folder without problem.conf, enrich that, and number them yourself",
        )
    return Suite(
        format=SuiteFormat.PAIRS,
        version="",
        root=root,
        problem=given.problem or _statement(folder),
        tests=tests,
        solutions=solutions_of(folder, given),
        checker=load_checker(folder),
        inputs=place.inputs.relative_to(root).as_posix(),
        answers=place.answers.relative_to(root).as_posix(),
        suffixes=place.suffixes,
        states=tuple(run.state for run in runs_of(folder)),
    )


def _statement(folder: Path) -> str:
    try:
        find_statement(folder)
    except InputError as error:
        raise InputError("there is no statement beside the tests", file=str(folder), hint=_HINT) from error
    return str(folder)


def _place(root: Path, tests: Iterable[ExistingTest]) -> _Place:
    """Return where most tests lie, those in a folder of samples apart, with the suffixes of most."""
    own = [t for t in tests if not any(part in _SAMPLES for part in t.input.relative_to(root).parts[:-1])]
    own = own or list(tests)
    inputs = _most(t.input.parent for t in own)
    answers = _most(t.answer.parent for t in own if t.answer is not None) or inputs
    given = _most(t.input.suffix for t in own)
    told = _most(t.answer.suffix for t in own if t.answer is not None)
    if inputs is None or answers is None or given is None:
        raise InputError("no tests here", file=str(root))
    if inputs == answers and told is None:
        told = ".ans"
    return _Place(inputs, answers, (given, told or ""))


def _most(values: Iterable[T]) -> T | None:
    counted = Counter(values)
    return counted.most_common(1)[0][0] if counted else None
