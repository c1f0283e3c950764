"""The catalog as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from stab.records import AnchorPool, Scenario
from stab.report.documents import Document, principle_document


def catalog_document(scenarios: Sequence[Scenario]) -> Document:
    """stab/catalog/1: every scenario with its cues and construction principles."""
    return {
        "schema": "stab/catalog/1",
        "scenarios": [
            {
                "id": s.id,
                "name": s.name,
                "title": s.title,
                "names": list(s.names),
                "cues": list(s.cues),
                "principles": [
                    {
                        **principle_document(p),
                        "hurts": p.hurts,
                        "role": None if p.role is None else p.role.value,
                        "construct": p.construct,
                        "anti": p.anti,
                        "needs": list(p.needs),
                        "conflicts": list(p.conflicts),
                        "language": p.language,
                        "growth": p.growth,
                        "measured": p.measured,
                        "unproven": p.unproven,
                        "source": p.source,
                    }
                    for p in s.principles
                ],
                "interactions": [
                    {
                        "id": p.id,
                        "title": p.title,
                        "hurts": p.hurts,
                        "construction": p.construction,
                        "partner": p.partner,
                        "parts": {str(part.role): part.construct for part in (p, *p.beside)},
                    }
                    for p in s.interactions
                ],
            }
            for s in scenarios
        ],
    }


def anchors_document(pool: AnchorPool) -> Document:
    """stab/anchors/1: a pool of anchors, what it was made of, and how many statements each scenario has."""
    return {
        "schema": "stab/anchors/1",
        "encoder": pool.name,
        "model": pool.model,
        "corpus": pool.corpus,
        "read": pool.read,
        "scenarios": [{"id": id, "statements": count} for id, count in pool.described],
    }
