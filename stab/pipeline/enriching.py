"""`stab enrich` as a straight line: suite -> candidates -> valid, answered, measured -> those worth it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from stab import __version__
from stab.execute import open_sandbox
from stab.pipeline.agreeing import Answered, Voting, answers
from stab.pipeline.choosing import TOO_SLOW, Measured, chosen, digest_of
from stab.pipeline.comparing import screen_first
from stab.pipeline.conditions import Measuring
from stab.pipeline.crews import LocalCrew
from stab.pipeline.events import ProgressHook, silent
from stab.pipeline.generating import generate
from stab.pipeline.measuring import limits_for
from stab.pipeline.old_tests import OldTests, look_at
from stab.pipeline.own_validators import seen_by
from stab.pipeline.scoring import score_suites
from stab.pipeline.settings import Settings
from stab.pipeline.workbench import Workbench
from stab.records import (
    Enrichment,
    ExistingTest,
    GeneratedTest,
    Problem,
    Rejection,
    Report,
    Solution,
    Suite,
    SuiteState,
    Verdict,
)
from stab.store import key_of


@dataclass(frozen=True, slots=True)
class Enriching:
    """How to enrich: at most `tests` candidates."""

    tests: int = 20
    seed: int = 0
    time_s: float | None = None  # of a run; None: twice the problem's limit
    memory_mb: int | None = None  # of a run; None: the problem's limit
    has_reference: bool = False  # the first solution is the reference
    settings: Settings = field(default_factory=Settings)
    measuring: Measuring = field(default_factory=Measuring)


def enrich(
    suite: Suite, problem: Problem, how: Enriching, scratch: Path, on_event: ProgressHook = silent
) -> Enrichment:
    """Return what to add to a suite and what that changes; files lie in `scratch`, nothing else is written.

    Raises what `generate` raises, InputError for a checker that can't be used, SandboxError without
    isolation.
    """
    settings = replace(how.settings, tests=how.tests, seed=how.seed)
    made = generate(problem, scratch / "candidates", settings, on_event)
    old = look_at(made.report.spec, suite.tests, on_event)
    state = _state(suite, old.digests.values(), problem, how)
    found = Enrichment(
        added=(),
        held_back=(),
        not_needed=(),
        before=SuiteState(len(suite.tests), old.bounds),
        after=SuiteState(len(suite.tests), old.bounds),
        limit_s=problem.time_limit_s or 0.0,
        faults=old.faults,
        duplicates=old.duplicates,
        notes=(*made.notes, *(f"not used: {text}" for text in suite.unread)),
        validator=made.validator,
        state=state,
        seed=how.seed,
        version=__version__,
    )
    if state in suite.states:
        note = "an earlier run with these settings left the suite as it is: there is nothing new to add"
        return replace(found, notes=(*found.notes, note))
    return _measured(suite, made.report, old, found, how, scratch, on_event)


def _measured(
    suite: Suite,
    report: Report,
    old: OldTests,
    found: Enrichment,
    how: Enriching,
    scratch: Path,
    on_event: ProgressHook,
) -> Enrichment:
    """Return the enrichment with what running programs shows."""
    accepted = [s for s in suite.solutions if s.expected == "accepted"]
    slow = [s for s in suite.solutions if s.expected == TOO_SLOW]
    own = how.measuring
    limits = limits_for(report.spec.problem, how.time_s)
    memory = how.memory_mb or report.spec.problem.memory_limit_mb or limits.memory_mb
    own = replace(own, limits=replace(limits, memory_mb=memory))
    candidates, known = _unknown(report.tests, old)
    with open_sandbox(level=own.level, allow_unsafe=own.allow_unsafe) as sandbox:
        seen = seen_by(suite.validators, candidates, sandbox, on_event)
        checked = seen_by(suite.validators, suite.tests, sandbox, on_event)
        refused = {r.subject for r in seen.refused}
        voting = Voting(tuple(accepted), suite.checker, how.has_reference)
        with Workbench(replace(own, checker=None)) as bench:
            valid = [t for t in candidates if t.name not in refused]
            answered = answers(valid, voting, bench, sandbox, scratch / "answers", on_event)
    notes = (*found.notes, *dict.fromkeys((*seen.notes, *checked.notes)))
    faults = (
        *found.faults,
        *(r for r in checked.refused if r.subject not in {f.subject for f in found.faults}),
    )
    found = replace(
        found,
        held_back=(*(() if report.tests else report.rejections), *seen.refused, *answered.held_back),
        not_needed=known,
        faults=faults,
        notes=notes,
    )
    runs = _runs(suite.tests, answered, accepted, slow, replace(own, checker=suite.checker), found, on_event)
    return chosen(suite, report, old, replace(found, environment=runs.environment), runs, answered.tests)


def _unknown(
    tests: Sequence[GeneratedTest], old: OldTests
) -> tuple[list[ExistingTest], tuple[Rejection, ...]]:
    """Return the candidates that the suite does not have already, and the others."""
    names = {digest: name for name, digest in reversed(tuple(old.digests.items()))}
    new = [ExistingTest(t.file.stem, t.file) for t in tests if t.digest not in names]
    return new, tuple(
        Rejection(t.file.stem, "duplicate", f"the suite has this input: {names[t.digest]}")
        for t in tests
        if t.digest in names
    )


def _runs(
    old: Sequence[ExistingTest],
    answered: Answered,
    accepted: Sequence[Solution],
    slow: Sequence[Solution],
    measuring: Measuring,
    found: Enrichment,
    on_event: ProgressHook,
) -> Measured:
    faults, new = {f.subject: f.reason for f in found.faults}, answered.tests
    with Workbench(measuring) as bench:
        for order, run in answered.runs:  # made alike, and not to be made twice
            bench.ledger.keep(order, run)
        before = screen_first([*accepted, *slow], old, bench, "existing", on_event)
        crew = LocalCrew(bench)
        scoring = score_suites(accepted, old, new, crew, faults=faults, on_event=on_event) if new else None
        killed = {m.solution for m in before if m.verdict is Verdict.TIME}
        open_ = [s for s in slow if s.name not in killed]  # the others are caught already
        after = screen_first([*accepted, *open_], new, bench, "generated", on_event)
    return Measured(before, after, scoring, bench.environment, crew.reused)


def _state(suite: Suite, digests: Collection[str], problem: Problem, how: Enriching) -> str:
    """Return what tells this call apart (settings, solutions, statement), and the suite's tests."""
    own = how.measuring
    call = key_of(
        __version__,
        (how.tests, how.seed, how.time_s, how.has_reference, own.metric.value, how.memory_mb),
        (problem.text, problem.overrides),
        [(s.name, s.source, s.expected) for s in suite.solutions],
    )
    return f"{call} {digest_of(digests)}"
