"""Which candidates are worth writing, and in what order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from stab.records import Boundary, GenerationSpec, Principle, RoleKind, Scenario
from stab.synth.corners import Corners, corners_of
from stab.synth.numbers import MODES
from stab.synth.parts import Part
from stab.synth.plan import ANY_SIZE, SMALLEST
from stab.synth.shape import Shape
from stab.synth.styles import INTERPLAYS, STRUCTURES

MAX_PRINCIPLES = 12  # of one scenario


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
        if self.mode not in ("boundary", "max", SMALLEST, ANY_SIZE):
            parts.append(self.mode)
        if self.split:
            parts.append(self.split)
        return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


Slot = Iterator[Recipe]


def portfolio(spec: GenerationSpec, shape: Shape, without: Collection[Part] = ()) -> Iterator[Slot]:
    """Yield slots, the most valuable first: one candidate each, the first of its recipes that can be written.

    `without` leaves out parts, to see what they give.
    """
    for slot in _slots(spec, shape):
        kept = (recipe for recipe in slot if not _needs(recipe, without))
        yield map(_of_any_size, kept) if Part.SIZES in without else kept


def _needs(recipe: Recipe, parts: Collection[Part]) -> bool:
    is_principled = recipe.principle is not None
    is_structured = not is_principled and recipe.label != "random"
    return (is_principled and Part.CATALOG in parts) or (is_structured and Part.STRUCTURES in parts)


def _of_any_size(recipe: Recipe) -> Recipe:
    return replace(recipe, boundary=Boundary(ANY_SIZE, {}), mode=ANY_SIZE, split="")


def _slots(spec: GenerationSpec, shape: Shape) -> Iterator[Slot]:
    """Yield all slots.

    The strongest principle at the main corner, random data there, an interaction, the next scenario's, the
    opposite of the first, with corners that the layout suggests between them; then other corners with
    random data and with the strongest principle; then structures that suit any problem, the smallest
    sizes, and whatever is left.
    """
    corners = corners_of(spec, shape)
    main, others = corners.main, corners.others
    hurting, opposite = _principled(spec, corners, main), _principled(spec, corners, main, anti=True)
    structures = _structures(corners, shape)
    if not shape.has_arrays:
        for recipe in _number_recipes((main, *others)):
            yield _one(recipe)
            yield hurting
    own, together = _own_corners(spec, corners), _interactions(spec, corners, shape)
    yield hurting
    yield _one(Recipe(main))
    yield together
    yield hurting
    yield from islice(own, 1)
    yield opposite
    yield from islice(own, 1)
    for corner in others[:2]:
        yield _one(Recipe(corner))
        yield chain(
            _principled(spec, corners, corner, split="one-large"),
            _principled(spec, corners, corner),
            (Recipe(corner, split="one-large"),),
        )
    yield from islice(own, 2)
    yield hurting
    yield structures
    yield from _rest_of_corners(spec, corners)
    yield from own
    for slot in (together, structures, structures, hurting, structures, hurting):
        yield slot
    yield _one(Recipe(Boundary(SMALLEST, {}), mode=SMALLEST))
    for slot in (together, hurting, structures, opposite):
        yield from _each(slot)
    yield from _whatever_is_left(corners)


def _whatever_is_left(corners: Corners) -> Iterator[Slot]:
    """Yield other sizes at the main corner, then random data and structures at all others."""
    for mode in ("min", "half", "random", "max-1", "random-2", "prime", "divisors"):
        yield _one(Recipe(corners.main, mode=mode))
    for corner in corners.own:
        yield _one(Recipe(corner))
    for corner in (*corners.others, *corners.own):
        yield from (_one(Recipe(corner, label, "max")) for label in STRUCTURES)


def _one(recipe: Recipe) -> Slot:
    return iter((recipe,))


def _each(recipes: Slot) -> Iterator[Slot]:
    """Yield slots that take from the recipes as long as there are any."""
    for recipe in recipes:
        yield chain((recipe,), recipes)


def _rest_of_corners(spec: GenerationSpec, corners: Corners) -> Iterator[Slot]:
    """Yield uneven splits of the test cases, and the saturator's corners that have not had their turn."""
    for corner, split in zip(corners.others[:2], ("halving", "uneven"), strict=False):
        yield _one(Recipe(corner, split=split))
    for corner in corners.others[2:]:
        yield _one(Recipe(corner))
        yield _principled(spec, corners, corner)


