"""What `stab validate` finds in a whole suite: how often which rules are broken, which bounds are reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from stab.records import Check, FaultKind
from stab.report.documents import Document, validate_document

Bounds = Mapping[str, tuple[int | Fraction | None, int | Fraction | None]]


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule, the words it comes from, and how many files break it."""

    kind: FaultKind
    rule: str
    quote: str
    files: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A quantity, its constant bounds (None: it has none) and whether any file reaches them."""

    name: str
    low: int | Fraction | None
    high: int | Fraction | None
    has_low: bool
    has_high: bool


@dataclass(frozen=True, slots=True)
class Audit:
    """The files of a suite by what is wrong with them; a file counts once, a fault of the layout first."""

    files: int
    valid: int
    off_layout: int
    off_rules: int
    broken: tuple[BrokenRule, ...]  # most often broken first
    bounds: tuple[Reached, ...]


def audit(checks: Sequence[tuple[str, Check]], bounds: Bounds) -> Audit:
    """Return what the checks of all files come to."""
    off_layout = sum(any(f.kind is FaultKind.LAYOUT for f in check.faults) for _, check in checks)
    valid = sum(check.ok for _, check in checks)
    counted: Counter[tuple[FaultKind, str]] = Counter()
    quotes: dict[tuple[FaultKind, str], str] = {}
    for _, check in checks:
        for key in dict.fromkeys((fault.kind, fault.rule) for fault in check.faults):
            counted[key] += 1
        quotes |= {(fault.kind, fault.rule): fault.quote for fault in check.faults}
    broken = tuple(BrokenRule(*key, quotes[key], files) for key, files in counted.most_common())
    reached = tuple(
        Reached(name, low, high, _any(checks, name, "min"), _any(checks, name, "max"))
        for name, (low, high) in bounds.items()
    )
    return Audit(len(checks), valid, off_layout, len(checks) - valid - off_layout, broken, reached)


def _any(checks: Sequence[tuple[str, Check]], name: str, end: str) -> bool:
    return any(name in check.hits and getattr(check.hits[name], end) for _, check in checks)


def audit_document(checks: Sequence[tuple[str, Check]], found: Audit) -> Document:
    """stab/validate/1 with the counts of the suite, its broken rules, its bounds and those never reached."""
    never = {
        r.name: [
            end
            for end, bound, is_hit in (("min", r.low, r.has_low), ("max", r.high, r.has_high))
            if bound is not None and not is_hit
        ]
        for r in found.bounds
    }
    return {
        **validate_document(checks),
        "counts": {
            "files": found.files,
            "ok": found.valid,
            "layout": found.off_layout,
            "constraints": found.off_rules,
        },
        "broken": [
            {"kind": b.kind.value, "rule": b.rule, "quote": b.quote, "files": b.files} for b in found.broken
        ],
        "bounds": {r.name: {"min": _plain(r.low), "max": _plain(r.high)} for r in found.bounds},
        "never_reached": {name: ends for name, ends in never.items() if ends},
    }


def _plain(value: int | Fraction | None) -> int | float | None:
    return (
        float(value)
        if isinstance(value, Fraction) and value.denominator != 1
        else (None if value is None else int(value))
    )
