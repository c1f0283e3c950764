"""Which names a layout may use where: counts must be read before they are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stab.errors import LayoutError
from stab.expression import Call, Expr, Ref, names, refs, render
from stab.records import Blank, Choice, Field, FieldType, Line, Literal, Node, Repeat, Role

_HINT = "a name must be read on an earlier line of the same or an outer block"


def check_names(
    nodes: Sequence[Node], roles: Sequence[tuple[Role, int]], lines: Mapping[int, int] | None = None
) -> None:
    """Raise LayoutError when a count is not known where it is used, or a role names no field.

    `lines` maps id(node) to a line of the notation, for the message.
    """
    walk = _Walk(lines or {})
    walk.block(nodes, {}, is_last=True)
    for role, line in roles:
        for name in role.fields:
            if name not in walk.all:
                raise LayoutError(
                    f"layout line {line}: '@{role.kind}' names '{name}', which no line reads",
                    line=line,
                    hint=_HINT,
                )


class _Walk:
    def __init__(self, lines: Mapping[int, int]) -> None:
        self.lines = lines
        self.all: set[str] = set()

    def fail(self, node: Node, message: str) -> LayoutError:
        line = self.lines.get(id(node))
        return LayoutError(f"layout line {line}: {message}" if line else message, line=line, hint=_HINT)

    def block(self, nodes: Sequence[Node], outer: Mapping[str, Field | None], *, is_last: bool) -> set[str]:
        """Return the names that the block's own lines read; `visible` maps to None where only x[i] is."""
        visible = dict(outer)
        own: set[str] = set()
        for at, node in enumerate(nodes):
            last = is_last and at == len(nodes) - 1
            match node:
                case Line(items):
                    self.items(node, items, visible, own)
                case Repeat(count, body, index, until):
                    if count is None and until is None and not last:
                        raise self.fail(node, "lines follow a block that runs to the end of the file")
                    if count is not None:
                        self.known(node, count, visible)
                    inner = {**visible, **({index: Field(index)} if index else {})}
                    columns = self.block(body, inner, is_last=last and count is None and until is None)
                    visible.update({name: None for name in columns if name not in visible})
                case Choice(selector, branches):
                    self.items(node, (selector,), visible, own)
                    for branch in branches:
                        inner, names_read = dict(visible), set(own)
                        self.items(node, branch.items, inner, names_read)
                        self.block(branch.body, inner, is_last=False)
                case Blank():
                    pass
        return own

    def items(
        self, node: Node, items: Sequence[Field | Literal], visible: dict[str, Field | None], own: set[str]
    ) -> None:
        for item in items:
            if isinstance(item, Literal):
                continue
            for expr in (item.count, item.length):
                if expr is not None:
                    self.known(node, expr, visible)
            if item.name in own:
                raise self.fail(node, f"'{item.name}' is read twice in the same block")
            own.add(item.name)
            self.all.add(item.name)
            visible[item.name] = item

    def known(self, node: Node, expr: Expr, visible: Mapping[str, Field | None]) -> None:
        for name in names(expr):
            if name not in visible:
                raise self.fail(node, f"'{name}' in '{render(expr)}' is not read before it is needed")
        inside = {ref for call in _calls(expr) for arg in call.args for ref in refs(arg)}
        for ref in refs(expr):
            field = visible[ref.name]
            if ref in inside:
                continue
            plain = field is not None and field.count is None and not field.to_line_end
            if plain == bool(ref.indices):
                raise self.fail(node, f"'{render(ref)}' is not a single number here")
            if field is not None and field.type is not FieldType.INT:
                raise self.fail(node, f"'{ref.name}' is not an integer and can't be a count")


def _calls(expr: Expr) -> list[Call]:
    if isinstance(expr, Call) and expr.name in ("sum", "len"):
        return [expr]
    args = expr.args if not isinstance(expr, Ref) and hasattr(expr, "args") else ()
    return [call for arg in args for call in _calls(arg)]
