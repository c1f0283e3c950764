"""Rows of single tokens under construction: their columns, and the format of one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stab.expression import Expr
from stab.records import Blank, Field, Line, Literal, Node
from stab.synth.relations import Relation


@dataclass(slots=True)
class Columns:
    """The columns of a table under construction."""

    count: str  # Python text of the number of rows
    size: int | None  # the number of rows, where it is known
    expr: Expr | None  # the number of rows, as the layout writes it
    items: list[Field]
    done: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)  # columns that are lists of text, not arrays
    fixed: set[str] = field(default_factory=set)  # columns whose rows belong together as they are
    whole: bool = False  # each row depends on the one before: none may be replaced
    checks: dict[Relation, None] = field(default_factory=dict)


def template_of(body: Sequence[Node]) -> tuple[str, list[Field]]:
    """Return the format of one row (several lines, perhaps) and its fields."""
    lines, items = [], []
    for node in body:
        if isinstance(node, Blank):
            lines.append("")
        elif isinstance(node, Line):
            parts = []
            for item in node.items:
                if isinstance(item, Literal):
                    parts.append(item.text.replace("{", "{{").replace("}", "}}"))
                else:
                    parts.append("{}")
                    items.append(item)
            lines.append(" ".join(parts))
    return "\n".join(lines), items
