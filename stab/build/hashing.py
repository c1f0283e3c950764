"""Keys that collide in the hash tables of the GNU C++ library, CPython and Java, in order of insertion.

The order is part of each construction: fillers first, then the colliding keys. Negative keys are
never used: their hashes differ between languages.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random

# Sizes that std::unordered_map takes when it grows by insertion (libstdc++ since GCC 7).
GROWTH_PRIMES = (
    13,
    29,
    59,
    127,
    257,
    541,
    1109,
    2357,
    5087,
    10273,
    20753,
    42043,
    85229,
    172933,
    351061,
    712697,
) + (1447153, 2938679, 5967347)
# Sizes that reserve(n) and the constructor choose from: the first that is at least n.
RESERVE_PRIMES = (
    (13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127)
    + (137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409)
    + (439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493)
    + (1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087)
    + (5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411)
    + (17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201)
    + (53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607)
    + (147793, 159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061)
    + (379787, 410857, 444487, 480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483)
    + (976369, 1056323, 1142821, 1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977)
)
MERSENNE_61 = 2**61 - 1
SET_PROBES = 10  # slots that a CPython set looks at in a row before it jumps


def hash_unordered(n: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """Fillers that grow a std::unordered_map to p buckets, then multiples of p, over and over.

    All multiples share bucket 0, so each access walks a chain. Of the sizes a growing table takes,
    p is the one with the largest product of accesses and chain length; without fillers the table
    would stay small and the keys harmless. Cost O(n). Source: neal, "Blowing up unordered_map" (2018).
    """
    base = max(lo, 0)
    best = (0, 0, 0, 0)
    for index, prime in enumerate(GROWTH_PRIMES):
        fill = GROWTH_PRIMES[index - 1] + 1 if index else 0
        first = -(-base // prime)
        chain = min(hi // prime - first + 1, prime - fill, n - fill)
        if chain > (n > 1) and fill <= hi - base:
            best = max(best, ((n - fill) * chain, prime, fill, chain))
    _, prime, fill, chain = best
    if not prime:
        raise DoesNotFit(f"no two multiples of a table size of std::unordered_map fit into [{lo}, {hi}]")
    fillers = np.arange(base + 1, base + 1 + fill, dtype=np.int64)
    return np.concatenate([fillers, _multiples(prime, base, chain, n - fill)])


def hash_reserve(n: int, lo: int, hi: int, rng: Random | None = None, reserved: int = 0) -> Ints:
    """Multiples of the size that std::unordered_map takes on reserve(n), over and over. O(n).

    `reserved` is the argument of reserve, n unless given.
    """
    sizes = [prime for prime in RESERVE_PRIMES if prime >= (reserved or n)]
    return hash_mod(n, lo, hi, rng, sizes[0] if sizes else RESERVE_PRIMES[-1])


def hash_mod(n: int, lo: int, hi: int, rng: Random | None = None, modulus: int = 1_000_003) -> Ints:
    """Multiples of the modulus, over and over: one bucket of a table indexed by x % modulus. O(n)."""
    base = max(lo, 0)
    chain = min(hi // modulus + (-base) // modulus + 1, n)
    if chain < 2 and n > 1:
        raise DoesNotFit(f"no two multiples of {modulus} fit into [{lo}, {hi}]")
    if chain < 1:
        raise DoesNotFit(f"no multiple of {modulus} fits into [{lo}, {hi}]")
    return _multiples(modulus, base, chain, n)


def hash_pymod(n: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """Multiples of 2^61 - 1, the modulus of CPython's hash of an int: all hash to 0. O(n)."""
    return hash_mod(n, lo, hi, rng, MERSENNE_61)


def hash_mask(n: int, lo: int, hi: int, rng: Random | None = None, bits: int = 20) -> Ints:
    """Different keys whose low `bits` bits are 0, 0, …, 1, 1, …: linear probing walks one cluster. O(n).

    Several keys share each home slot, so the cluster grows ahead of it: n^2 / 2 steps in a table of
    2^bits slots. Needs hi - lo >= 2^(bits + 1); with k keys per slot the share lost is 1/k.
    """
    base = -(-max(lo, 0) >> bits) << bits
    layers = (hi - base) >> bits
    if layers < 2 and n > 1:
        raise DoesNotFit(f"[{lo}, {hi}] is too small for keys that agree in {bits} bits")
    if layers * 2**bits < n:
        raise DoesNotFit(f"{n} keys need more than 2^{bits} slots")
    index = np.arange(n, dtype=np.int64)
    return base + (index % max(layers, 1) << bits) + index // max(layers, 1)


