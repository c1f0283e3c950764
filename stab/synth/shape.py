"""What a layout asks of a generator: kinds of blocks, quantities to fix, roles, relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from stab.expression import Expr, Ref, names, render
from stab.records import (
    Blank,
    Choice,
    Field,
    FieldType,
    Line,
    Literal,
    Node,
    Repeat,
    Role,
    RoleKind,
)
from stab.synth.observed import Seen
from stab.synth.relations import Bounds, Relation

NUMBERS = (FieldType.INT, FieldType.REAL)
_OF_ROWS = (RoleKind.EDGES, RoleKind.TREE, RoleKind.DISTINCT, RoleKind.PERMUTATION)
MAX_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Degrees:
    """How many edges may go out of a vertex; `most` None: as many as there are others."""

    least: int = 0
    most: Expr | None = None


@dataclass(frozen=True, slots=True)
class Cells:
    """Letters that a grid holds at least once, of which it holds so many, and exactly once."""

    least: str
    counts: Mapping[str, Expr]
    marks: str


@dataclass(frozen=True, slots=True)
class Needed:
    """Values that an array holds at least once: these, or all from `low` to `high`; `amount` of them."""

    amount: Expr
    low: int = 0
    high: Expr | None = None
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """An array that counts a letter in each column, or each row, of a grid."""

    grid: str
    letter: str
    by_column: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """The value of an array's first (0) or last (-1) entry."""

    at: int
    value: Expr


class BlockKind(StrEnum):
    """How a repeated block is written."""

    TABLE = "table"  # rows of single tokens: written column by column
    GRID = "grid"  # rows of one word of fixed length
    MATRIX = "matrix"  # rows of one run of numbers of the same length
    QUERIES = "queries"  # rows that differ by their first token
    CASES = "cases"  # the test-case loop
    LOOP = "loop"  # anything else: ragged rows, blocks in blocks


class Place(StrEnum):
    """Where a field stands."""

    FILE = "file"  # once
    CASE = "case"  # once in each test case
    ROW = "row"  # once in each row of another block


