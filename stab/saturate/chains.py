"""Chains with lists, equalities and dots become plain chains and side conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stab.expression import Comparison, Const, Expr, Op, Ref
from stab.saturate.ellipsis import DOTS, NotAnExpression
from stab.saturate.notation import Chain, is_constant

MAX_CHAINS = 64
_EQUALS = frozenset({"==", "!="})


@dataclass(slots=True)
class Split:
    """Plain chains; equalities, inequalities, memberships and orders apart; members of no chain."""

    comparisons: list[Comparison] = field(default_factory=list)
    conditions: list[Comparison] = field(default_factory=list)
    rest: list[Expr] = field(default_factory=list)


def split_chain(chain: Chain) -> Split:
    """Return the plain chains that a chain with lists stands for, small side left."""
    result = Split()
    for piece in _separate(chain, result.rest):
        for operands, signs in _expand(piece):
            _emit(operands, signs, result)
    return result


def _separate(chain: Chain, rest: list[Expr]) -> Iterator[Chain]:
    """Tell the commas that separate chains from those that share bounds."""
    operands, signs = list(chain.operands), list(chain.signs)
    operands = [_collapse(o) for o in operands]
    head = operands[0]
    last_constant = max((i for i, e in enumerate(head) if isinstance(e, Const)), default=-1)
    if len(head) > 1 and last_constant >= 0:
        cut = last_constant if last_constant == len(head) - 1 else last_constant + 1
        rest.extend(head[:cut])
        operands[0] = head[cut:]
    start = 0
    for i in range(1, len(operands)):
        members = operands[i]
        final = i == len(operands) - 1
        if len(members) == 1:
            continue
        cut = (
            _shared_end(operands[start:], signs[start:])
            if final
            else _cut(operands[start], members, first=i - start == 1)
        )
        if cut < len(members):
            yield Chain((*operands[start:i], members[:cut]), tuple(signs[start:i]))
            if final:
                rest.extend(members[cut:])
                return
            start = i
            operands[i] = members[cut:]
            head = operands[i]
            if len(head) > 1 and isinstance(head[0], Const):
                rest.append(head[0])
                operands[i] = head[1:]
    if start < len(operands) - 1:
        yield Chain(tuple(operands[start:]), tuple(signs[start:]))


def _cut(head: tuple[Expr, ...], members: tuple[Expr, ...], *, first: bool) -> int:
    """Return how many of the members end the chain on the left; all of them when the bounds are shared."""
    if not first:
        return 1
    for i, member in enumerate(members):
        if is_constant(member):
            return max(i, 1)
    if len(head) > 1 or (isinstance(head[0], Ref) and head[0] is not DOTS):
        return 1
    return len(members)


def _shared_end(operands: list[tuple[Expr, ...]], signs: list[str]) -> int:
    """Return how many members of the last list a single bound is told of: all names of `0 <= a, b`."""
    head, members = operands[0], operands[-1]
    if len(operands) > 2 or len(head) > 1 or not is_constant(head[0]) or set(signs) & _EQUALS:
        return 1
    names = next((i for i, m in enumerate(members) if is_constant(m)), len(members))
    return max(names, 1)


def has_power(item: Comparison) -> bool:
    """Tell whether the comparison holds a constant that may be a repaired power."""
    return any(
        (isinstance(o, Const) and not -100 < o.value < 100) or isinstance(o, Op) for o in item.operands
    )


def _collapse(members: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Turn `a_1, a_2, …, a_n` into `a[i]` and `a_i, j` (a lost second subscript) into `a[i][j]`."""
    if DOTS in members and len(members) > 1:
        bases = {m.name for m in members if isinstance(m, Ref) and m is not DOTS}
        if len(bases) == 1 and all(isinstance(m, Ref) for m in members):
            return (Ref(bases.pop(), (Ref("i"),)),)
        return tuple(_without_dots(members))
    joined: list[Expr] = []
    for member in members:
        last = joined[-1] if joined else None
        if member == Ref("j") and isinstance(last, Ref) and last.indices == (Ref("i"),):
            joined[-1] = Ref(last.name, (Ref("i"), Ref("j")))
        else:
            joined.append(member)
    return tuple(joined)


