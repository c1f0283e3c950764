"""From constraint records to boundaries: rules for independent variables, CP-SAT for coupled groups."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from stab.expression import Comparison, Expr, Value, evaluate, holds
from stab.records import Boundary, Extraction, Group, Method, Saturation
from stab.saturate.conflict import conflict, no_assignment
from stab.saturate.cpsat import Answer, GroupModel, TooLarge
from stab.saturate.groups import System, build_system, condition_keys, groups, keys_of
from stab.saturate.ranges import check_ranges, contradiction
from stab.saturate.rules import Atom, Interval, propagate

LEVELS = 1024  # resolution of the common level x_i >= upper_i ** (k / LEVELS)
MAX_ORDERED = 4  # groups up to this many sizes are tried in every order
REPAIR_STEPS = 2000
Values = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Group:
    """A group to resolve: its system restricted to its own variables."""

    keys: tuple[str, ...]
    sizes: tuple[str, ...]
    tests: str | None
    atoms: tuple[Atom, ...]
    conditions: tuple[Expr | Comparison, ...]
    domains: Mapping[str, Interval]


def saturate(extraction: Extraction) -> Saturation:
    """Return the largest valid sizes and the named joint boundaries (paper section 4.1).

    Independent variables take the largest value that satisfies all their bounds; coupled ones are
    resolved with CP-SAT; every boundary is checked again in exact integers. A size without any
    upper bound is left out. Raises InfeasibleError when constraints contradict each other.
    """
    check_ranges(extraction)
    system = build_system(extraction)
    parts = [_resolve(_restrict(system, keys), system) for keys in groups(system) if _bounded(system, keys)]
    maxima = {key: part.maxima[key] for key in _order(system) for part in parts if key in part.maxima}
    return Saturation(
        maxima=maxima,
        groups=tuple(part.group for part in parts if part.maxima),
        boundaries=_join([part for part in parts if part.maxima], system),
    )


@dataclass(frozen=True, slots=True)
class _Resolved:
    """A group's own answer: each size alone, and its named corners."""

    group: Group
    maxima: Values
    corners: Mapping[str, Values]


def _order(system: System) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*system.sizes, *((system.tests,) if system.tests else ()))))


def _bounded(system: System, keys: Sequence[str]) -> bool:
    """Tell whether the group has a size whose upper end is known."""
    return any(key in _order(system) and system.domains[key].high is not None for key in keys)


def _restrict(system: System, keys: tuple[str, ...]) -> _Group:
    """Return the group with only what has a finite domain, and the relations among that."""
    finite = {}
    for key in keys:
        domain = system.domains[key]
        if domain.high is not None:
            low = domain.low if domain.low is not None else min(0, int(domain.high))
            finite[key] = Interval(low, domain.high)
    atoms = tuple(
        a for a in system.atoms
        if (used := {*keys_of(system, a.left), *keys_of(system, a.right)}) and used <= set(finite)
    )  # fmt: skip
    conditions = tuple(
        c for c in system.conditions if (k := condition_keys(system, c)) and set(k) <= set(finite)
    )
    sizes = tuple(k for k in _order(system) if k in finite)
    tests = system.tests if system.tests in finite else None
    return _Group(tuple(finite), sizes, tests, atoms, conditions, finite)


def _resolve(group: _Group, system: System) -> _Resolved:
    if len(group.keys) == 1 and not group.conditions:
        key = group.keys[0]
        value = int(group.domains[key].high or 0)
        return _Resolved(Group(group.keys, Method.RULE, "optimal"), {key: value}, {})
    model = GroupModel(group.atoms, group.conditions, group.domains)
    try:
        return _by_solver(group, model, system)
    except TooLarge:
        return _by_search(group, system)


