"""What adding tests does to accepted solutions, and the limit where none is told."""

from __future__ import annotations

import pytest

from stab.pipeline.choosing import _newly, _state_of, _usual_limit
from stab.records import Measurement, Run, SuiteState, Verdict


def run(solution: str, test: str, verdict: str, seconds: float) -> Measurement:
    return Measurement(solution, test, Verdict(verdict), (Run(Verdict(verdict), seconds, seconds, 1.0),))


CASES = {
    "nothing": ([("OK", 0.1)], ("OK", 0.4), None),
    "over the limit": ([("OK", 0.1)], ("OK", 1.1), "over the limit"),
    "killed": ([("OK", 0.1)], ("TLE", 2.0), "over the limit"),
    "close": ([("OK", 0.1)], ("OK", 0.6), "close to the limit"),
    "crash": ([("OK", 0.1)], ("RTE", 0.1), "RTE"),
    "close before": ([("OK", 0.7)], ("OK", 0.8), None),
    "over it, close before": ([("OK", 0.7)], ("OK", 1.8), "over the limit"),
    "late before": ([("OK", 0.1), ("TLE", 2.0)], ("TLE", 2.0), None),
    "crash of another kind": ([("RTE", 0.1)], ("MLE", 0.1), "MLE"),
}


@pytest.mark.parametrize("case", CASES)
def test_only_what_is_new_is_told(case):
    before, (verdict, seconds), told = CASES[case]
    old = [run("s", f"o{k}", *own) for k, own in enumerate(before)] + [run("other", "o0", "TLE", 2.0)]

    found = _newly({"s"}, old, [run("s", "new", verdict, seconds), run("slow", "new", "TLE", 2.0)], 1.0)

    assert [(n.solution, n.test, n.what) for n in found] == ([("s", "new", told)] if told else [])


@pytest.mark.parametrize(("seconds", "limit"), [(0.0, 1.0), (0.4, 1.0), (0.6, 2.0), (1.5, 3.0)])
def test_the_usual_limit_is_twice_the_slowest(seconds, limit):
    assert _usual_limit([run("s", "a", "OK", seconds), run("s", "b", "RTE", 9.0)]) == limit


def test_a_state_tells_the_slowest_test_and_who_is_caught():
    measured = [
        run("a", "1", "OK", 0.2),
        run("a", "2", "OK", 0.3),
        run("slow", "1", "OK", 1.5),
        run("slow", "2", "TLE", 1.2),
        run("missed", "1", "OK", 0.9),
        run("broken", "1", "RTE", 3.0),
    ]

    state = _state_of(SuiteState(2, {}), measured, ["slow", "missed"], 1.0)

    assert [(s.solution, s.test, s.is_killed) for s in state.slowest] == [
        ("a", "2", False),
        ("slow", "2", True),
        ("missed", "1", False),
    ]
    assert (state.caught, state.missed) == (("slow",), ("missed",))
