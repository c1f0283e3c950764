"""What a few runs of each test already settle, and which tests deserve more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from stab.records import Decision
from stab.score.evidence import Pairs, interval
from stab.score.sequential import Comparison


@dataclass(frozen=True, slots=True)
class Screen:
    """How many runs a test gets before anything is decided, and what they can decide alone."""

    runs: int = 3
    references: int = 3  # existing tests a candidate must beat, the slowest ones
    near: float = 0.8  # share of the slowest existing median below which a test is out of the race
    far: float = 3.0  # ratio, and ...
    gap_s: float = 0.1  # ... distance in seconds, of all runs from all runs, that no noise explains


STANDARD = Screen()


def promising(first: Mapping[str, float], screen: Screen = STANDARD) -> tuple[str, ...]:
    """Return the tests whose first run makes them worth the others, slowest first.

    Noise makes runs longer, not shorter; so one that is far below the longest run is not the slowest test.
    """
    if not first:
        return ()
    top = max(first.values())
    near = [name for name, time in first.items() if time >= screen.near**2 * top]
    return tuple(sorted(near, key=lambda name: -first[name])[: screen.references + 2])


def references(existing: Mapping[str, Sequence[float]], screen: Screen = STANDARD) -> tuple[str, ...]:
    """Return the slowest existing tests by their medians, slowest first: what a candidate has to beat."""
    medians = {name: median(times) for name, times in existing.items() if times}
    ranked = sorted(medians, key=lambda name: -medians[name])[: screen.references]
    return tuple(name for name in ranked if medians[name] >= screen.near * medians[ranked[0]])


def screened(
    candidate: Sequence[float], reference: Sequence[Sequence[float]], screen: Screen = STANDARD
) -> Comparison | None:
    """Return the decision that the first runs allow, in seconds; None where rounds have to tell.

    SLOWER only where all runs are several times above all runs of all references, NOT_SLOWER where the
    median is far below the slowest reference.
    """
    if not candidate or not reference:
        return Comparison(Decision.INCONCLUSIVE)
    slowest = max(reference, key=median)
    seen = median(candidate) / max(median(slowest), 1e-6)
    few = len(candidate) < screen.runs
    if seen < (screen.near**2 if few else screen.near):
        return Comparison(Decision.NOT_SLOWER, seen, None, reference.index(slowest))
    top, least = max(map(max, reference)), min(candidate)
    if few or least < screen.far * top or least - top < screen.gap_s:
        return None
    count = min(len(candidate), len(slowest))
    pairs = Pairs(tuple(candidate[:count]), tuple(slowest[:count]))
    return Comparison(Decision.SLOWER, seen, interval(pairs, confidence=0.95), reference.index(slowest))


def counted(candidate: Sequence[float], reference: Sequence[Sequence[float]], margin: float) -> Comparison:
    """Return the decision from instruction counts, which repeat nearly exactly: all above all, or not."""
    if not candidate or not reference:
        return Comparison(Decision.INCONCLUSIVE)
    slowest = max(reference, key=median)
    against = reference.index(slowest)
    low, high = min(candidate) / max(max(slowest), 1), max(candidate) / max(min(slowest), 1)
    seen = median(candidate) / max(median(slowest), 1)
    verdict = Decision.INCONCLUSIVE
    if low > margin:
        verdict = Decision.SLOWER
    elif high < margin:
        verdict = Decision.NOT_SLOWER
    return Comparison(verdict, seen, (low, high), against)
