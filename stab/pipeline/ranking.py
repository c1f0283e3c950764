"""`stab rank` as a straight line: run, screen, tell apart in rounds, group; growth where it is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING

from stab.pipeline.comparing import repeated
from stab.pipeline.conditions import STANDARD, Measuring
from stab.pipeline.confirming import Claim, Settled, confirm
from stab.pipeline.crews import Crew, Job, Suites, open_crew
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.growing import Resize, growth_of
from stab.pipeline.measuring import measure_all
from stab.pipeline.starting import startups
from stab.pipeline.telling import NO_ANSWER, disagreements, in_words, nothing_measured, refused, reuse
from stab.pipeline.workbench import Workbench
from stab.records import (
    Decision,
    ExistingTest,
    Growth,
    Measurement,
    Metric,
    Ranked,
    Ranking,
    Run,
    SizedTest,
    Solution,
    SuggestedLimit,
    Verdict,
)
from stab.score import (
    figure,
    is_fine,
    mark_unlike,
    median_interval,
    promising,
    rank_groups,
    ranked_without_startup,
    screened,
    separating_tests,
    suggest_limit,
    worst_test,
)
from stab.store import key_of

if TYPE_CHECKING:
    from stab.pipeline.cluster import Cluster

_CLEARLY = 0.05  # a killed solution takes longer than one that ends this far below the limit


@dataclass(frozen=True, slots=True)
class _Entry:
    """A solution that finishes on all tests, with its times on the slowest one."""

    solution: Solution
    worst: ExistingTest
    runs: tuple[float, ...]
    is_killed: bool = False

    @property
    def middle(self) -> float:
        return median(self.runs)


def rank_solutions(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    measuring: Measuring = STANDARD,
    *,
    resize: Resize | None = None,
    on_event: ProgressHook = silent,
    cluster: Cluster | None = None,
) -> Ranking:
    """Return the order of the solutions by time on their slowest tests, in groups that differ for sure.

    With `resize`, which gives smaller versions of tests, the growth of each solution over size too. With
    `cluster` one of its workers does the ranking, which compares everyone with everyone, and each growth is
    fitted on one of them. Raises SandboxError without isolation, MachineError where nothing could be measured
    or a worker is lost.
    """
    with open_crew(measuring, cluster) as crew:
        (ranking,) = crew.do([Job(_rank, tuple(solutions), (tuple(tests),))], "rank", on_event)
        growths = mark_unlike(_growths(solutions, ranking, resize, crew, on_event))
        ranked = tuple(replace(own, growth=growths.get(own.solution)) for own in ranking.solutions)
        notes = (*ranking.notes, *_unlike(ranked), *_unfitted(ranked, resize), *reuse(crew.reused))
        return replace(ranking, solutions=ranked, notes=notes)


def _rank(solutions: Sequence[Solution], suites: Suites, bench: Workbench, on_event: ProgressHook) -> Ranking:
    """Return the ranking without growth: all its times are of this bench."""
    (tests,) = suites
    first = measure_all(solutions, tests, bench, on_event=on_event)
    if all(m.verdict is Verdict.UNMEASURED for m in first):
        raise nothing_measured(first)
    failed = _failures(solutions, first)
    fit = [s for s in solutions if s.name not in failed]
    entries = _screened(fit, tests, first, bench, on_event)
    apart, entries, is_cut = _tell_apart(entries, bench, on_event)
    groups = rank_groups([e.solution.name for e in entries], apart)
    starting = startups(fit, bench, on_event)
    ranked = [ranked_without_startup(_ranked(e, groups), starting.get(e.solution.name)) for e in entries]
    ranked += [_failed(s, failed[s.name]) for s in solutions if s.name in failed]
    return Ranking(
        solutions=tuple(ranked),
        separating=separating_tests(groups, {s.name: _times(s, first, bench) for s in fit}),
        limit=_limit(entries) if bench.measuring.metric is Metric.CPU else None,
        metric=bench.measuring.metric,
        environment=bench.environment,
        startup=tuple({s.language: s for s in starting.values()}.values()),
        notes=tuple(_notes(solutions, tests, first, ranked, is_cut)),
        refused=refused(first),
    )


def _failures(solutions: Sequence[Solution], first: Sequence[Measurement]) -> dict[str, Measurement]:
    """Return for each solution that fails on some test the first such test."""
    answered = {m.test for m in first if m.verdict is Verdict.OK}
    found: dict[str, Measurement] = {}
    for measurement in first:
        if not _ends_well(measurement, answered):
            found.setdefault(measurement.solution, measurement)
    return found


def _screened(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    first: Sequence[Measurement],
    bench: Workbench,
    on_event: ProgressHook,
) -> list[_Entry]:
    entries = []
    for number, solution in enumerate(solutions, 1):
        own = {m.test: m.runs[0] for m in first if m.solution == solution.name}
        entries.append(_entry(solution, tests, own, bench))
        on_event(Progress("screen", number, len(solutions), solution.name))
    return sorted(entries, key=_by_time)


def _by_time(entry: _Entry) -> tuple[bool, float, str]:
    return entry.is_killed, entry.middle, entry.solution.name


def _ends_well(measurement: Measurement, answered: set[str]) -> bool:
    """Return whether a time says something: the solution passes, or is stopped for its time alone."""
    return measurement.verdict is Verdict.TIME or is_fine(measurement, answered)


def _entry(
    solution: Solution, tests: Sequence[ExistingTest], first: Mapping[str, Run], bench: Workbench
) -> _Entry:
    """Return the times of a solution on its slowest test; that of a killed one is the limit."""
    own = bench.measuring
    killed = [t for t in tests if first[t.name].verdict is Verdict.TIME]
    if killed:
        return _Entry(solution, killed[0], (own.limits.time_s,), is_killed=True)
    single = {t.name: figure(first[t.name], own.metric) or 0.0 for t in tests}
    near = promising(single, own.screen)
    runs = repeated(solution, [t for t in tests if t.name in near], first, bench, "judged")
    known = {
        name: tuple(v for r in rs if (v := figure(r, own.metric)) is not None) for name, rs in runs.items()
    }
    worst = worst_test(known)
    assert worst is not None  # the first runs were fine
    return _Entry(solution, next(t for t in tests if t.name == worst), known[worst])


def _tell_apart(
    entries: Sequence[_Entry], bench: Workbench, on_event: ProgressHook
) -> tuple[set[tuple[str, str]], list[_Entry], bool]:
    """Return the pairs (faster, slower) that differ for sure, the entries in order of all their times, and
    whether the budget left pairs open.
    """
    own = bench.measuring
    apart: set[tuple[str, str]] = set()
    claims = []
    for fast, slow in combinations(entries, 2):
        names = fast.solution.name, slow.solution.name
        if slow.is_killed:
            if not fast.is_killed and max(fast.runs) < (1 - _CLEARLY) * own.limits.time_s:
                apart.add(names)
            continue
        seen = screened(slow.runs, [fast.runs], own.screen)
        if own.metric is Metric.INSTRUCTIONS:
            is_apart = min(slow.runs) > own.plan.margin * max(fast.runs)
        else:
            is_apart = seen is not None and seen.decision is Decision.SLOWER
        if is_apart:
            apart.add(names)
        elif own.metric is not Metric.INSTRUCTIONS:
            claims.append(Claim(names[1], (names[0],)))
    settled = _settled(entries, claims, bench, on_event)
    apart |= {(c.lower[0], c.upper) for c, s in settled.items() if s.comparison.decision is Decision.SLOWER}
    longer = {e.solution.name: e.runs for e in entries}
    for claim, found in settled.items():
        for name, runs in ((claim.upper, found.upper), (claim.lower[0], found.lower)):
            if len(runs) > len(longer[name]):
                longer[name] = runs
    again = [replace(e, runs=longer[e.solution.name]) for e in entries]
    return apart, sorted(again, key=_by_time), any(s.rule == "budget" for s in settled.values())


def _settled(
    entries: Sequence[_Entry], claims: Sequence[Claim], bench: Workbench, on_event: ProgressHook
) -> dict[Claim, Settled]:
    if not claims:
        return {}
    entrants = {e.solution.name: (e.solution, e.worst) for e in entries}
    parts = key_of([(e.solution.name, e.solution.source) for e in entries])
    series = f"rank {parts} {bench.identity([e.worst for e in entries])}"
    with bench.budget.share():
        return confirm(entrants, claims, bench, series, on_event)


def _growths(
    solutions: Sequence[Solution],
    ranking: Ranking,
    resize: Resize | None,
    crew: Crew,
    on_event: ProgressHook,
) -> dict[str, Growth | None]:
    """Return how each solution's time grows over the family of its slowest test, each on one machine."""
    worst = {own.solution: own.worst_test for own in ranking.solutions if own.rank_group is not None}
    if resize is None:
        return {}
    sized = resize({name for name in worst.values() if name is not None})
    jobs = []
    for solution in (s for s in solutions if s.name in worst):
        own = [s for s in sized if s.family in ("", worst[solution.name])]
        action = partial(_grow, sizes=tuple((s.family, s.size) for s in own))
        jobs.append(Job(action, (solution,), (tuple(s.test for s in own),)))
    return {job.solutions[0].name: g for job, g in zip(jobs, crew.do(jobs, "growth", on_event), strict=True)}


