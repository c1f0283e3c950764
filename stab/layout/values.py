"""The values of an input as a tree that mirrors its layout; `write_values` writes it, `read_values` makes it.

n m                 Values(items={"n": 3, "m": 2, "a": array([5, 6, 7]), "name": "word"},
a[n]
name:str
repeat m: u v              blocks=(Columns(2, {"u": array([1, 2]), "v": array([2, 3])}),
repeat m: k q[k]                   Rows((Values({"k": 1, "q": array([4])}), Values(...))),
choose op: …                       Chosen(0, Values(...))))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64] | NDArray[np.object_]
Item = int | str | Numbers | tuple[str, ...]
Column = Numbers | tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """One pass over a block: the fields of its own lines by name, then its blocks in order.

    An INT is an int, a run of INT an array (int64, or Python ints where 64 bits are too few); REAL, STR
    and LINE are the texts as they stand in the input, a run of them a tuple. The selector of a choice is
    an item of the block around it. `blocks` has one entry for each Repeat and each Choice of the block.
    """

    items: Mapping[str, Item]
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """A Repeat whose body is one line of single fields (or of integer runs as long in every row).

    A column has `rows` entries; a run's column is a matrix (rows, length of the run).
    """

    rows: int
    columns: Mapping[str, Column] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Any other Repeat: one Values for each repetition."""

    rows: tuple[Values, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """What followed a choice: the number of the branch (0-based) and the values of its items and body."""

    branch: int
    values: Values


Block = Columns | Rows | Chosen


def same_values(one: Values, other: Values) -> bool:
    """Tell whether two trees hold the same values (a Columns equals only a Columns)."""
    return _same_items(one.items, other.items) and _same_blocks(one.blocks, other.blocks)


def _same_items(one: Mapping[str, Item], other: Mapping[str, Item]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[k], other[k]) for k in one)


def _same_blocks(one: tuple[Block, ...], other: tuple[Block, ...]) -> bool:
    return len(one) == len(other) and all(map(_same_block, one, other))


def _same_block(one: Block, other: Block) -> bool:
    match one, other:
        case Columns(), Columns():
            return one.rows == other.rows and _same_items(one.columns, other.columns)
        case Rows(), Rows():
            return len(one.rows) == len(other.rows) and all(map(same_values, one.rows, other.rows))
        case Chosen(), Chosen():
            return one.branch == other.branch and same_values(one.values, other.values)
    return False