def hash_pydict(n: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """n/2 keys that occupy the slots a CPython dict probes for x, then x over and over: n^2 / 4 probes.

    The probes follow i = 5 i + perturb + 1 modulo the table's size 2^k (Objects/dictobject.c). The
    keys keep their order modulo smaller powers of two, so the table may be smaller than 2^k. The
    chain is shorter where hi allows no keys of k + 1 bits. One Python step per key.
    """
    return _probe_chain(n, lo, hi, _table_size, 1)


def hash_pyset(n: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """n/2 keys that occupy the runs of ten slots a CPython set probes for x, then x over and over.

    As hash_pydict, but sets look at nine further neighbours before each jump (Objects/setobject.c):
    n^2 / 40 jumps. One Python step per key.
    """
    return _probe_chain(n, lo, hi, _set_size, SET_PROBES)


def hash_java_pairs(n: int, lo: int, hi: int, rng: Random | None = None) -> Ints:
    """Rows (x, y) with the same 31 x + y: one bucket of a HashMap whose keys can't be ordered.

    (hi - lo) // 31 + 1 rows differ, further ones repeat them; the shape is (n, 2). O(n).
    """
    different = min((hi - lo) // 31 + 1, n)
    if hi < lo or (different < 2 and n > 1):
        raise DoesNotFit(f"no two pairs of [{lo}, {hi}] have the same 31 x + y")
    index = np.arange(n, dtype=np.int64) % max(different, 1)
    return np.column_stack([lo + index, hi - 31 * index])


def words_java(count: int, length: int, rng: Random | None = None) -> list[str]:
    """`count` different words of Aa and BB with the same String.hashCode (2^(length/2) exist). O(total)."""
    pairs = length // 2
    if count > 1 << pairs:
        raise DoesNotFit(f"{count} colliding words need more than {length} letters")
    words = []
    for number in range(count):
        pattern = f"{number:0{pairs}b}" if pairs else ""
        words.append(pattern.replace("0", "Aa").replace("1", "BB") + "A" * (length % 2))
    return words


def _multiples(modulus: int, base: int, chain: int, count: int) -> Ints:
    """The `chain` smallest multiples from base on, in a cycle."""
    first = -(-base // modulus)
    top = modulus * (first + chain)
    if top < 2**63:
        return (first + np.arange(count, dtype=np.int64) % chain) * modulus
    return np.array([(first + index % chain) * modulus for index in range(count)], dtype=object)


def _probe_chain(n: int, lo: int, hi: int, size_of: Callable[[int], int], run: int) -> Ints:
    """The keys of a chain of at most n/2 slots, then copies of the key that walks it."""
    length = n // 2
    while length > 1 and _aligned(lo, size_of(length)) + 2 * size_of(length) > hi + 1:
        length //= 2
    size = size_of(length)
    start = _aligned(lo, size)
    if start + 2 * size > hi + 1 or (length < 2 and n > 3):
        raise DoesNotFit(f"[{lo}, {hi}] is too small for a probe chain")
    target = start + size
    chain = start + np.array(_probed_slots(target, size, length, run), dtype=np.int64)
    return np.concatenate([chain, np.full(n - length, target, dtype=np.int64)])


def _aligned(lo: int, size: int) -> int:
    """The first multiple of size from lo (or 0) on: keys from it on keep their slots."""
    return -(-max(lo, 0) // size) * size


def _table_size(length: int) -> int:
    """Slots of a CPython dict that holds length + 1 keys: two thirds may be in use."""
    size = 8
    while size * 2 // 3 < length + 1:
        size *= 2
    return size


def _set_size(length: int) -> int:
    """Slots of a CPython set after length insertions: grown at three fifths, four- or twofold."""
    mask, fill = 7, 0
    while True:
        fill = -(-mask * 3 // 5)
        if fill > length:
            return mask + 1
        wanted = fill * 2 if fill > 50000 else fill * 4
        size = 8
        while size <= wanted:
            size *= 2
        mask = size - 1


def _probed_slots(key: int, size: int, length: int, run: int) -> list[int]:
    """The first `length` different slots that the probes of `key` visit in a table of `size` slots."""
    mask = size - 1
    seen = bytearray(size)
    slots: list[int] = []
    perturb = key
    place = key & mask
    while len(slots) < length:
        # A set looks at neighbours only where the whole run lies inside the table.
        reach = run if place + run - 1 <= mask else 1
        for slot in range(place, place + reach):
            if not seen[slot]:
                seen[slot] = 1
                slots.append(slot)
        perturb >>= 5
        place = (place * 5 + perturb + 1) & mask
    return slots[:length]
