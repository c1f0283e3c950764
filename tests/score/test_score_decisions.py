"""Decisions over several looks, on times that are given or drawn from a frozen stream."""

from __future__ import annotations

import itertools
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stab.records import Decision
from stab.score import Pairs, Plan, Screen, counted, median_interval, promising, references, screened, settle
from stab.score.evidence import interval, probability, ratio

PLAN = Plan(draws=300)


def drawn(rng, rounds, slowdown=1.0, spread=0.1):
    load = np.exp(rng.randn(rounds) * 0.3)  # hits both of a pair
    reference = load * np.exp(rng.randn(rounds) * spread)
    return Pairs(tuple(slowdown * load * np.exp(rng.randn(rounds) * spread)), tuple(reference))


def run_looks(rng, slowdown, candidates=1, spread=0.1):
    """Decide candidates whose times are drawn, look by look; returns their decisions."""
    pairs = {k: drawn(rng, PLAN.looks[-1], slowdown, spread) for k in range(candidates)}
    settled = {}
    for look, rounds in enumerate(PLAN.looks):
        now = {
            k: [Pairs(p.candidate[:rounds], p.reference[:rounds])]
            for k, p in pairs.items()
            if k not in settled
        }
        slower = sum(c.decision is Decision.SLOWER for c in settled.values())
        settled |= settle(now, look, already_slower=slower, family=candidates, plan=PLAN)
    assert len(settled) == candidates
    return [settled[k].decision for k in range(candidates)]


def test_the_allowance_of_all_looks_is_the_level():
    shares = [PLAN.allowance(look) for look in range(len(PLAN.looks))]

    assert sum(shares) == pytest.approx(PLAN.level)
    assert all(share > 0 for share in shares)
    assert shares[0] >= 2 / 2 ** PLAN.looks[0]  # two candidates can be told at the first look


def test_equal_inputs_are_hardly_ever_slower():
    rng = np.random.RandomState(3)
    said = [d for _ in range(60) for d in run_looks(rng, 1.0, candidates=3, spread=0.15)]

    assert said.count(Decision.SLOWER) == 0
    assert said.count(Decision.NOT_SLOWER) > 15


def test_a_slowdown_within_the_margin_is_hardly_ever_slower():
    rng = np.random.RandomState(4)
    said = [d for _ in range(100) for d in run_looks(rng, 1.05)]

    assert said.count(Decision.SLOWER) <= 3


@pytest.mark.parametrize(("slowdown", "spread"), [(1.2, 0.1), (1.5, 0.2)])
def test_a_true_slowdown_is_found(slowdown, spread):
    rng = np.random.RandomState(5)
    said = [d for _ in range(30) for d in run_looks(rng, slowdown, spread=spread)]

    assert said.count(Decision.SLOWER) >= 27


def test_a_candidate_must_beat_every_reference():
    rng = np.random.RandomState(6)
    easy, hard = drawn(rng, 10, 2.0), drawn(rng, 10, 1.0)

    (seen,) = settle({"t": [easy, hard]}, 2, plan=PLAN).values()
    assert seen.decision is not Decision.SLOWER
    assert seen.against == 1
    assert seen.ratio == pytest.approx(ratio(hard))
    (alone,) = settle({"t": [easy]}, 0, plan=PLAN).values()
    assert alone.decision is Decision.SLOWER


def test_many_candidates_need_stronger_evidence():
    times = [1.3] * 9 + [1.0]  # one run of ten is not above: p = .002
    pairs = Pairs(tuple(t + 0.001 * i for i, t in enumerate(times)), (1.0,) * 10)

    assert probability(pairs, 1.05) < PLAN.allowance(0)
    assert settle({0: [pairs]}, 0, plan=PLAN)[0].decision is Decision.SLOWER
    many = settle({0: [pairs]}, 0, family=8, plan=PLAN)
    assert 0 not in many


def test_hopeless_candidates_stop_early_and_open_ones_go_on():
    below = Pairs((1.0, 1.06, 1.01, 1.0, 1.08, 1.02, 1.0, 1.03, 1.06, 1.01), (1.0,) * 10)
    above = Pairs((1.1, 1.0, 1.2, 1.1, 1.02, 1.2, 1.1, 1.15, 1.0, 1.1), (1.0,) * 10)
    decided = settle({"below": [below], "above": [above]}, 0, plan=PLAN)

    assert decided.keys() == {"below"}
    assert decided["below"].decision is not Decision.SLOWER
    assert settle({"above": [above]}, 2, plan=PLAN)["above"].decision is Decision.INCONCLUSIVE


