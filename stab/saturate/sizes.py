"""Which quantities are sizes: counts, lengths, totals, and the scalar parameters coupled to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stab.expression import (
    Call,
    Comparison,
    Const,
    Expr,
    Op,
    Ref,
    names,
    parse_comparison,
    refs,
    render,
)
from stab.records import Extraction, SectionKind
from stab.saturate.notation import is_constant
from stab.saturate.prose import Sentence, named_in
from stab.saturate.roles import ORDINALS, Names
from stab.saturate.stream import Element
from stab.saturate.subjects import singular

TEST_WORDS = ("case", "test", "testcase", "dataset", "scenario")
_NOT_COUNTED = frozenset(
    """is was has its this does denotes represents describes means contains equals always units meters metres
    minutes seconds hours dollars times coins burles rubles roubles us as less plus
    kilometers kilograms percent lies satisfies corresponds cows' yes unless across""".split()
)  # fmt: skip
MAX_COUNT = 10**9  # nothing larger is a number of things in a file
_STOPS = frozenset(
    """is are and or be in of to from the that which where with if then for on was were can will has
    have not may denote denotes representing by at as who such it this each""".split()
)  # fmt: skip
_CLASSIFIERS = frozenset("个個行条條名座种種件位次个つ本枚人")
_COLLECTIVE = frozenset("people children vertices nodes men mice series".split())
_ROW = re.compile(
    r"\b(?:each of|next|following|subsequent|remaining) .{0,40}\blines\b|\b@e\d+ -? ?th\b"
    r"|\beach (?:line|query|edge|road|row)\b"
    r"|\bthen follow|\blines follow|\bdescrib\w+ (?:an?|the) (?:edge|query|road)|\beach of (?:which|them)\b"
)
_DATA = re.compile(
    r"^\S+ (?:[\w-]+ )?"
    r"(?:integers|numbers|lines|strings|words|characters|letters|elements|pairs|edges|points)\b"
)
_BLOCK = re.compile(r"\b(?:first|second|third|next|only|last) lines? of (?:each|every|the|a) ([a-z]+)\b")
_GRID = re.compile(
    r"网格|矩阵|棋盘|方格|行|列|\b(?:grid|matrix|board|table|field|rectang\w*|map|array|image|cells|maze|chessboard)\b"
)


def find_tests(
    extraction: Extraction,
    counted: Mapping[str, Expr],
    found: Sequence[Sentence],
    kinds: Sequence[SectionKind],
    known: Names,
    statement: str,
) -> str | None:
    """Return the canonical name of the number of test cases; None when there is one test."""
    bounded = {n for c in extraction.constraints for n in c.variables}
    for word in TEST_WORDS:
        ref = counted.get(word)
        if isinstance(ref, Ref) and not ref.indices:
            other = ref.name.swapcase()
            return other if ref.name not in bounded and other in bounded else ref.name
    if "_tests" in bounded:
        return "_tests"
    for sentence, kind in zip(found, kinds, strict=True):
        block = _BLOCK.search(sentence.text) if kind is SectionKind.INPUT else None
        ref = counted.get(singular(block[1])) if block else None
        if isinstance(ref, Ref) and not ref.indices:
            return ref.name  # the first line of each query …: queries of several lines are test cases
    text = " ".join(s.text for s, k in zip(found, kinds, strict=True) if k is not SectionKind.STORY)
    if re.search(r"\btest ?-?cases?\b|\bcases?\b|\bdata ?sets?\b|\bscenarios?\b", text):
        for name in ("t", "T", "TC", "tc"):
            if name in known.declared and name in bounded and not _used_in_bound(extraction, name):
                return name
    return _lone_first(found, kinds, bounded, statement)


def _lone_first(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], bounded: set[str], statement: str
) -> str | None:
    """An input format that begins with a line `T` of its own, as on Library Checker."""
    for sentence, kind in zip(found, kinds, strict=True):
        if kind is SectionKind.INPUT and any(e.kind == "list" for e in sentence.elements):
            named = [e for e in sentence.elements if e.kind != "other"]
            lone = named[0].exprs == (Ref("T"),) and "T" in bounded
            following = named[1].start if len(named) > 1 else named[0].end
            return "T" if lone and "\n" in statement[named[0].end : following] else None
    return None


def _used_in_bound(extraction: Extraction, name: str) -> bool:
    return any(name in names(o) for c in extraction.constraints for o in c.comparison.operands[-1:])


@dataclass(slots=True)
class _Survey:
    """Signals about names gathered from the sentences."""

    counts: set[str] = field(default_factory=set)  # n in `n integers`, `length n`, `a_1 … a_n`
    rows: set[str] = field(default_factory=set)  # declared on repeated lines
    tops: set[str] = field(default_factory=set)  # declared on lines of their own
    element_counts: set[str] = field(default_factory=set)  # s in `s_i integers`


