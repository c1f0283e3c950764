"""The records that travel through the pipeline: frozen, standard library only, no behaviour of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from stab.expression import Comparison, Expr

# --- statement -----------------------------------------------------------------------------------


class SectionKind(StrEnum):
    """What a part of a statement is for."""

    STORY = "story"
    INPUT = "input"
    CONSTRAINTS = "constraints"
    SUBTASKS = "subtasks"
    OUTPUT = "output"
    EXAMPLES = "examples"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of the statement, exactly as written: text == Problem.text[start : start + len(text)]."""

    kind: SectionKind
    title: str
    text: str
    start: int
    line: int  # 1-based line of Problem.text on which the section's text begins


@dataclass(frozen=True, slots=True)
class Sample:
    """An example of the statement; output is None where only the input is shown."""

    name: str
    input: str
    output: str | None = None


class ProblemForm(StrEnum):
    """How a solution receives its input."""

    STREAM = "stream"  # standard input and output: all that can be generated for
    INTERACTIVE = "interactive"
    FUNCTION = "function"  # a signature, as on LeetCode
    FILES = "files"  # reads a named file instead of standard input


class Markup(StrEnum):
    """How the statement is written."""

    MARKDOWN = "markdown"
    TEXT = "text"
    LATEX = "latex"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the user says about the problem; it wins over what is read from the text."""

    constraints: tuple[str, ...] = ()  # canonical comparisons
    layout: str | None = None  # layout notation
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as read: the statement's text with its sections, samples and limits."""

    id: str
    title: str
    text: str  # the statement exactly as read, front matter removed, \n line ends
    markup: Markup
    sections: tuple[Section, ...]
    samples: tuple[Sample, ...] = ()
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None
    form: ProblemForm = ProblemForm.STREAM
    overrides: Overrides = Overrides()
    path: Path | None = None
    line_offset: int = 0  # lines of front matter before text: file line = text line + line_offset


# --- constraints ---------------------------------------------------------------------------------


class ConstraintKind(StrEnum):
    """The paper's record types (section 4.1)."""

    RANGE = "range"  # 1 <= n <= 10^5
    INDEXED_RANGE = "indexed_range"  # 1 <= a[i] <= 10^9
    CHAIN = "chain"  # 1 <= l <= r <= n
    PRODUCT = "product"  # n * m <= 10^6
    AGGREGATE = "aggregate"  # sum(n) <= 2 * 10^5
    LENGTH = "length"  # len(s) <= 10^5
    OTHER = "other"


class Origin(StrEnum):
    """Where a constraint comes from."""

    NOTATION = "notation"
    PROSE = "prose"
    REPAIRED = "repaired"  # a lost exponent put back, on evidence
    SUBTASK = "subtask"
    LAYOUT = "layout"
    OVERRIDE = "override"
    LLM = "llm"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One inequality chain the input must satisfy, with the words it was read from."""

    text: str  # canonical, see stab.expression
    kind: ConstraintKind
    variables: tuple[str, ...]  # base names in order of appearance
    quote: str
    line: int  # 1-based line in the user's file, 0 for an override
    origin: Origin
    comparison: Comparison = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """A stretch that looks like a constraint and was not understood."""

    quote: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything the statement says about the input's bounds."""

    constraints: tuple[Constraint, ...]
    side_conditions: tuple[str, ...] = ()  # canonical: `n % 2 == 1`, `len(s) == n`, `isprime(p)`
    unread: tuple[Unread, ...] = ()
    size_variables: tuple[str, ...] = ()  # canonical texts: `n`, `len(s)`, `sum(L[i])`
    tests_variable: str | None = None
    real_variables: tuple[str, ...] = ()


class Method(StrEnum):
    """How a group of variables was resolved (paper section 4.1)."""

    RULE = "rule"
    CP_SAT = "cp-sat"


@dataclass(frozen=True, slots=True)
class Group:
    """Variables resolved together; status optimal, feasible or infeasible."""

    variables: tuple[str, ...]
    method: Method
    status: str


@dataclass(frozen=True, slots=True)
class Boundary:
    """A named size assignment that satisfies every constraint: balanced, max:n, max-tests, …"""

    name: str
    values: Mapping[str, int]  # keys are canonical texts, as in Extraction.size_variables


@dataclass(frozen=True, slots=True)
class Saturation:
    """The largest valid sizes: each alone, the coupled groups, and joint named boundaries."""

    maxima: Mapping[str, int]
    groups: tuple[Group, ...]
    boundaries: tuple[Boundary, ...]


# --- layout --------------------------------------------------------------------------------------


class FieldType(StrEnum):
    """What a token is."""

    INT = "int"
    REAL = "real"
    STR = "str"  # one token without white space
    LINE = "line"  # the rest of the line, blanks included


