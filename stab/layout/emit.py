"""Emits a validator for one layout: a Python program (standard library) that judges as `validate` does."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from stab.layout import emit_runtime
from stab.layout.emit_checks import Checks
from stab.layout.emit_expressions import CountCode, Scope
from stab.layout.emit_notes import Notes
from stab.layout.schema import ChoiceStep, Level, LineStep, Part, RepeatStep, Schema, Slot, Step
from stab.patterns import regex
from stab.records import Binding, FieldType, Layout, Literal

_MARKER = "# --- marker ---\n"
_OPTIONAL = frozenset(
    {
        "power",
        "isprime",
        "ispow2",
        "ndivisors",
        "oneof",
        "element",
        "root",
        "join",
        "has_directed_cycle",
        "edge_lists",
        "note",
    }
)
_NEEDS = {"join": ("root",)}
_READ = {FieldType.INT: "integer", FieldType.REAL: "real", FieldType.STR: "word", FieldType.LINE: "rest"}


def emit_validator(layout: Layout, binding: Binding, title: str) -> str:
    """Return a program: `python3 validator.py < input` exits 42 (valid) or 43 with the reason on stderr.

    `--constraints_file FILE` writes which bounds are reached, as BAPCtools reads it. Verdicts are those of
    `validate(layout, binding, data, strict=True)`.
    """
    schema = Schema(layout)
    names = Identifiers(schema)
    reading = list(_Reading(schema, names).program())
    checks = Checks(schema, names, binding)
    rules, notes = list(checks.rules()), list(Notes(schema, binding, checks).program())
    own = "\n".join([*_declarations(schema, names), "", *reading, "", *rules, "", *notes])
    parts = [
        _head(title),
        _runtime(own),
        own,
        "",
        'if __name__ == "__main__":',
        "    main(read, check, notes)",
        "",
    ]
    return "\n".join(parts)


class Identifiers:
    """A variable name for every slot and every level."""

    def __init__(self, schema: Schema) -> None:
        taken = {name for name in dir(emit_runtime) if not name.startswith("__")}
        taken |= _OWN_NAMES | set(dir(builtins))
        self.slots: dict[int, str] = {}
        self.levels: dict[int, str] = {}
        for slot in schema.slots:
            self.slots[slot.number] = self._free(slot.name, taken)
        for level in schema.levels[1:]:
            first = level.slots[0].name if level.slots else str(level.number)
            stem = f"branch_{first}" if not _is_repeat(schema, level) else f"rows_{first}"
            self.levels[level.number] = self._free(stem, taken)

    @staticmethod
    def _free(name: str, taken: set[str]) -> str:
        stem = name if name.isidentifier() else re.sub(r"\W", "_", name)
        found, number = stem, 2
        while found in taken or keyword.iskeyword(found) or _COUNTERS.fullmatch(found):
            found, number = f"{stem}_{number}", number + 1
        taken.add(found)
        return found

    def slot(self, slot: Slot) -> str:
        """Return the variable that holds the values of a slot."""
        return self.slots[slot.number]

    def level(self, level: Level) -> str:
        """Return the variable that holds the repetitions of a level."""
        return self.levels[level.number]


_OWN_NAMES = frozenset({"inp", "read", "check", "notes", "size", "sizes", "edges", "group", "first"})
_COUNTERS = regex(r"(?:[kj]|step_|kind_)[0-9]+")


def _is_repeat(schema: Schema, level: Level) -> bool:
    return any(isinstance(b, RepeatStep) and b.level is level for b in schema.blocks)


def _head(title: str) -> str:
    safe = re.sub(r"[^\w .,:;!?()+-]", " ", title).strip() or "a problem"
    return (
        "#!/usr/bin/env python3\n"
        f'"""Validates inputs of: {safe}\n\n'
        "python3 validator.py [--constraints_file FILE] < input\n"
        "Exits with 42 for a valid input, with 43 and the reason on stderr for any other.\n"
        '"""\n'
    )


def _runtime(own: str) -> str:
    """Return the common part of the program: what the program `own` uses of it."""
    source = Path(emit_runtime.__file__).read_text(encoding="utf-8").split(_MARKER, 1)[1]
    wanted = {name for name in _OPTIONAL if re.search(rf"\b{name}\(", own)}
    wanted |= {needed for name in list(wanted) for needed in _NEEDS.get(name, ())}
    pieces = ["from __future__ import annotations", ""]
    lines = source.splitlines()
    previous = 0
    for node in ast.parse(source).body:
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        is_alias = isinstance(node, ast.Assign) and text.startswith("_ =")
        if is_alias or (isinstance(node, ast.FunctionDef) and node.name in _OPTIONAL - wanted):
            continue
        is_block = isinstance(node, (ast.FunctionDef, ast.ClassDef))
        pieces += ["", ""] if is_block or previous else []
        previous = int(is_block)
        pieces.append(re.sub(r"  # (?:noqa|type: ignore)\S*(?: \S+)?$", "", text, flags=re.MULTILINE))
    return "\n".join(pieces) + "\n\n"


