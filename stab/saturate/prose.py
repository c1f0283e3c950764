"""Bounds told in words: sentences become text with placeholders, which the prose grammar reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from stab.expression import Comparison, Const, Ref
from stab.patterns import regex
from stab.saturate.emptiness import filled
from stab.saturate.grammar import Node, Reader, Token, worded_grammar, words
from stab.saturate.limits import Meaning
from stab.saturate.meaning import is_label_range, meanings
from stab.saturate.rewording import reworded
from stab.saturate.sentences import Sentence
from stab.saturate.stream import Element
from stab.saturate.subjects import Phrasebook
from stab.saturate.units import in_units

MAX_PHRASE = 40  # terminals
MAX_SENTENCE = 400  # elements; longer ones are tables or data
_TRIGGER = regex(
    r"most|more than|exceed|between|range|from|positive|negative|at least|less than|greater|larger|longer"
    r"|fewer|smaller|up to|length|≤|≥|below|limited|bounded|sum of|total|odd|even|prime|power of|multiple"
    r"|divisible|maximum|characters|letters|symbols|digits| or (?:an? )?@n|above|under"
    r"|or less|or fewer|or more|empty|zero|equal to @n|not @n|n['’]t\b|@n\d+ \.\.\. @"
)
_SCORING = regex(
    r"\bpoints? (?:each|per)\b|\bworth (?:@n\d+ |some |the same )?points?\b|\bscor(?:ed|ing)\b"
    r"|\b(?:total|your|full|maximum|partial) (?:score|number of points)\b"
    r"|\bpoints (?:for|of) (?:each|every|all|a|the) (?:tests?|sub-?tasks?)\b"
)
_NO_BOUND = regex(
    r"\b(?:answers?|output|print|display|seconds?|memory|megabytes?|precision|errors?"
    r"|digits (?:from|after)|significant|decimals?|decimal places|points? (?:will|for)|if|when|unless)\b"
)
_QUANTIFIED = regex(
    r"\b(?:each|every|all|any|for|some)(?: valid| possible)?(?: integers?| index| numbers?)? $"
)
_STARTS = frozenset(
    """SUM E L LENGTH COUNT STRINGS TESTS THESE ABSOLUTE ATMOST LESS ATLEAST MORE SIGN PARITY PAIR
    BETWEEN RANGE EACH WORD DIVISORS N""".split()
)  # fmt: skip


_MEASURES = frozenset({"SUM", "LENGTH", "COUNT", "DIVISORS"})
_AMOUNTS = frozenset({"N", "E", "NUMERAL", "SCALE", "ZERO"})
_RELATIONS = frozenset({"ATMOST", "LESS", "ATLEAST", "MORE", "BETWEEN", "RANGE"})
_ONE_SIDED = frozenset({"ATMOST", "LESS", "ATLEAST", "MORE", "DENIED"})
_DECISIVE = _RELATIONS | {"SIGN", "NONZERO", "PARITY", "MULTIPLE", "OR", "DENIED"}


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
    if following == "NUMERAL" and str(tokens[at + 1]) == "one":
        return False
    return kind in _ONE_SIDED and following in ("N", "SCALE", "NUMERAL", "ZERO")


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


def is_scoring(text: str) -> bool:
    """Tell whether a sentence says what tests are worth: its numbers bound no input."""
    return _SCORING.search(text) is not None


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
        result = self._bounds(sentence)
        lengths = filled(sentence, [t.comparison for t in result.told], self.book)
        result.told += [Told(c, sentence.start, sentence.end, lower_only=True) for c in lengths]
        return result

    def _bounds(self, sentence: Sentence) -> Heard:
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
        if tokens[at].type == "THESE" and at and tokens[at - 1].type in _MEASURES:
            return 0  # nor is `the sum of these` each of them
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
        return reworded(kept, sentence.elements, sentence.text)

    def _told(self, tree: Node, sentence: Sentence, tokens: list[Token]) -> list[Told]:
        start, end = self._span(sentence, tokens)
        repaired = any(
            sentence.elements[int(t[2:])].repaired
            for t in tokens
            if t.type in ("N", "E", "L") and t[0] == "@"
        )
        found: list[Meaning] = meanings(tree, sentence.elements, self.book, sentence.text)
        if tokens[-1].type in _AMOUNTS:
            found = in_units(found, tokens, sentence.text, self.book.strings)
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
