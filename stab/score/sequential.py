"""Is one input slower than another? Decided in a few looks at interleaved rounds, for many candidates."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import e, log
from typing import TypeVar

from stab.records import Decision
from stab.score.evidence import Pairs, interval, probability, ratio

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Plan:
    """When a difference counts, and after how many rounds one looks."""

    margin: float = 1.05  # the ratio that must be exceeded
    level: float = 0.01  # chance of any false `slower` among all candidates of a family
    looks: tuple[int, ...] = (10, 20, 30)
    confidence: float = 0.9  # of the intervals shown; a bound at 5 % must lie beyond the margin too
    draws: int = 2000

    def allowance(self, look: int) -> float:
        """Return the part of the level that may be used up at a look, counted from 0.

        A spending function after Pocock, by Lan and DeMets (1983); what a look may use is what the function
        grows by (Bonferroni between looks), so nothing is assumed about how the looks depend on each other.
        """
        before = self._spent(self.looks[look - 1]) if look else 0.0
        return self._spent(self.looks[look]) - before

    def _spent(self, rounds: int) -> float:
        return self.level * log(1 + (e - 1) * rounds / self.looks[-1])


STANDARD = Plan()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A decision, with the ratio (candidate over reference) and its interval where there is one."""

    decision: Decision
    ratio: float | None = None
    ci: tuple[float, float] | None = None
    against: int = 0  # which of the references is the hardest to beat


def settle(
    candidates: Mapping[Key, Sequence[Pairs]],
    look: int,
    *,
    already_slower: int = 0,
    family: int | None = None,
    plan: Plan = STANDARD,
) -> dict[Key, Comparison]:
    """Return what can be decided at a look about the candidates still open; the rest need more rounds.

    Each candidate is compared with all its references and is SLOWER only if it is slower than each of them,
    so its evidence is the weakest. The rank test is corrected for all `family` candidates (default: those
    given) by Holm (1979), carried over looks as in Ye, Li, Liu and Yao (2013): one that was found slower
    frees its share. Stopping early for little promise adds no false claim. The last look decides all.
    """
    compared = {key: _compare(pairs, plan) for key, pairs in candidates.items()}
    chances = {key: max(probability(p, plan.margin) for p in pairs) for key, pairs in candidates.items()}
    total = len(candidates) + already_slower if family is None else family
    claimed = _holm(chances, total - already_slower, plan.allowance(look))
    is_last = look == len(plan.looks) - 1
    decided = {}
    for key, seen in compared.items():
        low, high = seen.ci or (0.0, float("inf"))
        if key in claimed and low > plan.margin:
            decided[key] = Comparison(Decision.SLOWER, seen.ratio, seen.ci, seen.against)
        elif high < plan.margin:
            decided[key] = Comparison(Decision.NOT_SLOWER, seen.ratio, seen.ci, seen.against)
        elif is_last or chances[key] > 0.5:
            decided[key] = seen
    return decided


def undecided(pairs: Sequence[Pairs], plan: Plan = STANDARD) -> Comparison:
    """Return INCONCLUSIVE with what the runs so far show: the budget ended, or the machine failed."""
    return _compare(pairs, plan)


def _compare(pairs: Sequence[Pairs], plan: Plan) -> Comparison:
    if not pairs or not all(p.candidate for p in pairs):
        return Comparison(Decision.INCONCLUSIVE)
    ratios = [ratio(p) for p in pairs]
    hardest = ratios.index(min(ratios))
    intervals = [interval(p, confidence=plan.confidence, draws=plan.draws) for p in pairs]
    ci = (min(low for low, _ in intervals), intervals[hardest][1])
    return Comparison(Decision.INCONCLUSIVE, ratios[hardest], ci, hardest)


def _holm(chances: Mapping[Key, float], hypotheses: int, level: float) -> set[Key]:
    """Return the keys whose hypothesis is rejected, step by step from the smallest probability."""
    rejected: set[Key] = set()
    for key in sorted(chances, key=lambda k: chances[k]):
        if chances[key] > level / max(1, hypotheses - len(rejected)):
            break
        rejected.add(key)
    return rejected
