"""The catalog and what of it matches a problem."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from stab.records.layout import RoleKind


@dataclass(frozen=True, slots=True)
class Principle:
    """One construction of a scenario: an implementation it hurts and how (a catalog entry)."""

    id: str  # "S01.quicksort-first-pivot"
    title: str
    hurts: str  # the code shape
    construction: str  # in words, for a model
    source: str
    role: RoleKind | None = None  # the layout role it fills; None: only size hurts
    construct: str | None = None  # a call of stab.build over the boundary's names
    anti: str | None = None  # the call that is its opposite
    needs: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    language: str | None = None
    growth: str = ""
    measured: float | None = None  # slowdown against random input of the same size, where it was measured
    unproven: bool = False  # measured, and not as slow as claimed: never composed by default
    beside: tuple[Principle, ...] = ()  # of an interaction: what its other fields hold at the same time
    partner: str | None = None  # of an interaction: the other scenario it serves

    @property
    def executable(self) -> bool:
        """True when the principle can be run, not only told."""
        return self.construct is not None


@dataclass(frozen=True, slots=True)
class Scenario:
    """An algorithm family with what tells it and what hurts it."""

    id: str  # "S01"
    name: str  # "sorting"
    title: str
    names: tuple[str, ...]  # algorithm and data structure names
    cues: tuple[str, ...]  # task-level cues
    principles: tuple[Principle, ...]
    weak: tuple[str, ...] = ()  # cues that tell something only together with others
    anchors: tuple[str, ...] = field(default=(), repr=False)  # descriptions its centroid is made of
    shape: tuple[tuple[str, int], ...] = ()  # points for what the input holds ("tree !queries")
    only: tuple[str, ...] = ()  # the input must hold one of these; (): anything will do
    least: int = 0  # items or characters from which its constructions matter
    alone: bool = True  # False: it only ever comes beside another one
    interactions: tuple[Principle, ...] = ()  # principles that act through several fields at once


@dataclass(frozen=True, slots=True)
class Evidence:
    """A cue found in the statement."""

    cue: str
    quote: str
    line: int


class Route(StrEnum):
    """Which of the two exclusive paths of paper section 4.2 answered."""

    KEYWORD = "keyword"
    KNN = "knn"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Match:
    """A scenario retrieved for a problem."""

    scenario: Scenario
    evidence: tuple[Evidence, ...] = ()
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was retrieved, by which route, with which encoder."""

    route: Route
    matches: tuple[Match, ...]
    encoder: str | None = None


@dataclass(frozen=True, slots=True)
class AnchorPool:
    """Centroids made of a corpus: `name` is what an encoder is called that uses them, MODEL@CORPUS."""

    name: str
    corpus: str
    model: str
    read: int  # descriptions in the corpus
    described: tuple[tuple[str, int], ...]  # scenarios with how many descriptions their cues match
