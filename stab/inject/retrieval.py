"""The two mutually exclusive routes of paper section 4.2, keyword first."""

from __future__ import annotations

from collections.abc import Sequence

from stab.errors import UsageError
from stab.inject.catalog import load_catalog
from stab.inject.keyword import keyword_matches
from stab.inject.wording import plain_words, spoken
from stab.records import Problem, Retrieval, Route, Scenario

_RULES = ("scored", "plain")


def retrieve(problem: Problem, *, catalog: Sequence[Scenario] | None, encoder: str, rule: str) -> Retrieval:
    """Return the scenarios found by keywords, else the two nearest; Route.NONE without words or anchors."""
    if rule not in _RULES:
        raise UsageError(f"unknown retrieval rule '{rule}'", hint=f"use one of {', '.join(_RULES)}")
    scenarios = load_catalog() if catalog is None else tuple(catalog)
    matches = keyword_matches(problem, scenarios, rule)
    if matches:
        return Retrieval(Route.KEYWORD, matches)
    return nearest(problem, scenarios, encoder)


def nearest(problem: Problem, catalog: Sequence[Scenario], encoder: str) -> Retrieval:
    """Return the two scenarios whose centroids are nearest to the statement."""
    from stab.inject.knn import nearest_scenarios

    text = "\n".join(text for _, text in spoken(problem))
    if not any(word.isalpha() for word, _, _ in plain_words(text)):
        return Retrieval(Route.NONE, ())
    matches, name = nearest_scenarios(text, catalog, encoder)
    return Retrieval(Route.KNN, matches, name) if matches else Retrieval(Route.NONE, ())
