"""Which candidates are worth writing, and in what order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from stab.records import Boundary, GenerationSpec, Principle, Scenario
from stab.synth.numbers import MODES
from stab.synth.shape import Shape
from stab.synth.styles import INTERPLAYS, STRUCTURES

MAX_PRINCIPLES = 12  # of one scenario
SMALLEST = "smallest"
_CORNER_ORDER = {"balanced": 0, "max-product": 1, "max-tests": 2, "sqrt-tests": 3}


@dataclass(frozen=True, slots=True)
class Recipe:
    """One candidate before it is written: a corner, a way to fill, a choice of free numbers."""

    boundary: Boundary
    label: str = "random"
    mode: str = "boundary"
    scenario: Scenario | None = None
    principle: Principle | None = None
    anti: bool = False
    split: str = ""  # how test cases share a bound on the sum of their sizes; "": all alike

    @property
    def name(self) -> str:
        """Return the generator's name before duplicates are numbered."""
        what = self.label
        if self.principle is not None:
            what = self.principle.id.lower() + ("-anti" if self.anti else "")
        parts = [self.boundary.name, what]
        if self.mode not in ("boundary", "max", SMALLEST):
            parts.append(self.mode)
        if self.split:
            parts.append(self.split)
        return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


Slot = Iterator[Recipe]


def portfolio(spec: GenerationSpec, shape: Shape) -> Iterator[Slot]:
    """Yield slots, the most valuable first: one candidate each, the first of its recipes that can be written.

    The strongest principle at the main corner, random data there, the next scenario's principle, the
    opposite of the first; then other corners with random data and with the strongest principle; then
    structures that suit any problem, the smallest sizes, and whatever is left.
    """
    corners = _corners(spec)
    main, others = corners[0], corners[1:]
    hurting, opposite = _principled(spec, main), _principled(spec, main, anti=True)
    structures = chain((Recipe(main, label) for label in _interplays(shape)), _structures(main))
    if not shape.has_arrays:
        for recipe in _number_recipes(corners):
            yield _one(recipe)
            yield hurting
    yield hurting
    yield _one(Recipe(main))
    yield hurting
    yield opposite
    for corner in others[:2]:
        yield _one(Recipe(corner))
        yield chain(
            _principled(spec, corner, split="one-large"),
            _principled(spec, corner),
            (Recipe(corner, split="one-large"),),
        )
    yield hurting
    yield structures
    yield from _rest_of_corners(spec, others)
    for slot in (structures, structures, hurting, structures, hurting):
        yield slot
    yield _one(Recipe(Boundary(SMALLEST, {}), mode=SMALLEST))
    for slot in (hurting, structures, opposite):
        yield from _each(slot)
    for mode in ("min", "half", "random", "max-1", "random-2", "prime", "divisors"):
        yield _one(Recipe(main, mode=mode))
    for corner in others:
        yield from (_one(Recipe(corner, label, "max")) for label in STRUCTURES)


def _one(recipe: Recipe) -> Slot:
    return iter((recipe,))


def _each(recipes: Slot) -> Iterator[Slot]:
    """Yield slots that take from the recipes as long as there are any."""
    for recipe in recipes:
        yield chain((recipe,), recipes)


def _corners(spec: GenerationSpec) -> list[Boundary]:
    """Return the boundaries, the balanced one and those about tests first."""
    found = sorted(spec.saturation.boundaries, key=lambda b: _CORNER_ORDER.get(b.name, len(_CORNER_ORDER)))
    return found or [Boundary("samples", {})]


def _rest_of_corners(spec: GenerationSpec, others: list[Boundary]) -> Iterator[Slot]:
    """Yield uneven splits of the test cases, and the corners that have not had their turn."""
    for corner, split in zip(others[:2], ("halving", "uneven"), strict=False):
        yield _one(Recipe(corner, split=split))
    for corner in others[2:]:
        yield _one(Recipe(corner))
        yield _principled(spec, corner)


def _structures(corner: Boundary) -> Slot:
    return (Recipe(corner, label) for label in STRUCTURES)


def _interplays(shape: Shape) -> Iterator[str]:
    """Yield the structures that act through two fields, where the layout has both."""
    present = {role.kind for found in shape.roles.values() for role in found} | shape.meant
    yield from (label for label, wanted in INTERPLAYS.items() if wanted <= present)


def _number_recipes(corners: list[Boundary]) -> Iterator[Recipe]:
    """Yield recipes for inputs that are a few numbers: the numbers themselves are all there is to choose."""
    for corner in corners[:3]:
        yield Recipe(corner)
    for mode in MODES[1:]:
        yield Recipe(corners[0], mode=mode)
    for label in STRUCTURES:
        yield Recipe(corners[0], label)


def _principled(spec: GenerationSpec, corner: Boundary, *, anti: bool = False, split: str = "") -> Slot:
    """Yield the executable principles of the matches, strongest first, one of each scenario in turn."""
    queues = [
        [
            Recipe(corner, scenario=match.scenario, principle=principle, anti=anti, split=split)
            for principle in sorted(match.scenario.principles, key=lambda p: -(p.measured or 1.0))
            if principle.executable and (principle.anti if anti else principle.construct)
        ]
        for match in spec.retrieval.matches
    ]
    for turn in range(MAX_PRINCIPLES):
        yield from (queue[turn] for queue in queues if turn < len(queue))
