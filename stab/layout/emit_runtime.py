"""The part of every emitted validator that doesn't depend on the layout; standard library only.

`emit_validator` copies the code below the marker into the program.
"""

from __future__ import annotations

# --- marker ---
import math
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

VALID, INVALID = 42, 43
INTEGER = re.compile(r"0|-?[1-9][0-9]*")
REAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
BLANK = "a single blank or the end of the line"
MAX_POWER_BITS = 4_000_000
LINES: list[str] = []


def fail(message: str) -> NoReturn:
    """Say what is wrong and reject the input."""
    sys.stderr.write(message + "\n")
    sys.exit(INVALID)


def oddity(token: str) -> str:
    """Return what keeps an integer from being written as it must be; empty where it is none at all."""
    digits = token.lstrip("+-")
    if not digits.isdecimal() or not digits.isascii() or len(token) - len(digits) > 1:
        return ""
    if token[0] == "+":
        return "a plus sign"
    if digits == "0":
        return "a minus sign before 0" if token[0] == "-" else ""
    return "leading zeros" if digits[0] == "0" else ""


def place(text: str, offset: int) -> tuple[int, int]:
    """Return line and column, both from 1 on, of an offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class Column(list[Any]):
    """All values of a field in reading order, and where they stand; spans[p]: a run's part in instance p."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.places: list[int] = []  # line << 24 | number of the token in the line
        self.spans: list[tuple[int, int]] = []

    def inside(self, instance: int) -> range:
        """Return the numbers of the values in one instance."""
        return range(*self.spans[instance])

    def place(self, number: int) -> str:
        """Return line, column and token of a value."""
        line, token = self.places[number] >> 24, self.places[number] & 0xFFFFFF
        text = LINES[line - 1]
        tokens = text.split(" ")
        column = sum(len(t) + 1 for t in tokens[:token]) + 1
        shown = tokens[token] if token < len(tokens) else ""
        return f"line {line}, column {column}: {shown if len(shown) <= 60 else shown[:40] + '...'}"

    def breaks(self, number: int, rule: str) -> NoReturn:
        """Reject the input because of this value."""
        if not self:
            fail(f"the input breaks {rule}")
        fail(f"{self.place(min(number, len(self) - 1))} breaks {rule}")


class Block:
    """A repeated block or a branch: spans[p] are the numbers of its repetitions in instance p around it."""

    def __init__(self) -> None:
        self.size = 0
        self.start = 0
        self.spans: list[tuple[int, int]] = []

    def open(self) -> None:
        """Begin the block."""
        self.start = self.size

    def begin(self) -> None:
        """Begin one repetition."""
        self.size += 1

    def close(self) -> None:
        """End the block."""
        self.spans.append((self.start, self.size))

    def inside(self, instance: int) -> range:
        """Return the numbers of the repetitions in one instance around the block."""
        return range(*self.spans[instance])


