"""How many cells of a map hold a letter, as the statement says: at least one, k, a_i in column i."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stab.expression import BadExpression, Const, Expr, Op, evaluate, names, parse_expr
from stab.records import RoleKind
from stab.synth.marks import marks_of, sign_of, told
from stab.synth.relations import Relation
from stab.synth.shape import Cells, Shape, Tally

_TERM = r"\$?(?P<count>(?:[B-Zb-z]|[A-Za-z]_?\d)(?: ?[-+] ?\d{1,4})?)\b"
_VAGUE = frozenset(
    "a the of with in that are is all cell cells block blocks square squares tile tiles".split()
)
_LINE = r"(?:the )?(?:(?P<axis>column|row) \$?i\b|i-?\$?\^?\{?-?th\}?\$? (?P<later>column|row))"


def find_cells(shape: Shape, letters_of: Mapping[str, str], maxima: Mapping[str, int]) -> None:
    """Note what the statement says of the cells of each grid; `letters_of` are the grids' letters.

    A number of cells that the input does not tell is noted as the most that it may be.
    """
    text = " ".join(shape.text.split())
    for grid, letters in letters_of.items():
        least = "".join(c for c in letters if told(text, c, r"at least one"))
        counts = {c: e for c in letters if (e := _count(text, c)) is not None}
        counts = {c: _greatest(shape, e, maxima) for c, e in counts.items()}
        if least or counts:
            marks = marks_of(shape.text, letters, shape.seen.get(grid))
            shape.cells[grid] = Cells(least, counts, marks)
        for name, tally in _tallies(shape, text, (grid, letters)):
            shape.tallies.setdefault(name, tally)


def _greatest(shape: Shape, expr: Expr, maxima: Mapping[str, int]) -> Expr:
    strange = [name for name in names(expr) if name not in shape.fields]
    if not strange or any(name not in maxima for name in strange):
        return expr
    return Const(evaluate(expr, maxima))


def cell_relations(shape: Shape) -> Iterator[Relation]:
    """Yield what the counts of cells ask of the sizes of a grid."""
    for grid, cells in shape.cells.items():
        home = shape.fields[grid]
        if home.field.length is None or not home.counts or home.counts[-1] is None:
            continue
        room = Op("*", (home.counts[-1], home.field.length))
        needed: Expr = Const(len({*cells.least, *cells.marks} - set(cells.counts)))
        for expr in cells.counts.values():
            if names(expr) and set(names(expr)) <= set(shape.fields):
                needed = Op("+", (expr, needed))
                yield Relation(Const(0), "<=", expr)
        yield Relation(needed, "<=", room)


def _count(text: str, letter: str) -> Expr | None:
    """Return the number of cells that hold a letter, in the statement's own names."""
    sign = sign_of(letter)
    found = re.search(
        rf"\bnumber of (?:\w+ ){{0,4}}{sign}s? (?:\w+ ){{0,4}}?(?:is|are|equals?|will be) "
        rf"(?:exactly |equal to |always )?{_TERM}",
        text,
    ) or re.search(rf"\b[Ee]xactly {_TERM}\$? (?:\w+ ){{0,5}}{sign}", text)
    if found is None:
        return None
    try:
        return parse_expr(found["count"])
    except BadExpression:
        return None


def _tallies(shape: Shape, text: str, cells: tuple[str, str]) -> Iterator[tuple[str, Tally]]:
    """Yield the arrays that count a letter in each row or column of the grid."""
    grid, letters = cells
    for name, home in shape.fields.items():
        if home.field.count is None or shape.has(RoleKind.GRID, name):
            continue
        found = re.search(
            rf"\b{re.escape(name)}_?\{{?i\}}?\$? (?:will be |is |are |be )?(?:always )?(?:equal to |equals )?"
            rf"the number of (?P<what>[^.,;]{{1,60}}?) (?:in|of) {_LINE}",
            text,
        )
        letter = None if found is None else _letter_for(text, found["what"], letters)
        if found is not None and letter is not None:
            yield name, Tally(grid, letter, (found["axis"] or found["later"]) == "column")


def _letter_for(text: str, what: str, letters: str) -> str | None:
    """Return the one letter that the words name, or that the statement explains with one of their nouns."""
    quoted = [c for c in letters if re.search(sign_of(c), what)]
    nouns = "|".join(re.escape(n.rstrip("s")) for n in re.findall(r"[A-Za-z]+", what) if n not in _VAGUE)
    meant = [c for c in letters if nouns and _is_explained(text, c, nouns)]
    return next((found[0] for found in (quoted, meant) if len(found) == 1), None)


def _is_explained(text: str, letter: str, nouns: str) -> bool:
    """Tell whether one of the nouns stands right before or after the letter."""
    sign, between = sign_of(letter), r"[^.'\"`]"
    after, before = rf"{sign}{between}{{0,60}}\b(?:{nouns})", rf"\b(?:{nouns})s?\b{between}{{0,30}}{sign}"
    return any(re.search(pattern, text, re.I) for pattern in (after, before))
