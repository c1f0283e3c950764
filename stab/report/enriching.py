"""stab/enrich/1: what was added to a suite, what was held back, and what that changes."""

from __future__ import annotations

from collections.abc import Sequence

from stab.records import Addition, Enrichment, NewTest, Rejection, Slowest, Suite, SuiteState
from stab.report.documents import Document, environment_document, hits_document


def enrich_document(suite: Suite, made: Enrichment, files: Sequence[Addition], dry_run: bool) -> Document:
    """Return the document; `added` lists every file, `tests` what is in them. Seconds are CPU time."""
    return {
        "schema": "stab/enrich/1",
        "version": made.version,
        "seed": made.seed,
        "suite": {"root": str(suite.root), "format": suite.format.value, "version": suite.version},
        "dry_run": dry_run,
        "added": [{"file": f.file, "why": f.why, "merged": bool(f.merged)} for f in files],
        "tests": [_test(new) for new in made.added],
        "held_back": _rejections(made.held_back),
        "not_needed": _rejections(made.not_needed),
        "time_limit_s": made.limit_s,
        "before": _state(made.before),
        "after": _state(made.after),
        "newly": [
            {"solution": n.solution, "test": n.test, "what": n.what, "cpu_s": n.cpu_s} for n in made.newly
        ],
        "suite_faults": [{"test": r.subject, "stage": r.stage, "reason": r.reason} for r in made.faults],
        "duplicates": [list(names) for names in made.duplicates],
        "notes": list(made.notes),
        "environment": environment_document(made.environment),
    }


def _test(new: NewTest) -> Document:
    own = new.test.generator
    return {
        "name": new.name,
        "why": list(new.why),
        "bytes": new.test.bytes,
        "sha256": new.test.digest,
        "scenario": own.scenario,
        "principle": own.principle,
        "boundary": own.boundary,
        "values": dict(new.test.values),
        "generator": own.name,
        "seed": new.test.seed,
        "purpose": own.purpose,
        "hits": hits_document(new.test.hits),
    }


def _rejections(rejections: Sequence[Rejection]) -> list[Document]:
    return [{"input": r.subject, "stage": r.stage, "reason": r.reason} for r in rejections]


def _state(state: SuiteState) -> Document:
    return {
        "tests": state.tests,
        "bounds": hits_document(state.bounds),
        "slowest": [{"solution": s.solution, "test": s.test, "cpu_s": _bounded(s)} for s in state.slowest],
        "caught": list(state.caught),
        "missed": list(state.missed),
    }


def _bounded(slowest: Slowest) -> object:
    return {"at_least": slowest.cpu_s} if slowest.is_killed else slowest.cpu_s
