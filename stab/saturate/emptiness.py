"""What is not empty has at least one member: `a non-empty string s`, `the list is never empty`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stab.expression import Call, Comparison, Const, Expr, Ref
from stab.patterns import regex
from stab.saturate.limits import Limits, bounded
from stab.saturate.sentences import Sentence
from stab.saturate.subjects import Phrasebook, singular

_DENIED = regex(r"\bnon ?empty\b|(?:\b(?:not|never|cannot)|n['’]t) (?:be )?empty\b")
_PLACE = regex(r"@([elnc])(\d+)")
_TEXTS = frozenset("string word name text password pattern line".split())
_LISTS = frozenset("list array sequence set multiset row".split())
_OF = frozenset("of with containing contains has having".split())
_IS = frozenset("is are be will always and".split())
NEAR = 4  # words from the denial to its noun
FAR = 14  # words back to the noun of which it is said


def filled(sentence: Sentence, told: Sequence[Comparison], book: Phrasebook) -> Iterator[Comparison]:
    """Yield the lower bounds that follow where a text or a list of so many numbers is not empty.

    `told` are the bounds that the sentence tells in words: a length that has an upper end there is meant.
    """
    for match in _DENIED.finditer(sentence.text) if "empty" in sentence.text else ():
        after = sentence.text[match.end() :].split()[: NEAR + 3]
        noun = next((i for i, w in enumerate(after[:NEAR]) if singular(w) in _TEXTS | _LISTS), None)
        before = sentence.text[: match.start()].split()[-FAR:]
        if noun is not None and not set(before[-1:]) & (_IS - {"and"}):
            subject = _subject(after[noun], after[noun + 1 :], sentence, told, book)
        else:
            subject = _said_of(before, sentence, told, book)
        if subject is not None:
            yield bounded(subject, Limits(Const(1))).comparison


def _said_of(
    before: list[str], sentence: Sentence, told: Sequence[Comparison], book: Phrasebook
) -> Expr | None:
    """Return the length of what stands before `is not empty`."""
    while before and before[-1] in _IS:
        before.pop()
    named = _ref(before[-1:], sentence)
    if named is not None and (len(before) < 2 or singular(before[-2]) not in _LISTS):
        is_text = named.name in book.strings or (len(before) > 1 and singular(before[-2]) in _TEXTS)
        return Call("len", (named,)) if is_text else None
    noun = next((w for w in reversed(before) if singular(w) in _TEXTS), None)
    return None if noun is None else _subject(noun, [], sentence, told, book)


def _subject(
    noun: str, after: list[str], sentence: Sentence, told: Sequence[Comparison], book: Phrasebook
) -> Expr | None:
    """Return the length of a text, or what counts the members of a list."""
    if singular(noun) in _LISTS:
        return _ref(after[1:2], sentence) if after[:1] and after[0] in _OF else None
    named = _ref(after[:1], sentence) or book.apposed.get(singular(noun))
    if isinstance(named, Ref):
        return Call("len", (named,))
    for comparison in told:
        for operand in comparison.operands:
            if isinstance(operand, Call) and operand.name == "len":
                return operand
    if book.last_string is not None:
        return Call("len", (book.last_string,))
    several = noun != singular(noun)
    return Call("len", (Ref("_" + singular(noun), (Ref("i"),) if several else ()),))


def _ref(words: Sequence[str], sentence: Sentence) -> Ref | None:
    """Return the one name that a placeholder stands for."""
    place = _PLACE.fullmatch(words[0]) if words else None
    exprs = sentence.elements[int(place[2])].exprs if place is not None and place[1] == "e" else ()
    return exprs[0] if len(exprs) == 1 and isinstance(exprs[0], Ref) else None
