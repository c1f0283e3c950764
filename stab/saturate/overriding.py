"""What the user says about names wins over what was read from the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stab.errors import InputError
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
    parse_comparison,
    render,
)
from stab.records import Constraint, Extraction, Origin
from stab.saturate.assemble import kind_of
from stab.saturate.notation import is_constant

MAX_SHOWN = 80  # characters of a constraint in a message


def apply_overrides(extraction: Extraction, overrides: Sequence[str]) -> Extraction:
    """Return the extraction with the user's constraints; InputError for one that can't be read.

    A two-sided override replaces all that bounds its names, a one-sided one the constant bounds on its
    side; a comparison between elements of one array is added.
    """
    if not overrides:
        return extraction
    own: list[Constraint] = []
    sides: list[str] = []
    lower: set[str] = set()
    upper: set[str] = set()
    for text in overrides:
        comparison = parsed(text)
        if set(comparison.signs) <= {"==", "!="}:
            sides += (render(Comparison((a, b), (sign,))) for a, sign, b in comparison.atoms())
            continue
        comparison = ascending(comparison, text)
        for left, _, right in comparison.atoms():
            lower |= {render(right)} if is_constant(left) else set()
            upper |= {render(left)} if not (is_constant(left) or _are_elements(left, right)) else set()
        own.append(
            Constraint(
                render(comparison),
                kind_of(comparison),
                names(comparison),
                text,
                0,
                Origin.OVERRIDE,
                comparison,
            )
        )
    kept = [part for c in extraction.constraints for part in _remaining(c, lower, upper)]
    conditions = (*extraction.side_conditions, *sides)
    return replace(
        extraction, constraints=(*kept, *own), side_conditions=conditions, given_conditions=tuple(sides)
    )


def parsed(text: str) -> Comparison:
    """Return the comparison that a text spells. Raises InputError for one without a value or a name."""
    try:
        comparison = parse_comparison(text)
    except BadExpression as error:
        raise InputError(
            f"the constraint {_short(text)} can't be read",
            hint="write it like 1 <= n <= 200000, sum(n) <= 10 ** 6, u != v or x in {1, 5}",
        ) from error
    try:
        for operand in comparison.operands:
            _check_constants(operand)
    except ArithmeticError as error:
        reason = "it divides by zero" if isinstance(error, ZeroDivisionError) else str(error)
        raise InputError(
            f"the constraint {_short(text)} can't be worked out: {reason}",
            hint="numbers up to 10 ** 1000000 can",
        ) from error
    if any(left == right for left, _, right in comparison.atoms()):
        raise InputError(
            f"the constraint {_short(text)} compares something with itself",
            hint="write it like 1 <= n <= 200000",
        )
    if not names(comparison):
        raise InputError(
            f"the constraint {_short(text)} names nothing of the input",
            hint="write it like 1 <= n <= 200000",
        )
    return comparison


def _are_elements(left: Expr, right: Expr) -> bool:
    """Whether two elements of one array are compared, which bounds neither: `a[i] <= a[i + 1]`."""
    return isinstance(left, Ref) and isinstance(right, Ref) and left.name == right.name


def _check_constants(item: Expr) -> None:
    """Work out every constant part; ArithmeticError for one that has no value."""
    if is_constant(item):
        evaluate(item, {})
    elif isinstance(item, (Op, Call)):
        for arg in item.args:
            _check_constants(arg)
        if isinstance(item, Op) and item.sign in ("/", "//", "%") and item.args[-1] == Const(0):
            raise ZeroDivisionError
    elif isinstance(item, Ref):
        for index in item.indices:
            _check_constants(index)


def _short(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")


def ascending(comparison: Comparison, text: str) -> Comparison:
    """Return the comparison with its small side left. Raises InputError for one of mixed directions."""
    signs = {s[0] for s in comparison.signs}
    if signs == {"<"}:
        return comparison
    if signs == {">"}:
        return Comparison(
            comparison.operands[::-1], tuple(s.replace(">", "<") for s in comparison.signs[::-1])
        )
    raise InputError(
        f"the constraint {_short(text)} can't be read",
        hint="use one direction, 1 <= n <= 200000, and write == and != apart",
    )


def _remaining(constraint: Constraint, lower: set[str], upper: set[str]) -> list[Constraint]:
    """Cut the replaced atoms out of a chain; what is left of it stays."""
    operands, signs = constraint.comparison.operands, constraint.comparison.signs
    pieces: list[Constraint] = []
    current: list[Expr] = [operands[0]]
    kept_signs: list[str] = []
    changed = False
    for left, sign, right in constraint.comparison.atoms():
        if _replaced(left, right, lower, upper):
            changed = True
            pieces += _piece(constraint, current, kept_signs)
            current, kept_signs = [right], []
        else:
            current.append(right)
            kept_signs.append(sign)
    if not changed:
        return [constraint]
    assert len(signs) >= 1
    return pieces + _piece(constraint, current, kept_signs)


def _replaced(left: Expr, right: Expr, lower: set[str], upper: set[str]) -> bool:
    if is_constant(left):
        return render(right) in lower
    key = render(left)
    return key in upper and (is_constant(right) or key in lower)


def _piece(constraint: Constraint, operands: list[Expr], signs: list[str]) -> list[Constraint]:
    if not signs or all(map(is_constant, operands)):
        return []
    comparison = Comparison(tuple(operands), tuple(signs))
    return [
        replace(
            constraint,
            text=render(comparison),
            kind=kind_of(comparison),
            variables=names(comparison),
            comparison=comparison,
        )
    ]
