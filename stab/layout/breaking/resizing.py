"""Another size for what an input holds: what is counted by it grows or shrinks with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, repeat

import numpy as np

from stab.errors import LayoutError
from stab.expression import Expr, Unbound, evaluate, parse_expr
from stab.layout.breaking.subject import Subject
from stab.layout.schema import ChoiceStep, Level, LineStep, RepeatStep, Slot
from stab.layout.values import Block, Chosen, Columns, Item, Rows, Values
from stab.layout.writing import Held, write_values
from stab.records import RoleKind

LARGEST = 4 << 20  # bytes of an input; larger ones are not made
_MOST_TOKENS = 1 << 21
_EDGES = (RoleKind.TREE, RoleKind.EDGES, RoleKind.SIMPLE, RoleKind.CONNECTED, RoleKind.ACYCLIC)
Sizes = Mapping[tuple[int, int], int]  # (slot, element) -> its new value


def resized(subject: Subject, sizes: Sizes) -> bytes | None:
    """Return the input with other sizes; None where it would be too large, or where nothing can be made up.

    Arrays, rows and words are cut or go on: trees, permutations, distinct and sorted values and simple
    graphs as such, all else by repeating what is there.
    """
    try:
        maker = _Maker(subject, sizes)
        values = maker.values(subject.schema.root, subject.values)
        if maker.tokens > _MOST_TOKENS:
            return None
        data = write_values(subject.layout, values)
    except (LayoutError, ArithmeticError, Unbound, ValueError, IndexError):
        return None
    return data if len(data) <= LARGEST else None


def emptied(subject: Subject, slot: Slot, element: int, value: int) -> bytes:
    """Return the input up to the line of a size that is too small for any further line."""
    line = subject.place(slot, element)[0]
    start, end = subject.span(slot, element)
    stop = subject.data.find(b"\n", end) + 1
    head = subject.data[:start] + str(value).encode() + subject.data[end:stop]
    assert head.count(b"\n") == line
    return head


class _Maker:
    """Walks a tree of values with new sizes; `seen` numbers the elements of the old one."""

    def __init__(self, subject: Subject, sizes: Sizes) -> None:
        self.schema = subject.schema
        self.sizes = sizes
        self.seen: Counter[int] = Counter()
        self.env: dict[str, object] = {}
        self.tokens = 0

    def values(self, level: Level, old: Values) -> Values:
        items = dict(old.items)
        blocks: list[Block] = []
        rest = iter(old.blocks)
        for step in level.steps:
            if isinstance(step, LineStep):
                for part in step.parts:
                    if isinstance(part, Slot):
                        items[part.name] = self.item(part, items[part.name])
            elif isinstance(step, RepeatStep):
                blocks.append(self.repeat(step, next(rest)))
            elif isinstance(step, ChoiceStep):
                self.env[step.selector.name] = items[step.selector.name]
                chosen = next(rest)
                assert isinstance(chosen, Chosen)
                inner = self.values(step.branches[chosen.branch], chosen.values)
                blocks.append(Chosen(chosen.branch, inner))
        return Values(items, tuple(blocks))

    def item(self, slot: Slot, value: Item) -> Item:
        field = slot.field
        number = self.seen[slot.number]
        self.seen[slot.number] += len(value) if slot.is_run and not isinstance(value, int) else 1
        value = self.sizes.get((slot.number, number), value) if not slot.is_run else value
        if field.length is not None and isinstance(value, str):
            value = _long(value, self.count(field.length))
        if slot.is_run and not isinstance(value, (int, str)):
            if field.count is not None:
                value = self.column((slot,), [value], self.count(field.count))[0]
            if field.length is not None and isinstance(value, tuple):
                size = self.count(field.length)
                value = tuple(_long(text, size) for text in value)
        self.env[slot.name] = value
        return value

    def count(self, item: Expr) -> int:
        """Return a count under the new sizes; raises ValueError for what could never be written."""
        found = evaluate(item, Held(self.env))
        self.tokens += max(int(found), 0)
        if found != int(found) or found < 0 or self.tokens > _MOST_TOKENS:
            raise ValueError("no such count")
        return int(found)

    def repeat(self, step: RepeatStep, old: Block) -> Block:
        saved = dict(self.env)
        if isinstance(old, Columns):
            made = self.columns(step, old)
            self.env = saved | dict(made.columns)
            return made
        assert isinstance(old, Rows)
        count = len(old.rows) if step.node.count is None else self.count(step.node.count)
        rows = []
        least = min(old.rows, key=_weight, default=None)  # further ones are small: sums are not to break
        for at in range(count):
            if least is None:
                raise ValueError("no row to repeat")
            if step.node.index:
                self.env[step.node.index] = at
            if at == len(old.rows):
                self.sizes = {k: v for k, v in self.sizes.items() if k[0] not in _inside(step.level)}
            rows.append(self.values(step.level, old.rows[at] if at < len(old.rows) else least))
        own = {s.name: [row.items[s.name] for row in rows] for s in step.level.slots}
        self.env = saved | own
        return Rows(tuple(rows))

    def columns(self, step: RepeatStep, old: Columns) -> Columns:
        count = old.rows if step.node.count is None else self.count(step.node.count)
        made: dict[str, Item] = dict(old.columns)
        for slot in step.level.slots:
            value = made[slot.name]
            if slot.is_run and isinstance(value, np.ndarray) and slot.field.count is not None:
                made[slot.name] = _wide(value, self.count(slot.field.count))
            elif slot.field.length is not None and isinstance(value, tuple):
                size = self.count(slot.field.length)
                made[slot.name] = tuple(_long(text, size) for text in value)
            start, self.seen[slot.number] = self.seen[slot.number], self.seen[slot.number] + old.rows
            made[slot.name] = self.replaced(slot, made[slot.name], start)
        slots = tuple(s for s in step.level.slots if not s.is_run)
        grown = self.column(slots, [made[s.name] for s in slots], count)
        made |= {s.name: column for s, column in zip(slots, grown, strict=True)}
        for slot in step.level.slots:
            if slot.is_run:
                made[slot.name] = _cycled(made[slot.name], count)
        return Columns(count, made)  # type: ignore[arg-type]

    def replaced(self, slot: Slot, column: Item, start: int) -> Item:
        """Return a column of sizes with its own new values."""
        own = {e - start: v for (number, e), v in self.sizes.items() if number == slot.number and e >= start}
        if not own or not isinstance(column, np.ndarray):
            return column
        made = column.astype(object)
        for at, value in own.items():
            if at < len(made):
                made[at] = value
        return made

    def column(self, slots: Sequence[Slot], columns: Sequence[Item], count: int) -> list[Item]:
        """Return columns of another length, as the roles of their fields want them."""
        made = [_cycled(column, count) for column in columns]
        numbered = [np.asarray(c) for c in columns if isinstance(c, np.ndarray)]
        if len(numbered) < len(columns):
            return made
        for role in self.schema.roles:
            at = [n for n, slot in enumerate(slots) if slot.name in role.fields]
            if len(at) != len(role.fields):
                continue
            base = min([1, *(int(numbered[n].min(initial=1)) for n in at)])
            for n, column in zip(
                at, self.by_role(role.kind, role.size, numbered, at, base, count), strict=False
            ):
                made[n] = column
        return made

    def by_role(
        self,
        kind: RoleKind,
        size: str | None,
        old: Sequence[np.ndarray],
        at: Sequence[int],
        base: int,
        count: int,
    ) -> Iterator[Item]:
        """Yield the columns of a role, none where repeating is good enough."""
        rows = len(old[at[0]])
        if kind is RoleKind.PERMUTATION:
            yield (
                np.argsort(np.argsort(old[at[0]][:count], kind="stable"), kind="stable")[:rows] + base
                if (count <= rows)
                else np.append(old[at[0]], np.arange(rows, count) + base)
            )
        elif kind in (RoleKind.DISTINCT, RoleKind.SORTED) and count > rows:
            first = old[at[0]]
            start = int(first.max(initial=0)) + 1
            yield np.append(first, np.arange(start, start + count - rows))
        elif kind is RoleKind.TREE and count != rows and len(at) == 2:
            yield np.arange(base, base + count)
            yield np.arange(base + 1, base + count + 1)
        elif kind in _EDGES and count != rows and len(at) == 2 and size is not None:
            pairs = list(self.pairs(size, old, at, base, count))
            yield np.array([a for a, _ in pairs], np.int64)
            yield np.array([b for _, b in pairs], np.int64)

    def pairs(
        self, size: str, old: Sequence[np.ndarray], at: Sequence[int], base: int, count: int
    ) -> Iterator[tuple[int, int]]:
        """Yield edges: a path through all vertices, then those that were there, then others."""
        vertices = int(evaluate(parse_expr(size), Held(self.env)))
        path = ((v, v + 1) for v in range(base, base + vertices - 1))
        kept = zip(old[at[0]].tolist(), old[at[1]].tolist(), strict=True)
        others = combinations(range(base, base + vertices), 2)
        seen: set[tuple[int, int]] = set()
        fresh = (pair for pair in chain(path, kept, others) if _is_new(pair, seen, base + vertices))
        yield from islice(chain(fresh, repeat((base, base + 1))), count)


def _is_new(pair: tuple[int, int], seen: set[tuple[int, int]], end: int) -> bool:
    key = (min(pair), max(pair))
    if key in seen or key[1] >= end:
        return False
    seen.add(key)
    return True


def _weight(values: Values) -> int:
    """Return how many tokens and characters there are."""
    own = sum(1 if isinstance(item, int) else len(item) for item in values.items.values())
    for block in values.blocks:
        match block:
            case Columns(rows, _):
                own += rows
            case Rows(inner):
                own += sum(map(_weight, inner))
            case Chosen(_, inside):
                own += _weight(inside)
    return own


def _inside(level: Level) -> set[int]:
    """Return the slots of a level and of all levels inside it."""
    found = {slot.number for slot in level.slots}
    for step in level.steps:
        if isinstance(step, RepeatStep):
            found |= _inside(step.level)
        elif isinstance(step, ChoiceStep):
            found |= {n for branch in step.branches for n in _inside(branch)}
    return found


def _long(text: str, size: int) -> str:
    if size and not text:
        raise ValueError("no character to repeat")
    return (text * (size // max(len(text), 1) + 1))[:size]


def _cycled(column: Item, count: int) -> Item:
    assert not isinstance(column, (int, str))
    if count <= len(column):
        return column[:count]
    if not len(column):
        raise ValueError("nothing to repeat")
    if isinstance(column, tuple):
        return tuple(column[at % len(column)] for at in range(count))
    return column[np.arange(count) % len(column)]


def _wide(matrix: np.ndarray, width: int) -> np.ndarray:
    if matrix.shape[1] == 0 and width and len(matrix):
        raise ValueError("nothing to repeat")
    return matrix[:, np.arange(width) % max(matrix.shape[1], 1)]