def find_sizes(
    extraction: Extraction,
    tests: str | None,
    counted: Mapping[str, Expr],
    found: Sequence[Sentence],
    kinds: Sequence[SectionKind],
    known: Names,
) -> tuple[str, ...]:
    """Return the canonical texts of the size variables, the number of tests first, in order of appearance."""
    signals = _signals(found, kinds, known, counted)
    comparisons = [c.comparison for c in extraction.constraints]
    reals = set(known.reals(extraction))
    upper = _upper_bounds(comparisons)
    scalars = _scalars(comparisons, upper, reals)
    sizes: dict[str, None] = {}
    totals = {
        a.name for k in upper if isinstance(k, Call) and k.name == "sum" for a in k.args if isinstance(a, Ref)
    }
    signals.counts -= set() if tests else totals
    conditions = [
        c for c in map(parse_comparison, extraction.side_conditions) if isinstance(c.operands[0], Call)
    ]
    conditions += [
        c for c in map(parse_comparison, extraction.side_conditions) if isinstance(c.operands[1], Call)
    ]
    signals.counts.update(
        n for c in conditions for o in c.operands if not isinstance(o, Call) for n in names(o)
    )
    huge = {n for n in scalars if _least(upper.get(Ref(n), [])) > MAX_COUNT}
    signals.counts -= huge
    base = {n for n in scalars if n in signals.counts and (n not in signals.rows or n in signals.tops)}
    base |= {n for n in scalars if n == tests or (n.startswith("_") and n not in ("_x", "_a", "_b"))}
    base |= _multiplied(comparisons, scalars, signals) | (_limiting(comparisons, scalars) - signals.rows)
    base |= _summed(comparisons, scalars) if tests else set()
    arrays = any(isinstance(k, Call) or (isinstance(k, Ref) and k.indices) for k in upper)
    if not base - {tests} or not (arrays or signals.rows):
        plain = {n for n in scalars if n in known.declared and n not in signals.rows}
        base |= set() if arrays else {n for n in plain if _constant_upper(upper.get(Ref(n), []))}
    base |= _coupled(comparisons, scalars, base - {tests}, signals)
    for constraint in comparisons:
        for part in _parts(constraint):
            text = render(part)
            if (
                (isinstance(part, Ref) and not part.indices and part.name in base)
                or (isinstance(part, Call) and _is_size_call(part, upper, tests, comparisons))
                or (
                    isinstance(part, Ref)
                    and part.indices
                    and _is_count_array(part, signals, upper, comparisons)
                )
            ):
                sizes[text] = None
    ordered = list(sizes)
    if tests in ordered:
        ordered.remove(tests)
        ordered.insert(0, tests)
    return tuple(ordered)


def _parts(comparison: Comparison) -> Iterator[Expr]:
    """Yield operands and, inside them, names and calls, in order."""
    for operand in comparison.operands:
        yield from _inside(operand)


def _inside(item: Expr) -> Iterator[Expr]:
    if isinstance(item, (Ref, Call)):
        yield item
    if (
        isinstance(item, Op)
        or (isinstance(item, Call) and item.name not in ("sum", "len"))
        or (isinstance(item, Call) and item.name == "sum" and not any(r.indices for r in refs(item)))
    ):
        for arg in item.args:
            yield from _inside(arg)


def _upper_bounds(comparisons: Sequence[Comparison]) -> dict[Expr, list[Expr]]:
    upper: dict[Expr, list[Expr]] = {}
    for comparison in comparisons:
        for i, operand in enumerate(comparison.operands[:-1]):
            if not is_constant(operand):
                upper.setdefault(operand, []).extend(comparison.operands[i + 1 :])
    return upper


def _scalars(
    comparisons: Sequence[Comparison], upper: Mapping[Expr, list[Expr]], reals: set[str]
) -> set[str]:
    found: set[str] = set()
    for comparison in comparisons:
        for operand in comparison.operands:
            if (
                isinstance(operand, Ref)
                and not operand.indices
                and operand.name not in reals
                and operand in upper
            ):
                found.add(operand.name)
            elif isinstance(operand, Op) and operand in upper and operand.sign == "*":
                found.update(r.name for r in refs(operand) if not r.indices)
    return found


def _least(bounds: Sequence[Expr]) -> int:
    return min((int(b.value) for b in bounds if isinstance(b, Const)), default=0)


def _constant_upper(bounds: Sequence[Expr]) -> bool:
    return any(
        is_constant(b) or (isinstance(b, Call) and b.name == "min" and any(map(is_constant, b.args)))
        for b in bounds
    )


