"""Corners that the layout suggests: short patterns, thin grids, parameters below their size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stab.expression import Op, Ref, render
from stab.records import Boundary, GenerationSpec, Principle, RoleKind
from stab.synth.amounts import numeric_ends
from stab.synth.relations import Relation
from stab.synth.searched import string_pairs
from stab.synth.shape import Shape

SHORT = 3  # letters of a pattern that occurs nearly everywhere
APART = 4  # of the vertices that may stay apart, one of so many does in the main corner
_ORDER = {"balanced": 0, "max-product": 1, "max-tests": 2, "sqrt-tests": 3}


@dataclass(frozen=True, slots=True)
class Corners:
    """The size assignments to fill: the main one, those of the saturator, those of the layout."""

    main: Boundary
    others: tuple[Boundary, ...]
    own: tuple[Boundary, ...]
    matching: Boundary | None  # where a pattern is half as long as the text it is searched in

    def of(self, principle: Principle, corner: Boundary) -> Boundary:
        """Return the corner at which the principle has work to do: searching needs room for the pattern."""
        searches = principle.role in (RoleKind.TEXT, RoleKind.PATTERN)
        return self.matching if searches and self.matching is not None and corner is self.main else corner


def corners_of(spec: GenerationSpec, shape: Shape) -> Corners:
    """Return all corners, the balanced one and those about tests first."""
    found = sorted(spec.saturation.boundaries, key=lambda b: _ORDER.get(b.name, len(_ORDER)))
    main = _with_edges(shape, found[0] if found else Boundary("samples", {}))
    known = [b.values for b in found]
    own: list[Boundary] = []
    for corner in (*_patterns(shape, main), *_thin(shape, main), *_parameters(shape, main)):
        if not any(_agree(corner.values, values) for values in known):
            own.append(corner)
            known.append(corner.values)
    searched = [f"half:{pattern}" for pattern in shape.searched]
    matching = next((corner for corner in own if corner.name in searched), None)
    return Corners(main, tuple(found[1:]), tuple(own), matching)


def _with_edges(shape: Shape, main: Boundary) -> Boundary:
    """Return the corner with fewer vertices that stay apart: if all do, there is no edge."""
    values = dict(main.values)
    for special in shape.apart.values():
        amount = shape.fields[special].counts[-1]
        if isinstance(amount, Ref) and amount.name in values:
            low = numeric_ends(shape.bounds, amount.name, {})[0]
            values[amount.name] = max(low or 1, values[amount.name] // APART)
    return Boundary(main.name, values)


def _agree(values: Mapping[str, int], others: Mapping[str, int]) -> bool:
    return all(others.get(key) == value for key, value in values.items())


def _patterns(shape: Shape, main: Boundary) -> Iterator[Boundary]:
    """Yield the corners where a string is half as long as the other, and where it is short."""
    pairs = list(shape.searched.items()) or [(second, first) for first, second in string_pairs(shape)]
    for pattern, text in pairs:
        key, size = _length(shape, pattern), _length(shape, text)
        longest = _longest(shape, main, size)
        if key is None or longest is None or key == size:
            continue
        for name, value in (("half", longest // 2), ("short", SHORT)):
            changed = _changed(shape, main, {key: value})
            if changed is not None:
                yield Boundary(f"{name}:{pattern}", changed)


def _length(shape: Shape, name: str) -> str | None:
    """Return the quantity that decides how long a string is: a size, or its own length."""
    item = shape.fields[name].field
    key = f"len({name})"
    if item.length is not None:
        return item.length.name if isinstance(item.length, Ref) else None
    for relation in shape.bounds.by_key.get(key, ()):
        sides = {render(relation.left): relation.right, render(relation.right): relation.left}
        other = sides.get(key)
        if relation.sign == "==" and isinstance(other, Ref):
            return other.name
    return key


def _longest(shape: Shape, main: Boundary, key: str | None) -> int | None:
    if key is None:
        return None
    return main.values.get(key, numeric_ends(shape.bounds, key, main.values)[1])


def _thin(shape: Shape, main: Boundary) -> Iterator[Boundary]:
    """Yield the corners where of two sizes with a bounded product or sum one is 1 or 2."""
    for first, second in dict.fromkeys(pair for r in shape.bounds.relations for pair in _joined(shape, r)):
        for small, large in ((first, second), (second, first)):
            for value in (1, 2):
                single = {shape.tests: 1} if shape.tests and shape.tests in main.values else {}
                changed = _changed(shape, main, {**single, small: value}, free=large)
                if changed is not None:
                    yield Boundary(f"{('one', 'two')[value - 1]}:{small}", changed)


def _joined(shape: Shape, relation: Relation) -> Iterator[tuple[str, str]]:
    """Yield the two sizes whose product or sum, besides the number of test cases, is bounded above."""
    names = [n for n in _operands(relation.left) if n != shape.tests]
    is_upper = relation.sign in ("<", "<=") and not relation.quantities() - {*names, shape.tests}
    if is_upper and len(names) == 2 and names[0] != names[1] and set(names) <= shape.sizes:
        yield names[0], names[1]


def _operands(item: object) -> tuple[str, ...]:
    """Return the names in a product or sum of plain names; () for anything else."""
    match item:
        case Ref(name):
            return (name,)
        case Op("*" | "+", (left, right)):
            parts = (_operands(left), _operands(right))
            return (*parts[0], *parts[1]) if all(parts) else ()
    return ()


def _parameters(shape: Shape, main: Boundary) -> Iterator[Boundary]:
    """Yield the corners where a number that may be as large as a size is half of it, or least."""
    for name, size in shape.parameters.items():
        low, high = numeric_ends(shape.bounds, name, {k: v for k, v in main.values.items() if k != name})
        if low is None or high is None or high - low < 2 or size not in main.values:
            continue
        for label, value in (("half", (low + high) // 2), ("least", max(low, 1))):
            changed = _changed(shape, main, {name: value})
            if changed is not None:
                yield Boundary(f"{label}:{name}", changed)


def _changed(
    shape: Shape, main: Boundary, fixed: Mapping[str, int], free: str | None = None
) -> dict[str, int] | None:
    """Return the main corner with some sizes fixed and another as large as it can be then.

    None where a fixed value breaks its bounds.
    """
    values = {k: v for k, v in main.values.items() if k != free} | dict(fixed)
    for key, value in fixed.items():
        low, high = numeric_ends(shape.bounds, key, dict(fixed))
        if (low is not None and value < low) or (high is not None and value > high):
            return None
    if free is not None:
        high = numeric_ends(shape.bounds, free, values)[1]
        if high is None:
            return None
        values[free] = high
    return values if all(main.values.get(k) != v for k, v in fixed.items()) or free else None
