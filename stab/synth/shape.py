"""What a layout asks of a generator: kinds of blocks, quantities to fix, roles, relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from stab.expression import Call, Const, Expr, Op, Ref, names, parse_expr, render
from stab.records import (
    Blank,
    Choice,
    Field,
    FieldType,
    GenerationSpec,
    Line,
    Literal,
    Node,
    Repeat,
    Role,
    RoleKind,
    Scope,
)
from stab.synth.observed import Seen, observe
from stab.synth.relations import Bounds, Relation, keys, relations

NUMBERS = (FieldType.INT, FieldType.REAL)


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
    seen: dict[str, Seen] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=lambda: Bounds(()))
    adjacent: dict[str, Relation] = field(default_factory=dict)  # array -> relation of neighbours
    below_index: frozenset[str] = frozenset()  # arrays whose entries are bounded by their own index
    totals: dict[str, Total] = field(default_factory=dict)  # column or array -> rule on its sum
    tests: str | None = None
    has_arrays: bool = False

    def role(self, kind: RoleKind, *fields: str) -> Role | None:
        """Return the role of this kind that covers all the fields (any field, if none is named)."""
        for found in self.roles.get(fields[0], ()) if fields else ():
            if found.kind is kind and set(fields) <= set(found.fields):
                return found
        return None

    def has(self, kind: RoleKind, name: str) -> bool:
        """Tell whether the field has the role."""
        return any(r.kind is kind for r in self.roles.get(name, ()))

    def kind(self, block: Repeat, *, top: bool) -> BlockKind:
        """Return how the block is written."""
        body = block.body
        own = set(_scalars(body))
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
        if top and block.count is not None and (len(body) > 1 or self._is_tests(block.count)):
            return BlockKind.CASES
        return BlockKind.LOOP

    def _is_tests(self, count: Expr) -> bool:
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


def _scalars(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Line):
            yield from (i.name for i in node.items if isinstance(i, Field))
        elif isinstance(node, Choice):
            yield node.selector.name


def shape_of(spec: GenerationSpec) -> Shape:
    """Return the facts of the specification's layout."""
    shape = Shape(spec.layout.nodes, tests=spec.extraction.tests_variable)
    for role in spec.layout.roles:
        for name in role.fields:
            shape.roles.setdefault(name, []).append(role)
    _walk(shape, spec.layout.nodes, Place.FILE, (), top=True)
    shape.seen = observe(spec.layout, spec.problem.samples)
    found = relations(spec.binding.rules)
    shape.adjacent = {key: r for r in found if r.adjacent for key in keys(r.left)}
    shape.below_index = frozenset(k for r in found for k in _below_index(r, shape))
    summed = set(_find_totals(spec, shape))
    listed = [_without_sums(r, shape) for r in found if not r.adjacent and r not in summed]
    shape.bounds = Bounds([*listed, *_from_layout(shape), *_from_roles(shape)])
    shape.bounds = Bounds([*shape.bounds.relations, *_room_for_totals(shape)])
    return shape


def _find_totals(spec: GenerationSpec, shape: Shape) -> Iterator[Relation]:
    """Yield the relations that bound the sum of one column or array of an input or test case; note them."""
    for rule in spec.binding.rules:
        for relation in relations((rule,)):
            sides = [(relation.left, relation.right)]
            if relation.sign == "==":
                sides.append((relation.right, relation.left))
            for total, limit in sides:
                key = _summed(total, rule.scope, shape)
                if key is None or key in keys(limit) or key in shape.totals or relation.sign == "!=":
                    continue
                strict = relation.sign == "<"
                limit = Op("-", (limit, Const(1))) if strict else limit
                shape.totals[key] = Total(limit, relation.sign == "==")
                yield relation


def _summed(item: Expr, scope: Scope, shape: Shape) -> str | None:
    """Return the field whose values the expression adds up, if they are one column or array of integers."""
    match item:
        case Call("sum", (Ref(name, _),)) if name in shape.fields:
            home = shape.fields[name]
            counts = home.counts
            is_in_case = bool(counts) and _is_case_count(shape, counts[0])
            if home.field.type is not FieldType.INT or (is_in_case and scope is Scope.FILE):
                return None
            return name if len(counts) - is_in_case == 1 else None
    return None


def _room_for_totals(shape: Shape) -> Iterator[Relation]:
    """Yield that the least values of a column must not exceed its total, nor the greatest fall short."""
    for name, total in shape.totals.items():
        count = shape.fields[name].counts[-1]
        ends = shape.bounds.ends(name, frozenset())
        lows = [e.value for e in ends.lows if isinstance(e, Const)]
        highs = [e.value for e in ends.highs if isinstance(e, Const)]
        if count is not None and lows:
            yield Relation(Op("*", (count, Const(max(lows)))), "<=", total.limit)
        if count is not None and highs and total.exact:
            yield Relation(total.limit, "<=", Op("*", (count, Const(min(highs)))))


