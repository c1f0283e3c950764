"""Whether two outputs say the same: tokens, with a tolerance for numbers that have a point."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from stab.records import TokenRules

_TOLERANCE = 1e-6


def same_output(
    first: bytes, second: bytes, *, tolerance: float = _TOLERANCE, ignore_case: bool = False
) -> bool:
    """True if both hold the same tokens; where either token has a point or an exponent, numbers within
    an absolute or relative `tolerance` are equal."""
    return first_difference(first, second, tolerance=tolerance, ignore_case=ignore_case) is None


def first_difference(
    expected: bytes, found: bytes, *, tolerance: float = _TOLERANCE, ignore_case: bool = False
) -> str | None:
    """Where `found` departs from `expected`, in words; None if it doesn't."""
    wanted, given = expected.split(), found.split()
    if wanted == given:
        return None
    for number, (want, got) in enumerate(zip(wanted, given, strict=False), 1):
        if not _same_token(want, got, tolerance, ignore_case):
            return f"token {number}: expected {_show(want)}, found {_show(got)}"
    if len(given) == len(wanted):
        return None
    return f"expected {len(wanted)} tokens, found {len(given)}"


def first_departure(expected: bytes, found: bytes, rules: TokenRules) -> str | None:
    """Where `found` departs from `expected` by the rules of a package, in words; None if it doesn't."""
    if rules.space_sensitive:
        wanted, given = (re.findall(rb"\s+|\S+", output) for output in (expected, found))
    else:
        wanted, given = expected.split(), found.split()
    for number, (want, got) in enumerate(zip(wanted, given, strict=False), 1):
        if not _equal_by(want, got, rules):
            what = "blank" if want.isspace() or got.isspace() else "token"
            return f"{what} {number}: expected {_show(want)}, found {_show(got)}"
    if len(given) == len(wanted):
        return None
    return f"expected {len(wanted)} tokens, found {len(given)}"


def _equal_by(want: bytes, got: bytes, rules: TokenRules) -> bool:
    if want == got or (not rules.case_sensitive and want.lower() == got.lower()):
        return True
    if not rules.absolute and not rules.relative:
        return False
    left, right = _number(want), _number(got)
    if left is None or right is None:
        return False
    return abs(left - right) <= max(rules.absolute, rules.relative * abs(left))


def agree(outputs: Sequence[bytes], *, tolerance: float = _TOLERANCE, ignore_case: bool = False) -> bool:
    """True if there is an output and all of them say the same."""
    return bool(outputs) and all(
        same_output(outputs[0], other, tolerance=tolerance, ignore_case=ignore_case) for other in outputs[1:]
    )


def _same_token(want: bytes, got: bytes, tolerance: float, ignore_case: bool) -> bool:
    if want == got or (ignore_case and want.lower() == got.lower()):
        return True
    if not (_has_point(want) or _has_point(got)):
        return False
    left, right = _number(want), _number(got)
    if left is None or right is None:
        return False
    return abs(left - right) <= tolerance * max(1.0, abs(left))


def _has_point(token: bytes) -> bool:
    return b"." in token or b"e" in token or b"E" in token


def _number(token: bytes) -> float | None:
    if b"_" in token:  # Python reads 1_0 as 10
        return None
    try:
        value = float(token)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _show(token: bytes) -> str:
    text = token.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 40 else text[:37] + "...")
