"""Inputs that break what fields mean: no tree, not connected, a value twice, out of order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product

import numpy as np

from stab.expression import render
from stab.layout.breaking.attempts import Attempt, Target
from stab.layout.breaking.resizing import resized
from stab.layout.breaking.subject import Change, Subject
from stab.layout.plan import Domain
from stab.layout.rendering import role_text
from stab.layout.roles import first_letter, role_slots, rule_of
from stab.layout.schema import Schema, Slot
from stab.records import Binding, Role, RoleKind

_MOST = 40  # tries of a kind in one input
_WIDEST = 400  # rows of a group that are looked at
_STRONGER = {
    RoleKind.CONNECTED: (RoleKind.TREE,),
    RoleKind.ACYCLIC: (RoleKind.TREE,),
    RoleKind.SIMPLE: (RoleKind.TREE, RoleKind.ACYCLIC),
    RoleKind.DISTINCT: (RoleKind.PERMUTATION,),
}


@dataclass(frozen=True, slots=True)
class _Group:
    """The rows of one graph or list: their numbers in the slots, and their texts, a column a slot."""

    subject: Subject
    slots: tuple[Slot, ...]
    rows: tuple[int, ...]
    columns: tuple[tuple[str, ...], ...]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The rows of two columns."""
        return list(zip(self.columns[0], self.columns[1], strict=True))

    def put(self, row: int, texts: Sequence[str], what: str) -> Attempt:
        """Return the input with other texts in a row."""
        return self.put_all({row: texts}, what)

    def put_all(self, rows: Mapping[int, Sequence[str]], what: str) -> Attempt:
        """Return the input with other texts in some rows."""
        changes = [
            Change(slot, self.rows[row], text)
            for row, texts in rows.items()
            for slot, text in zip(self.slots, texts, strict=True)
        ]
        return Attempt(self.subject.changed(changes), what)


_Breaker = Callable[[_Group, Role], Iterator[Attempt]]


def role_targets(schema: Schema, binding: Binding) -> Iterator[Target]:
    """Yield a target for every way to break a role that is checked."""
    withdrawn = {unread.quote for unread in binding.withdrawn}
    for role in schema.roles:
        if role_text(role) in withdrawn:
            continue
        for name, breaker in _BREAKERS.get(role.kind, ()):
            if _is_idle(schema, role, name):
                continue
            yield Target(
                name=f"{'-'.join(role.fields)}-{name}",
                rule=rule_of(role),
                shown=f"{rule_of(role)} ({name})",
                quote=" ".join(role.quote.split()),
                attempts=partial(_attempts, role, breaker),
                allowed=frozenset(_same(schema, binding, role, name)).__contains__,
            )


def _is_idle(schema: Schema, role: Role, name: str) -> bool:
    """Tell whether this way to break a role is none, or is that of another one."""
    if role.kind is RoleKind.TREE and name != "cycle":
        return _has(schema, role, RoleKind.SIMPLE)
    if role.kind is RoleKind.BRACKETS:  # an alphabet says it, too
        return all(slot.field.alphabet is not None for slot in schema.named(role.fields[0]))
    return name == "both-ways" and _has(schema, role, RoleKind.DIRECTED)


def _has(schema: Schema, role: Role, kind: RoleKind) -> bool:
    return any(r.kind is kind and set(r.fields) == set(role.fields) for r in schema.roles)


def _same(schema: Schema, binding: Binding, role: Role, name: str) -> Iterator[str]:
    """Yield the rules that break with the role: stronger roles; of a loop, that both ends differ."""
    stronger = _STRONGER.get(role.kind, ())
    for other in schema.roles:
        if other.kind in stronger and set(other.fields) & set(role.fields):
            yield rule_of(other)
    pair = " ".join(role.fields)
    for rule in binding.rules:
        loops = name == "loop" and "!=" in rule.comparison.signs
        ordered = role.kind is RoleKind.INTERVAL and any(s.startswith("<") for s in rule.comparison.signs)
        if (loops or ordered) and set(rule.fields) >= set(pair.split()):
            yield render(rule.comparison)


