"""The default route: standalone generators from a specification, without any model."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from stab.records import GenerationSpec, Generator, Principle, Rejection, Scenario
from stab.synth.again import again
from stab.synth.arrays import Writer
from stab.synth.assembly import assemble
from stab.synth.carried import may_refuse
from stab.synth.corners import corners_of
from stab.synth.facts import shape_of
from stab.synth.parts import Part
from stab.synth.plan import ANY_SIZE, SMALLEST, Plan, Planner, Unplannable
from stab.synth.portfolio import Recipe, portfolio
from stab.synth.program import Program
from stab.synth.purposes import purpose_of
from stab.synth.shape import Shape
from stab.synth.styles import Style
from stab.synth.walk import write_body

AUTHOR = "compose"
SPARE = 8  # candidates beyond the number of tests asked for, for those that the validator refuses
SPLIT_PURPOSES = {
    "one-large": "one large test case among the smallest: resets of whole arrays in each",
    "halving": "test cases each half as large as the one before",
    "uneven": "test cases of random sizes with the exact sum",
}
MODE_PURPOSES = {
    "smallest": "the smallest sizes: edge cases, and overhead of each test case",
    "min": "least single numbers at full size: answers and loops at the lower end",
    "half": "single numbers in the middle of their ranges: the costliest split, window or choice",
    "random": "random single numbers: no pattern to rely on",
    "random-2": "other random single numbers",
    "max-1": "single numbers one below their ends: the other parity at full size",
    "max": "greatest single numbers: loops that count up to them",
    ANY_SIZE: "sizes drawn at random",
    "prime": "largest primes in range: trial division runs to the end, few divisors",
    "divisors": "numbers with very many divisors: loops over divisors and their pairs",
    "power": "powers of two: long chains of halving, one bit set",
    "square": "squares of primes: trial division runs to the root and still finds a divisor",
}


@dataclass(frozen=True, slots=True)
class Composition:
    """Generators in order of promise, and what could not be composed; `sizes` where all have the same."""

    candidates: tuple[Generator, ...]
    rejections: tuple[Rejection, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)


def compose(
    spec: GenerationSpec, *, tests: int = 10, seed: int = 0, without: Collection[Part] = ()
) -> Composition:
    """Return more than `tests` generators, the most promising and most different ones first.

    Each is standalone Python (numpy only) whose inputs hold to layout and rules by construction;
    the validator has the last word. A construction that may find no room within the bounds is not
    counted, so that `tests` others are left when it refuses. Where there are fewer constructions than
    tests, random data comes again. What could not be composed is among the rejections. `without` leaves
    out parts, to see what they give.
    """
    shape = shape_of(spec)
    composer = _Composer(spec, shape, seed)
    for slot in portfolio(spec, shape, without):
        if composer.sure >= tests + SPARE or len(composer.found) >= 2 * (tests + SPARE):
            break
        any(map(composer.add, slot))  # up to the first that can be written
    found = tuple(composer.found.values())
    if composer.sure < tests:  # every construction is written: what is random may come again
        found = (*found, *again(composer.random, 2 * tests - composer.sure))
    return Composition(found, tuple(composer.rejections.values()))


def compose_alone(
    spec: GenerationSpec, scenario: Scenario, principle: Principle, *, seed: int = 0
) -> Composition:
    """Return two generators: one principle at the main boundary, and random data at the same sizes.

    There is none where the principle has no construct or fits no field of the layout; the rejections say why.
    """
    shape = shape_of(spec)
    corners = corners_of(spec, shape)
    corner = corners.of(principle, corners.main)
    composer = _Composer(spec, shape, seed)
    if not principle.construct:
        return _refused(principle, "only size hurts: there is nothing to compose")
    if not composer.add(Recipe(corner, scenario=scenario, principle=principle)):
        role = "none" if principle.role is None else principle.role.value
        told = next(iter(composer.rejections.values()), None)
        reason = f"no field of the layout is a {role} that it can fill" if told is None else told.reason
        return _refused(principle, reason)
    composer.add(Recipe(corner))
    found, rejected = composer.found.values(), composer.rejections.values()
    return Composition(tuple(found), tuple(rejected), corner.values)


def _refused(principle: Principle, reason: str) -> Composition:
    return Composition((), (Rejection(principle.id, "compose", reason),))


@dataclass(slots=True)
class _Composer:
    """Writes recipes; keeps the generators that differ from all before."""

    spec: GenerationSpec
    shape: Shape
    seed: int
    tried: int = 0
    sure: int = 0  # generators that can't refuse
    found: dict[str, Generator] = field(default_factory=dict)
    random: list[Generator] = field(
        default_factory=list
    )  # of `found`: other numbers with each seed, and not the smallest
    names: dict[str, int] = field(default_factory=dict)
    rejections: dict[tuple[str, str], Rejection] = field(default_factory=dict)

    def add(self, recipe: Recipe) -> bool:
        """Write one recipe; False when it gives no new generator."""
        self.tried += 1
        try:
            program, plan = _write(self.shape, recipe, self.seed + self.tried - 1)
        except Unplannable as error:
            self.rejections.setdefault(("", str(error)), Rejection(recipe.name, "compose", str(error)))
            return False
        body = "\n".join(program.lines)
        is_void = not program.lines or (recipe.principle is not None and not program.principled)
        if is_void or body in self.found or (recipe.split and not plan.split):
            return False
        self.names[recipe.name] = self.names.get(recipe.name, 0) + 1
        self.found[body] = _generator(self.spec, recipe, program, plan, self.names[recipe.name])
        if (
            recipe.principle is None
            and recipe.label == "random"
            and recipe.mode != SMALLEST
            and "rng" in body
        ):
            self.random.append(self.found[body])
        for note in program.notes:
            self.rejections.setdefault(("note", note), Rejection(recipe.name, "compose", note))
        self.sure += not (recipe.principle is not None and may_refuse(_construct(recipe)))
        return True


def _construct(recipe: Recipe) -> str:
    return Style(recipe.label, recipe.principle, recipe.anti).constructs


def _write(shape: Shape, recipe: Recipe, seed: int) -> tuple[Program, Plan]:
    rng = np.random.RandomState(seed % 2**32)
    planner = Planner(shape, recipe.boundary.values, recipe.mode, rng, split=recipe.split)
    plan = planner.plan(recipe.boundary.name)
    style = Style(recipe.label, recipe.principle, recipe.anti)
    program = Program()
    write_body(Writer(shape, style, program), plan)
    for note in plan.notes:
        program.note(note)
    program.principled = style.is_whole
    program.filled = tuple(style.filled)
    program.strings = style.strings
    return program, plan


def _generator(spec: GenerationSpec, recipe: Recipe, program: Program, plan: Plan, number: int) -> Generator:
    name = recipe.name if number == 1 else f"{recipe.name}-{number}"
    purpose = purpose_of(recipe.label, program.filled, program.strings)
    if recipe.mode in MODE_PURPOSES:
        told = MODE_PURPOSES[recipe.mode]
        purpose = told if recipe.label == "random" else f"{purpose}; {told}"
    if recipe.principle is not None:
        purpose = (
            f"{'the opposite of ' if recipe.anti else ''}{recipe.principle.title}: {recipe.principle.hurts}"
        )
    if recipe.split:
        purpose += f"; {SPLIT_PURPOSES[recipe.split]}"
    values = ", ".join(f"{k} = {v}" for k, v in recipe.boundary.values.items()) or "none"
    lines = [f"Problem {spec.problem.id}. Boundary {recipe.boundary.name}: {values}."]
    if recipe.scenario is not None and recipe.principle is not None:
        lines.append(
            f"Scenario {recipe.scenario.id} {recipe.scenario.name}, principle {recipe.principle.id}."
        )
    lines.append(f"Meant to hurt: {purpose}.")
    lines += [f"Note: {note}." for note in program.notes]
    return Generator(
        name=name,
        source=assemble("\n".join(lines), program),
        boundary=recipe.boundary.name,
        scenario=recipe.scenario.id if recipe.scenario is not None else None,
        principle=recipe.principle.id if recipe.principle is not None else None,
        author=AUTHOR,
        purpose=" ".join(purpose.split()),
        notes=tuple(program.notes),
    )
