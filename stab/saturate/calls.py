"""Calls that statements write in their own ways: `min{a, b}`, `\\mathrm{min}\\lbrace …`, `sum over all N`."""

from __future__ import annotations

from collections.abc import Sequence

from stab.saturate.terminals import COMPARE, Lexeme

MAX_ARGUMENTS = 60  # terminals between the braces
MAX_TRAIL = 10  # terminals of `over all test cases`
_FUNCTIONS = frozenset({"min", "max", "minimum", "maximum", "gcd"})
_OF_ALL = frozenset("over all of the across values every each".split())
_SCOPE = frozenset(
    """over across all of the in among for each every one single test tests testcase testcases case cases
    data dataset datasets file files queries scenarios""".split()
)
_NO_ARGUMENT = frozenset({"BREAK", "STOP", "LE", "LT", "GE", "GT", "EQ"})


def brace_arguments(found: list[Lexeme]) -> list[Lexeme]:
    """Write the set of which the least or largest member is meant as the arguments of a function."""
    result = list(found)
    for i, item in enumerate(found):
        if item.value.lower() not in _FUNCTIONS or item.kind not in ("FUNC", "WORD"):
            continue
        at = next((j for j in range(i + 1, min(i + 4, len(found))) if found[j].kind != "SOFT"), i)
        if found[at].kind not in ("SETO", "LBRACE"):
            continue
        end = _closing(found, at)
        if end is not None:
            result[i] = item._replace(kind="FUNC", value=item.value.lower()[:3])
            result[at] = found[at]._replace(kind="LBRACE")
            result[end] = found[end]._replace(kind="RBRACE")
    return result


def _closing(found: Sequence[Lexeme], at: int) -> int | None:
    depth = 0
    for j in range(at, min(len(found), at + MAX_ARGUMENTS)):
        kind = found[j].kind
        if kind in _NO_ARGUMENT or (kind == "WORD" and len(found[j].value) > 2):
            return None
        depth += (kind in ("SETO", "LBRACE")) - (kind in ("SETC", "RBRACE"))
        if depth == 0:
            return j
    return None


def worded_sums(found: list[Lexeme]) -> list[Lexeme]:
    """Write `1 <= sum of N over all test cases <= 9` with the sign: only its name and limits are told."""
    result: list[Lexeme] = []
    at = 0
    while at < len(found):
        item = found[at]
        named = _summed(found, at) if item.kind == "WORD" and item.value.lower() == "sum" else at
        if named > at and _between_limits(result, found, named):
            name = found[named]
            end = _operand_end(found, named)
            result += (item._replace(kind="SUM"), name._replace(kind="NAME"), *found[named + 1 : end])
            at = _behind_scope(found, end)
            continue
        result.append(item)
        at += 1
    return result


def _summed(found: Sequence[Lexeme], at: int) -> int:
    """Return the place of the name behind `sum over all`, or `at`."""
    named = at + 1
    while named < len(found) and (found[named].kind == "SOFT" or found[named].value.lower() in _OF_ALL):
        named += 1
    is_name = named < len(found) and found[named].kind in ("NAME", "WORD") and len(found[named].value) < 3
    return named if is_name and named > at + 1 else at


def _operand_end(found: Sequence[Lexeme], named: int) -> int:
    """Return the place behind a name and its subscript."""
    end = named + 1
    if end < len(found) and found[end].kind in ("SUBO", "LIDX", "LBR"):
        closing = (
            j for j in range(end, min(len(found), end + 8)) if found[j].kind in ("SUBC", "RIDX", "RBR")
        )
        end = next(closing, named) + 1
    return end


def _behind_scope(found: Sequence[Lexeme], end: int) -> int:
    """Return the place of the relation behind `over all test cases`, or `end` where none follows."""
    at = end
    while at < min(len(found), end + MAX_TRAIL) and (
        found[at].kind == "SOFT" or found[at].value.lower() in _SCOPE
    ):
        at += 1
    return at if at < len(found) and found[at].kind in COMPARE else end


def _between_limits(before: list[Lexeme], found: list[Lexeme], named: int) -> bool:
    """Tell whether a relation leads to the sum, perhaps over other members of a list, and one follows."""
    behind = _behind_scope(found, _operand_end(found, named))
    if behind >= len(found) or found[behind].kind not in COMPARE:
        return False
    for item in reversed(before[-12:]):
        if item.kind in COMPARE:
            return True
        if item.kind not in ("COMMA", "NAME", "SOFT") and item.value not in ("and",):
            return False
    return False


__all__ = ["brace_arguments", "worded_sums"]
