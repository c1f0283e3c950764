"""The dependency graph: variables, their domains, and which must be resolved together (paper section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stab.expression import (
    LONGEST_NUMBER,
    Call,
    Comparison,
    Const,
    Expr,
    Op,
    Ref,
    names,
    parse_comparison,
    parse_expr,
    refs,
    render,
)
from stab.records import Constraint, Extraction
from stab.saturate.conflict import conflict, empty_ranges
from stab.saturate.ranges import contradiction
from stab.saturate.rules import Atom, Interval, propagate

MAX_BITS = 3 * LONGEST_NUMBER  # of an upper end; below the digits that can be written


@dataclass(frozen=True, slots=True)
class System:
    """The relations among scalar quantities, and the domain of each; keys are canonical texts."""

    atoms: tuple[Atom, ...]
    conditions: tuple[Expr | Comparison, ...]  # side conditions over the same keys
    domains: dict[str, Interval]
    sizes: tuple[str, ...]
    tests: str | None
    extraction: Extraction


def build_system(extraction: Extraction) -> System:
    """Return the system of an extraction, domains propagated; InfeasibleError when a domain is empty."""
    tests = extraction.tests_variable
    sizes = extraction.size_variables
    atoms = [
        atom for i, c in enumerate(extraction.constraints) for atom in _atoms(c.comparison, i, tests, sizes)
    ]
    reals = set(extraction.real_variables) - set(sizes)
    scalar = [a for a in atoms if not (_has_elements(a, sizes) or reals & {*names(a.left), *names(a.right)})]
    conditions = tuple(c for c in _conditions(extraction, tests, sizes) if not reals & {*names(c)})
    keys = dict.fromkeys((*sizes, *((tests,) if tests else ())))
    for atom in scalar:
        keys.update(dict.fromkeys(_keys(atom.left, sizes)))
        keys.update(dict.fromkeys(_keys(atom.right, sizes)))
    for condition in conditions:
        for part in condition.operands if isinstance(condition, Comparison) else (condition,):
            keys.update(dict.fromkeys(_keys(part, sizes)))
    start = {key: Interval(None, None) for key in keys}
    from_conditions = [a for c in conditions if isinstance(c, Comparison) for a in _implied(c)]
    domains = propagate((*scalar, *from_conditions), start)
    for key in (*sizes, *((tests,) if tests else ())):
        if domains[key].low is None:  # a size without a stated lower bound: something is there
            domains[key] = Interval(_default_low(domains[key]), domains[key].high)
    domains = {k: _writable(d) for k, d in propagate((*scalar, *from_conditions), domains).items()}
    system = System(tuple(scalar), conditions, domains, sizes, tests, extraction)
    _check_domains(system)
    return system


def groups(system: System) -> tuple[tuple[str, ...], ...]:
    """Return the variables in connected components of the dependency graph, in order of appearance."""
    parent = {key: key for key in system.domains}

    def root(key: str) -> str:
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    relations: list[Iterable[str]] = [
        (*keys_of(system, a.left), *keys_of(system, a.right)) for a in system.atoms
    ]
    relations += [condition_keys(system, c) for c in system.conditions]
    for keys in relations:
        keys = tuple(keys)
        for key in keys[1:]:
            parent[root(key)] = root(keys[0])
    found: dict[str, list[str]] = {}
    for key in system.domains:
        found.setdefault(root(key), []).append(key)
    return tuple(tuple(members) for members in found.values())


def keys_of(system: System, item: Expr) -> tuple[str, ...]:
    """Return the canonical texts of the variables in an expression."""
    return tuple(_keys(item, system.sizes))


def condition_keys(system: System, condition: Expr | Comparison) -> tuple[str, ...]:
    """Return the canonical texts of the variables in a side condition."""
    parts = condition.operands if isinstance(condition, Comparison) else (condition,)
    return tuple(dict.fromkeys(key for part in parts for key in _keys(part, system.sizes)))


def _check_domains(system: System) -> None:
    for key, domain in system.domains.items():
        if domain.low is not None and domain.high is not None and domain.low > domain.high:
            implied = [a for c in system.conditions if isinstance(c, Comparison) for a in _implied(c)]
            raise contradiction(_involved(system, (*system.atoms, *implied)), key)


def _involved(system: System, atoms: Sequence[Atom]) -> list[Constraint]:
    """Return the constraints that leave some variable no value, sizes taken as at least 1 only if need be."""
    nothing = {key: Interval(None, None) for key in system.domains}
    sized = {k: Interval(1, None) if k in (*system.sizes, system.tests) else d for k, d in nothing.items()}
    tests = [empty_ranges(start) for start in (nothing, sized)]
    infeasible = next((test for test in tests if test(atoms)), tests[-1])
    return [system.extraction.constraints[source] for source in conflict(atoms, infeasible)]


def _writable(domain: Interval) -> Interval:
    """Return the domain without an upper end that is too long to write out: no file holds so many things."""
    endless = domain.high is not None and int(domain.high).bit_length() > MAX_BITS
    return Interval(domain.low, None) if endless else domain


def _implied(condition: Comparison) -> Iterator[Atom]:
    """Yield the relations that a side condition holds, for a set of numbers its ends."""
    match condition:
        case Comparison((Call("oneof", (subject, *members)), Const(1)), ("==",)):
            values = [m.value for m in members if isinstance(m, Const)]
            if len(values) == len(members):
                yield Atom(Const(min(values)), "<=", subject, -1)
                yield Atom(subject, "<=", Const(max(values)), -1)
        case _:
            yield from _split(condition, -1)


def _default_low(domain: Interval) -> int:
    return 1 if domain.high is None or domain.high >= 1 else int(domain.high)


def _atoms(chain: Comparison, source: int, tests: str | None, sizes: tuple[str, ...]) -> Iterator[Atom]:
    for atom in _split(chain, source):
        left, right = (_uniform(side, tests, sizes) for side in (atom.left, atom.right))
        if atom.sign == "==":
            yield Atom(left, atom.sign, right, source)
            continue
        for a in _operands("max", left):
            for b in _operands("min", right):
                yield Atom(a, atom.sign, b, source)


def _operands(name: str, side: Expr) -> tuple[Expr, ...]:
    """Return the arguments of an outermost min (or max): below a min is below each of them."""
    return side.args if isinstance(side, Call) and side.name == name else (side,)


def _split(chain: Comparison, source: int) -> Iterator[Atom]:
    for left, sign, right in chain.atoms():
        if sign in (">=", ">"):
            yield Atom(right, "<=" if sign == ">=" else "<", left, source)
        elif sign != "!=":
            yield Atom(left, sign, right, source)


def _uniform(item: Expr, tests: str | None, sizes: tuple[str, ...]) -> Expr:
    """Return the expression with a total over test cases written as count times value (equal tests)."""
    if render(item) in sizes:
        return item
    match item:
        case Call("sum", (inner,)) if tests and not _indexed(inner):
            return Op("*", (parse_expr(tests), inner))
        case Call("sum", (inner,)) if not _indexed(inner):
            return inner  # one repetition at least: the total bounds the single value
        case Op(sign, args):
            return Op(sign, tuple(_uniform(a, tests, sizes) for a in args))
        case Call(name, args) if name not in ("sum", "len"):
            return Call(name, tuple(_uniform(a, tests, sizes) for a in args))
        case _:
            return item


def _indexed(item: Expr) -> bool:
    return any(ref.indices and not isinstance(ref.indices[0], Const) for ref in refs(item))


def _keys(item: Expr, sizes: tuple[str, ...]) -> Iterator[str]:
    """Yield the canonical texts of the scalar quantities in `item`."""
    text = render(item)
    if text in sizes:
        yield text
        return
    match item:
        case Ref() | Call("sum" | "len", _):
            yield text
        case Op(_, args) | Call(_, args):
            for arg in args:
                yield from _keys(arg, sizes)
        case _:
            pass


def _has_elements(atom: Atom, sizes: tuple[str, ...]) -> bool:
    """Tell whether the relation is about element values, which sizes do not depend on."""
    return any(
        "[" in key and key not in sizes for side in (atom.left, atom.right) for key in _keys(side, sizes)
    )


def _conditions(
    extraction: Extraction, tests: str | None, sizes: tuple[str, ...]
) -> Iterator[Expr | Comparison]:
    """Yield the side conditions that speak of scalars only."""
    for text in extraction.side_conditions:
        try:
            chain: Expr | Comparison = parse_comparison(text)
        except ValueError:
            try:
                chain = parse_expr(text)
            except ValueError:
                continue
        if isinstance(chain, Comparison):
            chain = Comparison(tuple(_uniform(o, tests, sizes) for o in chain.operands), chain.signs)
            parts: tuple[Expr, ...] = chain.operands
        else:
            parts = (chain,)
        if not any("[" in key and key not in sizes for part in parts for key in _keys(part, sizes)):
            yield chain
