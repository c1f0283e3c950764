"""Which quantities are sizes: counts, lengths, totals, and the scalar parameters coupled to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

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
from stab.patterns import regex
from stab.records import Extraction, SectionKind
from stab.saturate.notation import is_constant
from stab.saturate.ranges import check_counts
from stab.saturate.roles import Names
from stab.saturate.sentences import Sentence
from stab.saturate.signals import Signals, signals_of
from stab.saturate.subjects import singular

TEST_WORDS = ("case", "test", "testcase", "dataset", "scenario")
MAX_COUNT = 10**9  # nothing larger is a number of things in a file
_BLOCK = regex(r"\b(?:first|second|third|next|only|last) lines? of (?:each|every|the|a) ([a-z]+)\b")


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


def find_sizes(
    extraction: Extraction,
    tests: str | None,
    counted: Mapping[str, Expr],
    found: Sequence[Sentence],
    kinds: Sequence[SectionKind],
    known: Names,
) -> tuple[str, ...]:
    """Return the canonical texts of the size variables, the number of tests first, in order of appearance.

    Raises InfeasibleError for a number of things that must be less than 1.
    """
    signals = signals_of(found, kinds, known, counted)
    comparisons = [c.comparison for c in extraction.constraints]
    reals = set(known.reals(extraction))
    upper = _upper_bounds(comparisons)
    scalars = _scalars(comparisons, upper, reals)
    sizes: dict[str, None] = {}
    signals.counts = _counts(extraction, signals, upper, scalars, tests)
    check_counts(extraction.constraints, signals.counts | ({tests} if tests else set()))
    base = _base(comparisons, scalars, signals, tests)
    arrays = any(isinstance(k, Call) or (isinstance(k, Ref) and k.indices) for k in upper)
    if not arrays and (not base - {tests} or not signals.rows):
        plain = {n for n in scalars if n in known.declared and n not in signals.rows}
        base |= {n for n in plain if _constant_upper(upper.get(Ref(n), []))}
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
    sizes.update(dict.fromkeys(_exponential_lengths(extraction)))
    return tuple(sorted(sizes, key=lambda text: text != tests))


def _exponential_lengths(extraction: Extraction) -> Iterator[str]:
    """Yield the lengths that are a power of a size, `len(s) == 2 ** n`: they are what is large."""
    for text in extraction.side_conditions:
        match parse_comparison(text):
            case Comparison((Call("len", (Ref(_, ()),)) as length, Op("**", (Const(), exponent))), ("==",)):
                if not is_constant(exponent):
                    yield render(length)


def _counts(
    extraction: Extraction,
    signals: Signals,
    upper: Mapping[Expr, list[Expr]],
    scalars: set[str],
    tests: str | None,
) -> set[str]:
    """Return the names that count something: those of the text, and what a length or total equals."""
    counts = set(signals.counts)
    if not tests:
        sums = (k for k in upper if isinstance(k, Call) and k.name == "sum")
        counts -= {a.name for k in sums for a in k.args if isinstance(a, Ref)}
    for text in extraction.side_conditions:
        operands = parse_comparison(text).operands
        if any(isinstance(o, Call) for o in operands):
            counts.update(n for o in operands if not isinstance(o, Call) for n in names(o))
    return counts - {n for n in scalars if _least(upper.get(Ref(n), [])) > MAX_COUNT}


def _base(
    comparisons: Sequence[Comparison], scalars: set[str], signals: Signals, tests: str | None
) -> set[str]:
    """Return the names that are sizes by themselves."""
    base = {n for n in scalars if n in signals.counts and (n not in signals.rows or n in signals.tops)}
    base |= {n for n in scalars if n == tests or (n.startswith("_") and n not in ("_x", "_a", "_b"))}
    base |= _multiplied(comparisons, scalars, signals) | (_limiting(comparisons, scalars) - signals.rows)
    return base | (_summed(comparisons, scalars) if tests else set())


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
            elif operand in upper and (
                (isinstance(operand, Op) and operand.sign == "*") or _totals_counts(operand)
            ):
                found.update(r.name for r in refs(operand) if not r.indices)
    return found


def _totals_counts(operand: Expr) -> bool:
    """Tell whether it is the total of a plain name over the test cases, which alone may bound it."""
    return isinstance(operand, Call) and operand.name == "sum" and isinstance(operand.args[0], Ref)


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


def _multiplied(comparisons: Sequence[Comparison], scalars: set[str], signals: Signals) -> set[str]:
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
    comparisons: Sequence[Comparison], scalars: set[str], base: set[str], signals: Signals
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
    part: Ref, signals: Signals, upper: Mapping[Expr, list[Expr]], comparisons: Sequence[Comparison]
) -> bool:
    if part.name not in signals.element_counts or not _constant_upper(upper.get(part, [])):
        return False
    return not any(isinstance(k, Call) and k.name == "sum" and part in k.args for k in upper)
