"""What is said of the values of an array or column: different, ascending, a permutation, parents."""

from __future__ import annotations

import re

from stab.expression import Expr, Op, Ref, render
from stab.layout.infer.facts import Fact, Facts, Row
from stab.patterns import regex
from stab.records import Field, FieldType, Role, RoleKind

_DISTINCT = regex(
    r"\b(?:all|every|these|the|integers|values|numbers|elements|they|will)\b[^.]{0,60}?\b(?:are|be|"
    r"is)\s+(?:all\s+|guaranteed to be\s+)?"
    r"(?:pairwise[ -])?(?:distinct|different|unique)\b"
    r"|\b(?:distinct|different|unique)\s+(?:[a-z-]+\s+){0,2}(?:integers|numbers|values|elements|names|"
    r"words|strings|ids)\b"
    r"|,\s*(?:all|pairwise)\s+(?:pairwise\s+)?(?:distinct|different)(?=\s*$|[,()])"
    r"|\bno (?:number|value|element|integer|name|word)s?\b[^.]{0,30}\b(?:twice|more than once|repeats?)\b"
    r"|\b(\w)_?i ≠ \1_?j\b|\bno two\b[^.]{0,60}\b(?:equal|same|identical|coincide)\b|\bpairwise (?:distinct|"
    r"different)\b",
    re.I,
)
_NEAR = regex(  # said of neighbours or of both ends, not of all
    r"\b(?:adjacent|consecutive|neighbou?ring|first and (?:the )?last)\b[^.,;]{0,40}"
    r"\b(?:distinct|different|equal|same|identical|coincide|differ)\b",
    re.I,
)
_DENIED = regex(
    r"\b(?:not (?:necessarily|always|guaranteed)|may (?:not )?be|might|can (?:be|coincide)|could|"
    r"number of|count|how many|some of|"
    r"need not|don't have to|doesn't have to|minimum|maximum|find|print|output)\b",
    re.I,
)
_PERMUTATION = regex(
    r"\b(?:is|are|a|the|be|form)\b[^.]{0,40}permutation\b|順列|"
    r"\b(?:each|every|all|the)\s+(?:\w+\s+)?(?:integers?|numbers?|values?)\s+(?:from|between)\s+1\s+(?:to|and|through)"
    r"\s+\w\b[^.]{0,40}\bexactly once\b",
    re.I,
)
_SORTED = regex(
    r"\b(?:in|by|of)\s+(?:the\s+order\s+of\s+)?(?:strictly\s+)?(?:increasing|ascending|non-?decreasing|"
    r"sorted|chronological)(?:\s+order|\s+\w+)?"
    r"|\b(?:is|are|be)\s+(?:already\s+)?(?:sorted|(?:strictly\s+)?increasing|"
    r"non-?decreasing|not decreasing)\b"
    r"|\bsorted (?:in|list|array|sequence)\b|,\s*(?:already )?sorted(?=\s*$|[,(])"
    r"|\b(?:strictly increasing|(?<!longest )increasing|non-?decreasing|ascending) "
    r"(?:sequence|list|array) of\b"
    r"|\bfrom (?:the )?(?:smallest|lowest|least|shortest) to (?:the )?"
    r"(?:largest|highest|greatest|biggest|longest)\b",
    re.I,
)
_UNSORTED = regex(
    r"\b(?:must|should|shall|has to|have to|want\w*|"
    r"sort (?:the|it|them|all|this|these)|swaps?|subsequences?|put)\b",
    re.I,
)
_FALLING = regex(r"(?<!non-)(?<!not )\b(?:decreasing|descending|non-?increasing)\b", re.I)
_PARENT = regex(r"\b(?:parents?|ancestor|manager|boss|supervisor|superior)\b|親", re.I)


_ELSE = regex(  # what is alone or different though the values need not be
    r"\b(?:answer|solution|median|maximum|max|minimum|min|largest|smallest|greatest|least|mode|majority|winner|"
    r"result|output|path|route|way|tour|optimum|optimal|sum|sums|root|cent(?:er|re)|leader|start|end|"
    r"first|last|one of|only one|exactly one|at least (?:one|two|\d)|there (?:is|are|exists?)|neighbou?rs?|"
    r"adjacent|consecutive|distances?|differences?|products?|subsets?|subarrays?|substrings?|pairs? of|"
    r"prefix(?:es)?|partition)\b",
    re.I,
)
_WHOLE_WORD = regex(r"(?<!of )\b(?:all|every|each|no two|pairwise)\b", re.I)
_CLAUSE = regex(r"[,;:]|\b(?:and|but|so that|such that|where|while|because)\b", re.I)


