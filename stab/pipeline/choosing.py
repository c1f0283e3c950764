"""Which of the measured candidates are added to a suite, under which names, and what they change."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from stab.pipeline.effects import (
    Effect,
    bound_effects,
    caught_by,
    caught_effects,
    fewest,
    is_late,
    slower_effects,
)
from stab.pipeline.old_tests import OldTests, reached, together
from stab.pipeline.scoring import Scoring
from stab.pipeline.telling import reuse
from stab.records import (
    Enrichment,
    Environment,
    ExistingTest,
    GeneratedTest,
    Measurement,
    Newly,
    NewTest,
    Rejection,
    Report,
    Slowest,
    Suite,
    SuiteState,
    Verdict,
)
from stab.suites import next_names

TOO_SLOW = "time_limit_exceeded"
_CLOSE = 0.5  # of the limit: the ICPC wants twice the time of the slowest accepted solution


@dataclass(frozen=True, slots=True)
class Measured:
    """First runs on old tests and on candidates, with the decisions about these."""

    old: tuple[Measurement, ...]
    new: tuple[Measurement, ...]
    scoring: Scoring | None  # None: there is no candidate
    environment: Environment
    reused: int


def chosen(
    suite: Suite,
    report: Report,
    old: OldTests,
    found: Enrichment,
    runs: Measured,
    answered: Sequence[ExistingTest],
) -> Enrichment:
    """Return the enrichment with the tests that are worth adding, and what they change."""
    accepted = {s.name for s in suite.solutions if s.expected == "accepted"}
    slow = [s.name for s in suite.solutions if s.expected == TOO_SLOW]
    limit, notes = found.limit_s, list(found.notes)
    if not limit:
        limit = _usual_limit([m for m in runs.old if m.solution in accepted])
        notes.append(f"no time limit is told: {limit:g} s is taken, twice the slowest accepted solution")
    before = _state_of(found.before, runs.old, slow, limit)
    by_name = {t.file.stem: t for t in report.tests}
    slower = slower_effects([] if runs.scoring is None else runs.scoring.score.by_test)
    caught = caught_effects(
        [m for m in runs.new if m.solution in slow],
        [m for m in runs.new if m.solution in accepted],
        limit,
        before,
    )
    bounds = {t.name: reached(by_name[t.name].hits) for t in answered}
    effects = _merged(answered, slower, caught, bound_effects(bounds, reached(old.bounds)))
    names = fewest(effects, [t.name for t in answered])
    added = _named(names, effects, by_name, {t.name: t for t in answered}, [t.name for t in suite.tests])
    new_names = {new.test.file.stem: new.name for new in added}
    kept = [replace(m, test=new_names[m.test]) for m in runs.new if m.test in new_names]
    total = SuiteState(
        len(suite.tests) + len(added), together([old.bounds, *(new.test.hits for new in added)])
    )
    notes += reuse(runs.reused) if runs.scoring is None else runs.scoring.notes
    digests = [*old.digests.values(), *(new.test.digest for new in added)]
    return replace(
        found,
        added=added,
        not_needed=(*found.not_needed, *_idle(answered, names, effects)),
        before=before,
        after=_state_of(total, [*runs.old, *kept], slow, limit),
        limit_s=limit,
        newly=tuple(_newly(accepted, runs.old, kept, limit)),
        notes=tuple(notes),
        state=found.state.partition(" ")[0] + f" {digest_of(digests)}",
    )


def _merged(tests: Sequence[ExistingTest], *told: Mapping[str, Sequence[Effect]]) -> dict[str, list[Effect]]:
    """Return all effects of each test."""
    return {t.name: [effect for own in told for effect in own.get(t.name, ())] for t in tests}


def _named(
    chosen: Sequence[str],
    effects: dict[str, list[Effect]],
    tests: dict[str, GeneratedTest],
    answered: dict[str, ExistingTest],
    taken: Collection[str],
) -> tuple[NewTest, ...]:
    names = next_names([tests[name].generator.name for name in chosen], taken)
    found = []
    for own, name in zip(chosen, names, strict=True):
        answer = answered[own].answer
        assert answer is not None  # or it had been held back
        found.append(NewTest(name, tests[own], answer, tuple(e.text for e in effects[own])))
    return tuple(found)


def _idle(
    answered: Sequence[ExistingTest], chosen: Collection[str], effects: dict[str, list[Effect]]
) -> list[Rejection]:
    """Return the good tests that are not added, each with the reason."""
    found = []
    for test in answered:
        if test.name not in chosen:
            told = "; ".join(e.text for e in effects[test.name])
            reason = f"others do it too: {told}" if told else "it shows nothing that the old tests do not"
            found.append(Rejection(test.name, "effect", reason))
    return found


def _usual_limit(measured: Sequence[Measurement]) -> float:
    """Return twice the time of the slowest accepted solution, in whole seconds (the rule of the ICPC)."""
    slowest = max((r.cpu_s for m in measured if m.verdict is Verdict.OK for r in m.runs), default=0.0)
    return float(max(1, ceil(2 * slowest)))


def _state_of(
    state: SuiteState, measured: Sequence[Measurement], slow: Sequence[str], limit: float
) -> SuiteState:
    """Return the state with the slowest test of each solution, and the slow ones that are caught."""
    slowest = []
    for name in dict.fromkeys(m.solution for m in measured):
        own = [m for m in measured if m.solution == name and m.verdict in (Verdict.OK, Verdict.TIME)]
        if own:
            top = max(own, key=lambda m: (m.verdict is Verdict.TIME, m.runs[0].cpu_s))
            slowest.append(Slowest(name, top.test, top.runs[0].cpu_s, top.verdict is Verdict.TIME))
    late = {name for names in caught_by(measured, limit).values() for name in names}
    return replace(
        state,
        slowest=tuple(slowest),
        caught=tuple(name for name in slow if name in late),
        missed=tuple(name for name in slow if name not in late),
    )


def _newly(
    accepted: Collection[str], old: Sequence[Measurement], new: Sequence[Measurement], limit: float
) -> list[Newly]:
    """Return what added tests do to accepted solutions that no old test did."""
    found = []
    for name in dict.fromkeys(m.solution for m in new if m.solution in accepted):
        before = {_trouble(m, limit) for m in old if m.solution == name}
        for m in new:
            trouble = _trouble(m, limit) if m.solution == name else ""
            if trouble and trouble not in before:
                found.append(Newly(name, m.test, trouble, m.runs[0].cpu_s))
    return found


def _trouble(measurement: Measurement, limit: float) -> str:
    if is_late(measurement, limit):
        return "over the limit"
    if measurement.verdict is Verdict.OK:
        return "close to the limit" if measurement.runs[0].cpu_s > _CLOSE * limit else ""
    return measurement.verdict.value


def digest_of(digests: Collection[str]) -> str:
    """Return a digest of the inputs that a suite holds, in whatever order."""
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()[:40]