@dataclass(frozen=True, slots=True)
class Field:
    """A named token (count None) or run of tokens on one line (`a[n]`: count Ref n)."""

    name: str
    type: FieldType = FieldType.INT
    count: Expr | None = None
    to_line_end: bool = False  # a run of unknown length up to the end of the line
    length: Expr | None = None  # STR: number of characters, where the layout fixes it
    alphabet: str | None = None  # STR: allowed characters, where known


@dataclass(frozen=True, slots=True)
class Literal:
    """A fixed word on a line."""

    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the input: items separated by single blanks."""

    items: tuple[Field | Literal, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A block that occurs `count` times; count None: to the end of the file.

    `index` names the 0-based repetition for counts such as `k[i]`. `until` holds a terminator line
    (tokens such as ("0", "0")) that ends a block of unknown count and is part of the input.
    """

    count: Expr | None
    body: tuple[Node, ...]
    index: str | None = None
    until: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows when the selector has one of `values` (() is the default branch)."""

    values: tuple[str, ...]
    items: tuple[Field | Literal, ...]  # the rest of the selector's line
    body: tuple[Node, ...] = ()  # further lines


@dataclass(frozen=True, slots=True)
class Choice:
    """A line whose first token (`selector`) decides the rest of it: typed queries, optional parts."""

    selector: Field
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty line."""


Node = Line | Repeat | Choice | Blank


class RoleKind(StrEnum):
    """What fields mean; the composer picks constructions by role, the validator checks what can be."""

    SIZE = "size"  # a count used by the layout
    TESTS = "tests"  # number of test cases
    VALUES = "values"  # a plain array of numbers
    EDGES = "edges"  # fields (u, v): rows are edges of a graph
    TREE = "tree"  # fields (u, v): rows are the n-1 edges of a tree
    PARENTS = "parents"  # a parent array
    WEIGHT = "weight"  # numbers attached to edges or items
    PERMUTATION = "permutation"
    DISTINCT = "distinct"
    SORTED = "sorted"
    POINTS = "points"  # fields (x, y)
    INTERVAL = "interval"  # fields (l, r) with l <= r
    QUERY_TYPE = "query_type"
    VERTEX = "vertex"  # a number that names a vertex
    INDEX = "index"  # a number that names a position
    TEXT = "text"  # a string
    PATTERN = "pattern"  # a string searched in another
    GRID = "grid"  # rows of cells
    MATRIX = "matrix"  # rows of numbers
    BRACKETS = "brackets"  # a bracket sequence
    CONNECTED = "connected"  # property of an edge list
    SIMPLE = "simple"  # no loops, no multiple edges
    DIRECTED = "directed"
    ACYCLIC = "acyclic"


@dataclass(frozen=True, slots=True)
class Role:
    """A meaning of one or more fields; `size` is the count it refers to (vertices of a tree, say)."""

    kind: RoleKind
    fields: tuple[str, ...]
    size: str | None = None
    quote: str = ""


class LayoutSource(StrEnum):
    """Who said so."""

    PROSE = "prose"
    SAMPLES = "samples"
    LLM = "llm"
    OVERRIDE = "override"


@dataclass(frozen=True, slots=True)
class SampleCheck:
    """How a sample fared under the layout."""

    name: str
    ok: bool
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The input's line structure, proved on the samples, with the meaning of its fields."""

    nodes: tuple[Node, ...]
    roles: tuple[Role, ...] = ()
    source: LayoutSource = LayoutSource.OVERRIDE
    checks: tuple[SampleCheck, ...] = ()


class Scope(StrEnum):
    """Where a rule is evaluated: once, in every test case, or on every row or element."""

    FILE = "file"
    CASE = "case"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Rule:
    """A constraint bound to the fields of a layout: its names are field names."""

    comparison: Comparison
    fields: tuple[str, ...]
    scope: Scope
    quote: str
    line: int
    is_side_condition: bool = False
    readings: tuple[int, ...] = ()  # of a name read in several places: those that count, () for all


@dataclass(frozen=True, slots=True)
class Binding:
    """The rules that can be checked on an input, and the constraints that name no field."""

    rules: tuple[Rule, ...]
    unbound: tuple[str, ...] = ()
    withdrawn: tuple[Unread, ...] = ()  # constraints that a sample breaks
    broken: tuple[str, ...] = ()  # what is withdrawn, canonical: pairs of chains (`n <= 50`), side conditions


