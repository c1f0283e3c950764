"""Types settled on the data, unnamed fields given names, duplicate names within a block told apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stab.layout.infer.alternatives import UNNAMED, Prose
from stab.layout.infer.matcher import Miss, Reader, Text
from stab.patterns import regex
from stab.records import Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat

_INTEGER = regex(r"-?(?:0|[1-9]\d*)")
_NUMBER = regex(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_REAL_WORDS = regex(
    r"\breal\b|\bdecimal|floating|fraction|digits? after|decimal (?:point|places)|precision|\bfloat\b|"
    r"\bdouble\b|probabilit",
    re.I,
)
_TEXT_WORDS = regex(
    r"\bstrings?\b|characters?|letters?|\bwords?\b|\bnames?\b|symbols?|alphabet|hexadecimal|digits?|"
    r"quote|\"|time\b|format|spaces",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The nodes with types and names, and what the words' contradictions cost."""

    nodes: tuple[Node, ...]
    penalty: float


def fit(nodes: tuple[Node, ...], texts: Sequence[Text], prose: Prose) -> Fitted:
    """Return the nodes with every field's type as the samples show it."""
    record: dict[int, list[str]] = {}
    for text in texts:
        try:
            Reader(text, record).nodes(nodes, 0, {})
        except Miss:  # the search has read it already, so only a list of a fixed width can differ
            return Fitted(nodes, 9.0)
    section = prose.plain.text
    costs: list[float] = []

    def settle(item: Field) -> Field:
        fixed, cost = _settled(item, record.get(id(item), []), section)
        costs.append(cost)
        return fixed

    fitted = mapped(nodes, settle)
    return Fitted(_distinct(fitted), sum(costs))


def _settled(item: Field, tokens: list[str], section: str) -> tuple[Field, float]:
    """Return the field with the type its tokens allow, and the price of a type the words don't say."""
    if item.type is FieldType.STR or not tokens:
        return item, 0.0
    if item.type is FieldType.INT and all(_INTEGER.fullmatch(t) for t in tokens):
        return item, 0.0
    if all(_NUMBER.fullmatch(t) for t in tokens) and not any(re.match(r"[-+]?0\d", t) for t in tokens):
        if item.type is FieldType.REAL:
            return item, 0.0
        if not all(_INTEGER.fullmatch(t.lstrip("+")) for t in tokens):
            return replace(item, type=FieldType.REAL), 0.0 if _REAL_WORDS.search(section) else 1.0
    cost = 0.5 if _TEXT_WORDS.search(section) else 2.0
    return replace(item, type=FieldType.STR), cost


def mapped(nodes: Sequence[Node], change: Callable[[Field], Field]) -> tuple[Node, ...]:
    """Return the nodes with every field changed."""

    def items(found: Sequence[Field | Literal]) -> tuple[Field | Literal, ...]:
        return tuple(change(i) if isinstance(i, Field) else i for i in found)

    result: list[Node] = []
    for node in nodes:
        match node:
            case Line(found):
                result.append(Line(items(found)))
            case Repeat():
                result.append(replace(node, body=mapped(node.body, change)))
            case Choice(selector, branches):
                new = tuple(Branch(b.values, items(b.items), mapped(b.body, change)) for b in branches)
                result.append(Choice(change(selector), new))
            case _:
                result.append(node)
    return tuple(result)


def _distinct(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the nodes with names given to unnamed fields and no name twice in a block."""
    taken: set[str] = set()

    def unnamed(item: Field) -> Field:
        if item.name != UNNAMED:
            return item
        letter = (
            "_s" if item.type in (FieldType.STR, FieldType.LINE) else "_a" if item.count is not None else "_x"
        )
        name, step = letter, 1
        while name in taken:
            step += 1
            name = f"{letter}{step}"
        taken.add(name)
        return replace(item, name=name)

    return _block(mapped(nodes, unnamed))


def _block(nodes: Sequence[Node]) -> tuple[Node, ...]:
    own: set[str] = set()

    def single(item: Field, seen: set[str]) -> Field:
        name, step = item.name, 1
        while name in seen:
            step += 1
            name = f"{item.name}_{step}" if item.name.startswith("_") else f"_{item.name}{step}"
        seen.add(name)
        return replace(item, name=name) if name != item.name else item

    result: list[Node] = []
    for node in nodes:
        match node:
            case Line(items):
                result.append(Line(tuple(single(i, own) if isinstance(i, Field) else i for i in items)))
            case Repeat():
                result.append(replace(node, body=_block(node.body)))
            case Choice(selector, branches):
                selector = single(selector, own)
                new = []
                for branch in branches:
                    seen = set(own)
                    rest = tuple(single(i, seen) if isinstance(i, Field) else i for i in branch.items)
                    new.append(Branch(branch.values, rest, _block(branch.body)))
                result.append(Choice(selector, tuple(new)))
            case _:
                result.append(node)
    return tuple(result)


def fields(nodes: Sequence[Node]) -> list[Field]:
    """Return all fields in reading order."""
    found: list[Field] = []

    def note(item: Field) -> Field:
        found.append(item)
        return item

    mapped(nodes, note)
    return found
