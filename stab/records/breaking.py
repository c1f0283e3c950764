"""Inputs that a validator must refuse: each breaks one rule of the statement, and no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An input that is valid but for one rule; `rule` as faults name it, `what` says how it is broken."""

    name: str  # of its file, without extension
    rule: str
    what: str
    quote: str  # the words the rule comes from, "" where it comes from the layout
    data: bytes


@dataclass(frozen=True, slots=True)
class Unbroken:
    """A rule that no input breaks alone, and why none was found."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class NearMisses:
    """All must-reject inputs of a problem; `dropped` were made and broke nothing, or more than their rule."""

    inputs: tuple[NearMiss, ...] = ()
    unbroken: tuple[Unbroken, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Emitted:
    """The source of a validator, and what of the rules it can't check."""

    source: str
    left_out: tuple[str, ...] = ()
