"""Records as JSON documents; each schema is a promise to programs outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stab.errors import StabError
from stab.records import (
    Check,
    Decision,
    Environment,
    Extraction,
    Hit,
    Layout,
    Match,
    Measurement,
    Noise,
    Principle,
    Problem,
    Retrieval,
    Saturation,
    Score,
    Startup,
    TestScore,
    Verdict,
)

Document = dict[str, Any]


def constraints_document(problem: Problem, extraction: Extraction, saturation: Saturation) -> Document:
    """stab/constraints/1: what was read, the groups, the boundaries, and what could not be read."""
    return {
        "schema": "stab/constraints/1",
        "problem": {"id": problem.id, "title": problem.title},
        "constraints": [
            {
                "text": c.text,
                "kind": c.kind.value,
                "variables": list(c.variables),
                "quote": c.quote,
                "line": c.line,
                "origin": c.origin.value,
            }
            for c in extraction.constraints
        ],
        "side_conditions": list(extraction.side_conditions),
        "unread": [{"quote": u.quote, "line": u.line, "reason": u.reason} for u in extraction.unread],
        "size_variables": list(extraction.size_variables),
        "tests_variable": extraction.tests_variable,
        "maxima": dict(saturation.maxima),
        "groups": [
            {"variables": list(g.variables), "method": g.method.value, "status": g.status}
            for g in saturation.groups
        ],
        "boundaries": [{"name": b.name, "values": dict(b.values)} for b in saturation.boundaries],
    }


def scenarios_document(retrieval: Retrieval) -> Document:
    """stab/scenarios/1: what was matched, by which route, with the evidence and the principles."""
    return {
        "schema": "stab/scenarios/1",
        "route": retrieval.route.value,
        "encoder": retrieval.encoder,
        "scenarios": [_match(m) for m in retrieval.matches],
    }


def _match(match: Match) -> Document:
    return {
        "id": match.scenario.id,
        "title": match.scenario.title,
        "evidence": [{"cue": e.cue, "quote": e.quote, "line": e.line} for e in match.evidence],
        "similarity": match.similarity,
        "principles": [principle_document(p) for p in match.scenario.principles],
    }


def principle_document(principle: Principle) -> Document:
    """Return a construction principle as it stands in the other documents."""
    return {
        "id": principle.id,
        "title": principle.title,
        "construction": principle.construction,
        "executable": principle.executable,
    }


def layout_document(layout: Layout, notation: str) -> Document:
    """stab/layout/1: the input layout in its notation, and how each sample fared."""
    return {
        "schema": "stab/layout/1",
        "layout": notation,
        "samples": [{"name": c.name, "ok": c.ok, "error": c.error} for c in layout.checks],
        "source": layout.source.value,
    }


def validate_document(checks: Sequence[tuple[str, Check]]) -> Document:
    """stab/validate/1: the faults of each file, and which bounds are reached by any of them."""
    hits: dict[str, Document] = {}
    for _, check in checks:
        for name, hit in check.hits.items():
            seen = hits.setdefault(name, {"min": False, "max": False})
            seen["min"] |= hit.min
            seen["max"] |= hit.max
    return {
        "schema": "stab/validate/1",
        "files": [
            {
                "file": file,
                "ok": check.ok,
                "layout_ok": all(f.kind.value != "layout" for f in check.faults),
                "faults": [
                    {
                        "kind": f.kind.value,
                        "line": f.line,
                        "column": f.column,
                        "token": f.token,
                        "rule": f.rule,
                        "quote": f.quote,
                    }
                    for f in check.faults
                ],
            }
            for file, check in checks
        ],
        "hits": hits,
    }


def score_document(score: Score, environments: Sequence[Environment], notes: Sequence[str] = ()) -> Document:
    """stab/score/1: the rates in total, by solution and by test, with the machines that measured.

    `environment` is the first of `environments`; `host` says on which of them a decision was made.

    The times of a decision (`cpu_s`, `reference_cpu_s`) are figures of the metric that is named.
    """
    return {
        "schema": "stab/score/1",
        "metric": score.metric.value,
        "asr": score.asr,
        "asr_raw": score.asr_raw,
        "noise": noise_document(score.noise),
        "by_solution": [
            {"solution": s.solution, "group": s.group, "asr": s.asr, "asr_raw": s.asr_raw}
            for s in score.by_solution
        ],
        "by_test": [
            {
                "test": t.test,
                "solution": t.solution,
                "decision": t.decision.value,
                "raw_success": t.raw_success,
                "ratio": t.ratio,
                "ci": None if t.ci is None else list(t.ci),
                "cpu_s": _bounded(t),
                "reference_cpu_s": list(t.reference_cpu_s),
                "reference": t.reference or None,
                "rule": t.rule,
                "rounds": t.rounds,
                "host": t.host,
            }
            for t in score.by_test
        ],
        "startup": startup_document(score.startup),
        "left_out": [{"test": r.subject, "reason": r.reason} for r in score.left_out],
        "environment": environment_document(environments[0] if environments else None),
        "environments": [environment_document(own) for own in environments],
        "notes": list(notes),
    }


def startup_document(startup: Sequence[Startup]) -> Document | None:
    """Return what was taken off the times shown, by language; null where nothing was.

    Ratios, intervals, decisions, ranks and the suggested limit rest on whole runs all the same.
    """
    if not startup:
        return None
    return {
        "subtracted": True,
        "decisions_rest_on": "whole runs",
        "languages": {s.language.value: {"value": s.value, "runs": list(s.runs)} for s in startup},
    }


def _bounded(score: TestScore) -> list[Any]:
    """Return the times of a decision; what a limit ended is a lower bound."""
    killed = score.rule == "limit" and score.decision is not Decision.NOT_SLOWER
    return [{"at_least": t} if killed else t for t in score.cpu_s]


def noise_document(noise: Noise | None) -> Document:
    """Return what equal inputs showed before anything was compared; null where nothing could be timed."""
    if noise is None:
        return {"false_success": None}
    return {
        "false_success": noise.false_success,
        "spread": noise.spread,
        "solution": noise.solution,
        "test": noise.test,
        "runs": list(noise.runs),
        "host": noise.host,
    }


def environment_document(environment: Environment | None) -> Document | None:
    """Return the machine that measured; None where nothing ran."""
    if environment is None:
        return None
    return {
        "isolation": environment.isolation,
        "cpu": environment.cpu,
        "load": environment.load,
        "toolchains": dict(environment.toolchains),
        "host": environment.host,
    }


def measurement_document(measurement: Measurement) -> Document:
    """Return all runs of a solution on a test; the time of a killed run is a lower bound."""
    killed = measurement.verdict is Verdict.TIME
    return {
        "solution": measurement.solution,
        "test": measurement.test,
        "verdict": measurement.verdict.value,
        "cpu_s": [{"at_least": r.cpu_s} if killed else r.cpu_s for r in measurement.runs],
        "wall_s": [r.wall_s for r in measurement.runs],
        "memory_mb": max((r.memory_mb for r in measurement.runs if r.memory_mb is not None), default=None),
        "detail": next((r.detail for r in measurement.runs if r.detail), ""),
    }


def hits_document(hits: Mapping[str, Hit]) -> dict[str, list[str]]:
    """Return for each variable which of its bounds is reached: `{"n": ["max"]}`."""
    named = {
        name: [w for w, reached in (("min", h.min), ("max", h.max)) if reached] for name, h in hits.items()
    }
    return {name: which for name, which in named.items() if which}


def doctor_document(
    isolation: str, reasons: Sequence[str], tools: Sequence[tuple[str, str | None, str | None]], **parts: Any
) -> Document:
    """stab/doctor/1: the isolation level with its reasons, the toolchains, and the optional parts."""
    return {
        "schema": "stab/doctor/1",
        "isolation": {"level": isolation, "reasons": list(reasons)},
        "toolchains": [{"language": name, "version": version, "hint": hint} for name, version, hint in tools],
        **parts,
    }


def error_document(error: StabError) -> Document:
    """stab/error/1: what failed, where, and what to do."""
    return {
        "schema": "stab/error/1",
        "kind": error.kind,
        "message": error.message,
        "file": error.file,
        "line": error.line,
        "hint": error.hint,
    }
