"""The default route: standalone generators from a specification, without any model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stab.records import Boundary, GenerationSpec, Generator, Principle, Rejection, Scenario
from stab.synth.arrays import Writer
from stab.synth.assembly import assemble
from stab.synth.numbers import MODES
from stab.synth.plan import Plan, Planner, Unplannable
from stab.synth.program import Program
from stab.synth.shape import Shape, shape_of
from stab.synth.styles import STRUCTURES, Style
from stab.synth.walk import write_body

AUTHOR = "compose"
MAX_PRINCIPLES = 12
SPARE = 8  # candidates beyond the number of tests asked for, for those that the validator refuses
PURPOSES = {
    "random": "full-range random data: library code and cache misses",
    "flat": "equal largest values, paths, one letter, full ranges: duplicates, depth, no early exit",
    "falling": "decreasing values, stars, one late mismatch: shifting loops, high degree",
    "rising": "increasing values, caterpillars, periodic text: first-pivot splits, unbalanced trees",
    "few": "few different values, binary trees: duplicates and log-depth paths",
    "extremes": "least and greatest values in turn: largest sums and jumps",
    "low": "smallest values at full size: loops that depend on counts alone",
    "waves": "values that rise and fall in turn, two long legs, Thue-Morse text: stacks and monotone queues",
    "runs": "short shuffled runs, many legs, palindromes: merges, windows, palindrome search",
    "outlier": "one value far from the rest, a chain above a binary tree, a mismatch inside: buckets, depth",
}
MODE_PURPOSES = {
    "min": "least single numbers at full size: answers and loops at the lower end",
    "half": "single numbers in the middle of their ranges: the costliest split, window or choice",
    "random": "random single numbers: no pattern to rely on",
    "random-2": "other random single numbers",
    "max-1": "single numbers one below their ends: the other parity at full size",
    "max": "greatest single numbers: loops that count up to them",
    "prime": "largest primes in range: trial division runs to the end, few divisors",
    "divisors": "numbers with very many divisors: loops over divisors and their pairs",
    "power": "powers of two: long chains of halving, one bit set",
    "square": "squares of primes: trial division runs to the root and still finds a divisor",
}


@dataclass(frozen=True, slots=True)
class Composition:
    """Generators in order of promise, and what could not be composed."""

    candidates: tuple[Generator, ...]
    rejections: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """One candidate before it is written: a corner, a way to fill, a choice of free numbers."""

    boundary: Boundary
    label: str = "random"
    mode: str = "boundary"
    scenario: Scenario | None = None
    principle: Principle | None = None
    anti: bool = False

    @property
    def name(self) -> str:
        """Return the generator's name before duplicates are numbered."""
        what = self.label
        if self.principle is not None:
            what = self.principle.id.lower() + ("-anti" if self.anti else "")
        parts = [self.boundary.name, what]
        if self.mode not in ("boundary", "max"):
            parts.append(self.mode)
        return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


def compose(spec: GenerationSpec, *, tests: int = 10, seed: int = 0) -> Composition:
    """Return more than `tests` generators, the most promising and most different ones first.

    Each is standalone Python (numpy only) whose inputs hold to layout and rules by construction;
    the validator has the last word. What could not be composed is among the rejections.
    """
    shape = shape_of(spec)
    found: dict[str, Generator] = {}
    rejections: dict[tuple[str, str], Rejection] = {}
    names: dict[str, int] = {}
    for index, recipe in enumerate(_portfolio(spec, shape)):
        if len(found) >= tests + SPARE:
            break
        try:
            program, plan = _write(spec, shape, recipe, seed + index)
        except Unplannable as error:
            rejections.setdefault(("", str(error)), Rejection(recipe.name, "compose", str(error)))
            continue
        body = "\n".join(program.lines)
        if program.lines and body not in found and (recipe.principle is None or program.principled):
            names[recipe.name] = names.get(recipe.name, 0) + 1
            found[body] = _generator(spec, recipe, program, plan, names[recipe.name])
            for note in program.notes:
                rejections.setdefault(("note", note), Rejection(recipe.name, "compose", note))
    return Composition(tuple(found.values()), tuple(rejections.values()))