class FaultKind(StrEnum):
    """What an invalid input breaks."""

    LAYOUT = "layout"
    CONSTRAINT = "constraint"
    SIDE_CONDITION = "side_condition"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with an input: where, and which rule it breaks. 1-based line and column."""

    kind: FaultKind
    line: int
    column: int
    token: str
    rule: str
    quote: str = ""
    detail: str = ""  # the values that break the rule, where the token alone doesn't show it


@dataclass(frozen=True, slots=True)
class Hit:
    """Whether inputs reach the bounds of a variable."""

    min: bool
    max: bool


@dataclass(frozen=True, slots=True)
class Check:
    """The verdict of the validator on one input."""

    faults: tuple[Fault, ...]
    hits: Mapping[str, Hit]

    @property
    def ok(self) -> bool:
        """True when nothing is wrong."""
        return not self.faults


# --- scenarios -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Principle:
    """One construction of a scenario: an implementation it hurts and how (a catalog entry)."""

    id: str  # "S01.quicksort-first-pivot"
    title: str
    hurts: str  # the code shape
    construction: str  # in words, for a model
    source: str
    role: RoleKind | None = None  # the layout role it fills; None: only size hurts
    construct: str | None = None  # a call of stab.build over the boundary's names
    anti: str | None = None  # the call that is its opposite
    needs: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    language: str | None = None
    growth: str = ""
    measured: float | None = None  # slowdown against random input of the same size, where it was measured

    @property
    def executable(self) -> bool:
        """True when the principle can be run, not only told."""
        return self.construct is not None


@dataclass(frozen=True, slots=True)
class Scenario:
    """An algorithm family with what tells it and what hurts it."""

    id: str  # "S01"
    name: str  # "sorting"
    title: str
    names: tuple[str, ...]  # algorithm and data structure names
    cues: tuple[str, ...]  # task-level cues
    principles: tuple[Principle, ...]
    weak: tuple[str, ...] = ()  # cues that tell something only together with others
    anchors: tuple[str, ...] = field(default=(), repr=False)  # descriptions its centroid is made of


@dataclass(frozen=True, slots=True)
class Evidence:
    """A cue found in the statement."""

    cue: str
    quote: str
    line: int


class Route(StrEnum):
    """Which of the two exclusive paths of paper section 4.2 answered."""

    KEYWORD = "keyword"
    KNN = "knn"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Match:
    """A scenario retrieved for a problem."""

    scenario: Scenario
    evidence: tuple[Evidence, ...] = ()
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was retrieved, by which route, with which encoder."""

    route: Route
    matches: tuple[Match, ...]
    encoder: str | None = None


# --- models --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a language model; role is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered; `finish_reason` "length" means that it was cut off."""

    text: str
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False  # nothing was sent


# --- generation ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GenerationSpec:
    """What a generator is written from (paper section 4.3): statement, boundary, principles, layout."""

    problem: Problem
    extraction: Extraction
    saturation: Saturation
    layout: Layout
    binding: Binding
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class Generator:
    """A standalone program: `python3 NAME.py SEED > input`."""

    name: str
    source: str
    boundary: str  # name of the boundary it fills
    scenario: str | None
    principle: str | None
    author: str  # "compose", or the model's name
    purpose: str = ""  # one line: what it is meant to hurt


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something thrown away, and why: a generator or an input."""

    subject: str
    stage: str  # "compose", "static", "run", "layout", "constraint", "duplicate", …
    reason: str


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """A valid input with its provenance; it stays in the generator until written, so: a path."""

    file: Path
    bytes: int
    generator: Generator
    seed: int
    values: Mapping[str, int]
    hits: Mapping[str, Hit]
    digest: str


# --- execution -----------------------------------------------------------------------------------


class Language(StrEnum):
    """A language that solutions are written in."""

    PYTHON = "python"
    CPP = "cpp"
    JAVA = "java"


@dataclass(frozen=True, slots=True)
class Solution:
    """A program that solves the problem; `expected` is what its folder or row says of it."""

    name: str
    language: Language
    source: str
    expected: str = "accepted"


@dataclass(frozen=True, slots=True)
class ExistingTest:
    """A test that came with the problem: files, because they can be large."""

    name: str
    input: Path
    answer: Path | None = None


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
    wall_s: float | None = None  # None: 3 * time_s + 2
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


@dataclass(frozen=True, slots=True)
class Measurement:
    """All runs of a solution on a test; times of a killed run are lower bounds."""

    solution: str
    test: str
    verdict: Verdict
    runs: tuple[Run, ...]


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


@dataclass(frozen=True, slots=True)
class SolutionScore:
    """ASR of one solution; None without a baseline, never 0."""

    solution: str
    group: str  # fast, slow, random, other
    asr: float | None
    asr_raw: float | None


@dataclass(frozen=True, slots=True)
class Score:
    """ASR over all valid generated tests of all solutions (paper section 5.3)."""

    asr: float | None
    asr_raw: float | None
    by_solution: tuple[SolutionScore, ...]
    by_test: tuple[TestScore, ...]


@dataclass(frozen=True, slots=True)
class Environment:
    """The machine that measured."""

    isolation: str  # strict, landlock, weak, none
    cpu: str
    load: float
    toolchains: Mapping[str, str]


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
