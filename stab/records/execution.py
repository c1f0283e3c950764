"""Programs that run, and what was measured and decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from stab.records.generation import GeneratedTest, GenerationSpec, Generator, Rejection
from stab.records.models import ModelUse


class Language(StrEnum):
    """A language that solutions are written in."""

    PYTHON = "python"
    PYPY = "pypy"
    CPP = "cpp"
    C = "c"
    JAVA = "java"
    JAVASCRIPT = "javascript"
    RUST = "rust"
    GO = "go"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A further file of a program of several files: its path below the folder of the main file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A program that solves the problem; `expected` is what its folder or row says of it."""

    name: str
    language: Language
    source: str
    expected: str = "accepted"
    others: tuple[SourceFile, ...] = ()  # beside the main file, which `source` holds
    file: str = ""  # the main file's own name, where other files refer to it


class CheckerKind(StrEnum):
    """What a checker is told and how it answers."""

    KATTIS = "kattis"  # input, answer, folder for remarks; output on standard input; 42 right, 43 wrong
    TESTLIB = "testlib"  # input, output, answer; 0 right, 1 or 2 wrong, 3 the checker gives up


@dataclass(frozen=True, slots=True)
class Checker:
    """A program of a problem that says whether an output is right, where many can be."""

    kind: CheckerKind
    program: Solution
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TokenRules:
    """How a package wants outputs compared token by token, in the terms of Kattis' default validator.

    A number is right within `absolute`, or within `relative` of the answer; both 0: as it is written.
    """

    case_sensitive: bool = False
    space_sensitive: bool = False  # blanks and line ends count too
    absolute: float = 0.0
    relative: float = 0.0


@dataclass(frozen=True, slots=True)
class ExistingTest:
    """A test that came with the problem: files, because they can be large."""

    name: str
    input: Path
    answer: Path | None = None


@dataclass(frozen=True, slots=True)
class SizedTest:
    """An input of a family: the same construction at several sizes."""

    family: str  # the name of the test of full size; "" where all tests are one family
    size: int  # of the only variable that shrinks, else bytes
    test: ExistingTest


class Verdict(StrEnum):
    """What a run showed; `unmeasured` says nothing about the solution."""

    OK = "OK"
    WRONG_ANSWER = "WA"
    TIME = "TLE"
    MEMORY = "MLE"
    OUTPUT = "OLE"
    RUNTIME_ERROR = "RTE"
    COMPILE_ERROR = "CE"
    UNMEASURED = "unmeasured"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use."""

    time_s: float = 10.0  # CPU time of the whole process tree
    wall_s: float | None = None  # None: 3 * time_s + 2; waiting for a busy machine does not count
    memory_mb: int = 1024
    output_mb: int = 64


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program."""

    verdict: Verdict
    cpu_s: float
    wall_s: float
    memory_mb: float | None
    detail: str = ""
    stdout: bytes = field(default=b"", repr=False)
    stderr: str = field(default="", repr=False)
    instructions: int | None = None  # where they were counted


@dataclass(frozen=True, slots=True)
class Measurement:
    """All runs of a solution on a test; times of a killed run are lower bounds."""

    solution: str
    test: str
    verdict: Verdict
    runs: tuple[Run, ...]


class Metric(StrEnum):
    """What is compared: seconds of the processor, seconds on the clock, or instructions (cachegrind)."""

    CPU = "cpu"
    WALL = "wall"
    INSTRUCTIONS = "instructions"


class Decision(StrEnum):
    """What the times of a generated test say against the existing maximum."""

    SLOWER = "slower"
    NOT_SLOWER = "not_slower"
    INCONCLUSIVE = "inconclusive"
    TIMEOUT = "timeout"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class TestScore:
    """A generated test against a solution's slowest existing test."""

    __test__ = False

    test: str
    solution: str
    decision: Decision
    raw_success: bool  # the paper's strict > on single figures
    ratio: float | None
    ci: tuple[float, float] | None
    cpu_s: tuple[float, ...]
    reference_cpu_s: tuple[float, ...]
    reference: str = ""  # the existing test that is hardest to beat
    rule: str = ""  # what decided: screened, clear, confirmed, counted, budget, limit, verdict
    rounds: int = 0  # interleaved rounds after screening
    host: str = ""  # the machine that made all its runs


@dataclass(frozen=True, slots=True)
class SolutionScore:
    """ASR of one solution; None without a baseline, never 0."""

    solution: str
    group: str  # fast, slow, random, other
    asr: float | None
    asr_raw: float | None


@dataclass(frozen=True, slots=True)
class Noise:
    """The machine's noise: equal inputs (A/A) timed on one solution before anything is compared.

    `false_success` is how often a single run of the slowest existing test itself would count as slower than
    every existing test; `spread` the standard deviation of equal runs as a share of their mean.
    """

    solution: str
    test: str
    false_success: float
    spread: float
    runs: tuple[float, ...]
    host: str = ""


@dataclass(frozen=True, slots=True)
class Startup:
    """What an empty program of a language takes here: the median of some runs, in the metric's unit."""

    language: Language
    value: float
    runs: tuple[float, ...]

    def off(self, figures: tuple[float, ...]) -> tuple[float, ...]:
        """Return the figures less the start-up; a run can't have taken less than nothing."""
        return tuple(max(0.0, figure - self.value) for figure in figures)


@dataclass(frozen=True, slots=True)
class Score:
    """ASR over all valid generated tests of all solutions (paper section 5.3)."""

    asr: float | None
    asr_raw: float | None
    by_solution: tuple[SolutionScore, ...]
    by_test: tuple[TestScore, ...]
    noise: Noise | None = None
    metric: Metric = Metric.CPU
    startup: tuple[Startup, ...] = ()  # what was taken off the times shown; decisions rest on whole runs
    left_out: tuple[Rejection, ...] = ()  # existing tests that say nothing about the solutions, and why


@dataclass(frozen=True, slots=True)
class Environment:
    """The machine that measured."""

    isolation: str  # strict, landlock, weak, none
    cpu: str
    load: float
    toolchains: Mapping[str, str]
    host: str = ""  # its name in the network


@dataclass(frozen=True, slots=True)
class Report:
    """All of `stab gen`: what is in report.json."""

    version: str
    seed: int
    spec: GenerationSpec
    generators: tuple[Generator, ...]
    tests: tuple[GeneratedTest, ...]
    rejections: tuple[Rejection, ...]
    measurements: tuple[Measurement, ...] = ()
    score: Score | None = None
    environment: Environment | None = None
    model: ModelUse | None = None  # None: no model was wanted
    suite_faults: tuple[Rejection, ...] = ()  # existing tests that the statement does not allow