def _write(spec: GenerationSpec, shape: Shape, recipe: Recipe, seed: int) -> tuple[Program, Plan]:
    rng = np.random.RandomState(seed % 2**32)
    plan = Planner(shape, recipe.boundary.values, recipe.mode, rng).plan(recipe.boundary.name)
    style = Style(recipe.label, recipe.principle, recipe.anti)
    program = Program()
    write_body(Writer(shape, style, program), plan)
    for note in plan.notes:
        program.note(note)
    program.principled = bool(style.applied)
    return program, plan


def _generator(spec: GenerationSpec, recipe: Recipe, program: Program, plan: Plan, number: int) -> Generator:
    name = recipe.name if number == 1 else f"{recipe.name}-{number}"
    purpose = PURPOSES[recipe.label]
    if recipe.mode in MODE_PURPOSES:
        told = MODE_PURPOSES[recipe.mode]
        purpose = told if recipe.label == "random" else f"{purpose}; {told}"
    if recipe.principle is not None:
        purpose = (
            f"{'the opposite of ' if recipe.anti else ''}{recipe.principle.title}: {recipe.principle.hurts}"
        )
    if program.notes:
        purpose += f" ({'; '.join(program.notes)})"
    values = ", ".join(f"{k} = {v}" for k, v in recipe.boundary.values.items()) or "none"
    lines = [f"Problem {spec.problem.id}. Boundary {recipe.boundary.name}: {values}."]
    if recipe.scenario is not None and recipe.principle is not None:
        lines.append(
            f"Scenario {recipe.scenario.id} {recipe.scenario.name}, principle {recipe.principle.id}."
        )
    lines.append(f"Meant to hurt: {purpose}.")
    return Generator(
        name=name,
        source=assemble("\n".join(lines), program),
        boundary=recipe.boundary.name,
        scenario=recipe.scenario.id if recipe.scenario is not None else None,
        principle=recipe.principle.id if recipe.principle is not None else None,
        author=AUTHOR,
        purpose=" ".join(purpose.split()),
    )


def _portfolio(spec: GenerationSpec, shape: Shape) -> Iterator[Recipe]:
    """Yield recipes, the first ones diverse: corners, principles and structures in turn."""
    corners = _corners(spec)
    main = corners[0]
    if not shape.has_arrays:
        yield from _number_recipes(corners)
    principled = list(_principled(spec, main))
    structures = [Recipe(main, label) for label in STRUCTURES]
    yield Recipe(main)
    yield from principled[:2]
    for corner in corners[1:3]:
        yield Recipe(corner)
    yield from structures[:1]
    yield from principled[2:4]
    yield from structures[1:2]
    for corner in corners[3:]:
        yield Recipe(corner)
    yield from structures[2:]
    yield from principled[4:]
    for mode in ("min", "half", "random", "max-1"):
        yield Recipe(main, mode=mode)
    for corner in corners[1:]:
        for label in STRUCTURES[:2]:
            yield Recipe(corner, label, "max")
    for mode in ("random-2", "prime", "divisors"):
        yield Recipe(main, mode=mode)


def _corners(spec: GenerationSpec) -> list[Boundary]:
    """Return the boundaries, the balanced one and those about tests first."""
    order = {"balanced": 0, "max-product": 1, "max-tests": 2, "sqrt-tests": 3}
    found = sorted(spec.saturation.boundaries, key=lambda b: order.get(b.name, 4))
    return found or [Boundary("samples", {})]


def _number_recipes(corners: list[Boundary]) -> Iterator[Recipe]:
    """Yield recipes for inputs that are a few numbers: the numbers themselves are all there is to choose."""
    for corner in corners[:3]:
        yield Recipe(corner)
    for mode in MODES[1:]:
        yield Recipe(corners[0], mode=mode)
    for label in STRUCTURES:
        yield Recipe(corners[0], label)


def _principled(spec: GenerationSpec, corner: Boundary) -> Iterator[Recipe]:
    """Yield the executable principles of the matches, one of each scenario in turn, and opposites."""
    queues = [
        [
            Recipe(corner, "random", "boundary", m.scenario, p, anti)
            for p in sorted(m.scenario.principles, key=lambda p: -(p.measured or 1.0))
            for anti in (False, True)
            if p.executable and (p.anti if anti else p.construct)
        ]
        for m in spec.retrieval.matches
    ]
    for turn in range(MAX_PRINCIPLES):
        for queue in queues:
            if turn < len(queue):
                yield queue[turn]
