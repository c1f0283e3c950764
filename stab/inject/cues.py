"""The cue language: phrases with alternatives, compared word by word in linear time.

    shortest (path|route)s?      alternatives, an optional letter
    range (sum )?quer*           an optional part; any ending of a word (at least three letters before it)
    minimum .. to reach          at most three words between, in one sentence

Words are compared in lower case; hyphens and underscores part words on both sides, so `two-pointers` and
`two pointers` are one cue. At most two gaps and 256 readings a cue keep the cost of a comparison constant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from stab.inject.wording import STOPS, split_words
from stab.patterns import regex

_MAX_READINGS = 256
_MAX_GAPS = 2
_GAP = ".."
_GAP_WORDS = 3
_STEM = 3
_PIECE = regex(r"[()|?]|\.\.|\*|[^\s()|?*.]+|\s+|\.")


class CueError(ValueError):
    """A cue that can't be read; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Item:
    """One word of a reading: any of `words`, or a word that begins with one of `stems`; neither: a gap."""

    words: frozenset[str]
    stems: tuple[str, ...]

    @property
    def is_gap(self) -> bool:
        return not (self.words or self.stems)

    def fits(self, word: str) -> bool:
        return word in self.words or (bool(self.stems) and word.startswith(self.stems))


Reading = tuple[Item, ...]
_ANY = Item(frozenset(), ())


@lru_cache(maxsize=4096)  # the catalog checks a cue, its index reads it again
def read_cue(cue: str) -> tuple[Reading, ...]:
    """Return the readings of a cue, each a sequence of words; CueError says why there are none."""
    pieces = _PIECE.findall(cue)
    texts, rest = _alternatives(pieces, 0)
    if rest != len(pieces):
        raise CueError(f"unmatched ')' in cue '{cue}'")
    readings = tuple(_reading(text, cue) for text in dict.fromkeys(texts))
    if not all(readings):
        raise CueError(f"cue '{cue}' can be empty")
    return readings


def _alternatives(pieces: list[str], at: int) -> tuple[list[str], int]:
    """Expand pieces[at:] up to a closing parenthesis into texts; `a|b` in a text is one word of two kinds."""
    done: list[str] = []
    current = [""]
    while at < len(pieces) and pieces[at] != ")":
        if pieces[at] == "|":
            done, current, at = done + current, [""], at + 1
            continue
        options, at = _options(pieces, at)
        current = [head + tail for head in current for tail in options]
        if len(current) + len(done) > _MAX_READINGS:
            raise CueError(f"a cue has more than {_MAX_READINGS} readings")
    return done + current, at


def _options(pieces: list[str], at: int) -> tuple[list[str], int]:
    """Return what stands at pieces[at]: a group, or a word, either of them perhaps optional."""
    first, piece = at, pieces[at]
    at += 1
    if piece != "(":
        if at < len(pieces) and pieces[at] == "?":
            return [piece[:-1], piece], at + 1
        return [piece], at
    options, at = _alternatives(pieces, at)
    if at >= len(pieces):
        raise CueError("unmatched '(' in a cue")
    at += 1
    if at < len(pieces) and pieces[at] == "?":
        return ["", *options], at + 1
    whole = (first == 0 or not pieces[first - 1].strip(" (|")) and (
        at == len(pieces) or not pieces[at].strip(" )|")
    )
    if not whole:
        return options, at
    single = [option for option in options if option and option != _GAP and " " not in option]
    others = [option for option in options if option not in single]
    return (["|".join(single), *others] if single else others), at


def _reading(text: str, cue: str) -> Reading:
    items: list[Item] = []
    for part in text.split():
        items += [_ANY] if part == _GAP else _items(part, cue)
    gaps = sum(item.is_gap for item in items)
    if items and (items[0].is_gap or items[-1].is_gap):
        raise CueError(f"a gap can't begin or end cue '{cue}'")
    if gaps > _MAX_GAPS:
        raise CueError(f"more than {_MAX_GAPS} gaps in cue '{cue}'")
    return tuple(items)


def _items(part: str, cue: str) -> list[Item]:
    if "|" not in part:
        words = split_words(part.removesuffix("*"))
        stem = _stem(words[-1], cue) if part.endswith("*") and words else None
        exact = words if stem is None else words[:-1]
        items = [Item(frozenset({word}), ()) for word in exact]
        return items if stem is None else [*items, Item(frozenset(), (stem,))]
    kinds = [item for option in part.split("|") for item in _items(option, cue)]
    return [
        Item(
            frozenset(word for item in kinds for word in item.words),
            tuple(stem for item in kinds for stem in item.stems),
        )
    ]


def _stem(word: str, cue: str) -> str:
    if len(word) < _STEM:
        raise CueError(f"'*' needs at least {_STEM} letters before it in cue '{cue}'")
    return word


def _end(words: list[str], at: int, reading: Reading, index: int) -> int:
    """Return the place after reading[index:] matched at words[at:], or -1."""
    while index < len(reading):
        item = reading[index]
        if item.is_gap:
            return _end_after_gap(words, at, reading, index + 1)
        if at >= len(words) or not item.fits(words[at]):
            return -1
        at += 1
        index += 1
    return at


def _end_after_gap(words: list[str], at: int, reading: Reading, index: int) -> int:
    for skip in range(_GAP_WORDS + 1):
        end = _end(words, at + skip, reading, index)
        if end >= 0:
            return end
        if at + skip >= len(words) or words[at + skip] in STOPS:
            break
    return -1


@dataclass(frozen=True, slots=True)
class Hit:
    """A cue found at words[first : last + 1]; `cue` is its number in the index."""

    cue: int
    first: int
    last: int


class CueIndex:
    """Finds many cues in one pass over the words of a statement."""

    _MAX_HITS = 8  # of one cue: more tell nothing new

    def __init__(self, cues: Iterable[str]) -> None:
        self._by_word: dict[str, list[tuple[int, Reading]]] = {}
        self._by_stem: dict[str, list[tuple[int, Reading]]] = {}
        for number, cue in enumerate(cues):
            for reading in read_cue(cue):
                for word in reading[0].words:
                    self._by_word.setdefault(word, []).append((number, reading))
                for stem in reading[0].stems:
                    self._by_stem.setdefault(stem[:_STEM], []).append((number, reading))

    def find(self, words: list[str]) -> list[Hit]:
        """Return the hits in order of appearance, at most eight of a cue."""
        counts: dict[int, int] = {}
        hits: list[Hit] = []
        for at, word in enumerate(words):
            for number, reading in (*self._by_word.get(word, ()), *self._by_stem.get(word[:_STEM], ())):
                if counts.get(number, 0) >= self._MAX_HITS:
                    continue
                end = _end(words, at, reading, 0)
                if end >= 0:
                    counts[number] = counts.get(number, 0) + 1
                    hits.append(Hit(number, at, end - 1))
        return hits
