"""Counts bound to names: what the text calls `N` may have been read as `n`, and open lists take their
length from the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Protocol

from stab.expression import Const, Expr, Op, Ref, names, substitute
from stab.layout.infer.matcher import Env
from stab.records import Field, FieldType, Literal

INDEX = "i"
Items = tuple[Field | Literal, ...]


class HasEnv(Protocol):
    """A reading state."""

    @property
    def env(self) -> Env: ...


@dataclass(frozen=True, slots=True)
class Bound:
    """The names read so far: single numbers, and arrays; which numbers count the cases and rows around."""

    scalars: tuple[str, ...]
    arrays: tuple[str, ...]
    cases: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    @classmethod
    def of(cls, env: Env) -> Bound:
        """Return what an environment binds."""
        named = {k: v for k, v in env.items() if k != "_"}
        scalars = tuple(k for k, v in named.items() if isinstance(v, int) and not k.startswith("len("))
        return cls(scalars, tuple(k for k, v in named.items() if not isinstance(v, int)))

    def plus(self, name: str) -> Bound:
        """Return this with one more number."""
        return replace(self, scalars=(*self.scalars, name))


def _lookup(name: str, bound: Bound) -> Expr | None:
    if name in bound.scalars:
        return Ref(name)
    if name in bound.arrays:
        return Ref(name, (Ref(INDEX),))
    same = [s for s in bound.scalars if s.lower() == name.lower()]
    return Ref(same[0]) if len(same) == 1 else None


def resolve_count(count: Expr, bound: Bound) -> list[tuple[Expr, float]]:
    """Return the count over names that are bound; a name that isn't may be any number, at a price."""
    replacements: dict[str, Expr] = {}
    missing = []
    for name in names(count):
        expr = _lookup(name, bound)
        if expr is None:
            missing.append(name)
        else:
            replacements[name] = expr
    if not missing:
        return [(substitute(count, replacements), 0.0)]
    if len(missing) > 1:
        return []
    return [
        (substitute(count, {**replacements, missing[0]: Ref(name)}), 2.0 + 0.1 * order)
        for order, name in enumerate(reversed(bound.scalars))
    ]


def resolve(
    items: Items, bound: Bound, states: Sequence[HasEnv], peek: list[tuple[str, ...]], *, in_rows: bool
) -> Iterator[tuple[Items, float]]:
    """Yield the items with bound counts and their price; open lists get a length that fits the data."""
    options: list[list[tuple[Field | Literal, float]]] = []
    inner = bound
    used: set[str] = set()
    for item in items:
        if isinstance(item, Literal):
            options.append([(item, 0.0)])
            continue
        if item.name in used or (item.type is FieldType.STR and item.name in bound.scalars):
            item = replace(item, name="_")
        if item.name != "_":
            used.add(item.name)
        if item.to_line_end:
            fixed = sum(1 for other in items if other is not item)
            options.append(_open(item, fixed, inner, states, peek))
        else:
            options.append(_bound_field(item, inner))
        if item.count is None and item.type is not FieldType.STR and item.name != "_":
            inner = inner.plus(item.name)
    again = 0.4 * sum(1 for name in used if not in_rows and name in (*bound.scalars, *bound.arrays))
    for combination in product(*options):
        yield tuple(item for item, _ in combination), again + sum(price for _, price in combination)


def _bound_field(item: Field, bound: Bound) -> list[tuple[Field | Literal, float]]:
    length = item.length
    if length is not None:
        fitting = [expr for expr, price in resolve_count(length, bound) if price == 0]
        item = replace(item, length=fitting[0] if fitting else None)
    if item.count is None:
        return [(item, 0.0)]
    return [(replace(item, count=expr), price) for expr, price in resolve_count(item.count, bound)]


def _open(
    item: Field, fixed: int, bound: Bound, states: Sequence[HasEnv], peek: list[tuple[str, ...]]
) -> list[tuple[Field | Literal, float]]:
    """Return an open list with a bound length that fits the next line of every sample.

    A number that samples share, and no name holds, is no length: the next input would have another.
    What counts the test cases around is no length either, and what counts the rows hardly. Without samples
    it may have any bound length, or go to the end of its line where nothing is bound.
    """
    widths = [len(line) - fixed for line in peek]
    found: list[tuple[Field | Literal, float]] = []
    for name in bound.scalars:
        if name in bound.cases:
            continue
        values = [state.env.get(name) for state in states]
        square = 0.5 if name in bound.rows else 0.0
        for expr, shift, price in (
            (Ref(name), 0, square),
            (Op("-", (Ref(name), Const(1))), -1, square + 0.3),
        ):
            if all(isinstance(v, int) and v + shift == w for v, w in zip(values, widths, strict=True)):
                found.append((replace(item, count=expr, to_line_end=False), price))
    return found if found or states else [(item, 0.0)]
