"""Bounds told in words: sentences become text with placeholders, which the prose grammar reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from stab.expression import Comparison, Const, Expr, Ref
from stab.patterns import regex
from stab.saturate.grammar import Node, Reader, Token, worded_grammar, words
from stab.saturate.meaning import Meaning, is_label_range, meanings
from stab.saturate.notation import is_constant
from stab.saturate.stream import Element
from stab.saturate.subjects import Phrasebook, singular
from stab.saturate.units import in_units, words_behind

MAX_PHRASE = 40  # terminals
MAX_SENTENCE = 400  # elements; longer ones are tables or data
_TRIGGER = regex(
    r"most|more than|exceed|between|range|from|positive|negative|at least|less than|greater|larger|longer"
    r"|fewer|smaller|up to|length|≤|≥|below|limited|bounded|sum of|total|odd|even|prime|power of|multiple"
    r"|divisible|maximum|characters|letters|symbols|digits| or (?:an? )?@n"
)
_SCORING = regex(
    r"\bpoints? (?:each|per)\b|\bworth (?:@n\d+ |some |the same )?points?\b|\bscor(?:ed|ing)\b"
    r"|\b(?:total|your|full|maximum|partial) (?:score|number of points)\b"
    r"|\bpoints (?:for|of) (?:each|every|all|a|the) (?:tests?|sub-?tasks?)\b"
)
_NUMBER_OF = regex(r"(?:number|count|amount) of ((?:[a-z'-]+ ){0,4}[a-z'-]+)(?: (@[elc]\d+))?")
_TWO_NOUNS = regex(r"(?:number|amount|count)s? of (?:the )?([a-z]+) and (?:the )?(?:number of )?([a-z]+)")
_SIZE_OF = regex(r"(?:size|length) @e(\d+) of (?:the |a |an |each )?([a-z]+)")
_NO_BOUND = regex(
    r"\b(?:answers?|output|print|display|seconds?|memory|megabytes?|precision|errors?"
    r"|digits (?:from|after)|significant|decimals?|decimal places|points? (?:will|for)|if|when|unless)\b"
)
_QUANTIFIED = regex(
    r"\b(?:each|every|all|any|for|some)(?: valid| possible)?(?: integers?| index| numbers?)? $"
)
_PLACE = regex(r"@([nelc])(\d+)")
_STARTS = frozenset(
    """SUM E L LENGTH COUNT STRINGS TESTS THESE ABSOLUTE ATMOST LESS ATLEAST MORE SIGN PARITY PAIR
    BETWEEN RANGE EACH WORD DIVISORS N NONE""".split()
)  # fmt: skip


_AMOUNTS = frozenset({"N", "E", "NUMERAL", "SCALE"})
_RELATIONS = frozenset({"ATMOST", "LESS", "ATLEAST", "MORE", "BETWEEN", "RANGE"})
_DECISIVE = _RELATIONS | {"SIGN", "PARITY", "MULTIPLE", "OR", "NONE"}


def _promising(tokens: Sequence[Token], at: int) -> bool:
    """Tell from the next token whether a phrase can begin here at all."""
    kind = tokens[at].type
    following = tokens[at + 1].type if at + 1 < len(tokens) else ""
    if kind in ("N", "L") and _lists(tokens, at):
        return True
    if kind == "N":
        return False
    if kind == "WORD":
        return following in _DECISIVE or following == "LENGTH"
    if kind in ("E", "L"):
        return _lists(tokens, at + 1) or following not in ("WORD", "TESTS", "NUMERAL", "E", "L", "")
    return following != ""


def _says_bound(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether the token begins a bound by a number, or a condition on one."""
    following = tokens[at + 1].type if at + 1 < len(tokens) else ""
    kind = tokens[at].type
    if kind in ("BETWEEN", "RANGE"):
        return following == "N" and any(t.type == "N" for t in tokens[at + 2 : at + 4])
    if kind == "MULTIPLE":
        return following == "N"
    return kind in ("ATMOST", "LESS", "ATLEAST", "MORE") and following in ("N", "SCALE")


