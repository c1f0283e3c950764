"""Which constraints contradict each other: a smallest set of them, found by leaving out one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stab.expression import Comparison, Expr
from stab.saturate.cpsat import GroupModel, TooLarge
from stab.saturate.rules import Atom, Interval, propagate

MAX_SOURCES = 60  # further constraints are named as they come
WIDER = 1000
Infeasible = Callable[[Sequence[Atom]], bool]


def conflict(atoms: Sequence[Atom], infeasible: Infeasible) -> tuple[int, ...]:
    """Return the sources of the atoms of which none can be left out without making the rest feasible.

    Atoms without a source always stay. All sources where the rest is feasible from the start, which means
    that `infeasible` can't see the contradiction. (Deletion filter: Chinneck and Dravnieks, 1991.)
    """
    sources = list(dict.fromkeys(a.source for a in atoms if a.source >= 0))
    if len(sources) > MAX_SOURCES or not infeasible(atoms):
        return tuple(sources)
    for source in reversed(sources):
        rest = [a for a in atoms if a.source != source]
        if infeasible(rest):
            atoms = rest
    return tuple(s for s in sources if any(a.source == s for a in atoms))


def empty_ranges(start: Mapping[str, Interval]) -> Infeasible:
    """Return a test that tells whether bounds alone leave a variable no value."""

    def infeasible(atoms: Sequence[Atom]) -> bool:
        domains = propagate(atoms, start)
        return any(d.low is not None and d.high is not None and d.low > d.high for d in domains.values())

    return infeasible


def no_assignment(conditions: Sequence[Expr | Comparison], domains: Mapping[str, Interval]) -> Infeasible:
    """Return a test that asks the solver, over domains wider than those that the constraints give."""
    wide = {
        key: Interval(min(1, int(d.low or 0)), WIDER * max(1, int(d.high or 0))) for key, d in domains.items()
    }

    def infeasible(atoms: Sequence[Atom]) -> bool:
        try:
            return GroupModel(atoms, conditions, wide).maximise(None).status == "infeasible"
        except TooLarge:
            return False

    return infeasible