@dataclass(frozen=True, slots=True)
class Home:
    """A field with the counts of all blocks around it, outermost first."""

    field: Field
    place: Place
    counts: tuple[Expr | None, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the values of one column or array: at most `limit`, or exactly it."""

    limit: Expr
    exact: bool = False


@dataclass(slots=True)
class Shape:
    """The facts about a layout that every generator of a problem shares."""

    nodes: tuple[Node, ...]
    fields: dict[str, Home] = field(default_factory=dict)
    roles: dict[str, list[Role]] = field(default_factory=dict)
    count_keys: set[str] = field(default_factory=set)
    sizes: frozenset[str] = frozenset()  # counts of the layout, numbers of vertices, lengths
    parameters: Mapping[str, str] = field(default_factory=dict)  # k -> n, where k is at most the size n
    ends: tuple[str, ...] = ()  # single numbers that name vertices: a source, a sink
    told_connected: set[str] = field(default_factory=set)  # edges that words alone say are connected
    cells: dict[str, Cells] = field(default_factory=dict)  # grid -> what its cells must hold
    tallies: dict[str, Tally] = field(default_factory=dict)  # array -> what it counts
    told_distinct: set[str] = field(default_factory=set)  # fields that words alone say are all different
    apart: dict[str, str] = field(default_factory=dict)  # first column of edges -> vertices kept apart
    needed: dict[str, Needed] = field(default_factory=dict)  # array -> values that it holds
    most_values: dict[str, Expr] = field(default_factory=dict)  # array or string -> most different ones
    entries: dict[str, list[Entry]] = field(default_factory=dict)  # array -> values of its ends
    degrees: dict[str, Degrees] = field(default_factory=dict)  # first column of edges -> edges going out
    searched: Mapping[str, str] = field(default_factory=dict)  # pattern -> text in which it is searched
    seen: dict[str, Seen] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=lambda: Bounds(()))
    adjacent: dict[str, Relation] = field(default_factory=dict)  # array -> relation of neighbours
    chains: tuple[Relation, ...] = ()  # relations of a row with the next one
    below_index: frozenset[str] = frozenset()  # arrays whose entries are bounded by their own index
    summed: frozenset[str] = frozenset()  # fields whose sum over the whole input is bounded
    totals: dict[str, Total] = field(default_factory=dict)  # column or array -> rule on its sum
    case_totals: dict[str, Expr] = field(default_factory=dict)  # size -> most that all test cases may have
    case_sums: tuple[Relation, ...] = ()  # all rules on sums over test cases
    loose: Bounds = field(default_factory=lambda: Bounds(()))  # the bounds without those sums
    options: dict[str, tuple[int, ...]] = field(default_factory=dict)  # field -> the only values it may have
    meant: frozenset[RoleKind] = frozenset()  # roles that fields have without being told so
    text: str = ""  # the statement
    demanded: dict[str, frozenset[str]] = field(default_factory=dict)  # selector -> kinds that occur
    choices: list[tuple[Choice, Expr | None]] = field(default_factory=list)  # with how often they occur
    sentinels: dict[str, int] = field(default_factory=dict)  # field -> the one value below its range
    tests: str | None = None
    has_arrays: bool = False

    def role(self, kind: RoleKind, *fields: str) -> Role | None:
        """Return the role of this kind that covers all the fields (any field, if none is named)."""
        for found in self.roles.get(fields[0], ()) if fields else ():
            if found.kind is kind and set(fields) <= set(found.fields):
                return found
        return None

    def has(self, kind: RoleKind, name: str) -> bool:
        """Tell whether the field has the role; DISTINCT of several fields is about their rows, not of one."""
        found = [r for r in self.roles.get(name, ()) if r.kind is kind]
        return any(r.kind is not RoleKind.DISTINCT or len(r.fields) == 1 for r in found)

    def kind(self, block: Repeat, *, top: bool) -> BlockKind:
        """Return how the block is written."""
        body = block.body
        own = set(_scalars(body))
        if top and block.index is None and block.count is not None and self._is_text(body, block.count):
            return BlockKind.CASES
        if len(body) == 1 and isinstance(body[0], Choice):
            return BlockKind.QUERIES
        if len(body) == 1 and isinstance(body[0], Line) and len(body[0].items) == 1:
            only = body[0].items[0]
            if isinstance(only, Field) and not self._depends(only, own | {block.index or ""}):
                if only.type is FieldType.STR and only.count is None and only.length is not None:
                    return BlockKind.GRID
                if only.type is FieldType.INT and only.count is not None:
                    return BlockKind.MATRIX
        if self._is_table(body, own):
            return BlockKind.TABLE
        alike = block.index is None  # else the rows differ by an array read before them
        if not top or not alike:
            return BlockKind.LOOP
        if block.count is None:  # up to a last line or the end: test cases where they are spoken of
            is_told = self.tests is not None and not self.summed
            return BlockKind.CASES if is_told and len(body) > 1 else BlockKind.LOOP
        is_cases = self.is_tests(block.count) or (len(body) > 1 and not self._holds_rows(body))
        return BlockKind.CASES if is_cases else BlockKind.LOOP

    def _holds_rows(self, body: Sequence[Node]) -> bool:
        """Tell whether numbers of the blocks belong together: edges, all different, a bounded sum."""
        items = (item for node in body if isinstance(node, Line) for item in node.items)
        own = {i.name for i in items if isinstance(i, Field) and i.count is None and not i.to_line_end}
        return bool(own & self.summed) or any(self.has(kind, name) for kind in _OF_ROWS for name in own)

    def _is_text(self, body: Sequence[Node], count: Expr) -> bool:
        """Tell whether test cases are lines with a text of a length of its own, worth a structure each."""
        items = [i for node in body if isinstance(node, Line) for i in node.items if isinstance(i, Field)]
        free = any(i.type is FieldType.STR and i.count is None and i.length is None for i in items)
        return free and self.is_tests(count)

    def is_tests(self, count: Expr) -> bool:
        """Tell whether a count is that of the test cases."""
        found = names(count)
        return any(self.has(RoleKind.TESTS, n) or n == self.tests for n in found)

    def _depends(self, item: Field, own: set[str]) -> bool:
        exprs = [e for e in (item.count, item.length) if e is not None]
        return any(n in own for e in exprs for n in names(e))

    def _is_table(self, body: Sequence[Node], own: set[str]) -> bool:
        for node in body:
            if isinstance(node, Blank):
                continue
            if not isinstance(node, Line):
                return False
            for item in node.items:
                if isinstance(item, Literal):
                    continue
                if item.count is not None or item.to_line_end or self._depends(item, own):
                    return False
        return True


def decimals(shape: Shape, item: Field) -> int:
    """Return how many digits after the point the decimal numbers of a field have."""
    seen = shape.seen.get(item.name)
    return min(seen.decimals if seen is not None else 2, MAX_DECIMALS)


def _scalars(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Line):
            yield from (i.name for i in node.items if isinstance(i, Field))
        elif isinstance(node, Choice):
            yield node.selector.name


def row_lengths(nodes: Iterable[Node]) -> frozenset[str]:
    """Return the names that decide how many items, characters or lines a block has."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Line):
            exprs = [e for i in node.items if isinstance(i, Field) for e in (i.count, i.length)]
            found.update(n for e in exprs if e is not None for n in names(e))
        elif isinstance(node, Repeat):
            found.update(names(node.count) if node.count is not None else ())
            found.update(row_lengths(node.body))
    return frozenset(found)


def quantities(nodes: Sequence[Node], shape: Shape) -> Iterator[tuple[str, Field]]:
    """Yield the numbers that stand once in this list of lines, in order, with their keys."""
    for node in nodes:
        items: tuple[Field | Literal, ...] = ()
        if isinstance(node, Line):
            items = node.items
        for item in items:
            if isinstance(item, Literal) or item.count is not None:
                continue
            if item.type in NUMBERS and not item.to_line_end:
                yield render(Ref(item.name)), item
            else:
                yield f"len({item.name})", item
