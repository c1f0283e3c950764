"""Conditions that sentences tell of named fields: different numbers, primes, the ends of a chain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from stab.expression import Comparison, Ref, names, render
from stab.layout.infer.facts import Fact, Facts, Row, gather, rows_of
from stab.layout.infer.terms import NUMBER_WORDS, term
from stab.patterns import regex
from stab.records import Extraction, Field, FieldType, Layout, Problem, RoleKind

_NAME = r"(?:[A-Za-z](?:\d|[ijk])?(?:_(?:\{\w{1,6}\}|\w{1,6}))?(?![A-Za-z\d'_]))"
_MORE = rf"(?:\s?,\s?(?:and\s)?{_NAME}|\s(?:and|&)\s{_NAME})"
_LIST = rf"{_NAME}{_MORE}{{0,7}}"
_SEVERAL = rf"{_NAME}{_MORE}{{1,7}}"
_UNLIKE = r"(?:pairwise[\s-]|mutually\s|all\s)?(?:distinct|different|unequal)"
_BE = r"(?:is|are|be|will\sbe)\s(?:(?:always|all|both|each|guaranteed\sto\sbe|pairwise|an?)\s){0,3}"
_DIFFERENT = (
    regex(
        rf"\b(?:distinct|different)\s(?:[a-z-]{{3,}}\s){{0,2}}[a-z-]{{3,}}\s(?P<list>{_SEVERAL})"
        r"(?!\s?,?\s?(?:and\s)?\.\.\.)"
    ),
    regex(
        rf"(?<!\.\.\.)(?<!\.\.\. )(?<!\.\.\., )(?<![\w_])(?P<list>{_SEVERAL})\s(?:are|be|will\sbe)"
        rf"\s(?:all\s|both\s)?(?:(?:odd\s)?primes?\s(?:numbers\s)?and\s)?{_UNLIKE}\b(?!\sfrom\b)"
    ),
)
_NAMELESS = regex(
    rf"\b(?:all|the|these)\s(?:of\s(?:the|these)\s)?(?:(?P<count>two|three|four|five|six)\s)?"
    rf"(?:given\s)?(?:numbers|integers|values)\s(?:are|will\sbe)\s{_UNLIKE}\b(?!\sfrom\b)",
    re.I,
)
_PRIME = (
    regex(rf"\b(?P<odd>odd\s)?primes?(?:\s(?:numbers?|integers?))?\s(?P<list>{_LIST})"),
    regex(
        rf"(?<![\w_])(?P<list>{_LIST})\s{_BE}(?:distinct\s|different\s)?(?P<odd>odd\s)?primes?\b"
        r"(?!\s(?:to|factors?|divisors?|with|power)\b)"
        r"(?!\s(?:numbers?\s|integers?\s)?(?:less|greater|smaller|larger|bigger)\sthan\s(?!\d))"
    ),
)
_CHAIN = regex(
    rf"(?:(?P<low>{_NAME})\s?(?P<below><|≤)\s?)?(?P<first>[A-Za-z]_\{{?[01]\}}?)\s?(?P<sign><|≤)"
    rf"[^.;]{{0,30}}?\.\.\.\s?(?P=sign)\s?(?P<last>[A-Za-z]_\{{?\w{{1,3}}\}}?)(?:\s?(?P<above><|≤)\s?(?P<high>{_NAME}))?"
)
_DENIED = regex(
    r"\b(?:not|n't|may|might|can|could|how many|number of (?:distinct|different|primes?)|count|find|print|"
    r"output|if|whether|such that|choose|must|should)\b",
    re.I,
)
_NEAR = 40  # characters before what is said in which it may be denied
_SIGNS = {"<": "<", "≤": "<="}


@dataclass(frozen=True, slots=True)
class Said:
    """A condition in canonical syntax, and the sentence that tells it."""

    text: str
    quote: str


def said_conditions(problem: Problem, extraction: Extraction, layout: Layout) -> tuple[Said, ...]:
    """Return the conditions that are in no rule yet; they may be broken by samples.

    `three distinct integers a, b and c` is a != b and so on, also where it is said of every row; `all a_i
    are prime`; `s < x_1 < … < x_n < t` is s < x[i] and x[i] < t (the chain itself is read elsewhere).
    """
    facts = gather(problem, extraction, {})
    rows = tuple(rows_of(layout.nodes))
    items = {item.name: item for row in rows for item in row.fields}
    known = {_bare(text) for text in (*extraction.side_conditions, *_pairs(extraction))}
    found: dict[str, Said] = {}
    for fact in _promising(facts):
        texts = (*_different(fact, rows, layout), *_primes(fact, items), *_ends(fact, items))
        for text in texts:
            if _bare(text) not in known and _bare(_mirrored(text)) not in known:
                found.setdefault(text, Said(text, fact.quote))
    return tuple(found.values())


def _pairs(extraction: Extraction) -> Iterator[str]:
    """Yield the adjacent pairs of all constraints."""
    for constraint in extraction.constraints:
        for left, sign, right in constraint.comparison.atoms():
            yield render(Comparison((left, right), (sign,)))


def _promising(facts: Facts) -> Iterator[Fact]:
    """Yield the sentences about the input; those of the story only where they promise aloud."""
    return (fact for fact in facts.facts if fact.is_input or "guaranteed" in fact.text)


def _found(patterns: Iterable[re.Pattern[str]], fact: Fact) -> Iterator[re.Match[str]]:
    """Yield where a sentence says so, and not that it need not be."""
    for pattern in patterns:
        for match in pattern.finditer(fact.text):
            if _DENIED.search(fact.text, max(0, match.start() - _NEAR), match.end()) is None:
                yield match


def _bare(text: str) -> str:
    """Return what conditions are compared by: u != v and u[i] != v[i] are the same."""
    return text.replace("[i]", "")


def _mirrored(text: str) -> str:
    left, sign, right = text.partition(" != ")
    return f"{right} != {left}" if sign else text


def _different(fact: Fact, rows: Sequence[Row], layout: Layout) -> Iterator[str]:
    """Yield a != b for all pairs of the single numbers of a line that are said to differ."""
    for match in _found(_DIFFERENT, fact):
        written = [term(word).field for word in _words(match["list"])]
        if len(set(written)) > 1 and any(_together(written, row) for row in rows):
            yield from _unequal(written)
    for match in _found((_NAMELESS,), fact):
        yield from _unequal(_only_row(match["count"], rows, layout))


def _unequal(written: Sequence[str]) -> Iterator[str]:
    return (f"{one} != {other}" for one, other in combinations(dict.fromkeys(written), 2))


def _together(written: Sequence[str], row: Row) -> bool:
    numbers = {item.name for item in row.fields if item.type is FieldType.INT}
    return not row.is_array and set(written) <= numbers


def _only_row(count: str | None, rows: Sequence[Row], layout: Layout) -> tuple[str, ...]:
    """Return the numbers of an input, or of a test case, that has one line and nothing else."""
    tests = {role.fields[0] for role in layout.roles if role.kind is RoleKind.TESTS}
    left = [row for row in rows if {item.name for item in row.fields} != tests]
    if len(left) != 1 or left[0].is_array or not _is_single(left[0], tests):
        return ()
    written = tuple(item.name for item in left[0].fields)
    is_told = count is None or NUMBER_WORDS[count] == len(written)
    return written if is_told and _together(written, left[0]) and len(written) > 1 else ()


def _is_single(row: Row, tests: set[str]) -> bool:
    return row.count is None or (isinstance(row.count, Ref) and set(names(row.count)) <= tests)


def _primes(fact: Fact, items: Mapping[str, Field]) -> Iterator[str]:
    for match in _found(_PRIME, fact):
        for word in _words(match["list"]):
            item = items.get(term(word).field) or _first_of(word, items)
            if item is not None and item.type is FieldType.INT:
                value = item.name if item.count is None and not item.to_line_end else f"{item.name}[i]"
                yield f"isprime({value}) == 1"
                if match["odd"]:
                    yield f"{value} % 2 == 1"


def _first_of(word: str, items: Mapping[str, Field]) -> Field | None:
    """Return the array whose first element a name is: a of a_1."""
    found = term(word)
    item = items.get(found.base) if found.subscript in ("0", "1") else None
    return item if item is not None and item.count is not None else None


def _words(listed: str) -> list[str]:
    return [word for word in re.split(r"\s?,\s?(?:and\s)?|\s(?:and|&)\s", listed) if word]


def _ends(fact: Fact, items: Mapping[str, Field]) -> Iterator[str]:
    """Yield how the elements of a chain stand to the single numbers at its ends."""
    for match in _CHAIN.finditer(fact.text):
        first, last = term(match["first"]), term(match["last"])
        if first.base != last.base or first.base not in items:
            continue
        low, high = (term(match[end]).field if match[end] else "" for end in ("low", "high"))
        if low in items and low != first.base:
            yield f"{low} {_SIGNS[match['below']]} {first.base}[i]"
        if high in items and high != first.base:
            yield f"{first.base}[i] {_SIGNS[match['above']]} {high}"
        if low in items and high in items and low != high:  # there may be nothing between them
            is_strict = "<" in (match["below"], match["above"])
            yield f"{low} {'<' if is_strict else '<='} {high}"