def _below_index(relation: Relation, shape: Shape) -> Iterator[str]:
    """Yield the array that the relation bounds by its own index: p[i] < i."""
    if not isinstance(relation.left, Ref) or relation.sign not in ("<", "<="):
        return
    home = shape.fields.get(relation.left.name)
    strange = [n for n in names(relation.right) if n not in shape.fields and len(n) == 1]
    if home is not None and home.counts and strange:
        yield relation.left.name


def _walk(
    shape: Shape, nodes: Sequence[Node], place: Place, counts: tuple[Expr | None, ...], *, top: bool
) -> None:
    for node in nodes:
        match node:
            case Line(items):
                _items(shape, items, place, counts)
            case Choice(selector, branches):
                inside = Place.ROW if place is Place.ROW else place
                _items(shape, (selector,), inside, counts)
                for branch in branches:
                    _items(shape, branch.items, inside, counts)
                    _walk(shape, branch.body, inside, counts, top=False)
            case Repeat(count, body):
                if count is not None:
                    shape.count_keys.update(keys(count))
                kind = shape.kind(node, top=top)
                shape.has_arrays |= kind not in (BlockKind.TABLE, BlockKind.CASES) or not (
                    top and count is not None and shape._is_tests(count)
                )
                inner = Place.CASE if kind is BlockKind.CASES else Place.ROW
                _walk(shape, body, inner, (*counts, count), top=False)


def _items(
    shape: Shape, items: Iterable[Field | Literal], place: Place, counts: tuple[Expr | None, ...]
) -> None:
    for item in items:
        if isinstance(item, Literal):
            continue
        for expr in (item.count, item.length):
            if expr is not None:
                shape.count_keys.update(keys(expr))
        shape.has_arrays |= item.count is not None or item.to_line_end or item.type is FieldType.STR
        own = (item.count,) if item.count is not None or item.to_line_end else ()
        shape.fields.setdefault(item.name, Home(item, place, (*counts, *own)))


def _without_sums(relation: Relation, shape: Shape) -> Relation:
    """Return the relation with totals written as count times value: enough when all values are equal."""
    return Relation(_flat(relation.left, shape), relation.sign, _flat(relation.right, shape))


def _flat(item: Expr, shape: Shape) -> Expr:
    match item:
        case Call("sum", (inner,)):
            base = next(iter(names(inner)), "")
            home = shape.fields.get(base)
            if home is None:
                return item
            counts = home.counts
            if len(counts) > 1 and home.place is not Place.CASE:  # a total within one test case
                counts = counts[1:] if _is_case_count(shape, counts[0]) else counts
            total: Expr = _flat(inner, shape)
            for count in counts:
                if count is not None:
                    total = Op("*", (count, total))
            return total
        case Op(sign, args):
            return Op(sign, tuple(_flat(a, shape) for a in args))
        case Call(name, args) if name != "len":
            return Call(name, tuple(_flat(a, shape) for a in args))
        case _:
            return item


def _is_case_count(shape: Shape, count: Expr | None) -> bool:
    return count is not None and shape._is_tests(count)


def _from_layout(shape: Shape) -> Iterator[Relation]:
    """Yield what the layout itself says: word lengths, counts that are not negative."""
    for name, home in shape.fields.items():
        if home.field.type is FieldType.STR and home.field.length is not None:
            yield Relation(parse_expr(f"len({name})"), "==", home.field.length)
        for count in (*home.counts, home.field.length):
            if (
                count is not None
                and not isinstance(count, Ref | Const)
                and not any(isinstance(r, Call) for r in (count,))
            ):
                yield Relation(Const(0), "<=", count)


def _from_roles(shape: Shape) -> Iterator[Relation]:
    """Yield what roles ask of sizes: a simple graph has room for its edges, a tree's vertices are known."""
    seen: set[tuple[str, ...]] = set()
    for role in [r for found in shape.roles.values() for r in found]:
        at = (role.kind.value, *role.fields)
        home = shape.fields.get(role.fields[0]) if role.fields else None
        if at in seen or home is None:
            continue
        seen.add(at)
        count = home.counts[-1] if home.counts else None
        size = parse_expr(role.size) if role.size else None
        if size is None or count is None or len(role.fields) < 2:
            continue
        if role.kind is RoleKind.EDGES:
            directed = any(shape.has(k, role.fields[0]) for k in (RoleKind.DIRECTED,))
            acyclic = shape.has(RoleKind.ACYCLIC, role.fields[0])
            if shape.has(RoleKind.SIMPLE, role.fields[0]):
                room: Expr = Op("*", (size, Op("-", (size, Const(1)))))
                yield Relation(count, "<=", room if directed and not acyclic else Op("//", (room, Const(2))))
            if shape.has(RoleKind.CONNECTED, role.fields[0]):
                yield Relation(Op("-", (size, Const(1))), "<=", count)
        if role.kind in (RoleKind.EDGES, RoleKind.TREE):
            for name in role.fields[:2]:
                yield Relation(Const(1), "<=", Ref(name))
                yield Relation(Ref(name), "<=", size)


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
