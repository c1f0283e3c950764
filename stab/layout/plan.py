"""Where a rule is evaluated: its names resolved to slots, its domain the innermost block or run of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, names, refs, render
from stab.layout.schema import ChoiceStep, Level, Schema, Slot
from stab.patterns import regex
from stab.records import Choice, FieldType, Repeat, Rule

_CASES = regex(r"\b(?:tests?|test\s?cases?|cases?|datasets?|files?)\b", re.IGNORECASE)
_MOST_PLANS = 64
_INDICES = frozenset({"i", "j", "k"})  # stand for places, even where a field has the name
TEXTS = (FieldType.STR, FieldType.LINE)


class Unresolved(Exception):
    """A rule can't be evaluated on a layout; the argument says why."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The instances of a level, or (with `run`) the elements of a run in them."""

    level: Level
    run: Slot | None = None

    @property
    def parent(self) -> Domain | None:
        """The domain around it."""
        if self.run is not None:
            return Domain(self.level)
        return None if self.level.parent is None else Domain(self.level.parent)

    def chain(self) -> Iterator[Domain]:
        """Yield the domain and all around it, innermost first."""
        found: Domain | None = self
        while found is not None:
            yield found
            found = found.parent

    @property
    def depth(self) -> int:
        """The number of domains around it."""
        return sum(1 for _ in self.chain())


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part of a rule that has a value in every instance of `domain`.

    kind: value (of a slot's token), length (characters), count (elements of a run), position (1-based
    index + shift), pick (element `shift` of a run, -1 the last), sum (of `inner` over the instances inside
    `domain`).
    """

    kind: str
    domain: Domain
    slot: Slot | None = None
    shift: int = 0
    inner: Plan | None = None

    @property
    def least(self) -> int:
        """How many elements a run must have so that the picked one is there."""
        return self.shift + 1 if self.shift >= 0 else -self.shift


@dataclass(frozen=True, slots=True)
class Plan:
    """A rule (or the summand of a sum) with all its leaves by canonical text."""

    item: Comparison | Expr
    domain: Domain
    leaves: Mapping[str, Leaf]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All slots that take part, in order of appearance."""
        found: dict[int, Slot] = {}
        for leaf in self.leaves.values():
            for slot in (leaf.slot, *(leaf.inner.slots if leaf.inner else ())):
                if slot is not None:
                    found[slot.number] = slot
        return tuple(found.values())


def plans(schema: Schema, comparison: Comparison, quote: str = "") -> tuple[Plan, ...]:
    """Return the ways to evaluate a rule: several where a name is read in several places.

    Raises Unresolved with the reason when there is none.
    """
    used = [name for name in names(comparison) if schema.named(name)]
    choices = [schema.named(name) for name in used]
    if not used:
        raise Unresolved("no field of the layout has one of its names")
    found: list[Plan] = []
    reason = "it has too many readings"
    for combination in itertools.islice(itertools.product(*choices), _MOST_PLANS):
        try:
            chosen = dict(zip(used, combination, strict=True))
            found.append(_Resolver(chosen, whole_file=bool(_CASES.search(quote))).plan(comparison))
        except Unresolved as error:
            reason = str(error)
    if not found:
        raise Unresolved(reason)
    return tuple(found)


def rule_plans(schema: Schema, rule: Rule) -> tuple[Plan, ...]:
    """Return the ways to evaluate a bound rule: those of its readings."""
    found = plans(schema, rule.comparison, rule.quote)
    return tuple(plan for number, plan in enumerate(found) if not rule.readings or number in rule.readings)


def plans_of(schema: Schema, size: Expr, around: Domain) -> Plan:
    """Return the plan of an expression that has one value in each instance of `around`.

    Raises Unresolved when its names are not read there or further out.
    """
    chosen: dict[str, Slot] = {}
    levels = [domain.level for domain in around.chain()]
    for name in names(size):
        near = [slot for level in levels for slot in schema.named(name) if slot.level is level]
        if not near:
            raise Unresolved(f"'{name}' is not read there")
        chosen[name] = near[0]
    plan = _Resolver(chosen, whole_file=False).plan(size)
    if plan.domain not in around.chain():
        raise Unresolved(f"'{render(size)}' has several values there")
    return plan


def leaf_parts(item: Comparison | Expr) -> Iterator[Expr]:
    """Yield the parts of an expression that an environment must give: references, len and sum."""
    match item:
        case Ref() | Call("sum" | "len", _):
            yield item
        case Op(_, args) | Call(_, args) | Comparison(args, _):
            for arg in args:
                yield from leaf_parts(arg)
        case _:
            pass


