"""Traces and values of whole inputs: what others ask of the reader."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from stab.layout.mismatch import Mismatch
from stab.layout.reading import Reader
from stab.layout.schema import ChoiceStep, Level, RepeatStep, Schema, Slot
from stab.layout.tokens import TokenTable
from stab.layout.trace import Trace
from stab.layout.values import Block, Chosen, Column, Columns, Item, Rows, Values
from stab.records import FieldType, Layout

_START, _LONG = 1 << 20, 1 << 23  # bytes
_BOM = b"\xef\xbb\xbf"


def read_values(layout: Layout, data: bytes) -> Values:
    """Return the values of an input, read tolerantly (see `consume`); Mismatch where it doesn't fit."""
    trace = trace_of(layout, data, tolerant=True)
    return _Builder(trace).values(trace.schema.root)


def trace_of(layout: Layout, data: bytes, *, tolerant: bool) -> Trace:
    """Return the columns of an input; Mismatch for the first thing that leaves the layout or a type."""
    if tolerant and data.startswith(_BOM):
        data = data[len(_BOM) :]
    trace, fault = read_trace(Schema(layout), data, tolerant=tolerant)
    first = min(
        (*trace.type_faults(strict=not tolerant), *((fault,) if fault else ())), key=_position, default=None
    )
    if first is not None:
        raise first
    return trace


def read_trace(schema: Schema, data: bytes, *, tolerant: bool) -> tuple[Trace, Mismatch | None]:
    """Return what could be read, and where the lines or tokens left the layout.

    Of a long input the start is read alone first: what leaves the layout there costs no more than that.
    """
    cut = data.rfind(b"\n", 0, _START) + 1 if len(data) > _LONG else 0
    if cut:
        start = TokenTable(data[:cut])
        trace, fault = try_trace(schema, start, tolerant=tolerant)
        if fault is not None and fault.row < start.lines:
            return trace, fault
    return try_trace(schema, TokenTable(data), tolerant=tolerant)


def try_trace(schema: Schema, table: TokenTable, *, tolerant: bool) -> tuple[Trace, Mismatch | None]:
    """Return what could be read, and where the lines or tokens left the layout."""
    reader = Reader(schema, table, tolerant=tolerant)
    try:
        reader.run()
    except Mismatch as fault:
        return Trace(reader), fault
    return Trace(reader), None


def _position(fault: Mismatch) -> tuple[int, int]:
    return fault.row, fault.column


class _Builder:
    """Builds the tree of values; instances come in reading order, so each slot is an iterator."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.flat = {b.level.number for b in trace.schema.blocks if isinstance(b, RepeatStep) and b.flat}
        self.next = {s.number: self.items(s) for s in trace.schema.slots if s.level.number not in self.flat}
        self.blocks = {b.number: iter(trace.repetitions(b)) for b in trace.schema.blocks}
        self.offsets = {s.number: 0 for s in trace.schema.slots if s.level.number in self.flat}
        self.done = dict(self.offsets)  # rows so far: runs differ in length from instance to instance
        self.columns: dict[int, Column] = {
            number: self.whole(trace.schema.slots[number]) for number in self.offsets
        }

    def whole(self, slot: Slot) -> Column:
        if slot.field.type is FieldType.INT:
            return self.trace.table.ints(self.trace.of(slot).tokens)
        return tuple(self.trace.texts(slot))

    def items(self, slot: Slot) -> Iterator[Item]:
        found, counts = self.whole(slot), self.trace.of(slot).counts
        if counts is None:
            yield from found if isinstance(found, tuple) else found.tolist()
            return
        start = 0
        for count in counts.tolist():
            yield found[start : start + count]
            start += count

    def values(self, level: Level) -> Values:
        items = {slot.name: next(self.next[slot.number]) for slot in level.slots}
        blocks: list[Block] = []
        for step in level.steps:
            if isinstance(step, RepeatStep):
                count = next(self.blocks[step.number])
                if step.flat is not None:
                    blocks.append(self.cut(step, count))
                else:
                    blocks.append(Rows(tuple(self.values(step.level) for _ in range(count))))
            elif isinstance(step, ChoiceStep):
                branch = next(self.blocks[step.number])
                blocks.append(Chosen(branch, self.values(step.branches[branch])))
        return Values(items, tuple(blocks))

    def cut(self, step: RepeatStep, rows: int) -> Columns:
        columns: dict[str, Column] = {}
        for slot in step.level.slots:
            start = self.offsets[slot.number]
            whole = self.columns[slot.number]
            if not slot.is_run:
                columns[slot.name] = whole[start : start + rows]
                self.offsets[slot.number] = start + rows
                continue
            assert isinstance(whole, np.ndarray)
            done = self.done[slot.number]
            counts = self.trace.of(slot).counts
            width = int(counts[done]) if counts is not None and rows else 0
            columns[slot.name] = whole[start : start + rows * width].reshape(rows, width)
            self.offsets[slot.number] = start + rows * width
            self.done[slot.number] = done + rows
        return Columns(rows, columns)
