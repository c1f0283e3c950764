"""A layout made ready for reading: levels (blocks that repeat), slots (fields), steps (lines)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stab.expression import names
from stab.records import Blank, Choice, Field, FieldType, Layout, Line, Literal, Node, Repeat


@dataclass(eq=False, slots=True)
class Level:
    """A block that occurs any number of times: the file, the body of a Repeat, a branch of a Choice."""

    number: int
    parent: Level | None
    origin: Repeat | Choice | None
    slots: list[Slot] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def chain(self) -> Iterator[Level]:
        """Yield the level and all that enclose it, innermost first."""
        level: Level | None = self
        while level is not None:
            yield level
            level = level.parent

    def encloses(self, other: Level) -> bool:
        """Tell whether `other` is this level or lies inside it."""
        return any(level is self for level in other.chain())


@dataclass(eq=False, slots=True)
class Slot:
    """A field at its place; `is_run`: an array with any number of elements per instance of the level."""

    number: int
    field: Field
    level: Level
    order: int  # of all slots, in reading order

    @property
    def name(self) -> str:
        """The field's name."""
        return self.field.name

    @property
    def is_run(self) -> bool:
        """Whether it is a run of tokens on a line."""
        return self.field.count is not None or self.field.to_line_end


Part = Slot | Literal


@dataclass(eq=False, slots=True)
class LineStep:
    """One line; `width` is its number of tokens where that is fixed."""

    parts: tuple[Part, ...]
    width: int | None


@dataclass(eq=False, slots=True)
class RepeatStep:
    """A repeated block; `flat` where its body is one line whose width doesn't depend on the row."""

    node: Repeat
    level: Level
    flat: LineStep | None
    number: int


@dataclass(eq=False, slots=True)
class ChoiceStep:
    """A line whose first token decides; one level for each branch, whose first step is the line's rest."""

    node: Choice
    selector: Slot
    branches: tuple[Level, ...]
    number: int


@dataclass(eq=False, slots=True)
class BlankStep:
    """An empty line."""


Step = LineStep | RepeatStep | ChoiceStep | BlankStep


class Schema:
    """The levels and slots of a layout, in reading order."""

    def __init__(self, layout: Layout) -> None:
        self.roles = layout.roles
        self.levels: list[Level] = []
        self.slots: list[Slot] = []
        self.blocks: list[RepeatStep | ChoiceStep] = []
        self.sizes: frozenset[str] = frozenset(_size_names(layout.nodes))
        self.root = self._level(None, None)
        self._fill(self.root, layout.nodes)

    def named(self, name: str) -> tuple[Slot, ...]:
        """Return the slots with this name."""
        return tuple(slot for slot in self.slots if slot.name == name)

    def _level(self, parent: Level | None, origin: Repeat | Choice | None) -> Level:
        level = Level(len(self.levels), parent, origin)
        self.levels.append(level)
        return level

    def _slot(self, item: Field, level: Level) -> Slot:
        slot = Slot(len(self.slots), item, level, len(self.slots))
        self.slots.append(slot)
        level.slots.append(slot)
        return slot

    def _line(self, items: Sequence[Field | Literal], level: Level) -> LineStep:
        parts = tuple(item if isinstance(item, Literal) else self._slot(item, level) for item in items)
        loose = any(
            isinstance(p, Slot) and (p.is_run or p.field.type is FieldType.LINE or p.field.length is not None)
            for p in parts
        )
        return LineStep(parts, None if loose else len(parts))

    def _fill(self, level: Level, nodes: Sequence[Node]) -> None:
        for node in nodes:
            match node:
                case Line(items):
                    level.steps.append(self._line(items, level))
                case Blank():
                    level.steps.append(BlankStep())
                case Repeat(_, body, index, _):
                    inner = self._level(level, node)
                    step = RepeatStep(node, inner, None, len(self.blocks))
                    self.blocks.append(step)
                    self._fill(inner, body)
                    only = inner.steps[0] if len(inner.steps) == 1 else None
                    if isinstance(only, LineStep) and _is_flat(only, index) and node.until is None:
                        step.flat = only
                    level.steps.append(step)
                case Choice(selector, branches):
                    slot = self._slot(selector, level)
                    choice = ChoiceStep(
                        node, slot, tuple(self._level(level, node) for _ in branches), len(self.blocks)
                    )
                    self.blocks.append(choice)
                    for branch, inner in zip(branches, choice.branches, strict=True):
                        inner.steps.append(self._line(branch.items, inner))
                        self._fill(inner, branch.body)
                    level.steps.append(choice)


def _is_flat(line: LineStep, index: str | None) -> bool:
    """Tell whether all rows have the same width, and an array only where its elements are integers."""
    own = {part.name for part in line.parts if isinstance(part, Slot)} | {index}
    for part in line.parts:
        if isinstance(part, Slot):
            field = part.field
            counted = [e for e in (field.count, field.length) if e is not None]
            if (
                field.type is FieldType.LINE
                or field.to_line_end
                or (part.is_run and field.type is not FieldType.INT)
            ):
                return False
            if any(own & set(names(expr)) for expr in counted):
                return False
    return True


def _size_names(nodes: Sequence[Node]) -> Iterator[str]:
    """Yield every name that a count or a length needs."""
    for node in nodes:
        match node:
            case Line(items):
                yield from _item_names(items)
            case Repeat(count, body, _, _):
                yield from names(count) if count is not None else ()
                yield from _size_names(body)
            case Choice(_, branches):
                for branch in branches:
                    yield from _item_names(branch.items)
                    yield from _size_names(branch.body)
            case Blank():
                pass


def _item_names(items: Sequence[Field | Literal]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Field):
            for expr in (item.count, item.length):
                yield from names(expr) if expr is not None else ()
