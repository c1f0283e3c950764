"""One solution, its existing tests and the generated ones: a decision for each generated test."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from stab.pipeline.confirming import Claim, Settled, confirm
from stab.pipeline.events import ProgressHook, silent
from stab.pipeline.ledger import Order
from stab.pipeline.workbench import Workbench
from stab.records import Decision, ExistingTest, Measurement, Metric, Run, Solution, TestScore, Verdict
from stab.score import Comparison, counted, figure, promising, references, screened, times


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a candidate has to beat: the slowest existing tests with their screening times, slowest first.

    `raw_top` is the longest single run, as in the paper; `timed_out` that some existing test was killed.
    """

    tests: tuple[ExistingTest, ...]
    times: Mapping[str, tuple[float, ...]]
    raw_top: float
    timed_out: bool = False


def screen_first(
    solutions: Sequence[Solution],
    tests: Sequence[ExistingTest],
    bench: Workbench,
    role: str,
    on_event: ProgressHook = silent,
    *,
    keep_output: bool = False,
) -> tuple[Measurement, ...]:
    """Return one run of every solution on every test, in a role: existing, generated."""
    series = screening_series(bench, role)
    orders = [
        Order(solution, test, series, keep_output=keep_output) for solution in solutions for test in tests
    ]
    runs = bench.run_all(orders, role, on_event)
    return tuple(
        Measurement(order.solution.name, order.test.name, run.verdict, (run,))
        for order, run in zip(orders, runs, strict=True)
    )


def screening_series(bench: Workbench, role: str) -> str:
    """Return the name under which screening runs of tests in a role are kept."""
    return f"{role} alone" if bench.measuring.jobs == 1 else f"{role} in parallel"


def repeated(
    solution: Solution, tests: Sequence[ExistingTest], first: Mapping[str, Run], bench: Workbench, role: str
) -> dict[str, tuple[Run, ...]]:
    """Return the runs of screening on the tests given: their first ones with the missing ones behind."""
    is_exact = bench.measuring.metric is Metric.INSTRUCTIONS
    more = 1 if is_exact else bench.measuring.screen.runs - 1
    series = screening_series(bench, role)
    orders = [Order(solution, test, series, 1 + k) for test in tests for k in range(more)]
    runs = bench.run_all(orders, "screen")
    return {test.name: (first[test.name], *runs[n * more : (n + 1) * more]) for n, test in enumerate(tests)}


def baseline(
    solution: Solution, existing: Sequence[ExistingTest], first: Sequence[Measurement], bench: Workbench
) -> Baseline | None:
    """Return the slowest existing tests of a solution, from their first runs and more runs of the slowest.

    None where no existing test has a time.
    """
    metric = bench.measuring.metric
    runs = {m.test: m.runs[0] for m in first}
    single = {name: value for name, run in runs.items() if (value := figure(run, metric)) is not None}
    if not single:
        return None
    by_name = {test.name: test for test in existing}
    near = [by_name[name] for name in promising(single, bench.measuring.screen)]
    known = {}
    for name, own in repeated(solution, near, runs, bench, "existing").items():
        known[name] = times(Measurement(solution.name, name, own[0].verdict, own), metric)
    slowest = references(known, bench.measuring.screen)
    return Baseline(
        tests=tuple(by_name[name] for name in slowest),
        times={name: known[name] for name in slowest},
        raw_top=max(single.values()),
        timed_out=any(run.verdict is Verdict.TIME for run in runs.values()),
    )


def compare(
    solution: Solution,
    base: Baseline | None,
    generated: Sequence[ExistingTest],
    first: Mapping[str, Run],
    bench: Workbench,
    *,
    invalid: Collection[str] = (),
    on_event: ProgressHook = silent,
) -> tuple[TestScore, ...]:
    """Return a decision for each generated test, given its first run: screened first, then confirmed."""
    by_run = {t.name: _from_verdict(first[t.name], base, t.name in invalid) for t in generated}
    racing = [t for t in generated if by_run[t.name] is None]
    found = {name: decided for name, decided in by_run.items() if decided is not None}
    if racing and base is not None:
        found |= _race(solution, base, racing, first, bench, on_event)
    return tuple(_score(solution, t.name, found[t.name], base, first[t.name], bench) for t in generated)


@dataclass(frozen=True, slots=True)
class _Decided:
    settled: Settled
    reference: str = ""


