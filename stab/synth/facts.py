"""Reads from a specification what all its generators share: roles, bounds, sums, sets of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from stab.expression import (
    BadExpression,
    Call,
    Const,
    Expr,
    Op,
    Ref,
    names,
    parse_comparison,
    parse_expr,
    render,
)
from stab.records import (
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
)
from stab.synth.alphabets import alphabet_of
from stab.synth.apart import apart_relations, find_apart
from stab.synth.cells import cell_relations, find_cells
from stab.synth.chains import chain_relations
from stab.synth.entries import entry_relations, find_entries
from stab.synth.kinds import demanded
from stab.synth.observed import observe
from stab.synth.relations import Bounds, Relation, keys, relations
from stab.synth.searched import searched_in
from stab.synth.shape import BlockKind, Home, Place, Shape, decimals
from stab.synth.singles import ends_of, parameters_of, sizes_of
from stab.synth.told import add_told_roles, degree_relations
from stab.synth.totals import find_totals, is_case_count, room_for_totals, summed_rows
from stab.synth.variety import find_variety, variety_relations


def shape_of(spec: GenerationSpec) -> Shape:
    """Return the facts of the specification's layout."""
    shape = Shape(spec.layout.nodes, tests=spec.extraction.tests_variable, text=spec.problem.text)
    for role in spec.layout.roles:
        for name in role.fields:
            shape.roles.setdefault(name, []).append(role)
    shape.summed = summed_rows(spec.binding.rules)
    _walk(shape, spec.layout.nodes, Place.FILE, (), top=True)
    shape.seen = observe(spec.layout, spec.problem.samples)
    add_told_roles(shape)
    find_cells(shape, _letters_of_grids(shape), spec.saturation.maxima)
    found = tuple(_stepped(r, shape) for r in relations(find_entries(spec.binding.rules, shape)))
    _note_places(shape, found)
    marked = [*_find_sentinels(spec, shape), *_find_gaps(found, shape)]
    summed = set(find_totals(spec, shape))
    listed = [_without_sums(r, shape) for r in found if not r.adjacent and r not in summed]
    _set_bounds(shape, [*listed, *_from_samples(shape, listed), *marked])
    _set_case_sums(shape, [r for r in found if r not in summed and _is_sum(r.left)])
    shape.options = {name: members for r in found for name, members in _options(r)}
    shape.meant = frozenset(_meant(shape))
    shape.sizes = sizes_of(shape)
    counted = spec.extraction.size_variables
    shape.parameters = dict(parameters_of(shape, counted))
    shape.ends = ends_of(shape, counted)
    shape.searched = searched_in(shape)
    return shape


def _note_places(shape: Shape, found: Sequence[Relation]) -> None:
    """Note what relates elements at different places: neighbours, any two, an element and its index."""
    shape.adjacent = {key: r for r in found if r.adjacent in (-1, 1) for key in keys(r.left)}
    for name in [key for r in found if r.adjacent == 2 and r.sign == "!=" for key in keys(r.left)]:
        if name in shape.fields and not shape.has(RoleKind.PERMUTATION, name):
            shape.roles.setdefault(name, []).append(Role(RoleKind.DISTINCT, (name,)))
    shape.below_index = frozenset(k for r in found for k in _below_index(r, shape))
    shape.chains = tuple(r for r in found if r.adjacent == 3)


def _set_bounds(shape: Shape, told: Sequence[Relation]) -> None:
    """Set the bounds: those told, and those that follow from layout, roles, cells, kinds and promises."""
    shape.bounds = Bounds(
        [
            *told,
            *_from_layout(shape),
            *entry_relations(shape),
            *_from_roles(shape),
            *degree_relations(shape),
            *cell_relations(shape),
            *_demanded_kinds(shape),
        ]
    )
    find_variety(shape)  # these two look at the bounds so far
    find_apart(shape)
    shape.bounds = Bounds(
        [
            *shape.bounds.relations,
            *room_for_totals(shape),
            *chain_relations(shape),
            *variety_relations(shape),
            *apart_relations(shape),
        ]
    )


def _set_case_sums(shape: Shape, sums: Sequence[Relation]) -> None:
    """Set the rules on sums over test cases, and the bounds that hold without them."""
    shape.case_sums = tuple(sums)
    flattened = {_without_sums(r, shape) for r in sums}
    shape.loose = Bounds([r for r in shape.bounds.relations if r not in flattened])
    shape.case_totals = {
        key[4:-1]: r.right
        for r in sums
        for key in keys(r.left)
        if key == render(r.left) and r.sign == "<=" and _field_of(key[4:-1]) in shape.fields
    }


