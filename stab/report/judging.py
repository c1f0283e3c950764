"""What running solutions showed, as JSON documents: verdicts and ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stab.records import Environment, Growth, Language, Measurement, Ranked, Ranking
from stab.report.documents import (
    Document,
    environment_document,
    measurement_document,
    startup_document,
)


def judge_document(
    measurements: Sequence[Measurement],
    languages: Mapping[str, Language],
    environment: Environment,
    notes: Sequence[str] = (),
) -> Document:
    """stab/judge/1: every solution on every test; the time of a killed run is a lower bound."""
    return {
        "schema": "stab/judge/1",
        "metric": "cpu",
        "environment": environment_document(environment),
        "results": [
            {"language": languages[m.solution].value, **measurement_document(m)} for m in measurements
        ],
        "notes": list(notes),
    }


def rank_document(ranking: Ranking) -> Document:
    """stab/rank/1: the order in groups; `cpu_s` holds figures of the metric that is named."""
    limit = ranking.limit
    return {
        "schema": "stab/rank/1",
        "metric": ranking.metric.value,
        "solutions": [_ranked(own) for own in ranking.solutions],
        "separating_tests": [
            {"groups": list(s.groups), "test": s.test, "ratio": s.ratio} for s in ranking.separating
        ],
        "suggested_time_limit_s": None if limit is None else limit.seconds,
        "too_slow": [
            {"solution": name, "fails_by_half_again": fails}
            for name, fails in (() if limit is None else limit.too_slow)
        ],
        "startup": startup_document(ranking.startup),
        "environment": environment_document(ranking.environment),
        "notes": list(ranking.notes),
    }


def _ranked(own: Ranked) -> Document:
    def bound(value: float) -> object:
        return {"at_least": value} if own.is_killed else value

    return {
        "solution": own.solution,
        "language": own.language.value,
        "rank_group": own.rank_group,
        "verdict": own.verdict.value,
        "detail": own.detail,
        "cpu_s": {
            "median": None if own.median is None else bound(own.median),
            "ci": None if own.ci is None else list(own.ci),
            "runs": [bound(run) for run in own.runs],
        },
        "worst_test": own.worst_test,
        "growth": _growth(own.growth),
    }


def _growth(growth: Growth | None) -> Document | None:
    if growth is None:
        return None
    return {
        "exponent": growth.exponent,
        "ci": list(growth.ci),
        "points": [{"size": size, "value": value} for size, value in growth.points],
        "differs": growth.differs,
        "host": growth.host,
    }
