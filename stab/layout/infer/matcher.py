"""Matching layout nodes against samples line by line: structure only, types are settled afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from stab.expression import Const, Expr, Ref, Unbound, evaluate, render
from stab.records import Blank, Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat

Env = dict[str, "int | list[str]"]
MAX_ROWS = 2_000_000


@dataclass(frozen=True, slots=True)
class Text:
    """A sample's lines as tokens; `name` is for messages."""

    name: str
    lines: tuple[tuple[str, ...], ...]
    raw: tuple[str, ...] = ()


def text_of(name: str, data: str) -> Text:
    """Return the sample with blank lines at the end removed."""
    rows = [line.strip() for line in data.replace("\r\n", "\n").split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    return Text(name, tuple(tuple(row.split()) for row in rows), tuple(rows))


class Miss(Exception):
    """The sample doesn't go on as the nodes say: line (0-based), what was expected, what stood there."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(line, expected, found)
        self.line = line
        self.expected = expected
        self.found = found


@dataclass(slots=True)
class Reader:
    """Reads nodes from one sample; with `record`, collects the tokens of every field by id."""

    text: Text
    record: dict[int, list[str]] | None = None
    index: dict[str, int] = field(default_factory=dict)

    def nodes(self, nodes: Sequence[Node], at: int, env: Env) -> int:
        """Return the line after the nodes; binds what they read in `env`; raises Miss."""
        for node in nodes:
            match node:
                case Line(items):
                    at = self.line(items, at, env)
                case Repeat():
                    at = self.repeat(node, at, env)
                case Choice(selector, branches):
                    at = self.choice(selector, branches, at, env)
                case Blank():
                    if at < len(self.text.lines) and self.text.lines[at]:
                        raise self.miss(at, "an empty line")
                    at += 1
        return at

    def miss(self, at: int, expected: str) -> Miss:
        """Return the exception for line `at`."""
        if at >= len(self.text.lines):
            return Miss(at, expected, "the end of the sample")
        return Miss(at, expected, " ".join(self.text.lines[at])[:60] or "an empty line")

    def repeat(self, node: Repeat, at: int, env: Env) -> int:
        if node.count is None:
            return self.open_repeat(node, at, env)
        count = self.value(node.count, env, at)
        if count > MAX_ROWS or count < 0:
            raise self.miss(at, f"{render(node.count)} = {count} lines")
        width = _flat_width(node)
        if width is not None:
            return self.rows(node, count, width, at)
        for step in range(count):
            if node.index:
                self.index[node.index] = step
            at = self.nodes(node.body, at, dict(env))
        return at

    def rows(self, node: Repeat, count: int, width: int, at: int) -> int:
        """Read rows of a fixed number of tokens."""
        lines = self.text.lines
        items = node.body[0].items if isinstance(node.body[0], Line) else ()
        for step in range(at, at + count):
            if step >= len(lines) or len(lines[step]) != width:
                raise self.miss(step, f"{_plural(width)}: {describe(items)}")
        if self.record is not None:
            for column, item in enumerate(items):
                if isinstance(item, Field):
                    self.record.setdefault(id(item), []).extend(row[column] for row in lines[at : at + count])
        return at + count

    def open_repeat(self, node: Repeat, at: int, env: Env) -> int:
        while at < len(self.text.lines):
            if node.until is not None and self.text.lines[at] == node.until:
                return at + 1
            at = self.nodes(node.body, at, dict(env))
        if node.until is not None:
            raise self.miss(at, f"the line `{' '.join(node.until)}`")
        return at

    def choice(self, selector: Field, branches: Sequence[Branch], at: int, env: Env) -> int:
        if at >= len(self.text.lines) or not self.text.lines[at]:
            raise self.miss(at, f"a line that starts with {selector.name}")
        first = self.text.lines[at][0]
        default = None
        for branch in branches:
            if not branch.values:
                default = branch
            if first in branch.values:
                break
        else:
            if default is None:
                raise self.miss(
                    at, f"a line that starts with one of {', '.join(b.values[0] for b in branches)}"
                )
            branch = default
        at = self.line((selector, *branch.items), at, env)
        return self.nodes(branch.body, at, env)

    def line(self, items: Sequence[Field | Literal], at: int, env: Env) -> int:
        """Read one line; a line of empty arrays may be missing at the end of the sample."""
        if at >= len(self.text.lines):
            if all(
                isinstance(i, Field) and i.count is not None and self.value(i.count, env, at) == 0
                for i in items
            ):
                return at
            raise self.miss(at, describe(items))
        tokens = self.text.lines[at]
        column = 0
        for item in items:
            column = self.item(item, items, tokens, column, at, env)
        if column != len(tokens):
            raise self.miss(at, describe(items))
        return at + 1

    def item(
        self,
        item: Field | Literal,
        items: Sequence[Field | Literal],
        tokens: tuple[str, ...],
        column: int,
        at: int,
        env: Env,
    ) -> int:
        if isinstance(item, Literal):
            if tokens[column : column + 1] != (item.text,):
                raise self.miss(at, f"the word {item.text!r}")
            return column + 1
        if item.type is FieldType.LINE or item.to_line_end:
            end = len(tokens)
        elif item.count is None:
            end = column + 1
        else:
            end = column + self.value(item.count, env, at)
        if end > len(tokens) or end < column:
            raise self.miss(at, describe(items))
        read = tokens[column:end]
        if item.count is None and not item.to_line_end:
            self.scalar(item, items, read, at, env)
        else:
            env[item.name] = list(read)
        if self.record is not None:
            self.record.setdefault(id(item), []).extend(read)
        return end

    def scalar(
        self, item: Field, items: Sequence[Field | Literal], read: tuple[str, ...], at: int, env: Env
    ) -> None:
        if item.length is not None and len(read[0]) != self.value(item.length, env, at):
            raise self.miss(at, describe(items))
        if item.type is FieldType.STR:
            env[f"len({item.name})"] = len(read[0]) if read else 0
        elif read and _is_int(read[0]):
            env[item.name] = int(read[0])
        else:
            env.pop(item.name, None)

    def value(self, expr: Expr, env: Env, at: int) -> int:
        """Return the count; Miss if it is not bound to a number."""
        if isinstance(expr, Const):
            return int(expr.value)
        if isinstance(expr, Ref) and not expr.indices:
            bound = env.get(expr.name)
            if isinstance(bound, int):
                return bound
        try:
            found = evaluate(expr, _View(env, self.index))
        except (Unbound, ArithmeticError) as error:
            raise self.miss(at, f"a value for {render(expr)}") from error
        whole = int(found)
        if found != whole or abs(whole) > 10**9:
            raise self.miss(at, f"a whole number for {render(expr)}")
        return whole


class _View(dict[str, "int | Fraction"]):
    """The bound values, with `k[i]` looked up in an array by the current index."""

    def __init__(self, env: Env, index: dict[str, int]) -> None:
        super().__init__({key: value for key, value in env.items() if isinstance(value, int)})
        self.env = env
        self.index = index

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or self._element(str(key)) is not None

    def __getitem__(self, key: str) -> int | Fraction:
        if dict.__contains__(self, key):
            return dict.__getitem__(self, key)
        found = self._element(key)
        if found is None:
            raise KeyError(key)
        return found

    def _element(self, key: str) -> int | None:
        name, _, rest = key.partition("[")
        values = self.env.get(name)
        position = self.index.get(rest[:-1])
        if (
            isinstance(values, list)
            and position is not None
            and position < len(values)
            and _is_int(values[position])
        ):
            return int(values[position])
        return None


def _is_int(token: str) -> bool:
    return token.lstrip("+-").isdecimal() and len(token) < 4000


def _flat_width(node: Repeat) -> int | None:
    """Return the tokens of each row where that is fixed and nothing in a row matters to another field."""
    if len(node.body) != 1 or not isinstance(node.body[0], Line):
        return None
    items = node.body[0].items
    plain = all(
        isinstance(i, Field) and i.count is None and not i.to_line_end and i.length is None for i in items
    )
    return (
        len(items)
        if plain and all(isinstance(i, Field) and i.type is not FieldType.LINE for i in items)
        else None
    )


def _plural(width: int) -> str:
    return "1 token" if width == 1 else f"{width} tokens"


def describe(items: Sequence[Field | Literal]) -> str:
    """Return the line's items as users write them."""
    return "the line `" + " ".join(_item(item) for item in items) + "`"


def _item(item: Field | Literal) -> str:
    if isinstance(item, Literal):
        return f'"{item.text}"'
    text = item.name + (
        f"[{render(item.count)}]" if item.count is not None else "[]" if item.to_line_end else ""
    )
    if item.length is not None:
        return f"{text}:str({render(item.length)})"
    return text if item.type is FieldType.INT else f"{text}:{item.type.value}"