class _Resolver:
    def __init__(self, slots: Mapping[str, Slot], *, whole_file: bool) -> None:
        self.slots = slots
        self.whole_file = whole_file
        self.free: set[str] = set()

    def plan(self, item: Comparison | Expr) -> Plan:
        parts = {render(part): part for part in leaf_parts(item)}
        self.refuse_other_places(parts.values())
        self.free |= {
            index.name
            for part in parts.values()
            for ref in refs(part)
            for index in map(_base, ref.indices)
            if index
        }
        positions = [
            t for t, p in parts.items() if isinstance(p, Ref) and t in self.free and t not in self.slots
        ]
        leaves = {text: self.leaf(part) for text, part in parts.items() if text not in positions}
        if not leaves:
            raise Unresolved("it has no name that the layout reads")
        domain = max((leaf.domain for leaf in leaves.values()), key=lambda d: d.depth)
        leaves.update({text: Leaf("position", domain) for text in positions})
        for text, leaf in leaves.items():
            by_index = any(ref.indices for ref in refs(parts[text]))
            if leaf.domain not in domain.chain() and not (by_index and is_beside(domain, leaf.domain)):
                raise Unresolved(f"'{text}' is not read together with the other names")
        return Plan(item, domain, leaves)

    def refuse_other_places(self, parts: Iterable[Expr]) -> None:
        """Refuse a[i] beside a[j], and the element whose place a field tells: one place is looked at."""
        together: dict[int, set[tuple[str, ...]]] = {}
        for part in parts:
            for ref in refs(part) if not isinstance(part, Call) or part.name == "len" else ():
                if ref.name in self.slots and _is_last(self.slots[ref.name], ref.indices):
                    continue
                bases = tuple(base.name for base in map(_base, ref.indices) if base)
                if any(name in self.slots and name not in _INDICES for name in bases):
                    raise Unresolved(f"the element '{render(ref)}' is not looked at alone")
                if len(bases) == len(ref.indices):
                    together.setdefault(len(bases), set()).add(bases)
        if any(len(found) > 1 for found in together.values()):
            raise Unresolved("it relates elements at different places")

    def leaf(self, part: Expr) -> Leaf:
        match part:
            case Ref(name, indices):
                slot = self.slot(name)
                if slot.field.type in TEXTS:
                    raise Unresolved(f"'{name}' is a text, not a number")
                return self.value(slot, indices)
            case Call("len", (Ref(name, indices),)):
                return self.length(self.slot(name), indices)
            case Call("sum", (inner,)):
                return self.total(inner)
        raise Unresolved(f"'{render(part)}' is not understood")

    def slot(self, name: str) -> Slot:
        if name not in self.slots:
            raise Unresolved(f"no field of the layout is called '{name}'")
        return self.slots[name]

    def value(self, slot: Slot, indices: tuple[Expr, ...]) -> Leaf:
        shifts = [_shift(index) for index in indices]
        if slot.is_run:
            domain = Domain(slot.level, slot)
            if len(indices) == 1 and isinstance(indices[0], Const):
                return Leaf("pick", Domain(slot.level), slot, max(int(indices[0].value) - 1, 0))
            if _is_last(slot, indices):
                return Leaf("pick", Domain(slot.level), slot, -1)
            if len(indices) > 2 or (len(indices) == 2 and (slot.level.parent is None or any(shifts))):
                raise Unresolved(f"'{slot.name}' has fewer indices than that")
            return Leaf("value", domain, slot, shifts[-1] if shifts else 0)
        domain = Domain(slot.level)
        if (
            indices
            and not isinstance(slot.level.origin, Repeat)
            and (slot.level.parent is None or any(shifts))
        ):
            raise Unresolved(f"'{slot.name}' is a single number, without an index")
        if any(isinstance(index, Const) for index in indices) or (len(indices) > 1 and any(shifts)):
            raise Unresolved(f"'{slot.name}' can't be indexed that way")
        return Leaf("value", domain, slot, shifts[0] if shifts else 0)

    def length(self, slot: Slot, indices: tuple[Expr, ...]) -> Leaf:
        if any(_shift(index) or isinstance(index, Const) for index in indices):
            raise Unresolved(f"the length of one single '{slot.name}' is not looked at")
        if slot.field.type is FieldType.REAL and not slot.is_run:
            raise Unresolved(f"'{slot.name}' is a real number, which has no length")
        if not slot.is_run:
            return Leaf("length", Domain(slot.level), slot)
        if slot.field.type is FieldType.STR:
            return Leaf("length", Domain(slot.level, slot), slot)
        return Leaf("count", Domain(slot.level), slot)

    def total(self, inner: Expr) -> Leaf:
        plan = _Resolver(self.slots, whole_file=self.whole_file).plan(inner)
        indexed = any(ref.indices for ref in refs(inner))
        around = plan.domain.parent
        if plan.domain.run is None and isinstance(plan.domain.level.origin, Choice) and around is not None:
            around = around.parent
        if around is None or (self.whole_file and not indexed):
            *_, around = plan.domain.chain()
        return Leaf("sum", around, None, 0, plan)


def _base(index: Expr) -> Ref | None:
    match index:
        case Ref(_, ()):
            return index
        case Op("+" | "-", (Ref(_, ()) as name, Const())):
            return name
    return None


def _is_last(slot: Slot, indices: Sequence[Expr]) -> bool:
    """Tell whether the index is the number of elements of the run."""
    return slot.is_run and len(indices) == 1 and indices[0] == slot.field.count


def _shift(index: Expr) -> int:
    match index:
        case Ref(_, ()) | Const():
            return 0
        case Op(sign, (Ref(_, ()), Const(value))) if sign in "+-" and value == int(value):
            return int(value) if sign == "+" else -int(value)
    raise Unresolved(f"the index '{render(index)}' is not a plain one")


def is_beside(domain: Domain, other: Domain) -> bool:
    """Tell whether two repeated things stand in the same instances and can be matched by position."""
    repeated = all(d.run is not None or isinstance(d.level.origin, Repeat) for d in (domain, other))
    return repeated and domain != other and domain.parent == other.parent


def is_case_level(schema: Schema, level: Level, tests: str | None) -> bool:
    """Tell whether a level is the loop over test cases."""
    if level.parent is not schema.root or not isinstance(level.origin, Repeat):
        return False
    if isinstance(level.origin.count, Ref) and tests is not None and level.origin.count.name == tests:
        return True
    inside = [b.level if not isinstance(b, ChoiceStep) else b.branches[0] for b in schema.blocks]
    return any(b.parent is level for b in inside) or len(level.steps) > 1
