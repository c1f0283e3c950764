"""Reads the samples out of the labelled pieces of a statement's examples."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from stab.patterns import regex
from stab.records import Sample, SectionKind
from stab.statement.headings import fences, preformatted
from stab.statement.sections import Piece
from stab.statement.vocabulary import meaning


@dataclass(slots=True)
class _Pair:
    group: int
    number: int | None
    input: str
    output: str | None = None


def samples_from(text: str, pieces: Sequence[Piece]) -> tuple[Sample, ...]:
    """Return the statement's samples, named by their number in it.

    A later list that repeats samples of an earlier one (data sets append their tests) adds nothing.
    """
    pairs: list[_Pair] = []
    pending: list[Piece] = []
    bare: list[Piece] = []
    for piece in pieces:
        if piece.role is None:
            pending = []
            if bare and bare[-1].group != piece.group:
                pairs.extend(_unlabelled(text, bare, alternate=not pairs))
                bare = []
            bare.append(piece)
            continue
        pairs.extend(_unlabelled(text, bare, alternate=not pairs))
        bare = []
        if pending and pending[-1].group != piece.group:
            pending = []
        pending.append(piece)
        for block in _blocks(text, piece, len(pending)):
            if not pending:
                break
            _attach(pairs, pending.pop(0), block)
    pairs.extend(_unlabelled(text, bare, alternate=not pairs))
    if _EMPTY_LINE.search(text) is None:
        for pair in pairs:
            pair.input = _single_spaced(pair.input)
    return _named(_first_listing(pairs))


_EMPTY_LINE = regex(r"\b(?:empty|blank) lines?\b", re.IGNORECASE)
_FEWEST_LINES = 3  # so many tell double spacing from a gap


def _single_spaced(block: str) -> str:
    """Return a block in which each line is followed by an empty one without the empty ones."""
    lines = block.rstrip("\n").split("\n")
    filled, gaps = lines[::2], lines[1::2]
    is_double = (
        len(filled) >= _FEWEST_LINES
        and all(line.strip() for line in filled)
        and not any(map(str.strip, gaps))
    )
    return "\n".join(filled) + "\n" if is_double else block


def _attach(pairs: list[_Pair], label: Piece, block: str) -> None:
    if label.role == "input":
        pairs.append(_Pair(label.group, label.number, _unannotated(block)))
    elif pairs and pairs[-1].output is None:
        pairs[-1].output = block


def _first_listing(pairs: Iterable[_Pair]) -> list[_Pair]:
    kept: list[_Pair] = []
    groups: dict[int, list[_Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.group, []).append(pair)
    for group in groups.values():
        known = {pair.input for pair in kept}
        if any(pair.input in known for pair in group):
            continue
        for pair in group:
            if pair.input.strip() and pair.input not in known:
                known.add(pair.input)
                kept.append(pair)
    return kept


def _named(pairs: Iterable[_Pair]) -> tuple[Sample, ...]:
    return tuple(Sample(str(i), pair.input, pair.output) for i, pair in enumerate(pairs, 1))


# --- blocks --------------------------------------------------------------------------------------


def _unlabelled(text: str, pieces: Sequence[Piece], alternate: bool) -> list[_Pair]:
    """Return the samples of neighbouring pieces without labels.

    Each is a \\exmp{}{}, two blocks, or one with labels inside; or (`alternate`) single blocks take turns.
    """
    pairs: list[_Pair] = []
    singles: list[str] = []
    for piece in pieces:
        content = text[piece.start : piece.end]
        found = [(clean(a), clean(b)) for a, b in _exmp(content)]
        blocks = [] if found else _fenced(content) or _pre(content) or _verbatim(content) or _table(content)
        if len(blocks) % 2 == 0:
            found += zip(map(_unannotated, blocks[::2]), blocks[1::2], strict=True)
        inner = [_inner(block) for block in blocks] if len(blocks) % 2 else []
        pairs.extend(_Pair(piece.group, piece.number, a, b) for a, b in found)
        pairs.extend(_Pair(piece.group, piece.number, *pair) for pair in inner if pair is not None)
        if len(blocks) == 1 and inner == [None]:
            singles.append(blocks[0])
    return pairs or (_alternating(singles, pieces[0].group) if alternate and singles else [])


def _alternating(blocks: list[str], group: int) -> list[_Pair]:
    """Return blocks that are input and output by turns; one that says it is an input comes first."""
    first = next((i for i, block in enumerate(blocks) if _ANNOTATED.match(block)), 0)
    turns = blocks[first:]
    if len(turns) % 2:
        return []
    return [_Pair(group, None, _unannotated(a), b) for a, b in zip(turns[::2], turns[1::2], strict=True)]


def _blocks(text: str, piece: Piece, wanted: int) -> list[str]:
    """Return the blocks under a label, marked ones first, else the bare lines."""
    content = text[piece.start : piece.end]
    if piece.inline and (first := content.split("\n", 1)[0].strip().strip("`")):
        rest = content.split("\n", 1)[1] if "\n" in content else ""
        marked = _fenced(content)
        if marked:
            return marked
        block = first + "\n" + _until_blank(rest)
        return [clean(_plain(block) if piece.html else block)]
    marked = _fenced(content) or _pre(content) or _verbatim(content) or _indented(content)
    if marked:
        return marked
    if wanted == 2 and (columns := _columns(text, piece)):
        return columns
    if cut := _CUT.search(content):
        content = content[: cut.start()]
    if not content.startswith("\n"):
        content = content.lstrip(" \t")  # it begins beside its label
    return _bare(_plain(content) if piece.html else content, wanted, piece.role == "output")


def clean(block: str) -> str:
    """Return the block with trailing blanks of lines and outer empty lines removed, and one final newline."""
    lines = [line.rstrip() for line in block.replace("\r", "").split("\n")]
    text = "\n".join(lines).strip("\n")
    return text + "\n" if text else ""


_MOST_SAMPLES = 1000
_ANNOTATED = regex(r"\s*stdin[ \t]+function[ \t]*\n[- \t]+\n", re.IGNORECASE)
_ANNOTATION = regex(r"[ \t]*\t.*|[ ]{2,}.*|[ ]+(?=[A-Za-z_]\w*(?:\[\])?[ ]?(?:size\b|=)).*")


def _unannotated(block: str) -> str:
    """Return a block of HackerRank's two columns (STDIN, Function) with the first one only."""
    header = _ANNOTATED.match(block)
    if header is None:
        return block
    return clean("\n".join(_ANNOTATION.sub("", line, count=1) for line in block[header.end() :].split("\n")))


