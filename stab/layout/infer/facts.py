"""What the statement says about fields: its sentences with the names they use, and upper bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from stab.expression import Comparison, Const, Expr, Op, Ref, parse_comparison, render
from stab.layout.infer.normalise import Mapped, normalise, readable
from stab.layout.infer.terms import Term, is_name, term
from stab.layout.infer.words import sentences
from stab.patterns import regex
from stab.records import Extraction, Field, Line, Node, Problem, Repeat, SectionKind

_READ = (SectionKind.STORY, SectionKind.INPUT, SectionKind.CONSTRAINTS)
_MOST_SENTENCES = 600
_MOST_CHARACTERS = 20_000  # of a section
_LONGEST = 1_500  # characters of a sentence; what is longer is a list or no text


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence: normalised lower-case text with bounds, the field names in it, its original words."""

    text: str
    names: frozenset[str]
    quote: str
    is_input: bool  # from the input or constraints section, not from the story


@dataclass(frozen=True, slots=True)
class Row:
    """A repeated line of single tokens, an array (one field), or a single line; `count`: how many."""

    fields: tuple[Field, ...]
    count: Expr | None
    is_array: bool = False


@dataclass(slots=True)
class Facts:
    """Everything roles are concluded from."""

    facts: list[Fact] = field(default_factory=list)
    upper: dict[str, set[str]] = field(default_factory=dict)  # field -> texts of its upper bounds
    ordered: set[tuple[str, str]] = field(default_factory=set)  # (l, r) with l <= r
    case_fold: dict[str, str] = field(default_factory=dict)
    unequal: set[str] = field(default_factory=set)  # fields with a[i] != a[j]
    passages: list[str] = field(default_factory=list)  # whole sections, as they are written

    def about(self, *names: str) -> list[Fact]:
        """Return the sentences that mention all the names."""
        return [fact for fact in self.facts if all(name in fact.names for name in names)]


def gather(problem: Problem, extraction: Extraction, regions: Mapping[str, frozenset[str]]) -> Facts:
    """Return the facts; `regions` maps the quotation of an input region's sentence to its fields' names."""
    found = Facts()
    for section in problem.sections:
        if section.kind in _READ and len(found.facts) < _MOST_SENTENCES:
            text = readable(section.text, _MOST_CHARACTERS)
            found.passages.append(text)
            is_input = section.kind is not SectionKind.STORY
            told = _sentences(normalise(text), text, regions if is_input else {}, is_input=is_input)
            found.facts += islice(told, _MOST_SENTENCES - len(found.facts))
    for constraint in extraction.constraints:
        for left, sign, right in constraint.comparison.atoms():
            if sign in ("<", "<=") and isinstance(left, Ref):
                _bound(found, left, sign, right)
    found.unequal = {name for text in extraction.side_conditions for name in _unequal(text)}
    return found


def _unequal(condition: str) -> Iterator[str]:
    """Yield the array of which a condition says that no two elements are equal."""
    match parse_comparison(condition):
        case Comparison((Ref(one, (Ref(i, ()),)), Ref(other, (Ref(j, ()),))), ("!=",)):
            if one == other and i != j:
                yield one


def _bound(found: Facts, left: Ref, sign: str, right: Expr) -> None:
    name = field_name(left)
    if isinstance(right, Ref) and not right.indices:
        found.upper.setdefault(name, set()).add(right.name if sign == "<=" else f"{right.name} - 1")
    elif not isinstance(right, Ref):
        found.upper.setdefault(name, set()).add(render(right) if sign == "<=" else f"{render(right)} - 1")
    if isinstance(right, Ref):
        found.ordered.add((name, field_name(right)))


def field_name(ref: Ref) -> str:
    """Return the field a reference means: x[1] is x1, a[i] is a."""
    digits = [i for i in ref.indices if isinstance(i, Const)]
    return ref.name + "".join(str(i.value) for i in digits)


def _sentences(
    mapped: Mapped, original: str, regions: Mapping[str, frozenset[str]], *, is_input: bool
) -> Iterator[Fact]:
    text = mapped.text
    for start, end in sentences(text, 0, len(text)):
        low = mapped.origin[start]
        high = mapped.origin[end] if end < len(mapped.origin) else len(original)
        quote = " ".join(original[low : min(high, low + _LONGEST)].split())
        names = set(regions.get(key(quote), frozenset()))
        part = text[start : min(end, start + _LONGEST)]
        for match in _NAME.finditer(part):
            word = match[0]
            if is_name(word) and not (word in "aA" and _ARTICLE.match(part, match.end())):
                names.update(_forms(term(word), word))
        yield Fact(" ".join(part.split()), frozenset(names), quote[:300], is_input)


_NAME = regex(
    r"(?<![A-Za-z])[A-Za-z](?:[A-Za-z0-9]{0,3}(?![A-Za-z0-9]))(?:_\{[^{}]{0,20}\}|_\w{1,8}|"
    r"\[[^\]\n]{0,12}\])?"
)
_ARTICLE = regex(r"\s+[a-z]{3,}\b(?<! and)(?<! are)")


def key(quote: str) -> str:
    """Return what sentences are compared by: letters and digits only."""
    return re.sub(r"\W", "", quote)[:60]


def _forms(found: Term, word: str) -> set[str]:
    return {found.field, found.base, re.sub(r"\W", "", word)}


def rows_of(nodes: Sequence[Node], count: Expr | None = None) -> Iterator[Row]:
    """Yield lines, repeated lines and arrays with how often they occur within a test case."""
    for node in nodes:
        match node:
            case Repeat(inner, body) if len(body) == 1 and isinstance(body[0], Line):
                yield from _line(body[0], inner)
            case Repeat(_, body):
                yield from rows_of(body)
            case Line():
                yield from _line(node, None)
            case _:
                continue


def _line(line: Line, count: Expr | None) -> Iterator[Row]:
    scalars = tuple(i for i in line.items if isinstance(i, Field) and i.count is None and not i.to_line_end)
    if scalars:
        yield Row(scalars, count)
    for item in line.items:
        if isinstance(item, Field) and item not in scalars:
            yield Row((item,), item.count, is_array=True)


def is_one_less(count: Expr | None, size: str) -> bool:
    """Tell whether the count is size - 1."""
    match count:
        case Op("-", (expr, Const(1))):
            return render(expr) == size
        case _:
            return False