def test_nothing_measured_is_inconclusive():
    (seen,) = settle({"t": [Pairs((), ())]}, 0, plan=PLAN).values()

    assert (seen.decision, seen.ratio, seen.ci) == (Decision.INCONCLUSIVE, None, None)


@pytest.mark.parametrize("values", [(0.3, 0.1, -0.2, 0.5), (0.4, 0.2, 0.3, 0.6, 0.1), (-0.1, -0.2, 0.3)])
def test_the_rank_test_against_counting_all_signs(values):
    pairs = Pairs(tuple(np.exp(values)), (1.0,) * len(values))
    ranks = {v: r for r, v in enumerate(sorted(map(abs, values)), 1)}
    own = sum(ranks[abs(v)] for v in values if v > 0)
    sums = [
        sum(ranks[abs(v)] for v, sign in zip(values, signs, strict=True) if sign)
        for signs in itertools.product((False, True), repeat=len(values))
    ]

    assert probability(pairs, 1.0) == pytest.approx(sum(s >= own for s in sums) / len(sums))


times = st.lists(st.floats(0.001, 10.0), min_size=3, max_size=9)


@settings(max_examples=40)
@given(times, times)
def test_the_ratio_turns_over_and_lies_in_its_interval(left, right):
    count = min(len(left), len(right))
    there = Pairs(tuple(left[:count]), tuple(right[:count]))
    back = Pairs(there.reference, there.candidate)
    low, high = interval(there, confidence=0.95, draws=200)

    assert log(ratio(there)) == pytest.approx(-log(ratio(back)), abs=1e-9)
    assert low <= ratio(there) * (1 + 1e-9)
    assert high >= ratio(there) * (1 - 1e-9)
    assert interval(there, confidence=0.95, draws=200) == (low, high)


@settings(max_examples=20)
@given(times)
def test_the_interval_of_a_median_holds_it(values):
    low, high = median_interval(values, draws=200)

    assert min(values) * (1 - 1e-9) <= low <= high <= max(values) * (1 + 1e-9)


# --- screening -----------------------------------------------------------------------------------


def test_promising_tests_are_those_near_the_top():
    first = {"tiny": 0.01, "half": 0.5, "near": 0.9, "top": 1.0, "fair": 0.7}

    assert promising(first) == ("top", "near", "fair")
    assert len(promising({str(i): 1.0 for i in range(20)})) == Screen().references + 2
    assert promising({}) == ()


def test_references_are_the_slowest_by_median():
    runs = {"lucky": (1.5, 0.5, 0.5), "slow": (1.0, 1.1, 1.0), "next": (0.9, 0.9, 0.9), "far": (0.2,) * 3}

    assert references(runs) == ("slow", "next")


@pytest.mark.parametrize(
    ("candidate", "decision"),
    [
        ((0.2, 0.2, 0.2), Decision.NOT_SLOWER),
        ((0.2,), Decision.NOT_SLOWER),
        ((0.35,), None),  # one run below may be luck of the reference
        ((0.35, 0.36, 0.35), Decision.NOT_SLOWER),
        ((0.45, 0.5, 0.6), None),
        ((1.6, 1.7, 1.6), Decision.SLOWER),
        ((1.6, 1.7, 1.4), None),  # not all runs are far above
        ((9.0, 9.0), None),  # too few to be clear
    ],
)
def test_what_screening_decides(candidate, decision):
    seen = screened(candidate, [(0.5, 0.5, 0.5), (0.45, 0.45, 0.4)])

    assert (None if seen is None else seen.decision) == decision
    if seen is not None:
        assert seen.against == 0


def test_a_multiple_of_nearly_nothing_is_not_clear():
    assert screened((0.01, 0.01, 0.01), [(0.001, 0.001, 0.001)]) is None


@pytest.mark.parametrize(
    ("candidate", "decision"),
    [
        ((1100, 1101), "slower"),
        ((1010, 1011), "not_slower"),
        ((1010, 1100), "inconclusive"),
        ((), "inconclusive"),
    ],
)
def test_instructions_need_no_rounds(candidate, decision):
    assert counted(candidate, [(1000, 1001), (500, 500)], 1.05).decision.value == decision
