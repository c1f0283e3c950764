"""Inputs that break a constraint: each bound missed by one, on each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isqrt

import numpy as np

from stab.digits import to_text
from stab.expression import Call, Comparison, Expr, Ref, Value, render
from stab.layout.breaking.attempts import Attempt, Target
from stab.layout.breaking.crossing import Atom, crossing
from stab.layout.breaking.resizing import LARGEST, emptied, resized
from stab.layout.breaking.subject import Change, Subject
from stab.layout.plan import Leaf, Plan, leaf_parts, rule_plans
from stab.layout.roles import rule_of
from stab.layout.schema import Schema, Slot
from stab.layout.validation import constant_bounds
from stab.records import Binding, FieldType, Repeat, RoleKind

_SPREAD = 4  # instances of a rule that are looked at in one input
_MOST_VALUES = 12
_GRAPHS = (RoleKind.TREE, RoleKind.SIMPLE, RoleKind.ACYCLIC)
_SPARSE = (RoleKind.CONNECTED, RoleKind.EDGES, RoleKind.SIMPLE)


def rule_targets(schema: Schema, binding: Binding) -> Iterator[Target]:
    """Yield a target for every pair of every chain, in each place where its names are read."""
    seen: set[tuple[str, str]] = set()
    for rule in binding.rules:
        for plan in rule_plans(schema, rule):
            for atom in rule.comparison.atoms():
                where = f"{plan.domain.level.number}/{[slot.number for slot in plan.slots]}"
                if not list(leaf_parts(Comparison(atom[::2], (atom[1],)))) or (_text(atom), where) in seen:
                    continue
                seen.add((_text(atom), where))
                yield Target(
                    name=_name(atom),
                    rule=render(rule.comparison),
                    shown=_text(atom),
                    quote=" ".join(rule.quote.split()),
                    attempts=partial(_attempts, plan, atom),
                    allowed=frozenset(_stronger(schema, binding, atom)).__contains__,
                )


def _text(atom: Atom) -> str:
    return render(Comparison((atom[0], atom[2]), (atom[1],)))


def _name(atom: Atom) -> str:
    """Return which side of what is broken: n-too-small, a-too-large, x-wrong."""
    left, sign, right = atom
    if not list(leaf_parts(left)):
        left, sign, right = right, sign.translate(str.maketrans("<>", "><")), left
    subject = "-".join(dict.fromkeys(_base(part) for part in leaf_parts(left)))
    how = {"<": "too-large", "<=": "too-large", ">": "too-small", ">=": "too-small", "!=": "forbidden"}
    return f"{subject}-{how.get(sign, 'wrong')}"


def _base(part: Expr) -> str:
    """Return the name of a quantity without its indices, for a file."""
    match part:
        case Ref(name, _):
            return name
        case Call(function, args):
            inner = "-".join(_base(inner) for arg in args for inner in leaf_parts(arg))
            return f"{'sum' if function == 'sum' else 'length'}-of-{inner}"
    return "value"


def _stronger(schema: Schema, binding: Binding, atom: Atom) -> Iterator[str]:
    """Yield the rules that can't hold where this pair fails: they say the same, or more."""
    text = _text(atom)
    own = list(constant_bounds(Comparison(atom[::2], (atom[1],)), schema))
    loose = text.replace("<=", "<").replace(">=", ">")
    for rule in binding.rules:
        pairs = [_text(pair) for pair in rule.comparison.atoms()]
        bounds = list(constant_bounds(rule.comparison, schema))
        tighter = any(
            render(item) == render(other) and low == other_low and (bound >= limit if low else bound <= limit)
            for item, bound, low in bounds
            for other, limit, other_low in own
        )
        if text in pairs or loose in pairs or tighter:
            yield render(rule.comparison)
    sides = [_base(part) for side in atom[::2] for part in leaf_parts(side)]
    used = set(sides)
    for role in schema.roles:
        fields = set(role.fields)
        plain = all(isinstance(side, Ref) for side in atom[::2]) and atom[1] in ("<", "<=")
        same = role.kind is RoleKind.INTERVAL and plain and tuple(sides) == role.fields
        differ = atom[1] == "!=" and role.kind in _GRAPHS and used == fields
        if same or differ or (role.kind is RoleKind.PERMUTATION and used & fields):
            yield rule_of(role)


# --- tries ---


@dataclass(frozen=True, slots=True)
class _Spot:
    """A quantity of a comparison in one instance of its rule."""

    subject: Subject
    plan: Plan
    instance: int
    leaf: Leaf
    slot: Slot
    element: int
    alone: bool  # compared with a constant: a size too small for any line counts as breaking it


