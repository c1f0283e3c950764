"""Maps: rows of cells, with what the statement promises of their letters."""

from __future__ import annotations

from collections.abc import Iterator

from stab.expression import Const
from stab.records import Field, RoleKind
from stab.synth.alphabets import alphabet_of
from stab.synth.arrays import Writer
from stab.synth.marks import marks_of, things_of
from stab.synth.ranges import Context
from stab.synth.source_text import identifier

_LETTERS = "grid_letters(h, w, alphabet, rng)"


def write_grid(w: Writer, item: Field, context: Context, count: str) -> None:
    """Write a grid of `count` rows: floor and walls, the letters that stand there once, and all others.

    Random data is uniform where the letters are no map of two kinds of cells with things strewn on it.
    """
    assert item.length is not None
    alphabet = alphabet_of(w.shape, item)
    letters = alphabet.characters
    free = "." if "." in letters else letters[0]
    seen = w.shape.seen.get(item.name)
    marks = marks_of(w.shape.text, letters, seen)
    wall = "#" if "#" in letters else next((c for c in letters if c != free and c not in marks), free)
    things = things_of(letters, marks, seen)
    plain = "".join(c for c in letters if c not in marks) or letters
    texts = {
        "h": count,
        "w": context.text(item.length),
        "alphabet": repr(plain),
        "free": repr(free),
        "wall": repr(wall),
    }
    grid = w.style.principled((RoleKind.GRID,), texts, {})
    if grid is not None and not {free, wall} <= set(plain):
        grid = None
    is_map = things or len(plain) <= 2
    grid = grid or w.style.generic(RoleKind.GRID, texts, random="" if is_map else _LETTERS)
    name = identifier(item.name)
    w.program.add(f"{name} = {grid}")
    if things:
        w.program.add(f"{name} = strewn({name}, {things!r}, {free!r}, rng)")
    if marks:
        w.program.add(f"{name} = exactly_one({name}, {marks!r}, rng)")
    for call in _told_cells(w, item.name, letters, context, f"{count} * {texts['w']}"):
        w.program.add(f"{name} = {call}")
    w.program.add(f"{w.program.out}.extend({name})")
    w.written.add(item.name)


def _told_cells(w: Writer, grid: str, letters: str, context: Context, room: str) -> Iterator[str]:
    """Yield the calls that give cells the letters which the statement promises, as many as it promises.

    A constant is the most that a number which the input does not tell may be; `room` is the number of cells.
    """
    cells, name = w.shape.cells.get(grid), identifier(grid)
    if cells is None:
        return
    marks = cells.marks
    for letter, expr in cells.counts.items():
        free = next(
            (c for c in (".", *letters) if c in letters and c not in cells.counts and c not in marks), ""
        )
        limit = w.shape.bounds.relax(expr, True, context.known(), frozenset())
        if letter in marks or not free or limit is None:
            w.program.note(f"the number of {letter} in {grid} is not kept")
            continue
        amount = context.text(limit)
        if isinstance(expr, Const):
            amount = f"min({amount}, {room} - {len(marks)})"
        yield f"exactly_so_many({name}, {letter!r}, {amount}, {free!r}, {marks!r}, rng)"
    least = "".join(c for c in cells.least if c not in marks and c not in cells.counts)
    if least:
        yield f"each_at_least_once({name}, {least!r}, {marks + ''.join(cells.counts)!r}, rng)"
