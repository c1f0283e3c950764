"""From a generation specification to generators: composed here, or written by a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stab.records import GenerationSpec, Generator

if TYPE_CHECKING:
    from stab.synth.compose import Composition

__all__ = ["compose", "run_generator"]


def compose(spec: GenerationSpec, *, tests: int = 10, seed: int = 0) -> Composition:
    """Return ranked standalone generators for the specification, written without any model."""
    from stab.synth.compose import compose as route

    return route(spec, tests=tests, seed=seed)


def run_generator(generator: Generator, seed: int) -> bytes:
    """Return the input that a composed generator gives for the seed."""
    from stab.synth.run import run_generator as run

    return run(generator, seed)
