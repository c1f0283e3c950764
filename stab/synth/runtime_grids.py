"""Small functions on maps that generators carry besides stab.build's."""

from __future__ import annotations

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random


def exactly_one(rows: list[str], marks: str, rng: Random) -> list[str]:
    """Return the grid with each mark at one place of its own."""
    height, width = len(rows), len(rows[0])
    other = "".join(sorted(set("".join(rows)) - set(marks)))[:1] or "."
    cells = [[other if c in marks else c for c in row] for row in rows]
    for mark, place in zip(marks, rng.permutation(height * width)[: len(marks)].tolist(), strict=False):
        cells[place // width][place % width] = mark
    return ["".join(row) for row in cells]


def strewn(rows: list[str], things: str, free: str, rng: Random) -> list[str]:
    """Return the grid with a tenth of its free cells holding other letters, each at least once if it can."""
    cells = [list(row) for row in rows]
    open_cells = [(y, x) for y, row in enumerate(cells) for x, c in enumerate(row) if c == free]
    order = rng.permutation(len(open_cells))[: max(len(things), len(open_cells) // 10)].tolist()
    for turn, place in enumerate(order):
        y, x = open_cells[place]
        cells[y][x] = things[turn % len(things)]
    return ["".join(row) for row in cells]


def exactly_so_many(rows: list[str], letter: str, count: int, free: str, kept: str, rng: Random) -> list[str]:
    """Return the grid with `count` cells of the letter, others of it freed or taken; `kept` ones stay."""
    cells, width = list("".join(rows)), len(rows[0]) if rows else 0
    there = [i for i, c in enumerate(cells) if c == letter]
    for i in rng.permutation(there)[count:].tolist() if len(there) > count else ():
        cells[i] = free
    if len(there) < count:
        others = [i for i, c in enumerate(cells) if c != letter and c not in kept]
        if len(others) < count - len(there):
            raise DoesNotFit(f"{count} cells of {letter} do not fit")
        for i in rng.permutation(others)[: count - len(there)].tolist():
            cells[i] = letter
    return ["".join(cells[i : i + width]) for i in range(0, len(cells), width)] if width else rows


def each_at_least_once(rows: list[str], letters: str, kept: str, rng: Random) -> list[str]:
    """Return the grid with each of the letters somewhere; cells of `kept` ones stay."""
    cells, width = list("".join(rows)), len(rows[0]) if rows else 0
    for letter in letters:
        if letter in cells:
            continue
        single = {c for c in letters if cells.count(c) == 1}
        spare = [i for i, c in enumerate(cells) if c not in kept and c not in single]
        if not spare:
            raise DoesNotFit(f"no cell is left for {letter}")
        cells[spare[int(rng.randint(0, len(spare)))]] = letter
    return ["".join(cells[i : i + width]) for i in range(0, len(cells), width)] if width else rows


def tallied(rows: list[str], letter: str, by_column: bool) -> Ints:
    """Return how often the letter stands in each column, or each row, of the grid."""
    cells = np.array([[c == letter for c in row] for row in rows])
    return np.asarray(cells.sum(axis=0 if by_column else 1))
