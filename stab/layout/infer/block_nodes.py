"""Rows of a format block to layout nodes: dotted arrays, repeats between vertical dots, cases, queries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from stab.expression import Const, Expr, Ref
from stab.layout.infer.blocks import Block, Element, Row
from stab.layout.infer.terms import span_count
from stab.patterns import regex
from stab.records import Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat

_PLACEHOLDER = regex(r"(?:query|queries|case|test|testcase|data|input|event|op|operation|Q|T)s?", re.I)


@dataclass(slots=True)
class Builder:
    """Builds the nodes of a block; `kinds` are the forms of a case or query, from further blocks."""

    kinds: list[Block] = field(default_factory=list)
    inline: list[Row] = field(default_factory=list)
    scalars: list[str] = field(default_factory=list)
    spaced: bool = True  # elements of a dotted run are tokens; False: one token without blanks

    def nodes(self, rows: Sequence[Row]) -> list[Node] | None:
        """Return the nodes of the rows, None where they can't be understood."""
        groups = _groups(list(rows))
        found: list[Node] = []
        for group in groups:
            new = self.group(group)
            if new is None:
                return None
            found += new
        return found

    def group(self, group: Group) -> list[Node] | None:
        """Return the nodes of a plain line or of a repeat."""
        if group.last is None:
            return self.plain(group.rows)
        first, last = group.rows, group.last
        count = self.repeat_count(first, last)
        if count is None:
            return None
        if len(first) == 1 and self.is_placeholder(first[0]):
            body = self.placeholder(first[0].elements[0].base)
            return [Repeat(count, tuple(body))] if body else None
        outer = list(self.scalars)
        lines = [self.line(row, end, in_rows=True) for row, end in zip(first, last, strict=True)]
        self.scalars = outer
        if any(line is None for line in lines):
            return None
        return [Repeat(count, tuple(line for line in lines if line is not None))]

    def plain(self, rows: tuple[Row, ...]) -> list[Node] | None:
        """Return single lines; rows that differ by a running subscript are a constant repeat."""
        if len(rows) > 1:
            line = self.line(rows[0], rows[-1], in_rows=True)
            return [Repeat(Const(len(rows)), (line,))] if line is not None else None
        line = self.line(rows[0], rows[0], in_rows=False)
        return [line] if line is not None else None

    def repeat_count(self, first: tuple[Row, ...], last: tuple[Row, ...]) -> Expr | None:
        """Return the rows of a repeat: from the subscripts, else the number read last."""
        if first == last:
            return Ref(self.scalars[-1]) if self.scalars else None
        for row, end in zip(first, last, strict=True):
            for a, b in zip(_names(row), reversed(_names(end)), strict=False):
                begin = next((e for e in _names(row) if e.base == b.base), a)
                if begin.subs and b.subs:
                    low, high = _outer(begin), _outer(b, like=begin)
                    if low != high and (found := span_count(low, high)) is not None:
                        return found
        return Ref(self.scalars[-1]) if self.scalars else None

    def is_placeholder(self, row: Row) -> bool:
        """Whether a row stands for a case or query described elsewhere."""
        if len(row.elements) != 1 or row.elements[0].is_dots:
            return False
        base = row.elements[0].base
        return len(base) > 2 and _PLACEHOLDER.fullmatch(base) is not None

    def placeholder(self, base: str) -> list[Node] | None:
        """Return the body of a case or query: one form, or a choice by the first token."""
        outer = list(self.scalars)
        rows = [row for block in self.kinds for row in block.rows]
        typed = [row for row in rows if row.elements and row.elements[0].is_word]
        if rows and len(typed) == len(rows):
            return self.choice(rows)
        if self.inline and not rows:
            return self.choice(self.inline)
        body = self.nodes(self.kinds[0].rows) if self.kinds else None
        self.scalars = outer
        return body

    def choice(self, rows: Sequence[Row]) -> list[Node] | None:
        """Return the choice between rows that start with a fixed word."""
        branches: dict[str, Branch] = {}
        for row in rows:
            key = row.elements[0].base
            rest = (
                self.line(Row(row.elements[1:]), Row(row.elements[1:]), in_rows=True)
                if row.elements[1:]
                else Line(())
            )
            if rest is not None and key not in branches:
                branches[key] = Branch((key,), rest.items)
        if len(branches) < 2:
            return None
        kind = FieldType.INT if all(re.fullmatch(r"-?\d+", key) for key in branches) else FieldType.STR
        return [Choice(Field("type", kind), tuple(branches.values()))]

    def line(self, row: Row, last: Row, *, in_rows: bool) -> Line | None:
        """Return the line of a row; `last` is the last row of its repeat, whose subscripts give widths."""
        items: list[Field | Literal] = []
        at = 0
        elements = row.elements
        while at < len(elements):
            element = elements[at]
            run = _run(elements, at)
            if element.is_word:
                items.append(Literal(element.base))
                at += 1
            elif run > at + 1 and (array := self.array(elements[at:run], in_rows=in_rows)) is not None:
                items.append(array)
                at = run
            elif element.is_dots:
                return None
            else:
                items.append(
                    self.scalar(element, in_rows=in_rows, index=element.subs[0] if element.subs else "")
                )
                at += 1
        names = [item.name for item in items if isinstance(item, Field)]
        return Line(tuple(items)) if len(set(names)) == len(names) else None

    def scalar(self, element: Element, *, in_rows: bool, index: str) -> Field:
        """Return a single token; in a repeat the running subscript is no part of its name."""
        subs = element.subs[1:] if in_rows and element.subs else element.subs
        name = element.base + "".join(
            s if s.isdigit() else f"_{re.sub(r'[^0-9A-Za-z]', '', s)}" for s in subs
        )
        self.scalars.append(name)
        return Field(name)

    def array(self, run: Sequence[Element], *, in_rows: bool) -> Field | None:
        """Return a dotted run as an array, or as one token when its elements are not separated."""
        first, last = run[0], run[-1]
        if not any(e.is_dots for e in run):
            if len(run) < 3 and not in_rows and not run[-1].glued:
                return None
            low, high = _inner(first), _inner(last, like=first)
            if not (low.isdigit() and high.isdigit() and int(high) - int(low) == len(run) - 1):
                return None
        if not last.subs or not first.subs:
            return None
        if _width(first) > 1 or in_rows:
            row = _outer(first)
            count = span_count(_inner(first), _without_row(_inner(last, like=first), row))
        else:
            count = span_count(first.subs[0], ",".join(last.subs))
        if count is None:
            return None
        glued = any(e.glued for e in run if not e.is_dots) or not self.spaced
        if glued:
            return Field(first.base, FieldType.STR, length=count)
        return Field(first.base, count=count)


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that belong together: single ones, or the first and last rows around vertical dots."""

    rows: tuple[Row, ...]
    last: tuple[Row, ...] | None = None


def _groups(rows: list[Row]) -> list[Group]:
    found: list[Group] = []
    at = 0
    while at < len(rows):
        if rows[at].is_gap:
            size = _gap_size(rows, at, found)
            if size == 0:
                return []
            first = _take_back(found, size, rows[at + 1 : at + 1 + size])
            found.append(Group(first, tuple(rows[at + 1 : at + 1 + size])))
            at += 1 + size
            continue
        found.append(Group((rows[at],)))
        at += 1
    return _constant(found)


def _gap_size(rows: list[Row], gap: int, found: list[Group]) -> int:
    """Return how many lines make one repetition around the dots at `gap`."""
    singles = [g.rows[0].shape for g in found if g.last is None]
    for size in range(1, 9):
        after = [row.shape for row in rows[gap + 1 : gap + 1 + size]]
        if len(after) == size and singles[-size:] == after and all(after):
            return size
    return 0


def _take_back(found: list[Group], size: int, last: list[Row]) -> tuple[Row, ...]:
    """Remove the first rows of a repeat from the groups; return its very first ones."""
    first = tuple(g.rows[0] for g in found[-size:])
    del found[-size:]
    while len(found) >= size and all(g.last is None for g in found[-size:]):
        rows = tuple(g.rows[0] for g in found[-size:])
        if [r.shape for r in rows] != [r.shape for r in last] or not _precedes(rows[0], first[0]):
            break
        first = rows
        del found[-size:]
    return first


def _precedes(row: Row, following: Row) -> bool:
    """Whether the running subscript of `following` is one more than that of `row`."""
    a, b = _names(row)[:1], _names(following)[:1]
    if not a or not b or not a[0].subs or not b[0].subs:
        return row == following
    low, high = _outer(a[0]), _outer(b[0])
    return low.isdigit() and high.isdigit() and int(high) == int(low) + 1


def _constant(groups: list[Group]) -> list[Group]:
    """Join single lines that differ by a running subscript: `x_1 y_1`, `x_2 y_2`, `x_3 y_3`."""
    found: list[Group] = []
    for group in groups:
        before = found[-1] if found else None
        same = (
            before is not None
            and before.last is None
            and group.last is None
            and before.rows[-1].shape == group.rows[0].shape
        )
        if (
            same
            and before is not None
            and _names(group.rows[0])
            and _precedes(before.rows[-1], group.rows[0])
            and group.rows[0].elements[0].subs
        ):
            found[-1] = Group((*before.rows, *group.rows))
        else:
            found.append(group)
    return found


def _names(row: Row) -> list[Element]:
    return [e for e in row.elements if not e.is_dots and not e.is_word]


def _run(elements: Sequence[Element], at: int) -> int:
    """Return the end of the run of equal bases and dots that starts at `at`."""
    base = elements[at].base
    stop = at + 1
    while stop < len(elements) and (
        elements[stop].is_dots or (elements[stop].base == base and not elements[stop].is_word)
    ):
        stop += 1
    while stop > at + 1 and elements[stop - 1].is_dots:
        stop -= 1
    return stop


def _width(element: Element) -> int:
    """Return the number of subscripts; `11` and `00` as first ones are two."""
    if len(element.subs) == 1 and re.fullmatch(r"11|00|01|10|12|1N|1M|1W", element.subs[0]):
        return 2
    return len(element.subs)


def _parts(element: Element, like: Element) -> tuple[str, ...]:
    if len(element.subs) == 1 and _width(like) == 2 and len(like.subs) == 1:
        text = element.subs[0]
        return (text[:1], text[1:]) if len(text) == 2 else (text[: len(text) // 2], text[len(text) // 2 :])
    return element.subs


def _outer(element: Element, like: Element | None = None) -> str:
    """Return the first subscript."""
    parts = _parts(element, like or element)
    return parts[0] if parts else ""


def _inner(element: Element, like: Element | None = None) -> str:
    """Return the last subscript."""
    parts = _parts(element, like or element)
    return parts[-1] if parts else ""


def _without_row(text: str, row: str) -> str:
    """Return the width `K_1` of row 1 as `K`."""
    found = re.fullmatch(rf"([A-Za-z]+)_?\{{?{re.escape(row)}\}}?(.*)", text)
    return found[1] + found[2] if found and row else text
