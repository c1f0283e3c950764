"""Reads an input along its layout: every token gets its slot, every block its number of repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stab.expression import Expr
from stab.layout.counting import Counts, Index, at_token
from stab.layout.mismatch import Mismatch
from stab.layout.schema import BlankStep, ChoiceStep, Level, LineStep, Part, RepeatStep, Schema, Slot
from stab.layout.tokens import TokenTable
from stab.records import FieldType, Literal

_MOST_EMPTY = 1_000_000  # repetitions without any token
_KIND = {
    FieldType.INT: "an integer",
    FieldType.REAL: "a number",
    FieldType.STR: "a word",
    FieldType.LINE: "the rest of the line",
}


@dataclass(eq=False, slots=True)
class SlotTrace:
    """Where a slot occurs, once per instance of its level: its first token, for a run also how many.

    For a LINE: its 0-based line and its byte offset. `lengths`: the length demanded, where there is one.
    """

    tokens: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows of a flat block: `rows` times `width` tokens from `token` on; widths and lengths by part."""

    rows: int
    token: int
    width: int
    widths: tuple[int, ...]
    lengths: tuple[int | None, ...]


class Reader:
    """One pass over the lines of a table; afterwards `slots`, `chunks` and `repetitions` tell what is where.

    repetitions[block] has an entry for each instance of the level around the block: the number of
    repetitions of a Repeat, the branch (0-based) of a Choice.
    """

    def __init__(self, schema: Schema, table: TokenTable, *, tolerant: bool) -> None:
        self.schema = schema
        self.table = table
        self.tolerant = tolerant
        self.slots = [SlotTrace() for _ in schema.slots]
        self.chunks: dict[int, list[Chunk]] = {
            b.number: [] for b in schema.blocks if isinstance(b, RepeatStep)
        }
        self.repetitions: list[list[int]] = [[] for _ in schema.blocks]
        self.first = memoryview(table.first.data)
        self.env: dict[str, object] = {}
        self.counts = Counts(table, self.env)
        self.line = 0
        self.lines = table.lines
        if tolerant:
            self._trim()

    def _trim(self) -> None:
        while self.lines and self.first[self.lines - 1] == self.first[self.lines]:
            self.lines -= 1
        while self.line < self.lines and self.first[self.line] == self.first[self.line + 1]:
            self.line += 1

    def run(self) -> None:
        """Read everything; Mismatch where the lines or tokens leave the layout (types are not looked at)."""
        self.level(self.schema.root)
        if self.line < self.lines:
            if self.first[self.line] < self.first[self.line + 1]:
                raise self.at_token(self.first[self.line], "the end of the file")
            raise Mismatch(self.line + 1, 1, "the end of the file", "an empty line")

    def level(self, level: Level) -> None:
        for step in level.steps:
            match step:
                case LineStep():
                    self.read_line(step)
                case RepeatStep():
                    self.repeat(step)
                case ChoiceStep():
                    self.choice(step)
                case BlankStep():
                    self.empty_line("an empty line")

    def count(self, expr: Expr | None) -> int:
        return self.counts.count(expr, min(self.line, max(self.lines - 1, 0)) + 1)

    # --- messages ---

    def at_token(self, token: int, expected: str) -> Mismatch:
        return at_token(self.table, token, expected)

    def at_end(self, expected: str) -> Mismatch:
        """The current line has too few tokens, or there is none."""
        if self.line >= self.lines:
            return Mismatch(self.line + 1, 1, expected, "the end of the file")
        text = self.table.line_text(self.line)
        return Mismatch(
            self.line + 1, len(text) + 1, expected, "the end of the line" if text else "an empty line"
        )

    # --- lines ---

    def empty_line(self, expected: str) -> None:
        if self.line < self.lines and self.first[self.line] == self.first[self.line + 1]:
            self.line += 1
        elif self.line < self.lines:
            raise self.at_token(self.first[self.line], expected)
        elif not self.tolerant:
            raise self.at_end(expected)

    def read_line(self, step: LineStep) -> None:
        if self.line < self.lines:
            token, end = self.first[self.line], self.first[self.line + 1]
        else:
            token = end = self.first[self.lines]
        if step.width is not None and token + step.width == end and step.width:
            self.take_parts(step.parts, token)
            self.line += 1
        elif self.take_line(step.parts, token, end):
            self.line += 1

    def take_parts(self, parts: Sequence[Part], token: int) -> None:
        """Assign consecutive tokens to parts of one token each."""
        for part in parts:
            if isinstance(part, Literal):
                if self.table.text(token) != part.text:
                    raise self.at_token(token, f"the word '{part.text}'")
            else:
                self.slots[part.number].tokens.append(token)
                if part.name in self.schema.sizes:
                    self.env[part.name] = token
            token += 1

    def take_line(self, parts: Sequence[Part], token: int, end: int, *, alone: bool = True) -> bool:
        """Assign the tokens from `token` to `end` to parts; False where an empty line is left out.

        A line of empty arrays is an empty line; tolerant reading lets it be missing. `alone`: the parts
        are the whole line.
        """
        start, needed = token, 0
        for part in parts:
            if isinstance(part, Literal) or not part.is_run:
                if isinstance(part, Slot) and part.field.type is FieldType.LINE:
                    self.take_rest(part, token)
                    return True
                needed += 1
                if token >= end:
                    raise self.at_end(_expected(part))
                self.demand_length(part)
                self.take_parts((part,), token)
                token += 1
                continue
            count = end - token if part.field.to_line_end else self.count(part.field.count)
            needed += count
            if token + count > end:
                done = end - token
                raise self.at_end(f"{_expected(part)} (value {done + 1} of {count})")
            self.demand_length(part)
            trace = self.slots[part.number]
            trace.tokens.append(token)
            trace.counts.append(count)
            self.env[part.name] = range(token, token + count)
            token += count
        if token < end:
            if needed or not alone:
                raise self.at_token(token, "the end of the line")
            if not self.tolerant:
                raise self.at_token(start, "an empty line")
            return False
        if self.line >= self.lines and not self.tolerant:
            raise self.at_end("an empty line")
        return self.line < self.lines

    def take_rest(self, part: Slot, token: int) -> None:
        if self.line >= self.lines:
            raise self.at_end(_expected(part))
        start = int(self.table.line_starts[self.line])
        if token > self.first[self.line]:
            start = int(self.table.starts[token - 1]) + int(self.table.lengths[token - 1])
            start = min(start + 1, self.table.line_end(self.line))
        self.demand_length(part)
        trace = self.slots[part.number]
        trace.tokens.append(self.line)
        trace.counts.append(start)

    def demand_length(self, part: Part) -> None:
        if isinstance(part, Slot) and part.field.length is not None:
            self.slots[part.number].lengths.append(self.count(part.field.length))

    # --- blocks ---

    def repeat(self, step: RepeatStep) -> None:
        node, inner = step.node, step.level
        slot_at = [
            (slot, len(self.slots[slot.number].tokens))
            for slot in inner.slots
            if slot.name in self.schema.sizes
        ]
        saved = {slot.name: self.env[slot.name] for slot, _ in slot_at if slot.name in self.env}
        limit = None if node.count is None else self.count(node.count)
        if step.flat is not None:
            self.flat(step, limit)
        else:
            self.repetitions[step.number].append(self.loop(step, limit))
            for slot, at in slot_at:
                self.env[slot.name] = self.slots[slot.number].tokens[at:]
        self.env.update(saved)

    def loop(self, step: RepeatStep, limit: int | None) -> int:
        done = 0
        while limit is None or done < limit:
            if limit is None and self.is_over(step):
                break
            if step.node.index:
                self.env[step.node.index] = Index(done)
            before = self.line
            self.level(step.level)
            done += 1
            if (
                self.line >= self.lines
                and self.line == before
                and (limit is None or limit - done > _MOST_EMPTY)
            ):
                raise self.at_end("another repetition")
        return done

    def is_over(self, step: RepeatStep) -> bool:
        if step.node.until is None:
            return self.line >= self.lines
        if self.line >= self.lines:
            raise self.at_end(f"the terminator line '{' '.join(step.node.until)}'")
        first, last = self.first[self.line], self.first[self.line + 1]
        words = step.node.until
        if last - first == len(words) and all(self.table.text(first + k) == w for k, w in enumerate(words)):
            self.line += 1
            return True
        return False

    def flat(self, step: RepeatStep, limit: int | None) -> None:
        assert step.flat is not None
        parts = step.flat.parts
        rows = max(self.lines - self.line, 0) if limit is None else limit
        widths: list[int] = []
        lengths: list[int | None] = []
        for part in parts if rows else ():
            run = isinstance(part, Slot) and part.is_run
            widths.append(self.count(part.field.count) if isinstance(part, Slot) and run else 1)
            length = part.field.length if isinstance(part, Slot) else None
            lengths.append(None if length is None else self.count(length))
        width = sum(widths)
        if rows and not width and self.tolerant:
            self.empty_rows(rows)
            if rows > self.lines + _MOST_EMPTY:
                raise self.at_end("a row")
        else:
            self.check_rows(step.flat, rows, widths)
        token = self.first[min(self.line, self.lines)]
        chunk = Chunk(rows, token, width, tuple(widths), tuple(lengths))
        self.chunks[step.number].append(chunk)
        self.repetitions[step.number].append(rows)
        offset = token
        for part, taken in zip(parts, widths, strict=False):
            if isinstance(part, Literal):
                self.check_literal(part, range(offset, offset + rows * width, width))
            elif part.name in self.schema.sizes:
                self.env[part.name] = range(offset, offset + rows * width, width or 1)
            offset += taken
        if width or not self.tolerant:
            self.line += rows

    def empty_rows(self, rows: int) -> None:
        """Skip up to `rows` empty lines: rows without tokens may be left out when reading tolerantly."""
        for _ in range(rows):
            if self.line >= self.lines or self.first[self.line] < self.first[self.line + 1]:
                return
            self.line += 1

    def check_rows(self, line: LineStep, rows: int, widths: Sequence[int]) -> None:
        """Demand that each of the next lines has as many tokens as the row."""
        width, end = sum(widths), min(self.line + rows, self.lines)
        first = self.table.first
        found = first[self.line + 1 : end + 1] - first[self.line : end]
        wrong = (found != width).nonzero()[0]
        if len(wrong):
            self.line += int(wrong[0])
            count = int(found[wrong[0]])
            token = self.first[self.line]
            if count > width:
                raise self.at_token(token + width, "the end of the line" if width else "an empty line")
            raise self.at_end(_part_at(line.parts, widths, count))
        if end - self.line < rows:
            self.line = end
            raise self.at_end(_part_at(line.parts, widths, 0) if width else "an empty line")

    def check_literal(self, part: Literal, tokens: range) -> None:
        for token in tokens:
            if self.table.text(token) != part.text:
                raise self.at_token(token, f"the word '{part.text}'")

    def choice(self, step: ChoiceStep) -> None:
        if self.line >= self.lines or self.first[self.line] == self.first[self.line + 1]:
            raise self.at_end(_expected(step.selector))
        token, end = self.first[self.line], self.first[self.line + 1]
        text = self.table.text(token)
        number = _branch(step, text)
        if number is None:
            values = ", ".join(v for b in step.node.branches for v in b.values)
            raise self.at_token(token, f"{step.selector.name} (one of {values})")
        self.take_parts((step.selector,), token)
        self.repetitions[step.number].append(number)
        inner = step.branches[number]
        line = inner.steps[0]
        assert isinstance(line, LineStep)
        if line.parts:
            self.take_line(line.parts, token + 1, end, alone=False)
        elif token + 1 < end:
            raise self.at_token(token + 1, "the end of the line")
        self.line += 1
        for later in inner.steps[1:]:
            self.one(later)

    def one(self, step: object) -> None:
        match step:
            case LineStep():
                self.read_line(step)
            case RepeatStep():
                self.repeat(step)
            case ChoiceStep():
                self.choice(step)
            case _:
                self.empty_line("an empty line")


def _branch(step: ChoiceStep, text: str) -> int | None:
    default = None
    for number, branch in enumerate(step.node.branches):
        if text in branch.values:
            return number
        if not branch.values:
            default = number
    return default


def _expected(part: Part) -> str:
    if isinstance(part, Literal):
        return f"the word '{part.text}'"
    return f"{part.name} ({_KIND[part.field.type]})"


def _part_at(parts: Sequence[Part], widths: Sequence[int], token: int) -> str:
    """Describe the part that should have had the token of this number."""
    for part, width in zip(parts, widths, strict=True):
        if token < width:
            value = f" (value {token + 1} of {width})" if isinstance(part, Slot) and part.is_run else ""
            return _expected(part) + value
        token -= width
    return "nothing more"
