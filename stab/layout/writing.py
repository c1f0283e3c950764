"""Writes values along a layout: single blanks, a newline after every line, an empty line for an empty run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stab.digits import to_text
from stab.errors import LayoutError
from stab.expression import Call, Expr, Ref, Unbound, Value, evaluate, parse_expr, render
from stab.layout.schema import ChoiceStep, Level, LineStep, Part, RepeatStep, Schema, Slot
from stab.layout.values import Chosen, Column, Columns, Item, Numbers, Rows, Values
from stab.records import FieldType, Layout, Literal

_FEW = 64  # below this, numpy costs more than it saves
_CHUNK = 1 << 17
_SAFE = 10**18


def write_values(layout: Layout, values: Values) -> bytes:
    """Return the input that holds `values`.

    Raises LayoutError where the values lack a field, are of another shape, or contradict a count.
    """
    writer = _Writer()
    writer.level(Schema(layout).root, values, "")
    return b"".join(writer.parts)


class _Writer:
    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.env: dict[str, object] = {}

    def level(self, level: Level, values: Values, prefix: str) -> None:
        """Write the steps of a level; `prefix` is what already stands on its first line."""
        blocks = iter(values.blocks)
        for number, step in enumerate(level.steps):
            head = prefix if number == 0 else ""
            if isinstance(step, LineStep):
                self.line(step, values.items, head)
            elif isinstance(step, RepeatStep):
                self.repeat(step, _next(blocks))
            elif isinstance(step, ChoiceStep):
                self.choice(step, values.items, _next(blocks))
            else:
                self.parts.append(b"\n")

    def line(self, step: LineStep, items: Mapping[str, Item], prefix: str) -> None:
        tokens: list[bytes] = [prefix.encode()] if prefix else []
        for part in step.parts:
            if isinstance(part, Literal):
                tokens.append(part.text.encode())
                continue
            if part.name not in items:
                raise LayoutError(f"the values lack '{part.name}'")
            value = items[part.name]
            self.env[part.name] = value
            if part.is_run:
                self.check(part.field.count, _length(value), part.name)
                if _length(value):
                    tokens.append(_run(value))
            else:
                tokens.append(_token(value).encode())
        self.parts.append(b" ".join(tokens) + b"\n")

    def repeat(self, step: RepeatStep, block: object) -> None:
        saved = {slot.name: self.env[slot.name] for slot in step.level.slots if slot.name in self.env}
        match block:
            case Columns(rows, columns) if step.flat is not None:
                self.check(step.node.count, rows, "rows of a block")
                if rows:
                    self.parts.append(_rows(step.flat.parts, rows, columns))
                self.env.update(columns)
            case Rows(rows_):
                self.check(step.node.count, len(rows_), "rows of a block")
                for at, row in enumerate(rows_):
                    if step.node.index:
                        self.env[step.node.index] = at
                    self.level(step.level, row, "")
                for slot in step.level.slots:
                    self.env[slot.name] = [row.items[slot.name] for row in rows_]
                if step.node.until is not None:
                    self.parts.append(" ".join(step.node.until).encode() + b"\n")
            case _:
                raise LayoutError(
                    f"the values have no {'columns' if step.flat else 'rows'} where the layout repeats"
                )
        self.env.update(saved)

    def choice(self, step: ChoiceStep, items: Mapping[str, Item], block: object) -> None:
        if not isinstance(block, Chosen) or not 0 <= block.branch < len(step.branches):
            raise LayoutError(f"the values don't say what follows '{step.selector.name}'")
        selected = _token(items[step.selector.name])
        values = step.node.branches[block.branch].values
        if values and selected not in values:
            raise LayoutError(f"'{selected}' doesn't choose branch {block.branch} of '{step.selector.name}'")
        self.env[step.selector.name] = items[step.selector.name]
        self.level(step.branches[block.branch], block.values, selected)

    def check(self, expr: Expr | None, found: int, what: str) -> None:
        if expr is None:
            return
        try:
            plain = self.env.get(expr.name) if isinstance(expr, Ref) and not expr.indices else None
            wanted = plain if isinstance(plain, int) else evaluate(expr, Held(self.env))
        except (Unbound, ArithmeticError) as error:
            raise LayoutError(f"the count '{render(expr)}' can't be worked out: {error}") from None
        if wanted != found:
            raise LayoutError(f"the values have {found} {what}, the count '{render(expr)}' is {wanted}")


class Held(Mapping[str, Value]):
    """Values by canonical text, for counts: `n`, `k[i]`, `len(s)`, `sum(k)`."""

    def __init__(self, held: Mapping[str, object]) -> None:
        self.held = held

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str)

    def __getitem__(self, text: str) -> Value:
        match parse_expr(text):
            case Ref(name, ()) if isinstance(self.held.get(name), (int, np.integer)):
                return int(self.held[name])  # type: ignore[call-overload,no-any-return]
            case Ref(name, (index,)) if name in self.held:
                found = self.held[name]
                assert isinstance(found, (Sequence, np.ndarray))
                return int(found[int(evaluate(index, self))])
            case Call("len", (Ref(name, ()),)) if name in self.held:
                return _length(self.held[name])
            case Call("sum", (Ref(name, _),)) if name in self.held:
                found = self.held[name]
                assert isinstance(found, (Sequence, np.ndarray))
                return sum(map(int, found))
        raise Unbound(text)

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


def _next(blocks: Iterator[object]) -> object:
    return next(blocks, None)


def _length(value: object) -> int:
    if isinstance(value, (str, Sequence, np.ndarray)):
        return len(value)
    return len(_token(value))


def _token(value: object) -> str:
    if type(value) is int:
        return to_text(value)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return to_text(int(value))
    if isinstance(value, str):
        return value
    raise LayoutError(f"a {type(value).__name__} is neither an integer nor a text")


def _run(value: object) -> bytes:
    if isinstance(value, np.ndarray):
        if value.size < _FEW and value.dtype != object:
            return " ".join(map(str, value.tolist())).encode()
        return numbers_text(value.reshape(1, -1))[:-1]
    assert isinstance(value, Sequence)
    return " ".join(map(_token, value)).encode()


def _rows(parts: Sequence[Part], rows: int, columns: Mapping[str, Column]) -> bytes:
    missing = [p.name for p in parts if isinstance(p, Slot) and p.name not in columns]
    if missing:
        raise LayoutError(f"the values lack '{missing[0]}'")
    slots = [part for part in parts if isinstance(part, Slot)]
    short = [s.name for s in slots if len(columns[s.name]) != rows]
    if short:
        raise LayoutError(f"'{short[0]}' has {len(columns[short[0]])} rows, not {rows}")
    if len(slots) == len(parts) and all(s.field.type is FieldType.INT for s in slots):
        blocks = [np.asarray(columns[s.name]).reshape(rows, -1) for s in slots]
        return numbers_text(blocks[0] if len(blocks) == 1 else np.concatenate(blocks, axis=1))
    texts = [[p.text] * rows if isinstance(p, Literal) else _column_texts(columns[p.name]) for p in parts]
    return "".join(" ".join(filter(None, row)) + "\n" for row in zip(*texts, strict=True)).encode()


def _column_texts(column: Column) -> list[str]:
    if isinstance(column, np.ndarray) and column.ndim == 2:
        return [" ".join(map(_token, row)) for row in column.tolist()]
    return list(map(_token, column.tolist() if isinstance(column, np.ndarray) else column))


def numbers_text(matrix: Numbers) -> bytes:
    """Return the rows of an integer matrix as lines."""
    rows, width = map(int, matrix.shape)
    if not width:
        return b"\n" * rows
    small = matrix.size >= _FEW and matrix.dtype != object and matrix.min() > -_SAFE and matrix.max() < _SAFE
    if not small:
        return "".join(" ".join(map(_token, row)) + "\n" for row in matrix.tolist()).encode()
    flat = np.ascontiguousarray(matrix, np.int64).ravel()
    last = np.full(width, 32, np.uint8)
    last[-1] = 10
    return b"".join(
        _digits(
            flat[low : low + _CHUNK], np.resize(np.roll(last, -(low % width)), min(_CHUNK, len(flat) - low))
        )
        for low in range(0, len(flat), _CHUNK)
    )


def _digits(values: NDArray[np.int64], ends: NDArray[np.uint8]) -> bytes:
    """Return the decimal digits of each value followed by its end byte.

    All values are written right-aligned into a matrix of bytes, whose unused cells are then dropped.
    """
    rest = np.abs(values)
    digits = len(str(int(rest.max())))
    cells = np.empty((digits + 2, len(values)), np.uint8)
    used = np.ones((digits + 2, len(values)), bool)
    cells[-1] = ends
    small: NDArray[np.int64] | NDArray[np.int32] = rest.astype(np.int32) if digits <= 9 else rest
    for at in range(digits, 0, -1):
        used[at] = small > 0
        quotient = small // 10
        cells[at] = small - quotient * 10 + 48
        small = quotient
    used[digits] = True
    used[0] = negative = values < 0
    cells[0] = 45
    if not negative.any():
        cells, used = cells[1:], used[1:]
    return bytes(cells.T[used.T].tobytes())
