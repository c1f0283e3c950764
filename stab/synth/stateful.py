"""Queries that remove what queries before them have added: who adds, who removes, and what is removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from stab.records import Branch, Field
from stab.synth.kinds import PAIRS, SOLEMN, asks, descriptions, verbs_of

_ADDS = frozenset(
    "+ a add append push push_back push_front pushback pushfront insert ins put enqueue create open enter "
    "in link join arrive".split()
)
_REMOVES = frozenset(
    "- d r remove rem pop pop_back pop_front popback popfront delete del erase dequeue extract destroy close "
    "leave exit out cut unlink discard take".split()
)


@dataclass(frozen=True, slots=True)
class State:
    """Which kinds of rows add, which remove; a removal repeats the values of an addition at `keys`."""

    adds: tuple[int, ...]
    removes: tuple[int, ...]
    keys: tuple[int, ...]  # places among the values of a row that adds
    is_set: bool  # nothing is added that is there
    holds_more: bool  # an addition has values besides those: what a key holds grows, with limits unknown
    needy: tuple[int, ...]  # kinds that ask for something of what is there, without saying for what


def state_of(
    branches: Sequence[tuple[Branch, str]], text: str, blocks: Iterable[Sequence[tuple[str, ...]]]
) -> State | None:
    """Return how the branches, with their first words, change a state; None where they change none.

    `text` is the statement: it tells what a number means that begins a row. `blocks` are the rows of
    the samples: if one of them removes what is not there, so may every input.
    """
    if not all(_is_plain(branch) for branch, _ in branches):
        return None
    words = [word for _, word in branches]
    blocks = tuple(blocks)
    adds, removes = _changes(words, text, {row[0] for block in blocks for row in block})
    if not adds or not removes:
        return None
    shapes = [{_names(branches[at][0]) for at in kinds} for kinds in (adds, removes)]
    keys = _keys(*shapes)
    if keys is None:
        return None
    whole = len(keys) == len(next(iter(shapes[0]))) > 0
    needy = tuple(
        i for i, (branch, _) in enumerate(branches) if not branch.items and i not in (*adds, *removes)
    )
    holds_more = 0 < len(keys) < len(next(iter(shapes[0])))
    found = State(adds, removes, keys, whole, holds_more, needy)
    played = [_play(found, words, block) for block in blocks]
    if None in played:
        return None
    return replace(found, is_set=whole and all(played))


def _names(branch: Branch) -> tuple[str, ...]:
    return tuple(item.name for item in branch.items if isinstance(item, Field))


def _is_plain(branch: Branch) -> bool:
    is_single = all(isinstance(i, Field) and i.count is None and not i.to_line_end for i in branch.items)
    return is_single and not branch.body


def _changes(words: Sequence[str], text: str, seen: Set[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the kinds that add and those that remove: by their own words, or by what is told of them.

    Where the verbs may mean other things too (to sell), the samples must hold a row that removes, or the
    description promises something. `seen` are the first words of the samples' rows.
    """
    told = {word: tuple(descriptions(word, text)) if word.isdigit() else () for word in words}
    for turn, (adding, removing) in enumerate(PAIRS):
        found: tuple[list[int], list[int]] = [], []
        for at, word in enumerate(words):
            is_known = (word.lower() in _ADDS, word.lower() in _REMOVES) if turn == 0 else (False, False)
            named = (adding.fullmatch(word) is not None, removing.fullmatch(word) is not None)
            lines = [line for line in told[word] if turn == 0 or not asks(line)]
            verbs = [verbs_of(line, adding, removing) for line in lines]
            for side in (0, 1):
                is_told = any(v[side] for v in verbs) and not any(v[1 - side] for v in verbs)
                if is_known[side] or named[side] or (is_told and not any(is_known)):
                    found[side].append(at)
        is_sure = turn == 0 or any(
            words[at] in seen or any(map(SOLEMN.search, told[words[at]])) for at in found[1]
        )
        if found[0] and found[1] and is_sure:
            return tuple(found[0]), tuple(found[1])
    return (), ()


def _keys(adding: set[tuple[str, ...]], removing: set[tuple[str, ...]]) -> tuple[int, ...] | None:
    """Return which values of an addition a removal repeats: those of the same names, or all in order."""
    if len(adding) != 1 or len(removing) != 1:
        return None
    (added,), (removed,) = adding, removing
    if set(removed) <= set(added):
        return tuple(added.index(name) for name in removed)
    return tuple(range(len(removed))) if len(added) == len(removed) else None


def _play(state: State, words: Sequence[str], rows: Sequence[tuple[str, ...]]) -> bool | None:
    """Return whether nothing is added twice; None where something is removed that is not there."""
    there: Counter[tuple[str, ...]] = Counter()
    adds, removes = ({words[i] for i in kinds} for kinds in (state.adds, state.removes))
    is_set = True
    for word, *values in rows:
        if word in adds and len(values) > max(state.keys, default=-1):
            key = tuple(values[k] for k in state.keys)
            is_set &= not there[key]
            there[key] += 1
        elif word in removes:
            if not there[tuple(values)]:
                return None
            there[tuple(values)] -= 1
    return is_set