def _attempts(plan: Plan, atom: Atom, subject: Subject) -> Iterator[Attempt]:
    """Yield inputs in which one quantity of the pair just breaks it."""
    plan = _same_plan(plan, subject)
    texts = [render(part) for side in atom[::2] for part in leaf_parts(side)]
    for instance in _instances(plan, subject):
        one = np.array([instance])
        try:
            env = {t: _plain(v[0]) for t, v in subject.evaluator.environment(plan, one).items()}
        except ArithmeticError:  # a total can't be worked out there
            continue
        for text in dict.fromkeys(texts):
            leaf = plan.leaves[text]
            if leaf.kind == "position":
                continue
            _, _, number, element = subject.evaluator.locate(leaf, plan.domain, one)
            spot = _Spot(
                subject, plan, instance, leaf, subject.schema.slots[number], element, len(texts) == 1
            )
            for count, value in enumerate(crossing(atom, env, text, _step(spot))):
                if count == _MOST_VALUES:
                    break
                yield from _with_value(spot, env[text], value, text)


def _same_plan(plan: Plan, subject: Subject) -> Plan:
    """Return the plan over the slots of the subject's own schema."""
    assert isinstance(plan.item, Comparison)
    numbers = [slot.number for slot in plan.slots]
    for rule in subject.binding.rules:
        if rule.comparison == plan.item:
            for found in rule_plans(subject.schema, rule):
                if [slot.number for slot in found.slots] == numbers:
                    return found
    raise AssertionError("a schema of the same layout has the same plans")


