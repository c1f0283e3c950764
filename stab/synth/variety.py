"""How many different values an array or a string holds: each at least once, at most k."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stab.expression import BadExpression, Const, Expr, Op, Ref, names, parse_expr
from stab.patterns import regex
from stab.records import FieldType, RoleKind
from stab.synth.kinds import SOLEMN
from stab.synth.relations import Relation, fold
from stab.synth.shape import Needed, Place, Shape
from stab.synth.told import promises

MOST_CODES = 10  # values that a statement may explain one by one
_WORD = r"[\w'-]+"
_THINGS = rf"(?:value|number|integer|colou?r|type|kind|division|categor|group|team|class|label|{_WORD})\w*"
_ONCE = r"(?:at least once|at least one|is present|are present|are used|is used|non-?empty)"
_OF_EACH = regex(
    r"\bat least one (?:[\w-]+ ){1,3}(?:of|in|with|from) (?:each|every) "
    r"(?:colou?r|type|kind|categor|group|class)|"
    rf"\b(?:each|every) (?:colou?r|type|kind|value|categor\w*|class) (?:\w+ ){{0,3}}{_ONCE}",
    re.I,
)
_LETTERS = regex(
    r"\b(?:at most|no more than|up to) \$?(\w+)\$? (?:distinct|different|unique) (?:\w+ )?"
    r"(?:characters|letters|symbols|digits)\b",
    re.I,
)
_FEW = regex(
    r"\b(?:at most|no more than|up to) \$?(\w+)\$? (?:distinct|different|unique) (?:\w+ )?"
    r"(?:values|numbers|integers|elements|colou?rs|types|kinds|heights|weights|sizes)\b",
    re.I,
)
_QUESTION = regex(
    r"\b(?:sub-?\w+|segments?|longest|shortest|maxim\w+|minim\w+|choose|want\w*|"
    r"such that|find|print|output)\b",
    re.I,
)


def find_variety(shape: Shape) -> None:
    """Note which values arrays must hold, and how many different ones they and strings may hold."""
    told = tuple(promises(shape.text))
    flat = " ".join(shape.text.split())
    arrays = [name for name in shape.fields if _is_array(shape, name)]
    for name in arrays:
        wanted = _whole_range(shape, name, arrays, flat) or _coded(shape, name, flat)
        if wanted is not None:
            shape.needed[name] = wanted
    solid = [s for s in told if not _QUESTION.search(s)]
    texts = [n for n, home in shape.fields.items() if home.field.type is FieldType.STR]
    for name in (n for n in texts if not shape.has(RoleKind.GRID, n)):
        _note_most(shape, name, [m[1] for s in solid for m in _LETTERS.finditer(s)])
    for name in arrays:
        own = [s for s in solid if len(arrays) == 1 or re.search(rf"\b{re.escape(name)}(?:_|\b)", s)]
        _note_most(shape, name, [m[1] for s in own for m in _FEW.finditer(s)])


def variety_relations(shape: Shape) -> Iterator[Relation]:
    """Yield that an array has room for all the values it must hold, and that the most is not zero."""
    for name, needed in shape.needed.items():
        count = shape.fields[name].counts[-1]
        if count is not None:
            yield Relation(needed.amount, "<=", count)
    for limit in shape.most_values.values():
        if names(limit):
            yield Relation(Const(1), "<=", limit)


def _is_array(shape: Shape, name: str) -> bool:
    home = shape.fields[name]
    is_plain = home.field.type is FieldType.INT and bool(home.counts) and len(home.counts) <= 2
    roles = (RoleKind.PERMUTATION, RoleKind.DISTINCT, RoleKind.EDGES, RoleKind.TREE, RoleKind.PARENTS)
    is_list = home.field.count is not None or home.place is Place.ROW
    return is_plain and is_list and not any(shape.has(kind, name) for kind in roles)


def _ends(shape: Shape, name: str) -> tuple[int, Expr] | None:
    """Return the least value of an array and its greatest, where one rule tells both."""
    found = shape.bounds.by_key.get(name, ())
    lows = [r.left for r in found if r.right == Ref(name) and r.sign == "<="]
    highs = [r.right for r in found if r.left == Ref(name) and r.sign == "<="]
    low = next((int(e.value) for e in lows if isinstance(e, Const)), None)
    return None if low is None or len(highs) != 1 else (low, highs[0])


def _whole_range(shape: Shape, name: str, arrays: list[str], text: str) -> Needed | None:
    ends = _ends(shape, name)
    if ends is None or not isinstance(ends[1], Ref) or ends[1].name not in shape.fields:
        return None
    low, high = ends
    top = rf"\$?{re.escape(ends[1].name)}\$?"
    phrases = (
        rf"\b(?i:each|every|all) (?:of the )?{_THINGS} (?:from|between|in) \$?{low}\$? "
        rf"(?:to|and|through|up to) {top}(?!\w)[^.;]{{0,50}}?{_ONCE}",
        rf"\b(?i:each|every|all) of the {top} (?:different |possible )?{_THINGS}[^.;]{{0,40}}?{_ONCE}",
        rf"\b(?i:all) {top} (?:different |possible )?{_THINGS}[^.;]{{0,40}}?{_ONCE}",
    )
    counted = [n for n in arrays if (e := _ends(shape, n)) is not None and e[1] == high]
    is_told = any(re.search(phrase, text) for phrase in phrases) or _OF_EACH.search(text)
    if not is_told or counted != [name]:
        return None
    return Needed(fold(Op("+", (Op("-", (high, Const(low))), Const(1)))), low, high)


def _coded(shape: Shape, name: str, text: str) -> Needed | None:
    """Return the values of which the statement says by their meaning that there is at least one."""
    ends = _ends(shape, name)
    if ends is None or not isinstance(ends[1], Const) or not 1 <= ends[1].value - ends[0] < MOST_CODES:
        return None
    meanings = _meanings(name, range(ends[0], int(ends[1].value) + 1), text)
    promised = {
        word
        for sentence in re.split(r"(?<=[.;]) ", text)
        if SOLEMN.search(sentence)
        for part in re.split(r"\bat least one ", sentence)[1:]
        for word in re.split(r" and | or |[,.;()]", part.lower())[0].split()[:6]
    }
    found = [
        value
        for value, words in meanings.items()
        if (words - set().union(*(w for v, w in meanings.items() if v != value))) & promised
    ]
    return Needed(Const(len(found)), values=tuple(found)) if found else None


def _meanings(name: str, values: range, text: str) -> Mapping[int, set[str]]:
    """Return the words that explain each value: `a_i = 1 means that ... red`, `otherwise` the last one."""
    entry = rf"\b{re.escape(name)}(?:_?\{{?i\}}?|\[i\])\$? ?(?:=|is|equals)(?: equal to)? ?\$?"
    meanings: dict[int, set[str]] = {}
    for value in values:
        found = [m[1] for m in re.finditer(rf"{entry}{value}\b\$?,?([^.;]*?)(?={entry}|[.;]|$)", text)]
        meanings[value] = {word for part in found for word in re.findall(r"[a-z]{3,}", part.lower())}
    last = [v for v in values if not meanings[v]]
    if len(last) == 1 and (other := re.search(rf"{entry}\d[^.;]*[.;,] ?otherwise,?([^.;]*)", text)):
        meanings[last[0]] = set(re.findall(r"[a-z]{3,}", other[1].lower()))
    return meanings


def _note_most(shape: Shape, name: str, found: list[str]) -> None:
    """Note the most different values: a number of the input, else the greatest number told."""
    limits: list[Expr] = []
    for text in found:
        try:
            limits.append(parse_expr(text))
        except BadExpression:
            continue
    known = [e for e in limits if isinstance(e, Ref) and e.name in shape.fields]
    fixed = [e for e in limits if isinstance(e, Const) and e.value >= 1]
    if known or fixed:
        shape.most_values[name] = known[0] if known else max(fixed, key=lambda e: e.value)
