"""Region to candidate contents: what a line may hold according to the words, each reading with a penalty."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from stab.expression import Expr, render
from stab.expression import names as names_of
from stab.layout.infer.alike import alike, is_alike
from stab.layout.infer.contents import Mention, dotted_name, mentions, read_names, simple_names
from stab.layout.infer.normalise import BULLET, Mapped, normalise, without_bounds
from stab.layout.infer.openers import Opening, Region, regions
from stab.layout.infer.terms import string_length, term
from stab.layout.infer.told_kinds import FEWEST, dashed_kinds, form_of, of_one_kind
from stab.layout.infer.told_lists import coordinates, told_list
from stab.layout.infer.words import Kind, Token, sentences, tokenise
from stab.patterns import regex
from stab.records import Branch, Choice, Field, FieldType, Literal

UNNAMED = "_"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a region; `raw` is the same stretch with its bounds."""

    text: str
    tokens: tuple[Token, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading of a region: the items of its line (or of each row), or a choice of lines."""

    penalty: float
    items: tuple[Field | Literal, ...] = ()
    choice: Choice | None = None


@dataclass(slots=True)
class Prose:
    """The input section ready for reading."""

    original: str
    bounded: Mapped  # with bounds
    plain: Mapped  # without
    regions: list[Region] = field(default_factory=list)
    cache: dict[int, list[Candidate]] = field(default_factory=dict)
    kinds: Choice | None = None  # the kinds of line that the story lists, for rows that are one of them

    def quote(self, start: int, end: int) -> str:
        """Return the original text behind plain.text[start:end]."""
        origin = self.plain.origin
        if start >= len(origin):
            return ""
        stop = origin[end] if end < len(origin) else len(self.original)
        return " ".join(self.original[origin[start] : stop].split())

    def raw(self, start: int, end: int) -> str:
        """Return the normalised text with bounds behind plain.text[start:end]."""
        origin, other = self.plain.origin, self.bounded.origin
        low = origin[start] if start < len(origin) else len(self.original)
        high = origin[end] if end < len(origin) else len(self.original)
        return self.bounded.text[bisect_left(other, low) : bisect_left(other, high)]


def read_prose(text: str) -> Prose:
    """Return the section normalised and cut into regions."""
    bounded = normalise(text)
    prose = Prose(text, bounded, without_bounds(bounded))
    prose.regions = regions(prose.plain.text)
    return prose


def split(prose: Prose, region: Region) -> list[Sentence]:
    """Return the sentences of a region."""
    text = prose.plain.text
    return [
        Sentence(text[a:b], tuple(tokenise(text[a:b])), a)
        for a, b in sentences(text, region.body, region.end)
    ]


def alternatives(prose: Prose, number: int) -> list[Candidate]:
    """Return the readings of a region by rising penalty."""
    if number not in prose.cache:
        found: dict[tuple[object, ...], Candidate] = {}
        for candidate in _readings(prose, prose.regions[number]):
            key = (candidate.items, candidate.choice)
            if (candidate.items or candidate.choice) and (
                key not in found or found[key].penalty > candidate.penalty
            ):
                found[key] = candidate
        if number and is_alike(prose.plain.text, prose.regions[number]):
            like = alike(alternatives(prose, number - 1), UNNAMED)
            found = {**{(c.items, c.choice): c for c in like}, **found}
        if number == 0:
            found = {key: _counted(candidate) for key, candidate in found.items()}
        prose.cache[number] = sorted(found.values(), key=lambda c: c.penalty)
    return prose.cache[number]


def _counted(candidate: Candidate) -> Candidate:
    """Return the candidate, a single nameless number called `_t`: it may count the test cases."""
    only = candidate.items[0] if len(candidate.items) == 1 else None
    if isinstance(only, Field) and only.name == UNNAMED and only.count is None and not only.to_line_end:
        return replace(candidate, items=(replace(only, name="_t"),))
    return candidate


_CONTINUES = regex(
    r"^\W*(?:then\b|this\s+is\s+followed|followed\s+by|after\s+(?:that|it|which)|it\s+is\s+followed|"
    r"and\s+then|next\b)",
    re.I,
)
_REFINES = regex(
    r"^\W*(?:each|every|the\s+)?\s*(?:[ijk]-(?:th|st)|of\s+(?:them|these|those)|line\b|[a-z]+\s+(?:is|"
    r"are|contains?|consists?)|"
    r"[a-z]+\s+[a-z]+\s+(?:is|contains?|consists?)|specifically)",
    re.I,
)


_OF_A_KIND = regex(
    r"\b(?:quer(?:y|ies)|operations?|events?|requests?|commands?|instructions?|actions?|types?|format|kinds?|"
    r"forms?|updates?|moves?)\b",
    re.I,
)


def _readings(prose: Prose, region: Region) -> Iterator[Candidate]:
    parts = split(prose, region)
    rows = region.opening is Opening.ROWS
    choice = _typed(prose, parts) if rows else None
    if choice is not None:
        yield Candidate(0.5, choice=choice)
    elif rows and prose.kinds and any(_OF_A_KIND.search(part.text) for part in parts):
        yield Candidate(0.6, choice=prose.kinds)
    read = [(part, _of_sentence(part)) for part in parts]
    full = [(at, part, found) for at, (part, found) in enumerate(read) if found]
    pool = _name_pool(prose, region)
    for order, (at, part, found) in enumerate(full):
        refines = bool(_REFINES.match(part.text)) and (rows or region.opening is Opening.CASES)
        start = 0.0 if order == 0 else 0.4 if refines else 1.0
        yield from _variants(found, part, region, start, pool)
        if order + 1 < len(full):
            following = full[order + 1]
            extra = 0.2 if _CONTINUES.match(following[1].text) and following[0] == at + 1 else 1.5
            yield from _variants([*found, *following[2]], part, region, start + extra, pool)
    told = told_list(parts[0].text, list(parts[0].tokens)) if parts and not rows else None
    if told is not None:
        item = Field(told.name or UNNAMED, FieldType.INT, told.count, to_line_end=told.count is None)
        yield Candidate(0.3 if not full else 1.2, (item,))
        if told.count is not None:  # `a sequence of length n` of signs may be one word
            yield Candidate(1.1, (Field(told.name or UNNAMED, FieldType.STR, length=told.count),))
    for candidate in (*_from_names(parts, region), *_data_read(parts, bool(full))):
        if told is None or not _is_single(candidate):
            yield candidate
    yield from _of_form(parts, in_rows=rows)


def _of_form(parts: list[Sentence], *, in_rows: bool) -> Iterator[Candidate]:
    """Yield the line that the words give as a form, and rows of coordinates; equal names are none."""
    form = next(filter(None, (form_of(part.text) for part in parts)), ())
    if form:
        called = [term(word).field for word, is_fixed in form if not is_fixed]
        unlike = len(set(called)) == len(called)
        items = (Literal(w) if fixed else Field(term(w).field if unlike else UNNAMED) for w, fixed in form)
        yield Candidate(0.7, tuple(items))
    if width := next(filter(None, (coordinates(part.text) for part in parts if in_rows)), 0):
        yield Candidate(1.0, tuple(Field(UNNAMED) for _ in range(width)))  # told apart by identity


def _of_sentence(part: Sentence) -> list[Mention]:
    found = mentions(list(part.tokens))
    length = string_length(part.text)
    if length is not None:
        found = [
            replace(m, length=length)
            if m.types is FieldType.STR and m.length is None and not m.is_array
            else m
            for m in found
        ]
    return found


def _name_pool(prose: Prose, region: Region) -> list[str]:
    """Return indexed names of the region, bounds included: what a nameless array may be called."""
    seen: dict[str, None] = {}
    for token in tokenise(prose.raw(region.body, region.end)):
        if token.kind is Kind.MATH and re.fullmatch(r"\|?[A-Za-z]\w*(?:_\{[^{}]*\}|\[\w+\])?\|?", token.text):
            name = term(token.text)
            if name.is_indexed and name.base not in ("i", "j", "k"):
                seen.setdefault(name.field, None)
    return list(seen)


def _variants(
    found: list[Mention], part: Sentence, region: Region, penalty: float, pool: list[str]
) -> Iterator[Candidate]:
    told = _told(found, part)
    for stop in range(len(found), 0, -1):
        kept = found[:stop]
        cost = penalty + (0.0 if stop == len(found) else 1.2 + 0.1 * (len(found) - stop))
        if told < len(found):
            cost = penalty + (0.1 if stop == told else 0.5 + 0.1 * abs(stop - told))
        named = _name(kept, part, pool, region.count)
        yield Candidate(cost, tuple(f for m in named for f in _fields(m, region)))
        if any(m.is_chars or m.types is FieldType.STR for m in named):
            yield Candidate(cost + 0.6, tuple(f for m in named for f in _fields(_separate(m), region)))
        if any(m.listed for m in named):
            widened = [replace(m, names=m.listed, size=len(m.listed)) if m.listed else m for m in named]
            yield Candidate(cost + 0.3, tuple(f for m in widened for f in _fields(m, region)))
        if region.opening is Opening.ROWS and any(m.count is not None for m in named):
            yield Candidate(cost + 0.5, tuple(f for m in named for f in _fields(m, None)))
        if any(m.types is FieldType.INT and m.count is not None for m in named):
            yield Candidate(cost + 1.1, tuple(f for m in named for f in _fields(_solid(m), region)))


def _told(found: list[Mention], part: Sentence) -> int:
    """Return how many mentions come before a dash that explains the last of them: `n -- elements in a`."""
    dash = next((t.at for t in part.tokens if t.text == "--" and found and t.at > found[0].at), None)
    for number, mention in enumerate(found):
        if dash is not None and number and mention.at > dash:
            explained = found[number - 1].names and not mention.is_array and not mention.is_chars
            return number if explained else len(found)
    return len(found)


def _separate(mention: Mention) -> Mention:
    """Return the reading of `n characters` as n tokens."""
    if mention.length is None or mention.count is not None:
        return mention
    return replace(mention, count=mention.length, length=None, is_chars=False)


def _solid(mention: Mention) -> Mention:
    """Return the reading of `n numbers` as one token of n digits: a grid without blanks."""
    if mention.types is not FieldType.INT or mention.count is None:
        return mention
    return replace(mention, types=FieldType.STR, length=mention.count, count=None)


def _name(found: list[Mention], part: Sentence, pool: list[str], count: Expr | None) -> list[Mention]:
    """Return the mentions with names looked for in the rest of the sentence, then in the bounds."""
    used = {term(name).field for m in found for name in m.names}
    sizes = {n for m in found for e in (m.count, m.length, count) if e is not None for n in names_of(e)}
    free = [name for name in pool if name not in used]
    result = []
    for mention in found:
        wanted = 1 if mention.is_array or mention.is_chars else mention.size
        if len(mention.names) < wanted:
            near = _near(mention, part, pool, wanted)
            near = [n for n in near if n not in used and n not in sizes]
            missing = wanted - len(mention.names)
            near = near if len(near) >= missing else [*near, *(n for n in free if n not in near)]
            if len(near) >= missing:
                mention = replace(mention, names=(*mention.names, *near[:missing]))
                used.update(near[:missing])
                free = [name for name in free if name not in used]
        result.append(mention)
    return result


_NO_NAME_AFTER = frozenset("either or than to from between '".split()) | {'"', ",", "'", "="}


def _near(mention: Mention, part: Sentence, pool: list[str], wanted: int) -> list[str]:
    """Return what the rest of the sentence may call the mention's fields."""
    tokens = [t for t in part.tokens if t.at >= mention.at - 1]
    if mention.is_array:
        dotted = dotted_name(list(part.tokens), mention.at)
        return [dotted] if dotted else [n for n in simple_names(tokens) if n in pool]
    if mention.types is FieldType.STR:
        kept = [
            t
            for before, t, after in zip(tokens, tokens[1:], [*tokens[2:], *tokens[-1:]], strict=False)
            if before.kind is Kind.WORD
            and before.low not in _NO_NAME_AFTER
            and after.text not in ("-", "'", '"')
        ]
        return simple_names(kept)
    near = simple_names(tokens)
    return near if len(near) >= wanted else []


def _fields(mention: Mention, region: Region | None) -> list[Field]:
    """Return the fields of a mention; in rows an array as long as there are rows is one element a row."""
    names = [term(name).field for name in mention.names]
    first = names[0] if names else UNNAMED
    if mention.is_array:
        if mention.names and not mention.is_list and len(names) == 1:
            first = term(mention.names[0]).base if term(mention.names[0]).is_indexed else first
        rows = region is not None and region.opening is Opening.ROWS and region.count is not None
        if rows and (mention.is_list or _same(mention.count, region.count if region else None)):
            return [Field(first, mention.types, length=mention.length)]
        if mention.is_list:
            return [Field(first, mention.types, to_line_end=True)]
        return [Field(first, mention.types, mention.count)]
    if mention.is_chars:
        return [Field(first, FieldType.STR, length=mention.length)]
    padded = [*names, *[UNNAMED] * (mention.size - len(names))]
    return [Field(name, mention.types, length=mention.length) for name in padded[: mention.size]]


def _same(a: Expr | None, b: Expr | None) -> bool:
    return a is not None and b is not None and render(a) == render(b)


_FORMAT = regex(r"\b(?:form(?:at)?|as|written|denoted|by)\b", re.I)


def _from_names(parts: list[Sentence], region: Region) -> Iterator[Candidate]:
    """Yield lines made of the names that follow the verb, then of the names anywhere in the sentence."""
    for order, part in enumerate(parts[:3]):
        tokens = list(part.tokens)
        for at, token in enumerate(tokens[:40]):
            if token.kind is Kind.MATH and (at == 0 or tokens[at - 1].kind is not Kind.MATH):
                listed = read_names(tokens, at)
                if listed.dotted and listed.base:
                    item = Field(listed.base, FieldType.INT, listed.count, to_line_end=listed.count is None)
                    yield Candidate(0.8 + order, (item,))
                elif len(listed.words) > 1 or at <= 2:
                    yield Candidate(0.8 + order, _scalars(listed.words))
        names = simple_names(tokens)
        for stop in range(len(names), 0, -1):
            penalty = (1.0 if stop == len(names) else 1.6) + order
            yield Candidate(penalty, tuple(Field(name) for name in names[:stop]))


def _scalars(words: list[str]) -> tuple[Field, ...]:
    return tuple(Field(name) for name in dict.fromkeys(term(word).field for word in words))


_MANY = regex(
    r"\b(?:matri(?:x|ces)|tables?|arrays?|lists?|sequences?|permutations?|vectors?|rows?|series|integers|numbers|"
    r"values|elements|separated)\b|\.\.\.|…",
    re.I,
)


def _data_read(parts: list[Sentence], has_words: bool) -> Iterator[Candidate]:
    """Yield what the data alone can fill in: one token, or an open list where the words speak of many.

    Never as many tokens as a sample shows: the next input may have others.
    """
    yield Candidate(2.0 if not has_words else 3.0, (Field(UNNAMED),))
    if parts and _MANY.search(parts[0].text):
        yield Candidate(2.7 if not has_words else 3.8, (Field(UNNAMED, to_line_end=True),))


def _is_single(candidate: Candidate) -> bool:
    """Tell whether it is of single tokens alone, which no list is."""
    return all(
        isinstance(item, Literal) or (item.count is None and not item.to_line_end) for item in candidate.items
    )


_KIND = regex(r"^\s*[\"'(]?(?P<key>[+-]|\d{1,2}|[A-Za-z?!][\w-]{0,12})[\"')]?(?=[\s:,(]|$)")


def _typed(prose: Prose, parts: list[Sentence]) -> Choice | None:
    """Return the kinds of line that list items give: `• 1 p`, `• 3 p l`, `• + i c`."""
    found: dict[str, tuple[Field | Literal, ...]] = {}
    for part in parts[1:]:
        match = _KIND.match(part.text)
        if match is None or not prose.plain.text[: part.start].rstrip().endswith(BULLET):
            continue
        tokens = [t for t in part.tokens if t.at >= match.end()]
        key = match["key"]
        if not (of_one_kind([key]) and (not key.isalpha() or key.isupper() or key.islower())):
            continue
        items = _rest(tokens)
        if items is not None and key not in found:
            found[key] = items
    if len(found) < FEWEST:
        found = {key: _scalars(words) for key, words in dashed_kinds([part.text for part in parts])}
    if len(found) < FEWEST:
        return None
    if not of_one_kind(list(found)):
        return None
    selector = Field("type", FieldType.INT if next(iter(found)).isdigit() else FieldType.STR)
    return Choice(selector, tuple(Branch((key,), items) for key, items in found.items()))


def _rest(tokens: list[Token]) -> tuple[Field | Literal, ...] | None:
    """Return the fields after the kind: bare names, or the names of a noun phrase."""
    words: list[str] = []
    for token in tokens:
        if token.kind is Kind.MATH and re.match(r"[A-Za-z]", token.text):
            words.extend(re.findall(r"[A-Za-z]\w*(?:_\{[^{}]*\})?", token.text))
        elif token.text not in (",", '"', "'"):
            break
    if words:
        return tuple(_scalars(words))
    found = mentions(tokens)
    return tuple(f for m in found[:1] for f in _fields(m, None)) if found else ()
