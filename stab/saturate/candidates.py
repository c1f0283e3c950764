"""Comparisons read somewhere in the statement, before they are judged; and what they bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from stab.expression import Comparison, Const, Expr, render
from stab.records import Origin
from stab.saturate.notation import is_constant
from stab.saturate.subjects import EVERY


@dataclass(frozen=True, slots=True)
class Candidate:
    """A comparison read somewhere in the statement, before it is judged."""

    comparison: Comparison
    start: int
    end: int
    role: str
    origin: Origin
    condition: bool = False
    lower_only: bool = False
    listed: bool = False  # in a list of constraints, where an equality is no definition
    pronoun: bool = False  # told of `them`: the names before, unless those have bounds already


def upper(candidate: Candidate) -> set[str]:
    """Return the canonical texts that the chain bounds from above by a constant."""
    return {render(k) for k, value in constant_bounds(candidate.comparison) if value is not None}


def constant_bounds(comparison: Comparison) -> list[tuple[Expr, Const | None]]:
    found: list[tuple[Expr, Const | None]] = []
    bound: Const | None = None
    for operand in reversed(comparison.operands):
        if is_constant(operand):
            bound = operand if isinstance(operand, Const) else Const(0)
        else:
            found.append((operand, bound))
    return found


def shape(candidate: Candidate) -> tuple[str, ...]:
    """Return what is bounded, constants aside: chains of equal shape restate one another."""
    return tuple(render(o) for o in candidate.comparison.operands if not is_constant(o))


def of_pronouns(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates; what is told of `them` bounds the names before only where nothing else does.

    Where all of those have bounds, the numbers without a name are meant.
    """
    bounded = {text for c in found if not c.pronoun for text in upper(c)}
    for (is_pronoun, *_), group in groupby(found, lambda c: (c.pronoun, c.start, c.end)):
        told = list(group)
        if not is_pronoun:
            yield from told
            continue
        open_ = [c for c in told if not _subjects(c) & bounded]
        yield from open_ or [_of_every(told[0])]


def _subjects(candidate: Candidate) -> set[str]:
    return {render(o) for o in candidate.comparison.operands if not is_constant(o)}


def _of_every(candidate: Candidate) -> Candidate:
    operands = tuple(o if is_constant(o) else EVERY for o in candidate.comparison.operands)
    return replace(candidate, comparison=Comparison(operands, candidate.comparison.signs))