class Input:
    """Reads lines and tokens, strictly: single blanks, no leading zeros, a newline after every line."""

    def __init__(self, data: bytes) -> None:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            fail("the input is not UTF-8")
        LINES[:] = text.split("\n")
        if found := CONTROL.search(text):
            line, column = place(text, found.start())
            what = {"\t": "a tab", "\r": "a carriage return"}.get(found[0], f"the character {found[0]!r}")
            fail(f"line {line}, column {column}: {BLANK} was expected, {what} stands there")
        last = LINES.pop()
        if last or not text:
            where = f"line {len(LINES) + 1}, column {len(last) + 1}"
            fail(f"{where}: a newline at the end of the file was expected, the end of the file stands there")
        self.line = 0  # lines read so far
        self.tokens: list[str] = []
        self.at = 0

    def wrong(self, expected: str) -> NoReturn:
        """Reject the input: something else stands at this place."""
        column = sum(len(t) + 1 for t in self.tokens[: self.at]) + 1
        if self.at >= len(self.tokens):
            column, found = max(column - 1, 1), "the end of the line" if self.tokens else "an empty line"
        elif not self.tokens[self.at]:
            expected, found = BLANK, "a second blank"
            if self.at == 0:
                found = "a blank at the start of the line"
            elif self.at == len(self.tokens) - 1:
                column, found = column - 1, "a blank at the end of the line"
        else:
            found = repr(self.tokens[self.at])[:60]
        fail(f"line {self.line}, column {column}: {expected} was expected, {found} stands there")

    def is_over(self) -> bool:
        """Tell whether all lines are read."""
        return self.line == len(LINES)

    def next_line(self) -> None:
        """Go to the next line."""
        if self.is_over():
            fail(f"line {self.line + 1}, column 1: a line was expected, the end of the file stands there")
        text = LINES[self.line]
        self.tokens = text.split(" ") if text else []
        self.line += 1
        self.at = 0

    def end_line(self) -> None:
        """Demand the end of the line."""
        if self.at < len(self.tokens):
            self.wrong("the end of the line")

    def empty_line(self) -> None:
        """Demand an empty line."""
        self.next_line()
        self.end_line()

    def end(self) -> None:
        """Demand the end of the file."""
        if not self.is_over():
            self.next_line()
            self.wrong("the end of the file")

    def terminator(self, words: list[str]) -> bool:
        """Tell whether the next line ends the block; if so, read it."""
        if self.is_over():
            fail(f"line {self.line + 1}, column 1: the line {' '.join(words)!r} was expected")
        if LINES[self.line] == " ".join(words):
            self.line += 1
            return True
        return False

    def take(self, expected: str) -> str:
        """Return the next token."""
        if self.at >= len(self.tokens) or not self.tokens[self.at]:
            self.wrong(expected)
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self) -> str:
        """Return the next token without reading it."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def literal(self, word: str) -> None:
        """Demand a fixed word."""
        if self.peek() != word:
            self.wrong(f"the word {word!r}")
        self.at += 1

    def integer(self, column: Column) -> None:
        """Read an integer."""
        column.places.append(self.line << 24 | self.at)
        token = self.take(f"{column.name} (an integer)")
        if not INTEGER.fullmatch(token) or len(token) > 1_000_000:
            self.at -= 1
            odd = oddity(token)
            self.wrong(f"{column.name} (an integer{' without ' + odd if odd else ''})")
        column.append(int(token))

    def real(self, column: Column) -> None:
        """Read a number with decimals, exactly."""
        column.places.append(self.line << 24 | self.at)
        token = self.take(f"{column.name} (a number)")
        if not REAL.fullmatch(token) or len(token) > 1_000_000:
            self.at -= 1
            self.wrong(f"{column.name} (a number)")
        column.append(Fraction(token))

    def word(self, column: Column, length: int | None = None, alphabet: str | None = None) -> None:
        """Read a word."""
        column.places.append(self.line << 24 | self.at)
        self.check_text(column, self.take(f"{column.name} (a word)"), length, alphabet)

    def rest(self, column: Column, length: int | None = None, alphabet: str | None = None) -> None:
        """Read what is left of the line, blanks included."""
        column.places.append(self.line << 24 | self.at)
        text = " ".join(self.tokens[self.at :])
        self.at = len(self.tokens)
        self.check_text(column, text, length, alphabet)

    def check_text(self, column: Column, text: str, length: int | None, alphabet: str | None) -> None:
        """Demand the length and the letters of a text, and keep it."""
        column.append(text)
        if alphabet is not None and (wrong := set(text) - set(alphabet)):
            column.breaks(len(column) - 1, f"the alphabet of {column.name}: {min(wrong)!r} is not in it")
        if length is not None and len(text) != length:
            rule = f"the length of {column.name}: {length} characters, not {len(text)}"
            column.breaks(len(column) - 1, rule)

    def run(self, read: Callable[..., None], column: Column, count: int, *shape: Any) -> None:
        """Read `count` tokens on this line."""
        start = len(column)
        if (left := self.left()) < count:
            self.at = len(self.tokens)
            kind = {"integer": "an integer", "real": "a number"}.get(read.__name__, "a word")
            self.wrong(f"{column.name} ({kind}) (value {left + 1} of {count})")
        for _ in range(count):
            read(column, *shape)
        column.spans.append((start, len(column)))

    def left(self) -> int:
        """Return the number of tokens that are left on this line."""
        return len(self.tokens) - self.at

    def count(self, value: int | Fraction, text: str) -> int:
        """Return a count, which must be a whole number and not negative."""
        if value != int(value) or value < 0:
            fail(f"line {self.line}: the count {text} is {value}")
        return int(value)


def element(values: Sequence[int], number: int, text: str) -> int:
    """Return an element that a count needs."""
    if not 0 <= number < len(values):
        fail(f"the count {text} needs element {number} of {len(values)}")
    return values[number]


def power(base: int | Fraction, exponent: int | Fraction) -> int | Fraction:
    """Return an exact power."""
    if exponent != int(exponent):
        raise ArithmeticError("a power needs a whole exponent")
    if base not in (0, 1, -1):
        bits = max(abs(Fraction(base).numerator).bit_length(), Fraction(base).denominator.bit_length())
        if bits * abs(int(exponent)) > MAX_POWER_BITS:
            raise ArithmeticError("the power is too large to write out")
    return Fraction(base) ** int(exponent)


def isprime(value: int) -> int:
    """Return 1 for a prime, 0 otherwise (Miller, Rabin; exact below 3.3e24)."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if value != int(value) or value < 2:
        return 0
    n = int(value)
    if any(n % p == 0 for p in small):
        return int(n in small)
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in small:
        x = pow(witness, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return 0
    return 1


def ispow2(value: int) -> int:
    """Return 1 for a power of two, 0 otherwise."""
    return int(value > 0 and value == int(value) and int(value) & (int(value) - 1) == 0)


def oneof(value: int, *members: int) -> int:
    """Return 1 for a member of the set, 0 otherwise."""
    return int(value in members)


def ndivisors(value: int) -> int:
    """Return the number of divisors."""
    n, count, p = int(value), 1, 2
    if n < 1 or n > 10**12:
        raise ArithmeticError("the number of divisors is worked out for 1 to 10^12 only")
    while p * p <= n:
        times = 1
        while n % p == 0:
            n, times = n // p, times + 1
        count, p = count * times, p + 1
    return count * 2 if n > 1 else count


def root(parent: list[int], vertex: int) -> int:
    """Return the representative of a vertex's component."""
    while parent[vertex] != vertex:
        parent[vertex] = vertex = parent[parent[vertex]]
    return vertex


def join(size: int, edges: Iterable[tuple[int, int]]) -> tuple[bool, int]:
    """Return whether an edge closes a cycle, and the number of components."""
    parent, has_cycle, components = list(range(size)), False, size
    for a, b in edges:
        a, b = root(parent, a), root(parent, b)
        has_cycle |= a == b
        components -= a != b
        parent[a] = b
    return has_cycle, components


def has_directed_cycle(size: int, edges: Sequence[tuple[int, int]]) -> bool:
    """Tell whether the arcs contain a cycle (Kahn, 1962)."""
    into, out = [0] * size, [[] for _ in range(size)]  # type: ignore[var-annotated]
    for a, b in edges:
        into[b] += 1
        out[a].append(b)
    ready = [v for v in range(size) if not into[v]]
    done = 0
    while ready:
        done += 1
        for b in out[ready.pop()]:
            into[b] -= 1
            if not into[b]:
                ready.append(b)
    return done < size


def edge_lists(
    groups: Sequence[Sequence[tuple[int, int]]], sizes: Sequence[int]
) -> list[list[tuple[int, int]]] | None:
    """Return the edges with vertices from 0; None where a vertex is out of range (a rule tells of that)."""
    low = min((v for edges in groups for edge in edges for v in edge), default=1)
    base = 0 if min(low, 1) == 0 else 1
    if any(size < 0 for size in sizes) or sum(sizes) > 2**31:
        return None
    for edges, size in zip(groups, sizes, strict=True):
        if any(not base <= v < size + base for edge in edges for v in edge):
            return None
    return [[(a - base, b - base) for a, b in edges] for edges in groups]


CONSTRAINTS: list[str] = []


def note(name: str, seen: Sequence[tuple[int, int, int]]) -> None:
    """Keep which bounds are reached, for --constraints_file (BAPCtools)."""
    if seen:
        lows, values, highs = zip(*seen, strict=True)
        hits = f"{int(any(v <= a for a, v, _ in seen))} {int(any(v >= b for _, v, b in seen))}"
        CONSTRAINTS.append(f"{name} {name} {hits} {min(values)} {max(values)} {min(lows)} {max(highs)}")


def main(read: Callable[[Input], None], check: Callable[[], None], notes: Callable[[], None]) -> NoReturn:
    """Read the input, check the rules, write the bounds that are reached, and exit."""
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    inp = Input(sys.stdin.buffer.read())
    try:
        read(inp)
        inp.end()
    except ArithmeticError as error:
        fail(f"line {inp.line}: a count can't be worked out ({error})")
    check()
    if "--constraints_file" in sys.argv:
        notes()
        with open(sys.argv[sys.argv.index("--constraints_file") + 1], "w", encoding="utf-8") as file:  # noqa: PTH123
            file.writelines(line + "\n" for line in CONSTRAINTS)
    sys.exit(VALID)


_ = math