def _attempts(role: Role, breaker: _Breaker, subject: Subject) -> Iterator[Attempt]:
    for slots in role_slots(role, subject.schema):
        parts = [slots] if role.kind in _JOINT else [(slot,) for slot in slots]
        for part in parts:
            for group in _groups(subject, part):
                for count, attempt in enumerate(breaker(group, role)):
                    if count == _MOST:
                        break
                    yield attempt


def _groups(subject: Subject, slots: tuple[Slot, ...]) -> Iterator[_Group]:
    domain = Domain(slots[0].level, slots[0]) if slots[0].is_run else Domain(slots[0].level)
    size = subject.size(slots[0])
    owners = np.zeros(size, np.int64)
    if domain.parent is not None:
        owners = subject.evaluator.owners(domain, np.arange(size))
    texts = [subject.trace.texts(slot) for slot in slots]
    inside: dict[int, list[int]] = defaultdict(list)
    for row, owner in enumerate(owners.tolist()):
        inside[owner].append(row)
    for rows in sorted(inside.values(), key=len, reverse=True)[:4]:
        kept = tuple(rows[:_WIDEST]) if len(rows) > _WIDEST else tuple(rows)
        yield _Group(subject, slots, kept, tuple(tuple(column[r] for r in kept) for column in texts))


# --- graphs ---


def _vertices(group: _Group) -> list[str]:
    return sorted({v for column in group.columns for v in column}, key=lambda v: (len(v), v))


