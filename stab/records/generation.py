"""What generators are written from, and the tests they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stab.records.constraints import Extraction, Saturation
from stab.records.layout import Binding, Hit, Layout
from stab.records.scenarios import Retrieval
from stab.records.statement import Problem


@dataclass(frozen=True, slots=True)
class GenerationSpec:
    """What a generator is written from (paper section 4.3): statement, boundary, principles, layout."""

    problem: Problem
    extraction: Extraction
    saturation: Saturation
    layout: Layout
    binding: Binding
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class Generator:
    """A standalone program: `python3 NAME.py SEED > input`."""

    name: str
    source: str
    boundary: str  # name of the boundary it fills
    scenario: str | None
    principle: str | None
    author: str  # "compose", or the model's name
    purpose: str = ""  # one line: what it is meant to hurt
    notes: tuple[str, ...] = ()  # where it had to deviate: `no upper bound for k: as in the samples`


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something thrown away, and why: a generator or an input."""

    subject: str
    stage: str  # "compose", "static", "run", "layout", "constraint", "duplicate", …
    reason: str


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """A valid input with its provenance; it stays in the generator until written, so: a path."""

    file: Path
    bytes: int
    generator: Generator
    seed: int
    values: Mapping[str, int]
    hits: Mapping[str, Hit]
    digest: str