def _instances(plan: Plan, subject: Subject) -> list[int]:
    found = [int(i) for part in subject.evaluator.instances(plan) for i in part[: 1 << 12]]
    if len(found) <= _SPREAD:
        return found[::-1]
    return [found[-1], found[0], found[len(found) // 2], found[1]]


def _plain(value: object) -> Value:
    return int(value) if isinstance(value, np.integer) else value  # type: ignore[return-value]


def _step(spot: _Spot) -> Value:
    """Return the smallest change of a quantity: of a number with decimals, a unit of the last one."""
    if spot.slot.field.type is not FieldType.REAL or spot.leaf.kind in ("length", "count"):
        return 1
    decimals = len(spot.subject.text(spot.slot, spot.element).partition(".")[2])
    return Fraction(1, 10 ** max(decimals, 1))


def _with_value(spot: _Spot, old: Value, value: Value, text: str) -> Iterator[Attempt]:
    """Yield inputs in which the quantity has this value."""
    if spot.leaf.kind == "sum":
        yield from _with_total(spot, old, value, text)
    elif spot.leaf.kind in ("value", "pick"):
        yield from _with_number(spot, value, f"{text} is {_shown(value)}")
    elif value == int(value) and value >= 0:
        yield from _with_length(spot, int(value), f"{text} is {_shown(value)}")


def _with_number(spot: _Spot, value: Value, what: str) -> Iterator[Attempt]:
    subject, slot, element = spot.subject, spot.slot, spot.element
    place = subject.place(slot, element)
    if slot.name in _sizes(subject.schema) and not slot.is_run and value == int(value):
        size = int(value)
        for others in _companions(subject, slot, element, size):
            data = resized(subject, {(slot.number, element): size, **others})
            if data is not None:
                yield Attempt(data, what)
        if size < 1 and spot.alone:
            yield Attempt(subject.changed([Change(slot, element, str(size))]), what, place)
            yield Attempt(emptied(subject, slot, element, size), what, place)
        return
    written = _written(value, subject.text(slot, element))
    if written is not None:
        yield Attempt(subject.changed([Change(slot, element, written)]), what)


def _sizes(schema: Schema) -> frozenset[str]:
    """Return the names that say how much there is: lines, tokens, characters, vertices."""
    return schema.sizes | {role.size for role in schema.roles if role.size is not None}


def _companions(
    subject: Subject, slot: Slot, element: int, size: int
) -> Iterator[Mapping[tuple[int, int], int]]:
    """Yield what else must change with a size: as many edges as connect all vertices, and the reverse."""
    yield {}
    for role in subject.schema.roles:
        if role.kind not in _SPARSE or role.size is None:
            continue
        origin = subject.schema.named(role.fields[0])[0].level.origin
        edges = origin.count if isinstance(origin, Repeat) else None
        if not isinstance(edges, Ref):
            continue
        wanted = (
            {role.size: isqrt(2 * max(size, 0)) + 2} if slot.name == edges.name else {edges.name: size - 1}
        )
        for name, other in wanted.items():
            for found in subject.schema.named(name):
                if found.level is slot.level and found is not slot:
                    yield {(found.number, element): max(other, 0)}


def _with_length(spot: _Spot, length: int, what: str) -> Iterator[Attempt]:
    """Yield inputs in which a text, or an array, has this length."""
    subject, slot = spot.subject, spot.slot
    fixed = slot.field.length if spot.leaf.kind == "length" else slot.field.count
    if fixed is not None:
        yield from _through_size(spot, fixed, length, what)
        return
    if spot.leaf.kind == "count" or length > LARGEST:
        return
    text = subject.text(slot, spot.element)
    if slot.field.type is FieldType.INT:
        if 0 < length <= 1000:
            yield Attempt(subject.changed([Change(slot, spot.element, "1" + "0" * (length - 1))]), what)
    else:
        made = (text * (length // max(len(text), 1) + 1))[:length] if text else ""
        place = subject.place(slot, spot.element)
        yield Attempt(subject.changed([Change(slot, spot.element, made)]), what, place)


def _through_size(spot: _Spot, fixed: Expr, length: int, what: str) -> Iterator[Attempt]:
    """Yield inputs in which the size that fixes a length is another."""
    if not isinstance(fixed, Ref) or fixed.indices:
        return
    subject = spot.subject
    for size in subject.schema.named(fixed.name):
        if size.is_run or not size.level.encloses(spot.slot.level):
            continue
        elements = range(subject.size(size)) if size.level is not spot.slot.level else (spot.element,)
        for element in list(elements)[:_SPREAD]:
            data = (
                resized(subject, {(size.number, element): length}) if element < subject.size(size) else None
            )
            if data is not None:
                yield Attempt(data, what)
            if length == 0 and spot.alone and element < subject.size(size):
                yield Attempt(emptied(subject, size, element, 0), what, subject.place(size, element))


def _with_total(spot: _Spot, old: Value, value: Value, text: str) -> Iterator[Attempt]:
    """Yield inputs in which a sum has this value: one summand takes the difference, or all share it."""
    inner = spot.leaf.inner
    assert inner is not None
    leaves = [
        leaf for leaf in inner.leaves.values() if leaf.slot is not None and leaf.kind in ("value", "length")
    ]
    if not isinstance(inner.item, Ref) and not (len(leaves) == 1 and leaves[0].kind == "length"):
        return
    leaf = leaves[0]
    assert leaf.slot is not None
    slot = spot.subject.schema.slots[leaf.slot.number]
    what = f"{text} is {_shown(value)}"
    own = [e for e in range(min(spot.subject.size(slot), 4096)) if _is_inside(spot, inner, e)]
    for element in (*own[::-1][:_SPREAD],):
        summand = _Spot(spot.subject, inner, element, leaf, slot, element, False)
        change = value - old
        if leaf.kind == "length":
            size = len(spot.subject.text(slot, element)) + int(change)
            yield from _with_length(summand, size, what) if size >= 0 else ()
        else:
            now = subject_number(spot.subject, slot, element)
            yield from _with_number(summand, now + change, what)
    if leaf.kind == "value" and own:
        yield from _shared(spot, slot, own, int(value), what)


def _is_inside(spot: _Spot, inner: Plan, element: int) -> bool:
    evaluator = spot.subject.evaluator
    if element >= evaluator.size(inner.domain):
        return False
    around = evaluator.upward(spot.plan.domain, spot.leaf.domain, np.array([spot.instance]))[0]
    return bool(evaluator.upward(inner.domain, spot.leaf.domain, np.array([element]))[0] == around)


def subject_number(subject: Subject, slot: Slot, element: int) -> Value:
    """Return the number in a token."""
    return _plain(subject.evaluator.numbers(slot)[element])


def _shared(spot: _Spot, slot: Slot, own: list[int], total: int, what: str) -> Iterator[Attempt]:
    """Yield an input whose summands are as large as they may be, with more test cases if need be."""
    subject = spot.subject
    if slot.name not in subject.schema.sizes or slot.is_run or slot.level.parent is not subject.schema.root:
        return
    largest = _largest(subject, slot)
    counts = [b.node.count for b in subject.schema.blocks if getattr(b, "level", None) is slot.level]  # type: ignore[union-attr]
    if largest is None or largest < 1 or not counts or not isinstance(counts[0], Ref):
        return
    cases = -(-total // largest)
    tests = next((s for s in subject.schema.named(counts[0].name) if s.level is subject.schema.root), None)
    if tests is None or cases > LARGEST // 8:
        return
    wide = resized(subject, {(tests.number, 0): max(cases, len(own))})
    if wide is None:
        return
    grown = Subject(subject.layout, subject.binding, wide)
    parts = [total // max(cases, len(own))] * max(cases, len(own))
    for at in range(total - sum(parts)):
        parts[at] += 1
    data = resized(grown, {(slot.number, at): part for at, part in enumerate(parts)})
    if data is not None:
        yield Attempt(data, what)


def _largest(subject: Subject, slot: Slot) -> int | None:
    """Return the tightest constant upper bound of a slot."""
    found = [
        bound
        for rule in subject.binding.rules
        for item, bound, low in constant_bounds(rule.comparison, subject.schema)
        if not low and isinstance(item, Ref) and item.name == slot.name
    ]
    return int(min(found)) if found else None


def _written(value: Value, before: str) -> str | None:
    """Return how a number is written; None for one that has no such form."""
    if value == int(value) and "." not in before:
        return to_text(int(value))
    decimals = max(len(before.partition(".")[2]), 1)
    scaled = Fraction(value) * 10**decimals
    if scaled.denominator != 1:
        return None
    digits = str(abs(int(scaled))).rjust(decimals + 1, "0")
    return ("-" if scaled < 0 else "") + f"{digits[:-decimals]}.{digits[-decimals:]}"


def _shown(value: Value) -> str:
    text = to_text(value) if isinstance(value, int) else str(float(value))
    return text if len(text) <= 40 else f"{text[:20]}… ({len(text)} digits)"
