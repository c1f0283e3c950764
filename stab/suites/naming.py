"""The names of what is added: one prefix, numbered so that they sort behind one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stab.patterns import regex

PREFIX = "stab-"
_NUMBERED = regex(r"stab-(\d{1,9})-")
_ODD = regex(r"[^A-Za-z0-9_-]+")
_LONGEST = 80  # characters of what a generator is called


def next_names(purposes: Sequence[str], taken: Iterable[str]) -> tuple[str, ...]:
    """Return `stab-NN-PURPOSE` for each purpose, numbered on behind the names taken ("secret/stab-07-max").

    All characters are letters, digits, `-` and `_`: every format allows them.
    """
    known = (_NUMBERED.match(name.rsplit("/", 1)[-1]) for name in taken)
    first = 1 + max((int(match[1]) for match in known if match), default=0)
    width = max(2, len(str(first + len(purposes) - 1)))
    return tuple(
        f"{PREFIX}{number:0{width}d}-{_ODD.sub('-', purpose).strip('-')[:_LONGEST] or 'test'}"
        for number, purpose in enumerate(purposes, first)
    )
