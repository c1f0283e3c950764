"""Text of large integer arrays, fast: digits are computed for thousands of numbers at once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from stab.build.arrays import Ints

QUAD = 10_000  # digits are looked up four at a time, the last three together with what follows them
CHUNK = 1 << 14  # numbers whose digits and temporaries stay in the cache
Words = npt.NDArray[np.uint32]


def join_ints(values: Ints, separator: str = " ") -> str:
    """The integers in decimal with the one-character `separator` between them, no line end. O(n)."""
    flat = np.asarray(values).ravel()
    if flat.size == 0:
        return ""
    if flat.dtype == object or flat.size < 256 or not separator.isascii() or len(separator) != 1:
        return separator.join(map(str, flat.tolist()))
    ends = np.full(flat.size, ord(separator), dtype=np.uint8)
    return decimal_bytes(flat, ends)[:-1].decode("ascii")


def join_rows(*columns: Ints) -> str:
    """One line for each row: the columns' integers separated by blanks, every line ended by a newline. O(n).

    A column is an array of n integers or of shape (n, k).
    """
    rows = np.column_stack([np.asarray(column) for column in columns])
    if rows.dtype == object or rows.size < 256:
        return "".join([" ".join(map(str, row)) + "\n" for row in rows.tolist()])
    ends = np.full(rows.shape, ord(" "), dtype=np.uint8)
    ends[:, -1] = ord("\n")
    return decimal_bytes(rows.ravel(), ends.ravel()).decode("ascii")


def decimal_bytes(values: Ints, ends: npt.NDArray[np.uint8]) -> bytes:
    """Each integer in decimal, followed by its byte of `ends`; int64, any sign. O(n)."""
    inner, last = _digit_words()
    return b"".join(
        _decimal_chunk(values[at : at + CHUNK], ends[at : at + CHUNK], inner, last)
        for at in range(0, values.size, CHUNK)
    )


def _decimal_chunk(values: Ints, ends: npt.NDArray[np.uint8], inner: Words, last: Words) -> bytes:
    """The text of few integers: one row of 32-bit words each, in which zeros in front are NUL; NULs go."""
    least = int(values.min())
    largest = max(int(values.max()), -least)
    rest = np.abs(values).view(np.uint64)
    if largest < 2**32:
        rest = rest.astype(np.uint32)
    quads = max(-(-(len(str(largest)) - 3) // 4), 0)
    # The sign goes into the first word, unless some number fills all four bytes of it.
    own_word = int(least < 0 and largest >= 10 ** (4 * quads + 2))
    words = np.zeros((values.size, own_word + quads + 1), dtype=np.uint32)
    for place in range(own_word + quads, own_word - 1, -1):
        base, table = (QUAD, inner) if place < own_word + quads else (1000, last)
        higher = rest // base
        index = (rest - higher * base).astype(np.intp)
        index += (higher == 0) * base
        words[:, place] = table[index]
        rest = higher
    words.view(np.uint8)[:, -1] = ends
    if least < 0:
        words[:, 0] |= (values < 0) * np.uint32(ord("-"))
    return words.tobytes().translate(None, b"\0")


@lru_cache(maxsize=1)
def _digit_words() -> tuple[Words, Words]:
    """Words for four digits, and for three before a free byte: with all zeros, then without those in front.

    The second writes 0 as "0".
    """
    numbers, powers = np.arange(QUAD)[:, None], np.array([1000, 100, 10, 1])
    full = (numbers // powers % 10 + ord("0")).astype(np.uint8)
    inner = np.concatenate([full, full * (numbers >= powers)])
    last = np.zeros((2000, 4), dtype=np.uint8)
    last[:1000, :3], last[1000:, :3] = inner[:1000, 1:], inner[QUAD : QUAD + 1000, 1:]
    last[1000, 2] = ord("0")
    return inner.view(np.uint32).ravel(), last.view(np.uint32).ravel()
