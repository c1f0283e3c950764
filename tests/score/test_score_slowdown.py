"""ASR on made-up measurements: every figure here is given, none is timed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stab.records import Decision, Measurement, Run, Verdict
from stab.score import Settings, decide, score, select_solutions
from stab.score.decision import rank_probability


def measured(solution, test, *times, verdict=Verdict.OK):
    runs = tuple(Run(verdict, t, t, 10.0) for t in times)
    return Measurement(solution, test, verdict, runs)


EXISTING = (measured("a", "small", 0.10, 0.11, 0.10), measured("a", "large", 0.50, 0.52, 0.51))


@pytest.mark.parametrize(
    ("times", "verdict", "decision", "raw"),
    [
        ((1.0, 1.1, 1.05), Verdict.OK, Decision.SLOWER, True),
        ((0.1, 0.1, 0.1), Verdict.OK, Decision.NOT_SLOWER, False),
        ((0.53, 0.50, 0.52), Verdict.OK, Decision.INCONCLUSIVE, True),  # the paper's > holds by chance
        ((0.51, 0.70, 0.70), Verdict.OK, Decision.INCONCLUSIVE, True),  # one run is not above all others
        ((1.0,), Verdict.OK, Decision.INCONCLUSIVE, True),  # too few runs for a claim
        ((10.1,), Verdict.TIME, Decision.TIMEOUT, True),
        ((9.0,), Verdict.RUNTIME_ERROR, Decision.INVALID, False),
        ((9.0,), Verdict.WRONG_ANSWER, Decision.INVALID, False),
        ((9.0,), Verdict.MEMORY, Decision.INVALID, False),
        ((0.0,), Verdict.UNMEASURED, Decision.INCONCLUSIVE, False),
    ],
)
def test_one_generated_test(times, verdict, decision, raw):
    result = score(EXISTING, [measured("a", "new", *times, verdict=verdict)])
    (only,) = result.by_test
    assert (only.decision, only.raw_success) == (decision, raw)
    assert result.asr == (1.0 if decision in (Decision.SLOWER, Decision.TIMEOUT) else 0.0)
    assert result.asr_raw == (1.0 if raw else 0.0)


def test_reference_is_the_slowest_existing_test():
    (only,) = score(EXISTING, [measured("a", "new", 1.0, 1.0, 1.0)]).by_test
    assert only.reference_cpu_s == (0.50, 0.52, 0.51)
    assert only.ratio == pytest.approx(1.0 / 0.51)
    assert only.ci is not None
    assert only.ci[0] <= only.ratio <= only.ci[1]


def test_invalid_inputs_fail_whatever_their_time():
    slow = measured("a", "new", 5.0, 5.0, 5.0)
    result = score(EXISTING, [slow], invalid={"new"})
    assert result.by_test[0].decision is Decision.INVALID
    assert (result.asr, result.asr_raw) == (0.0, 0.0)


def test_without_baseline_there_is_no_rate():
    result = score([], [measured("a", "new", 5.0, 5.0, 5.0)])
    assert (result.asr, result.asr_raw) == (None, None)
    assert result.by_solution[0].asr is None
    assert result.by_test[0].decision is Decision.INCONCLUSIVE


def test_a_crash_on_an_existing_test_is_no_reference():
    crashed = (*EXISTING, measured("a", "crash", 3.0, verdict=Verdict.RUNTIME_ERROR))
    (only,) = score(crashed, [measured("a", "new", 1.0, 1.0, 1.0)]).by_test
    assert only.decision is Decision.SLOWER


def test_time_out_on_an_existing_test_leaves_nothing_to_beat():
    timed_out = (*EXISTING, measured("a", "huge", 10.1, verdict=Verdict.TIME))
    result = score(
        timed_out,
        [measured("a", "out", 10.1, verdict=Verdict.TIME), measured("a", "fine", 2.0, 2.0, 2.0)],
    )
    assert [t.decision for t in result.by_test] == [Decision.INCONCLUSIVE, Decision.NOT_SLOWER]
    assert (result.asr, result.asr_raw) == (0.0, 0.0)


def test_totals_are_means_over_rated_solutions():
    generated = [
        measured("a", "new1", 1.0, 1.0, 1.0),
        measured("a", "new2", 0.1, 0.1, 0.1),
        measured("b", "new1", 1.0, 1.0, 1.0),
        measured("c", "new1", 1.0, 1.0, 1.0),
    ]
    existing = (*EXISTING, measured("b", "large", 0.2, 0.2, 0.2))
    result = score(existing, generated, groups={"a": "fast"})
    assert [(s.solution, s.group, s.asr) for s in result.by_solution] == [
        ("a", "fast", 0.5),
        ("b", "other", 1.0),
        ("c", "other", None),
    ]
    assert result.asr == 0.75


def test_selection_as_in_the_paper():
    suite = [measured(f"s{i}", t, 0.1 * (i + 1)) for i in range(8) for t in ("x", "y")]
    suite.append(measured("broken", "x", 0.01, verdict=Verdict.WRONG_ANSWER))
    chosen = select_solutions(suite, seed=1)
    assert [c.group for c in chosen] == ["fast", "slow", "random", "random", "random"]
    assert [c.solution for c in chosen[:2]] == ["s0", "s7"]
    assert len({c.solution for c in chosen}) == 5
    assert select_solutions(suite[::-1], seed=1) == chosen
    assert {select_solutions(suite, seed=s)[2:] for s in range(12)} != {chosen[2:]}


def test_selection_where_a_test_has_many_answers():
    other = {"verdict": Verdict.WRONG_ANSWER}
    suite = [measured("s0", "x", 0.1), measured("s1", "x", 0.2), measured("s2", "x", 0.3, **other)]
    suite += [measured(f"s{i}", "y", 0.1, **other) for i in range(3)]
    assert [c.solution for c in select_solutions(suite, seed=1)] == ["s0", "s1"]  # s2 is wrong on x


def test_time_of_a_wrong_answer_is_a_reference():
    suite = [*EXISTING, measured("a", "other", 2.0, 2.1, 2.0, verdict=Verdict.WRONG_ANSWER)]
    (only,) = score(suite, [measured("a", "new", 1.0, 1.1, 1.05)]).by_test
    assert only.decision is Decision.NOT_SLOWER


@pytest.mark.parametrize(("count", "groups"), [(0, []), (1, ["random"]), (2, ["fast", "slow"])])
def test_selection_from_few(count, groups):
    suite = [measured(f"s{i}", "x", 0.1 + i) for i in range(count)]
    assert [c.group for c in select_solutions(suite, seed=0)] == groups


times = st.lists(st.floats(0.001, 10.0), min_size=3, max_size=9)


@settings(max_examples=40, deadline=None)
@given(times, times)
def test_slower_is_never_said_both_ways(left, right):
    there, back = decide(left, right).decision, decide(right, left).decision
    assert not (there is Decision.SLOWER and back is not Decision.NOT_SLOWER)


three = st.lists(st.floats(0.001, 10.0), min_size=3, max_size=3)


@settings(max_examples=40, deadline=None)
@given(three, three)
def test_of_three_runs_all_must_be_above_all(left, right):
    if min(left) <= max(right):
        assert decide(left, right).decision is not Decision.SLOWER


@pytest.mark.parametrize("sizes", [(3, 3), (2, 5), (5, 4)])
def test_rank_probability_against_counting(sizes):
    n, m = sizes
    for split in itertools.combinations(range(n + m), n):
        own = sum(a > b for a in split for b in range(n + m) if b not in split)
        rest = [
            sum(a > b for a in other for b in range(n + m) if b not in other)
            for other in itertools.combinations(range(n + m), n)
        ]
        share = sum(pairs >= own for pairs in rest) / len(rest)
        others = [i for i in range(n + m) if i not in split]
        assert rank_probability(split, others) == pytest.approx(share)


def test_more_runs_may_overlap_a_little():
    reference = [1.0, 1.01, 1.02, 1.0, 1.03, 1.01, 1.515]
    candidate = [1.5, 1.52, 1.55, 1.51, 1.5, 1.53, 1.54]
    assert decide(candidate, reference).decision is Decision.SLOWER


def test_equal_times_are_never_slower_in_many_draws():
    random = np.random.RandomState(5)
    said = [
        decide(*(list(np.exp(random.randn(5) * 0.2)) for _ in range(2)), Settings(draws=300)).decision
        for _ in range(150)
    ]
    assert said.count(Decision.SLOWER) <= 3


@settings(max_examples=40, deadline=None)
@given(times)
def test_a_decision_is_reproducible_and_equal_runs_are_not_slower(runs):
    assert decide(runs, runs) == decide(runs, runs)
    assert decide(runs, runs).decision is not Decision.SLOWER


def test_no_run_is_inconclusive():
    assert decide([], [1.0]).decision is Decision.INCONCLUSIVE
    assert decide([1.0], [0.0, 0.0]).decision is Decision.INCONCLUSIVE
