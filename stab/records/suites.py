"""Existing suites as a whole, what is added to them, and what the additions change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from stab.records.execution import Checker, Environment, ExistingTest, Solution, TokenRules
from stab.records.generation import GeneratedTest, Rejection
from stab.records.layout import Hit


class SuiteFormat(StrEnum):
    """The forms in which suites are read and written."""

    PAIRS = "pairs"  # NAME.in with NAME.ans, .out or .a in a folder; or in/ and out/
    LEGACY = "legacy"  # a Kattis package; also its subset legacy-icpc
    ICPC = "icpc"  # an ICPC package, 2023-07 or 2025-09
    DOMJUDGE = "domjudge"  # a zip of a legacy package; what is written is a zip that only adds
    CODECONTESTS = "codecontests"  # a row of a JSONL file


@dataclass(frozen=True, slots=True)
class InputValidator:
    """A program of a suite that reads an input on standard input and ends with 42 where it is valid."""

    program: Solution
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite as it was read. `root` is what it lies in: a folder, or the file that is never changed.

    `tests` are all that are there, samples included; new ones go to `inputs` and `answers` (folders below
    root) with these suffixes. `problem` is where the statement is; `unread` tells what is not used, and why.
    """

    format: SuiteFormat
    version: str  # of the format, where it has some: legacy-icpc, 2025-09
    root: Path
    problem: str
    tests: tuple[ExistingTest, ...]
    solutions: tuple[Solution, ...]
    validators: tuple[InputValidator, ...] = ()
    checker: Checker | TokenRules | None = None
    inputs: str = ""
    answers: str = ""
    suffixes: tuple[str, str] = (".in", ".ans")
    unread: tuple[str, ...] = ()
    states: tuple[str, ...] = ()  # digests of what earlier runs left, see Enrichment.state


@dataclass(frozen=True, slots=True)
class NewTest:
    """A generated test that is worth adding: under which name, with which answer, and why."""

    name: str  # stab-01-max-n
    test: GeneratedTest
    answer: Path
    why: tuple[str, ...]

    @property
    def provenance(self) -> str:
        """Where the input comes from, in one line."""
        own = self.test.generator
        sizes = ", ".join(f"{name} = {value}" for name, value in self.test.values.items())
        parts = (
            f"scenario {own.scenario}" if own.scenario else "",
            f"principle {own.principle}" if own.principle else "",
            f"boundary {own.boundary}{f' ({sizes})' if sizes else ''}",
            f"{own.name}.py {self.test.seed}",
        )
        return "; ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Addition:
    """A file that is written below the root of a suite.

    `merged` is the digest (SHA-256) of the user's file that it takes the place of; "" for a new file.
    """

    file: str
    content: bytes | Path = field(repr=False)
    why: str
    merged: str = ""


@dataclass(frozen=True, slots=True)
class Slowest:
    """The slowest test of a solution, in seconds of CPU time; `is_killed`: a lower bound."""

    solution: str
    test: str
    cpu_s: float
    is_killed: bool = False


@dataclass(frozen=True, slots=True)
class SuiteState:
    """What a suite shows: bounds that valid inputs reach, times, the slow solutions that it catches."""

    tests: int
    bounds: Mapping[str, Hit]
    slowest: tuple[Slowest, ...] = ()
    caught: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()  # expected to be too slow, and fast enough on every test


@dataclass(frozen=True, slots=True)
class Newly:
    """An accepted solution that an added test brings over the limit, near it, or down."""

    solution: str
    test: str
    what: str  # "over the limit", "close to the limit", or a verdict
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Enrichment:
    """All that enriching a suite found, before anything is written."""

    added: tuple[NewTest, ...]
    held_back: tuple[Rejection, ...]
    not_needed: tuple[Rejection, ...]  # valid and answered, without effect or with that of others
    before: SuiteState
    after: SuiteState
    limit_s: float  # over it a solution is too slow
    newly: tuple[Newly, ...] = ()
    faults: tuple[Rejection, ...] = ()
    duplicates: tuple[tuple[str, ...], ...] = ()  # names of old tests with equal inputs
    notes: tuple[str, ...] = ()
    environment: Environment | None = None
    validator: str = ""  # source
    state: str = ""  # digest of the suite with the additions, and of the settings
    seed: int = 0
    version: str = ""
