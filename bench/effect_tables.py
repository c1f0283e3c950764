"""The tables of `bench/effect.py`, and the cause of every miss."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, geometric_mean, median

from effect_runs import VARIANTS, Outcome, Pair

CAUSES = Path(__file__).parent / "effect_causes.toml"  # found by hand: a note on the run, [part] id = "cause"
ENOUGH = 0.8  # of the official tests' largest time
_GOOD = ("slower", "timeout")
_UNPROVED = {"layout": "no layout proved", "input": "no constraint read", "infeasible": "contradicting rules"}


@dataclass(frozen=True, slots=True)
class Measured:
    """An outcome, and what of: the part (tiny or strong) and the variant of the composer."""

    part: str
    variant: str
    outcome: Outcome


def table(found: Sequence[Measured]) -> list[str]:
    """Return the lines of all parts."""
    causes = tomllib.loads(CAUSES.read_text(encoding="utf-8")) if CAUSES.exists() else {}
    lines: list[str] = [causes["note"], ""] if "note" in causes else []
    for part, title, build, misses in (
        ("tiny", "(a) Against suites of tiny tests", _tiny, _tiny_misses),
        ("strong", "(b) Against official suites: accepted solutions", _strong, _strong_misses),
        ("strong", "(c) Slow submissions", _slow, _slow_misses),
    ):
        own = [m for m in found if m.part == part]
        if not own:
            continue
        full = [m.outcome for m in own if m.variant == "stab"]
        lines += [f"## {title}", "", *build(own), ""]
        lines += [*misses(full, causes.get(title[1], {})), ""]
    return lines


def _by_variant(own: Sequence[Measured]) -> Iterator[tuple[str, list[Outcome]]]:
    """Yield the outcomes of each variant; the whole composer twice, on all rows and on those of ablations."""
    full = [m.outcome for m in own if m.variant == "stab"]
    yield "stab", full
    ablated = {m.outcome.id for m in own if m.variant != "stab"}
    if ablated:
        yield "stab, the ablations' rows", [o for o in full if o.id in ablated]
    for variant in list(VARIANTS)[1:]:
        outcomes = [m.outcome for m in own if m.variant == variant]
        if outcomes:
            yield variant, outcomes


# --- (a) -------------------------------------------------------------------------------------


def _tiny(own: Sequence[Measured]) -> Iterator[str]:
    yield "| variant | problems | with a layout | measured | asr | asr_raw | mean of problems | slowdown |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, outcomes in _by_variant(own):
        proved = [o for o in outcomes if o.state not in _UNPROVED]
        counted = [o for o in proved if o.pairs or o.state == "no test"]
        pairs = [p for o in counted for p in o.pairs]
        good, raw = sum(_is_good(p) for p in pairs), sum(p.raw for p in pairs)
        means = [fmean(map(_is_good, o.pairs)) if o.pairs else 0.0 for o in counted]
        ratios = [max(own.ratio, 1e-3) for o in counted for own in o.largest]
        yield (
            f"| {name} | {len(outcomes)} | {len(proved)} | {len(counted)} | {_share(good, len(pairs))} "
            f"| {_share(raw, len(pairs))} | {100 * fmean(means or [0]):.1f} % "
            f"| {geometric_mean(ratios or [1]):.1f} |"
        )


def _is_good(pair: Pair) -> bool:
    return pair.decision in _GOOD


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % ({part}/{whole})" if whole else "none"


def _tiny_misses(outcomes: Sequence[Outcome], causes: dict[str, str]) -> Iterator[str]:
    yield "| problem | misses | largest / existing | bytes, existing and generated | cause |"
    yield "| --- | --- | --- | --- | --- |"
    for o in outcomes:
        missed = [p for p in o.pairs if not _is_good(p)]
        if not missed and o.state == "measured":
            continue
        told = causes.get(o.id) or "; ".join(dict.fromkeys(_cause(p, o) for p in missed)) or told_state(o)
        ratio = f"{max(own.ratio for own in o.largest):.2f}" if o.largest else ""
        yield (
            f"| {_cell(o.id)} | {len(missed)}/{len(o.pairs)} | {ratio} "
            f"| {o.largest_bytes[0]}, {o.largest_bytes[1]} | {_cell(told)} |"
        )


def told_state(outcome: Outcome) -> str:
    """Return why a problem was not measured."""
    return f"{_UNPROVED.get(outcome.state, outcome.state)}: {outcome.message[:100]}"


def _cause(pair: Pair, outcome: Outcome) -> str:
    """Return what the figures say of a miss."""
    top = max(own.ratio for own in outcome.largest)
    before, after = outcome.largest_bytes
    if pair.decision == "invalid":
        return "the solution fails on it"
    if pair.rule == "budget":
        return "rounds ended by the budget"
    if top < 1.5 and after <= 4 * before:
        return "no room: the largest valid input is hardly larger than the existing ones"
    if top < 1.5:
        return "size is without effect: start-up is all there is"
    if pair.bytes < after / 10:
        return "a small or thin input beside large ones"
    if pair.decision == "inconclusive":
        return "too close to tell"
    return "a structure without effect beside others that have one"


# --- (b) -------------------------------------------------------------------------------------


def _strong(own: Sequence[Measured]) -> Iterator[str]:
    yield "| variant | problems | measured | solutions | median ratio | at least 0.8 | at least 0.9 |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, outcomes in _by_variant(own):
        measured = [o for o in outcomes if o.state == "measured"]
        ratios = [own.ratio for o in measured for own in o.largest]
        enough, near = sum(r >= ENOUGH for r in ratios), sum(r >= 0.9 for r in ratios)
        yield (
            f"| {name} | {len(outcomes)} | {len(measured)} | {len(ratios)} "
            f"| {median(ratios or [0]):.2f} | {_share(enough, len(ratios))} | {_share(near, len(ratios))} |"
        )


def _strong_misses(outcomes: Sequence[Outcome], causes: dict[str, str]) -> Iterator[str]:
    yield "| problem | solutions below 0.8 | their ratios | bytes, official and generated | cause |"
    yield "| --- | --- | --- | --- | --- |"
    for o in outcomes:
        low = [own for own in o.largest if own.ratio < ENOUGH]
        if not low and o.state == "measured":
            continue
        ratios = " ".join(f"{own.ratio:.2f}" for own in low)
        told = causes.get(o.id) or ("" if o.state == "measured" else told_state(o))
        yield (
            f"| {_cell(o.id)} | {len(low)}/{len(o.largest)} | {ratios} "
            f"| {o.largest_bytes[0]}, {o.largest_bytes[1]} | {_cell(told)} |"
        )


# --- (c) -------------------------------------------------------------------------------------


def _slow(own: Sequence[Measured]) -> Iterator[str]:
    yield "| variant | problems | slow submissions | by official | by generated | generated, of official |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, outcomes in _by_variant([m for m in own if m.outcome.slow or _lost(m.outcome)]):
        slow = [s for o in outcomes for s in o.slow]
        able = [s for s in slow if s.by_official]
        yield (
            f"| {name} | {len(outcomes)} | {len(slow)} | {len(able)} | {sum(s.by_generated for s in slow)} "
            f"| {_share(sum(s.by_generated for s in able), len(able))} |"
        )


def _lost(outcome: Outcome) -> bool:
    return bool(outcome.left_out)


def _slow_misses(outcomes: Sequence[Outcome], causes: dict[str, str]) -> Iterator[str]:
    yield "Times over the slowest accepted submission; lower bounds where a run was killed at four times."
    yield ""
    yield "| problem | slow submission | official | generated | separated by generated | cause |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for o in outcomes:
        for s in o.slow:
            told = "" if s.by_generated else causes.get(f"{o.id} {s.solution}", causes.get(o.id, ""))
            if not s.by_official:
                told = told or "not separated by the official tests here"
            yield (
                f"| {_cell(o.id)} | {_cell(s.solution)} | {s.official:.1f} | {s.generated:.1f} "
                f"| {'yes' if s.by_generated else 'no'} | {_cell(told)} |"
            )
        for name in o.left_out:
            yield f"| {_cell(o.id)} | {_cell(name)} | | | | no accepted submission of its language |"


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")
