"""Adds tests to a generators.yaml of BAPCtools by inserting lines; every other byte stays as it is.

`bt generate` removes tests that this file does not list, so tests may not be added without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stab.errors import InputError
from stab.statement.textfile import read_text_file
from stab.suites.yaml_files import broken_yaml

if TYPE_CHECKING:
    from yaml.nodes import Node

FILE = "generators/generators.yaml"
COPIES = "stab"  # below generators/: what the entries copy
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Merged:
    """The new text, and the folder below data/secret in which the tests then are ("" for itself)."""

    text: str
    group: str = ""


def merged(file: Path, names: Sequence[str]) -> Merged:
    """Return the file with an entry `NAME: {copy: stab/NAME}` for each name under data: secret: data:.

    Entries of a list are numbered by BAPCtools, so there the new ones come as a group of their own. Raises
    InputError (line) for YAML that is broken or written so that lines can't be inserted.
    """
    import yaml

    raw = file.read_bytes().decode("utf-8", "surrogateescape")
    text = read_text_file(file)
    mark = _BOM if raw.startswith(_BOM) else ""
    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        before = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise broken_yaml(error, file) from error
    node = _at(tree, ("data", "secret", "data"))
    if node is None:
        raise InputError(
            "there is no data: secret: data: in it", file=str(file), hint="add it, with [] as its value"
        )
    made = _inserted(text, node, names, file)
    _check(before, yaml.safe_load(made.text), names, file)
    return Merged(mark + made.text, made.group)


def _at(tree: Node | None, keys: Sequence[str]) -> Node | None:
    from yaml.nodes import MappingNode

    for key in keys:
        if not isinstance(tree, MappingNode):
            return None
        tree = next((value for name, value in tree.value if name.value == key), None)
    return tree


def _inserted(text: str, node: Node, names: Sequence[str], file: Path) -> Merged:
    from yaml.nodes import MappingNode, SequenceNode

    end = "\r\n" if "\r\n" in text else "\n"
    if not node.value or (not isinstance(node, MappingNode | SequenceNode) and node.tag.endswith(":null")):
        indent = _column_of_key(text, node) + 2
        lines = end.join(_entries(names, indent))
        start, stop = node.start_mark.index, node.end_mark.index
        rest = text[stop:].partition("\n")
        before = text[:start].rstrip(" ") if start < len(text) else text
        tail = rest[0].rstrip("\r")
        return Merged(f"{before}{tail}{end}{lines}{end}{rest[2]}")
    if not isinstance(node, MappingNode | SequenceNode) or node.flow_style:
        raise InputError(
            "the tests are written in braces: no line can be added",
            file=str(file),
            line=node.start_mark.line + 1,
            hint="write each test of data: secret: data: on a line of its own",
        )
    group = ""
    if isinstance(node, SequenceNode):
        group = _group_name(node, file)
        column = node.start_mark.column
        lines_ = [f"{' ' * column}- {COPIES}:", f"{' ' * column}    data:", *_entries(names, column + 6)]
    else:
        lines_ = _entries(names, node.start_mark.column)
    place = _line_end(text, _last_leaf(node))
    before = text[:place] if text[:place].endswith("\n") or not place else text[:place] + end
    return Merged(before + end.join(lines_) + end + text[place:], group)


def _entries(names: Sequence[str], indent: int) -> list[str]:
    pad = " " * indent
    return [line for name in names for line in (f"{pad}{name}:", f"{pad}  copy: {COPIES}/{name}")]


def _column_of_key(text: str, node: Node) -> int:
    """Return the column of the key on whose line the empty value stands."""
    line = text.splitlines()[min(node.start_mark.line, text.count("\n"))]
    return len(line) - len(line.lstrip(" "))


def _last_leaf(node: Node) -> Node:
    from yaml.nodes import MappingNode, SequenceNode

    while isinstance(node, MappingNode | SequenceNode) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return node


def _line_end(text: str, leaf: Node) -> int:
    """Return where the line after the last one of a node begins."""
    place = int(leaf.end_mark.index)
    if getattr(leaf, "style", None) in ("|", ">"):
        return place
    found = text.find("\n", place)
    return len(text) if found < 0 else found + 1


def _group_name(node: Any, file: Path) -> str:
    """Return the folder that BAPCtools makes of one more group in the list: `3-stab`."""
    groups = sum(
        any(key.value == "data" for key, _ in value.value)
        for entry in node.value
        for _, value in (entry.value if isinstance(entry.value, list) else [])
        if isinstance(value.value, list) and value.id == "mapping"
    )
    width = len(str(groups + 1))
    if groups and width != len(str(groups)):
        raise InputError(
            f"one more group than {groups} would number all others anew",
            file=str(file),
            line=node.start_mark.line + 1,
            hint="give the groups names instead of a list",
        )
    return f"{groups + 1:0{width}d}-{COPIES}"


def _check(before: Any, after: Any, names: Sequence[str], file: Path) -> None:
    """Raise InputError unless the new file says what the old one says, and the new tests."""
    old, new = before["data"]["secret"].get("data"), after["data"]["secret"]["data"]
    entries = {name: {"copy": f"{COPIES}/{name}"} for name in names}
    if isinstance(old, list) and old:
        wanted: Any = [*old, {COPIES: {"data": entries}}]
    else:
        wanted = {**(old or {}), **entries}
    before["data"]["secret"]["data"] = wanted
    if new != wanted or after != before:
        raise InputError(
            "the new tests can't be inserted safely", file=str(file), hint="write data: secret: data: plainly"
        )
