"""Selections and rates on made-up measurements and decisions: every figure here is given, none is timed."""

from __future__ import annotations

import pytest

from stab.records import Decision, Measurement, Metric, Run, TestScore, Verdict
from stab.score import figure, noise_of, rates, select_solutions, times


def measured(solution, test, *times, verdict=Verdict.OK):
    runs = tuple(Run(verdict, t, 2 * t, 10.0) for t in times)
    return Measurement(solution, test, verdict, runs)


def decided(solution, test, decision, raw=False):
    return TestScore(test, solution, decision, raw, None, None, (), ())


def test_rates_count_slower_and_time_outs():
    scores = [
        decided("a", "1", Decision.SLOWER, True),
        decided("a", "2", Decision.TIMEOUT, True),
        decided("a", "3", Decision.NOT_SLOWER, True),
        decided("a", "4", Decision.INCONCLUSIVE),
        decided("b", "1", Decision.INVALID),
        decided("b", "2", Decision.SLOWER, True),
        decided("c", "1", Decision.INCONCLUSIVE),
    ]
    result = rates(scores, groups={"a": "fast"}, unrated={"c"})

    assert [(s.solution, s.group, s.asr, s.asr_raw) for s in result.by_solution] == [
        ("a", "fast", 0.5, 0.75),
        ("b", "other", 0.5, 0.5),
        ("c", "other", None, None),
    ]
    assert (result.asr, result.asr_raw) == (0.5, 0.625)


def test_without_a_baseline_there_is_no_rate():
    result = rates([decided("a", "1", Decision.INCONCLUSIVE)], unrated={"a"})

    assert (result.asr, result.asr_raw) == (None, None)
    assert (rates([]).asr, rates([]).by_solution) == (None, ())


def test_figures_are_those_of_the_metric():
    run = Run(Verdict.OK, 1.0, 2.0, 10.0, instructions=3)
    killed = Run(Verdict.TIME, 1.0, 2.0, 10.0, instructions=3)

    assert [figure(run, metric) for metric in Metric] == [1.0, 2.0, 3.0]
    assert [figure(killed, metric) for metric in Metric] == [None] * 3
    assert figure(Run(Verdict.OK, 1.0, 2.0, 10.0), Metric.INSTRUCTIONS) is None
    assert times(measured("a", "x", 0.1, 0.2), Metric.WALL) == (0.2, 0.4)


def test_noise_is_what_a_raw_comparison_would_claim():
    noise = noise_of("a", "x", [1.0, 1.1, 0.9, 1.2], 1.05)

    assert noise is not None
    assert noise.false_success == 0.5
    assert noise.spread == pytest.approx(0.1291 / 1.05, rel=1e-3)
    assert noise_of("a", "x", [1.0], 1.05) is None


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


@pytest.mark.parametrize(("count", "groups"), [(0, []), (1, ["random"]), (2, ["fast", "slow"])])
def test_selection_from_few(count, groups):
    suite = [measured(f"s{i}", "x", 0.1 + i) for i in range(count)]
    assert [c.group for c in select_solutions(suite, seed=0)] == groups
