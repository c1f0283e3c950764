"""`stab score` as a straight line: validate, time both suites, compare."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from stab.pipeline.calibration import calibrate, calibrated
from stab.pipeline.comparing import baseline, compare, screen_first
from stab.pipeline.conditions import STANDARD, Measuring
from stab.pipeline.crews import Crew, Job, Suites, lots, open_crew
from stab.pipeline.events import ProgressHook, silent
from stab.pipeline.starting import startups
from stab.pipeline.suite import suite_faults
from stab.pipeline.telling import (
    Disagreement,
    disagreements,
    first_of,
    in_words,
    nothing_measured,
    refused,
    reuse,
)
from stab.pipeline.understanding import read_input
from stab.pipeline.useless import useless_tests
from stab.pipeline.workbench import Workbench
from stab.records import (
    Decision,
    Environment,
    ExistingTest,
    Measurement,
    Noise,
    Problem,
    Score,
    Solution,
    Startup,
    TestScore,
    Verdict,
)
from stab.score import is_fine, rates, select_solutions, without_startup

if TYPE_CHECKING:
    from stab.pipeline.cluster import Cluster

_NONE: Mapping[str, str] = {}
PER_LANGUAGE = 5  # the paper's five: fastest, slowest, three at random


@dataclass(frozen=True, slots=True)
class Scoring:
    """The rates with the machines that measured, and what the user should know about them."""

    score: Score
    environments: tuple[Environment, ...]
    notes: tuple[str, ...] = ()
    refused: tuple[Measurement, ...] = ()  # one run of each solution that does not compile

    @property
    def environment(self) -> Environment:
        """The machine that measured, or the first of them."""
        return self.environments[0]


@dataclass(frozen=True, slots=True)
class _Compared:
    """One solution's comparison, from its first runs to its decisions."""

    scores: tuple[TestScore, ...]
    is_rated: bool
    noise: Noise | None
    startup: Startup | None


def score_tests(
    problem: Problem,
    solutions: Sequence[Solution],
    existing: Sequence[ExistingTest],
    generated: Sequence[ExistingTest],
    measuring: Measuring = STANDARD,
    on_event: ProgressHook = silent,
    *,
    cluster: Cluster | None = None,
) -> Scoring:
    """Return the slowdown rate of the generated tests, for the paper's choice of solutions a language.

    Inputs that break layout or constraints count as failures. With `cluster` its workers compare, each
    solution on one of them. Raises what reading the statement raises, SandboxError without isolation,
    MachineError where nothing could be measured or a worker is lost.
    """
    _, layout, binding = read_input(problem)
    invalid, faults = (
        {r.subject: r.reason for r in suite_faults(layout, binding, tests)} for tests in (generated, existing)
    )
    with open_crew(measuring, cluster) as crew:
        scoring = score_suites(
            solutions, existing, generated, crew, invalid=invalid, faults=faults, on_event=on_event
        )
    broken = [f"{name} counts as invalid: {reason}" for name, reason in invalid.items()]
    return replace(scoring, notes=(*first_of(broken, "inputs count as invalid"), *scoring.notes))


