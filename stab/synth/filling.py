"""Kinds of data that no role names, but that a structure fills in a way of its own."""

from __future__ import annotations

from enum import StrEnum


class Filling(StrEnum):
    """What rows hold beside the data that have a role."""

    WORDS = "words"  # strings, one a row or item
    DIFFERENT_WORDS = "different_words"
    DECIMALS = "decimals"
    ORDERED_PAIRS = "ordered_pairs"  # the first at most the second
    STRICT = "strict"  # numbers in strict order
    CHAINED_PAIRS = "chained_pairs"  # intervals one after another
