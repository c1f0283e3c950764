"""Grids of h rows and w columns: mazes as lists of strings, matrices as arrays of shape (h, w).

Mazes leave the first and the last cell free. All take (h, w, rng, free, wall).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stab.build.arrays import Ints, Random
from stab.build.sequences import map_values, seq_equal, seq_random
from stab.build.strings import spell


def grid_open(h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#") -> list[str]:
    """No wall at all (recursive flood fill: depth h w; growing squares; row pairs). O(h w)."""
    return [free * w] * h


def grid_random(
    h: int, w: int, rng: Random, free: str = ".", wall: str = "#", density: float = 0.2
) -> list[str]:
    """Each cell a wall with probability `density` (plain search: branches hardest to predict). O(h w)."""
    return _drawn(rng.random_sample((h, w)) < density, free, wall)


def grid_snake(h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#") -> list[str]:
    """One corridor that goes to and fro along the rows: about h w / 2 long. O(h w)."""
    is_wall = np.zeros((h, w), dtype=bool)
    is_wall[1:-1:2] = True
    is_wall[1::4, -1] = False
    is_wall[3::4, 0] = False
    return _drawn(is_wall, free, wall)


def grid_snake_columns(
    h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#"
) -> list[str]:
    """grid_snake along the columns: scans row by row advance one cell a sweep. O(h w)."""
    rows = grid_snake(w, h, rng, free, wall)
    return ["".join(column) for column in zip(*rows, strict=True)]


def grid_spiral(h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#") -> list[str]:
    """One corridor from (1, 1) round the border and inwards: about h w / 2 long. O(h w)."""
    is_wall = np.ones((h, w), dtype=bool)
    top, bottom, left, right = 0, h - 1, 0, w - 1
    is_wall[top, : right + 1] = False
    while True:
        is_wall[top : bottom + 1, right] = False
        top += 2
        if top > bottom + 1:
            break
        is_wall[bottom, left : right + 1] = False
        right -= 2
        if right < left:
            break
        is_wall[top : bottom + 1, left] = False
        bottom -= 2
        if bottom < top:
            break
        is_wall[top, left : right + 1] = False
        left += 2
        if left > right:
            break
    return _drawn(is_wall, free, wall)


def grid_comb(h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#") -> list[str]:
    """The last row free, every second column a dead end above it: w / 2 branches of length h. O(h w)."""
    is_wall = np.zeros((h, w), dtype=bool)
    is_wall[:-1, 1::2] = True
    return _drawn(is_wall, free, wall)


def grid_checker(h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#") -> list[str]:
    """Free and wall alternate like a chessboard: h w / 2 components of one cell. O(h w)."""
    return _drawn((np.arange(h)[:, None] + np.arange(w)) % 2 == 1, free, wall)


def grid_split(h: int, w: int, rng: Random | None = None, free: str = ".", wall: str = "#") -> list[str]:
    """Open but for a full wall before the last column: all is searched, the goal not reached. O(h w)."""
    is_wall = np.zeros((h, w), dtype=bool)
    is_wall[:, max(w - 2, 0)] = w > 2
    return _drawn(is_wall, free, wall)


def grid_letters(h: int, w: int, alphabet: str, rng: Random) -> list[str]:
    """Uniform letters. O(h w)."""
    text = spell(rng.randint(0, len(alphabet), size=h * w, dtype=np.int64), alphabet)
    return [text[row * w : (row + 1) * w] for row in range(h)]


def matrix_random(h: int, w: int, lo: int, hi: int, rng: Random) -> Ints:
    """Uniform entries. O(h w)."""
    return seq_random(h * w, lo, hi, rng).reshape(h, w)


def matrix_equal(h: int, w: int, value: int) -> Ints:
    """All entries the same (no comparison ends early). O(h w)."""
    return seq_equal(h * w, value).reshape(h, w)


def matrix_product(h: int, w: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """lo + s i j with the largest factor s that fits (Hungarian method: n^2 / 2 steps; Machol & Wien 1976).

    Where h w exceeds hi - lo the products are scaled down and rounded. O(h w).
    """
    product = np.arange(1, h + 1, dtype=np.int64)[:, None] * np.arange(1, w + 1, dtype=np.int64)
    room = hi - lo
    if h * w > room:
        return lo + (product * room) // max(h * w, 1)
    return lo + product * (room // max(h * w, 1))


def matrix_snake(h: int, w: int, lo: int, hi: int, rng: Random) -> Ints:
    """Entries that increase along a snake through all cells, row by row to and fro. O(h w log(h w))."""
    order = np.arange(h * w, dtype=np.int64).reshape(h, w)
    order[1::2] = order[1::2, ::-1].copy()
    return map_values(order, lo, hi, rng)


def matrix_sorted(h: int, w: int, lo: int, hi: int, rng: Random) -> Ints:
    """Every row and every column increases. O(h w log(h w))."""
    return map_values(np.arange(h * w, dtype=np.int64).reshape(h, w), lo, hi, rng)


def _drawn(is_wall: npt.NDArray[np.bool_], free: str, wall: str) -> list[str]:
    h, w = is_wall.shape
    if h and w:
        is_wall[0, 0] = is_wall[-1, -1] = False
    text = spell(is_wall.astype(np.int64).ravel(), free + wall)
    return [text[row * w : (row + 1) * w] for row in range(h)]
