"""Extraction and layout -> what the input is made of and how large it gets: evidence beside the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stab.expression import BadExpression, Const, Expr, Op, Ref, Unbound, Value, evaluate, names, render
from stab.records import Choice, Extraction, Field, FieldType, Layout, Line, Node, Repeat, RoleKind

R = RoleKind
_ROLES: Mapping[RoleKind, str] = {
    R.TREE: "tree",
    R.PARENTS: "tree",
    R.EDGES: "edges",
    R.PERMUTATION: "permutation",
    R.POINTS: "points",
    R.CONVEX: "points",
    R.INTERVAL: "interval",
    R.GRID: "grid",
    R.MATRIX: "matrix",
    R.PATTERN: "pattern",
    R.BRACKETS: "brackets",
    R.DIRECTED: "directed",
    R.ACYCLIC: "acyclic",
}
# Every word that `shape` and `only` of a scenario may use.
TRAITS = frozenset(_ROLES.values()) | frozenset(
    "array arrays flags rows pairs weights text words numbers queries kinds cases totals".split()
    + "few long huge wide vast digits".split()
)
_MANY_CASES, _WIDE, _VAST = 1000, 10**7, 10**12
_FEW, _LONG, _HUGE = range(12, 25), 10_000, 500_000  # sizes for all subsets, for a scan, for reading alone
_PASSES = 3  # bounds that depend on bounds: a chain of more is rare


@dataclass(frozen=True, slots=True)
class Outline:
    """What the input holds, as words of TRAITS; `size`: at most so many items or characters a test case.

    `size` is None where nothing bounds it.
    """

    traits: frozenset[str]
    size: int | None

    def holds(self, words: str) -> bool:
        """Tell whether all of the words are traits, and none of those after a `!`."""
        return all((word.lstrip("!") in self.traits) is not word.startswith("!") for word in words.split())


@dataclass(frozen=True, slots=True)
class _Place:
    """A field with the counts of the blocks it stands in, test cases aside."""

    item: Field
    counts: tuple[Expr | None, ...]
    row: int  # number of its innermost block, 0 for none
    of_kind: bool  # within one of several kinds of rows

    @property
    def repeated(self) -> bool:
        return bool(self.counts) or self.item.count is not None or self.item.to_line_end

    @property
    def is_number(self) -> bool:
        return self.item.type in (FieldType.INT, FieldType.REAL)


@dataclass(slots=True)
class _Walk:
    tests: frozenset[str]
    rows: int = 0
    places: list[_Place] = field(default_factory=list)

    def visit(self, nodes: Sequence[Node], counts: tuple[Expr | None, ...], row: int, kinds: bool) -> None:
        for node in nodes:
            match node:
                case Line(items):
                    self._items([i for i in items if isinstance(i, Field)], counts, row, kinds)
                case Repeat(count, body):
                    if count is not None and self.tests & set(names(count)):
                        self.visit(body, counts, row, kinds)
                        continue
                    self.rows += 1
                    self.visit(body, (*counts, count), self.rows, kinds)
                case Choice(selector, branches):
                    self._items([selector], counts, row, True)
                    for branch in branches:
                        self._items([i for i in branch.items if isinstance(i, Field)], counts, row, True)
                        self.visit(branch.body, counts, row, True)
                case _:
                    pass

    def _items(self, items: list[Field], counts: tuple[Expr | None, ...], row: int, kinds: bool) -> None:
        self.places += [_Place(item, counts, row, kinds) for item in items]


def outline(extraction: Extraction, layout: Layout) -> Outline:
    """Return the outline of an input that has this layout within these constraints."""
    tests = frozenset(f for role in layout.roles if role.kind is R.TESTS for f in role.fields)
    walk = _Walk(tests)
    walk.visit(layout.nodes, (), 0, False)
    places = [place for place in walk.places if place.item.name not in tests]
    bounds = upper_bounds(extraction)
    traits = {*_of_roles(layout), *_of_places(places, layout), *_of_amounts(places, bounds)}
    if _has_parents(extraction):
        traits.add("tree")
    if _are_pairs(places, bounds):
        if "tree" in traits:
            traits.add("queries")
        elif not traits & {"edges", "points", "interval", "array"}:
            traits.add("pairs")
    if tests:
        many = any(bounds.get(name.lower(), _MANY_CASES) >= _MANY_CASES for name in tests)
        is_shared = any(v.startswith("sum(") for v in extraction.size_variables)
        traits |= {"cases"} | ({"totals"} if many or is_shared else set())
    counts = {
        n for place in places for count in (*place.counts, place.item.count) if count for n in names(count)
    }
    if any(bounds.get(n.lower()) in _FEW for n in counts.union(extraction.size_variables) - tests):
        traits.add("few")
    sizes = [_size(place, bounds) for place in places]
    known = [size for size in sizes if size is not None]
    size = max(known, default=1) if len(known) == len(sizes) else None
    if "numbers" not in traits:
        traits |= set(_of_size(size))
    return Outline(frozenset(traits), size)


def upper_bounds(extraction: Extraction) -> Mapping[str, int]:
    """Return what the constraints allow at most, by canonical text in lower case: `n`, `len(s)`, `a`."""
    found: dict[str, int] = {}
    pairs = [
        (small, large)
        for constraint in extraction.constraints
        for left, sign, right in constraint.comparison.atoms()
        for small, large in _ordered(left, sign, right)
        if not isinstance(small, Const)
    ]
    for _ in range(_PASSES):
        for small, large in pairs:
            value = _value(large, found)
            if value is None:
                continue
            key = (small.name if isinstance(small, Ref) else render(small)).lower()
            if isinstance(small, Ref) and small.indices and all(isinstance(i, Const) for i in small.indices):
                key = render(small).lower()
            found[key] = min(value, found.get(key, value))
    for key in [key for key in found if key.startswith("sum(")]:
        found.setdefault(key[4:-1], found[key])
    return found


def _ordered(left: Expr, sign: str, right: Expr) -> Iterator[tuple[Expr, Expr]]:
    if sign in ("<", "<=", "=="):
        yield left, right
    if sign in (">", ">=", "=="):
        yield right, left


def _value(expr: Expr | None, bounds: Mapping[str, int]) -> int | None:
    if expr is None:
        return None
    env: dict[str, Value] = {}
    for name in names(expr):
        for key in (name, f"len({name})", f"sum({name})"):
            if key.lower() in bounds:
                env[key] = bounds[key.lower()]
    try:
        return int(evaluate(expr, env))
    except (Unbound, BadExpression, ArithmeticError, ValueError, OverflowError):
        return None


def _of_roles(layout: Layout) -> Iterator[str]:
    edges = {name for role in layout.roles if role.kind is R.EDGES for name in role.fields}
    trees = {role.size for role in layout.roles if role.kind is R.TREE}
    for role in layout.roles:
        if role.kind is R.EDGES and role.size in trees:
            yield "queries"  # pairs of a tree's vertices: paths that are asked for
        elif role.kind in _ROLES:
            yield _ROLES[role.kind]
    if not edges:
        return
    for node in _blocks(layout.nodes):
        inside = {
            i.name for line in node.body if isinstance(line, Line) for i in line.items if isinstance(i, Field)
        }
        weights = {f for role in layout.roles if role.kind is R.WEIGHT for f in role.fields}
        if inside & edges and inside & weights:
            yield "weights"


def _blocks(nodes: Sequence[Node]) -> Iterator[Repeat]:
    for node in nodes:
        if isinstance(node, Repeat):
            yield node
            yield from _blocks(node.body)


def _of_places(places: Sequence[_Place], layout: Layout) -> Iterator[str]:
    pointing = {R.INDEX, R.VERTEX}
    meant = {n: r.kind for r in layout.roles for n in r.fields if r.kind in _ROLES or r.kind in pointing}
    lists = [p for p in places if p.repeated]
    if all(p.is_number for p in places) and not lists:
        yield "numbers"
    plain = [p for p in lists if p.is_number and p.item.name not in meant]
    alone = [p for p in plain if p.item.count is not None or p.item.to_line_end or _alone(p, places)]
    if alone:
        yield "array"
    if len({p.item.name for p in alone}) > 1:
        yield "arrays"
    if any(p not in alone for p in plain):
        yield "rows"
    texts = [p for p in places if p.item.type in (FieldType.STR, FieldType.LINE) and not p.of_kind]
    if any(not p.repeated for p in texts):
        yield "text"
    if any(p.repeated and meant.get(p.item.name) is not R.GRID for p in texts):
        yield "words"
    if any(set(p.item.alphabet or "a") <= set("0-9") and p.item.alphabet not in ("01", "10") for p in texts):
        yield "digits"
    yield from _of_queries(places, meant)


def _has_parents(extraction: Extraction) -> bool:
    """Tell whether entries are at most as large as their place: each names an earlier one, as parents do."""
    for constraint in extraction.constraints:
        for left, sign, right in constraint.comparison.atoms():
            for small, large in _ordered(left, sign, right):
                inner = large.args[0] if isinstance(large, Op) and large.sign == "-" else large
                place = small.indices if isinstance(small, Ref) else ()
                if sign != "==" and len(place) == 1 and isinstance(inner, Ref) and inner == place[0]:
                    return True
    return False


def _are_pairs(places: Sequence[_Place], bounds: Mapping[str, int]) -> bool:
    """Tell whether there are rows of two numbers, both at most as large as one that comes before them."""
    singles = {bounds.get(p.item.name.lower()) for p in places if not p.repeated and p.is_number} - {None}
    rows = {p.row for p in places if p.counts and not p.of_kind}
    for row in rows:
        most = [bounds.get(p.item.name.lower()) for p in places if p.row == row]
        if len(most) == 2 and most[0] == most[1] and most[0] in singles:
            return True
    return False


def _alone(place: _Place, places: Sequence[_Place]) -> bool:
    return sum(p.row == place.row for p in places) == 1


def _of_queries(places: Sequence[_Place], meant: Mapping[str, RoleKind]) -> Iterator[str]:
    """Yield `queries` for rows that come after other data and have a count of their own."""
    if any(p.of_kind for p in places):
        yield "kinds"
    counts: list[str] = []
    for place in places:
        key = render(place.counts[0]) if place.counts and place.counts[0] is not None else ""
        key = key or (render(place.item.count) if place.item.count is not None else "")
        if not key:
            continue
        used = {name for text in counts for name in text.split()}
        is_new = counts and not set(key.split()) & used
        named = bool(counts) and key.lower() in ("q", "queries", "nq")
        about = meant.get(place.item.name) in (R.INTERVAL, R.INDEX, R.VERTEX)
        if (
            named
            or (place.of_kind and place.counts)
            or (is_new and about and place.counts and place.is_number)
        ):
            yield "queries"
        counts.append(key)


def _of_amounts(places: Sequence[_Place], bounds: Mapping[str, int]) -> Iterator[str]:
    most = [bounds.get(p.item.name.lower()) for p in places if p.is_number]
    known = [value for value in most if value is not None]
    if any(value >= _WIDE for value in known):
        yield "wide"
    if any(value >= _VAST for value in known):
        yield "vast"
    lists = [bounds.get(p.item.name.lower(), _WIDE) for p in places if p.repeated and p.is_number]
    if lists and max(lists) <= 2:
        yield "flags"


def _of_size(size: int | None) -> Iterator[str]:
    if size is None or size >= _LONG:
        yield "long"
    if size is not None and size >= _HUGE:
        yield "huge"


def _size(place: _Place, bounds: Mapping[str, int]) -> int | None:
    parts = [_value(count, bounds) for count in place.counts]
    if place.item.to_line_end:
        parts.append(None)
    if place.item.count is not None:
        parts.append(_value(place.item.count, bounds))
    if not place.is_number:
        parts.append(_length(place, bounds))
    size = 1
    for part in parts:
        if part is None:
            return None
        size *= max(part, 0)
    return size


def _length(place: _Place, bounds: Mapping[str, int]) -> int | None:
    if place.item.length is not None:
        return _value(place.item.length, bounds)
    name = place.item.name.lower()
    return next((v for key, v in bounds.items() if key.startswith((f"len({name})", f"len({name}["))), None)