def unlike(text: str) -> bool:
    """Tell whether a sentence says that the values differ; not that the median or the answer is unique.

    The clause with the word decides: what it is about stands before the word, unless all are meant.
    """
    near = _NEAR.sub(" ", text)
    found = _DISTINCT.search(near)
    if found is None or not affirmed(text):
        return False
    word = _UNLIKE.search(near, found.start())
    end = word.start() if word else found.end()
    breaks = [match.end() for match in _CLAUSE.finditer(near, 0, end)]
    clause = near[min(breaks[-1] if breaks else 0, found.start()) : max(end, found.end())]
    return _WHOLE_WORD.search(clause) is not None or _ELSE.search(clause) is None


_UNLIKE = regex(r"\b(?:distinct|different|unique)\b", re.I)


def affirmed(text: str) -> bool:
    return _DENIED.search(text) is None


def value_roles(item: Field, row: Row, facts: Facts, taken: set[str]) -> list[Role]:
    """Return what is said of the numbers of an array or column."""
    about = [fact for fact in facts.about(item.name) if fact.is_input]
    count = render(row.count) if row.count is not None else None
    if item.name in taken:
        return _unequal_roles(item, facts)
    parents = _parents(item, row, facts) if item.type is FieldType.INT else None
    if parents is not None:
        return [parents]
    alone = row.is_array or len(row.fields) == 1
    for fact in facts.about(item.name):
        if alone and _PERMUTATION.search(fact.text) and (fact.is_input or "given" in fact.text):
            return [Role(RoleKind.PERMUTATION, (item.name,), count, fact.quote)]
    found = _distinct_roles(item, row, about, alone=alone) or _unequal_roles(item, facts)
    found = found or _by_noun(item, row, facts)
    if item.type is not FieldType.INT:
        return found
    named = [f for f in about if alone or re.search(rf"\b{re.escape(item.name)}_?\{{?i", f.text)]
    return found + _order_roles(item, named, _chain(item.name, facts), is_distinct=bool(found))


def _unequal_roles(item: Field, facts: Facts) -> list[Role]:
    if item.name not in facts.unequal:
        return []
    return [Role(RoleKind.DISTINCT, (item.name,), None, f"{item.name}[i] != {item.name}[j]")]


def _distinct_roles(item: Field, row: Row, about: list[Fact], *, alone: bool) -> list[Role]:
    """Return the promise of different values; several fields of a row may be meant together."""
    fact = next((f for f in about if unlike(f.text)), None)
    if fact is None:
        return []
    if alone:
        return [Role(RoleKind.DISTINCT, (item.name,), None, fact.quote)]
    if unequal := _UNEQUAL.search(fact.text):
        return [Role(RoleKind.DISTINCT, (item.name,), None, fact.quote)] if unequal[1] == item.name else []
    tail = _TAIL.search(fact.text)
    part = (
        fact.text[tail.end() :] if tail and _written(item.name).search(fact.text, tail.end()) else fact.text
    )
    written = tuple(f.name for f in row.fields if _written(f.name).search(part))
    together = written or tuple(f.name for f in row.fields if f.name in fact.names)
    meant = _SAME.search(fact.text) if written else _WHOLE.search(fact.text)
    if meant and together and together[0] == item.name:
        return [Role(RoleKind.DISTINCT, together, None, fact.quote)]
    return []


_NO_TWICE = regex(
    r"\bno two (?:\w+ ){1,3}(?:have|share|with|of) (?:the |an? )?(?:same|equal|identical) "
    r"(?P<same>[a-z]{3,})\b|"
    r"\b(?:no|each|every) (?P<once>[a-z]{3,}) (?:appears?|occurs?|is (?:used|given|repeated|present|listed))"
    r"(?: \w+){0,4}? (?:more than once|twice|at most once)\b|"
    r"\b(?:all|the|these|their|its) (?P<all>[a-z]{3,}?)s (?:are|will be) "
    r"(?:all |always |pairwise |guaranteed to be )?(?:distinct|different|unique)\b(?! from\b)|"
    r"\b(?:have|has|with|of) (?:pairwise |all )?(?:distinct|different|unique) (?P<own>[a-z]{3,}?)s\b",
    re.I,
)


def _by_noun(item: Field, row: Row, facts: Facts) -> list[Role]:
    """Return the promise of different values told of what the field is: `no price appears twice` of p.

    The noun begins with the field's letter, as no other field of the row does, and the sentence that
    names the field has it, too.
    """
    if row.count is None or any(
        f is not item and f.name[:1].lower() == item.name[:1].lower() for f in row.fields
    ):
        return []
    for fact in facts.facts:
        match = _NO_TWICE.search(fact.text) if fact.is_input and affirmed(fact.text) else None
        noun = next(filter(None, match.groups()), "").lower() if match else ""
        if noun[:1] != item.name[:1].lower() or (
            len(item.name) > 2 and item.name.lower() not in (noun, noun + "s")
        ):
            continue
        stem = regex(rf"\b{re.escape(noun)}", re.I)
        if any(other is not fact and stem.search(other.text) for other in facts.about(item.name)):
            return [Role(RoleKind.DISTINCT, (item.name,), None, fact.quote)]
    return []


