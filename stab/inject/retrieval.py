"""The two mutually exclusive routes of paper section 4.2, keyword first."""

from __future__ import annotations

from collections.abc import Sequence

from stab.errors import UsageError
from stab.inject.catalog import load_catalog
from stab.inject.keyword import best, fits, plain_matches, scored
from stab.inject.outline import outline
from stab.inject.wording import plain_words, spoken
from stab.records import Extraction, Layout, Problem, ProblemForm, Retrieval, Route, Scenario

_RULES = ("scored", "plain")


def retrieve(
    problem: Problem,
    *,
    catalog: Sequence[Scenario] | None,
    encoder: str,
    rule: str,
    extraction: Extraction | None = None,
    layout: Layout | None = None,
) -> Retrieval:
    """Return the scenarios found by keywords, else the nearest ones; Route.NONE where nothing fits."""
    if rule not in _RULES:
        raise UsageError(f"unknown retrieval rule '{rule}'", hint=f"use one of {', '.join(_RULES)}")
    scenarios = load_catalog() if catalog is None else tuple(catalog)
    if rule == "plain":
        matches = plain_matches(problem, scenarios)
        return Retrieval(Route.KEYWORD, matches) if matches else nearest(problem, scenarios, encoder)
    if problem.form is ProblemForm.INTERACTIVE:  # its input is what the solution asks for
        return Retrieval(Route.NONE, ())
    seen = None if extraction is None or layout is None else outline(extraction, layout)
    found = scored(problem, scenarios, seen)
    if matches := best(found, is_blind=seen is None):
        return Retrieval(Route.KEYWORD, matches)
    if any(f.told for f in found) or not (seen is None or seen.holds("long")):
        return Retrieval(Route.NONE, ())  # words that tell too little, or too little data to matter
    return nearest(problem, scenarios, encoder, [s for s in scenarios if fits(s, seen)])


def nearest(
    problem: Problem, catalog: Sequence[Scenario], encoder: str, able: Sequence[Scenario] | None = None
) -> Retrieval:
    """Return the two scenarios whose centroids are nearest to the statement, of `able` ones only."""
    from stab.inject.knn import nearest_scenarios

    text = "\n".join(text for _, text in spoken(problem))
    if not any(word.isalpha() for word, _, _ in plain_words(text)):
        return Retrieval(Route.NONE, ())
    matches, name = nearest_scenarios(text, catalog, encoder, able)
    return Retrieval(Route.KNN, matches, name) if matches else Retrieval(Route.NONE, ())
