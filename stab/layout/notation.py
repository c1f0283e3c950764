"""The layout notation: one notation line is one input line; `parse_layout` reads it.

t                          an integer;  x:real s:str w:line  other types
repeat t:                  a block; `repeat i < t:` names its 0-based index, `repeat *:` runs to the
  n m                      end of the file, `repeat until "0 0":` to a terminator line
  a[n] b[]                 runs of tokens; [] runs to the end of the line
  s:str(n, "a-z")          length and alphabet of a word, `*` for any length
  repeat m: u v w          a body of one line may follow the colon
choose type:               the first token of the line decides the rest of it
  1, 2: l r
  else: x
"word" n                   a literal word;  `blank` alone is an empty line;  # begins a comment
@tree u v of n             roles, anywhere
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from stab.errors import LayoutError
from stab.expression import BadExpression, Expr, parse_expr, render
from stab.layout.alphabet import expand
from stab.layout.scope import check_names
from stab.patterns import regex
from stab.records import (
    Blank,
    Branch,
    Choice,
    Field,
    FieldType,
    Layout,
    Line,
    Literal,
    Node,
    Repeat,
    Role,
    RoleKind,
)

MOST_LINES = 5_000
LONGEST_LINE = 10_000  # characters
RESERVED = frozenset({"repeat", "choose", "blank", "until", "else"})
NAME = regex(r"[^\W\d]\w*")
_WORD = regex(r"[^\s:,\"#]+")
_HINT = "see the layout notation: one line of it is one line of the input"


def parse_layout(text: str) -> Layout:
    """Return the layout that the notation in `text` describes.

    Raises LayoutError with the line of `text`, what stood there and what was expected.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise LayoutError(f"the layout has more than {MOST_LINES} lines", hint=_HINT)
    rows = [row for number, line in enumerate(lines, 1) if (row := _row(number, line))]
    tree = _Parser(rows)
    nodes = tree.block(0) if rows else ()
    if tree.at < len(rows):
        raise _error(rows[tree.at].number, "this line is indented deeper than the block it belongs to")
    if not nodes:
        raise LayoutError("the layout describes no line", hint=_HINT)
    check_names(nodes, tuple(tree.roles), tree.lines)
    return Layout(nodes, tuple(role for role, _ in tree.roles))


def _error(line: int, message: str) -> LayoutError:
    return LayoutError(f"layout line {line}: {message}", line=line, hint=_HINT)


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    indent: int
    text: str


def _row(number: int, line: str) -> _Row | None:
    """Return the line without its comment and its indentation; None for an empty one."""
    if len(line) > LONGEST_LINE:
        raise _error(number, f"the line has more than {LONGEST_LINE} characters")
    quoted, skip, end = False, False, len(line)
    for at, character in enumerate(line):
        if skip:
            skip = False
        elif quoted and character == "\\":
            skip = True
        elif character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            end = at
            break
    body = line[:end].rstrip()
    content = body.lstrip(" \t")
    if not content:
        return None
    if "\t" in body[: len(body) - len(content)]:
        raise _error(number, "a tab stands in the indentation where blanks were expected")
    return _Row(number, len(body) - len(content), content)


