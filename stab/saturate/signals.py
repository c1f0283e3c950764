"""What the words around names tell of them: counts, fields of repeated lines, fields given once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stab.expression import Const, Expr, Op, Ref, refs
from stab.patterns import regex
from stab.records import SectionKind
from stab.saturate.notation import is_constant
from stab.saturate.roles import ORDINALS, Names
from stab.saturate.sentences import Sentence, named_in
from stab.saturate.stream import Element

_NOT_COUNTED = frozenset(
    """is was has its this does denotes represents describes means contains equals always units meters metres
    minutes seconds hours dollars times coins burles rubles roubles us as less plus
    kilometers kilograms percent lies satisfies corresponds cows' yes unless across""".split()
)  # fmt: skip
_STOPS = frozenset(
    """is are and or be in of to from the that which where with if then for on was were can will has
    have not may denote denotes representing by at as who such it this each""".split()
)  # fmt: skip
_CLASSIFIERS = frozenset("个個行条條名座种種件位次个つ本枚人")
_COLLECTIVE = frozenset("people children vertices nodes men mice series".split())
_ROW = regex(
    r"\b(?:each of|next|following|subsequent|remaining) .{0,40}\blines\b|\b@e\d+ -? ?th\b"
    r"|\beach (?:line|query|edge|road|row)\b"
    r"|\bthen follow|\blines follow|\bdescrib\w+ (?:an?|the) (?:edge|query|road)|\beach of (?:which|them)\b"
)
_DATA = regex(
    r"^\S+ (?:[\w-]+ )?"
    r"(?:integers|numbers|lines|strings|words|characters|letters|elements|pairs|edges|points)\b"
)
_GRID = regex(
    r"网格|矩阵|棋盘|方格|行|列|\b(?:grid|matrix|board|table|field|rectang\w*|map|array|image|cells|maze|chessboard)\b"
)


@dataclass(slots=True)
class Signals:
    """Signals about names gathered from the sentences."""

    counts: set[str] = field(default_factory=set)  # n in `n integers`, `length n`, `a_1 … a_n`
    rows: set[str] = field(default_factory=set)  # declared on repeated lines
    tops: set[str] = field(default_factory=set)  # declared on lines of their own
    element_counts: set[str] = field(default_factory=set)  # s in `s_i integers`


def signals_of(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], known: Names, counted: Mapping[str, Expr]
) -> Signals:
    """Return the signals of all sentences that speak of the input."""
    signals = Signals()
    for noun, expr in counted.items():
        if noun not in ("way", "operation", "step", "digit"):
            signals.counts.update(r.name for r in refs(expr) if not r.indices)
    for sentence, kind in zip(found, kinds, strict=True):
        if kind not in (SectionKind.SUBTASKS, SectionKind.OUTPUT, SectionKind.EXAMPLES):
            _sentence_signals(sentence, kind, signals, known)
    return signals


def _sentence_signals(sentence: Sentence, kind: SectionKind, signals: Signals, known: Names) -> None:
    row = _ROW.search(sentence.text)
    for at, element in enumerate(sentence.elements):
        if element.kind == "chain" and _plural_after(sentence.elements, at):
            signals.counts.update(e.name for e in named_in(element) if isinstance(e, Ref) and not e.indices)
        if element.kind == "chain" and kind is SectionKind.INPUT and row is None:
            plain = [e.name for e in named_in(element) if isinstance(e, Ref) and not e.indices]
            signals.tops.update(n for n in plain if n not in signals.rows)
        if element.kind != "list":
            continue
        if kind is SectionKind.INPUT:
            signals.counts.update(_last_indices(element, known))
        _count_signals(sentence, at, element, signals)
        plain = [e.name for e in element.exprs if isinstance(e, Ref) and not e.indices]
        specified = kind in (SectionKind.INPUT, SectionKind.CONSTRAINTS)
        if specified and row is not None and sentence.places[at] > row.start() + 1:
            signals.rows.update(n for n in plain if n not in signals.tops)
        elif kind is SectionKind.INPUT:
            signals.tops.update(n for n in plain if n not in signals.rows)


def _last_indices(element: Element, known: Names) -> Iterator[str]:
    """Yield n for `a_n` or `a_{n-1}` of an input format."""
    for expr in element.exprs:
        for ref in refs(expr):
            for index in ref.indices:
                yield from (
                    r.name for r in refs(index) if r.name in known.declared and r.name not in ("i", "j")
                )


def _count_signals(sentence: Sentence, at: int, element: Element, signals: Signals) -> None:
    elements = sentence.elements
    before = elements[at - 1].text.lower() if at and elements[at - 1].kind == "word" else ""
    earlier = elements[at - 2].text.lower() if at > 1 else ""
    last = element.exprs[-1]
    counts = (
        _plural_after(elements, at)
        or before in ("length", "size")
        or (before == "of" and earlier in ("length", "size", "lengths"))
    )
    if len(element.exprs) == 1 and isinstance(last, Op) and last.sign == "*" and _GRID.search(sentence.text):
        counts = counts or all(isinstance(a, (Ref, Const)) for a in last.args)
    if counts and not is_constant(last):
        for ref in refs(last):
            if not ref.indices:
                signals.counts.add(ref.name)
            elif _DATA.search(sentence.text[sentence.places[at] : sentence.places[at] + 60]):
                signals.element_counts.add(ref.name)


def _plural_after(elements: Sequence[Element], at: int) -> bool:
    """Tell whether a plural noun follows within a few words: `n space-separated integers`."""
    for element in elements[at + 1 : at + 6]:
        if element.kind in ("soft", "other") and element.text in ("-", "", "\n", "$", "`"):
            continue
        if element.kind != "word":
            return False
        word = element.text.lower()
        if word in _COLLECTIVE or word[0] in _CLASSIFIERS:
            return True
        if word in _STOPS or word in _NOT_COUNTED or word in ORDINALS:
            return False
        if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "'s", "’s")):
            return True
    return False
