"""From a generation specification to generators: composed here, or written by a model."""

from __future__ import annotations

from stab.synth.compose import Composition, compose, compose_alone
from stab.synth.parts import Part
from stab.synth.run import run_generator

__all__ = ["Composition", "Part", "compose", "compose_alone", "run_generator"]
