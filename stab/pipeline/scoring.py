"""`stab score` as a straight line: validate, time both suites, compare."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stab.errors import MachineError
from stab.execute import agree
from stab.layout import validate
from stab.pipeline.calibration import calibrate
from stab.pipeline.comparing import baseline, compare, screen_first, screening_series
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.starting import startups
from stab.pipeline.understanding import read_input
from stab.pipeline.workbench import STANDARD, Measuring, Order, Workbench
from stab.records import (
    Decision,
    Environment,
    ExistingTest,
    Measurement,
    Problem,
    Run,
    Score,
    Solution,
    TestScore,
    Verdict,
)
from stab.score import is_fine, rates, select_solutions, without_startup

PER_LANGUAGE = 5  # the paper's five: fastest, slowest, three at random


@dataclass(frozen=True, slots=True)
class Scoring:
    """The rates with the machine that measured, and what the user should know about them."""

    score: Score
    environment: Environment
    notes: tuple[str, ...] = ()


def score_tests(
    problem: Problem,
    solutions: Sequence[Solution],
    existing: Sequence[ExistingTest],
    generated: Sequence[ExistingTest],
    measuring: Measuring = STANDARD,
    on_event: ProgressHook = silent,
) -> Scoring:
    """Return the slowdown rate of the generated tests, for the paper's choice of solutions a language.

    Inputs that break layout or constraints count as failures. Raises what reading the statement raises,
    SandboxError without isolation, MachineError where nothing could be measured.
    """
    invalid = invalid_tests(problem, generated)
    with Workbench(measuring) as bench:
        return score_suites(solutions, existing, generated, bench, invalid=invalid, on_event=on_event)


def score_suites(
    solutions: Sequence[Solution],
    existing: Sequence[ExistingTest],
    generated: Sequence[ExistingTest],
    bench: Workbench,
    *,
    invalid: Collection[str] = (),
    on_event: ProgressHook = silent,
) -> Scoring:
    """Return the rates of generated tests against existing ones; a decision for each solution and test."""
    measuring = bench.measuring
    before = screen_first(solutions, existing, bench, "existing", on_event)
    groups = _groups(solutions, before, bench)
    chosen = [s for s in solutions if s.name in groups]
    if not chosen and all(m.verdict is Verdict.UNMEASURED for m in before):
        raise MachineError("nothing could be measured", hint=_first_detail(before))
    firsts = _first_runs(chosen, generated, bench, on_event)
    notes = [*_failures(solutions, before, groups)]
    apart = _disagreements(chosen, before, generated, firsts)
    notes += [f"solutions disagree on {name}: it counts as invalid" for name in apart]
    baselines = {}
    for number, solution in enumerate(chosen, 1):
        own = [m for m in before if m.solution == solution.name]
        baselines[solution.name] = baseline(solution, existing, own, bench)
        on_event(Progress("references", number, len(chosen), solution.name))
    starting = startups(chosen, bench, on_event)
    noise = calibrate(chosen, baselines, bench, on_event)
    bench.start_budget()
    scores: list[TestScore] = []
    for solution in chosen:
        base, first = baselines[solution.name], firsts[solution.name]
        bad = {*invalid, *apart}
        scores += compare(solution, base, generated, first, bench, invalid=bad, on_event=on_event)
    unrated = {name for name, base in baselines.items() if base is None}
    result = rates(scores, groups=groups, unrated=unrated, noise=noise, metric=measuring.metric)
    result = without_startup(result, starting)
    return Scoring(result, bench.environment, (*notes, *_endings(scores, bench)))


def _groups(solutions: Sequence[Solution], before: Sequence[Measurement], bench: Workbench) -> dict[str, str]:
    """Return the chosen solutions of each language with what they stand for."""
    own = bench.measuring
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


def _first_runs(
    solutions: Sequence[Solution],
    generated: Sequence[ExistingTest],
    bench: Workbench,
    on_event: ProgressHook,
) -> dict[str, dict[str, Run]]:
    """Return the first run of each solution on each generated test, with its output."""
    series = screening_series(bench, "generated")
    orders = [Order(s, test, series, keep_output=True) for s in solutions for test in generated]
    found: dict[str, dict[str, Run]] = {s.name: {} for s in solutions}
    for order, run in zip(orders, bench.run_all(orders, "generated", on_event), strict=True):
        found[order.solution.name][order.test.name] = run
    return found


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


def _disagreements(
    solutions: Sequence[Solution],
    before: Sequence[Measurement],
    generated: Sequence[ExistingTest],
    firsts: Mapping[str, Mapping[str, Run]],
) -> list[str]:
    """Return the generated tests on which solutions give different answers.

    Only where all of them give the answer of every existing test that has one: else a test may have many.
    """
    names = {s.name for s in solutions}
    if any(m.verdict is Verdict.WRONG_ANSWER for m in before if m.solution in names):
        return []
    found = []
    for test in generated:
        runs = [firsts[name][test.name] for name in firsts]
        outputs = [run.stdout for run in runs if run.verdict is Verdict.OK]
        if test.answer is None and len(outputs) > 1 and not agree(outputs):
            found.append(test.name)
    return found


def _first_detail(measurements: Sequence[Measurement]) -> str | None:
    return next((r.detail for m in measurements for r in m.runs if r.detail), None)


def _endings(scores: Sequence[TestScore], bench: Workbench) -> Iterator[str]:
    left = sum(s.rule == "budget" for s in scores)
    if left:
        yield f"the budget ended before {left} decisions, which are inconclusive"
    if bench.reused:
        yield f"{bench.reused} runs were measured before (--fresh measures them anew)"
    failed = [s for s in scores if s.decision is Decision.INVALID and s.rule == "verdict"]
    if failed:
        yield f"{len(failed)} decisions are invalid: the input breaks a rule, or the solution fails on it"


def invalid_tests(problem: Problem, tests: Sequence[ExistingTest]) -> frozenset[str]:
    """Return the names of the inputs that break the layout or a constraint."""
    _, layout, binding = read_input(problem)
    return frozenset(
        t.name for t in tests if not validate(layout, binding, t.input.read_bytes(), strict=False).ok
    )
