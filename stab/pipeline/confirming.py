"""Rounds of fresh runs in random order on one core, until each claim `this takes longer` is settled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.ledger import Order
from stab.pipeline.workbench import Workbench
from stab.records import Decision, ExistingTest, Solution, Verdict
from stab.score import Comparison, Pairs, Plan, figure, settle, undecided

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Claim:
    """`upper` takes longer than each of `lower`; all are names of entrants."""

    upper: str
    lower: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a claim; `lower` are the times of the reference that is hardest to beat."""

    comparison: Comparison
    rule: str  # confirmed, limit, verdict, budget
    rounds: int
    upper: tuple[float, ...] = ()
    lower: tuple[float, ...] = ()


@dataclass(slots=True)
class _Race:
    """Times so far, by entrant and round; who failed, and how."""

    times: dict[str, dict[int, float]] = field(default_factory=dict)
    failed: dict[str, Verdict] = field(default_factory=dict)


def confirm(
    entrants: Mapping[str, tuple[Solution, ExistingTest]],
    claims: Sequence[Claim],
    bench: Workbench,
    series: str,
    on_event: ProgressHook = silent,
    *,
    plan: Plan | None = None,
) -> dict[Claim, Settled]:
    """Return what is decided about each claim; all claims count as one family. `plan` replaces the bench's.

    In every round each entrant that an open claim needs runs once, in an order drawn from the seed. A killed
    `upper` settles its claim as a time-out; what the budget leaves open is INCONCLUSIVE.
    """
    race, settled = _Race(), dict[Claim, Settled]()
    plan = plan or bench.measuring.plan
    most = plan.looks[-1]
    for round_ in range(most):
        open_ = [claim for claim in claims if claim not in settled]
        needed = dict.fromkeys(name for c in open_ for name in (c.upper, *c.lower))
        if not needed:
            break
        if bench.budget.is_exhausted:
            settled |= {c: _stopped(c, race, plan, "budget", round_) for c in open_}
            break
        for name in shuffled(needed, f"{bench.measuring.seed}:{series}:{round_}"):
            _run_once(name, entrants[name], race, bench, Order(*entrants[name], f"{series} {name}", round_))
        settled |= _killed(open_, race, bench, plan, round_ + 1)
        if round_ + 1 in plan.looks:
            settled |= _look(claims, settled, race, plan, plan.looks.index(round_ + 1))
        on_event(Progress("confirm", round_ + 1, most, series))
    on_event(Progress("confirm", most, most, series))
    return settled


def shuffled(items: Iterable[T], seed: str) -> list[T]:
    """Return the items in an order that only they and `seed` decide."""
    return sorted(items, key=lambda item: hashlib.sha256(f"{seed}:{item}".encode(errors="replace")).digest())


def _run_once(
    name: str, entrant: tuple[Solution, ExistingTest], race: _Race, bench: Workbench, order: Order
) -> None:
    if name in race.failed:
        return
    run = bench.run(order)
    value = figure(run, bench.measuring.metric)
    if value is not None:
        race.times.setdefault(name, {})[order.repeat] = value
    elif run.verdict is not Verdict.UNMEASURED:  # a fault of the machine only leaves a gap
        race.failed[name] = run.verdict


def _killed(
    claims: Sequence[Claim], race: _Race, bench: Workbench, plan: Plan, rounds: int
) -> dict[Claim, Settled]:
    """Return the claims that a failure settles; a killed reference leaves nothing to be slower than."""
    found = {}
    for claim in claims:
        below = [race.failed[name] for name in claim.lower if name in race.failed]
        own = race.failed.get(claim.upper)
        if below:
            found[claim] = _stopped(claim, race, plan, "limit", rounds)
        elif own is not None:
            decision = Decision.TIMEOUT if own is Verdict.TIME else Decision.INVALID
            rule = "limit" if own is Verdict.TIME else "verdict"
            found[claim] = Settled(Comparison(decision), rule, rounds, (bench.measuring.limits.time_s,))
    return found


def _look(
    claims: Sequence[Claim], settled: Mapping[Claim, Settled], race: _Race, plan: Plan, look: int
) -> dict[Claim, Settled]:
    open_ = {claim: _pairs(claim, race) for claim in claims if claim not in settled}
    slower = sum(s.comparison.decision is Decision.SLOWER for s in settled.values())
    decided = settle(open_, look, already_slower=slower, family=len(claims), plan=plan)
    rounds = plan.looks[look]
    return {claim: _told(open_[claim], seen, "confirmed", rounds) for claim, seen in decided.items()}


def _stopped(claim: Claim, race: _Race, plan: Plan, rule: str, rounds: int) -> Settled:
    pairs = _pairs(claim, race)
    return _told(pairs, undecided(pairs, plan), rule, rounds)


def _told(pairs: Sequence[Pairs], seen: Comparison, rule: str, rounds: int) -> Settled:
    return Settled(seen, rule, rounds, pairs[seen.against].candidate, pairs[seen.against].reference)


def _pairs(claim: Claim, race: _Race) -> list[Pairs]:
    """Return the times of the rounds in which both ran, for each reference."""
    above = race.times.get(claim.upper, {})
    found = []
    for name in claim.lower:
        below = race.times.get(name, {})
        rounds = sorted(above.keys() & below.keys())
        found.append(Pairs(tuple(above[r] for r in rounds), tuple(below[r] for r in rounds)))
    return found
