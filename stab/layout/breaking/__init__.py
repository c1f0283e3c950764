"""Must-reject inputs: valid ones with one rule broken, proved by `validate` to break that rule alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from stab.layout.breaking.attempts import Target, proves
from stab.layout.breaking.form import end_targets, form_targets
from stab.layout.breaking.promises import role_targets
from stab.layout.breaking.rules import rule_targets
from stab.layout.breaking.subject import Subject, subjects
from stab.layout.schema import Schema
from stab.records import Binding, Layout, NearMiss, NearMisses, Unbroken

__all__ = ["near_misses"]

_MOST_SUBJECTS = 8
_LARGEST_SUBJECT = 1 << 16  # bytes
_MOST_TRIES = 60  # of a rule
_AGAIN = "the same input breaks another rule"


def near_misses(layout: Layout, binding: Binding, inputs: Sequence[bytes]) -> NearMisses:
    """Return inputs that break one rule each, made from small valid `inputs` (larger ones are left out).

    Each constraint is missed by the least there is, on each side; each checked role is broken in every way
    there is; then the form. What `validate` finds to break anything else is dropped and counted.
    """
    schema = Schema(layout)
    small = [data for data in inputs if len(data) <= _LARGEST_SUBJECT]
    bases = subjects(layout, binding, small)[:_MOST_SUBJECTS]
    maker = _Maker(bases)
    for target in (
        *rule_targets(schema, binding),
        *role_targets(schema, binding),
        *form_targets(schema),
        *end_targets(),
    ):
        maker.add(target)
    return NearMisses(tuple(maker.found), tuple(maker.unbroken), maker.dropped)


@dataclass(slots=True)
class _Maker:
    """Tries target after target on the valid inputs."""

    bases: Sequence[Subject]
    found: list[NearMiss] = field(default_factory=list)
    unbroken: list[Unbroken] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    seen: set[bytes] = field(default_factory=set)
    dropped: int = 0

    def add(self, target: Target) -> None:
        """Keep the first proved try of a target, or why there is none."""
        reasons: Counter[str] = Counter()
        tries = 0
        for base in self.bases:
            for attempt in target.attempts(base):
                if tries == _MOST_TRIES:
                    break
                tries += 1
                reason = proves(target, attempt, base)
                if not reason and attempt.data in self.seen:
                    reason = _AGAIN
                if not reason:
                    self.keep(target, attempt.what, attempt.data)
                    return
                self.dropped += 1
                reasons[reason] += 1
        if not target.rule and set(reasons) <= {_AGAIN} and self.bases:
            return  # the layout has no place for such a fault
        why = reasons.most_common(1)[0][0] if reasons else "no small input to make it from"
        self.unbroken.append(Unbroken(target.shown, why if self.bases else "no small valid input is there"))

    def keep(self, target: Target, what: str, data: bytes) -> None:
        self.seen.add(data)
        self.names[target.name] += 1
        name = f"{len(self.found) + 1:02d}-{target.name}"
        self.found.append(NearMiss(name, target.rule or "the layout", what, target.quote, data))
