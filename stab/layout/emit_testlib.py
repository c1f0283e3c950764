"""Emits a testlib validator for one layout: C++ that reads strictly and checks bounds, rules and roles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.expression import render
from stab.layout.emit_bounds import Bounds, Division, divide
from stab.layout.emit_testlib_checks import CppChecks
from stab.layout.emit_testlib_counts import CppCounts, CppNames, Scope
from stab.layout.emit_testlib_expressions import Unexpressed, number, quoted
from stab.layout.emit_testlib_runtime import pieces
from stab.layout.schema import BlankStep, ChoiceStep, Level, LineStep, Part, RepeatStep, Schema, Slot, Step
from stab.records import Binding, Emitted, FieldType, Layout, Literal

_LONG, _INT = 2**63 - 1, 2**31 - 1


def emit_testlib(layout: Layout, binding: Binding, title: str) -> Emitted:
    """Return a C++ program for testlib: exit 0 for a valid input, 3 with the reason for any other.

    Bounds are given to testlib as they are read, so that its overview tells which are reached. Rules that
    C++ can't express are named in its head and in `left_out`.
    """
    schema = Schema(layout)
    division = divide(schema, binding)
    names = CppNames(schema, division)
    reading = _Reading(schema, names, division)
    lines = list(reading.program())
    checks = CppChecks(schema, names, binding, division)
    rules = list(checks.rules())
    own = "\n".join([*names.declarations(), *lines, *rules, "    inf.readEof();", "}", ""])
    left_out = (*reading.left_out, *checks.left_out)
    return Emitted(
        _head(title, left_out) + "\n".join([*pieces(own), ""]) + "int main(int argc, char* argv[]) {\n"
        "    registerValidation(argc, argv);\n" + own,
        tuple(dict.fromkeys(left_out)),
    )


def _head(title: str, left_out: tuple[str, ...]) -> str:
    safe = re.sub(r"[^\w .,:;!?()+-]", " ", title).strip() or "a problem"
    notes = "".join(f"//   {' '.join(text.split())}\n" for text in dict.fromkeys(left_out))
    missing = f"// Not checked here (validator.py does):\n{notes}" if left_out else ""
    return (
        f"// Validates inputs of: {safe}\n"
        "// g++ -O2 -o validator validator.cpp (testlib.h beside it); ./validator < input\n"
        f"{missing}"
        '#include "testlib.h"\n\nusing namespace std;\n\n'
    )


class _Reading:
    """Writes the lines that read the input, in the shape of the layout."""

    def __init__(self, schema: Schema, names: CppNames, division: Division) -> None:
        self.schema = schema
        self.names = names
        self.division = division
        self.counts = CppCounts(names, division)
        self.left_out: list[str] = []
        self.loops = 0

    def program(self) -> Iterator[str]:
        yield from self.steps(self.schema.root.steps, {}, "    ")

    def steps(self, steps: list[Step], scope: Scope, pad: str, stream: str = "inf") -> Iterator[str]:
        """Yield the reading of lines; the first of them comes from `stream`."""
        for number_, step in enumerate(steps):
            source = stream if number_ == 0 else "inf"
            if isinstance(step, LineStep):
                yield from self.line(step.parts, scope, pad, source)
                yield f"{pad}{source}.readEoln();"
            elif isinstance(step, RepeatStep):
                yield from self.repeat(step, scope, pad)
            elif isinstance(step, ChoiceStep):
                yield from self.choice(step, scope, pad, source)
            elif isinstance(step, BlankStep):
                yield f"{pad}{source}.readEoln();"

    def line(
        self, parts: tuple[Part, ...], scope: Scope, pad: str, stream: str, *, begun: bool = False
    ) -> Iterator[str]:
        """Yield the reading of a line's tokens; a run without elements takes no blank."""
        sure, marked = begun, False  # whether a token stands before; whether only the program knows
        for part in parts:
            if isinstance(part, Literal):
                yield from self.gap(pad, stream, sure, marked)
                yield f"{pad}{stream}.readToken({quoted(_escaped(part.text))});"
                sure, marked = True, False
                continue
            if part.is_run:
                last = part is parts[-1]
                if not sure and not marked and not last:
                    yield f"{pad}first = true;"
                    marked = True
                yield from self.run(part, scope, pad, stream, sure, marked and not sure)
            elif part.field.type is FieldType.LINE:
                yield from self.rest(part, scope, pad, stream, sure)
                sure, marked = True, False
            else:
                yield from self.gap(pad, stream, sure, marked)
                yield from self.put(part, self.token(part, scope, stream), scope, pad)
                sure, marked = True, False
            scope[part.name] = ("run" if part.is_run else "scalar", part, "")

    @staticmethod
    def gap(pad: str, stream: str, sure: bool, marked: bool) -> Iterator[str]:
        if sure:
            yield f"{pad}{stream}.readSpace();"
        elif marked:
            yield f"{pad}if (!first) {stream}.readSpace();"

    def put(self, slot: Slot, code: str, scope: Scope, pad: str) -> Iterator[str]:
        """Yield the statement that keeps a value, and the checks of a text."""
        name = self.names.slot(slot)
        if self.names.is_single(slot):
            yield f"{pad}{self.names.kind(slot)} {name} = {code};"
        else:
            yield f"{pad}{name}.push_back({code});"
        yield from self.shape(slot, self.names.now(slot), scope, pad)

    def token(self, slot: Slot, scope: Scope, stream: str) -> str:
        """Return the source that reads one token."""
        field, name = slot.field, quoted(slot.name)
        if field.type is FieldType.REAL:
            return f"decimal({stream}, {name})"
        if field.type is FieldType.INT:
            kind = self.names.kind(slot)
            if kind == "string":
                return f'{stream}.readToken("0|(-?[1-9][0-9]*)", {name})'
            if kind == "wide":
                return f"wideInteger({stream}, {name})"
            return self.integer(self.division.of(slot), stream, name)
        if field.alphabet is not None and field.alphabet.isascii() and " " not in field.alphabet:
            return f"{stream}.readToken({quoted(_pattern(field.alphabet))}, {name})"
        return f"{stream}.readToken()"

    def integer(self, own: Bounds, stream: str, name: str) -> str:
        if own.low is None and own.high is None and own.low_name is None and own.high_name is None:
            return f"{stream}.readLong()"
        small = all(end is not None and abs(end) <= _INT for end in (own.low, own.high))
        if small and own.low_name is None and own.high_name is None:
            return f"{stream}.readInt({own.low}, {own.high}, {name})"
        low = self.end(own.low, own.low_name, "max")
        high = self.end(own.high, own.high_name, "min")
        return f"{stream}.readLong({low or 'LLONG_MIN'}, {high or 'LLONG_MAX'}, {name})"

    def end(self, value: int | None, slot: Slot | None, pick: str) -> str:
        """Return the source of one end of a range."""
        constant = "" if value is None else f"{value}LL"
        if slot is None:
            return constant
        named = self.names.now(slot)
        return f"{pick}({constant}, {named})" if constant else named

    def shape(self, slot: Slot, value: str, scope: Scope, pad: str) -> Iterator[str]:
        """Yield the checks of one value: length and letters of a text, ends of a wide number."""
        field, own = slot.field, self.division.of(slot)
        if field.type is FieldType.INT:
            yield from self.ends(slot, own, value, pad)
        if field.type is FieldType.STR and (field.alphabet is None or not field.alphabet.isascii()):
            yield f"{pad}plain({value}, {quoted(slot.name)});"
        if field.alphabet is not None and not field.alphabet.isascii():
            self.left_out.append(f"the letters of {slot.name}, which are not all ASCII")
        elif field.alphabet is not None and (field.type is FieldType.LINE or " " in field.alphabet):
            yield f"{pad}onlyOf({value}, {quoted(field.alphabet)}, {quoted(slot.name)});"
        if field.length is not None:
            size = self.counts.count(field.length, scope)
            what = quoted(f"{slot.name} must have {render(field.length)} characters")
            yield f"{pad}ensuref((long long){value}.size() == {size}, {what});"

    def ends(self, slot: Slot, own: Bounds, value: str, pad: str) -> Iterator[str]:
        """Yield the check of the bounds that testlib's own reading can't hold."""
        kind = self.names.kind(slot)
        ends = (own.low, own.high, own.low_name, own.high_name)
        if kind == "string" and any(end is not None for end in ends):
            self.left_out.append(f"the bounds of {slot.name}, a number of very many digits")
        elif kind == "wide":
            low, high = (
                self.wide_end(own.low, own.low_name, "max"),
                self.wide_end(own.high, own.high_name, "min"),
            )
            parts = [*([f"{low} <= {value}"] if low else []), *([f"{value} <= {high}"] if high else [])]
            if parts:
                yield f"{pad}ensuref({' && '.join(parts)}, {quoted(f'{slot.name} is out of its range')});"

    def wide_end(self, value: int | None, slot: Slot | None, pick: str) -> str:
        constant = "" if value is None else number(value).text
        named = "" if slot is None else self.names.now(slot)
        return f"{pick}<wide>({{{constant}, {named}}})" if constant and named else constant or named

    def run(self, slot: Slot, scope: Scope, pad: str, stream: str, sure: bool, marked: bool) -> Iterator[str]:
        """Yield the reading of a run of tokens."""
        self.loops += 1
        index, name = f"i{self.loops}", self.names.slot(slot)
        yield f"{pad}{name}.spans.push_back({{(long long){name}.size(), 0}});"
        if slot.field.to_line_end:
            blank = f"!{stream}.eof() && {stream}.curChar() != '\\n'"
            yield f"{pad}for (long long {index} = 0; {blank}; ++{index}) {{"
        else:
            assert slot.field.count is not None
            count = self.counts.count(slot.field.count, scope)
            yield f"{pad}for (long long {index} = 0; {index} < {count}; ++{index}) {{"
        inner = pad + "    "
        if sure:
            yield f"{inner}{stream}.readSpace();"
        elif marked:
            yield f"{inner}if (!first) {stream}.readSpace();"
            yield f"{inner}first = false;"
        else:
            yield f"{inner}if ({index}) {stream}.readSpace();"
        yield from self.put(slot, self.token(slot, scope, stream), scope, inner)
        yield f"{pad}}}"
        yield f"{pad}{name}.spans.back().second = {name}.size();"

    def rest(self, slot: Slot, scope: Scope, pad: str, stream: str, sure: bool) -> Iterator[str]:
        """Yield the reading of a text up to the end of the line."""
        name = self.names.slot(slot)
        single = self.names.is_single(slot)
        if single:
            yield f"{pad}string {name};"
        keep = f"{name} = restOfLine({stream});" if single else f"{name}.push_back(restOfLine({stream}));"
        if sure:
            yield f"{pad}if ({stream}.curChar() != '\\n') {stream}.readSpace();"
        yield f"{pad}{keep}"
        yield from self.shape(slot, self.names.now(slot), scope, pad)

    def repeat(self, step: RepeatStep, scope: Scope, pad: str) -> Iterator[str]:
        node, block = step.node, self.names.level(step.level)
        self.loops += 1
        index, stream = f"i{self.loops}", "inf"
        yield f"{pad}{block}.open();"
        if node.until is not None:
            yield f"{pad}for (long long {index} = 0;; ++{index}) {{"
            yield f"{pad}    string line = restOfLine(inf);"
            yield f"{pad}    inf.readEoln();"
            yield f"{pad}    if (line == {quoted(' '.join(node.until))}) break;"
            yield f'{pad}    InStream row(inf, line + "\\n");'
            if not isinstance(step.level.steps[0], (LineStep, ChoiceStep)):
                raise Unexpressed("a block up to a last line must begin with a line of its own")
            stream = "row"
        elif node.count is None:
            if step.level.parent is self.schema.root and step is self.schema.root.steps[0]:
                yield f'{pad}ensuref(!inf.eof(), "the file is empty");'
            yield f"{pad}for (long long {index} = 0; !inf.eof(); ++{index}) {{"
        else:
            count = self.counts.count(node.count, scope)
            yield f"{pad}for (long long {index} = 0; {index} < {count}; ++{index}) {{"
        inner = dict(scope)
        if node.index:
            inner[node.index] = ("index", None, index)
        yield f"{pad}    {block}.begin();"
        if step.level.parent is self.schema.root and len(step.level.steps) > 1 and node.until is None:
            yield f"{pad}    setTestCase({index} + 1);"
        yield from self.steps(step.level.steps, inner, pad + "    ", stream)
        yield f"{pad}}}"
        if step.level.parent is self.schema.root and len(step.level.steps) > 1 and node.until is None:
            yield f"{pad}unsetTestCase();"
        yield f"{pad}{block}.close();"
        for slot in step.level.slots:
            if not slot.is_run and slot.name not in scope:
                scope[slot.name] = ("column", slot, block)

    def choice(self, step: ChoiceStep, scope: Scope, pad: str, stream: str) -> Iterator[str]:
        self.loops += 1
        value, selector = f"kind_{self.loops}", step.selector
        yield f"{pad}string {value} = {stream}.readToken();"
        code = value
        if selector.field.type is FieldType.INT:
            yield f"{pad}InStream number_{value}(inf, {value});"
            code = self.token(selector, scope, f"number_{value}")
        yield from self.put(selector, code, scope, pad)
        scope[selector.name] = ("scalar", selector, "")
        for level in step.branches:
            yield f"{pad}{self.names.level(level)}.open();"
        word, default = "if", None
        for branch, level in zip(step.node.branches, step.branches, strict=True):
            if not branch.values:
                default = level
                continue
            condition = " || ".join(f"{value} == {quoted(v)}" for v in branch.values)
            yield f"{pad}{word} ({condition}) {{"
            yield from self.branch(level, dict(scope), pad + "    ", stream)
            word = "} else if"
        yield f"{pad}}} else {{" if word != "if" else f"{pad}{{"
        if default is not None:
            yield from self.branch(default, dict(scope), pad + "    ", stream)
        else:
            known = ", ".join(v for b in step.node.branches for v in b.values)
            yield f"{pad}    ensuref(false, {quoted(f'{selector.name} must be one of {known}')});"
        yield f"{pad}}}"
        for level in step.branches:
            yield f"{pad}{self.names.level(level)}.close();"

    def branch(self, level: Level, scope: Scope, pad: str, stream: str) -> Iterator[str]:
        yield f"{pad}{self.names.level(level)}.begin();"
        head = level.steps[0]
        assert isinstance(head, LineStep)
        yield from self.line(head.parts, scope, pad, stream, begun=True)
        yield f"{pad}{stream}.readEoln();"
        yield from self.steps(level.steps[1:], scope, pad)


def _escaped(text: str) -> str:
    """Return a testlib pattern that matches just this word."""
    return "".join(c if c.isalnum() or ord(c) > 126 else "\\" + c for c in text)


def _pattern(alphabet: str) -> str:
    """Return a testlib pattern of words over an alphabet; neighbours become ranges."""
    codes = sorted(set(map(ord, alphabet)))
    parts, at = [], 0
    while at < len(codes):
        end = at
        while end + 1 < len(codes) and codes[end + 1] == codes[end] + 1:
            end += 1
        first, last = chr(codes[at]), chr(codes[end])
        alike = first.isalnum() and last.isalnum() and end - at >= 2
        parts += [f"{first}-{last}"] if alike else [_escaped(chr(c)) for c in codes[at : end + 1]]
        at = end + 1
    return f"[{''.join(parts)}]+"