def score_suites(
    solutions: Sequence[Solution],
    existing: Sequence[ExistingTest],
    generated: Sequence[ExistingTest],
    crew: Crew,
    *,
    invalid: Collection[str] = (),
    faults: Mapping[str, str] = _NONE,
    on_event: ProgressHook = silent,
) -> Scoring:
    """Return the rates of generated tests against existing ones; a decision for each solution and test.

    `faults` tells which existing tests break the statement, and how; those that say nothing are left out.
    """
    before = _screened(solutions, existing, crew, on_event)
    left_out = useless_tests(existing, before, faults)
    existing, before = _without({r.subject for r in left_out}, existing, before)
    groups = _groups(solutions, before, crew.measuring)
    chosen = [s for s in solutions if s.name in groups]
    if not chosen and all(m.verdict is Verdict.UNMEASURED for m in before):
        raise nothing_measured(before)
    apart = _apart(chosen, before, generated, crew, on_event)
    notes = [f"existing test {r.subject} is left out: {r.reason}" for r in left_out]
    notes += _failures(solutions, before, groups)
    notes += _unanswered(chosen, existing, before)
    notes += in_words(apart, "there the input counts as invalid")
    middle = calibrated([m for m in before if m.solution in groups], crew.measuring.metric)
    bad = tuple(sorted({*invalid, *(own.test for own in apart)}))
    compared = _compared(chosen, (tuple(existing), tuple(generated)), crew, bad, middle, on_event)
    scores = [score for own in compared.values() for score in own.scores]
    result = rates(
        scores,
        groups=groups,
        unrated={name for name, own in compared.items() if not own.is_rated},
        noise=next((own.noise for own in compared.values() if own.noise is not None), None),
        metric=crew.measuring.metric,
    )
    startup = {name: own.startup for name, own in compared.items() if own.startup is not None}
    result = replace(without_startup(result, startup), left_out=left_out)
    told = (*notes, *_endings(scores, crew))
    return Scoring(result, crew.environments, told, refused(before))


def _without(
    names: Collection[str], tests: Sequence[ExistingTest], before: Sequence[Measurement]
) -> tuple[list[ExistingTest], list[Measurement]]:
    return [t for t in tests if t.name not in names], [m for m in before if m.test not in names]


def _screened(
    solutions: Sequence[Solution], existing: Sequence[ExistingTest], crew: Crew, on_event: ProgressHook
) -> list[Measurement]:
    """Return the first run of each solution on each existing test: those of a language on one machine.

    Where solutions are compared on other machines later, these runs only choose them.
    """
    role = "choice" if crew.is_spread else "existing"
    languages = [
        [s for s in solutions if s.language is own] for own in dict.fromkeys(s.language for s in solutions)
    ]
    jobs = [Job(partial(_first_runs, role=role), lot, (tuple(existing),)) for lot in lots(crew, languages)]
    place = {s.name: number for number, s in enumerate(solutions)}
    found = [m for own in crew.do(jobs, role, on_event) for m in own]
    return sorted(found, key=lambda m: place[m.solution])


def _first_runs(
    solutions: Sequence[Solution],
    suites: Suites,
    bench: Workbench,
    on_event: ProgressHook,
    *,
    role: str,
    keep_output: bool = False,
) -> tuple[Measurement, ...]:
    return screen_first(solutions, suites[0], bench, role, on_event, keep_output=keep_output)


def _compared(
    chosen: Sequence[Solution],
    suites: tuple[tuple[ExistingTest, ...], ...],
    crew: Crew,
    invalid: tuple[str, ...],
    middle: str | None,
    on_event: ProgressHook,
) -> dict[str, _Compared]:
    """Return the comparison of each solution, each one made on one machine; noise is measured first."""
    ordered = sorted(chosen, key=lambda s: s.name != middle)
    jobs = []
    for number, solution in enumerate(ordered):
        among = len(ordered) - (0 if crew.is_spread else number)  # here the next ones get what is left over
        action = partial(_compare, invalid=invalid, calibrating=solution.name == middle, among=among)
        jobs.append(Job(action, (solution,), suites))
    found = dict(zip((s.name for s in ordered), crew.do(jobs, "compare", on_event), strict=True))
    return {s.name: found[s.name] for s in chosen}


def _compare(
    solutions: Sequence[Solution],
    suites: Suites,
    bench: Workbench,
    on_event: ProgressHook,
    *,
    invalid: tuple[str, ...],
    calibrating: bool,
    among: int,
) -> _Compared:
    """Return the whole comparison of one solution on this bench."""
    (solution,), (existing, generated) = solutions, suites
    before = screen_first([solution], existing, bench, "existing")
    first = {m.test: m.runs[0] for m in screen_first([solution], generated, bench, "generated")}
    base = baseline(solution, existing, before, bench)
    startup = startups([solution], bench, on_event).get(solution.name)
    noise = calibrate(solution, base, bench, on_event) if calibrating and base is not None else None
    with bench.budget.share(among):
        scores = compare(solution, base, generated, first, bench, invalid=invalid, on_event=on_event)
    return _Compared(scores, base is not None, noise, startup)


