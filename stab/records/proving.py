"""What `stab catalog check` found: constructions timed on the programs they are meant to hurt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from stab.records.execution import Environment, Language


class Proof(StrEnum):
    """What became of a construction's claim on one victim."""

    MET = "met"
    UNPROVEN = "unproven"  # measured, and slower by less than claimed
    UNCLAIMED = "no claim"  # measured; the entry says that size alone hurts
    UNFIT = (
        "does not fit"  # the composer puts it on no field of the victim's problem, or the input is invalid
    )
    FAULTY = "victim at fault"  # it does not compile, fails the samples, or is too slow on random input
    UNTRIED = "no victim"


@dataclass(frozen=True, slots=True)
class Trial:
    """One victim on a construction and on random input of the same sizes. Times are CPU seconds.

    `ratio` is construction over random, the median over interleaved rounds; where the victim was killed on
    the construction it is the limit over the random time, a lower bound.
    """

    principle: str  # "S12.naive-search-text"
    proof: Proof
    victim: str = ""  # its file below the folder of victims
    problem: str = ""
    language: Language | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    claim: float | None = None  # the ratio that has to be reached
    ratio: float | None = None
    ci: tuple[float, float] | None = None
    random_s: tuple[float, ...] = ()
    construction_s: tuple[float, ...] = ()
    is_killed: bool = False  # on the construction; its only time is the limit
    rounds: int = 0
    detail: str = ""
    retracted: bool = False  # the catalog says `unproven` itself
    key: str = ""  # digest of all that the outcome depends on; equal keys are not measured twice


@dataclass(frozen=True, slots=True)
class Proving:
    """All trials of a call, and the machine that measured; `kept` of them came from an earlier one."""

    trials: tuple[Trial, ...]
    environment: Environment | None = None
    kept: int = 0
