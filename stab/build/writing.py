"""Text of large integer arrays, fast: digits are computed for the whole array at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stab.build.arrays import Ints

QUAD = 10_000  # digits are looked up four at a time


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
    """Each integer in decimal, followed by its byte of `ends`; int64, any sign. O(n).

    Four digits are looked up at once, as a 32-bit word in which zeros in front are NUL; all NULs go
    in the end.
    """
    sizes = np.abs(values).view(np.uint64)
    largest = int(sizes.max(initial=0))
    quads = max(-(-len(str(largest)) // 4), 1)
    has_sign = int(values.min(initial=0) < 0)
    words = np.empty((values.size, has_sign + quads + 1), dtype=np.uint32)
    if has_sign:
        words[:, 0] = (values < 0) * np.uint32(ord("-"))
    words[:, -1] = ends
    rest = sizes.astype(np.uint32) if largest < 2**32 else sizes
    inner, last = _quad_words()
    for quad in range(quads - 1, -1, -1):
        higher = rest // QUAD
        index = (rest - higher * QUAD).astype(np.intp)
        index += (higher == 0) * QUAD
        words[:, has_sign + quad] = (last if quad == quads - 1 else inner)[index]
        rest = higher
    return words.tobytes().translate(None, b"\0")


def _quad_words() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Words for 0..9999 with all their zeros, then without those in front; the second writes 0 as "0"."""
    full = np.arange(QUAD)[:, None] // np.array([1000, 100, 10, 1]) % 10 + ord("0")
    short = np.where(np.arange(QUAD)[:, None] < np.array([1000, 100, 10, 1]), 0, full)
    inner = np.concatenate([full, short]).astype(np.uint8)
    last = inner.copy()
    last[QUAD, 3] = ord("0")
    return inner.view(np.uint32).ravel(), last.view(np.uint32).ravel()