def _unfitted(ranked: Sequence[Ranked], resize: Resize | None) -> list[str]:
    """Name those whose growth could not be told: too few sizes above the start-up, or below the limit."""
    names = [own.solution for own in ranked if own.rank_group is not None and own.growth is None]
    if resize is None or not names:
        return []
    return [f"no growth told (fewer than three sizes of its slowest test count): {', '.join(names)}"]


def _grow(
    solutions: Sequence[Solution],
    suites: Suites,
    bench: Workbench,
    on_event: ProgressHook,
    *,
    sizes: tuple[tuple[str, int], ...],
) -> Growth | None:
    (solution,), (tests,) = solutions, suites
    growth = growth_of(solution, [SizedTest(*s, t) for s, t in zip(sizes, tests, strict=True)], bench)
    return None if growth is None else replace(growth, host=bench.environment.host)


def _ranked(entry: _Entry, groups: Mapping[str, int]) -> Ranked:
    solution = entry.solution
    return Ranked(
        solution=solution.name,
        language=solution.language,
        rank_group=groups[solution.name],
        median=entry.middle,
        ci=None if entry.is_killed else median_interval(entry.runs),
        runs=entry.runs,
        worst_test=entry.worst.name,
        is_killed=entry.is_killed,
        verdict=Verdict.TIME if entry.is_killed else Verdict.OK,
    )


