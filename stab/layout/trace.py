"""What a Reader found, as numpy columns: one entry for each instance of a level."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stab.layout.emit_runtime import oddity
from stab.layout.mismatch import Mismatch, shown
from stab.layout.reading import Reader
from stab.layout.schema import ChoiceStep, Level, RepeatStep, Schema, Slot
from stab.layout.tokens import LOOSE, MAX_DIGITS, PLAIN, Select, TokenTable
from stab.patterns import regex
from stab.records import FieldType

STRICT_REAL = regex(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
ANY_REAL = regex(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
Array = NDArray[np.int64]
_MOST = 10  # faults of a kind and slot; more help nobody


@dataclass(frozen=True, slots=True)
class Occurrences:
    """All tokens of a slot in reading order; `counts`: of a run, how many belong to each instance.

    `lengths`: the number of characters demanded of each token (of each line, for LINE), where fixed.
    """

    tokens: Select
    size: int
    counts: Array | None
    lengths: Array | None


class Trace:
    """The columns of one input: how often each level occurs, inside what, and which tokens its slots have."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.schema: Schema = reader.schema
        self.table: TokenTable = reader.table
        self._sizes: dict[int, int] = {self.schema.root.number: 1}
        self._counts: dict[int, Array] = {}  # of a repeated level: repetitions for each instance around it
        self._branches: dict[int, Array] = {}  # of a branch: the instances around it that chose it
        self._found: dict[int, Occurrences] = {}
        for block in self.schema.blocks:
            counts = np.array(reader.repetitions[block.number], np.int64)
            if isinstance(block, RepeatStep):
                self._sizes[block.level.number] = int(counts.sum())
                self._counts[block.level.number] = counts
            else:
                for number, level in enumerate(block.branches):
                    self._branches[level.number] = np.flatnonzero(counts == number)
                    self._sizes[level.number] = len(self._branches[level.number])

    def size(self, level: Level) -> int:
        """Return how many instances the level has in the whole input."""
        return self._sizes[level.number]

    def counts(self, level: Level) -> Array | None:
        """Return how often a repeated level occurs in each instance around it; None for a branch."""
        return self._counts.get(level.number)

    def chosen(self, level: Level) -> Array:
        """Return, for each instance of a branch, the instance of the level around it."""
        return self._branches[level.number]

    def repetitions(self, block: RepeatStep | ChoiceStep) -> list[int]:
        """Return the repetitions (the branch) of a block for each instance of the level around it."""
        return self.reader.repetitions[block.number]

    def of(self, slot: Slot) -> Occurrences:
        """Return the occurrences of a slot."""
        if slot.number not in self._found:
            block = next(
                (b for b in self.schema.blocks if isinstance(b, RepeatStep) and b.level is slot.level), None
            )
            is_flat = block is not None and block.flat is not None
            self._found[slot.number] = self._flat(slot, block) if is_flat and block else self._plain(slot)
        return self._found[slot.number]

    def _plain(self, slot: Slot) -> Occurrences:
        trace = self.reader.slots[slot.number]
        tokens = np.array(trace.tokens, np.int64)
        lengths = np.array(_small(trace.lengths), np.int64) if slot.field.length is not None else None
        if not slot.is_run:
            return Occurrences(tokens, len(tokens), None, lengths)
        counts = np.array(trace.counts, np.int64)
        if lengths is not None:
            lengths = np.repeat(lengths[: len(counts)], counts)
        total = int(counts.sum())
        if len(tokens) == 1:
            return Occurrences(slice(int(tokens[0]), int(tokens[0]) + total), total, counts, lengths)
        return Occurrences(_ranges(tokens, counts), total, counts, lengths)

    def _flat(self, slot: Slot, block: RepeatStep) -> Occurrences:
        assert block.flat is not None
        at = next(i for i, part in enumerate(block.flat.parts) if part is slot)
        chunks = [c for c in self.reader.chunks[block.number] if c.rows]
        taken = [c.widths[at] for c in chunks]
        rows = np.array([c.rows for c in chunks], np.int64)
        counts = np.repeat(np.array(taken, np.int64), rows) if slot.is_run else None
        size = int(rows @ np.array(taken, np.int64)) if chunks else 0
        lengths = None
        if slot.field.length is not None:
            lengths = np.repeat(np.array(_small([c.lengths[at] or 0 for c in chunks]), np.int64), rows)
        parts: list[Select] = []
        for chunk, width in zip(chunks, taken, strict=True):
            start = chunk.token + sum(chunk.widths[:at])
            stop = chunk.token + chunk.rows * chunk.width
            if width == 1:
                parts.append(slice(start, stop, chunk.width))
            elif width == chunk.width:
                parts.append(slice(start, stop))
            else:
                grid = np.arange(chunk.rows)[:, None] * chunk.width + np.arange(start, start + width)
                parts.append(grid.ravel())
        if len(parts) == 1:
            return Occurrences(parts[0], size, counts, lengths)
        spread = [np.arange(p.start, p.stop, p.step or 1) if isinstance(p, slice) else p for p in parts]
        return Occurrences(np.concatenate(spread) if spread else np.empty(0, np.int64), size, counts, lengths)

    def token_of(self, slot: Slot, element: int) -> int:
        """Return the token number of an element (of all elements of the slot)."""
        tokens = self.of(slot).tokens
        if isinstance(tokens, slice):
            return int(tokens.start + element * (tokens.step or 1))
        return int(tokens[element])

    def line_texts(self, slot: Slot) -> list[str]:
        """Return the texts of a LINE slot."""
        trace = self.reader.slots[slot.number]
        return [self.table.span(start, line) for line, start in zip(trace.tokens, trace.counts, strict=True)]

    def texts(self, slot: Slot) -> list[str]:
        """Return all tokens of a slot (texts of lines) as they stand in the input."""
        return (
            self.line_texts(slot)
            if slot.field.type is FieldType.LINE
            else self.table.texts(self.of(slot).tokens)
        )

    def type_faults(self, *, strict: bool) -> Iterator[Mismatch]:
        """Yield tokens that are not of their field's type, length or alphabet, slot by slot."""
        for slot in self.schema.slots:
            match slot.field.type:
                case FieldType.INT:
                    yield from self._int_faults(slot, strict=strict)
                case FieldType.REAL:
                    yield from self._real_faults(slot, STRICT_REAL if strict else ANY_REAL)
                case _:
                    yield from self._text_faults(slot)

    def _int_faults(self, slot: Slot, *, strict: bool) -> Iterator[Mismatch]:
        kinds = self.table.kinds[self.of(slot).tokens]
        for element in np.flatnonzero(kinds > (PLAIN if strict else LOOSE))[:_MOST].tolist():
            odd = oddity(self.place(slot, element)[2])
            yield self.fault(slot, element, f"{slot.name} (an integer{' without ' + odd if odd else ''})")
        if self.table.longest > MAX_DIGITS:
            for element in np.flatnonzero(self.table.lengths[self.of(slot).tokens] > MAX_DIGITS)[:_MOST]:
                yield self.fault(
                    slot, int(element), f"{slot.name} (an integer of at most {MAX_DIGITS} digits)"
                )

    def _real_faults(self, slot: Slot, pattern: re.Pattern[str]) -> Iterator[Mismatch]:
        kinds = self.table.kinds[self.of(slot).tokens]
        texts = self.table.texts(self.of(slot).tokens) if kinds.any() else ()
        for element in np.flatnonzero(kinds):
            if not pattern.fullmatch(texts[element]) or len(texts[element]) > MAX_DIGITS:
                yield self.fault(slot, int(element), f"{slot.name} (a number)")

    def _text_faults(self, slot: Slot) -> Iterator[Mismatch]:
        field, found = slot.field, self.of(slot)
        allowed = None if field.alphabet is None else frozenset(field.alphabet)
        is_line = field.type is FieldType.LINE
        if allowed is None and found.lengths is None and self.table.is_utf8:
            return
        for element, text in enumerate(self.texts(slot)):
            wrong = next((c for c in text if c not in allowed), None) if allowed is not None else None
            if wrong is None and "\ufffd" in text and not self.table.is_utf8:
                wrong = "\ufffd"
            if wrong is not None:
                expected = f"{slot.name} (only characters of its alphabet, not '{wrong}')"
                yield self.fault(slot, element, expected, text.index(wrong))
            elif found.lengths is not None and len(text) != found.lengths[element]:
                kind = "characters" if not is_line else "characters up to the end of the line"
                yield self.fault(
                    slot, element, f"{slot.name} ({found.lengths[element]} {kind}, not {len(text)})"
                )

    def fault(self, slot: Slot, element: int, expected: str, inside: int = 0) -> Mismatch:
        """Return the mismatch at an element of a slot, `inside` characters after its start."""
        line, column, text = self.place(slot, element)
        return Mismatch(line, column + inside, expected, shown(text))

    def place(self, slot: Slot, element: int) -> tuple[int, int, str]:
        """Return line and column (1-based) and text of an element of a slot."""
        if slot.field.type is FieldType.LINE:
            trace = self.reader.slots[slot.number]
            line, start = trace.tokens[element], trace.counts[element]
            return line + 1, self.table.column(line, start), self.table.span(start, line)
        token = self.token_of(slot, element)
        if token == len(self.table):  # an empty array at the very end
            return (*self.table.end(), "")
        return (*self.table.place(token), self.table.text(token))


def _ranges(starts: Array, counts: Array) -> Array:
    """Return start, start + 1, … for each pair, one after the other."""
    ends = np.cumsum(counts)
    offsets = np.repeat(starts - (ends - counts), counts)
    return offsets + np.arange(len(offsets))


def _small(lengths: list[int]) -> list[int]:
    """Lengths beyond any input compare the same when capped."""
    return [min(length, 2**62) for length in lengths]