def _pieces(edges: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return for each vertex a representative of its component."""
    root: dict[str, str] = {}

    def find(v: str) -> str:
        while root.setdefault(v, v) != v:
            v = root[v]
        return v

    for a, b in edges:
        root[find(a)] = find(b)
    return {v: find(v) for v in list(root)}


def _cycle(group: _Group, role: Role) -> Iterator[Attempt]:
    """An edge is moved so that it closes a cycle, and what it joined falls apart."""
    pairs = group.pairs
    known = {frozenset(pair) for pair in pairs}
    for row in reversed(range(len(pairs))):
        rest = pairs[:row] + pairs[row + 1 :]
        pieces = _pieces(rest)
        for a, b in combinations(_vertices(group), 2):
            if a in pieces and pieces.get(b) == pieces[a] and frozenset((a, b)) not in known:
                yield group.put(row, (a, b), f"the edge {a} {b} closes a cycle")
                break


def _apart(group: _Group, role: Role) -> Iterator[Attempt]:
    """All edges at one vertex are moved elsewhere."""
    pairs = group.pairs
    known = {frozenset(pair) for pair in pairs}
    for vertex in reversed(_vertices(group)):
        others = [v for v in _vertices(group) if v != vertex]
        rows = [row for row, pair in enumerate(pairs) if vertex in pair]
        free = [pair for pair in combinations(others, 2) if frozenset(pair) not in known]
        what = f"no edge reaches vertex {vertex}"
        if rows and len(free) >= len(rows):
            yield group.put_all(dict(zip(rows, free, strict=False)), what)
        if rows and len(others) >= 2:
            yield group.put_all({row: others[:2] for row in rows}, what)
    yield from _one_more(group, role)


def _one_more(group: _Group, role: Role) -> Iterator[Attempt]:
    """There is a further vertex, and no edge to it."""
    subject = group.subject
    for slot in subject.schema.named(role.size or ""):
        for element in range(min(subject.size(slot), 4) if not slot.is_run else 0):
            size = int(subject.text(slot, element)) + 1
            data = resized(subject, {(slot.number, element): size})
            if data is not None:
                yield Attempt(data, f"no edge reaches the last of {size} vertices")


def _loop(group: _Group, role: Role) -> Iterator[Attempt]:
    for row, pair in reversed(list(enumerate(group.pairs))):
        for end in pair:
            yield group.put(row, (end, end), f"the edge {end} {end} is a loop")


def _duplicate(group: _Group, role: Role) -> Iterator[Attempt]:
    """An edge is given a second time."""
    pairs = group.pairs
    for row, other in product(reversed(range(len(pairs))), range(len(pairs))):
        if row != other and pairs[other][0] != pairs[other][1]:
            yield group.put(row, pairs[other], f"the edge {' '.join(pairs[other])} is there twice")


def _reversed(group: _Group, role: Role) -> Iterator[Attempt]:
    """An edge is given again, the other way round; where edges have a direction that is another edge."""
    pairs = group.pairs
    for row, other in product(reversed(range(len(pairs))), range(len(pairs))):
        if row != other and pairs[other][0] != pairs[other][1]:
            again = pairs[other][::-1]
            yield group.put(row, again, f"the edge {' '.join(again)} is there both ways round")


def _circle(group: _Group, role: Role) -> Iterator[Attempt]:
    """An arc leads back to where a path began."""
    pairs = group.pairs
    after: dict[str, list[str]] = defaultdict(list)
    for a, b in pairs:
        after[a].append(b)
    for row, (a, b) in enumerate(pairs):
        for c in after[b]:
            for other in reversed(range(len(pairs))):
                if other != row and pairs[other] != (b, c) and c != a:
                    yield group.put(other, (c, a), f"the arc {c} {a} closes a cycle")
    yield from _reversed(group, role)
    yield from _cycle(group, role)


# --- lists ---


def _repeated(group: _Group, role: Role) -> Iterator[Attempt]:
    """A value is put in place of another."""
    rows = list(zip(*group.columns, strict=True))
    for row, other in product(reversed(range(len(rows))), range(len(rows))):
        if rows[row] != rows[other]:
            yield group.put(row, rows[other], f"{' '.join(rows[other])} is there twice")


def _unsorted(group: _Group, role: Role) -> Iterator[Attempt]:
    """Two neighbours change places."""
    (column,) = group.columns
    for row in reversed(range(1, len(column))):
        if column[row - 1] != column[row]:
            changed = {row: (column[row - 1],), row - 1: (column[row],)}
            yield group.put_all(changed, f"{column[row]} comes before {column[row - 1]}")


def _crossed(group: _Group, role: Role) -> Iterator[Attempt]:
    for row, (low, high) in enumerate(group.pairs):
        if low != high:
            yield group.put(row, (high, low), f"{high} comes before {low}")
    for row, (low, _) in enumerate(group.pairs):
        if low.lstrip("-").isdigit():
            yield group.put(row, (low, str(int(low) - 1)), f"{low} comes before {int(low) - 1}")


def _bent(group: _Group, role: Role) -> Iterator[Attempt]:
    """Two corners change places, or lie in one line with a third."""
    corners = group.pairs
    for row in range(len(corners) - 1):
        changed = {row: corners[row + 1], row + 1: corners[row]}
        yield group.put_all(changed, f"the corners {row + 1} and {row + 2} have changed places")


def _no_bracket(group: _Group, role: Role) -> Iterator[Attempt]:
    for row, text in enumerate(group.columns[0]):
        if text:
            yield group.put(row, (text[:-1] + "x",), "an x stands among the brackets")


def _late_letter(group: _Group, role: Role) -> Iterator[Attempt]:
    """A letter is put in that comes after the last one allowed."""
    for row, text in enumerate(group.columns[0]):
        first = ord(first_letter(group.slots[0].field))
        for letter in range(first, first + 60):
            if text and chr(letter).isalnum():
                yield group.put(row, (text[:-1] + chr(letter),), f"the letter {chr(letter)!r} is used")


_JOINT = frozenset(RoleKind) - {RoleKind.PERMUTATION, RoleKind.SORTED, RoleKind.BRACKETS, RoleKind.LETTERS}
_BREAKERS: Mapping[RoleKind, tuple[tuple[str, _Breaker], ...]] = {
    RoleKind.TREE: (("cycle", _cycle), ("loop", _loop), ("duplicate", _duplicate)),
    RoleKind.CONNECTED: (("disconnected", _apart),),
    RoleKind.ACYCLIC: (("cycle", _circle),),
    RoleKind.SIMPLE: (("loop", _loop), ("duplicate", _duplicate), ("both-ways", _reversed)),
    RoleKind.PERMUTATION: (("repeated", _repeated),),
    RoleKind.DISTINCT: (("repeated", _repeated),),
    RoleKind.SORTED: (("unsorted", _unsorted),),
    RoleKind.INTERVAL: (("crossed", _crossed),),
    RoleKind.CONVEX: (("bent", _bent),),
    RoleKind.BRACKETS: (("other-letter", _no_bracket),),
    RoleKind.LETTERS: (("late-letter", _late_letter),),
}