_ROW = regex(r"^[ \t]*\|(.{1,5000})\|[ \t]*$", re.MULTILINE)
_TITLES = regex(
    r" *\*{0,2}(?:sample |example )?input\*{0,2} *\| *\*{0,2}(?:sample |example )?output\*{0,2} *",
    re.IGNORECASE,
)


def _table(content: str) -> list[str]:
    """Return input and output by turns from the rows of a Markdown table with those two columns."""
    rows = [match[1] for match in islice(_ROW.finditer(content), _MOST_SAMPLES)]
    if len(rows) < 3 or not _TITLES.fullmatch(rows[0]):
        return []
    cells = [row.split("|") for row in rows[2:]]
    return [clean(_plain(cell).replace("`", "").strip(" ")) for row in cells if len(row) == 2 for cell in row]


def _fenced(content: str) -> list[str]:
    found = []
    for start, end, _ in fences(content):
        inner = content[start:end].split("\n")[1:-1]
        found.append(clean("\n".join(inner)))
    return found


_BREAK = regex(r"<br\s{0,3}/?>|</div>|</li>|</tr>", re.IGNORECASE)
_TAG = regex(r"<[/a-zA-Z!][^<>]{0,300}>")


def _plain(block: str) -> str:
    """Return HTML as text: line breaks, tags and entities resolved (plain text is left alone)."""
    if "<" in block and _TAG.search(block):
        block = _TAG.sub("", _BREAK.sub("\n", block))
    return html.unescape(block) if "&" in block else block


def _pre(content: str) -> list[str]:
    return (
        [clean(_plain(content[start:end])) for start, end in preformatted(content)] if "<" in content else []
    )


_VERBATIM = regex(r"\\begin\{(verbatim|lstlisting|Verbatim|alltt|minted)\}(?:\[[^\]\n]{0,80}\])?")


def _verbatim(content: str) -> list[str]:
    found, position = [], 0
    while match := _VERBATIM.search(content, position):
        end = content.find(f"\\end{{{match[1]}}}", match.end())
        if end < 0:
            break
        found.append(clean(content[match.end() : end]))
        position = end
    return found


def _indented(content: str) -> list[str]:
    """Return the first indented block when everything before the first blank line after it is indented."""
    lines = content.strip("\n").split("\n")
    full = [i for i, line in enumerate(lines) if line.strip()]
    if not full or not lines[full[0]].startswith(("    ", "\t")):
        return []
    block = []
    for line in lines[full[0] :]:
        if line.strip() and not line.startswith(("    ", "\t")):
            break
        block.append(line[4:] if line.startswith("    ") else line[1:])
    return [clean("\n".join(block))]


