"""From candidates to records: bars resolved, roles applied, halves joined, duplicates dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from stab.expression import (
    BadExpression,
    Call,
    Comparison,
    Const,
    Expr,
    Op,
    Ref,
    evaluate,
    names,
    parse,
    refs,
    render,
)
from stab.records import Constraint, ConstraintKind, Extraction, Origin, Problem
from stab.saturate.candidates import Candidate, constant_bounds, of_pronouns, shape, upper
from stab.saturate.notation import is_constant, negate
from stab.saturate.roles import Names, RoleOf

MAX_CONSTRAINTS = 400


@dataclass(frozen=True, slots=True)
class Lost:
    """A candidate that became no constraint, and why."""

    candidate: Candidate
    reason: str


def assemble(
    candidates: Iterable[Candidate], problem: Problem, known: Names
) -> tuple[Extraction, list[Lost]]:
    """Return the constraints and side conditions of the candidates, and what became neither."""
    resolved, lost = [], []
    for candidate in candidates:
        found = _resolve(candidate, known)
        resolved += found
        if not found and candidate.role == RoleOf.GLOBAL:
            lost.append(candidate)
    resolved = resolved[: 4 * MAX_CONSTRAINTS]
    told = [c for c in resolved if c.condition and c.role == RoleOf.GLOBAL]
    conditions = [c for c in told if _is_condition(c)]
    lost += [c for c in told if c.listed and not _is_condition(c)]
    bounds = _distinct(of_pronouns(_with_squares([c for c in resolved if not c.condition])))
    known_bounds = _by_role(bounds, known)
    chosen = _widest(known_bounds)
    chosen = _join_halves(chosen)
    constraints = tuple(_record(c, problem) for c in chosen[:MAX_CONSTRAINTS])
    missed = [Lost(c, "no bound that can be checked") for c in lost]
    missed += [Lost(c, "a wider bound on the same name counts") for c in _narrower(known_bounds, chosen)]
    return Extraction(constraints, _side_texts(conditions)), missed


def _side_texts(conditions: Iterable[Candidate]) -> tuple[str, ...]:
    """Return the canonical texts of side conditions, each once, whichever side is written first."""
    texts: dict[str, None] = {}
    for condition in conditions:
        comparison = _size_left(condition.comparison)
        mirrored = render(Comparison(comparison.operands[::-1], comparison.signs))
        if comparison.signs[0] not in ("==", "!=") or mirrored not in texts:
            texts[render(comparison)] = None
    return tuple(texts)


# --- bars ----------------------------------------------------------------------------------------


def _resolve(candidate: Candidate, known: Names) -> list[Candidate]:
    """Read `|x|` as a length or as an absolute value; drop what the canonical language does not know."""
    comparison = candidate.comparison
    if any(_has_bars(o) for o in comparison.operands):
        comparison = _resolve_bars(comparison, known)
    try:
        if parse(render(comparison)) != comparison:
            comparison = parse(render(comparison))  # type: ignore[assignment]
    except BadExpression:
        return []
    if not isinstance(comparison, Comparison) or not all(map(_has_value, comparison.operands)):
        return []
    return [replace(candidate, comparison=comparison)]


def _has_value(item: Expr) -> bool:
    """Tell whether every constant part can be worked out and written: `10 ** 10 ** 9` can't."""
    try:
        if is_constant(item):
            evaluate(item, {})
    except ArithmeticError:
        return False
    match item:
        case Op(_, args) | Call(_, args) | Ref(_, args):
            return all(map(_has_value, args))
    return True


def _has_bars(item: Expr) -> bool:
    if isinstance(item, Call):
        return item.name == "bars" or any(map(_has_bars, item.args))
    return isinstance(item, Op) and any(map(_has_bars, item.args))


def _resolve_bars(comparison: Comparison, known: Names) -> Comparison:
    operands, signs = comparison.operands, comparison.signs
    first = operands[0]
    if (
        isinstance(first, Call)
        and first.name == "bars"
        and len(operands) == 2
        and signs[0] not in ("==", "!=")
        and not _is_text(first.args[0], known)
    ):
        inner, limit = first.args[0], operands[1]
        if isinstance(inner, Ref) and not _has_bars(limit):
            return Comparison((negate(limit), inner, limit), (signs[0], signs[0]))
    return Comparison(tuple(_lengths(o, known) for o in operands), signs)


def _lengths(item: Expr, known: Names) -> Expr:
    if isinstance(item, Call):
        args = tuple(_lengths(a, known) for a in item.args)
        if item.name == "bars":
            return Call("len" if isinstance(args[0], Ref) else "abs", args)
        return Call(item.name, args)
    if isinstance(item, Op):
        return Op(item.sign, tuple(_lengths(a, known) for a in item.args))
    return item


def _is_text(item: Expr, known: Names) -> bool:
    return isinstance(item, Ref) and item.name in known.strings


