"""A valid input that is about to be broken: its tokens, its values, and what the layout says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stab.errors import LayoutError
from stab.layout.access import read_values, trace_of
from stab.layout.evaluation import Evaluator
from stab.layout.schema import Schema, Slot
from stab.layout.trace import Trace
from stab.layout.validation import validate
from stab.layout.values import Values
from stab.layout.writing import write_values
from stab.records import Binding, FieldType, Layout


@dataclass(frozen=True, slots=True)
class Change:
    """Another text for one token: element `element` of `slot`."""

    slot: Slot
    element: int
    text: str


class Subject:
    """One valid input and its tables."""

    def __init__(self, layout: Layout, binding: Binding, data: bytes) -> None:
        self.layout = layout
        self.binding = binding
        self.data = data
        self.trace: Trace = trace_of(layout, data, tolerant=False)
        self.schema: Schema = self.trace.schema
        self.evaluator = Evaluator(self.trace)
        self._values: Values | None = None

    @property
    def values(self) -> Values:
        """The values as a tree."""
        if self._values is None:
            self._values = read_values(self.layout, self.data)
        return self._values

    def size(self, slot: Slot) -> int:
        """Return how many tokens a slot has."""
        return len(self.trace.reader.slots[slot.number].tokens) if is_line(slot) else self.trace.of(slot).size

    def text(self, slot: Slot, element: int) -> str:
        """Return the token of an element."""
        return self.trace.place(slot, element)[2]

    def place(self, slot: Slot, element: int) -> tuple[int, int]:
        """Return line and column of an element, from 1 on."""
        return self.trace.place(slot, element)[:2]

    def span(self, slot: Slot, element: int) -> tuple[int, int]:
        """Return where the token of an element begins and ends, in bytes."""
        table = self.trace.table
        if is_line(slot):
            found = self.trace.reader.slots[slot.number]
            return found.counts[element], table.line_end(found.tokens[element])
        token = self.trace.token_of(slot, element)
        start = int(table.starts[token])
        return start, start + int(table.lengths[token])

    def changed(self, changes: Sequence[Change]) -> bytes:
        """Return the input with other texts at some places."""
        spans = sorted((*self.span(c.slot, c.element), c.text) for c in changes)
        parts, at = [], 0
        for start, end, text in spans:
            parts += [self.data[at:start], text.encode()]
            at = end
        return b"".join((*parts, self.data[at:]))


def is_line(slot: Slot) -> bool:
    """Tell whether the slot holds the rest of a line."""
    return slot.field.type is FieldType.LINE


def subjects(layout: Layout, binding: Binding, inputs: Sequence[bytes]) -> tuple[Subject, ...]:
    """Return the inputs that are valid, small ones first, each written as a clean input is."""
    found: dict[bytes, Subject] = {}
    for data in sorted(inputs, key=len):
        try:
            clean = write_values(layout, read_values(layout, data))
        except LayoutError:
            continue
        if clean not in found and validate(layout, binding, clean).ok:
            found[clean] = Subject(layout, binding, clean)
    return tuple(found.values())