def _by_solver(group: _Group, model: GroupModel, system: System) -> _Resolved:
    maxima, corners = {}, {}
    balanced = _level(group, model, system)
    status = "optimal"
    for size in group.sizes:
        answer = _maximise(group, model, size, {}, balanced)
        corner = _repair(group, _lexicographic(group, model, _favouring(group, size), balanced))
        if corner is not None and answer.values:
            status = answer.status if answer.status != "optimal" else status
            maxima[size] = _polish(group, answer.values, size)
            corners[f"max:{size}" if size != group.tests else "max-tests"] = corner
    for name, values in _joint_corners(group, model, balanced):
        corners[name] = values
    return _Resolved(Group(group.sizes, Method.CP_SAT, status), maxima, corners)


def _maximise(group: _Group, model: GroupModel, size: str, fixed: Values, start: Values) -> Answer:
    """Return the largest `size` with some values fixed.

    A point that reaches the end of the propagated domain is optimal; otherwise CP-SAT looks further.
    """
    pinned = {**group.domains, **{k: Interval(v, v) for k, v in fixed.items()}}
    domains = propagate(group.atoms, pinned)
    free = [k for k in group.keys if k not in fixed]
    others = [k for k in free if k != size]
    starts = [start, _shrink(group, start, others), *_low_points(group, fixed)]
    starts = [p for p in starts if all(p[k] == v for k, v in fixed.items())]
    if starts:
        climbs = [(size,), *((other, size) for other in others)]
        point = max((_climb(group, p, c) for p in starts for c in climbs), key=lambda v: v[size])
        if point[size] == domains[size].high:
            return Answer("optimal", _climb(group, point, others))
    else:
        point = {}
    answer = model.maximise(size, fixed=fixed, hint=point)
    if not answer.values and point:
        return Answer("feasible", point)
    return answer


def _low_points(group: _Group, fixed: Values) -> list[Values]:
    """Return the point with everything that is not fixed at its low end, if it is valid."""
    point = {**{key: int(d.low or 0) for key, d in group.domains.items()}, **fixed}
    return [point] if _valid(group, point) else []


def _shrink(group: _Group, values: Values, keys: Sequence[str]) -> Values:
    """Return the point with each key lowered as far as it stays valid: room for another to grow."""
    for key in keys:
        lowest = {**values, key: int(group.domains[key].low or 0)}
        if _valid(group, lowest):
            values = lowest
    return values


def _favouring(group: _Group, first: str) -> tuple[str, ...]:
    rest = [s for s in group.sizes if s not in (first, group.tests)]
    last = [group.tests] if group.tests and group.tests != first else []
    return (first, *rest, *last)


def _lexicographic(group: _Group, model: GroupModel, order: Sequence[str], start: Values) -> Values:
    """Return the assignment that maximises the sizes one after another."""
    fixed: dict[str, int] = {}
    values = start
    for key in order:
        answer = _maximise(group, model, key, fixed, values)
        if not answer.values:
            return values
        values, fixed = answer.values, {**fixed, key: answer.values[key]}
    return values


def _joint_corners(group: _Group, model: GroupModel, balanced: Values) -> list[tuple[str, Values]]:
    """Return the balanced corner, the one with the largest product, and a split with about sqrt tests."""
    plain = [s for s in group.sizes if s != group.tests]
    found: list[tuple[str, Values]] = [("balanced", balanced)]
    if 1 < len(plain) <= MAX_ORDERED:
        tail = (group.tests,) if group.tests else ()
        orders = permutations(plain)
        options = [_repair(group, _lexicographic(group, model, (*o, *tail), balanced)) for o in orders]
        best = max((o for o in options if o is not None), key=lambda v: _product(v, plain), default=None)
        if best is not None and _product(best, plain) > _product(balanced, plain):
            found.append(("max-product", best))
    if group.tests and plain:
        split = _sqrt_tests(group, model, plain, balanced)
        if split is not None:
            found.append(("sqrt-tests", split))
    return found


