"""A value beside the range: `a_i (1 ≤ a_i ≤ 200), or -1 if it is unknown`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stab.expression import Comparison, Const, Expr, Ref, gap
from stab.saturate.sentences import Sentence
from stab.saturate.stream import Element

MAX_WORDS = 14  # from the range to the `or`
_OR = frozenset({"or", "otherwise"})
_BEFORE = frozenset("else otherwise equal equals to is it the a value number integer exactly just be".split())
_AFTER = frozenset(
    """if when where in for meaning meaning denoting indicating which to as whenever otherwise unless means
    denotes indicates and follow follows""".split()
)
_TOLD = frozenset("print output report return answer display".split())
_BETWEEN = frozenset({"word", "soft", "aside", "other"})


@dataclass(frozen=True, slots=True)
class Beside:
    """Values beside ranges by the place of the range, and the places of the equations that name them."""

    values: dict[int, Const]
    spent: frozenset[int]


def beside(sentence: Sentence) -> Beside:
    """Return what a sentence allows beside its ranges."""
    elements = sentence.elements
    values, spent = {}, set()
    for at, element in enumerate(elements):
        if element.kind != "chain" or (subject := _subject(element)) is None:
            continue
        place = _behind(elements, at) or _ahead(elements, at)
        value = None if place is None else _value(elements[place], subject)
        if place is not None and value is not None:
            values[at] = value
            spent |= {place} if elements[place].kind == "chain" else set()
    return Beside(values, frozenset(spent))


def widened(comparison: Comparison, value: Const) -> tuple[Comparison, tuple[Comparison, ...]] | None:
    """Return the range down to a value below it and what excludes the gap, None for no such range."""
    low, subject, *_ = comparison.operands
    if not (isinstance(low, Const) and isinstance(subject, Ref) and comparison.signs[0] in ("<", "<=")):
        return None
    first = low.value + (comparison.signs[0] == "<")
    if not (isinstance(first, int) and isinstance(value.value, int) and value.value < first):
        return None
    bound = Comparison((value, *comparison.operands[1:]), ("<=", *comparison.signs[1:]))
    return bound, gap(subject, value.value, first)


def _subject(element: Element) -> Expr | None:
    """Return the one name that a chain puts between limits."""
    chain = element.chain
    if chain is None or len(chain.operands) < 2 or not set(chain.signs) <= {"<", "<="}:
        return None
    low, middle = chain.operands[0], chain.operands[1]
    constant = len(low) == 1 and isinstance(low[0], Const)
    return middle[0] if constant and len(middle) == 1 and isinstance(middle[0], Ref) else None


def _behind(elements: Sequence[Element], at: int) -> int | None:
    """Return the place of the value in `(1 <= x <= 9) …, or else -1 if …`."""
    for place in range(at + 1, min(at + 1 + MAX_WORDS, len(elements))):
        element = elements[place]
        word = element.text.lower()
        if element.kind not in _BETWEEN or word in _TOLD:
            return None
        if element.kind == "word" and word in _OR:
            break
    else:
        return None
    places = _solid(elements, place + 1, _BEFORE)
    found = next(places, None)
    if found is None or elements[found].kind not in ("list", "chain"):
        return None
    after = next(_solid(elements, found + 1, frozenset()), None)
    ends = after is None or elements[after].kind != "word" or elements[after].text.lower() in _AFTER
    return found if ends and (after is None or elements[after].kind != "list") else None


def _ahead(elements: Sequence[Element], at: int) -> int | None:
    """Return the place of the value in `-1 or 1 <= x <= 9`, `x = -1 or 1 <= x <= 9`."""
    solid = [i for i in range(max(0, at - 6), at) if elements[i].kind != "soft"][-2:]
    if len(solid) == 2 and elements[solid[1]].kind == "word" and elements[solid[1]].text.lower() == "or":
        return solid[0] if elements[solid[0]].kind in ("list", "chain") else None
    return None


def _solid(elements: Sequence[Element], start: int, skipped: frozenset[str]) -> Iterator[int]:
    for i in range(start, len(elements)):
        if elements[i].kind != "soft" and elements[i].text.lower() not in skipped:
            yield i


def _value(element: Element, subject: Expr) -> Const | None:
    """Return the number that a list or an equation gives the subject."""
    members: tuple[Expr, ...] = element.exprs
    if element.chain is not None:
        operands = element.chain.operands
        if element.chain.signs != ("==",) or operands[0] != (subject,):
            return None
        members = operands[1]
    return members[0] if len(members) == 1 and isinstance(members[0], Const) else None
