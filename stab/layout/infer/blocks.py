"""Format blocks (AtCoder, Library Checker): the lines of a block as elements, dots and words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stab.layout.infer.told_kinds import FEWEST
from stab.patterns import regex
from stab.records import Branch, Choice, Field, FieldType

MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class Element:
    """A token of a block: a name with subscripts, dots, or a fixed word; `glued`: no blank before it."""

    base: str
    subs: tuple[str, ...] = ()
    glued: bool = False
    is_dots: bool = False
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a block; no elements stands for a line of vertical dots."""

    elements: tuple[Element, ...]

    @property
    def is_gap(self) -> bool:
        """Whether it is the line of dots between the first rows and the last one."""
        return not self.elements

    @property
    def shape(self) -> tuple[str, ...]:
        """What tells rows of one repeat: bases without subscripts, words, dots."""
        found: list[str] = []
        for element in self.elements:
            mark = "…" if element.is_dots else f'"{element.base}"' if element.is_word else element.base
            if not (found and found[-1] == mark and element.subs):
                found.append(mark)
        return tuple(
            mark for at, mark in enumerate(found) if not (mark == "…" or (at and found[at - 1] == "…"))
        )


@dataclass(frozen=True, slots=True)
class Block:
    """A format block with the words before it."""

    rows: tuple[Row, ...]
    before: str


_FENCE = regex(r"^\s{0,3}(?:```|~~~)")
_PRE = regex(r"<pre[^<>]{0,80}>(.*?)</pre>", re.S | re.I)


def find_blocks(text: str) -> list[Block]:
    """Return the format blocks of a section: fenced, quoted with `>`, or in <pre>."""
    found: list[Block] = []
    before: list[str] = []
    current: list[str] = []
    fence = False

    def close() -> None:
        rows = tuple(row for row in map(parse_row, current[:MAX_LINES]) if row is not None)
        if rows:
            found.append(Block(rows, " ".join(before)))
            before.clear()
        current.clear()

    for line in _PRE.sub(lambda m: "\n```\n" + re.sub(r"<[^<>]{1,60}>", "", m[1]) + "\n```\n", text).split(
        "\n"
    ):
        if _FENCE.match(line):
            if fence:
                close()
            fence = not fence
        elif fence:
            current.append(line)
        elif line.lstrip().startswith(">"):
            current.append(line.lstrip()[1:])
        elif line.strip():
            if current:
                close()
            before.append(line.strip())
    close()
    return found


_STEPS = (
    (regex(r"&nbsp;"), " "),
    (regex(r"<sub>([^<>]{1,30})</sub>"), r"_{\1}"),
    (regex(r"</?[a-z]{1,8}[^<>]{0,60}>"), ""),
    (regex(r"\\(?:mathrm|text|textrm|operatorname|mathit|texttt|rm|mathtt|mathsf|textbf)\s*\{"
                r"([^{}]{0,40})\}"), r"\1"),
    (regex(r"(?<!~)~(?!~)"), " "),
    (regex(r"\\(?:hspace|vspace|phantom|hphantom)\{[^{}]{0,20}\}"), " "),
    (regex(r"\\vdots|⋮|\\(?:colon)\b"), " ⋮ "),
    (regex(r"\\(?:ldots|dots|cdots|dotsc|hdots|dotsb)(?![a-zA-Z])|…|⋯|\.{2,}"), " … "),
    (regex(r"\\(?:quad|qquad|[ ;,:!>])"), " "),
    (regex(r"\\(?:times|cdot)(?![a-zA-Z])"), "*"),
    (regex(r"\\[a-zA-Z]+"), " "),
    (regex(r"\\_"), "_"),
    (regex(r"\\"), " "),
    (regex(r"\s*_\s*"), "_"),
)  # fmt: skip
_INNER = regex(r"\{[^{}]*\}")
_TOKEN = regex(
    r"…|⋮|\$|(?P<name>[A-Za-z]+'?)(?P<subs>(?:_(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\d+|"
    r"[A-Za-z](?:_[A-Za-z\d])?))*)|-?\d+|\S"
)