def _find_sentinels(spec: GenerationSpec, shape: Shape) -> Iterator[Relation]:
    """Yield lower bounds that the samples break by one and the same value of an array; note that value."""
    for text in spec.binding.broken:
        try:
            atoms = list(parse_comparison(text).atoms())
        except BadExpression:
            continue
        for left, sign, right in atoms:
            if sign not in ("<=", "<") or not isinstance(left, Const) or not isinstance(right, Ref):
                continue
            home, seen = shape.fields.get(right.name), shape.seen.get(right.name)
            if home is None or seen is None or not home.counts or home.field.type is not FieldType.INT:
                continue
            below = [v for v in seen.values if v < left.value or (sign == "<" and v == left.value)]
            if len(below) == 1 and right.name not in shape.roles:
                shape.sentinels[right.name] = below[0]
                yield Relation(left, sign, Ref(right.name))


def _find_gaps(found: Sequence[Relation], shape: Shape) -> Iterator[Relation]:
    """Yield the range of an array whose least value stands apart from the others; note that value."""
    for name, home in shape.fields.items():
        taken = name in shape.roles or name in shape.sentinels
        if home.field.type is not FieldType.INT or not home.counts or taken:
            continue
        subject = Ref(name)
        lows = [r.left for r in found if r.right == subject and r.sign == "<="]
        low = max((int(e.value) for e in lows if isinstance(e, Const)), default=None)
        if low is None:
            continue
        forbidden = {r.right for r in found if r.sign == "!=" and r.left == subject}
        first = next((b for r in found for a, b in _apart(r, subject) if a == low), low + 1)
        while Const(first) in forbidden:
            first += 1
        if first > low + 1:
            shape.sentinels[name] = low
            yield Relation(Const(first), "<=", subject)


def _apart(relation: Relation, subject: Expr) -> Iterator[tuple[int, int]]:
    """Yield (a, b) where the relation says that nothing lies between them: (x - a) * (x - b) >= 0."""
    match relation:
        case Relation(Const(0), "<=", Op("*", (left, right))):
            roots = [_root_of(side, subject) for side in (left, right)]
            if roots[0] is not None and roots[1] is not None:
                yield roots[0], roots[1]


def _root_of(item: Expr, subject: Expr) -> int | None:
    match item:
        case Op("+" | "-" as sign, (inner, Const(value))) if inner == subject:
            return int(value) if sign == "-" else -int(value)
    return 0 if item == subject else None


def _field_of(key: str) -> str:
    """Return the field of a quantity: s of len(s)."""
    return key[4:-1] if key.startswith("len(") else key


def _is_sum(item: Expr) -> bool:
    match item:
        case Call("sum", _):
            return True
        case Op(_, args):
            return any(map(_is_sum, args))
    return False


def _options(relation: Relation) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the field whose values must be in a set of numbers, with the set in order."""
    match relation:
        case Relation(Call("oneof", (Ref(name), *members)), "==", Const(1)):
            values = [int(m.value) for m in members if isinstance(m, Const)]
            if len(values) == len(members):
                yield name, tuple(sorted(set(values)))


def _meant(shape: Shape) -> Iterator[RoleKind]:
    """Yield VALUES for plain arrays, and VERTEX for numbers up to that of a tree's or graph's vertices."""
    for name, home in shape.fields.items():
        if home.field.type is FieldType.INT and home.field.count is not None and name not in shape.roles:
            yield RoleKind.VALUES
        if is_vertex(shape, name):
            yield RoleKind.VERTEX


def is_vertex(shape: Shape, name: str) -> bool:
    """Tell whether a column's numbers name vertices of a tree or graph, but make no edges."""
    kinds = (RoleKind.TREE, RoleKind.EDGES)
    sizes = {r.size for found in shape.roles.values() for r in found if r.kind in kinds and r.size}
    if any(shape.has(kind, name) for kind in (RoleKind.TREE, RoleKind.WEIGHT)):
        return False
    if shape.has(RoleKind.EDGES, name) and not _are_ends_in_tree(shape, name):
        return False
    if shape.fields[name].place is not Place.ROW or not shape.fields[name].counts:
        return False
    return any(Relation(Ref(name), "<=", Ref(size)) in shape.bounds.relations for size in sizes)