_UNEQUAL = regex(r"(?<![A-Za-z])([A-Za-z])_?\{?i\}?\s*≠\s*\1_?\{?j\b")
_TAIL = regex(r"\bno two\b.*\b(?:same|equal|identical)\b", re.I)
_SAME = regex(r"\b(?:all|same|two)\b", re.I)
_WHOLE = regex(
    r"\bno two (?:\w+ ){1,3}(?:are (?:the same|equal|identical)|coincide)|"
    r"\ball (?:the )?(?:given )?(?:points|lines|circles|segments|triples|rectangles|vectors) are "
    r"(?:pairwise )?(?:distinct|different)",
    re.I,
)


def _written(name: str) -> re.Pattern[str]:
    """Return what finds the name itself, with its running index or without."""
    return regex(rf"(?<![A-Za-z]){re.escape(name)}(?:_?\{{?[ijk]\}}?)?(?![A-Za-z\d])")


def _order_roles(
    item: Field, about: list[Fact], chain: tuple[Fact, bool] | None, *, is_distinct: bool
) -> list[Role]:
    """Return the promise of ascending order, and of different values where it is strict."""
    fact = next(
        (
            f
            for f in about
            if _SORTED.search(f.text)
            and not (_FALLING.search(f.text) or _UNSORTED.search(f.text))
            and affirmed(f.text)
        ),
        None,
    )
    strict = fact is not None and "strictly" in fact.text
    if fact is None and chain is not None:
        fact, strict = chain
    if fact is None:
        return []
    found = [Role(RoleKind.SORTED, (item.name,), None, fact.quote)]
    if strict and not is_distinct:
        found.append(Role(RoleKind.DISTINCT, (item.name,), None, fact.quote))
    return found


def _chain(name: str, facts: Facts) -> tuple[Fact, bool] | None:
    """Return the sentence that says a_1 < a_2 < … < a_n, and whether strictly."""
    element = rf"{re.escape(name)}_?\{{?\w+\}}?"
    pattern = regex(
        rf"{element}\s*(<|≤)\s*(?:{element}\s*\1\s*)?\.\.\.\s*\1\s*{element}|"
        rf"{re.escape(name)}_\{{?i\}}?\s*(<|≤)\s*{re.escape(name)}_\{{i\+1\}}"
    )
    for fact in facts.about(name):
        if fact.is_input and (match := pattern.search(fact.text)):
            return fact, "<" in (match[1], match[2])
    return None


def _parents(item: Field, row: Row, facts: Facts) -> Role | None:
    """Return the role of a parent array: p[i] names the parent of vertex i."""
    uppers = facts.upper.get(item.name, set())
    below = bool(uppers & {"i - 1", "i"})
    name = rf"\b{re.escape(item.name)}(?:_?\{{?i\}}?)?\b"
    joined = regex(rf"\bi\s+(?:and|to|with)\s+(?:\w+\s+)?{name}|{name}\s+(?:and|to|with)\s+(?:\w+\s+)?\(?i\b")
    near = regex(
        rf"{name}[^.,;]{{0,40}}(?:{_PARENT.pattern})|(?:{_PARENT.pattern})[^.,;]{{0,30}}{name}", re.I
    )
    about = facts.about(item.name)
    sentence = next((f for f in about if near.search(f.text) or joined.search(f.text)), None)
    is_edge = sentence is not None and joined.search(sentence.text) is not None
    if sentence is None and below:
        sentence = next(iter(about), None)
    if sentence is None or row.count is None:
        return None
    size: Expr | None = row.count
    less = isinstance(row.count, Op) and row.count.sign == "-"
    if isinstance(row.count, Op) and row.count.sign == "-":
        size = row.count.args[0]
    parent_word = near.search(sentence.text) is not None
    tree = any(re.search(r"\btrees?\b|\broot|木", f.text, re.I) for f in facts.facts)
    alone = row.is_array or len(row.fields) == 1
    by_edge = is_edge and tree and alone if not less else below and (tree or is_edge)
    if not (parent_word and (tree or below)) and not by_edge:
        return None
    if not isinstance(size, Ref):
        return None
    return Role(RoleKind.PARENTS, (item.name,), size.name, sentence.quote)