def _sqrt_tests(group: _Group, model: GroupModel, plain: Sequence[str], start: Values) -> Values | None:
    """Return the assignment with about the square root of the largest number of tests, sizes after it."""
    tests = group.tests or ""
    low, high = int(group.domains[tests].low or 1), int(group.domains[tests].high or 1)
    middle = max(low, math.isqrt(max(low, 1) * high))
    point = {**_shrink(group, start, plain), tests: middle}
    if not _valid(group, point):
        return None
    fixed = {tests: middle}
    for key in plain:
        answer = _maximise(group, model, key, fixed, point)
        if answer.values:
            point, fixed = {**answer.values}, {**fixed, key: answer.values[key]}
    return point if _valid(group, point) else None


def _product(values: Values, keys: Sequence[str]) -> int:
    return math.prod(values[k] for k in keys)


def _level(group: _Group, model: GroupModel, system: System) -> Values:
    """Return the assignment with the highest common level of all sizes, topped up one after another.

    Maximising a product directly stays merely feasible for seconds; a common level takes milliseconds.
    """
    plain = [s for s in group.sizes if s != group.tests] or list(group.sizes)
    values = _ladder(group)
    if values is None:
        answer = model.maximise(None)
        if answer.status == "infeasible":
            raise _no_assignment(group, system)
        values = _repair(group, answer.values)
    if values is None:
        raise TooLarge("no valid point found")
    low, high = 1, 0 if all(values[k] == group.domains[k].high for k in plain) else LEVELS
    while low <= high:
        middle = (low + high) // 2
        lows = _lows(group, plain, middle)
        answer = model.maximise(None, lows=lows) if _open(group, lows) else Answer("infeasible", {})
        found = _repair(group, answer.values) if answer.values else None
        if found is not None:
            values, low = found, middle + 1
        else:
            high = middle - 1
    tests = [group.tests] if group.tests else []
    return _climb(group, values, (*plain, *tests, *(k for k in group.keys if k not in group.sizes)))


def _open(group: _Group, lows: Values) -> bool:
    """Tell whether propagation leaves every domain a value under raised lower ends: cheaper than a model."""
    raised = {**group.domains, **{k: Interval(low, group.domains[k].high) for k, low in lows.items()}}
    domains = propagate(group.atoms, raised)
    return all((d.low or 0) <= (d.high or 0) for d in domains.values())


def _lows(group: _Group, keys: Sequence[str], level: int) -> Values:
    """Return the common level: each key at the same share of its upper end's logarithm."""
    lows = {}
    for key in keys:
        low, high = int(group.domains[key].low or 0), int(group.domains[key].high or 0)
        share = high if level >= LEVELS else int(math.exp(math.log(max(high, 1)) * level / LEVELS))
        lows[key] = max(low, min(high, share))
    return lows


def _valid(group: _Group, values: Values) -> bool:
    """Tell in exact arithmetic whether every relation and condition of the group holds."""
    try:
        for atom in group.atoms:
            if not holds(Comparison((atom.left, atom.right), (atom.sign,)), values):
                return False
        for condition in group.conditions:
            truth: Value | bool = (
                holds(condition, values) if isinstance(condition, Comparison) else evaluate(condition, values)
            )
            if not truth:
                return False
    except ArithmeticError:
        return False
    return all((d.low or 0) <= values[k] <= (d.high or 0) for k, d in group.domains.items() if k in values)


def _repair(group: _Group, values: Values) -> Values | None:
    """Return the nearest values, one size moved, that satisfy everything; None if nothing near does."""
    if not values:
        return None
    if _valid(group, values):
        return values
    for step in range(1, REPAIR_STEPS):
        for key in reversed(group.sizes):
            for moved in (values[key] - step, values[key] + step):
                nearer = {**values, key: moved}
                if _valid(group, nearer):
                    return nearer
    return None


def _polish(group: _Group, values: Values, size: str) -> int:
    repaired = _repair(group, values)
    return repaired[size] if repaired is not None else values[size]


