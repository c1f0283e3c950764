"""What the parts of `stab gen` that run other people's programs give back; light to import."""

from __future__ import annotations

from dataclasses import dataclass, field

from stab.errors import MachineError
from stab.records import Environment, Generator, Measurement, ModelUse, Rejection, Score


@dataclass(frozen=True, slots=True)
class Synthesis:
    """The generators that passed, why the others did not, and what ended the work early."""

    generators: tuple[Generator, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    usage: ModelUse | None = None  # None: no model was wanted
    failure: MachineError | None = None  # the model or the isolation is missing; never a spent budget


@dataclass(frozen=True, slots=True)
class Timing:
    """What running the solutions showed; empty where none were given."""

    measurements: tuple[Measurement, ...] = ()
    score: Score | None = None
    environment: Environment | None = None
    answers: dict[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
