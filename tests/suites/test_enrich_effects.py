"""Which tests are worth adding, and the fewest of them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.pipeline.effects import Effect, bound_effects, caught_effects, fewest, is_late, slower_effects
from stab.records import Decision, Measurement, Run, SuiteState, TestScore, Verdict
from stab.suites import next_names


def score(test: str, solution: str, decision: Decision, seconds: float) -> TestScore:
    return TestScore(test, solution, decision, False, 2.0, (1.5, 2.5), (seconds,), (0.1,))


def run(solution: str, test: str, verdict: Verdict, seconds: float) -> Measurement:
    return Measurement(solution, test, verdict, (Run(verdict, seconds, seconds, 1.0),))


def keys(effects: dict[str, list[Effect]]) -> dict[str, set[str]]:
    return {test: {e.key for e in own} for test, own in effects.items() if own}


def test_only_the_slowest_new_tests_of_a_solution_count():
    scores = [
        score("a", "s", Decision.SLOWER, 1.0),
        score("b", "s", Decision.SLOWER, 0.97),
        score("c", "s", Decision.SLOWER, 0.5),
        score("d", "s", Decision.NOT_SLOWER, 3.0),
        score("e", "s", Decision.INCONCLUSIVE, 3.0),
        score("f", "s", Decision.INVALID, 3.0),
        score("c", "t", Decision.SLOWER, 0.2),
    ]

    assert keys(slower_effects(scores)) == {"a": {"slower s"}, "b": {"slower s"}, "c": {"slower t"}}


def test_a_killed_run_is_slower_than_any_time():
    scores = [score("a", "s", Decision.SLOWER, 9.0), score("b", "s", Decision.TIMEOUT, 4.0)]

    assert keys(slower_effects(scores)) == {"b": {"slower s"}}


def test_a_slow_solution_is_caught_only_where_accepted_ones_are_in_time():
    slow = [run("slow", t, Verdict.TIME, 2.0) for t in "abcd"] + [run("fast", "a", Verdict.OK, 0.5)]
    accepted = [
        run("x", "a", Verdict.OK, 0.9),
        run("x", "b", Verdict.OK, 1.1),
        run("x", "c", Verdict.TIME, 2.0),
        run("x", "d", Verdict.RUNTIME_ERROR, 0.1),
    ]

    assert keys(caught_effects(slow, accepted, 1.0, SuiteState(1, {}))) == {"a": {"caught slow"}}
    assert not keys(caught_effects(slow, accepted, 1.0, SuiteState(1, {}, caught=("slow",))))


@pytest.mark.parametrize(
    ("verdict", "seconds", "late"),
    [
        ("OK", 1.1, True),
        ("OK", 1.0, False),
        ("TLE", 0.5, True),
        ("RTE", 5.0, False),
        ("unmeasured", 5.0, False),
    ],
)
def test_late_is_over_the_limit(verdict, seconds, late):
    assert is_late(run("s", "t", Verdict(verdict), seconds), 1.0) is late


def test_bounds_that_old_tests_reach_are_no_effect():
    reached = {"a": frozenset({"n max", "m min"}), "b": frozenset({"m min"})}

    assert keys(bound_effects(reached, frozenset({"m min"}))) == {"a": {"bound n max"}}


EFFECTS = st.lists(st.sets(st.integers(0, 5)), max_size=6)


@given(EFFECTS)
def test_the_fewest_have_all_effects_and_no_fewer_would_do(sets):
    effects = {f"t{k}": [Effect(str(e), "") for e in own] for k, own in enumerate(sets)}
    order = list(effects)

    chosen = fewest(effects, order)

    wanted = set().union(*sets)
    assert set().union(*({int(e.key) for e in effects[name]} for name in chosen)) == wanted
    assert list(chosen) == [name for name in order if name in chosen]
    for some in combinations(sets, max(0, len(chosen) - 1)):
        assert not chosen or set().union(*some) != wanted


NAMES = {
    "first": (["a", "b"], [], ["stab-01-a", "stab-02-b"]),
    "goes on": (["a"], ["secret/stab-07-x", "stab-02-y", "stab-x"], ["stab-08-a"]),
    "as wide as needed": (["a", "b"], ["stab-98-x"], ["stab-099-a", "stab-100-b"]),
    "odd letters": (["n = 5, ünder", "***"], [], ["stab-01-n-5-nder", "stab-02-test"]),
}


@pytest.mark.parametrize("case", NAMES)
def test_names_are_numbered_behind_those_taken(case):
    purposes, taken, names = NAMES[case]

    assert list(next_names(purposes, taken)) == names
