"""Sizes that the input doesn't give: `a string of length n` without n bounds the string's length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from stab.expression import Call, Comparison, Expr, Ref, names, parse_comparison, refs, render, substitute
from stab.records import (
    Constraint,
    Extraction,
    Field,
    FieldType,
    Layout,
    Line,
    Node,
    Repeat,
)
from stab.saturate.assemble import kind_of
from stab.saturate.subjects import TESTS

_TEXTS = (FieldType.STR, FieldType.LINE)


def with_lengths(extraction: Extraction, layout: Layout) -> Extraction:
    """Return the extraction with sizes that the layout doesn't read replaced by the lengths they equal.

    `1 <= n <= 9` with the side condition `len(s) == n` becomes `1 <= len(s) <= 9` where no field is
    called n and s is a text of the layout. The other way round, `1 <= len(a) <= 9` becomes `1 <= n <= 9`
    where the layout reads n numbers a.
    """
    fields = layout.fields
    extraction = _without_tests(extraction, fields, layout)
    read = {field.name.casefold() for field in fields}
    texts = {field.name.casefold() for field in fields if field.type in _TEXTS}
    replacements: dict[str, Expr] = {}
    for text in extraction.side_conditions:
        match parse_comparison(text):
            case Comparison((Call("len", (Ref(name, ()),)) as length, Ref(size, ())), ("==",)):
                if name.casefold() in texts and size.casefold() not in read:
                    replacements.setdefault(size, length)
    replacements = replacements or _only_text(extraction, layout, read)
    replacements |= _counted(fields, read)
    if not replacements:
        return extraction
    conditions = [_replaced(parse_comparison(text), replacements) for text in extraction.side_conditions]
    return replace(
        extraction,
        constraints=tuple(_rewritten(c, replacements) for c in extraction.constraints),
        side_conditions=tuple(render(c) for c in conditions if len(set(c.operands)) > 1),
        size_variables=tuple(
            dict.fromkeys(
                render(replacements[s]) if s in replacements else s for s in extraction.size_variables
            )
        ),
    )


def _only_text(extraction: Extraction, layout: Layout, read: Collection[str]) -> dict[str, Expr]:
    """Return the length that the one name without a field must be, where the input is a single text."""
    told = {name for constraint in extraction.constraints for name in constraint.variables}
    match sorted(name for name in told if name.casefold() not in read), layout.nodes:
        case [size], (Line((Field(name, type=type_, length=None, count=None),)),) if type_ in _TEXTS:
            return {} if name in told else {size: Call("len", (Ref(name),))}
    return {}


def _counted(fields: Sequence[Field], read: Collection[str]) -> dict[str, Expr]:
    """Return the expression in fields that counts the numbers of each array, by the array's length."""
    often = Counter(field.name.casefold() for field in fields)
    found: dict[str, Expr] = {}
    for field in fields:
        count = None if field.type in _TEXTS else field.count
        if count is None or often[field.name.casefold()] > 1:
            continue
        sizes = tuple(refs(count))
        if sizes and all(not size.indices and size.name.casefold() in read for size in sizes):
            found[render(Call("len", (Ref(field.name),)))] = count
    return found


def _without_tests(extraction: Extraction, fields: Sequence[Field], layout: Layout) -> Extraction:
    """Return the extraction without a number of tests that no field holds: it counts files, no test cases."""
    counted = any(f.name.startswith("_") for f in fields) or any(map(_is_case, layout.nodes))
    if extraction.tests_variable != TESTS.name or counted:
        return extraction
    sizes = tuple(size for size in extraction.size_variables if size != TESTS.name)
    return replace(extraction, size_variables=sizes, tests_variable=None)


def _is_case(node: Node) -> bool:
    """Tell whether a block of several lines is repeated, as a test case is."""
    return isinstance(node, Repeat) and (len(node.body) > 1 or not isinstance(node.body[0], Line))


def _replaced(comparison: Comparison, replacements: Mapping[str, Expr]) -> Comparison:
    return Comparison(tuple(substitute(o, replacements) for o in comparison.operands), comparison.signs)


def _rewritten(constraint: Constraint, replacements: Mapping[str, Expr]) -> Constraint:
    comparison = _replaced(constraint.comparison, replacements)
    if comparison == constraint.comparison:
        return constraint
    return replace(
        constraint,
        text=render(comparison),
        kind=kind_of(comparison),
        variables=names(comparison),
        comparison=comparison,
    )