def _lists(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether the members of a set stand there: `0, 1 or 2`."""
    end = at
    while end < len(tokens) and tokens[end].type in ("N", "L"):
        end += 1
    return at < end < len(tokens) and tokens[end].type == "OR"


def _runs(sentence: Sentence, named: Token) -> bool:
    """Tell whether a name runs over a range: `for each k from 1 to n`."""
    if named.type != "E":
        return False
    (subject,) = sentence.elements[int(named[2:])].exprs
    before = sentence.text[: named.start_pos or 0]
    return isinstance(subject, Ref) and not subject.indices and _QUANTIFIED.search(before) is not None


def _of(text: str, before: Token, after: Token) -> bool:
    """Tell whether one word is of the other."""
    between = text[before.end_pos or 0 : after.start_pos or 0].split()
    return before.type == "WORD" and "of" in between


def _counts_one(tokens: Sequence[Token], after: int, sentence: Sentence) -> bool:
    """Tell whether a phrase ends in the number of a noun: `at most one road`."""
    if after >= len(tokens) or tokens[after].type not in ("WORD", "STRINGS", "PAIR"):
        return False
    last = tokens[after - 1]
    numeral = last.type != "N"
    one = str(last) == "one" if numeral else sentence.elements[int(last[2:])].exprs == (Const(1),)
    between = sentence.text[last.end_pos or 0 : tokens[after].start_pos or 0]
    return one and not between.strip() and str(tokens[after]) not in _CONNECTIVES


_CONNECTIVES = frozenset({"if", "when", "because", "since", "as", "so", "then", "or", "in", "by", "at"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch between full stops or block ends, as elements and as text with placeholders."""

    elements: tuple[Element, ...]
    text: str
    places: tuple[int, ...]  # offset of each element in `text`
    follows: Sentence | None = None  # what a colon led from, in the same block

    @property
    def start(self) -> int:
        """Offset of the sentence in the statement."""
        return self.elements[0].start

    @property
    def end(self) -> int:
        """Offset behind the sentence in the statement."""
        return self.elements[-1].end


@dataclass(frozen=True, slots=True)
class Told:
    """A bound read from words: the comparison (or an equality) and where it stands."""

    comparison: Comparison
    start: int
    end: int
    condition: bool = False
    lower_only: bool = False
    repaired: bool = False
    pronoun: bool = False


@dataclass(slots=True)
class Heard:
    """What a sentence tells, and the offsets of what it tells in words that were not understood."""

    told: list[Told] = field(default_factory=list)
    missed: list[tuple[int, int]] = field(default_factory=list)


def sentences(stream: Sequence[Element], edges: Sequence[int]) -> list[Sentence]:
    """Return the sentences of a stream, none across the given offsets; chains become placeholders."""
    result: list[Sentence] = []
    current: list[Element] = []
    following = iter((*edges, 1 << 62))
    edge = next(following)
    leader: Sentence | None = None
    for element in stream:
        if element.kind == "soft":
            continue
        if element.start >= edge:
            if current:
                result.append(_sentence(current))
            current, leader = [], None
            while element.start >= edge:
                edge = next(following)
        if element.kind in ("stop", "break"):
            if current:
                result.append(_sentence(current, leader))
                leader = result[-1] if element.text in ":：" and len(current) < 40 else None
            leader = None if element.kind == "break" else leader
            current = []
        else:
            current.append(element)
    if current:
        result.append(_sentence(current, leader))
    return result


def _sentence(elements: list[Element], leader: Sentence | None = None) -> Sentence:
    parts, places, at = [], [], 0
    for i, element in enumerate(elements):
        if element.kind == "list":
            kind = "l" if len(element.exprs) > 1 else "n" if is_constant(element.exprs[0]) else "e"
            word = f"@{kind}{i}"
        elif element.kind == "chain":
            word = f"@c{i}"
        elif element.kind == "relation":
            word = element.text if element.text in ("≤", "≥") else _RELATION.get(element.text, "?")
        elif element.kind == "word":
            word = element.text.lower()
        else:
            word = "..." if element.text == "..." else "," if element.kind == "aside" else ""
        places.append(at)
        if word:
            parts.append(word)
            at += len(word) + 1
    return Sentence(tuple(elements), " ".join(parts), tuple(places), leader)


_RELATION = {
    "<=": "≤",
    ">=": "≥",
    "<": "less than",
    ">": "greater than",
    "⩽": "≤",
    "⩾": "≥",
    "≦": "≤",
    "≧": "≥",
}


def is_scoring(text: str) -> bool:
    """Tell whether a sentence says what tests are worth: its numbers bound no input."""
    return _SCORING.search(text) is not None


def described(found: Iterable[Sentence]) -> dict[str, Expr]:
    """Return what each name counts: the last word of `number of …` with the name beside it."""
    result: dict[str, Expr] = {}
    for sentence in found:
        if " of " not in sentence.text:
            continue
        _sized(sentence, result)
        _enumerated(sentence, result)
        last = 0
        for match in _NUMBER_OF.finditer(sentence.text):
            nouns = match[1].split()
            place = match[2]
            if nouns[0] == "the" and not any(n.endswith("s") for n in nouns[1:3]):
                continue  # `the number of the starting vertex` names it
            if place is None:
                before = [m for m in _PLACE.finditer(sentence.text, last, match.start()) if m[1] in "elc"]
                place = before[-1][0] if before and match.start() - before[-1].end() < 60 else None
            last = match.end()
            if place is None:
                continue
            exprs = named_in(sentence.elements[int(place[2:])])
            if len(exprs) == 1:
                result.setdefault(_noun(nouns), exprs[0])
    return result


def _sized(sentence: Sentence, result: dict[str, Expr]) -> None:
    """`the size S of the group`."""
    for match in _SIZE_OF.finditer(sentence.text):
        exprs = sentence.elements[int(match[1])].exprs
        if len(exprs) == 1:
            result.setdefault(f"{singular(match[2])} size", exprs[0])


def _enumerated(sentence: Sentence, result: dict[str, Expr]) -> None:
    """`n, p and k — the number of …, the number of … and the number of …`: as many phrases as names."""
    for match in re.finditer(r"@l(\d+)", sentence.text):
        exprs = sentence.elements[int(match[1])].exprs
        phrases = list(_NUMBER_OF.finditer(sentence.text, match.end()))
        if (
            len(exprs) == 2
            and len(phrases) == 1
            and (both := _TWO_NOUNS.match(sentence.text, phrases[0].start()))
        ):
            for expr, noun in zip(exprs, both.groups(), strict=True):
                result.setdefault(singular(noun), expr)
        if len(phrases) == len(exprs):
            for expr, phrase in zip(exprs, phrases, strict=True):
                result.setdefault(_noun(phrase[1].split()), expr)


def named_in(element: Element) -> tuple[Expr, ...]:
    """Return the expressions of a list, or the one name that a chain bounds."""
    if element.chain is None:
        return element.exprs
    inner = [e for o in element.chain.operands for e in o if isinstance(e, Ref)]
    return tuple(inner) if len(inner) == 1 else ()


def apposed(found: Iterable[Sentence]) -> dict[str, Expr]:
    """Return the name that stands right behind a noun: `weight w`, `heights h_i`."""
    result: dict[str, Expr] = {}
    for sentence in found:
        for before, element in zip(sentence.elements, sentence.elements[1:], strict=False):
            if (
                before.kind != "word"
                or len(before.text) < 4
                or element.kind != "list"
                or len(element.exprs) != 1
            ):
                continue
            if isinstance(element.exprs[0], Ref):
                result.setdefault(singular(before.text.lower()), element.exprs[0])
    return result


_ENDS_NOUN = frozenset("in of to for that and which on is you he she we per the".split())


def _noun(nouns: list[str]) -> str:
    end = next((i for i, word in enumerate(nouns) if i and word in _ENDS_NOUN), len(nouns))
    return singular(nouns[end - 1])


@dataclass(slots=True)
class ProseReader:
    """Reads sentences one by one; remembers the last declared names for `all of these`."""

    book: Phrasebook
    reader: Reader = field(default_factory=lambda: Reader(worded_grammar("prose")))

    def read(self, sentence: Sentence) -> Heard:
        """Return the bounds told in a sentence, and where it tells one that was not understood."""
        text = sentence.text
        if len(sentence.elements) > MAX_SENTENCE or not _TRIGGER.search(text) or is_scoring(text):
            return Heard()
        tokens = self._tokens(sentence)
        kinds = {t.type for t in tokens}
        if not kinds & _DECISIVE and not ("STRINGS" in kinds and kinds & {"LENGTH", "CHARACTERS"}):
            return Heard()
        result = Heard()
        at = 0
        while at < len(tokens):
            length = self._phrase(sentence, tokens, at, result)
            if not length and _says_bound(tokens, at):
                result.missed.append(self._span(sentence, tokens[at : at + 2]))
            at += length or 1
        if _NO_BOUND.search(sentence.text) or is_label_range(sentence.text):
            result.missed.clear()
        return result

    def _phrase(self, sentence: Sentence, tokens: list[Token], at: int, result: Heard) -> int:
        """Return how many tokens a phrase covers, 0 where none begins; what it tells goes to the result."""
        if tokens[at].type not in _STARTS or not _promising(tokens, at):
            return 0
        if tokens[at].type == "WORD" and at and _of(sentence.text, tokens[at - 1], tokens[at]):
            return 0  # `the degree of each vertex` is no vertex
        size = self.reader.longest([t.type for t in tokens[at : at + MAX_PHRASE]])
        if not size or _counts_one(tokens, at + size, sentence):
            return size
        phrase = tokens[at : at + size]
        if any(b.type in ("BETWEEN", "RANGE") and _runs(sentence, a) for a, b in pairwise(phrase)):
            return size
        told = self._told(self.reader.tree(phrase), sentence, phrase)
        result.told.extend(told)
        return size if told else 0

    def _tokens(self, sentence: Sentence) -> list[Token]:
        kept: list[Token] = []
        for token in words(worded_grammar("prose"), sentence.text):
            if token.type == "C" and not (kept and kept[-1].type == "SIGN"):
                continue
            kept.append(token)
        return kept

    def _told(self, tree: Node, sentence: Sentence, tokens: list[Token]) -> list[Told]:
        start, end = self._span(sentence, tokens)
        repaired = any(
            sentence.elements[int(t[2:])].repaired
            for t in tokens
            if t.type in ("N", "E", "L") and t[0] == "@"
        )
        found: list[Meaning] = meanings(tree, sentence.elements, self.book, sentence.text)
        if tokens[-1].type in _AMOUNTS:
            found = in_units(found, words_behind(tokens, sentence.text), self.book.strings)
        return [Told(m.comparison, start, end, m.condition, m.lower_only, repaired, m.pronoun) for m in found]

    def _span(self, sentence: Sentence, tokens: Sequence[Token]) -> tuple[int, int]:
        """Return where in the statement the tokens stand."""
        first, last = tokens[0], tokens[-1]
        end = self._element(sentence, last.start_pos or 0, (last.end_pos or 1) - 1).end
        return self._element(sentence, first.start_pos or 0).start, end

    def _element(self, sentence: Sentence, at: int, last: int | None = None) -> Element:
        wanted = at if last is None else last
        low, high = 0, len(sentence.places)
        while high - low > 1:
            middle = (low + high) // 2
            if sentence.places[middle] <= wanted:
                low = middle
            else:
                high = middle
        return sentence.elements[low]
