"""Choice of single numbers in a range: the corners where number-driven code does most work."""

from __future__ import annotations

import math

import numpy as np

from stab.expression import Call, Const, evaluate

MODES = (
    "boundary",
    "max",
    "random",
    "prime",
    "divisors",
    "max-1",
    "power",
    "random-2",
    "half",
    "min",
    "square",
)
PRIME_STEPS = 4000
MAX_SEARCHED = 10**15  # the search for many divisors visits every product of decreasing exponents
MAX_PRIME = 10**24
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)


def pick(mode: str, low: int, high: int, rng: np.random.RandomState) -> int:
    """Return the number of [low, high] that the mode names; the nearest to it where none is in range."""
    match mode:
        case "max-1":
            return max(low, high - 1)
        case "min":
            return low
        case "half":
            return (low + high) // 2
        case "random" | "random-2":
            return uniform(low, high, rng)
        case "prime":
            return largest_prime(low, high)
        case "divisors":
            return max(low, most_divisors(high))
        case "power":
            return max(low, 1 << (high.bit_length() - 1)) if high > 0 else high
        case "square":
            return max(low, prime_square(high)) if high >= 4 else low
    return high


def uniform(low: int, high: int, rng: np.random.RandomState) -> int:
    """Return a uniform integer of [low, high] of any size."""
    width = high - low + 1
    while True:
        value, room = 0, 1
        while room < width:
            value, room = value << 30 | int(rng.randint(0, 1 << 30)), room << 30
        if value < room - room % width:
            return low + value % width


def largest_prime(low: int, high: int) -> int:
    """Return the largest prime of [low, high], `high` where none is near."""
    if high > MAX_PRIME:
        return high
    for value in range(high, max(low, 2, high - PRIME_STEPS) - 1, -1):
        if evaluate(Call("isprime", (Const(value),)), {}):
            return value
    return high


def prime_square(high: int) -> int:
    """Return the largest square of a prime up to `high`: trial division runs to its end."""
    root = math.isqrt(high)
    prime = largest_prime(2, root)
    return prime * prime


def most_divisors(high: int) -> int:
    """Return a number up to `high` with very many divisors (highly composite, Ramanujan 1915).

    The smallest number with the most divisors up to MAX_SEARCHED; beyond it, that times a power of two.
    """
    limit = min(high, MAX_SEARCHED)
    best = (1, -1)
    stack = [(1, 1, 0, 64)]
    while stack:
        value, divisors, index, most = stack.pop()
        best = max(best, (divisors, -value))
        power = value
        for exponent in range(1, most + 1 if index < len(_PRIMES) else 0):
            power *= _PRIMES[index]
            if power > limit:
                break
            stack.append((power, divisors * (exponent + 1), index + 1, exponent))
    found = -best[1]
    return found << max(0, (high // found).bit_length() - 1) if found else high
