"""What the input looks like: the layout, what its fields must obey, and what a check found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from stab.expression import Comparison, Expr
from stab.records.constraints import Unread


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
    CONVEX = "convex"  # fields (x, y): the corners of a strictly convex polygon, counter-clockwise
    INTERVAL = "interval"  # fields (l, r) with l <= r
    QUERY_TYPE = "query_type"
    VERTEX = "vertex"  # a number that names a vertex
    INDEX = "index"  # a number that names a position
    TEXT = "text"  # a string
    PATTERN = "pattern"  # a string searched in another
    LETTERS = "letters"  # a string of the first letters of its alphabet, `size` of them
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

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, in reading order."""
        return tuple(_fields(self.nodes))


def _fields(nodes: tuple[Node, ...]) -> Iterator[Field]:
    for node in nodes:
        match node:
            case Line(items):
                yield from (item for item in items if isinstance(item, Field))
            case Repeat(_, body):
                yield from _fields(body)
            case Choice(selector, branches):
                yield selector
                for branch in branches:
                    yield from (item for item in branch.items if isinstance(item, Field))
                    yield from _fields(branch.body)
            case _:
                pass


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
    contested: tuple[Unread, ...] = ()  # what the user gave and a sample breaks; it holds all the same


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
