"""What roles promise, checked: trees, connected and simple graphs, permutations, order, brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stab.expression import parse_expr
from stab.layout.evaluation import Evaluator
from stab.layout.plan import Domain, Plan, Unresolved, plans_of
from stab.layout.schema import Schema, Slot
from stab.records import Fault, FaultKind, Field, FieldType, Role, RoleKind

Array = NDArray[Any]
_MOST = 10
_GRAPH = (RoleKind.TREE, RoleKind.CONNECTED, RoleKind.SIMPLE, RoleKind.ACYCLIC)
BRACKETS = "()[]{}<>"


def role_faults(role: Role, evaluator: Evaluator) -> Iterator[Fault]:
    """Yield up to ten places where an input breaks what the role promises; nothing for other roles."""
    check = _CHECKS.get(role.kind)
    if check is None:
        return
    for slots in role_slots(role, evaluator.trace.schema):
        rule = rule_of(role)
        for number, (slot, element) in enumerate(check(role, slots, evaluator)):
            if number == _MOST:
                break
            line, column, token = evaluator.trace.place(slot, element)
            yield Fault(FaultKind.SIDE_CONDITION, line, column, token, rule, role.quote)


def rule_of(role: Role) -> str:
    """Return the promise of a role in words."""
    names, size = " ".join(role.fields), role.size or "its"
    return {
        RoleKind.TREE: f"the edges {names} form a tree on {size} vertices",
        RoleKind.CONNECTED: f"the edges {names} connect all {size} vertices",
        RoleKind.SIMPLE: f"the edges {names} have no loops and no multiple edges",
        RoleKind.ACYCLIC: f"the edges {names} form no cycle",
        RoleKind.PERMUTATION: f"{names} is a permutation",
        RoleKind.DISTINCT: f"the values of {names} are distinct",
        RoleKind.SORTED: f"{names} is sorted in ascending order",
        RoleKind.CONVEX: f"{names} are the corners of a strictly convex polygon, counter-clockwise",
        RoleKind.INTERVAL: " <= ".join(role.fields),
        RoleKind.LETTERS: f"{names} consists of the first {size} letters",
        RoleKind.BRACKETS: f"{names} consists of brackets",
    }.get(role.kind, role.kind)


def role_slots(role: Role, schema: Schema) -> Iterator[tuple[Slot, ...]]:
    """Yield the slots of a role: all of one level, once for each level that has them all.

    What makes a graph is the first of these: queries below it may use the names of the edges again.
    """
    for first in schema.named(role.fields[0]):
        found = [
            next((s for s in schema.named(name) if s.level is first.level), None) for name in role.fields
        ]
        slots = tuple(slot for slot in found if slot is not None)
        if len(slots) == len(role.fields) and len({s.is_run for s in slots}) == 1:
            yield slots
            if role.kind in _GRAPH:
                return


def _domain(slot: Slot) -> Domain:
    return Domain(slot.level, slot) if slot.is_run else Domain(slot.level)


def _groups(slot: Slot, evaluator: Evaluator) -> Array:
    """Return for each element the instance (test case, line) that it belongs to."""
    domain = _domain(slot)
    everything = np.arange(evaluator.size(domain))
    return evaluator.owners(domain, everything) if domain.parent is not None else everything * 0


def _sizes(role: Role, slot: Slot, evaluator: Evaluator) -> Array | None:
    """Return the number of vertices for each group; None where it can't be told."""
    around = _domain(slot).parent
    if role.size is None or around is None:
        return None
    try:
        plan: Plan = plans_of(evaluator.trace.schema, parse_expr(role.size), around)
    except Unresolved:
        return None
    return evaluator.spread(plan, around)


def _edges(
    role: Role, slots: tuple[Slot, ...], evaluator: Evaluator
) -> tuple[Array, Array, Array, Array] | None:
    """Return (ends, ends, groups, first vertex of each group); None where vertices are out of range."""
    if len(slots) != 2 or any(slot.field.type is not FieldType.INT for slot in slots):
        return None
    ends, groups = [evaluator.numbers(slot) for slot in slots], _groups(slots[0], evaluator)
    sizes = _sizes(role, slots[0], evaluator)
    if sizes is None or any(end.dtype == object for end in ends) or sizes.dtype == object:
        return None
    low = min((int(end.min(initial=1)) for end in ends), default=1)
    base = 0 if low == 0 else 1
    if any(((end < base) | (end >= sizes[groups] + base)).any() for end in ends) or (sizes < 0).any():
        return None
    if int(sizes.sum()) > 2**31:
        return None
    starts = np.cumsum(sizes) - sizes
    return (
        ends[0] - base + starts[groups],
        ends[1] - base + starts[groups],
        groups,
        np.append(starts, sizes.sum()),
    )


