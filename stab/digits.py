"""Decimal digits of whole numbers of any size, in less than quadratic time.

Python itself refuses more than 4300 digits; its own conversions, and those of decimal, are quadratic.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal

_SHORT = 4000  # digits Python converts itself
_SHORT_BITS = 3 * _SHORT
_PIECE_BITS = 1 << 10


def to_int(text: str) -> int:
    """Return the integer that `text` (a sign perhaps, then digits) spells; ValueError for anything else."""
    if len(text) <= _SHORT:
        return int(text)
    digits = text[1:] if text[0] in "+-" else text
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError(f"no whole number: {text[:20]!r}…")
    value = _joined(digits, {})
    return -value if text[0] == "-" else value


def to_text(value: int) -> str:
    """Return the decimal digits of an integer, a minus sign before those of a negative one."""
    if value.bit_length() < _SHORT_BITS:
        return str(value)
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
    text = format(_as_decimal(abs(value), value.bit_length(), exact, {}), "f")
    return f"-{text}" if value < 0 else text


def _joined(digits: str, powers: dict[int, int]) -> int:
    """Return the value of digits: both halves, joined by one multiplication (Karatsuba's, inside Python)."""
    if len(digits) <= _SHORT:
        return int(digits)
    low = len(digits) // 2
    if low not in powers:
        powers[low] = 5**low
    high = _joined(digits[:-low], powers) * powers[low] << low
    return high + _joined(digits[-low:], powers)


def _as_decimal(value: int, bits: int, exact: Context, powers: dict[int, Decimal]) -> Decimal:
    """Return a number of at most so many bits: both halves, joined by a multiplication of decimals."""
    if bits <= _PIECE_BITS:
        return Decimal(value)
    low = bits // 2
    high = value >> low
    upper = _as_decimal(high, bits - low, exact, powers)
    lower = _as_decimal(value - (high << low), low, exact, powers)
    if low not in powers:
        powers[low] = exact.power(Decimal(2), low)
    return exact.add(exact.multiply(upper, powers[low]), lower)