def _are_ends_in_tree(shape: Shape, name: str) -> bool:
    """Tell whether edges lie between the vertices of a tree that stands before them: paths, extra edges."""
    sizes = {r.size for found in shape.roles.values() for r in found if r.kind is RoleKind.TREE}
    own = shape.roles.get(name, ())
    is_free = not any(r.kind in (RoleKind.SIMPLE, RoleKind.CONNECTED) for r in own)
    return is_free and any(r.kind is RoleKind.EDGES and r.size in sizes for r in own)


def names_place(shape: Shape, name: str) -> bool:
    """Tell whether a column's numbers, one a row, name places of an array or vertices of a tree."""
    if shape.fields[name].place is not Place.ROW or not shape.fields[name].counts or name in shape.roles:
        return False
    sizes = {r.size for found in shape.roles.values() for r in found if r.kind is RoleKind.TREE and r.size}
    arrays = (h.field.count for h in shape.fields.values() if h.place is not Place.ROW)
    sizes |= {count.name for count in arrays if isinstance(count, Ref)}
    return any(Relation(Ref(name), "<=", Ref(size)) in shape.bounds.relations for size in sizes)


def _demanded_kinds(shape: Shape) -> Iterator[Relation]:
    """Note which kinds of rows must occur; yield that there are rows enough for them."""
    for choice, count in shape.choices:
        words = [branch.values[0] for branch in choice.branches if branch.values]
        found = demanded(words, shape.text)
        if found and count is not None:
            shape.demanded[choice.selector.name] = frozenset(words[at] for at in found)
            yield Relation(Const(len(found)), "<=", count)


def _below_index(relation: Relation, shape: Shape) -> Iterator[str]:
    """Yield the array that the relation bounds by its own index: p[i] < i."""
    if not isinstance(relation.left, Ref) or relation.sign not in ("<", "<="):
        return
    home = shape.fields.get(relation.left.name)
    strange = [n for n in names(relation.right) if n not in shape.fields and len(n) == 1]
    if home is not None and home.counts and strange:
        yield relation.left.name


def _letters_of_grids(shape: Shape) -> dict[str, str]:
    names = [name for name in shape.fields if shape.has(RoleKind.GRID, name)]
    return {name: alphabet_of(shape, shape.fields[name].field).characters for name in names}


def _walk(
    shape: Shape, nodes: Sequence[Node], place: Place, counts: tuple[Expr | None, ...], *, top: bool
) -> None:
    for node in nodes:
        match node:
            case Line(items):
                _items(shape, items, place, counts)
            case Choice(selector, branches):
                shape.choices.append((node, counts[-1] if counts else None))
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
                    top and count is not None and shape.is_tests(count)
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
    return replace(relation, left=_flat(relation.left, shape), right=_flat(relation.right, shape))


def _stepped(relation: Relation, shape: Shape) -> Relation:
    """Return the relation with the step of decimal numbers where it is about some."""
    fields = [shape.fields[key] for key in relation.quantities() if key in shape.fields]
    digits = [decimals(shape, home.field) for home in fields if home.field.type is FieldType.REAL]
    return replace(relation, step=Fraction(1, 10 ** max(digits))) if digits else relation


def _flat(item: Expr, shape: Shape) -> Expr:
    match item:
        case Call("sum", (inner,)):
            base = next(iter(names(inner)), "")
            home = shape.fields.get(base)
            if home is None:
                return item
            counts = home.counts
            if len(counts) > 1 and home.place is not Place.CASE:  # a total within one test case
                counts = counts[1:] if is_case_count(shape, counts[0]) else counts
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


def _from_samples(shape: Shape, listed: Sequence[Relation]) -> list[Relation]:
    """Return lengths of strings that no rule speaks of, where every sample shows them equal to one size."""
    told = {key for r in listed for key in r.quantities()}
    found = []
    for name, home in shape.fields.items():
        seen, key = shape.seen.get(name), f"len({name})"
        sizes = sorted(seen.sizes or ()) if seen is not None and home.field.count is None else []
        free = home.place is not Place.ROW and home.field.length is None and key not in told
        is_text = home.field.type is FieldType.STR and free and len(sizes) == 1
        size = shape.fields.get(sizes[0]) if is_text else None
        if size is not None and size.place is not Place.ROW:
            found.append(Relation(parse_expr(key), "==", Ref(sizes[0])))
    return found


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
        if role.kind is RoleKind.LETTERS and size is not None:
            yield Relation(Const(1), "<=", size)
            yield Relation(size, "<=", Const(10 if (home.field.alphabet or "a").isdigit() else 26))
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
