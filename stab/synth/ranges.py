"""Bounds of element values as Python text: what a generator writes between lo and hi."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from stab.expression import Call, Const, Expr, Ref, Unbound, evaluate
from stab.records import Field
from stab.synth.amounts import numeric_ends
from stab.synth.observed import Seen
from stab.synth.plan import Unplannable
from stab.synth.relations import keys
from stab.synth.shape import Shape
from stab.synth.source_text import identifier, python


@dataclass(frozen=True, slots=True)
class Context:
    """What a line of the generator can refer to."""

    envs: tuple[Mapping[str, int], ...]  # numbers fixed by the plan, one mapping a profile
    runtime: frozenset[str] = frozenset()  # plain numbers that only the running generator knows
    arrays: Mapping[str, str] = field(default_factory=dict)  # numpy arrays -> text of their length
    renamed: Mapping[str, str] = field(default_factory=dict)  # other Python texts of quantities

    def text(self, expr: Expr, *, up: bool = False) -> str:
        """Return Python text for an expression."""
        names = {name: f":{identifier(name)}" for name in self.arrays}
        lengths = {k: _length_text(k) for env in self.envs for k in env if k.startswith("len(")}
        return python(expr, {**lengths, **names, **self.renamed}, up=up)

    def values(self, expr: Expr) -> tuple[int, ...] | None:
        """Return the number under each profile; None where it depends on the running generator."""
        try:
            return tuple(int(evaluate(expr, env)) for env in self.envs)
        except (Unbound, ArithmeticError):
            return None

    def known(self, count: str | None = None) -> frozenset[str]:
        """Return the quantities that may stand in bounds of an array of this length."""
        alike = {name for name, length in self.arrays.items() if count is not None and length == count}
        return frozenset(self.envs[0]) | self.runtime | alike

    def with_runtime(self, *names: str) -> Context:
        """Return the context inside a loop that sets these names."""
        arrays = {k: v for k, v in self.arrays.items() if k not in names}
        return replace(self, runtime=self.runtime | set(names), arrays=arrays)

    def with_arrays(self, count: str, *names: str) -> Context:
        """Return the context after these arrays of the same length were made."""
        return replace(self, arrays={**self.arrays, **dict.fromkeys(names, count)})


def _length_text(key: str) -> str:
    return f"len({identifier(key[4:-1])})"


@dataclass(frozen=True, slots=True)
class Range:
    """Inclusive bounds: as text and, widest over the profiles, as numbers."""

    lo: str
    hi: str
    low: int
    high: int
    by_element: bool = False  # the texts are arrays
    note: str = ""


def range_of(shape: Shape, item: Field, context: Context, count: str | None) -> Range:
    """Return the bounds of a field's values; `count` is the length of the array they go into."""
    key = item.name
    found = shape.bounds.ends(key, context.known(count))
    lows, low = _side(found.lows, context, up=False)
    highs, high = _side(found.highs, context, up=True)
    loose_low, loose_high = numeric_ends(shape.bounds, key, context.envs[0])
    low = loose_low if low is None else low
    high = loose_high if high is None else high
    seen, note = shape.seen.get(key, Seen()), ""
    if low is None:
        floor = 1 if seen.low is None or seen.low >= 1 else seen.low
        low = floor if high is None else min(floor, high)
        lows = [Const(low)]
    if high is None:
        high = max(low, seen.high if seen.high is not None else low)
        highs = [Const(high)]
        note = f"no upper bound for {key}: values as in the samples"
    if low > high:
        raise Unplannable(f"no value for {key}: at least {low}, at most {high}")
    lows, highs = lows or [Const(low)], highs or [Const(high)]
    by_element = any(set(keys(e)) & set(context.arrays) for e in (*lows, *highs))
    lo = context.text(_joined("max", lows), up=True)
    return Range(lo, context.text(_joined("min", highs)), low, high, by_element, note)


def _joined(name: str, parts: list[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Call(name, tuple(parts))


def _side(options: tuple[Expr, ...], context: Context, *, up: bool) -> tuple[list[Expr], int | None]:
    """Return the options that bind in some profile, or whose values only the generator knows."""
    numeric: list[tuple[Expr, tuple[int, ...]]] = []
    late: list[Expr] = []
    for option in options:
        try:
            exact = [evaluate(option, env) for env in context.envs]
            numeric.append((option, tuple(math.floor(v) if up else math.ceil(v) for v in exact)))
        except Unbound:
            late.append(option)
        except ArithmeticError:
            continue
    kept: dict[Expr, None] = {}
    extreme: int | None = None
    for at in range(len(context.envs)):
        if numeric:
            best = (min if up else max)(v[at] for _, v in numeric)
            ties = [e for e, v in numeric if v[at] == best]
            if not any(e in kept for e in ties):
                kept[min(ties, key=lambda e: not isinstance(e, Ref))] = None
            wider = best if extreme is None else (max if up else min)(extreme, best)
            extreme = wider
    return [*kept, *late], extreme