def _declarations(schema: Schema, names: Identifiers) -> Iterator[str]:
    yield "# --- what the input holds: every value of a field, in reading order ---"
    for slot in schema.slots:
        yield f'{names.slot(slot)} = Column("{slot.name}")'
    for level in schema.levels[1:]:
        yield f"{names.level(level)} = Block()"


class _Reading:
    """Writes the function that reads the input, in the shape of the layout."""

    def __init__(self, schema: Schema, names: Identifiers) -> None:
        self.schema = schema
        self.names = names
        self.counts = CountCode(names)
        self.loops = 0

    def program(self) -> Iterator[str]:
        yield ""
        yield "def read(inp: Input) -> None:"
        yield '    """Read the input line by line."""'
        yield from self.steps(self.schema.root.steps, {}, "    ")

    def steps(self, steps: list[Step], scope: Scope, pad: str) -> Iterator[str]:
        for step in steps:
            if isinstance(step, LineStep):
                yield f"{pad}inp.next_line()"
                yield from self.line(step.parts, scope, pad)
            elif isinstance(step, RepeatStep):
                yield from self.repeat(step, scope, pad)
            elif isinstance(step, ChoiceStep):
                yield from self.choice(step, scope, pad)
            else:
                yield f"{pad}inp.empty_line()"

    def line(self, parts: tuple[Part, ...], scope: Scope, pad: str) -> Iterator[str]:
        for part in parts:
            if isinstance(part, Literal):
                yield f"{pad}inp.literal({part.text!r})"
                continue
            name, field = self.names.slot(part), part.field
            shape = self.shape(part, scope)
            if field.to_line_end:
                yield f"{pad}inp.run(inp.{_READ[field.type]}, {name}, inp.left(){shape})"
            elif field.count is not None:
                count = self.counts.count(field.count, scope)
                yield f"{pad}inp.run(inp.{_READ[field.type]}, {name}, {count}{shape})"
            else:
                yield f"{pad}inp.{_READ[field.type]}({name}{shape})"
            scope[part.name] = ("run", part, None) if part.is_run else ("scalar", part, None)
        yield f"{pad}inp.end_line()"

    def shape(self, slot: Slot, scope: Scope) -> str:
        field = slot.field
        if field.length is None and field.alphabet is None:
            return ""
        length = "None" if field.length is None else self.counts.count(field.length, scope)
        return f", {length}" + (f", {field.alphabet!r}" if field.alphabet is not None else "")

    def repeat(self, step: RepeatStep, scope: Scope, pad: str) -> Iterator[str]:
        node, block = step.node, self.names.level(step.level)
        self.loops += 1
        index = f"step_{self.loops}"
        yield f"{pad}{block}.open()"
        if node.until is not None:
            yield f"{pad}while not inp.terminator({list(node.until)!r}):"
        elif node.count is None:
            yield f"{pad}while not inp.is_over():"
        else:
            yield f"{pad}for {index} in range({self.counts.count(node.count, scope)}):"
        inner = dict(scope)
        if node.index:
            code = index if node.count is not None else f"{block}.size - 1 - {block}.start"
            inner[node.index] = ("index", None, f"({code})" if node.count is None else code)
        yield f"{pad}    {block}.begin()"
        yield from self.steps(step.level.steps, inner, pad + "    ")
        yield f"{pad}{block}.close()"
        for slot in step.level.slots:
            if not slot.is_run and slot.name not in scope:
                scope[slot.name] = ("column", slot, block)

    def choice(self, step: ChoiceStep, scope: Scope, pad: str) -> Iterator[str]:
        self.loops += 1
        value = f"kind_{self.loops}"
        yield f"{pad}inp.next_line()"
        yield f"{pad}{value} = inp.peek()"
        yield f"{pad}inp.{_READ[step.selector.field.type]}({self.names.slot(step.selector)})"
        scope[step.selector.name] = ("scalar", step.selector, None)
        for level in step.branches:
            yield f"{pad}{self.names.level(level)}.open()"
        word, default = "if", None
        for branch, level in zip(step.node.branches, step.branches, strict=True):
            if not branch.values:
                default = level
                continue
            yield f"{pad}{word} {value} in {branch.values!r}:"
            yield from self.branch(level, dict(scope), pad + "    ")
            word = "elif"
        yield f"{pad}else:" if word == "elif" else f"{pad}if True:"
        if default is not None:
            yield from self.branch(default, dict(scope), pad + "    ")
        else:
            known = ", ".join(v for b in step.node.branches for v in b.values)
            yield f"{pad}    inp.at -= 1"
            yield f"{pad}    inp.wrong({f'{step.selector.name} (one of {known})'!r})"
        for level in step.branches:
            yield f"{pad}{self.names.level(level)}.close()"

    def branch(self, level: Level, scope: Scope, pad: str) -> Iterator[str]:
        yield f"{pad}{self.names.level(level)}.begin()"
        first = level.steps[0]
        assert isinstance(first, LineStep)
        yield from self.line(first.parts, scope, pad)
        yield from self.steps(level.steps[1:], scope, pad)
