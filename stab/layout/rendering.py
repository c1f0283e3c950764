"""Writes a layout in the notation that `parse_layout` reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stab.expression import render
from stab.layout.alphabet import compress
from stab.records import Blank, Branch, Choice, Field, FieldType, Layout, Line, Literal, Node, Repeat, Role

_INDENT = "  "


def render_layout(layout: Layout) -> str:
    """Return the notation of `layout`, with a final newline; quotes of roles are left out."""
    lines = [*_block(layout.nodes), *map(role_text, layout.roles)]
    return "".join(line + "\n" for line in lines)


def _block(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        match node:
            case Line(items):
                yield _items(items)
            case Blank():
                yield "blank"
            case Repeat(_, (Line(items),), _, _):
                yield f"{_head(node)} {_items(items)}"
            case Repeat(_, body, _, _):
                yield _head(node)
                yield from (_INDENT + line for line in _block(body))
            case Choice(selector, branches):
                yield f"choose {_item(selector)}:"
                for branch in branches:
                    yield from (_INDENT + line for line in _branch(branch))


def _branch(branch: Branch) -> Iterator[str]:
    values = ", ".join(map(_value, branch.values)) or "else"
    yield f"{values}: {_items(branch.items)}".rstrip()
    yield from (_INDENT + line for line in _block(branch.body))


def _head(node: Repeat) -> str:
    if node.until is not None:
        index = f"{node.index} " if node.index else ""
        return f"repeat {index}until {_quoted(' '.join(node.until))}:"
    index = f"{node.index} < " if node.index else ""
    return f"repeat {index}{'*' if node.count is None else render(node.count)}:"


def _value(value: str) -> str:
    plain = value != "else" and not any(c.isspace() or c in ':,"#@\\' for c in value)
    return value if plain else _quoted(value)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _items(items: Sequence[Field | Literal]) -> str:
    return " ".join(_quoted(item.text) if isinstance(item, Literal) else _item(item) for item in items)


def _item(field: Field) -> str:
    run = "[]" if field.to_line_end else "" if field.count is None else f"[{render(field.count)}]"
    kind = "" if field.type is FieldType.INT else f":{field.type}"
    if field.length is None and field.alphabet is None:
        return field.name + run + kind
    length = "*" if field.length is None else render(field.length)
    alphabet = "" if field.alphabet is None else f", {_quoted(compress(field.alphabet))}"
    return f"{field.name}{run}{kind}({length}{alphabet})"


def role_text(role: Role) -> str:
    """Return the notation of a role."""
    size = "" if role.size is None else f" of {role.size}"
    return f"@{role.kind} {' '.join(role.fields)}{size}"
