"""What is said of whole rows: that no two of the cells, pairs or queries the lines name are the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stab.layout.infer.facts import Fact, Facts, Row
from stab.layout.infer.value_words import affirmed
from stab.patterns import regex
from stab.records import FieldType, Role, RoleKind

_UNLIKE = r"(?:pairwise |mutually |all )*(?:distinct|different|unique)\b(?! from\b)"
_NOUNS = r"(?:[a-z-]+\s){{0,3}}?(?P<{}>[a-z]{{4,}})"
_EACH = regex(
    rf"\b(?:all|these|the|those)\s(?:of\s)?(?:the\s|these\s)?{_NOUNS.format('all')}\s"
    rf"(?:are|will\sbe)\s(?:always\s|guaranteed\sto\sbe\s)?{_UNLIKE}"
    rf"|\bno\stwo\s{_NOUNS.format('two')}\s(?:are|is|have|share|occupy|coincide|describe|lie|stand)\b"
    rf"|\bno\s(?!two\b){_NOUNS.format('once')}\s(?:is|are|will\sbe|appears?|occurs?|repeats?)\b[^.]{{0,30}}"
    r"\b(?:twice|more than once|repeated)\b"
    rf"|\b(?:each|every)\s{_NOUNS.format('most')}\s(?:is|appears?|occurs?)\s(?:\w+\s){{0,2}}at most once\b",
    re.I,
)
_SAME = regex(r"\b(?:are|is) (?:the same|equal|identical)\b|\bcoincide\b", re.I)
_TOLD = regex(  # after "no two cells …" something else may follow than that they are the same
    r"\b(?:same|equal|identical) (?:cells?|place|position|point|location|square)\b", re.I
)
_VALUES = regex(  # nouns of one number or word, not of a row
    r"(?:numbers?|integers?|values?|elements?|weights?|costs?|lengths?|prices?|names?|words?|strings?|ids?|"
    r"identifiers?|indices|indexes|colou?rs?|coordinates?|heights?|widths?|times?|letters?|characters?|"
    r"digits?|sizes?|distances?|labels?|keys?|types?|ages?|speeds?|powers?|ranks?|scores?|moments?|"
    r"abscissas?|ordinates?|endpoints?|ends|them|they|radii|roots|answers?|arrays?|vertices|nodes)",
    re.I,
)


def rows_unequal(row: Row, facts: Facts, found: Sequence[Role]) -> list[Role]:
    """Return the promise that no two rows are the same, where a noun stands for the row as a whole."""
    names = tuple(item.name for item in row.fields)
    kept = {name for role in found if role.kind in _CLAIMED for name in role.fields}
    several = row.count is not None and not row.is_array and len(names) > 1
    if not several or any(item.type is FieldType.REAL for item in row.fields):
        return []
    by_name = next((f for f in facts.about(*names) if f.is_input and _as_tuple(names).search(f.text)), None)
    if by_name is not None and affirmed(by_name.text):
        return [Role(RoleKind.DISTINCT, names, None, by_name.quote)]
    if kept & set(names):
        return []
    for fact in facts.about(*names):
        if fact.is_input and affirmed(fact.text) and _means_rows(fact, names, facts):
            return [Role(RoleKind.DISTINCT, _placed(names), None, fact.quote)]
    return []


_CLAIMED = (RoleKind.DISTINCT, RoleKind.EDGES, RoleKind.TREE)
_PLACES = ("xy", "rc", "ij", "yx")


def _placed(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the two coordinates where they come first, else all fields."""
    first = "".join(name[:1].lower() for name in names[:2])
    return names[:2] if first in _PLACES else names


def _means_rows(fact: Fact, names: tuple[str, ...], facts: Facts) -> bool:
    for match in _EACH.finditer(fact.text):
        noun = match["all"] or match["two"] or match["once"] or match["most"]
        rest = fact.text[match.start() : match.end() + 60]
        if match["two"] and not (_SAME.search(rest) or _TOLD.search(rest)):
            continue
        if _VALUES.fullmatch(noun) or any(_alone(name).search(rest) for name in names):
            continue
        if not any(_of_one(noun, names).search(other.text) for other in facts.about(*names)):
            return True
    return False


def _as_tuple(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds the rows told by their names: `all pairs (a_i, b_i) are distinct`."""
    inner = r"\s?,\s?".join(rf"{re.escape(name)}(?:_?\{{?[ijk]\}}?)?" for name in names)
    return regex(
        rf"\b(?:all|the|these)\s(?:ordered\s|unordered\s)?(?:pairs|triples|tuples|segments|points|queries)\s"
        rf"\(\s?{inner}\s?\)\s(?:are|will\sbe)\s(?:always\s|guaranteed\sto\sbe\s)?{_UNLIKE}",
        re.I,
    )


def _alone(name: str) -> re.Pattern[str]:
    """Return what finds a field written by itself: not as a part of (x, y)."""
    return regex(rf"(?<![A-Za-z(]){re.escape(name)}(?:_?\{{?[ijk]\}}?)?(?![A-Za-z\d'])(?!\s?[,)])")


def _of_one(noun: str, names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what tells that a noun is only one field's: `position p_i`, `the position and the height`."""
    stem = re.escape(re.sub(r"(?:ies|es|s)$", "", noun))
    written = "|".join(re.escape(name) for name in names)
    return regex(
        rf"\b{stem}\w{{0,3}}\s(?:of\s(?:\w+\s){{1,3}})?(?:{written})(?:_\w+|_\{{\w+\}})?(?![A-Za-z\d])(?!\s?(?:,|and\b))"
        rf"|\bthe\s{stem}\w{{0,3}}\s?(?:,|and)\s(?:the|its|their)\b|\band\s(?:the|its)\s{stem}\w{{0,3}}\b",
        re.I,
    )
