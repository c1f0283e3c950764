"""Emits a checktestdata program (.ctd) for one layout."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.layout.emit_bounds import Division, divide
from stab.layout.emit_ctd_checks import CtdChecks
from stab.layout.emit_ctd_expressions import Unexpressed, number
from stab.layout.emit_ctd_names import CtdNames, Scope
from stab.layout.roles import BRACKETS
from stab.layout.schema import ChoiceStep, Level, LineStep, Part, RepeatStep, Schema, Slot, Step
from stab.records import Binding, Emitted, FieldType, Layout, Literal, RoleKind

_ANY = "10^1000"  # what no number reaches
_SPECIAL = frozenset("(){}[]*+?|\\^.-")


def emit_ctd(layout: Layout, binding: Binding, title: str) -> Emitted:
    """Return a checktestdata program that accepts the inputs of a layout.

    Raises Unexpressed (a LayoutError) for a layout that checktestdata can't read at all. Rules that it
    can't express are named in its head and in `left_out`.
    """
    schema = Schema(layout)
    division = divide(schema, binding)
    names = CtdNames(schema)
    lines = list(_Reading(schema, names, division).steps(schema.root.steps, {}, ""))
    checks = CtdChecks(schema, names, binding, division)
    rules = list(checks.rules())
    left_out = tuple(dict.fromkeys(checks.left_out))
    return Emitted("\n".join([*_head(title, left_out), *lines, *rules, ""]), left_out)


def _head(title: str, left_out: tuple[str, ...]) -> Iterator[str]:
    safe = re.sub(r"[^\w .,:;!?()+-]", " ", title).strip() or "a problem"
    yield f"# Validates inputs of: {safe}"
    yield "# checktestdata validator.ctd input"
    if left_out:
        yield "# Not checked here (validator.py does):"
        yield from (f"#   {' '.join(text.split())}" for text in left_out)
    yield ""


class _Reading:
    """Writes the commands that read the input, in the shape of the layout."""

    def __init__(self, schema: Schema, names: CtdNames, division: Division) -> None:
        self.schema = schema
        self.names = names
        self.division = division

    def steps(self, steps: list[Step], scope: Scope, pad: str) -> Iterator[str]:
        for step in steps:
            if isinstance(step, LineStep):
                yield from self.line(step.parts, scope, pad, begun=False)
                yield f"{pad}NEWLINE"
            elif isinstance(step, RepeatStep):
                yield from self.repeat(step, scope, pad)
            elif isinstance(step, ChoiceStep):
                yield from self.choice(step, scope, pad)
            else:
                yield f"{pad}NEWLINE"

    def line(self, parts: tuple[Part, ...], scope: Scope, pad: str, *, begun: bool) -> Iterator[str]:
        """Yield the reading of a line's tokens; a run without elements takes no blank."""
        sure = begun
        maybe: list[str] = []  # counts of runs before, which may all be 0
        for part in parts:
            if isinstance(part, Slot) and part.is_run:
                yield from self.run(part, scope, pad, self.blank(sure, maybe))
                maybe = [*maybe, self.names.elements(part, self.names.loops(part.level))]
            elif isinstance(part, Slot) and part.field.type is FieldType.LINE:
                if sure:
                    yield f'{pad}IF(!MATCH("\\n")) SPACE END'
                yield from self.value(part, scope, pad)
                sure = True
            else:
                yield from (pad + line for line in self.blank(sure, maybe))
                if isinstance(part, Literal):
                    yield f"{pad}STRING({quoted(part.text)})"
                else:
                    yield from self.value(part, scope, pad)
                sure = True
            if isinstance(part, Slot):
                scope[part.name] = ("run" if part.is_run else "scalar", part, "")

    @staticmethod
    def blank(sure: bool, maybe: list[str]) -> list[str]:
        if sure:
            return ["SPACE"]
        return [f"IF({' || '.join(f'{count} > 0' for count in maybe)}) SPACE END"] if maybe else []

    def run(self, slot: Slot, scope: Scope, pad: str, blank: list[str]) -> Iterator[str]:
        names = self.names
        index, around = f"j{slot.number}", names.loops(slot.level)
        size = names.elements(slot, around)
        if slot.field.to_line_end:
            yield f"{pad}SET({size} = 0)"
            if blank:
                yield f'{pad}IF(!MATCH("\\n")) {blank[0]} END'
            yield f'{pad}WHILEI({index}, !MATCH("\\n"), SPACE)'
            yield from self.value(slot, scope, pad + "  ")
            yield f"{pad}  SET({size} = {size} + 1)"
            yield f"{pad}END"
            return
        assert slot.field.count is not None
        yield f"{pad}SET({size} = {names.count(slot.field.count, scope)})"
        yield f"{pad}ASSERT({size} >= 0)"
        if blank:
            yield f"{pad}IF({size} > 0) {blank[0]} END"
        yield f"{pad}REPI({index}, {size}, SPACE)"
        yield from self.value(slot, scope, pad + "  ")
        yield f"{pad}END"

    def value(self, slot: Slot, scope: Scope, pad: str) -> Iterator[str]:
        """Yield the reading of one token, and what is asked of it at once."""
        name, own, kind = self.names.slot(slot), self.division.of(slot), slot.field.type
        if kind is FieldType.INT:
            low, high = self.end(own.low, own.low_name, f"-{_ANY}"), self.end(own.high, own.high_name, _ANY)
            yield f"{pad}INT({low}, {high}, {name})"
            if own.low is not None and own.low_name is not None:
                yield f"{pad}ASSERT({self.names.slot(own.low_name)} <= {name})"
            if own.high is not None and own.high_name is not None:
                yield f"{pad}ASSERT({name} <= {self.names.slot(own.high_name)})"
        elif kind is FieldType.REAL:
            yield f"{pad}FLOAT(-{_ANY}, {_ANY}, {name}, FIXED)"
        else:
            yield f"{pad}REGEX({quoted(self.pattern(slot))}, {name})"
            if slot.field.length is not None:
                yield f"{pad}ASSERT(STRLEN({name}) == {self.names.count(slot.field.length, scope)})"

    def end(self, value: int | None, slot: Slot | None, without: str) -> str:
        """Return the source of one end of a range."""
        if value is not None:
            return number(value).text
        return without if slot is None else self.names.slot(slot)

    def pattern(self, slot: Slot) -> str:
        """Return the regular expression of a text."""
        alphabet = slot.field.alphabet
        roles = {role.kind for role in self.schema.roles if slot.name in role.fields}
        if RoleKind.BRACKETS in roles and alphabet is None:
            alphabet = BRACKETS
        times = "*" if slot.field.type is FieldType.LINE else "+"
        if alphabet is None:
            return ("[^\n\r\t]" if slot.field.type is FieldType.LINE else "[^ \n\r\t]") + times
        if not alphabet.isascii():
            raise Unexpressed(f"the letters of {slot.name} are not all ASCII")
        return f"[{''.join(chr_ if chr_ not in _SPECIAL else chr(92) + chr_ for chr_ in alphabet)}]{times}"

    def repeat(self, step: RepeatStep, scope: Scope, pad: str) -> Iterator[str]:
        node, names = step.node, self.names
        parent = step.level.parent
        assert parent is not None
        rows, index = names.rows(step.level, names.loops(parent)), f"i{step.level.number}"
        if node.until is not None:
            raise Unexpressed("checktestdata can't look ahead for a last line")
        if node.count is None:
            yield f"{pad}SET({rows} = 0)"
            if parent is self.schema.root and step is parent.steps[0]:
                yield f"{pad}ASSERT(!ISEOF)"
            yield f"{pad}WHILEI({index}, !ISEOF)"
        else:
            yield f"{pad}SET({rows} = {names.count(node.count, scope)})"
            yield f"{pad}ASSERT({rows} >= 0)"
            yield f"{pad}REPI({index}, {rows})"
        inner = dict(scope)
        if node.index:
            inner[node.index] = ("index", None, index)
        yield from self.steps(step.level.steps, inner, pad + "  ")
        if node.count is None:
            yield f"{pad}  SET({rows} = {rows} + 1)"
        yield f"{pad}END"
        for slot in step.level.slots:
            if not slot.is_run and slot.name not in scope:
                scope[slot.name] = ("column", slot, "")

    def choice(self, step: ChoiceStep, scope: Scope, pad: str) -> Iterator[str]:
        """Yield the reading of a line that its first word decides; the word is kept as a text."""
        name = self.names.slot(step.selector)
        self.names.numeric.discard(step.selector.number)
        yield f'{pad}REGEX("[^ \\n\\r\\t]+", {name})'
        scope[step.selector.name] = ("scalar", step.selector, "")
        yield from self.branches(step, list(zip(step.node.branches, step.branches, strict=True)), scope, pad)

    def branches(
        self, step: ChoiceStep, rest: list[tuple[object, Level]], scope: Scope, pad: str
    ) -> Iterator[str]:
        """Yield one IF in another, a branch each; the default one comes last."""
        name = self.names.slot(step.selector)
        named = [(b, level) for b, level in zip(step.node.branches, step.branches, strict=True) if b.values]
        default = next(
            (l for b, l in zip(step.node.branches, step.branches, strict=True) if not b.values), None
        )
        for depth, (branch, level) in enumerate(named):
            deep = pad + "  " * depth
            test = " || ".join(f"{name} == {quoted(value)}" for value in branch.values)
            yield f"{deep}IF({test})"
            yield from self.branch(level, dict(scope), deep + "  ")
            yield f"{deep}ELSE"
        deep = pad + "  " * len(named)
        if default is None:
            yield f"{deep}ASSERT(1 == 0)"
        else:
            yield from self.branch(default, dict(scope), deep)
        yield from (f"{pad}{'  ' * depth}END" for depth in reversed(range(len(named))))

    def branch(self, level: Level, scope: Scope, pad: str) -> Iterator[str]:
        head = level.steps[0]
        assert isinstance(head, LineStep)
        yield from self.line(head.parts, scope, pad, begun=True)
        yield f"{pad}NEWLINE"
        yield from self.steps(level.steps[1:], scope, pad)


def quoted(text: str) -> str:
    """Return a string of checktestdata."""
    found = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + found.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'