def parse_row(line: str) -> Row | None:
    """Return a line of a block; None for an empty line."""
    text = line
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    text = _INNER.sub(lambda m: m[0].replace(" ", ""), text).strip()
    bare = text.replace("$", "").strip()
    if not bare:
        return None
    if bare in ("⋮", ":", "：", "…", ".", "|"):
        return Row(())
    return Row(tuple(_elements(text, formulas="$" in text)))


def _elements(text: str, *, formulas: bool) -> list[Element]:
    found: list[Element] = []
    inside = False
    end = -1
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word == "$":
            inside = not inside
            end = match.end() if end == match.start() else end
            continue
        glued = end == match.start() and bool(found)
        end = match.end()
        if word in "…⋮":
            found.append(Element("…", is_dots=True))
        elif match["name"]:
            subs = _subscripts(match["subs"])
            named = bool(subs) or inside or (not formulas and (len(match["name"]) == 1))
            if not named and not formulas and match["name"].isupper() and len(match["name"]) <= 2:
                named = True
            found.append(Element(match["name"].rstrip("'"), subs, glued, is_word=not named))
        elif re.fullmatch(r"-?\d+", word):
            found.append(Element(word, is_word=True))
        elif word not in (",", ".", "`"):
            found.append(Element(word, is_word=True, glued=glued))
    return found


def _subscripts(text: str) -> tuple[str, ...]:
    """Return the subscripts: `_{i,j}`, `_{1N}` (told apart later), `_i_j`."""
    if not text:
        return ()
    inner = text[1:]
    if inner.startswith("{") and inner.endswith("}"):
        inner = inner[1:-1]
    return tuple(part.strip() for part in inner.replace("}_{", ",").split(",") if part.strip())


_KIND = regex(
    r"^\s*(?:[-*•]|\d\.|<li>)?\s*`([^`\n]{1,80})`|"
    r"^\s*(?:[-*•])\s+(\$?\d\$?(?:\s+\$?[A-Za-z]\w*\$?)*)\s*(?:[:—–]|\s-|$)|"
    r"^\s*(?:[-*•]\s+)?[\"“]([^\"”\n]{1,40})[\"”]\s*(?:[:—–-]|$)|"
    r"^\s*((?:\d|[+?!-])(?:\s+[A-Z]|\s+[a-z](?!\w)){1,5})\s+[-—–:]\s",
    re.M,
)
_BREAKS = regex(r"<(?:li|p|br|/p|/li)\b[^<>]{0,60}>")
_INLINE = regex(r"</?(?:b|i|var|em|strong|code|tt|var|pre|span)\b[^<>]{0,40}>")


def inline_rows(text: str) -> list[Row]:
    """Return the forms of a query given as list items: "- `0 $l$ $r$`: …"."""
    found: list[Row] = []
    text = _INLINE.sub("", _BREAKS.sub("\n", text))
    for match in _KIND.finditer(text):
        form = next(filter(None, match.groups()))
        row = parse_row(form)
        if (
            row is not None
            and row.elements
            and row.elements[0].is_word
            and re.fullmatch(r"\d+|[A-Za-z?!+-]+", row.elements[0].base)
        ):
            if "$" not in form:
                rest = tuple(Element(e.base, e.subs) if not e.base.isdigit() else e for e in row.elements[1:])
                row = Row((row.elements[0], *rest))
            found.append(row)
    return found


def told_kinds(text: str) -> Choice | None:
    """Return the kinds of line that list items of the statement give, one form a kind: `1 l r`, `2 p`."""
    found: dict[str, tuple[Field, ...]] = {}
    for row in inline_rows(text):
        rest = [element.base for element in row.elements[1:]]
        if all(re.fullmatch(r"[A-Za-z]\w{0,2}", base) for base in rest) and len(set(rest)) == len(rest):
            found.setdefault(row.elements[0].base, tuple(Field(base) for base in rest))
    is_numbered = next(iter(found), "").isdigit()
    found = {key: items for key, items in found.items() if key.isdigit() == is_numbered}
    if len(found) < FEWEST:
        return None
    kind = FieldType.INT if is_numbered else FieldType.STR
    return Choice(Field("type", kind), tuple(Branch((key,), items) for key, items in found.items()))
