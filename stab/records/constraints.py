"""What the saturator reads and finds: constraints, groups, boundaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from stab.expression import Comparison


class ConstraintKind(StrEnum):
    """The paper's record types (section 4.1)."""

    RANGE = "range"  # 1 <= n <= 10^5
    INDEXED_RANGE = "indexed_range"  # 1 <= a[i] <= 10^9
    CHAIN = "chain"  # 1 <= l <= r <= n
    PRODUCT = "product"  # n * m <= 10^6
    AGGREGATE = "aggregate"  # sum(n) <= 2 * 10^5
    LENGTH = "length"  # len(s) <= 10^5
    OTHER = "other"


class Origin(StrEnum):
    """Where a constraint comes from."""

    NOTATION = "notation"
    PROSE = "prose"
    REPAIRED = "repaired"  # a lost exponent put back, on evidence
    SUBTASK = "subtask"
    LAYOUT = "layout"
    OVERRIDE = "override"
    LLM = "llm"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One inequality chain the input must satisfy, with the words it was read from."""

    text: str  # canonical, see stab.expression
    kind: ConstraintKind
    variables: tuple[str, ...]  # base names in order of appearance
    quote: str
    line: int  # 1-based line in the user's file, 0 for an override
    origin: Origin
    comparison: Comparison = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """A stretch that looks like a constraint and was not understood."""

    quote: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a language model takes an unread stretch for: a canonical comparison, not yet checked."""

    text: str
    quote: str  # of the unread stretch, and its line
    line: int


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything the statement says about the input's bounds."""

    constraints: tuple[Constraint, ...]
    side_conditions: tuple[str, ...] = ()  # canonical: `n % 2 == 1`, `len(s) == n`, `isprime(p)`
    unread: tuple[Unread, ...] = ()
    size_variables: tuple[str, ...] = ()  # canonical texts: `n`, `len(s)`, `sum(L[i])`
    tests_variable: str | None = None
    real_variables: tuple[str, ...] = ()
    given_conditions: tuple[str, ...] = ()  # the side conditions that the user gave


class Method(StrEnum):
    """How a group of variables was resolved (paper section 4.1)."""

    RULE = "rule"
    CP_SAT = "cp-sat"


@dataclass(frozen=True, slots=True)
class Group:
    """Variables resolved together; status optimal, feasible or infeasible."""

    variables: tuple[str, ...]
    method: Method
    status: str


@dataclass(frozen=True, slots=True)
class Boundary:
    """A named size assignment that satisfies every constraint: balanced, max:n, max-tests, …"""

    name: str
    values: Mapping[str, int]  # keys are canonical texts, as in Extraction.size_variables


@dataclass(frozen=True, slots=True)
class Saturation:
    """The largest valid sizes: each alone, the coupled groups, and joint named boundaries."""

    maxima: Mapping[str, int]
    groups: tuple[Group, ...]
    boundaries: tuple[Boundary, ...]