def _without_dots(members: Iterable[Expr]) -> Iterator[Expr]:
    kept: list[Ref] = []
    for member in members:
        if member == DOTS:
            continue
        if isinstance(member, Ref) and member.indices and kept and kept[-1].name == member.name:
            continue
        if isinstance(member, Ref):
            kept.append(member)
        yield member


def _expand(chain: Chain) -> Iterator[tuple[list[Expr], list[str]]]:
    combinations: list[list[Expr]] = [[]]
    for members in chain.operands:
        combinations = [c + [m] for c in combinations for m in members][:MAX_CHAINS]
    for combination in combinations:
        yield combination, list(chain.signs)


def _emit(operands: list[Expr], signs: list[str], result: Split) -> None:
    """Take equalities and inequalities out of a chain; what they relate keeps the bounds around them."""
    operands, signs = _dotted(operands, signs, result)
    at = next((i for i, sign in enumerate(signs) if sign in _EQUALS), None)
    if at is None:
        _emit_bounds(operands, signs, result)
        return
    result.conditions.append(Comparison((operands[at], operands[at + 1]), (signs[at],)))
    before, after = signs[:at], signs[at + 1 :]
    if before and after and after[0] not in _EQUALS:
        both = operands[at : at + 2]
        if signs[at] == "==":  # 1 <= a == b <= c bounds one of the two, a name rather than a length
            both = sorted(both, key=lambda o: not isinstance(o, Ref))[:1]
        for one in both:
            _emit([*operands[:at], one, *operands[at + 2 :]], before + after, result)
        return
    if before:
        _emit_bounds(operands[: at + 1], before, result)
    if after:
        _emit(operands[at + 1 :], after, result)


def _emit_bounds(operands: list[Expr], signs: list[str], result: Split) -> None:
    """Cut a chain where its direction turns."""
    start = 0
    for i, sign in enumerate(signs):
        if i > start and signs[i - 1][0] != sign[0]:
            _orient(operands[start : i + 1], signs[start:i], result)
            start = i
    if start < len(signs):
        _orient(operands[start:], signs[start:], result)


def _dotted(operands: list[Expr], signs: list[str], result: Split) -> tuple[list[Expr], list[str]]:
    """Turn `1 <= d_1 <= d_2 <= … <= d_k <= c` into `1 <= d[i] <= c`, the order apart."""
    if DOTS not in operands:
        return operands, signs
    named = [i for i, o in enumerate(operands) if isinstance(o, Ref) and o != DOTS]
    bases = {o.name for o in operands if isinstance(o, Ref) and o != DOTS and o.indices}
    if len(bases) != 1 or not named:
        raise NotAnExpression("...")
    first, last = named[0], named[-1]
    if signs and signs[0] == "==" and first == 1:
        result.conditions.append(Comparison((operands[1], operands[0]), ("==",)))
        signs = ["<="] + signs[1:]
    base = bases.pop()
    element = Ref(base, (Ref("i"),))
    for sign in list(dict.fromkeys(signs[first:last]))[:1]:
        following = Ref(base, (Op("+", (Ref("i"), Const(1))),))
        result.conditions.append(Comparison((element, following), (sign,)))
    return operands[:first] + [element] + operands[last + 1 :], signs[:first] + signs[last:]


def _orient(operands: list[Expr], signs: list[str], result: Split) -> None:
    if DOTS in operands:
        raise NotAnExpression("...")
    if all(is_constant(o) for o in operands):
        return
    if signs[0][0] == ">":
        operands = operands[::-1]
        signs = [s.replace(">", "<") for s in reversed(signs)]
    result.comparisons.append(Comparison(tuple(operands), tuple(signs)))