def _by_search(group: _Group, system: System) -> _Resolved:
    """Resolve a group beyond 64 bits: coordinate-wise binary search in exact integers."""
    start = _ladder(group)
    if start is None:
        raise _no_assignment(group, system)
    corners: dict[str, Values] = {}
    maxima: dict[str, int] = {}
    others = [k for k in group.keys if k not in group.sizes]
    for size in group.sizes:
        rest = [k for k in group.sizes if k != size]
        lowered = _shrink(group, start, rest)
        values = max(
            (
                _climb(group, point, (*before, size, *rest, size))
                for point in (start, lowered)
                for before in ((), others)
            ),
            key=lambda v: v[size],
        )
        maxima[size] = values[size]
        corners[f"max:{size}" if size != group.tests else "max-tests"] = values
    return _Resolved(Group(group.sizes, Method.RULE, "feasible"), maxima, corners)


def _ladder(group: _Group) -> Values | None:
    """Return a valid point with each variable at its low or high end, if there is one."""
    start = {key: int(d.low or 0) for key, d in group.domains.items()}
    sizes = [k for k in group.sizes if k != group.tests]
    keys = [k for k in group.keys if k not in sizes][: max(0, 12 - len(sizes))] + sizes[
        :12
    ]  # sizes stay high longest
    for mask in reversed(range(1 << len(keys))):
        raised = {k: int(group.domains[k].high or 0) for i, k in enumerate(keys) if mask >> i & 1}
        if _valid(group, {**start, **raised}):
            return {**start, **raised}
    return None


def _climb(group: _Group, values: Values, order: Sequence[str]) -> Values:
    """Return the point raised along each key in turn as far as it stays valid."""
    for key in order:
        point = dict(values)

        def accept(value: int, point: dict[str, int] = point, key: str = key) -> bool:
            return _valid(group, {**point, key: value})

        values = {**point, key: _largest(point[key], int(group.domains[key].high or 0), accept)}
    return values


def _largest(low: int, high: int, accept: Callable[[int], bool]) -> int:
    """Return the largest accepted value by bisection; `low` is accepted."""
    while low < high:
        middle = (low + high + 1) // 2
        if accept(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _no_assignment(group: _Group, system: System) -> Exception:
    sources = conflict(group.atoms, no_assignment(group.conditions, group.domains))
    return contradiction([system.extraction.constraints[s] for s in sources], ", ".join(group.sizes))


def _join(parts: Sequence[_Resolved], system: System) -> tuple[Boundary, ...]:
    """Return the named boundaries of all sizes: each corner of a group with the others at their best."""
    if not parts:
        return ()
    sizes = _order(system)
    best = {k: v for part in parts for k, v in _corner(part, "max-product", "balanced").items()}
    named: dict[str, Values] = {"balanced": {**best, **_balanced(parts)}}
    for part in parts:
        for name in sorted(part.corners, key=lambda name: name == "max-product"):
            named.setdefault(name, {**best, **part.corners[name]})
    tests = system.tests
    if tests and tests in best and "max-tests" not in named and len(best) > 1:
        named["one-test"] = {**best, tests: max(1, int(system.domains[tests].low or 1))}
    seen: dict[tuple[tuple[str, int], ...], str] = {}
    for name, values in named.items():
        shown = tuple((k, values[k]) for k in sizes if k in values)
        seen.setdefault(shown, name)
    return tuple(Boundary(name, dict(values)) for values, name in seen.items())


def _balanced(parts: Sequence[_Resolved]) -> Values:
    return {k: v for part in parts for k, v in _corner(part, "balanced").items()}


def _corner(part: _Resolved, *names: str) -> Values:
    """Return the first of the named corners that the group has, else any, else its single maximum."""
    found = next((part.corners[n] for n in (*names, *part.corners) if n in part.corners), None)
    return part.maxima if found is None else found
