"""Single numbers in [lo, hi] that make arithmetic loops long: primes, semiprimes, divisor-rich numbers."""

from __future__ import annotations

import math

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order

# Start values below which no other reaches 1 in as many steps (OEIS A006877).
COLLATZ_RECORDS = (
    (1, 2, 3, 6, 7, 9, 18, 25, 27, 54, 73, 97, 129, 171, 231, 313, 327, 649, 703, 871, 1161, 2223, 2463)
    + (2919, 3711, 6171, 10971, 13255, 17647, 23529, 26623, 34239, 35655, 52527, 77031, 106239, 142587)
    + (156159, 216367, 230631, 410011, 511935, 626331, 837799, 1117065, 2234130, 1723519, 2298025, 3064033)
    + (3542887, 3732423, 5649499, 6649279, 8400511, 11200681, 14934241, 15733191, 31466382, 36791535)
    + (63728127, 127456254, 169941673, 226588897, 268549803, 537099606, 670617279)
)
SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)


def nums_prime(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """The largest primes of [lo, hi], up to 32 different ones, repeated to `count` (trial division)."""
    primes = _primes_below(hi, lo, min(count, 32))
    if not primes:
        raise DoesNotFit(f"no prime in [{lo}, {hi}]")
    return _spread(primes, count, rng)


def nums_semiprime(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """Products p q <= hi of two primes next to sqrt(hi) (trial division without a prime test, Pollard)."""
    primes = _primes_below(math.isqrt(max(hi, 0)), 2, 64)
    found = [p * q for p in primes for q in _primes_below(hi // p, p + 1, 1) if p * q >= lo]
    found = found[: max(count, 1)] or [p * p for p in primes if p * p >= lo][:1]
    if not found:
        raise DoesNotFit(f"no product of two primes near sqrt({hi}) in [{lo}, {hi}]")
    return _spread(found, count, rng)


def nums_prime_square(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """Squares of the largest primes up to sqrt(hi) (Pollard's rho, trial division up to the root)."""
    primes = _primes_below(math.isqrt(max(hi, 0)), 2, min(count, 32))
    squares = [p * p for p in primes if p * p >= lo]
    if not squares:
        raise DoesNotFit(f"no square of a prime in [{lo}, {hi}]")
    return _spread(squares, count, rng)


def num_hcn(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """`count` copies of a number of [lo, hi] with as many divisors as any up to hi (Ramanujan 1915).

    When that number is below lo: the largest multiple, up to hi, of the richest number <= hi - lo + 1.
    """
    if hi < max(lo, 1):
        raise DoesNotFit(f"no positive number in [{lo}, {hi}]")
    rich = _most_divisors(hi)
    if rich < lo:
        factor = _most_divisors(hi - lo + 1)
        rich = hi // factor * factor
    return _spread([rich], count, rng)


def num_fib_pair(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """`count` rows of the two largest consecutive Fibonacci numbers up to hi (Euclid: Lamé 1844)."""
    small, large = 1, 1
    while small + large <= hi:
        small, large = large, small + large
    if small < lo or large > hi:
        raise DoesNotFit(f"no two consecutive Fibonacci numbers that matter in [{lo}, {hi}]")
    return _spread([large, small], 2, None).reshape(1, 2).repeat(count, axis=0)


def num_collatz(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """`count` copies of the start in [lo, hi] with the longest known way to 1 (table up to 10^9)."""
    fitting = [start for start in COLLATZ_RECORDS if lo <= start <= hi]
    if fitting:
        return _spread([fitting[-1]], count, rng)
    start = COLLATZ_RECORDS[-1]
    while 1 <= start < lo:
        start *= 2
    if not lo <= start <= hi:
        raise DoesNotFit(f"no start with a long way known in [{lo}, {hi}]")
    return _spread([start], count, rng)


def nums_power_of_two(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """The largest power of two up to hi (halving loops, exponents with one bit)."""
    power = 1 << max(hi.bit_length() - 1, 0)
    if not lo <= power <= hi:
        raise DoesNotFit(f"no power of two in [{lo}, {hi}]")
    return _spread([power], count, rng)


def nums_all_ones(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """The largest 2^k - 1 up to hi: every bit set (a multiplication for every bit of an exponent)."""
    ones = (1 << ((hi + 1).bit_length() - 1)) - 1 if hi >= 0 else -1
    if not lo <= ones <= hi:
        raise DoesNotFit(f"no number 2^k - 1 in [{lo}, {hi}]")
    return _spread([ones], count, rng)


def num_one_and_max(count: int, lo: int, hi: int, rng: Random) -> Ints:
    """`count` rows (hi, lo): with lo = 1 the greatest common divisor by subtraction takes hi steps."""
    if hi < lo:
        raise DoesNotFit(f"no integer in [{lo}, {hi}]")
    return _spread([hi, lo], 2, None).reshape(1, 2).repeat(count, axis=0)


def is_prime(n: int) -> bool:
    """Whether n is prime: Miller-Rabin with the first 13 primes, proved below 3.3 * 10^24 (Sorenson 2015)."""
    if n < 2:
        return False
    for p in SMALL_PRIMES[:13]:
        if n % p == 0:
            return n == p
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for base in SMALL_PRIMES[:13]:
        x = pow(base, (n - 1) >> twos, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _primes_below(hi: int, lo: int, count: int) -> list[int]:
    """The largest `count` primes of [lo, hi], decreasing."""
    primes: list[int] = []
    n = hi
    while n >= max(lo, 2) and len(primes) < count:
        if is_prime(n):
            primes.append(n)
        n -= 1
    return primes


def _most_divisors(limit: int) -> int:
    """The smallest number <= limit with the most divisors: exponents never grow from prime to prime."""
    best = (1, -1)
    stack = [(1, 1, 0, limit.bit_length())]
    while stack:
        number, divisors, index, exponent = stack.pop()
        best = max(best, (divisors, -number))
        if index == len(SMALL_PRIMES):
            continue
        power = number
        for k in range(1, exponent + 1):
            power *= SMALL_PRIMES[index]
            if power > limit:
                break
            stack.append((power, divisors * (k + 1), index + 1, k))
    return -best[1]


def _spread(numbers: list[int], count: int, rng: Random | None) -> Ints:
    """The numbers repeated to `count` entries, shuffled when there is an rng; int64 where they fit."""
    dtype = np.int64 if max(map(abs, numbers)) < 2**63 else object
    values = np.resize(np.array(numbers, dtype=dtype), count)
    return values[random_order(count, rng)] if rng is not None else values
