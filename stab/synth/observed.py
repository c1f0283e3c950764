"""What the samples show of each field: range, characters, lengths, digits after the point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stab.digits import to_int
from stab.expression import Expr, Unbound, Value, evaluate, parse_expr
from stab.patterns import regex
from stab.records import Blank, Choice, Field, FieldType, Layout, Line, Literal, Node, Repeat, Sample

_INTEGER = regex(r"[+-]?\d{1,400}")
MAX_REPEATS = 200_000
MAX_DIFFERENT = 64


@dataclass(slots=True)
class Seen:
    """All tokens of one field, summed up."""

    low: int | None = None
    high: int | None = None
    characters: set[str] = field(default_factory=set)
    lengths: set[int] = field(default_factory=set)
    decimals: int = 0
    words: set[str] = field(default_factory=set)
    count: int = 0
    marks: str | None = None  # characters that every sample holds exactly once
    values: set[int] = field(default_factory=set)  # the first few different numbers
    sizes: set[str] | None = None  # numbers before it that its length has equalled every time
    blocks: list[list[tuple[str, ...]]] = field(default_factory=list)  # rows that this field is the first of

    def add(self, token: str, kind: FieldType) -> None:
        """Take one more token into account."""
        self.count += 1
        if kind is FieldType.REAL:
            whole, _, digits = token.partition(".")
            self.decimals = max(self.decimals, len(digits) if digits.isdigit() else 0)
            token = whole if _INTEGER.fullmatch(whole) else "0"
        if kind in (FieldType.INT, FieldType.REAL):
            if _INTEGER.fullmatch(token):
                value = to_int(token)
                if len(self.values) < MAX_DIFFERENT:
                    self.values.add(value)
                self.low = value if self.low is None else min(self.low, value)
                self.high = value if self.high is None else max(self.high, value)
            return
        self.characters.update(token)
        self.lengths.add(len(token))
        if len(self.words) < MAX_DIFFERENT:
            self.words.add(token)


class _Mismatch(Exception):
    """The sample does not follow the layout; what was read of it is left out."""


class _Reader:
    def __init__(self, text: str, seen: dict[str, Seen]) -> None:
        self.lines = [line.split() for line in text.splitlines()]
        self.raw = text.splitlines()
        self.at = 0
        self.seen = seen
        self.env: dict[str, Value] = {}
        self.arrays: dict[str, list[int]] = {}
        self.texts: dict[str, str] = {}

    def block(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            self.node(node)

    def node(self, node: Node) -> None:
        match node:
            case Blank():
                self.at += 1
            case Line(items):
                tokens, raw = self.next()
                self.items(items, iter(tokens), raw)
            case Choice(selector, branches):
                tokens, raw = self.next()
                stream = iter(tokens)
                self.items((selector,), stream, raw)
                blocks = self.seen[selector.name].blocks if tokens else []
                if blocks:
                    blocks[-1].append(tuple(tokens))
                word = tokens[0] if tokens else ""
                chosen = next((b for b in branches if word in b.values), None)
                chosen = chosen or next((b for b in branches if not b.values), None)
                if chosen is None:
                    raise _Mismatch
                self.items(chosen.items, stream, raw)
                self.block(chosen.body)
            case Repeat():
                self.repeat(node)

    def repeat(self, node: Repeat) -> None:
        step = 0
        count = None if node.count is None else self.value(node.count)
        if isinstance(node.body[0], Choice):
            self.seen.setdefault(node.body[0].selector.name, Seen()).blocks.append([])
        while step < MAX_REPEATS and (count is None or step < count):
            if count is None:
                if self.at >= len(self.lines) or not self.lines[self.at]:
                    break
                if node.until is not None and tuple(self.lines[self.at]) == node.until:
                    self.at += 1
                    break
            if node.index:
                self.env[node.index] = step
            self.block(node.body)
            step += 1

    def next(self) -> tuple[list[str], str]:
        if self.at >= len(self.lines):
            if self.at == len(self.lines):  # an empty last line may be missing
                self.at += 1
                return [], ""
            raise _Mismatch
        self.at += 1
        return self.lines[self.at - 1], self.raw[self.at - 1]

    def items(self, items: Iterable[Field | Literal], tokens: Iterator[str], raw: str) -> None:
        for item in items:
            if isinstance(item, Literal):
                next(tokens, None)
                continue
            if item.type is FieldType.LINE:
                self.seen.setdefault(item.name, Seen()).add(raw, item.type)
                return
            if item.to_line_end:
                found = list(tokens)
            else:
                wanted = 1 if item.count is None else self.value(item.count)
                found = [token for _, token in zip(range(wanted), tokens, strict=False)]
                if len(found) < wanted:
                    raise _Mismatch
            self.record(item, found)

    def record(self, item: Field, found: list[str]) -> None:
        seen = self.seen.setdefault(item.name, Seen())
        for token in found:
            seen.add(token, item.type)
        if item.type is FieldType.INT:
            numbers = [to_int(t) for t in found if _INTEGER.fullmatch(t)]
            if len(numbers) != len(found):
                raise _Mismatch
            if item.count is None and not item.to_line_end:
                self.env[item.name] = numbers[0]
                self.arrays.setdefault(item.name, []).append(numbers[0])
            else:
                self.arrays[item.name] = numbers
        elif item.type is FieldType.STR and found:
            self.texts[item.name] = self.texts.get(item.name, "") + "".join(found)
            equal = {name for name, v in self.env.items() if v == len(found[0]) and name.isidentifier()}
            seen.sizes = equal if seen.sizes is None else seen.sizes & equal
            self.env[f"len({item.name})"] = len(found[0])

    def value(self, expr: Expr) -> int:
        env = dict(self.env)
        for _ in range(8):
            try:
                return int(evaluate(expr, env))
            except Unbound as missing:
                name, _, index = str(missing).partition("[")
                try:
                    at = int(evaluate(parse_expr(index.rstrip("]")), env)) if index else -1
                    env[str(missing)] = self.arrays[name][at] if index else sum(self._total(name))
                except (KeyError, IndexError, ValueError, Unbound) as error:
                    raise _Mismatch from error
            except ArithmeticError as error:
                raise _Mismatch from error
        raise _Mismatch

    def _total(self, name: str) -> list[int]:
        return self.arrays[name.removeprefix("sum(").rstrip(")")]


def observe(layout: Layout, samples: Iterable[Sample]) -> dict[str, Seen]:
    """Return what the samples show of every field; a sample that does not fit contributes what was read."""
    seen: dict[str, Seen] = {}
    for sample in samples:
        reader = _Reader(sample.input, seen)
        try:
            reader.block(layout.nodes)
        except (_Mismatch, RecursionError):
            continue
        for name, text in reader.texts.items():
            found = seen[name]
            once = "".join(c for c in sorted(set(text)) if text.count(c) == 1)
            found.marks = once if found.marks is None else "".join(c for c in found.marks if c in once)
    return seen