def _with_squares(bounds: list[Candidate]) -> list[Candidate]:
    """Read `k <= n2` as k <= n ** 2 where n is a plain number with a bound of its own."""
    plain = {o.name for c in bounds for o in c.comparison.operands if isinstance(o, Ref) and not o.indices}
    squares = {
        o
        for c in bounds
        if isinstance(o := c.comparison.operands[-1], Ref)
        and o.name in plain
        and o.indices in ((Const(2),), (Const(3),))
    }
    indexed = {r for c in bounds for o in c.comparison.operands for r in refs(o) if r.indices}
    squares -= {s for s in squares if any(r.name == s.name and r not in squares for r in indexed)}
    result = []
    for c in bounds:
        last = c.comparison.operands[-1]
        if isinstance(last, Ref) and last in squares:
            power = Op("**", (Ref(last.name), last.indices[0]))
            operands = (*c.comparison.operands[:-1], power)
            c = replace(c, comparison=Comparison(operands, c.comparison.signs), origin=Origin.REPAIRED)
        result.append(c)
    return result


# --- roles ---------------------------------------------------------------------------------------


def _by_role(bounds: list[Candidate], known: Names) -> list[Candidate]:
    """Keep global bounds; a quantity without one takes the largest of its subtasks, or the story's."""
    chosen = [c for c in bounds if c.role == RoleOf.GLOBAL]
    covered = {shape(c) for c in chosen}
    bounded = set().union(*(upper(c) for c in chosen)) if chosen else set()
    for c in chosen:
        bounded |= {render(o) for o in c.comparison.operands[:-1]}
    for candidate in bounds:
        if candidate.role != RoleOf.STORY:
            continue
        tops = upper(candidate)
        bare = {n for n in names(candidate.comparison)}
        if tops and not tops & bounded and bare <= known.declared and shape(candidate) not in covered:
            chosen.append(candidate)
            covered.add(shape(candidate))
    story = set().union(*(upper(c) for c in chosen)) if chosen else set()
    fallback = [c for c in bounds if c.role == RoleOf.SUBTASK and shape(c) not in covered]
    told = {n for c in chosen if upper(c) for n in names(c.comparison)}
    fallback = [c for c in fallback if upper(c) - bounded - story and not _constant_names(c) & told]
    chosen += [replace(c, origin=Origin.SUBTASK) for c in _distinct(_widest(_uncapped(fallback)))]
    return sorted(chosen, key=lambda c: (c.start, c.end))


def _constant_names(candidate: Candidate) -> set[str]:
    return {n for k, value in constant_bounds(candidate.comparison) if value is not None for n in names(k)}


def _uncapped(bounds: list[Candidate]) -> list[Candidate]:
    """Cut the constant off a subtask's chain where another subtask allows the same quantity more."""
    largest: dict[str, Fraction] = {}
    for c in bounds:
        for subject, value in constant_bounds(c.comparison)[:1]:
            if value is not None:
                text, bound = render(subject), Fraction(value.value)
                largest[text] = max(largest.get(text, bound), bound)
    result = []
    for c in bounds:
        operands, signs = c.comparison.operands, c.comparison.signs
        last, key = operands[-1], render(operands[-2])
        if (
            isinstance(last, Const)
            and last.value < largest.get(key, Fraction(last.value))
            and len(operands) > 3
        ):
            c = replace(c, comparison=Comparison(operands[:-1], signs[:-1]))
        result.append(c)
    return result


def _widest(bounds: list[Candidate]) -> list[Candidate]:
    """Of chains that differ in their constant upper bound only, keep the largest: the others are subtasks."""
    best: dict[tuple[tuple[str, ...], bool], Candidate] = {}
    for candidate in bounds:
        last = candidate.comparison.operands[-1]
        key = (shape(candidate), is_constant(last))
        if not isinstance(last, Const) or len(shape(candidate)) == 0:
            key = ((*key[0], render(candidate.comparison)), key[1])
        known = best.get(key)
        if known is None or (known.origin is Origin.PROSE and candidate.origin is not Origin.PROSE):
            best[key] = candidate
        elif candidate.origin is Origin.PROSE and known.origin is not Origin.PROSE:
            continue
        else:
            other = known.comparison.operands[-1]
            longer = len(candidate.comparison.operands) > len(known.comparison.operands)
            if (
                isinstance(last, Const)
                and isinstance(other, Const)
                and (last.value > other.value or (last.value == other.value and longer))
            ):
                best[key] = candidate
    kept = set(map(id, best.values()))
    return [c for c in bounds if id(c) in kept]