class _Scanner:
    """Reads the parts of one notation line from left to right."""

    def __init__(self, row: _Row, text: str | None = None) -> None:
        self.row = row
        self.text = row.text if text is None else text
        self.at = 0

    def fail(self, expected: str) -> LayoutError:
        rest = self.text[self.at :].strip()
        found = f"'{rest[:30]}' stands" if rest else "the line ends"
        return _error(self.row.number, f"{found} where {expected} was expected")

    def blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1

    def peek(self, word: str) -> bool:
        return self.text.startswith(word, self.at)

    def take(self, word: str) -> bool:
        if self.peek(word):
            self.at += len(word)
            return True
        return False

    def need(self, word: str, expected: str) -> None:
        if not self.take(word):
            raise self.fail(expected)

    def is_over(self) -> bool:
        self.blanks()
        return self.at == len(self.text)

    def rest(self) -> str:
        self.blanks()
        return self.text[self.at :]

    def name(self) -> str:
        found = NAME.match(self.text, self.at)
        if not found:
            raise self.fail("a name")
        if found.group() in RESERVED:
            raise _error(
                self.row.number, f"'{found.group()}' is a word of the notation and can't name a field"
            )
        self.at = found.end()
        return found.group()

    def quoted(self) -> str:
        self.need('"', "a quoted text")
        found: list[str] = []
        while not self.take('"'):
            if self.at >= len(self.text):
                raise self.fail('a closing "')
            if self.text[self.at] == "\\" and self.at + 1 < len(self.text):
                self.at += 1
            found.append(self.text[self.at])
            self.at += 1
        return "".join(found)

    def expression(self, ends: str) -> Expr:
        """Read up to one of `ends` outside of brackets, which stays unread."""
        start, depth = self.at, 0
        while self.at < len(self.text):
            character = self.text[self.at]
            if depth == 0 and character in ends:
                break
            depth += (character in "([") - (character in ")]")
            self.at += 1
        source = self.text[start : self.at].strip()
        try:
            return parse_expr(source)
        except BadExpression:
            self.at = start
            raise self.fail("a count such as n, n - 1 or 2 * k") from None

    def item(self) -> Field | Literal:
        if self.peek('"'):
            word = self.quoted()
            if not word or any(c.isspace() for c in word):
                raise _error(self.row.number, f"the literal {word!r} is not one word")
            return Literal(word)
        name, count, to_line_end = self.name(), None, False
        if self.take("["):
            to_line_end = self.take("]")
            if not to_line_end:
                count = self.expression("]")
                self.need("]", "a closing ]")
        kind = FieldType.INT
        if self.peek(":") and NAME.match(self.text, self.at + 1):
            self.at += 1
            kind = self.type()
        length, alphabet = self.shape(kind) if self.take("(") else (None, None)
        if kind is FieldType.LINE and (count is not None or to_line_end):
            raise _error(self.row.number, f"'{name}' is the rest of a line and can't be counted")
        return Field(name, kind, count, to_line_end, length, alphabet)

    def type(self) -> FieldType:
        found = NAME.match(self.text, self.at)
        try:
            kind = FieldType(found.group() if found else "")
        except ValueError:
            raise self.fail("int, real, str or line") from None
        self.at += len(kind.value)
        return kind

    def shape(self, kind: FieldType) -> tuple[Expr | None, str | None]:
        if kind not in (FieldType.STR, FieldType.LINE):
            raise _error(self.row.number, "only str and line have a length and an alphabet")
        self.blanks()
        length = None if self.take("*") else self.expression(",)")
        alphabet = None
        self.blanks()
        if self.take(","):
            self.blanks()
            alphabet = expand(self.quoted())
            if not alphabet:
                raise _error(self.row.number, "the alphabet is empty")
        self.blanks()
        self.need(")", "a closing )")
        return length, alphabet

    def items(self) -> tuple[Field | Literal, ...]:
        found: list[Field | Literal] = []
        while not self.is_over():
            if found and self.text[self.at - 1] not in " \t:":
                raise self.fail("a blank between two items")
            last = found[-1] if found else None
            if isinstance(last, Field) and (last.to_line_end or last.type is FieldType.LINE):
                raise self.fail(f"the end of the line (after '{last.name}', which takes the rest of it)")
            found.append(self.item())
        return tuple(found)


