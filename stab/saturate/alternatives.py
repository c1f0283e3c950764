"""What an `or` joins: `c_i = 0 or 1` gives a name its values; two different relations are cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stab.expression import Call, Comparison, Const, Ref
from stab.saturate.chains import Split
from stab.saturate.sentences import Sentence
from stab.saturate.stream import Element

_OR = frozenset({"or", "∨"})


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Sets by the place of the equation that begins them, places that belong to them, and places in doubt."""

    sets: Mapping[int, Split]
    spent: frozenset[int]
    doubtful: frozenset[int]


def alternatives(sentence: Sentence) -> Alternatives:
    """Return what the alternatives of a sentence mean."""
    elements = sentence.elements
    sets: dict[int, Split] = {}
    spent: set[int] = set()
    doubtful: set[int] = set()
    for at, element in enumerate(elements):
        if element.kind != "chain" or at in spent:
            continue
        subject, values = _equation(element)
        end = at
        while (place := _behind_or(elements, end)) is not None:
            other, more = _equation(elements[place])
            if not values or not more or other not in (None, subject):
                if elements[place].kind == "chain":
                    doubtful |= {at, place}
                break
            values += more
            spent.add(place)
            end = place
        if subject is not None and len(set(values)) > 1 and at not in doubtful:
            sets[at] = _set(subject, values)
    return Alternatives(sets, frozenset(spent), frozenset(doubtful))


def _equation(element: Element) -> tuple[Ref | None, tuple[Const, ...]]:
    """Return the name and the numbers of `c = 0, 1`, only the numbers of a list."""
    subject: Ref | None = None
    members = element.exprs
    if element.chain is not None:
        (first, *_), (*_, members) = element.chain.operands[0], element.chain.operands
        if element.chain.signs != ("==",) or len(element.chain.operands[0]) > 1 or not isinstance(first, Ref):
            return None, ()
        subject = first
    numbers = tuple(m for m in members if isinstance(m, Const))
    return (subject, numbers) if numbers and len(numbers) == len(members) else (None, ())


def _behind_or(elements: Sequence[Element], at: int) -> int | None:
    """Return the place of a chain or list that only an `or` divides from the element."""
    near = range(at + 1, min(at + 6, len(elements)))
    solid = [i for i in near if elements[i].kind not in ("soft", "aside") and elements[i].text != ","]
    if len(solid) < 2 or elements[solid[0]].text.lower() not in _OR:
        return None
    return solid[1] if elements[solid[1]].kind in ("chain", "list") else None


def _set(subject: Ref, values: Sequence[Const]) -> Split:
    """Return a range for two neighbours, else a membership."""
    numbers = sorted({v.value for v in values})
    if len(numbers) == 2 and numbers[1] - numbers[0] == 1:
        return Split([Comparison((Const(numbers[0]), subject, Const(numbers[1])), ("<=", "<="))])
    return Split(conditions=[Comparison((Call("oneof", (subject, *map(Const, numbers))), Const(1)), ("==",))])
