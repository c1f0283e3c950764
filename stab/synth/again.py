"""More tests than there are constructions: random data again, with other random numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stab.records import Generator

_HEAD_END = '\n"""\n'  # of a generator's docstring


def again(generators: Sequence[Generator], wanted: int) -> Iterator[Generator]:
    """Yield `wanted` copies of the generators in turn, none where there are none.

    A generator's seed is a digest of its source, so the line that counts the copies gives other numbers.
    """
    for number in range(wanted if generators else 0):
        turn, at = divmod(number, len(generators))
        first = generators[at]
        line = f"Random data again, with other numbers: {turn + 2}."
        yield replace(
            first,
            name=f"{first.name}-again-{turn + 2}",
            purpose=f"{first.purpose}; again, with other numbers ({turn + 2})",
            source=first.source.replace(_HEAD_END, f"\n{line}{_HEAD_END}", 1),
        )
