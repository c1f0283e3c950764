"""The layouts a format block may mean, tried on the samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from stab.layout.infer.alternatives import Prose
from stab.layout.infer.block_nodes import Builder
from stab.layout.infer.blocks import Block, find_blocks, inline_rows
from stab.layout.infer.fitting import Fitted, fit
from stab.layout.infer.matcher import Miss, Reader, Text
from stab.layout.infer.resolving import INDEX, Bound, resolve_count
from stab.records import Blank, Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat


def read_blocks(section: str, statement: str, texts: tuple[Text, ...], prose: Prose) -> Fitted | None:
    """Return the layout of the section's format block that reads every sample; None if there is none."""
    for nodes in block_layouts(section, statement):
        if all(_reads(nodes, text) for text in texts):
            return fit(nodes, texts, prose)
    return None


def block_layouts(section: str, statement: str) -> Iterator[tuple[Node, ...]]:
    """Yield what the section's format blocks may mean, the likeliest first, all counts bound."""
    for nodes in _layouts(find_blocks(section), section, statement):
        bound = bind_counts(nodes)
        if bound is not None:
            yield bound


def _layouts(blocks: list[Block], section: str, statement: str) -> Iterator[tuple[Node, ...]]:
    """Yield layouts: the first block with the others as forms of a case or query."""
    inline = inline_rows(section) or inline_rows(statement)
    for at, spaced in product(range(min(len(blocks), 2)), (True, False)):
        builder = Builder(blocks[at + 1 :], inline, [], spaced)
        nodes = builder.nodes(blocks[at].rows)
        if nodes:
            yield tuple(nodes)


def _reads(nodes: tuple[Node, ...], text: Text) -> bool:
    try:
        return Reader(text).nodes(nodes, 0, {}) >= len(text.lines)
    except Miss:
        return False


def bind_counts(nodes: tuple[Node, ...]) -> tuple[Node, ...] | None:
    """Return the nodes with every count over names read before; None where one is not read."""
    found = _bind(nodes, Bound((), ()))
    return found[0] if found else None


def _bind(nodes: tuple[Node, ...], bound: Bound) -> tuple[tuple[Node, ...], Bound] | None:
    result: list[Node] = []
    for node in nodes:
        match node:
            case Line(items):
                line = _bind_items(items, bound)
                if line is None:
                    return None
                result.append(Line(line[0]))
                bound = line[1]
            case Repeat():
                counts = resolve_count(node.count, bound) if node.count is not None else []
                body = _bind(node.body, bound)
                if body is None or not counts or counts[0][1] > 0:
                    return None
                index = INDEX if _indexed(body[0]) else None
                result.append(replace(node, count=counts[0][0], body=body[0], index=index))
            case Choice(selector, branches):
                new = []
                for branch in branches:
                    rest = _bind_items(branch.items, bound)
                    if rest is None:
                        return None
                    new.append(Branch(branch.values, rest[0], branch.body))
                result.append(Choice(selector, tuple(new)))
            case Blank():
                result.append(node)
    return tuple(result), bound


def _bind_items(
    items: tuple[Field | Literal, ...], bound: Bound
) -> tuple[tuple[Field | Literal, ...], Bound] | None:
    found: list[Field | Literal] = []
    for item in items:
        if isinstance(item, Literal):
            found.append(item)
            continue
        if item.count is not None:
            counts = [expr for expr, price in resolve_count(item.count, bound) if price == 0]
            if not counts:
                return None
            item = replace(item, count=counts[0])
            bound = Bound(bound.scalars, (*bound.arrays, item.name))
        elif item.type is FieldType.INT:
            bound = bound.plus(item.name)
        if item.length is not None:
            lengths = [expr for expr, price in resolve_count(item.length, bound) if price == 0]
            item = replace(item, length=lengths[0] if lengths else None)
        found.append(item)
    return tuple(found), bound


def _indexed(nodes: tuple[Node, ...]) -> bool:
    from stab.layout.infer.search import uses_index

    return uses_index(nodes)
