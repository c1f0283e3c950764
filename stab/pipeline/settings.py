"""How to generate, and who writes the generators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import NoneType

from stab.errors import UsageError
from stab.model import Model, ModelChoice
from stab.records import ExistingTest, Generator, Scenario, Solution
from stab.synth import Part


class Synth(StrEnum):
    """Who writes the generators."""

    COMPOSE = "compose"  # the composer: no model, no network
    LLM = "llm"  # a model alone, the paper's protocol
    BOTH = "both"  # half of the tests by a model, the rest composed


@dataclass(frozen=True, slots=True)
class Settings:
    """How to generate: at most `tests` inputs, everything random derived from `seed`."""

    tests: int = 10
    seed: int = 0
    encoder: str = "auto"
    catalog: tuple[Scenario, ...] | None = None
    solutions: tuple[Solution, ...] = ()
    existing: tuple[ExistingTest, ...] = ()
    time_s: float | None = None  # CPU time limit of a run, see measuring.limits_for
    store: Path | None = None  # where runs of solutions are kept as they come; None: nowhere
    fresh: bool = False  # measure anew what the store holds
    seconds: float | None = None  # what comparing with existing tests may take, after screening
    runs: int | None = None
    generators: tuple[Generator, ...] = field(default=(), repr=False)  # written elsewhere; run in the sandbox
    model: ModelChoice | Model | None = None
    synth: Synth | None = None  # None: both with a model, else the composer
    generator_time_s: float | None = None  # CPU time of a model's generator; None: 20 s
    invalid: bool = False  # make must-reject inputs, too
    sizes: bool = False  # make each test at smaller sizes, too
    without: tuple[Part, ...] = ()  # what the composer goes without, to see what it gives

    def __post_init__(self) -> None:
        """Raise UsageError for a value of another kind, or out of range."""
        for name, kinds in _KINDS.items():
            value = getattr(self, name)
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise _unusable(name, value)
        for name, kind in _ITEMS.items():
            if not all(isinstance(item, kind) for item in getattr(self, name) or ()):
                raise _unusable(name, getattr(self, name))
        if self.tests < 1 or self.seed < 0:
            raise UsageError(f"tests must be at least 1 and seed at least 0: {self.tests}, {self.seed}")

    @property
    def route(self) -> Synth:
        """Return who writes the generators. Raises UsageError when a model is wanted and none is named."""
        if self.synth is None:
            return Synth.COMPOSE if self.model is None else Synth.BOTH
        if self.synth is not Synth.COMPOSE and self.model is None:
            raise UsageError(f"--synth {self.synth.value} needs a model", hint="name one with --model NAME")
        return self.synth


_KINDS: Mapping[str, tuple[type, ...]] = {
    "tests": (int,),
    "seed": (int,),
    "encoder": (str,),
    "catalog": (tuple, NoneType),
    "solutions": (tuple,),
    "existing": (tuple,),
    "time_s": (int, float, NoneType),
    "store": (Path, NoneType),
    "generators": (tuple,),
    "synth": (Synth, NoneType),
    "generator_time_s": (int, float, NoneType),
    "without": (tuple,),
}


_ITEMS: Mapping[str, type] = {
    "catalog": Scenario,
    "solutions": Solution,
    "existing": ExistingTest,
    "generators": Generator,
    "without": Part,
}


def _unusable(name: str, value: object) -> UsageError:
    hints = {
        "catalog": "give what stab.load_catalog(folder) returns",
        "solutions": "give a tuple of solutions: stab.packages.load_solutions(folder)",
        "existing": "give a tuple of tests: stab.packages.load_tests(folder, scratch)",
        "without": f"give a tuple of stab.synth.Part: {', '.join(Part)}",
        "synth": f"give one of stab.pipeline.Synth: {', '.join(Synth)}",
    }
    return UsageError(f"settings: {name} can't be {str(value)[:60]!r}", hint=hints.get(name))


STANDARD = Settings()