def _components(one: Array, other: Array, size: int) -> Array:
    """Return for each vertex the least vertex of its component.

    Each component hooks onto its least neighbour and is then flattened, until no edge joins two of them
    (Shiloach and Vishkin 1982, without processors). In place of scipy, whose import takes longer.
    """
    label = np.arange(size)
    while True:
        one, other = label[one], label[other]
        apart = one != other
        if not apart.any():
            return label
        one, other = one[apart], other[apart]
        np.minimum.at(label, np.maximum(one, other), np.minimum(one, other))
        while (label != (flatter := label[label])).any():
            label = flatter


def _tree(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    edges = _edges(role, slots, evaluator)
    if edges is None:
        return
    one, other, groups, starts = edges
    labels = _components(one, other, int(starts[-1]))
    yield from _cycles(slots, one, other, labels)
    yield from _apart(slots, labels, groups, starts)


def _cycles(slots: tuple[Slot, ...], one: Array, other: Array, labels: Array) -> Iterator[tuple[Slot, int]]:
    """Yield the edges that close a cycle."""
    size = len(labels)
    if np.count_nonzero(labels == np.arange(size)) == size - len(one):
        return
    parent = list(range(size))
    for edge, (a, b) in enumerate(zip(one.tolist(), other.tolist(), strict=True)):
        a, b = _root(parent, a), _root(parent, b)
        if a == b:
            yield slots[-1], edge
        parent[a] = b


def _root(parent: list[int], vertex: int) -> int:
    while parent[vertex] != vertex:
        parent[vertex] = vertex = parent[parent[vertex]]
    return vertex


def _connected(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    edges = _edges(role, slots, evaluator)
    if edges is not None:
        one, other, groups, starts = edges
        yield from _apart(slots, _components(one, other, int(starts[-1])), groups, starts)


def _apart(
    slots: tuple[Slot, ...], labels: Array, groups: Array, starts: Array
) -> Iterator[tuple[Slot, int]]:
    """Yield the last edge of each group whose vertices are not all connected."""
    expected = np.repeat(starts[:-1], np.diff(starts))
    wrong = np.unique(np.searchsorted(starts, np.flatnonzero(labels != expected), "right") - 1)
    for group in wrong.tolist():
        last = np.flatnonzero(groups == group)
        if len(last):
            yield slots[-1], int(last[-1])


def _simple(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    one, other = (evaluator.numbers(slot) for slot in slots)
    loops = np.flatnonzero(one == other)
    yield from ((slots[-1], int(at)) for at in loops)
    if not is_directed(role, evaluator):
        one, other = np.minimum(one, other), np.maximum(one, other)
    yield from ((slots[-1], at) for at in _repeated((_groups(slots[0], evaluator), one, other)))


def is_directed(role: Role, evaluator: Evaluator) -> bool:
    """Tell whether the layout calls the edges directed."""
    return any(
        r.kind is RoleKind.DIRECTED and set(r.fields) >= set(role.fields)
        for r in evaluator.trace.schema.roles
    )


def _repeated(columns: tuple[Array, ...]) -> Iterator[int]:
    """Yield the rows that equal an earlier row."""
    if any(column.dtype == object for column in columns):
        seen: set[tuple[object, ...]] = set()
        for at, row in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
            if row in seen:
                yield at
            seen.add(row)
        return
    order = np.lexsort(columns[::-1])
    same = np.ones(max(len(order) - 1, 0), bool)
    for column in columns:
        ordered = column[order]
        same &= ordered[1:] == ordered[:-1]
    yield from sorted(int(at) for at in order[1:][same])


def _acyclic(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    edges = _edges(role, slots, evaluator)
    if edges is None:
        return
    one, other, _, starts = edges
    if not is_directed(role, evaluator):
        yield from _cycles(slots, one, other, _components(one, other, int(starts[-1])))
        return
    left = _on_cycles(one, other, int(starts[-1]))
    yield from ((slots[-1], int(at)) for at in np.flatnonzero(left)[:1])


def _on_cycles(one: Array, other: Array, size: int) -> Array:
    """Return which edges lie on directed cycles: those inside a strong component."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(one), np.int8), (one, other)), shape=(size, size))
    _, labels = connected_components(graph, directed=True, connection="strong")
    found: Array = labels[one] == labels[other]
    return found


def _permutation(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    for slot in slots:
        numbers, groups = evaluator.numbers(slot), _groups(slot, evaluator)
        counts = np.bincount(groups, minlength=1)
        base = 0 if len(numbers) and int(numbers.min()) == 0 else 1
        outside = (numbers < base) | (numbers >= counts[groups] + base)
        yield from ((slot, int(at)) for at in np.flatnonzero(outside)[:_MOST])
        yield from ((slot, at) for at in _repeated((groups, numbers)))


def _distinct(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    columns = tuple(_comparable(slot, evaluator) for slot in slots)
    yield from ((slots[-1], at) for at in _repeated((_groups(slots[0], evaluator), *columns)))


def _comparable(slot: Slot, evaluator: Evaluator) -> Array:
    if slot.field.type in (FieldType.INT, FieldType.REAL):
        return evaluator.numbers(slot)
    texts = evaluator.trace.texts(slot)
    found = np.empty(len(texts), object)
    found[:] = texts
    return found


def _sorted(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    for slot in slots:
        values, groups = _comparable(slot, evaluator), _groups(slot, evaluator)
        falling = (values[1:] < values[:-1]) & (groups[1:] == groups[:-1])
        yield from ((slot, int(at) + 1) for at in np.flatnonzero(falling))


def _interval(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    if len(slots) == 2:
        low, high = (evaluator.numbers(slot) for slot in slots)
        yield from ((slots[1], int(at)) for at in np.flatnonzero(low > high))


def _convex(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    if len(slots) != 2 or any(slot.field.type is not FieldType.INT for slot in slots):
        return
    groups = _groups(slots[0], evaluator)
    xs, ys = (evaluator.numbers(slot).tolist() for slot in slots)
    for group in np.unique(groups).tolist():
        rows = np.flatnonzero(groups == group).tolist()
        wrong = bent([(xs[row], ys[row]) for row in rows])
        if wrong is not None:
            yield slots[-1], rows[wrong]


def bent(corners: list[tuple[int, int]]) -> int | None:
    """Return the corner at which a closed path stops being a strictly convex, counter-clockwise polygon.

    All turns are to the left, and the edges change between upwards and downwards twice in all; a path that
    turns left but goes round more than once changes more often, which is blamed on its last corner.
    """
    following, later = corners[1:] + corners[:1], corners[2:] + corners[:2]
    changes = 0
    for at, ((ax, ay), (bx, by), (cx, cy)) in enumerate(zip(corners, following, later, strict=True)):
        if (bx - ax) * (cy - by) <= (by - ay) * (cx - bx):
            return (at + 1) % len(corners)
        changes += ((by, bx) > (ay, ax)) != ((cy, cx) > (by, bx))
    return None if changes == 2 else len(corners) - 1


def _brackets(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    for slot in slots:
        if slot.field.type in (FieldType.STR, FieldType.LINE):
            for at, text in enumerate(evaluator.trace.texts(slot)):
                if set(text) - set(BRACKETS):
                    yield slot, at


def first_letter(item: Field) -> str:
    """Return where the letters of a string begin: A, a, or the digit 0."""
    return next((c for c in "Aa0" if c in (item.alphabet or "a")), "a")


def _letters(role: Role, slots: tuple[Slot, ...], evaluator: Evaluator) -> Iterator[tuple[Slot, int]]:
    for slot in slots:
        domain = _domain(slot)
        if role.size is None or slot.field.type is not FieldType.STR:
            continue
        try:
            sizes = evaluator.spread(plans_of(evaluator.trace.schema, parse_expr(role.size), domain), domain)
        except Unresolved:
            continue
        base = ord(first_letter(slot.field))
        for at, (text, size) in enumerate(zip(evaluator.trace.texts(slot), sizes.tolist(), strict=True)):
            if text and (ord(min(text)) < base or ord(max(text)) >= base + size):
                yield slot, at


_Check = Callable[[Role, tuple[Slot, ...], Evaluator], Iterator[tuple[Slot, int]]]
_CHECKS: Mapping[RoleKind, _Check] = {
    RoleKind.TREE: _tree,
    RoleKind.CONNECTED: _connected,
    RoleKind.SIMPLE: _simple,
    RoleKind.ACYCLIC: _acyclic,
    RoleKind.PERMUTATION: _permutation,
    RoleKind.DISTINCT: _distinct,
    RoleKind.SORTED: _sorted,
    RoleKind.INTERVAL: _interval,
    RoleKind.CONVEX: _convex,
    RoleKind.BRACKETS: _brackets,
    RoleKind.LETTERS: _letters,
}