def _summed(comparisons: Sequence[Comparison], scalars: set[str]) -> set[str]:
    found: set[str] = set()
    for comparison in comparisons:
        for operand in comparison.operands[:-1]:
            if isinstance(operand, Call) and operand.name == "sum":
                found.update(r.name for r in refs(operand) if not r.indices and r.name in scalars)
    return found


def _limiting(comparisons: Sequence[Comparison], scalars: set[str]) -> set[str]:
    """Names that bound other quantities from above: labels and positions run up to a size."""
    found: set[str] = set()
    for comparison in comparisons:
        left, right = comparison.operands[-2:]
        if isinstance(right, Ref) and not right.indices and not is_constant(left) and right.name in scalars:
            found.add(right.name)
    return found


def _multiplied(comparisons: Sequence[Comparison], scalars: set[str], signals: _Survey) -> set[str]:
    """Names whose product is bounded by a constant."""
    found: set[str] = set()
    for comparison in comparisons:
        for operand in comparison.operands[:-1]:
            if isinstance(operand, Op) and operand.sign == "*" and is_constant(comparison.operands[-1]):
                found.update(
                    r.name for r in refs(operand) if not r.indices and r.name in scalars - signals.rows
                )
    return found


def _coupled(
    comparisons: Sequence[Comparison], scalars: set[str], base: set[str], signals: _Survey
) -> set[str]:
    """Parameters given once whose bound names a size: k <= n, k <= min(n, 50), m <= n(n-1)/2."""
    found: set[str] = set()
    for comparison in comparisons:
        for left, sign, right in comparison.atoms():
            if (
                not isinstance(left, Ref)
                or left.name not in scalars - signals.rows
                or (sign == "<" and isinstance(right, Ref))
            ):
                continue
            lower = next((o for o in comparison.operands[:1] if is_constant(o)), None)
            if (isinstance(lower, Const) and lower.value < 0) or (
                not is_constant(comparison.operands[0]) and _negative(comparison.operands[0])
            ):
                continue
            capped = is_constant(comparison.operands[-1])
            if set(names(right)) & base and (capped or not _is_position(left.name)):
                found.add(left.name)
    return found


def _negative(item: Expr) -> bool:
    return isinstance(item, Op) and (len(item.args) == 1 or _negative(item.args[0]))


def _is_position(name: str) -> bool:
    return name in ("u", "v", "s", "t", "i", "j", "x", "y", "p", "a", "b", "l", "r", "S", "L", "R", "D")


def _is_size_call(
    part: Call, upper: Mapping[Expr, list[Expr]], tests: str | None, comparisons: Sequence[Comparison]
) -> bool:
    bounds = upper.get(part, [])
    if not bounds:
        return False
    if part.name == "len":
        totals = any(isinstance(k, Call) and k.name == "sum" and part in k.args for k in upper)
        inner = part.args[0]
        indexed = isinstance(inner, Ref) and bool(inner.indices)
        return not (totals and indexed) and (not indexed or _constant_upper(bounds))
    if part.name != "sum":
        return False
    indexed = any(r.indices for r in refs(part))
    return indexed or tests is None


def _is_count_array(
    part: Ref, signals: _Survey, upper: Mapping[Expr, list[Expr]], comparisons: Sequence[Comparison]
) -> bool:
    if part.name not in signals.element_counts or not _constant_upper(upper.get(part, [])):
        return False
    return not any(isinstance(k, Call) and k.name == "sum" and part in k.args for k in upper)


# --- signals -------------------------------------------------------------------------------------


def _signals(
    found: Sequence[Sentence], kinds: Sequence[SectionKind], known: Names, counted: Mapping[str, Expr]
) -> _Survey:
    signals = _Survey()
    for noun, expr in counted.items():
        if noun not in ("way", "operation", "step", "digit"):
            signals.counts.update(r.name for r in refs(expr) if not r.indices)
    for sentence, kind in zip(found, kinds, strict=True):
        if kind not in (SectionKind.SUBTASKS, SectionKind.OUTPUT, SectionKind.EXAMPLES):
            _sentence_signals(sentence, kind, signals, known)
    return signals


def _sentence_signals(sentence: Sentence, kind: SectionKind, signals: _Survey, known: Names) -> None:
    row = _ROW.search(sentence.text)
    for at, element in enumerate(sentence.elements):
        if element.kind == "chain" and _plural_after(sentence.elements, at):
            signals.counts.update(e.name for e in named_in(element) if isinstance(e, Ref) and not e.indices)
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


def _count_signals(sentence: Sentence, at: int, element: Element, signals: _Survey) -> None:
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
