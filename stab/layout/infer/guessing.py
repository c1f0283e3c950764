"""Layouts that no sample proves: what the words alone allow, and how far the samples follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stab.layout.access import trace_of
from stab.layout.infer.alternatives import Prose
from stab.layout.infer.block_search import block_layouts
from stab.layout.infer.fitting import Fitted, fit
from stab.layout.infer.search import Search, Solution
from stab.layout.mismatch import Mismatch
from stab.records import Layout, Node, Sample

MOST = 40  # the likeliest readings; a later one that came further would be a coincidence


@dataclass(frozen=True, slots=True)
class Guess:
    """A layout that the words allow; `solution` tells where prose said so."""

    fitted: Fitted
    solution: Solution | None = None


@dataclass(frozen=True, slots=True)
class Miss:
    """Where a sample leaves a guess."""

    guess: Guess
    sample: Sample
    fault: Mismatch


def guesses(section: str, statement: str, prose: Prose, tests: str | None) -> list[Guess]:
    """Return the layouts that the words allow, the likeliest first, at most 40."""
    blocks = [Guess(_named(nodes, prose)) for nodes in block_layouts(section, statement)]
    found = Search(prose, (), tests).guesses(MOST - len(blocks))
    return [*blocks, *(Guess(_named(solution.nodes, prose), solution) for solution in found)]


def _named(nodes: tuple[Node, ...], prose: Prose) -> Fitted:
    return fit(nodes, (), prose)


def nearest(found: Sequence[Guess], samples: Sequence[Sample]) -> Miss | None:
    """Return the guess that the samples follow furthest, and where they leave it; None without guesses."""
    best: tuple[tuple[int, int, int], Miss] | None = None
    for guess in found:
        layout = Layout(guess.fitted.nodes)
        for number, sample in enumerate(samples):
            fault = _fault(layout, sample)
            if fault is None:
                continue
            reach = (number, fault.row, fault.column)
            if best is None or reach > best[0]:
                best = (reach, Miss(guess, sample, fault))
            break
    return best[1] if best else None


def _fault(layout: Layout, sample: Sample) -> Mismatch | None:
    try:
        trace_of(layout, sample.input.encode("utf-8", "replace"), tolerant=True)
    except Mismatch as fault:
        return fault
    return None
