"""Strings of exactly n characters over an alphabet, brackets, expressions and word lists."""

from __future__ import annotations

import numpy as np

from stab.build.arrays import DoesNotFit, Ints, Random, random_order

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def str_random(n: int, alphabet: str, rng: Random) -> str:
    """Uniform characters (automata and tries: most states). O(n)."""
    return spell(rng.randint(0, len(alphabet), size=n, dtype=np.int64), alphabet)


def str_repeat(n: int, alphabet: str, rng: Random | None = None) -> str:
    """The first character n times (naive search, palindromes by expansion, naive Z: n^2). O(n)."""
    return alphabet[0] * n


def str_cycle(n: int, alphabet: str, rng: Random | None = None) -> str:
    """The alphabet over and over (every character kept, no two neighbours equal). O(n)."""
    return (alphabet * (n // len(alphabet) + 1))[:n]


def str_mismatch(n: int, alphabet: str, rng: Random | None = None) -> str:
    """a…ab: as a pattern in a…a it fails at its last character only. O(n)."""
    return alphabet[0] * (n - 1) + alphabet[-1] if n else ""


def str_mismatch_first(n: int, alphabet: str, rng: Random | None = None) -> str:
    """ba…a: the same for comparison from the right. O(n)."""
    return alphabet[-1] + alphabet[0] * (n - 1) if n else ""


def str_mismatch_middle(n: int, alphabet: str, rng: Random | None = None) -> str:
    """a…aba…a: the mismatch is half a pattern away from both ends. O(n)."""
    return alphabet[0] * (n // 2) + alphabet[-1] + alphabet[0] * (n - n // 2 - 1) if n else ""


def str_halves(n: int, alphabet: str, rng: Random | None = None) -> str:
    """a…ab…b, half and half. O(n)."""
    return alphabet[0] * (n - n // 2) + alphabet[-1] * (n // 2)


def str_fibonacci(n: int, alphabet: str, rng: Random | None = None) -> str:
    """The Fibonacci word over the first and last letter: most repetitions, longest borders. O(n)."""
    older, newer = alphabet[-1], alphabet[0]
    while len(newer) < n:
        older, newer = newer, newer + older
    return newer[:n]


def str_thue_morse(n: int, alphabet: str, rng: Random | None = None) -> str:
    """The Thue-Morse word: polynomial hashes modulo 2^64 collide on its halves from 2^11 on. O(n)."""
    ones = np.zeros(1, dtype=np.int64)
    while ones.size < n:
        ones = np.concatenate([ones, 1 - ones])
    return spell(ones[:n] * (len(alphabet) - 1), alphabet)


def str_mirror(n: int, alphabet: str, rng: Random | None = None) -> str:
    """w followed by w reversed, w alternating: neighbours match in the middle only. O(n)."""
    half = ((alphabet[0] + alphabet[-1]) * (n // 4 + 1))[: n // 2]
    return half + (alphabet[0] if n % 2 else "") + half[::-1]


def str_palindrome(n: int, alphabet: str, rng: Random) -> str:
    """A random palindrome. O(n)."""
    half = str_random((n + 1) // 2, alphabet, rng)
    return half + half[: n // 2][::-1]


def str_periodic(n: int, alphabet: str, rng: Random, period: int = 100) -> str:
    """A random block of `period` characters repeated (suffix arrays by doubling: every round). O(n)."""
    block = str_random(min(period, max(n, 1)), alphabet, rng)
    return (block * (n // len(block) + 1))[:n]


def brackets_random(n: int, rng: Random, kinds: str = "()") -> str:
    """A random balanced sequence of n brackets over `kinds` ("([{" style pairs: "()[]{}").

    Uniform for one kind (a cyclic shift of a random word, Dvoretzky & Motzkin 1947). An odd n ends
    with one opening bracket that is never closed. O(n), with several kinds one Python step per bracket.
    """
    pairs = n // 2
    steps = np.where(random_order(2 * pairs + 1, rng) <= pairs, 1, -1)[: 2 * pairs + 1]
    steps = _rotated(steps)[: 2 * pairs] if pairs else steps[:0]
    if len(kinds) > 2:
        return _bracket_kinds(steps, kinds, rng) + kinds[0] * (n % 2)
    return spell((steps < 0).astype(np.int64), kinds) + kinds[0] * (n % 2)


def brackets_nested(n: int, rng: Random | None = None, kinds: str = "()") -> str:
    """((…)) of depth n/2, kinds alternating (recursion depth; replacing pairs layer by layer: n^2). O(n)."""
    pairs = n // 2
    opening = (kinds[0::2] * (pairs // max(len(kinds) // 2, 1) + 1))[:pairs]
    closing = opening[::-1].translate(str.maketrans(kinds[0::2], kinds[1::2]))
    return opening + closing + kinds[0] * (n % 2)


def brackets_flat(n: int, rng: Random | None = None, kinds: str = "()") -> str:
    """()()…(): depth 1, n/2 groups. An odd n ends with an opening bracket. O(n)."""
    return (kinds * (n // len(kinds) + 1))[: n - n % 2] + kinds[0] * (n % 2)


def brackets_open(n: int, rng: Random | None = None, kinds: str = "()") -> str:
    """n opening brackets: nothing ever closes (stacks grow to n, scans for a partner fail). O(n)."""
    return kinds[0] * n


def expr_chain(n: int, rng: Random | None = None, operator: str = "+") -> str:
    """1+1+…+1 (splitting at the last operator: n^2); an even n starts with a two-digit number. O(n)."""
    if n == 0:
        return ""
    return "1" * (2 - n % 2) + (operator + "1") * ((n - 1) // 2)


def expr_nested(n: int, rng: Random | None = None) -> str:
    """((…1…)): recursion n/2 deep; an even n holds a two-digit number. O(n)."""
    if n == 0:
        return ""
    depth = (n - 1) // 2
    return "(" * depth + "1" * (2 - n % 2) + ")" * depth


def words_random(count: int, total: int, alphabet: str, rng: Random) -> list[str]:
    """`count` random words of `total` characters, lengths equal up to one (tries: most nodes). O(total)."""
    lengths = _even_lengths(count, total)
    text = str_random(total, alphabet, rng)
    ends = np.cumsum(lengths).tolist()
    return [text[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def words_prefix(count: int, total: int, alphabet: str, rng: Random) -> list[str]:
    """Words that agree in all but their last characters, which number them (pairwise comparing)."""
    lengths = _even_lengths(count, total).tolist()
    width = 1
    while len(alphabet) ** width < count and len(alphabet) > 1:
        width += 1
    if min(lengths, default=width) < width:
        raise DoesNotFit(f"{count} different words need more than {total} characters in all")
    words = []
    for number, length in enumerate(lengths):
        tail, rest = "", number
        for _ in range(width):
            rest, digit = divmod(rest, len(alphabet))
            tail = alphabet[digit] + tail
        words.append(alphabet[0] * (length - width) + tail)
    return words


def words_nested(count: int, total: int, alphabet: str, rng: Random | None = None) -> list[str]:
    """a, aa, aaa, …: as many as `total` characters allow, at most `count`, then single letters.

    Aho-Corasick that climbs suffix links visits sqrt(2 total) of them at every character of a…a. O(total).
    """
    if count > total:
        raise DoesNotFit(f"{count} words need at least {count} characters")
    longest = 1
    while longest < count and longest * (longest + 1) // 2 + longest + 1 + (count - longest - 1) <= total:
        longest += 1
    spare = total - longest * (longest + 1) // 2 - (count - longest)
    lengths = [*range(1, longest), longest + spare, *([1] * (count - longest))]
    return [alphabet[0] * length for length in lengths]


def digits_max(n: int, rng: Random | None = None) -> str:
    """n nines: the largest number of n digits, most carries. O(n)."""
    return "9" * n


def digits_random(n: int, rng: Random) -> str:
    """n random digits, the first not zero. O(n)."""
    return str_random(1, "123456789", rng) + str_random(n - 1, "0123456789", rng) if n else ""


def spell(letters: Ints, alphabet: str) -> str:
    """The string whose characters are alphabet[letters[i]]. O(n)."""
    if alphabet.isascii():
        table = np.frombuffer(alphabet.encode("ascii"), dtype=np.uint8)
        return table[letters].tobytes().decode("ascii")
    return "".join([alphabet[index] for index in letters.tolist()])


def _even_lengths(count: int, total: int) -> Ints:
    if total < count:
        raise DoesNotFit(f"{count} words need at least {count} characters")
    lengths = np.full(count, total // max(count, 1), dtype=np.int64)
    lengths[: total - int(lengths.sum())] += 1
    return lengths


def _rotated(steps: Ints) -> Ints:
    """The rotation of a word with one more up than down whose prefixes stay positive, first step cut."""
    height = np.cumsum(steps)
    start = int(np.flatnonzero(height == height.min())[-1]) + 1
    return np.concatenate([steps[start:], steps[:start]])[1:]


def _bracket_kinds(steps: Ints, kinds: str, rng: Random) -> str:
    choice = rng.randint(0, len(kinds) // 2, size=steps.size, dtype=np.int64).tolist()
    text, stack = [], []
    for index, step in enumerate(steps.tolist()):
        if step > 0:
            stack.append(choice[index])
            text.append(kinds[2 * choice[index]])
        else:
            text.append(kinds[2 * stack.pop() + 1])
    return "".join(text)
