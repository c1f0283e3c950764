"""Which strings are searched in which: by role, or by the words of the statement."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.records import FieldType, RoleKind
from stab.synth.shape import Place, Shape

_PART = r"(?:sub-?strings?|sub-?sequences?|prefix(?:es)?|suffix(?:es)?|factors?)"
_WORDS = r"(?:[\w-]+ ){0,4}"
_FENCE = r"[$`'\"*]{0,2}"


def searched_in(shape: Shape) -> dict[str, str]:
    """Return the text of each pattern: field searched -> field in which it is searched."""
    found: dict[str, str] = {}
    for text, other in string_pairs(shape):
        is_pattern = shape.has(RoleKind.PATTERN, other) and not shape.has(RoleKind.PATTERN, text)
        if is_pattern or _is_told(shape.text, other, text):
            found.setdefault(other, text)
        elif _is_told(shape.text, text, other):
            found.setdefault(text, other)
    return {pattern: text for pattern, text in found.items() if text not in found}


def string_pairs(shape: Shape) -> Iterator[tuple[str, str]]:
    """Yield all pairs of strings that stand once in an input or test case, in reading order."""
    texts = [name for name, home in shape.fields.items() if _is_single(shape, name, home.place)]
    for at, first in enumerate(texts):
        for second in texts[at + 1 :]:
            if shape.fields[first].place is shape.fields[second].place:
                yield first, second


def _is_single(shape: Shape, name: str, place: Place) -> bool:
    item = shape.fields[name].field
    is_text = item.type is FieldType.STR and item.count is None and not item.to_line_end
    return is_text and place is not Place.ROW and not shape.has(RoleKind.GRID, name)


def _is_told(statement: str, pattern: str, text: str) -> bool:
    """Tell whether the statement says that one string is looked for in the other."""
    if pattern.startswith("_") or text.startswith("_"):
        return False
    p, t = (rf"{_FENCE}\b{re.escape(name)}\b{_FENCE}" for name in (pattern, text))
    phrases = (
        rf"{p} (?:is|as|was|be|forms?|becomes?|equals?|will be) {_WORDS}{_PART} (?:of|in) {_WORDS}{t}",
        rf"{_PART} of {_WORDS}{t},? (?:that |which )?(?:is |are |be )?equals? (?:to )?{_WORDS}{p}",
        rf"\boccurrences? of {_WORDS}{p} {_WORDS}(?:in|within|inside) {_WORDS}{t}",
        rf"{p} {_WORDS}(?:occurs?|appears?|is found|is contained) {_WORDS}(?:in|within|inside) {_WORDS}{t}",
        rf"{t} {_WORDS}contains? {_WORDS}{p}",
    )
    return any(re.search(phrase, statement) for phrase in phrases)
