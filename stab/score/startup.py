"""What starting a language's runtime takes, off the times that are shown; decisions rest on whole runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stab.records import Ranked, Score, Startup, TestScore


def without_startup(score: Score, by_solution: Mapping[str, Startup]) -> Score:
    """Return the score with the start-up taken off the times of each decision, and off nothing else.

    The ratio, its interval and the decision itself belong to whole runs: a constant on both sides makes a
    claim more careful, and a small difference of small rests would be mostly noise.
    """
    shown = tuple(_test(t, by_solution.get(t.solution)) for t in score.by_test)
    return replace(score, by_test=shown, startup=_each(by_solution))


def _test(test: TestScore, startup: Startup | None) -> TestScore:
    if startup is None:
        return test
    return replace(
        test,
        cpu_s=startup.off(test.cpu_s),
        reference_cpu_s=startup.off(test.reference_cpu_s),
    )


def ranked_without_startup(ranked: Ranked, startup: Startup | None) -> Ranked:
    """Return a rank with the start-up taken off its times; the group, made from whole runs, stays."""
    if startup is None or ranked.median is None:
        return ranked
    middle = startup.off((ranked.median,))[0]
    low_high = None if ranked.ci is None else startup.off(ranked.ci)
    return replace(
        ranked,
        median=middle,
        ci=None if low_high is None else (low_high[0], low_high[1]),
        runs=startup.off(ranked.runs),
    )


def _each(by_solution: Mapping[str, Startup]) -> tuple[Startup, ...]:
    return tuple({s.language: s for s in by_solution.values()}.values())