class _Parser:
    """Builds nodes from indented rows; remembers the notation line of each node for messages."""

    def __init__(self, rows: list[_Row]) -> None:
        self.rows = rows
        self.at = 0
        self.roles: list[tuple[Role, int]] = []
        self.lines: dict[int, int] = {}  # id(node) -> notation line

    def block(self, indent: int) -> tuple[Node, ...]:
        nodes: list[Node] = []
        while self.at < len(self.rows) and self.rows[self.at].indent >= indent:
            row = self.rows[self.at]
            if row.text.startswith("@"):
                self.at += 1
                self.roles.append((_role(row), row.number))
                continue
            if row.indent > indent:
                if nodes or indent == 0:
                    raise _error(row.number, "this line is indented deeper than the lines before it")
                indent = row.indent
            self.at += 1
            nodes.append(self.node(row, row.text))
        return tuple(nodes)

    def body(self, row: _Row) -> tuple[Node, ...]:
        if self.at < len(self.rows) and self.rows[self.at].indent > row.indent:
            return self.block(self.rows[self.at].indent)
        return ()

    def node(self, row: _Row, text: str) -> Node:
        word = text.split(None, 1)[0]
        if word == "repeat":
            node: Node = self.repeat(row, text)
        elif word == "choose":
            node = self.choice(row, text)
        elif text == "blank":
            node = Blank()
        else:
            node = Line(_Scanner(row, text).items())
        self.lines[id(node)] = row.number
        return node

    def repeat(self, row: _Row, text: str) -> Repeat:
        scan = _Scanner(row, text)
        scan.at = len("repeat")
        scan.blanks()
        index, until, count = None, None, None
        head = regex(r"([^\W\d]\w*)\s*(<|until\b)").match(scan.text, scan.at)
        if head and head.group(1) != "until":
            index = scan.name()
            scan.blanks()
            scan.take("<")
            scan.blanks()
        if scan.take("until"):
            scan.blanks()
            until = tuple(scan.quoted().split())
            if not until:
                raise _error(row.number, "the terminator line is empty")
        elif not scan.take("*"):
            count = scan.expression(":")
        scan.blanks()
        scan.need(":", "a colon")
        inline = scan.rest()
        if inline.startswith("@"):
            raise scan.fail("a line of the input (roles stand on lines of their own)")
        body = (self.node(row, inline),) if inline else self.body(row)
        if not body:
            raise _error(row.number, "the repeated block is empty")
        return Repeat(count, body, index, until)

    def choice(self, row: _Row, text: str) -> Choice:
        scan = _Scanner(row, text)
        scan.at = len("choose")
        scan.blanks()
        selector = scan.item()
        scan.need(":", "a colon")
        if not isinstance(selector, Field) or selector.count is not None or selector.to_line_end:
            raise _error(row.number, "a single field was expected to choose by")
        if selector.type not in (FieldType.INT, FieldType.STR):
            raise _error(row.number, "only an int or a str can choose")
        if scan.rest():
            raise scan.fail("the end of the line (branches are indented below)")
        branches: list[Branch] = []
        indent = self.rows[self.at].indent if self.at < len(self.rows) else 0
        while self.at < len(self.rows) and self.rows[self.at].indent == indent > row.indent:
            branches.append(self.branch(self.rows[self.at]))
        if not branches:
            raise _error(row.number, "the choice has no branch")
        words = [v for b in branches for v in b.values if not re.fullmatch(r"-?[0-9]+", v)]
        if words and selector.type is FieldType.INT:
            raise _error(row.number, f"'{words[0]}' is no integer: write 'choose {selector.name}:str:'")
        seen = [value for branch in branches for value in branch.values or ("else",)]
        if len(set(seen)) < len(seen):
            raise _error(row.number, "two branches have the same value")
        return Choice(selector, tuple(branches))

    def branch(self, row: _Row) -> Branch:
        self.at += 1
        scan = _Scanner(row)
        values: list[str] = []
        while True:
            scan.blanks()
            if scan.peek('"'):
                values.append(scan.quoted())
            else:
                found = _WORD.match(scan.text, scan.at)
                if not found:
                    raise scan.fail("a value of the selector, or else")
                scan.at = found.end()
                values.append(found.group())
            if not values[-1] or any(c.isspace() for c in values[-1]):
                raise _error(row.number, f"the value {values[-1]!r} is not one word")
            scan.blanks()
            if not scan.take(","):
                break
        scan.need(":", "a colon")
        default = values == ["else"] and not row.text.startswith('"')
        items = scan.items()
        return Branch(() if default else tuple(values), items, self.body(row))


def _role(row: _Row) -> Role:
    scan = _Scanner(row)
    scan.take("@")
    found = _WORD.match(scan.text, scan.at)
    word = found.group() if found else ""
    try:
        kind = RoleKind(word)
    except ValueError:
        known = ", ".join(sorted(RoleKind))
        raise _error(row.number, f"'@{word}' is no role; the roles are {known}") from None
    scan.at += len(word)
    fields: list[str] = []
    while rest := scan.rest():
        if fields and re.match(r"of\s", rest):
            scan.at += len("of")
            scan.blanks()
            return Role(kind, tuple(fields), render(scan.expression("")))
        fields.append(scan.name())
    if not fields:
        raise scan.fail("the name of a field")
    return Role(kind, tuple(fields))
