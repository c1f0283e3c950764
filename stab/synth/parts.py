"""What the composer can go without: the ablations of the paper, section 6.3."""

from __future__ import annotations

from enum import StrEnum


class Part(StrEnum):
    """One thing that makes the composer's inputs more than random data."""

    SIZES = "sizes"  # without: every size uniform in its range, in place of the boundaries
    CATALOG = "catalog"  # without: no construction of a scenario
    STRUCTURES = "structures"  # without: none of the structures that suit any problem
