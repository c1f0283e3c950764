"""What the user says beside a suite, and the solutions that come with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stab.errors import InputError
from stab.packages import load_solutions
from stab.records import Solution

_FOLDERS = ("submissions", "solutions", "sol")
_HINT = "give them with -s DIR"


@dataclass(frozen=True, slots=True)
class Given:
    """What the call names: statement, solutions, and the one solution whose answers count alone."""

    problem: str | None = None
    solutions: str | None = None
    reference: str | None = None


def solutions_of(folder: Path, given: Given) -> tuple[Solution, ...]:
    """Return the solutions of a suite, the reference first.

    Raises InputError where there is none, none is expected to be accepted, one alone is and nobody named it
    the reference, or the reference is not among them.
    """
    if given.solutions is not None:
        return checked(load_solutions(given.solutions), given, given.solutions)
    if not any((folder / name).is_dir() for name in _FOLDERS):
        raise InputError(
            "the suite holds no solutions, and answers come from them", file=str(folder), hint=_HINT
        )
    return checked(load_solutions(folder), given, str(folder))


def checked(found: tuple[Solution, ...], given: Given, where: str) -> tuple[Solution, ...]:
    """Return the solutions, the reference first. Raises InputError as `solutions_of` does."""
    accepted = [s for s in found if s.expected == "accepted"]
    if not found:
        raise InputError("the suite holds no solutions, and answers come from them", file=where, hint=_HINT)
    if not accepted:
        raise InputError(
            f"none of the {len(found)} solutions is expected to be accepted, and answers come from those",
            file=where,
            hint=_HINT,
        )
    if given.reference is None:
        if len(accepted) == 1:
            raise InputError(
                f"only {accepted[0].name} is expected to be accepted, and one alone is not trusted",
                file=where,
                hint=f"add another one, or vouch for it: --reference {accepted[0].name}",
            )
        return found
    named = [s for s in accepted if given.reference in (s.name, s.name.rsplit("/", 1)[-1])]
    if len(named) != 1:
        known = ", ".join(s.name for s in accepted[:5])
        raise InputError(
            f"--reference {given.reference} is {'no' if not named else 'more than one'} accepted solution",
            file=where,
            hint=f"one of {known}",
        )
    return (named[0], *(s for s in found if s is not named[0]))
