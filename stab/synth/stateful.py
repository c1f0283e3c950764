"""Queries that remove what queries before them have added: who adds, who removes, and what is removed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stab.records import Branch, Field

_ADDS = frozenset(
    "+ a add append push push_back push_front pushback pushfront insert ins put enqueue create open enter "
    "in link join arrive".split()
)
_REMOVES = frozenset(
    "- d r remove rem pop pop_back pop_front popback popfront delete del erase dequeue extract destroy close "
    "leave exit out cut unlink discard take".split()
)
_ADDING = re.compile(r"\b(?:add|insert|push|append|put|enqueue|creat)(?:e?s|ed|ing|e)?\b", re.I)
_REMOVING = re.compile(r"\b(?:remov|delet|eras|pop|dequeu|discard|extract)(?:e?s|ed|ing|e|ped|ping)?\b", re.I)
_LINE = 300  # characters of a line that may tell what a number means


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
    adds = tuple(i for i, word in enumerate(words) if _tells(word, text, _ADDS, _ADDING, _REMOVING))
    removes = tuple(i for i, word in enumerate(words) if _tells(word, text, _REMOVES, _REMOVING, _ADDING))
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


def _tells(
    word: str, text: str, words: frozenset[str], verb: re.Pattern[str], opposite: re.Pattern[str]
) -> bool:
    """Tell whether the word is one of these, or begins a line with this verb and not the opposite one."""
    if word.lower() in words:
        return True
    if not word.isdigit():
        return False
    found = False
    for line in text.splitlines():
        head = line[:_LINE].lstrip(" \t*-•\"'`$(<>\\")
        if head.startswith(word) and not head[len(word) : len(word) + 1].isalnum():
            if opposite.search(head):
                return False
            found = found or verb.search(head) is not None
    return found


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