def _groups(solutions: Sequence[Solution], before: Sequence[Measurement], own: Measuring) -> dict[str, str]:
    """Return the chosen solutions of each language with what they stand for."""
    groups: dict[str, str] = {}
    for language in dict.fromkeys(s.language for s in solutions):
        names = {s.name for s in solutions if s.language is language}
        chosen = select_solutions(
            [m for m in before if m.solution in names],
            seed=own.seed,
            randoms=PER_LANGUAGE - 2,
            metric=own.metric,
        )
        groups |= {c.solution: c.group for c in chosen}
    return groups


def _failures(
    solutions: Sequence[Solution], before: Sequence[Measurement], groups: Mapping[str, str]
) -> Iterator[str]:
    """Say why solutions that are called accepted are left out: the first test on which each one fails."""
    answered = {m.test for m in before if m.verdict is Verdict.OK}
    for solution in solutions:
        own = [m for m in before if m.solution == solution.name and not is_fine(m, answered)]
        if solution.name not in groups and own:
            detail = f": {own[0].runs[0].detail}" if own[0].runs[0].detail else ""
            yield f"{solution.name} is left out, {own[0].verdict.value} on {own[0].test}{detail}"


def _unanswered(
    chosen: Sequence[Solution], existing: Sequence[ExistingTest], before: Sequence[Measurement]
) -> Iterator[str]:
    """Name the tests whose answer no solution gives: it may be one of many, or the solutions may be wrong."""
    own = [m for m in before if m.solution in {s.name for s in chosen}]
    answered = {m.test for m in own if m.verdict is Verdict.OK}
    wrong = {m.test for m in own if m.verdict is Verdict.WRONG_ANSWER} - answered
    names = [test.name for test in existing if test.name in wrong]
    if names:
        yield (
            f"no accepted solution gives the answer of {len(names)} of {len(existing)} existing tests "
            f"({names[0]} first): fine only if a test has many answers"
        )


def _apart(
    chosen: Sequence[Solution],
    before: Sequence[Measurement],
    generated: Sequence[ExistingTest],
    crew: Crew,
    on_event: ProgressHook,
) -> list[Disagreement]:
    """Return the generated tests on which solutions give different answers.

    Only where all of them give the answer of every existing test that has one: else a test may have many.
    Where one machine does it all, these are the first runs of its comparisons.
    """
    names = {s.name for s in chosen}
    is_unique = not any(m.verdict is Verdict.WRONG_ANSWER for m in before if m.solution in names)
    unclear = [t.name for t in generated if is_unique and t.answer is None]
    tests = tuple(t for t in generated if t.name in unclear or not crew.is_spread)
    if not tests or not chosen:
        return []
    action = partial(_first_runs, role="answers" if crew.is_spread else "generated", keep_output=True)
    jobs = [Job(action, lot, (tests,)) for lot in lots(crew, [[s] for s in chosen])]
    found = [m for own in crew.do(jobs, "answers", on_event) for m in own]
    return disagreements(found, names, unclear)


def _endings(scores: Sequence[TestScore], crew: Crew) -> Iterator[str]:
    left = sum(s.rule == "budget" for s in scores)
    if left:
        yield f"the budget ended before {left} decisions, which are inconclusive"
    if len(crew.environments) > 1:
        hosts = ", ".join(machine.host for machine in crew.environments)
        yield f"measured on {hosts}: each solution's comparison on one of them"
    yield from reuse(crew.reused)
    failed = [s for s in scores if s.decision is Decision.INVALID and s.rule == "verdict"]
    if failed:
        decisions = "1 decision is" if len(failed) == 1 else f"{len(failed)} decisions are"
        yield f"{decisions} invalid: the input breaks a rule, or the solution fails on it"