def _narrower(bounds: Sequence[Candidate], kept: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield global bounds that a wider one replaced: the name may mean two things, or one holds in a case."""
    tops = {(shape(c), c.comparison.operands[-1]) for c in kept}
    for c in bounds:
        last = c.comparison.operands[-1]
        if c.role == RoleOf.GLOBAL and isinstance(last, Const) and (shape(c), last) not in tops:
            yield c


def _distinct(bounds: Iterable[Candidate]) -> list[Candidate]:
    seen: dict[tuple[str, str], Candidate] = {}
    for candidate in bounds:
        seen.setdefault((render(candidate.comparison), candidate.role), candidate)
    return list(seen.values())


# --- halves --------------------------------------------------------------------------------------


def _join_halves(bounds: list[Candidate]) -> list[Candidate]:
    """Join `1 <= x` from one place and `x <= c` from another; drop worded lower bounds already there."""
    result = list(bounds)
    lowered = {
        render(o) for c in bounds if not c.lower_only for o in c.comparison.operands[1:] if not is_constant(o)
    }
    for candidate in bounds:
        operands = candidate.comparison.operands
        if len(operands) != 2 or not is_constant(operands[0]) or candidate not in result:
            continue
        subject = render(operands[1])
        if candidate.lower_only and subject in lowered:
            result.remove(candidate)
            _raise_lower(result, subject, operands[0])
            continue
        others = [
            c
            for c in result
            if c is not candidate
            and _is_upper_half(c, subject)
            and (candidate.lower_only or Origin.PROSE in (c.origin, candidate.origin))
        ]
        if others:
            other = others[0]
            joined = Comparison(
                (operands[0], *other.comparison.operands),
                (candidate.comparison.signs[0], *other.comparison.signs),
            )
            result[result.index(other)] = replace(other, comparison=joined)
            result.remove(candidate)
            lowered.add(subject)
    return result


def _raise_lower(bounds: list[Candidate], subject: str, low: Expr) -> None:
    """A worded `positive` is stronger than a two-sided bound on the absolute value."""
    for i, candidate in enumerate(bounds):
        first, *others = candidate.comparison.operands
        weaker = isinstance(first, Const) and isinstance(low, Const) and first.value < low.value
        if weaker and candidate.origin is Origin.PROSE and render(others[0]) == subject:
            bounds[i] = replace(candidate, comparison=Comparison((low, *others), candidate.comparison.signs))


def _is_upper_half(candidate: Candidate, subject: str) -> bool:
    operands = candidate.comparison.operands
    return len(operands) == 2 and render(operands[0]) == subject and candidate.role != RoleOf.SUBTASK


# --- records -------------------------------------------------------------------------------------


_TOLD = ("len", "sum", "gcd", "isprime", "ispow2", "oneof")  # calls that no bound of a name would hold


def _is_condition(candidate: Candidate) -> bool:
    left, right = candidate.comparison.operands
    both = (left, right)
    if all(is_constant(o) for o in both):
        return False
    if any(isinstance(o, Call) and o.name in _TOLD for o in both):
        return not any(is_constant(o) and isinstance(o, Const) and o.value < 0 for o in both)
    if candidate.comparison.signs != ("==",) or candidate.listed:
        return True
    if any(isinstance(o, Op) and o.sign == "%" for o in both):
        return True
    if any(is_constant(o) for o in both):
        return any(_is_end(o) or (isinstance(o, Op) and o.sign == "+" and _joins_names(o)) for o in both)
    return all(
        not any(r.name in ("i", "j") and not r.indices for r in (o,) if isinstance(r, Ref)) for o in both
    )


def _is_end(item: Expr) -> bool:
    """Tell whether it is the first or the last element of an array: `a[1]`, `a[n]`."""
    match item:
        case Ref(_, (Const(1),)):
            return True
        case Ref(_, (Ref(size, ()),)):
            return size not in ("i", "j")
    return False


def _joins_names(item: Op) -> bool:
    """Tell whether an expression is of several plain names: `a + b + c`."""
    found = list(refs(item))
    return len({r.name for r in found}) > 1 and not any(r.indices for r in found)


def _size_left(comparison: Comparison) -> Comparison:
    left, right = comparison.operands
    if is_constant(left) and not is_constant(right):
        left, right = right, left
    return Comparison((left, right), comparison.signs)


def _record(candidate: Candidate, problem: Problem) -> Constraint:
    comparison = candidate.comparison
    quote = " ".join(problem.text[candidate.start : candidate.end].split())
    line = problem.text.count("\n", 0, candidate.start) + 1 + problem.line_offset
    return Constraint(
        render(comparison), kind_of(comparison), names(comparison), quote, line, candidate.origin, comparison
    )


def kind_of(comparison: Comparison) -> ConstraintKind:
    """Return the paper's record type of a chain."""
    subjects = [o for o in comparison.operands if not is_constant(o)]
    if any(isinstance(o, Call) and o.name == "sum" for o in subjects):
        return ConstraintKind.AGGREGATE
    if any(isinstance(o, Call) and o.name == "len" for o in subjects[:1]):
        return ConstraintKind.LENGTH
    if subjects and isinstance(subjects[0], Op) and subjects[0].sign == "*":
        return ConstraintKind.PRODUCT
    simple = [o for o in subjects if isinstance(o, Ref)]
    if len(subjects) > 1 and len(simple) == len(subjects):
        return ConstraintKind.CHAIN
    if len(subjects) >= 1 and simple and simple[0] == subjects[0]:
        return ConstraintKind.INDEXED_RANGE if simple[0].indices else ConstraintKind.RANGE
    return ConstraintKind.OTHER


__all__ = ["assemble", "kind_of", "refs"]