def _from_verdict(run: Run, base: Baseline | None, is_invalid: bool) -> _Decided | None:
    """Return the decision that needs no time: an invalid input, a failure, a run that was killed."""
    if is_invalid or run.verdict not in (Verdict.OK, Verdict.TIME, Verdict.UNMEASURED):
        return _plain(Decision.INVALID, "verdict")
    if run.verdict is Verdict.UNMEASURED or base is None:
        return _plain(Decision.INCONCLUSIVE, "verdict")
    if run.verdict is Verdict.TIME:
        # Beside a time-out on an existing test this one shows nothing: both are lower bounds.
        return _plain(Decision.INCONCLUSIVE if base.timed_out else Decision.TIMEOUT, "limit")
    return _plain(Decision.NOT_SLOWER, "limit") if base.timed_out else None


def _plain(decision: Decision, rule: str) -> _Decided:
    return _Decided(Settled(Comparison(decision), rule, 0))


def _race(
    solution: Solution,
    base: Baseline,
    racing: Sequence[ExistingTest],
    first: Mapping[str, Run],
    bench: Workbench,
    on_event: ProgressHook,
) -> dict[str, _Decided]:
    """Return the decisions that times make: by screening where it suffices, else by rounds."""
    metric, screen = bench.measuring.metric, bench.measuring.screen
    below = [base.times[t.name] for t in base.tests]
    names = [t.name for t in base.tests]
    found: dict[str, _Decided] = {}
    single = {t.name: figure(first[t.name], metric) for t in racing}
    for name, value in single.items():
        seen = None if value is None else screened((value,), below, screen)
        if value is not None and seen is not None:
            found[name] = _screened(seen, (value,), below, names)
    near = [t for t in racing if t.name not in found and single[t.name] is not None]
    open_ = []
    for name, runs in repeated(solution, near, first, bench, "generated").items():
        own = times(Measurement(solution.name, name, Verdict.OK, runs), metric)
        if metric is Metric.INSTRUCTIONS:
            seen = counted(own, below, bench.measuring.plan.margin)
        else:
            seen = screened(own, below, screen)
        if seen is None:
            open_.append(name)
        else:
            rule = "counted" if metric is Metric.INSTRUCTIONS else None
            found[name] = _screened(seen, own, below, names, rule)
    if open_:
        found |= _confirmed(solution, base, [t for t in near if t.name in open_], bench, on_event)
    for test in racing:  # not counted: nothing to compare
        found.setdefault(test.name, _plain(Decision.INCONCLUSIVE, "verdict"))
    return found


def _screened(
    seen: Comparison,
    own: tuple[float, ...],
    below: Sequence[tuple[float, ...]],
    names: Sequence[str],
    rule: str | None = None,
) -> _Decided:
    rule = rule or ("clear" if seen.decision is Decision.SLOWER else "screened")
    return _Decided(Settled(seen, rule, 0, own, below[seen.against]), names[seen.against])


def _confirmed(
    solution: Solution,
    base: Baseline,
    candidates: Sequence[ExistingTest],
    bench: Workbench,
    on_event: ProgressHook,
) -> dict[str, _Decided]:
    """Return the decisions of interleaved rounds; a call with other tests makes its own."""
    lower = tuple(f"existing/{t.name}" for t in base.tests)
    claims = {t.name: Claim(f"generated/{t.name}", lower) for t in candidates}
    entrants = {f"existing/{t.name}": (solution, t) for t in base.tests}
    entrants |= {f"generated/{t.name}": (solution, t) for t in candidates}
    series = f"confirm {bench.identity([*base.tests, *candidates])}"
    settled = confirm(entrants, list(claims.values()), bench, series, on_event)
    return {
        name: _Decided(settled[claim], base.tests[settled[claim].comparison.against].name)
        for name, claim in claims.items()
    }


def _score(
    solution: Solution, test: str, decided: _Decided, base: Baseline | None, first: Run, bench: Workbench
) -> TestScore:
    own = figure(first, bench.measuring.metric)
    seen = decided.settled
    is_fit = seen.comparison.decision is not Decision.INVALID and base is not None
    above = own is not None and base is not None and own > base.raw_top
    late = first.verdict is Verdict.TIME and base is not None and not base.timed_out
    upper = seen.upper or (() if own is None else (own,))
    if first.verdict is Verdict.TIME:
        upper = (first.cpu_s,)
    return TestScore(
        test=test,
        solution=solution.name,
        decision=seen.comparison.decision,
        raw_success=is_fit and (late or (above and base is not None and not base.timed_out)),
        ratio=seen.comparison.ratio,
        ci=seen.comparison.ci,
        cpu_s=upper,
        reference_cpu_s=seen.lower,
        reference=decided.reference,
        rule=seen.rule,
        rounds=seen.rounds,
        host=bench.environment.host,
    )
