"""What is to be broken, how it is tried, and when a try counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stab.layout.breaking.subject import Subject
from stab.layout.validation import validate
from stab.records import Check, Fault, FaultKind

MOST_FAULTS = 10  # that validate tells: of so many it may have kept others back


@dataclass(frozen=True, slots=True)
class Attempt:
    """An input that should break its target. `place`: where a layout fault counts as breaking it, too."""

    data: bytes
    what: str
    place: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A rule to break in one way.

    `attempts` yields inputs made from a valid one; `allowed` tells which other broken rules are the same
    promise in other words, or a stronger one. A target of the layout (rule "") is broken by layout faults.
    """

    name: str
    rule: str
    shown: str
    quote: str
    attempts: Callable[[Subject], Iterator[Attempt]]
    allowed: Callable[[str], bool]


def proves(target: Target, attempt: Attempt, subject: Subject) -> str:
    """Return what an attempt breaks beside its target, or that it breaks nothing; "" where it is proved."""
    check: Check = validate(subject.layout, subject.binding, attempt.data)
    if check.ok:
        return "the input stays valid"
    if len(check.faults) >= MOST_FAULTS:
        return "too much is broken at once"
    if not target.rule:
        other = next((f for f in check.faults if f.kind is not FaultKind.LAYOUT), None)
        return f"{other.rule} is broken" if other else ""
    if all(_is_at(fault, attempt.place) for fault in check.faults):
        return ""
    others = [f for f in check.faults if not _is_meant(f, target)]
    if others:
        first = others[0]
        return "the layout is left" if first.kind is FaultKind.LAYOUT else f"{first.rule} is broken, too"
    broken = any(fault.rule == target.rule for fault in check.faults)
    return "" if broken else "only stronger rules are broken"


def _is_at(fault: Fault, place: tuple[int, int] | None) -> bool:
    """Tell whether a layout fault says that a size is impossible."""
    return fault.kind is FaultKind.LAYOUT and (fault.line, fault.column) == place


def _is_meant(fault: Fault, target: Target) -> bool:
    return fault.kind is not FaultKind.LAYOUT and (fault.rule == target.rule or target.allowed(fault.rule))