def _own_corners(spec: GenerationSpec, corners: Corners) -> Iterator[Slot]:
    """Yield one slot for each corner that the layout suggests.

    The least parameter comes with random data: half of it has the strongest principle already.
    """
    for corner in corners.own:
        plain: tuple[Recipe, ...] = ()
        if corner.name.startswith("short:"):
            plain = (Recipe(corner, "flat"), Recipe(corner))
        elif corner.name.startswith("least:"):
            plain = (Recipe(corner),)
        yield chain(plain, _principled(spec, corners, corner), (Recipe(corner), Recipe(corner, "flat")))


def _structures(corners: Corners, shape: Shape) -> Slot:
    """Yield the structures that act through two fields, then all others, where there is most to do."""
    corner = corners.matching or corners.main  # a pattern as long as its text can be found once at most
    yield from (Recipe(corner, label) for label in (*_interplays(shape), *STRUCTURES))


def _interplays(shape: Shape) -> Iterator[str]:
    """Yield the structures that act through two fields, where the layout has both."""
    present = _present(shape)
    yield from (label for label, wanted in INTERPLAYS.items() if wanted <= present)


def _present(shape: Shape) -> frozenset[RoleKind]:
    """Return the roles that the layout's fields have, those that nobody says included."""
    told = {role.kind for found in shape.roles.values() for role in found}
    both = {RoleKind.TEXT, RoleKind.PATTERN} if shape.searched else set()
    return frozenset(told | shape.meant | both)


def _interactions(spec: GenerationSpec, corners: Corners, shape: Shape) -> Slot:
    """Yield the interactions whose fields the layout has, first those of which both scenarios match."""
    present = _present(shape)
    matched = {match.scenario.id for match in spec.retrieval.matches}
    found: dict[str, Recipe] = {}
    for match in spec.retrieval.matches:
        for principle in match.scenario.interactions:
            if {part.role for part in (principle, *principle.beside)} <= present:
                corner = corners.of(principle, corners.main)
                found[principle.id] = Recipe(corner, scenario=match.scenario, principle=principle)
    yield from sorted(found.values(), key=lambda recipe: not _both(recipe, matched))


def _both(recipe: Recipe, matched: Collection[str]) -> bool:
    assert recipe.principle is not None
    return recipe.principle.id.split(".")[0] in matched and recipe.principle.partner in matched


def _number_recipes(corners: Sequence[Boundary]) -> Iterator[Recipe]:
    """Yield recipes for inputs that are a few numbers: the numbers themselves are all there is to choose."""
    for corner in corners[:3]:
        yield Recipe(corner)
    for mode in MODES[1:]:
        yield Recipe(corners[0], mode=mode)
    for label in STRUCTURES:
        yield Recipe(corners[0], label)


def _principled(
    spec: GenerationSpec, corners: Corners, corner: Boundary, *, anti: bool = False, split: str = ""
) -> Slot:
    """Yield the executable principles of the matches, strongest first, one of each scenario in turn.

    Those that were measured and did not hold are left out.
    """
    queues = [
        [
            Recipe(
                corners.of(principle, corner),
                scenario=match.scenario,
                principle=principle,
                anti=anti,
                split=split,
            )
            for principle in sorted(match.scenario.principles, key=lambda p: -(p.measured or 1.0))
            if (principle.anti if anti else principle.construct) and not principle.unproven
        ]
        for match in spec.retrieval.matches
    ]
    for turn in range(MAX_PRINCIPLES):
        yield from (queue[turn] for queue in queues if turn < len(queue))
