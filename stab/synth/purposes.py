"""What a structure is meant to hurt, said of the kinds of data that it really filled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from types import MappingProxyType

from stab.records import RoleKind
from stab.synth.filling import Filling
from stab.synth.styles import STRUCTURES

R = RoleKind
NO_STRINGS: Mapping[str, str] = MappingProxyType({})
RANDOM = "full-range random data: library code and cache misses"
TOGETHER = {
    "far": "a path with queries between its ends: climbing, walks along the whole path",
    "tips": "two long legs with queries for both tips: climbs that meet only at the root",
    "leaves": "a binary tree with queries between leaves: every query crosses many light edges",
    "hub": "a star with queries at its centre: loops over all neighbours in each query",
    "look-back": "equal values with windows of half the length: scans that never stop early",
    "late": "a text of one letter and a pattern that fails at its last: comparisons run to the end",
}


def _by_structure(*told: str) -> Mapping[str, str]:
    return dict(zip(STRUCTURES, told, strict=False))


_VALUES = _by_structure(
    "equal largest values: duplicates, overflow",
    "decreasing values: shifting loops",
    "increasing values: first-pivot splits",
    "few different values: duplicates",
    "least and greatest values in turn: largest sums and jumps",
    "smallest values at full size: loops that depend on counts alone",
    "values that rise and fall in turn: stacks and monotone queues",
    "short shuffled runs: merges, windows",
    "one value far from the rest: buckets",
)
_ORDERS = _by_structure(
    "decreasing order: shifting loops",
    "increasing order: first-pivot splits",
    "order up and down in turn: stacks and monotone queues",
    "rise to the middle, then fall: pivots at the ends",
    "two halves interleaved: merges that never gallop",
    "bit-reversed order: cache misses, unbalanced trees",
    "rise, then fall: middle pivots, hull tricks",
    "short shuffled runs: merges, windows",
    "the smallest last: passes that stop when nothing moves",
)
FILLED: Mapping[RoleKind | Filling, Mapping[str, str]] = {
    R.VALUES: _VALUES,
    R.SORTED: {
        "flat": "equal largest values: duplicates, overflow",
        "few": "few different values, in order: long runs of duplicates",
        "extremes": "least values, then greatest ones: one jump",
        "low": "smallest values at full size: loops that depend on counts alone",
        "outlier": "small values in order and a last one far off: searches by guessing the place",
    },
    R.MATRIX: {
        **_VALUES,
        "waves": "a matrix of products: searches over rows",
        "runs": "a matrix filled to and fro: walks along rows",
        "outlier": "rows and columns sorted: staircase searches",
    },
    R.DISTINCT: _ORDERS,
    R.PERMUTATION: {**_ORDERS, "outlier": "a single cycle: walks as long as the permutation"},
    R.TREE: _by_structure(
        "a path: recursion depth",
        "a star: high degree",
        "a caterpillar: unbalanced trees",
        "a binary tree: paths of log depth",
        "a broom: deep and wide at once",
        "a deep random tree: climbs",
        "two long legs: climbs to the root",
        "many legs: as many branches as they are long",
        "a chain above a binary tree: depth and light edges",
    ),
    R.POINTS: _by_structure(
        "points above each other: ties in x",
        "points on a circle: all on the hull",
        "points on a spiral: pruning by distance",
        "points on a line: cross products of zero",
        "a cluster and one point far off: bad cells",
        "points on a falling line: nothing dominates",
        "points on a lattice: ties in distance",
        "points on a parabola: large slopes, all on the hull",
        "points in convex position: all on the hull",
    ),
    R.INTERVAL: _by_structure(
        "full ranges: no early exit",
        "ranges of one length: sliding costs",
        "nested ranges: long containment chains",
        "short ranges: overhead of each query",
        "prefixes: ranges from the very start",
        "nearly full ranges: no early exit, no cache of whole ones",
        "ranges at both ends in turn: jumps of moving pointers",
        "ranges of whole blocks: edges of a block decomposition",
        "ranges from one start: ties in sorting",
    ),
    R.TEXT: _by_structure(
        "one letter: every comparison runs on",
        "one late mismatch: comparisons run to the end",
        "periodic text: long borders",
        "two halves of one letter each: long runs",
        "letters in turn: every period matches",
        "Fibonacci text: many borders and repeats",
        "Thue-Morse text: hashes that overflow",
        "palindromes: palindrome search",
        "a mismatch in the middle: both ends agree",
    ),
    R.BRACKETS: _by_structure("brackets nested to the limit: recursion depth", "flat brackets: many pairs"),
    R.GRID: _by_structure(
        "an open grid: widest searches",
        "a snake: longest way through",
        "a comb: many dead ends",
        "a checkerboard: most parts",
        "a spiral: long way inwards",
        "a snake by columns: strides across rows",
        "a wall between halves: searches that fail",
        "letters all over: cells of every kind",
    ),
    Filling.WORDS: {
        "flat": "words of one letter, all alike: duplicates, comparisons that run to the end",
        "falling": "words that differ in their last letter alone: comparisons run to the end",
        "few": "two words over and over: duplicates, long lists of places",
        "extremes": "words that run through the alphabet, each from another letter on: rotations",
        "low": "words as short as they may be: many equal ones, overhead of each word",
    },
    Filling.DIFFERENT_WORDS: {
        "flat": "different words in the order of the alphabet: shared beginnings, unbalanced trees",
        "falling": "different words against the order of the alphabet: shared beginnings, shifting loops",
    },
    Filling.DECIMALS: {
        "flat": "equal largest decimals: ties, largest sums",
        "falling": "decreasing decimals: shifting loops",
        "rising": "increasing decimals: first-pivot splits",
        "few": "two decimals in turn: ties",
        "low": "smallest decimals: loops that depend on counts alone, divisions by little",
    },
    Filling.ORDERED_PAIRS: {
        "flat": "pairs as wide as they may be, all alike: everything overlaps",
        "falling": "wide pairs: most of them overlap",
        "rising": "pairs in rising order: input that is sorted already",
        "few": "nested pairs: long containment chains",
        "extremes": "pairs at the upper end: largest values, all alike",
        "low": "pairs as narrow as they may be: hardly any overlap",
    },
    Filling.STRICT: {
        "flat": "neighbouring numbers at the upper end: dense, largest values",
        "falling": "gaps that grow: searches by guessing the place",
        "rising": "equal gaps over the whole range: sums and differences all alike",
        "few": "clusters far apart: one jump after many small steps",
        "extremes": "half at either end: one jump, nothing in the middle",
        "low": "neighbouring numbers at the lower end: dense, loops that depend on counts alone",
        "outlier": "neighbouring numbers and a last one far off: searches by guessing the place",
    },
    Filling.CHAINED_PAIRS: {
        "flat": "long intervals one after another: no gaps",
        "falling": "short intervals one after another: wide gaps",
        "few": "intervals of one length with equal gaps",
        "low": "intervals packed at the lower end",
        "extremes": "intervals packed at the upper end",
    },
}


MOST_STRINGS = 3  # whose lengths are told


def purpose_of(
    label: str, kinds: Iterable[RoleKind | Filling], strings: Mapping[str, str] = NO_STRINGS
) -> str:
    """Return what the structure of that label puts into the kinds of data it filled, and why, in one line.

    `strings`: fields of text with their length and alphabet.
    """
    told = dict.fromkeys(FILLED[kind][label] for kind in kinds if label in FILLED.get(kind, {}))
    if label in TOGETHER:
        purpose = TOGETHER[label]
    elif told:
        purpose = "; ".join(told)
    elif label == "random":
        purpose = RANDOM
    else:
        purpose = "rows in a pattern instead of chance: shortcuts for random data"
    shown = "; ".join(f"{name}: {about}" for name, about in islice(strings.items(), MOST_STRINGS))
    return f"{purpose} ({shown})" if shown else purpose
