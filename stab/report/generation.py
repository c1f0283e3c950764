"""The documents of `stab gen`: report.json, and spec.json, which a model is given."""

from __future__ import annotations

from stab.records import GeneratedTest, GenerationSpec, ModelUse, Rejection, Report
from stab.report.documents import (
    Document,
    constraints_document,
    environment_document,
    hits_document,
    layout_document,
    measurement_document,
    principle_document,
    scenarios_document,
    score_document,
)


def report_document(report: Report, notation: str) -> Document:
    """stab/report/1: what was understood, the tests, what was thrown away and why, and the times."""
    spec = report.spec
    return {
        "schema": "stab/report/1",
        "version": report.version,
        "seed": report.seed,
        "problem": {"id": spec.problem.id, "title": spec.problem.title},
        "constraints": constraints_document(spec.problem, spec.extraction, spec.saturation),
        "layout": layout_document(spec.layout, notation),
        "scenarios": scenarios_document(spec.retrieval),
        "unbound": list(spec.binding.unbound),
        "tests": [_test(t) for t in report.tests],
        "rejections": [_rejection(r) for r in report.rejections],
        "suite_faults": [_rejection(r) for r in report.suite_faults],
        "measurements": [measurement_document(m) for m in report.measurements],
        "score": None
        if report.score is None
        else score_document(report.score, () if report.environment is None else (report.environment,)),
        "environment": environment_document(report.environment),
        "model": None if report.model is None else model_document(report.model),
    }


def _rejection(rejection: Rejection) -> Document:
    return {"subject": rejection.subject, "stage": rejection.stage, "reason": rejection.reason}


def model_document(use: ModelUse) -> Document:
    """Return what asking a model took."""
    return {
        "name": use.model,
        "requests": use.requests,
        "cached": use.cached,
        "repairs": use.repairs,
        "prompt_tokens": use.prompt_tokens,
        "completion_tokens": use.completion_tokens,
        "accepted": use.accepted,
        "shortfall": use.shortfall or None,
    }


def _test(test: GeneratedTest) -> Document:
    generator = test.generator
    return {
        "file": f"tests/{test.file.name}",
        "bytes": test.bytes,
        "sha256": test.digest,
        "boundary": generator.boundary,
        "values": dict(test.values),
        "scenario": generator.scenario,
        "principle": generator.principle,
        "generator": f"generators/{generator.name}.py",
        "author": generator.author,
        "purpose": generator.purpose,
        "notes": list(generator.notes),
        "seed": test.seed,
        "hits": hits_document(test.hits),
    }


def spec_document(spec: GenerationSpec, notation: str) -> Document:
    """stab/spec/1: the structured generation specification (paper, section 4.3)."""
    return {
        "schema": "stab/spec/1",
        "problem": {"id": spec.problem.id, "title": spec.problem.title},
        "statement": spec.problem.text,
        "samples": [s.input for s in spec.problem.samples],
        "layout": notation,
        "constraints": [c.text for c in spec.extraction.constraints],
        "side_conditions": list(spec.extraction.side_conditions),
        "roles": [
            {"kind": r.kind.value, "fields": list(r.fields), "size": r.size} for r in spec.layout.roles
        ],
        "maxima": dict(spec.saturation.maxima),
        "boundaries": [{"name": b.name, "values": dict(b.values)} for b in spec.saturation.boundaries],
        "principles": [
            {"scenario": m.scenario.id, **principle_document(p), "hurts": p.hurts, "needs": list(p.needs)}
            for m in spec.retrieval.matches
            for p in m.scenario.principles
        ],
    }
