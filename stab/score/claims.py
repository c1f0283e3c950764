"""How much slower than random input a construction claims to be: read from what its entry says of growth."""

from __future__ import annotations

from stab.patterns import regex
from stab.records import Principle

GROWTH = 10.0  # times random input of the same size, where a larger order of growth is claimed
NOISE = 0.8  # of a measured factor, which another machine must reach
_LEAST = 1.1  # a factor below says nothing that noise could not say
_FLOOR = 1.05  # what counts as slower at all
_FACTOR = regex(r"^(?:at most )?(\d{1,4}(?:\.\d{1,3})?)x")
_AS_RANDOM = regex(r"as random")
_ORDER = regex(
    r"(?<!log)\^|!|exponential|\b(?:sum of values|[knmqFT] (?:[knmqW]|phases|rounds|MAXN))\b|V/p|n \* |deg"
)


def claimed(principle: Principle) -> float | None:
    """Return the ratio to random input of the same size that an entry claims, None where it claims none.

    `growth` that starts with a factor ("2x of n^2") claims that factor, or the one measured where it is less,
    with some room for noise. A power, product or exponential of sizes ("n^2/4", "n q", "2^k") claims GROWTH.
    "as random" claims nothing, nor does an entry without a construct; else a measured ratio is the claim, up
    to GROWTH.
    """
    measured = principle.measured
    if principle.construct is None or _AS_RANDOM.search(principle.growth):
        return None
    factor = _FACTOR.match(principle.growth)
    if factor is not None:
        told = min(float(factor[1]), measured or float(factor[1]))
        return _factor(told)
    if _ORDER.search(principle.growth):
        return GROWTH
    return None if measured is None else _factor(measured)


def _factor(told: float) -> float | None:
    return None if told < _LEAST else min(GROWTH, max(_FLOOR, round(NOISE * told, 2)))
