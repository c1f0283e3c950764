"""Victims: small programs that one construction hurts, each with the problem it solves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from stab.errors import InputError
from stab.packages import load_solutions
from stab.patterns import regex
from stab.records import Principle, Scenario, Solution

PROBLEMS = "problems"  # the folder of statements below that of the victims
_SUFFIXES = (".cpp", ".py", ".java")
_HEADER_LINES = 20
_PROBLEM = regex(r"^\s*(?://|#|\*|/\*)\s*Problem:\s*([\w.-]{1,80})\s*$")


@dataclass(frozen=True, slots=True)
class Victim:
    """A program, the implementation of the catalog it stands for, and the statement it solves."""

    name: str  # "S12/naive-search-text.cpp"
    scenario: Scenario
    principle: Principle
    problem: Path
    solution: Solution


def shipped_victims() -> Path | None:
    """Return the folder of our own victims, None where this is no source checkout."""
    folder = Path(__file__).resolve().parents[2] / "bench" / "victims"
    return folder if folder.is_dir() else None


def load_victims(
    folder: Path, scenarios: Sequence[Scenario], only: Collection[str] | None = None
) -> tuple[Victim, ...]:
    """Return the victims in `folder`, in the catalog's order: SNN/IMPLEMENTATION.cpp, .py or .java.

    A comment near the top of each names its statement: `Problem: NAME` is problems/NAME.md. `only` are ids
    of implementations; other files are not looked at. Raises InputError for a victim that names no
    implementation of the catalog, or no statement.
    """
    if not folder.is_dir():
        raise InputError("there is no such folder", file=str(folder), hint="--victims takes a folder")
    known = {s.id: s for s in scenarios}
    files = sorted(p for p in folder.glob("*/*") if p.suffix in _SUFFIXES and p.parent.name != PROBLEMS)
    found: dict[str, list[Victim]] = {}
    for file in files:
        if only is not None and f"{file.parent.name}.{file.stem}" not in only:
            continue
        scenario = known.get(file.parent.name)
        if scenario is None:
            raise InputError(
                f"there is no scenario {file.parent.name}", file=str(file), hint="stab catalog list"
            )
        victim = _victim(folder, file, scenario)
        found.setdefault(victim.principle.id, []).append(victim)
    return tuple(v for s in scenarios for p in s.principles for v in found.get(p.id, ()))


def _victim(folder: Path, file: Path, scenario: Scenario) -> Victim:
    wanted = f"{scenario.id}.{file.stem}"
    principle = next((p for p in scenario.principles if p.id == wanted), None)
    if principle is None:
        raise InputError(
            f"there is no implementation {wanted}", file=str(file), hint=f"stab catalog show {scenario.id}"
        )
    name = f"{scenario.id}/{file.name}"
    (solution,) = load_solutions(file)
    return Victim(name, scenario, principle, _problem(folder, file), replace(solution, name=name))


def _problem(folder: Path, file: Path) -> Path:
    named = next(_named(file), None)
    if named is None:
        hint = f"a comment like 'Problem: NAME' says which statement of {PROBLEMS}/ it solves"
        raise InputError("this victim names no problem", file=str(file), hint=hint)
    places = [folder, shipped_victims() or folder]
    found = [own for place in places if (own := place / PROBLEMS / f"{named}.md").is_file()]
    if not found:
        hint = f"write {PROBLEMS}/{named}.md beside the victims"
        raise InputError(f"there is no problem '{named}'", file=str(file), hint=hint)
    return found[0]


def _named(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8", errors="replace") as stream:
        for line in islice(stream, _HEADER_LINES):
            match = _PROBLEM.match(line)
            if match is not None:
                yield match[1]
