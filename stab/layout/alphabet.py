"""Alphabets of strings: `"a-z.#"` in the notation, every allowed character in the record."""

from __future__ import annotations

_RUN = 4  # shorter runs are clearer when spelt out


def expand(text: str) -> str:
    """Return the characters that `text` stands for, sorted, '-' first; `a-z`, `A-Z`, `0-9` are ranges."""
    found: set[str] = set()
    at = 0
    while at < len(text):
        if at + 2 < len(text) and text[at + 1] == "-" and _is_range(text[at], text[at + 2]):
            found.update(map(chr, range(ord(text[at]), ord(text[at + 2]) + 1)))
            at += 3
        else:
            found.add(text[at])
            at += 1
    return normal(found)


def normal(characters: set[str] | str) -> str:
    """Return each character once, in the order that records use: '-' first, then by code point."""
    return "".join(sorted(set(characters), key=lambda c: (c != "-", c)))


def compress(characters: str) -> str:
    """Return the shortest notation that `expand` reads as these characters."""
    ordered, parts, at = normal(characters), [], 0
    while at < len(ordered):
        end = at
        while (
            end + 1 < len(ordered)
            and ord(ordered[end + 1]) == ord(ordered[end]) + 1
            and _is_range(ordered[at], ordered[end + 1])
        ):
            end += 1
        run = ordered[at : end + 1]
        parts.append(f"{run[0]}-{run[-1]}" if len(run) >= _RUN else run)
        at = end + 1
    return "".join(parts)


def _is_range(low: str, high: str) -> bool:
    same = (low.isdigit() and high.isdigit()) or (low.islower() and high.islower())
    return low.isascii() and high.isascii() and low < high and (same or (low.isupper() and high.isupper()))
