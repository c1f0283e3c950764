"""Ranges of which no value is left, whether they bound a size or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from stab.errors import InfeasibleError
from stab.expression import Call, Expr, Ref, evaluate, render
from stab.records import Constraint, Extraction, Origin
from stab.saturate.notation import is_constant

MAX_REPORTED = 3
Bound = tuple[int | Fraction, Constraint]


def check_ranges(extraction: Extraction) -> None:
    """Raise InfeasibleError for a chain that no value satisfies, and for a given bound against another.

    Bounds of the text are not held against each other: a statement uses a name for several things.
    """
    for constraint in extraction.constraints:
        _check_chain(constraint)
    lows: dict[str, list[Bound]] = {}
    highs: dict[str, list[Bound]] = {}
    for constraint in extraction.constraints:
        for term, value, is_low in _bounds(constraint):
            (lows if is_low else highs).setdefault(term, []).append((value, constraint))
    for term, bounds in lows.items():
        for low, below in bounds:
            for high, above in highs.get(term, ()):
                if low > high and Origin.OVERRIDE in (below.origin, above.origin):
                    raise contradiction((below, above), term)


def check_counts(constraints: Iterable[Constraint], counts: Collection[str]) -> None:
    """Raise InfeasibleError where a number of things, or a length, can't be at least 1."""
    for constraint in constraints:
        for left, sign, right in constraint.comparison.atoms():
            counted = isinstance(left, Ref) and not left.indices and left.name in counts
            counted = counted or (isinstance(left, Call) and left.name == "len")
            most = _value(right)
            if not counted or not isinstance(most, int) or sign not in ("<", "<="):
                continue  # a share of one is no number of things
            if most < 1 or (most == 1 and sign == "<"):
                subject = render(left)
                quote = constraint.quote.strip() or constraint.text
                raise InfeasibleError(
                    f"{subject} is a size and can't be at least 1: '{quote}'",
                    line=constraint.line or None,
                    hint=f"say how large it is with --constraint '1 <= {subject} <= 100', say",
                )


def _check_chain(constraint: Constraint) -> None:
    operands, signs = constraint.comparison.operands, constraint.comparison.signs
    if not set(signs) <= {"<", "<="}:
        return
    floor: int | Fraction | None = None
    is_strict = False
    for operand, sign in zip(operands, ("<=", *signs), strict=True):
        is_strict = is_strict or sign == "<"
        value = _value(operand)
        if value is None:
            continue
        if floor is not None and (value < floor or (value == floor and is_strict)):
            subject = next(render(o) for o in operands if not is_constant(o))
            raise contradiction((constraint,), subject)
        floor, is_strict = value, False


def contradiction(constraints: Iterable[Constraint], name: str) -> InfeasibleError:
    """Return the error that names the quotations which can't hold together."""
    unique = list(dict.fromkeys((c.quote.strip() or c.text, c.line) for c in constraints))[:MAX_REPORTED]
    quoted = " and ".join(f"'{quote}' ({f'line {line}' if line else 'given'})" for quote, line in unique)
    return InfeasibleError(
        f"the constraints on {name} contradict each other: {quoted}",
        line=(unique[0][1] or None) if unique else None,
        hint="say which holds with --constraint or 'constraints:' in the front matter",
    )


def _bounds(constraint: Constraint) -> Iterator[tuple[str, int | Fraction, bool]]:
    """Yield term, value and whether it is a lower bound, for each comparison with a number."""
    for left, sign, right in constraint.comparison.atoms():
        if sign not in ("<", "<="):
            continue
        low, high = _value(left), _value(right)
        if low is not None and high is None:
            yield render(right), low, True
        elif high is not None and low is None:
            yield render(left), high, False


def _value(item: Expr) -> int | Fraction | None:
    if not is_constant(item):
        return None
    try:
        return evaluate(item, {})
    except ArithmeticError:
        return None