_WORDS = regex(r"[^\W\d_]{2,}")
_CUT = regex(r"</pre\s?>|</td\s?>|\\end\{|^ {0,3}```|^\\[a-zA-Z]+", re.IGNORECASE | re.MULTILINE)


_SIDE_BY_SIDE = regex(r"input[ \t]?\d{0,3}[ \t]{3,200}(?=(?:sample|example) output)", re.IGNORECASE)


def _columns(text: str, piece: Piece) -> list[str]:
    """Return the two blocks below labels that stand side by side, as a printed page has them; else none."""
    label = text[text.rfind("\n", 0, piece.start) + 1 : piece.start]
    parted = _SIDE_BY_SIDE.search(label)
    if parted is None:
        return []
    column = parted.end()
    lines = text[piece.start : piece.end].strip("\n").expandtabs().split("\n")
    if any(line[column - 1 : column].strip() for line in lines):
        return []  # something crosses the border
    blocks = [
        clean("\n".join(line[:column] for line in lines)),
        clean("\n".join(line[column:] for line in lines)),
    ]
    return blocks if all(blocks) else []


_COLUMN = regex(r"\n[ ]*\t[ \t]*(?=\n)")  # the gap between two copied table cells


def _bare(content: str, wanted: int, is_output: bool) -> list[str]:
    """Return the bare lines under a label; an explanation after an output is left out."""
    block = clean(content)
    if block.startswith("Copy\n"):
        block = clean(block[5:])
    if not block:
        return []
    if wanted > 1:
        parts = [clean(part) for part in _COLUMN.split(content) if part.strip()]
        if len(parts) != wanted:
            parts = [clean(part) for part in re.split(r"\n\n+", block.strip("\n"))]
        return parts if len(parts) == wanted else []
    return [_without_prose(block)] if is_output else [block]


def _without_prose(block: str) -> str:
    """Return the lines before the first sentence that follows at least one line."""
    lines = block.split("\n")
    for i in range(1, len(lines)):
        if not lines[i - 1] and _heads_something_else(lines[i]):
            return clean("\n".join(lines[:i]))
        words = len(_WORDS.findall(lines[i]))
        first = lines[i].lstrip()[:1]
        if (
            words >= 5
            and (first.isupper() or not lines[i - 1])
            and lines[i].rstrip().endswith((".", ":", ",", "。"))
        ):
            return clean("\n".join(lines[:i]))
    return block


def _heads_something_else(line: str) -> bool:
    """Return whether the line is a heading such as `Source` or `Hint: …`."""
    known = meaning(line.split(":", 1)[0]) if line[:1].isupper() else None
    return known is not None and known.kind in (SectionKind.NOTE, SectionKind.STORY)


def _until_blank(rest: str) -> str:
    return rest.split("\n\n", 1)[0] if not rest.startswith("\n") else ""


_INNER = regex(
    r"^[ \t]*(input|output|stdin|stdout)[ \t]{0,3}\d{0,2}[ \t]*[:：]?[ \t]*$", re.IGNORECASE | re.MULTILINE
)


def _inner(block: str) -> tuple[str, str | None] | None:
    """Return input and output of a block that carries its labels inside."""
    labels = list(_INNER.finditer(block))
    if len(labels) != 2 or labels[0][1].lower() not in ("input", "stdin"):
        return None
    return clean(block[labels[0].end() : labels[1].start()]), clean(block[labels[1].end() :])


_EXMP = regex(r"\\exmp[ \t\n]{0,5}(?=\{)")


def _exmp(content: str) -> list[tuple[str, str]]:
    """Return the arguments of olymp.sty's \\exmp{input}{output}."""
    found = []
    for match in islice(_EXMP.finditer(content), _MOST_SAMPLES):
        first = braced(content, match.end())
        if first is None:  # nothing after it can close either: stop, or a hostile text costs a square
            break
        opening = content.find("{", first[1])
        second = braced(content, opening) if opening >= 0 else None
        if second is not None:
            found.append((_unescape(first[0]), _unescape(second[0])))
    return found


def braced(content: str, opening: int) -> tuple[str, int] | None:
    """Return what stands between the brace at `opening` and its partner, and the position after it."""
    depth = 0
    for match in regex(r"\\.|[{}]", re.DOTALL).finditer(content, opening):
        sign = match[0]
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and sign == "}":
            return content[opening + 1 : match.start()], match.end()
    return None


def _unescape(argument: str) -> str:
    return re.sub(r"\\([{}%$&#_])", r"\1", argument).replace("\\\\", "\n").replace("\\ ", " ")