def _failed(solution: Solution, failure: Measurement) -> Ranked:
    detail = failure.runs[0].detail
    return Ranked(
        solution=solution.name,
        language=solution.language,
        rank_group=None,
        median=None,
        ci=None,
        runs=(),
        worst_test=failure.test,
        verdict=failure.verdict,
        detail=detail,
    )


def _limit(entries: Sequence[_Entry]) -> SuggestedLimit | None:
    accepted = {
        e.solution.name: e.middle for e in entries if e.solution.expected == "accepted" and not e.is_killed
    }
    slow = {e.solution.name: e.middle for e in entries if e.solution.expected == "time_limit_exceeded"}
    killed = {e.solution.name for e in entries if e.is_killed}
    return suggest_limit(accepted, slow, at_least=killed)


def _times(solution: Solution, first: Sequence[Measurement], bench: Workbench) -> dict[str, float]:
    """Return the first time on each test; that of a killed run is the limit."""
    own = [(m.test, m.runs[0]) for m in first if m.solution == solution.name]
    limit = bench.measuring.limits.time_s
    metric = bench.measuring.metric
    return {test: figure(run, metric) or limit for test, run in own}


def _notes(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    first: Sequence[Measurement],
    ranked: Sequence[Ranked],
    is_cut: bool,
) -> Iterator[str]:
    accepted = {s.name for s in solutions if s.expected == "accepted"}
    if not accepted:
        yield "no solution here is expected to be accepted: no time limit follows"
    for own in ranked:
        if own.rank_group is None:
            detail = f": {own.detail}" if own.detail else ""
            yield f"{own.solution} has no rank, {own.verdict.value} on {own.worst_test}{detail}"
        if own.is_killed and own.solution in accepted:
            yield f"{own.solution} is called accepted and was killed: the suggested limit leaves it out"
    open_ = [t.name for t in tests if t.answer is None]
    yield from in_words(disagreements(first, accepted, open_), NO_ANSWER)
    if is_cut:
        yield "the budget ended: some groups may be larger than they had to be"


def _unlike(ranked: Sequence[Ranked]) -> Iterator[str]:
    for own in ranked:
        if own.growth is not None and own.growth.differs:
            yield f"{own.solution} grows unlike the others: exponent {own.growth.exponent:.2f}"
