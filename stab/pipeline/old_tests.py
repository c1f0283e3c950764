"""What the tests that exist already are: valid or not, equal to one another, reaching which bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import file_digest

from stab.layout import describe_fault, validate
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.records import ExistingTest, FaultKind, GenerationSpec, Hit, Rejection


@dataclass(frozen=True, slots=True)
class OldTests:
    """Faults of tests that break the statement, the bounds that the others reach, and digests by name."""

    faults: tuple[Rejection, ...] = ()
    bounds: Mapping[str, Hit] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)  # SHA-256 of the inputs

    @property
    def duplicates(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of tests with equal inputs, group by group."""
        groups: dict[str, list[str]] = {}
        for name, digest in self.digests.items():
            groups.setdefault(digest, []).append(name)
        return tuple(tuple(names) for names in groups.values() if len(names) > 1)


def look_at(spec: GenerationSpec, tests: Sequence[ExistingTest], on_event: ProgressHook = silent) -> OldTests:
    """Return what the validator says of the tests, read one at a time; odd blanks are no fault."""
    faults, hits, digests = [], list[Mapping[str, Hit]](), {}
    for number, test in enumerate(tests, 1):
        with test.input.open("rb") as stream:
            digests[test.name] = file_digest(stream, "sha256").hexdigest()
        check = validate(spec.layout, spec.binding, test.input.read_bytes(), strict=False)
        if check.ok:
            hits.append(check.hits)
        else:
            fault = check.faults[0]
            stage = "layout" if fault.kind is FaultKind.LAYOUT else "constraint"
            faults.append(Rejection(test.name, stage, describe_fault(fault)))
        on_event(Progress("validate", number, len(tests), test.name))
    return OldTests(tuple(faults), together(hits), digests)


def together(hits: Iterable[Mapping[str, Hit]]) -> dict[str, Hit]:
    """Return which bounds are reached by any of several inputs."""
    found: dict[str, Hit] = {}
    for own in hits:
        for name, hit in own.items():
            seen = found.get(name, Hit(False, False))
            found[name] = Hit(seen.min or hit.min, seen.max or hit.max)
    return found


def reached(hits: Mapping[str, Hit]) -> frozenset[str]:
    """Return the bounds that are reached, in words: `n max`."""
    return frozenset(
        f"{name} {which}"
        for name, hit in hits.items()
        for which, is_hit in (("min", hit.min), ("max", hit.max))
        if is_hit
    )
