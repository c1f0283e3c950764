"""What numbers that stand once in an input or test case are: sizes, parameters, ends of a walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stab.expression import Call, Const, Expr, Op, Ref, names, parse_expr, render
from stab.records import FieldType, RoleKind
from stab.synth.shape import Place, Shape

_SIZED = (RoleKind.EDGES, RoleKind.TREE, RoleKind.PARENTS, RoleKind.CONNECTED)


def sizes_of(shape: Shape) -> frozenset[str]:
    """Return what says how much there is: counts of the layout, numbers of vertices, lengths of strings."""
    found = set(shape.count_keys)
    for role in (r for roles in shape.roles.values() for r in roles):
        if role.kind in _SIZED and role.size:
            found.update(names(parse_expr(role.size)))
    for relation in shape.bounds.relations:  # n of len(s) == n, of a + b == n + 1 for counts a and b
        related = relation.quantities()
        if relation.sign == "==" and any(key in found or key.startswith("len(") for key in related):
            found.update(related)
    return frozenset(key for key in found if key not in shape.fields or is_single(shape, key))


def is_single(shape: Shape, name: str) -> bool:
    """Tell whether a field is an integer that stands once in the input or in each test case."""
    home = shape.fields.get(name)
    return (
        home is not None
        and home.place is not Place.ROW
        and home.field.type is FieldType.INT
        and home.field.count is None
        and not home.field.to_line_end
    )


def parameters_of(shape: Shape, counted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (k, n) for each number that counts something and is at most a size: n, n - 1, len(s)."""
    for name in dict.fromkeys(counted):
        if name in shape.sizes or not is_single(shape, name):
            continue
        for relation in shape.bounds.by_key.get(name, ()):
            is_upper = relation.left == Ref(name) and relation.sign in ("<", "<=")
            size = _size_in(relation.right) if is_upper else None
            if size is not None and (size in shape.sizes or size.startswith("len(")):
                yield name, size
                break


def ends_of(shape: Shape, counted: Iterable[str]) -> tuple[str, ...]:
    """Return the single numbers that name vertices of a graph, in reading order: a source, a sink."""
    roles = [r for found in shape.roles.values() for r in found if r.kind in (RoleKind.EDGES, RoleKind.TREE)]
    vertices = {role.size for role in roles if role.size}
    return tuple(
        name
        for name in shape.fields
        if is_single(shape, name) and name not in shape.sizes and name not in set(counted)
        if any(
            r.left == Ref(name) and r.sign in ("<", "<=") and _size_in(r.right) in vertices
            for r in shape.bounds.by_key.get(name, ())
        )
    )


def _size_in(item: Expr) -> str | None:
    """Return n of n, n - 1, n // 2 and min(n, 50); n may be the length of a string."""
    match item:
        case Ref(name):
            return name
        case Call("len", (Ref(_),)):
            return render(item)
        case Op("-" | "+" | "//", (first, Const(_))):
            return _size_in(first)
        case Call("min", args):
            return next(filter(None, map(_size_in, args)), None)
    return None
