"""Evaluates the plan of a rule on the columns of an input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stab.digits import to_int
from stab.expression import Comparison, Const, Expr, Op, Value, render
from stab.layout.plan import Domain, Leaf, Plan, leaf_parts
from stab.layout.schema import Slot
from stab.layout.trace import Trace
from stab.layout.vector import Column, column, truths
from stab.records import FieldType, Repeat

Array = NDArray[np.int64]
_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class Violation:
    """A token that breaks a rule: element `element` of `slot`; `values` of the rule's leaves there."""

    slot: Slot
    element: int
    values: Mapping[str, Value]


class Evaluator:
    """Columns of one input, worked out once for all rules."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._numbers: dict[int, Column] = {}
        self._lengths: dict[int, Column] = {}
        self._groupings: dict[tuple[int, int | None], tuple[Array, Array]] = {}

    def violations(self, plan: Plan, most: int) -> list[Violation]:
        """Return the first instances in which the comparison of the plan doesn't hold."""
        assert isinstance(plan.item, Comparison)
        found: list[Violation] = []
        for instances in self.instances(plan):
            try:
                env = self.environment(plan, instances)
            except ArithmeticError:  # a total can't be worked out
                return [Violation(plan.slots[0], 0, {})] if len(instances) else []
            failing = np.flatnonzero(~truths(plan.item, env, len(instances)))
            found += [self.blame(plan, instances, env, int(at)) for at in failing[: most - len(found)]]
            if len(found) == most:
                break
        return found

    def spread(self, plan: Plan, domain: Domain) -> Column:
        """Return the value of an expression in each instance of a domain inside the plan's own."""
        assert not isinstance(plan.item, Comparison)
        instances = np.arange(self.size(plan.domain))
        values = column(plan.item, self.environment(plan, instances), len(instances))
        found: Column = values[self.upward(domain, plan.domain, np.arange(self.size(domain)))]
        return found

    def environment(self, plan: Plan, instances: Array) -> dict[str, Column]:
        """Return the column of each leaf over the given instances of the plan's domain."""
        return {text: self.leaf(leaf, plan.domain, instances) for text, leaf in plan.leaves.items()}

    def size(self, domain: Domain) -> int:
        """Return the number of instances of a domain."""
        return self.trace.size(domain.level) if domain.run is None else self.trace.of(domain.run).size

    def counts(self, run: Slot) -> Array:
        """Return the number of elements of a run in each instance of its level."""
        found = self.trace.of(run).counts
        assert found is not None
        return found

    def grouping(self, domain: Domain) -> tuple[Array, Array]:
        """Return where the instances inside each instance of the parent begin, and how many there are."""
        key = (domain.level.number, domain.run.number if domain.run else None)
        if key not in self._groupings:
            counts = self.counts(domain.run) if domain.run is not None else self.trace.counts(domain.level)
            if counts is None:
                chosen = self.trace.chosen(domain.level)
                assert domain.parent is not None
                counts = np.bincount(chosen, minlength=self.size(domain.parent)).astype(np.int64)
            self._groupings[key] = (np.cumsum(counts) - counts, counts)
        return self._groupings[key]

    def owners(self, domain: Domain, instances: Array) -> Array:
        """Return the numbers of the instances of the parent domain around the given ones."""
        if domain.run is None and self.trace.counts(domain.level) is None:
            return self.trace.chosen(domain.level)[instances]
        starts, counts = self.grouping(domain)
        if len(starts) == 1:
            return np.zeros(len(instances), np.int64)
        return np.searchsorted(starts + counts, instances, "right")

    def instances(self, plan: Plan) -> Iterator[Array]:
        """Yield the instances in which every leaf has a value, in chunks: shifted indices stay inside."""
        size = self.size(plan.domain)
        for low in range(0, size, _CHUNK):
            chunk = np.arange(low, min(low + _CHUNK, size))
            kept = self.kept(plan, chunk)
            yield chunk if kept is None else chunk[kept]

    def kept(self, plan: Plan, chunk: Array) -> NDArray[np.bool_] | None:
        """Return in which instances all leaves have a value; None when in all."""
        domain, kept = plan.domain, None
        for leaf in plan.leaves.values():
            inside: NDArray[np.bool_] | None = None
            beside = leaf.domain not in domain.chain()
            if (leaf.shift or beside) and leaf.kind != "pick" and domain.parent is not None:
                _, counts = self.grouping(leaf.domain if beside else domain)
                place = self.positions(domain, chunk) + leaf.shift
                inside = (place >= 0) & (place < counts[self.owners(domain, chunk)])
            elif leaf.kind == "pick" and leaf.slot is not None:
                inside = self.counts(leaf.slot)[self.upward(domain, leaf.domain, chunk)] >= leaf.least
            if inside is not None:
                kept = inside if kept is None else kept & inside
        return kept

    def positions(self, domain: Domain, instances: Array) -> Array:
        """Return the 0-based position of instances inside the instance around them."""
        if domain.parent is None:
            return np.zeros(len(instances), np.int64)
        starts, _ = self.grouping(domain)
        found: Array = instances - starts[self.owners(domain, instances)]
        return found

    def upward(self, domain: Domain, other: Domain, instances: Array) -> Array:
        """Return the instances of `other` that belong to those of `domain`."""
        if other in domain.chain():
            while domain != other:
                instances, parent = self.owners(domain, instances), domain.parent
                assert parent is not None
                domain = parent
            return instances
        starts, _ = self.grouping(other)
        found: Array = starts[self.owners(domain, instances)] + self.positions(domain, instances)
        return found

    def leaf(self, leaf: Leaf, domain: Domain, instances: Array) -> Column:
        """Return the values of a leaf for instances of a domain."""
        if leaf.kind == "position":
            place: Array = self.positions(domain, instances) + first_index(domain)
            return place
        at = self.upward(domain, leaf.domain, instances)
        if leaf.kind == "sum":
            return self.total(leaf)[at]
        slot = leaf.slot
        assert slot is not None
        if leaf.kind == "count":
            found: Column = self.counts(slot)[at]
            return found
        if leaf.kind == "length":
            size: Column = self.lengths(slot)[at]
            return size
        if leaf.kind == "pick":
            picked: Column = self.numbers(slot)[self.picked(leaf)[at]]
            return picked
        numbers: Column = self.numbers(slot)
        if at is instances and len(at) == len(numbers) and not leaf.shift:
            return numbers  # instances come in order and once: these are all
        value: Column = numbers[at + leaf.shift]
        return value

    def picked(self, leaf: Leaf) -> Array:
        """Return the number of the element that a leaf picks, in each instance of its domain."""
        assert leaf.slot is not None
        ends = np.cumsum(self.counts(leaf.slot))
        found: Array = (ends if leaf.shift < 0 else ends - self.counts(leaf.slot)) + leaf.shift
        return found

    def numbers(self, slot: Slot) -> Column:
        """Return all numbers of a slot: int64, or exact objects."""
        if slot.number not in self._numbers:
            found = self.trace.of(slot)
            if slot.field.type is FieldType.REAL:
                made: NDArray[Any] = np.empty(found.size, object)
                made[:] = [_exact(text) for text in self.trace.texts(slot)]
            else:
                made = self.trace.table.ints(found.tokens)
            self._numbers[slot.number] = made
        return self._numbers[slot.number]

    def lengths(self, slot: Slot) -> Column:
        """Return the number of characters of each token of a slot."""
        if slot.number not in self._lengths:
            if slot.field.type is FieldType.LINE or not self.trace.table.is_ascii:
                self._lengths[slot.number] = np.array([len(t) for t in self.trace.texts(slot)], np.int64)
            else:
                self._lengths[slot.number] = self.trace.table.lengths[self.trace.of(slot).tokens].astype(
                    np.int64
                )
        return self._lengths[slot.number]

    def total(self, leaf: Leaf) -> Column:
        """Return the sum of the inner plan for each instance of the leaf's domain."""
        plan = leaf.inner
        assert plan is not None and not isinstance(plan.item, Comparison)
        found: NDArray[Any] = np.zeros(self.size(leaf.domain), object)
        for instances in self.instances(plan):
            values = column(plan.item, self.environment(plan, instances), len(instances))
            groups = self.upward(plan.domain, leaf.domain, instances)
            if values.dtype == object or not _adds_up(values):
                np.add.at(found, groups, values.astype(object))
            else:
                sums = np.zeros(int(groups.max(initial=-1)) + 1, np.int64)
                np.add.at(sums, groups, values)
                found[: len(sums)] += sums.astype(object)
        if found.size and all(isinstance(v, int) and abs(v) < 2**62 for v in found.tolist()):
            return found.astype(np.int64)
        return found

    def blame(self, plan: Plan, instances: Array, env: Mapping[str, Column], at: int) -> Violation:
        """Return the token to show for a failing instance: of the failing pair, the last read."""
        assert isinstance(plan.item, Comparison)
        wrong: list[Expr] = []
        one = {text: values[at : at + 1] for text, values in env.items()}
        for left, sign, right in plan.item.atoms():
            if not truths(Comparison((left, right), (sign,)), one, 1)[0]:
                wrong = [*leaf_parts(left), *leaf_parts(right)]
                break
        leaves = [plan.leaves[render(part)] for part in wrong] or list(plan.leaves.values())
        located = [
            self.locate(leaf, plan.domain, instances[at : at + 1])
            for leaf in leaves
            if leaf.kind != "position"
        ]
        best = max(
            located or [self.locate(next(iter(plan.leaves.values())), plan.domain, instances[at : at + 1])]
        )
        values = {text: _item(values[0]) for text, values in one.items()}
        return Violation(self.trace.schema.slots[best[2]], best[3], values)

    def locate(self, leaf: Leaf, domain: Domain, instance: Array) -> tuple[int, int, int, int]:
        """Return (depth, order, slot number, element) of a leaf at an instance."""
        if leaf.kind == "sum":
            plan = leaf.inner
            assert plan is not None
            wanted = self.upward(domain, leaf.domain, instance)[0]
            last = None
            for instances in self.instances(plan):
                inside = instances[self.upward(plan.domain, leaf.domain, instances) == wanted]
                last = inside[-1:] if len(inside) else last
            if last is not None:
                return max(self.locate(inner, plan.domain, last) for inner in plan.leaves.values())
            slot = self.trace.schema.slots[0]
            return (0, 0, slot.number, 0)
        slot_ = leaf.slot
        assert slot_ is not None
        at = int(self.upward(domain, leaf.domain, instance)[0])
        depth = leaf.domain.depth
        if leaf.kind in ("count", "pick"):
            counts = self.counts(slot_)
            start = int(self.picked(leaf)[at]) if leaf.kind == "pick" else int(counts[:at].sum())
            return (depth, slot_.order, slot_.number, min(start, max(int(counts.sum()) - 1, 0)))
        return (depth, slot_.order, slot_.number, at + leaf.shift)


def _adds_up(values: Column) -> bool:
    """Tell whether the sum of 64-bit values can't overflow."""
    return not len(values) or max(abs(int(values.min())), abs(int(values.max()))) * len(values) < 2**62


def first_index(domain: Domain) -> int:
    """Return the index of the first element: 2 for the n - 1 parents p[2] … p[n], else 1."""
    origin = domain.level.origin
    count = (
        domain.run.field.count
        if domain.run is not None
        else origin.count
        if isinstance(origin, Repeat)
        else None
    )
    return 2 if isinstance(count, Op) and count.sign == "-" and count.args[-1] == Const(1) else 1


def _exact(text: str) -> Value:
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(to_int(whole + decimals), 10 ** len(decimals)) * Fraction(10) ** int(exponent or 0)
    return value.numerator if value.denominator == 1 else value


def _item(value: object) -> Value:
    if isinstance(value, (int, Fraction)):
        return value
    assert isinstance(value, np.integer)
    return int(value)
