"""Comparing, scoring and ranking on a bench whose times are made up: no program runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stab.pipeline.budget import Budget
from stab.pipeline.comparing import baseline, compare, screen_first
from stab.pipeline.conditions import Measuring
from stab.pipeline.confirming import Claim, confirm
from stab.pipeline.crews import LocalCrew
from stab.pipeline.ledger import Order
from stab.pipeline.ranking import _failures, _screened, _tell_apart
from stab.pipeline.scoring import score_suites
from stab.records import (
    Decision,
    Environment,
    ExistingTest,
    Language,
    Limits,
    Metric,
    Run,
    Solution,
    Startup,
    TestScore,
    Verdict,
)
from stab.score import Plan


class ScriptedBench:
    """Answers orders from a table (solution, test) -> seconds or a verdict, with noise of a frozen stream."""

    def __init__(self, table: dict[tuple[str, str], float | Verdict], noise: float = 0.01, **settings: Any):
        self.measuring = Measuring(limits=Limits(time_s=2.0), plan=Plan(draws=200), **settings)
        self.environment = Environment("strict", "made up", 0.0, {"python": "3"}, "here")
        self.budget = Budget(self.measuring.seconds, self.measuring.runs)
        self.ledger = SimpleNamespace(reused=0)
        self.orders: list[Order] = []
        self._table, self._noise = table, noise
        self._random = np.random.RandomState(1)
        self._made: dict[tuple[str, str, str, int], Run] = {}

    def run(self, order: Order) -> Run:
        key = (order.solution.name, order.test.name, order.series, order.repeat)
        if key not in self._made:
            self.orders.append(order)
            self.budget.count()
            self._made[key] = self._new(order)
        return self._made[key]

    def run_all(self, orders: list[Order], stage: str = "", on_event: Any = None) -> tuple[Run, ...]:
        return tuple(map(self.run, orders))

    def identity(self, tests: list[ExistingTest]) -> str:
        return " ".join(t.name for t in tests)

    def _new(self, order: Order) -> Run:
        told = self._table.get((order.solution.name, order.test.name), 0.01)  # 0.01: the empty program
        if isinstance(told, Verdict):
            return Run(told, 2.0, 2.1, 5.0, "said so")
        seconds = float(told * np.exp(self._random.randn() * self._noise))
        output = b"1\n" if not order.test.name.startswith("apart") else order.solution.name.encode()
        return Run(Verdict.OK, seconds, 2 * seconds, 5.0, stdout=output, instructions=round(told * 1e9))


def named_test(name: str, answer: bool = False) -> ExistingTest:
    return ExistingTest(name, Path(f"/{name}.in"), Path(f"/{name}.ans") if answer else None)


ONE = Solution("one", Language.PYTHON, "pass")
EXISTING = {"tiny": 0.01, "large": 0.50, "larger": 0.48}


def decide(generated: dict[str, float | Verdict], existing: Any = EXISTING, **settings: Any) -> Any:
    """Return the decision on each generated test, by name."""
    table = {("one", name): told for name, told in {**existing, **generated}.items()}
    bench: Any = ScriptedBench(table, **settings)
    old = [named_test(name) for name in existing]
    new = [named_test(name) for name in generated]
    base = baseline(ONE, old, screen_first([ONE], old, bench, "existing"), bench)
    first = {m.test: m.runs[0] for m in screen_first([ONE], new, bench, "generated")}
    with bench.budget.share():
        return {score.test: score for score in compare(ONE, base, new, first, bench)}


@pytest.mark.parametrize(
    ("told", "decision", "rule", "raw"),
    [
        (0.70, Decision.SLOWER, "confirmed", True),
        (0.505, Decision.NOT_SLOWER, "confirmed", None),
        (0.30, Decision.NOT_SLOWER, "screened", False),
        (0.02, Decision.NOT_SLOWER, "screened", False),
        (1.80, Decision.SLOWER, "clear", True),
        (Verdict.TIME, Decision.TIMEOUT, "limit", True),
        (Verdict.RUNTIME_ERROR, Decision.INVALID, "verdict", False),
        (Verdict.WRONG_ANSWER, Decision.INVALID, "verdict", False),
        (Verdict.MEMORY, Decision.INVALID, "verdict", False),
        (Verdict.UNMEASURED, Decision.INCONCLUSIVE, "verdict", False),
    ],
)
def test_one_generated_test(told, decision, rule, raw):
    seen: TestScore = decide({"new": told})["new"]

    assert (seen.decision, seen.rule) == (decision, rule)
    if raw is not None:
        assert seen.raw_success is raw
    if rule == "confirmed":
        assert seen.reference in ("large", "larger")
        assert seen.rounds >= 10
        assert len(seen.cpu_s) == len(seen.reference_cpu_s) == seen.rounds
        assert seen.ratio == pytest.approx(told / EXISTING[seen.reference], rel=0.05)
        assert seen.ci is not None
        assert seen.ci[0] <= seen.ratio <= seen.ci[1]


def test_far_tests_are_run_once_and_references_are_the_slowest():
    table = {("one", name): seconds for name, seconds in {**EXISTING, "new": 0.02}.items()}
    bench: Any = ScriptedBench(table)
    old = [named_test(name) for name in EXISTING]
    base = baseline(ONE, old, screen_first([ONE], old, bench, "existing"), bench)

    assert base is not None
    assert {t.name for t in base.tests} == {"large", "larger"}
    assert [o.repeat for o in bench.orders if o.test.name == "tiny"] == [0]
    assert [o.repeat for o in bench.orders if o.test.name == "large"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("told", "decision"), [(Verdict.TIME, Decision.INCONCLUSIVE), (1.5, Decision.NOT_SLOWER)]
)
def test_a_time_out_on_an_existing_test_leaves_nothing_to_beat(told, decision):
    seen = decide({"new": told}, {**EXISTING, "huge": Verdict.TIME})["new"]

    assert (seen.decision, seen.raw_success) == (decision, False)


def test_without_a_baseline_nothing_is_decided():
    seen = decide({"new": 1.0}, {"broken": Verdict.RUNTIME_ERROR})["new"]

    assert (seen.decision, seen.raw_success) == (Decision.INCONCLUSIVE, False)


def test_equal_tests_are_not_called_slower_whatever_their_number():
    seen = decide({f"new{i}": 0.5 for i in range(12)}, noise=0.15)

    assert [s.test for s in seen.values() if s.decision is Decision.SLOWER] == []


def test_instructions_decide_without_rounds():
    seen = decide({"new": 0.53, "same": 0.5}, metric=Metric.INSTRUCTIONS)

    assert (seen["new"].decision, seen["new"].rule) == (Decision.SLOWER, "counted")
    assert seen["same"].decision is Decision.NOT_SLOWER
    assert seen["new"].rounds == 0


def test_the_budget_leaves_decisions_open():
    seen = decide({"new": 0.7}, runs=0)["new"]

    assert (seen.decision, seen.rule, seen.raw_success) == (Decision.INCONCLUSIVE, "budget", True)


def test_rounds_hold_each_entrant_once_in_an_order_that_the_seed_draws():
    def orders(seed):
        bench: Any = ScriptedBench({("one", n): 0.5 for n in "ab"}, seed=seed)
        entrants = {n: (ONE, named_test(n)) for n in "ab"}
        confirm(entrants, [Claim("a", ("b",))], bench, "series")
        return [(o.repeat, o.test.name) for o in bench.orders]

    made = orders(1)
    assert sorted(made) == sorted(set(made))
    assert all({n for r, n in made if r == k} == {"a", "b"} for k in range(10))
    assert made == orders(1)
    assert made != orders(2)
    assert len({tuple(n for r, n in made if r == k) for k in range(10)}) == 2  # both orders occur


def test_a_candidate_killed_in_a_round_is_a_time_out():
    bench: Any = ScriptedBench({("one", "a"): Verdict.TIME, ("one", "b"): 1.0})
    claim = Claim("a", ("b",))
    seen = confirm({n: (ONE, named_test(n)) for n in "ab"}, [claim], bench, "s")[claim]

    assert (seen.comparison.decision, seen.rule, seen.upper) == (Decision.TIMEOUT, "limit", (2.0,))


# --- whole suites --------------------------------------------------------------------------------


def suites(extra: dict[tuple[str, str], float | Verdict], generated: tuple[str, ...], **settings: Any) -> Any:
    names = [f"s{i}" for i in range(3)]
    table = {(n, "old"): 0.1 * (i + 1) for i, n in enumerate(names)}
    table |= {(n, g): 0.3 * (i + 1) for i, n in enumerate(names) for g in generated}
    bench: Any = ScriptedBench({**table, **extra}, **settings)
    solutions = [Solution(n, Language.PYTHON, n) for n in names]
    old = [named_test("old", answer=True)]
    return score_suites(solutions, old, [named_test(g) for g in generated], LocalCrew(bench))


def test_a_suite_is_scored_for_chosen_solutions():
    made = suites({}, ("new",))

    assert [(s.solution, s.group, s.asr) for s in made.score.by_solution] == [
        ("s0", "fast", 1.0),
        ("s1", "random", 1.0),
        ("s2", "slow", 1.0),
    ]
    assert made.score.noise is not None
    assert made.score.noise.solution == "s1"
    assert len(made.score.noise.runs) == 10


def test_solutions_that_fail_an_existing_test_are_left_out_and_named():
    made = suites({("s1", "old"): Verdict.RUNTIME_ERROR}, ("new",))

    assert [s.solution for s in made.score.by_solution] == ["s0", "s2"]
    assert any("s1 is left out, RTE on old: said so" in note for note in made.notes)


def test_tests_on_which_solutions_disagree_count_as_invalid():
    made = suites({}, ("new", "apart"))

    decisions = {t.test: t.decision for t in made.score.by_test}
    assert decisions == {"new": Decision.SLOWER, "apart": Decision.INVALID}
    assert any("disagree on apart" in note for note in made.notes)
    assert made.score.asr == 0.5


def test_where_answers_are_not_unique_nobody_is_blamed():
    extra = {(f"s{i}", "old"): Verdict.WRONG_ANSWER for i in range(3)}
    bench: Any = ScriptedBench({**extra, **{(f"s{i}", "apart"): 0.1 for i in range(3)}})
    solutions = [Solution(f"s{i}", Language.PYTHON, "") for i in range(3)]
    made = score_suites(solutions, [named_test("old", answer=True)], [named_test("apart")], LocalCrew(bench))

    assert not any("disagree" in note for note in made.notes)


def test_start_up_is_taken_off_what_is_shown_and_off_nothing_else():
    plain, less = suites({}, ("new",)), suites({}, ("new",), subtract_startup=True)

    assert plain.score.startup == ()
    (startup,) = less.score.startup
    assert startup.language is Language.PYTHON and len(startup.runs) == 7
    assert startup.value == pytest.approx(0.01, rel=0.05)
    for before, after in zip(plain.score.by_test, less.score.by_test, strict=True):
        assert (after.decision, after.rule, after.rounds) == (before.decision, before.rule, before.rounds)
        assert after.ratio == pytest.approx(after.cpu_s[0] / after.reference_cpu_s[0], rel=0.2)
        whole = [a + startup.value for a in after.cpu_s]
        assert whole == pytest.approx(list(before.cpu_s), rel=0.1)
        assert median_of(after.reference_cpu_s) < median_of(before.reference_cpu_s)
    assert [s.asr for s in less.score.by_solution] == [s.asr for s in plain.score.by_solution]


def test_a_start_up_longer_than_the_run_leaves_nothing():
    startup = Startup(Language.JAVA, 0.1, (0.1,))

    assert startup.off((0.05, 0.1, 0.35)) == pytest.approx((0.0, 0.0, 0.25))


def median_of(values):
    return sorted(values)[len(values) // 2]


# --- ranking -------------------------------------------------------------------------------------


def ranked(table: dict[tuple[str, str], float | Verdict], tests: tuple[str, ...], **settings: Any) -> Any:
    bench: Any = ScriptedBench(table, **settings)
    solutions = [Solution(n, Language.PYTHON, n) for n in dict.fromkeys(n for n, _ in table)]
    suite = [named_test(t) for t in tests]
    first = screen_first(solutions, suite, bench, "judged")
    failed = _failures(solutions, first)
    fit = [s for s in solutions if s.name not in failed]
    entries = _screened(fit, suite, first, bench, lambda event: None)
    apart, entries, _ = _tell_apart(entries, bench, lambda event: None)
    return apart, entries, failed


def test_what_differs_is_told_apart_and_what_is_equal_is_not():
    table = {("a", "x"): 0.20, ("b", "x"): 0.20, ("c", "x"): 0.30, ("d", "x"): 1.5, ("e", "x"): Verdict.TIME}
    apart, entries, failed = ranked(table, ("x",))

    pairs = {frozenset(pair) for pair in apart}
    assert pairs == {frozenset(p) for p in ("ac", "bc", "ad", "bd", "cd", "ae", "be", "ce", "de")}
    assert [e.solution.name for e in entries][2:] == ["c", "d", "e"]
    assert entries[-1].is_killed
    assert failed == {}


def test_each_solution_is_timed_on_its_own_worst_test():
    table = {("a", "x"): 0.1, ("a", "y"): 0.4, ("b", "x"): 0.3, ("b", "y"): 0.1}
    _, entries, _ = ranked(table, ("x", "y"))

    assert [(e.solution.name, e.worst.name) for e in entries] == [("b", "x"), ("a", "y")]
    assert len(entries[0].runs) >= 10


def test_failing_solutions_have_no_place():
    table = {("a", "x"): 0.1, ("b", "x"): Verdict.RUNTIME_ERROR}
    _, entries, failed = ranked(table, ("x",))

    assert [e.solution.name for e in entries] == ["a"]
    assert failed["b"].verdict is Verdict.RUNTIME_ERROR


def test_close_to_the_limit_a_killed_one_is_not_told_apart():
    apart, _, _ = ranked({("a", "x"): 1.97, ("b", "x"): Verdict.TIME}, ("x",))

    assert apart == set()


def test_settings_are_plain_values():
    assert replace(Measuring(), runs=3) == Measuring(runs=3)
