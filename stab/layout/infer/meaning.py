"""Roles of fields, concluded from the statement's words; only what is said of the input is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stab.expression import Expr, Ref, names, render
from stab.layout.infer.facts import Facts, Row, is_one_less, rows_of
from stab.layout.infer.fitting import fields
from stab.layout.infer.graph_words import (
    edge_properties,
    edge_sentence,
    edges_counted,
    pairs_bounded,
    vertices_told,
)
from stab.layout.infer.row_words import rows_unequal
from stab.layout.infer.value_words import affirmed, value_roles
from stab.patterns import regex
from stab.records import Choice, Field, FieldType, Line, Node, Repeat, Role, RoleKind


def roles_of(nodes: Sequence[Node], facts: Facts, tests: str | None) -> tuple[Role, ...]:
    """Return the roles of the layout's fields, each once."""
    rows = list(rows_of(nodes))
    scalars = frozenset(item.name for row in rows if row.count is None for item in row.fields)
    found = list(_sizes(nodes, tests))
    sizes: dict[str, None] = {}
    for row in rows:
        pairs = _pairs(row, facts, scalars)
        if pairs and pairs[0].size in sizes and _asked(row, facts):
            continue  # questions about the graph that was read before
        for role in pairs:
            found.append(role)
            if role.size and role.kind in (RoleKind.EDGES, RoleKind.TREE):
                sizes[role.size] = None
    taken = {
        name for role in found if role.kind not in (RoleKind.SIZE, RoleKind.TESTS) for name in role.fields
    }
    for row in rows:
        if row.is_array or row.count is not None:
            found += _of_values(row, facts, taken)
            found += rows_unequal(row, facts, found)
    found += _vertices(rows, facts, sizes, {name for role in found for name in role.fields})
    found += _texts(nodes, facts)
    return tuple(dict.fromkeys(found))


def _of_values(row: Row, facts: Facts, taken: set[str]) -> list[Role]:
    """Return what is said of each field's values; two `parents` in a row name each other, not a tree."""
    found = [
        role
        for item in row.fields
        if item.type in (FieldType.INT, FieldType.REAL, FieldType.STR)
        for role in value_roles(item, row, facts, taken)
    ]
    parents = [role for role in found if role.kind is RoleKind.PARENTS]
    return found if len(parents) < 2 else [role for role in found if role not in parents]


_ASKED = regex(
    r"\b(?:quer(?:y|ies)|questions?|asks?|requests?|guess(?:es)?|trips?|travell?ers?|routes?|couriers?|plans?)\b",
    re.I,
)


def _asked(row: Row, facts: Facts) -> bool:
    """Tell whether a row is a question: what counts the rows counts questions."""
    counts = names(row.count) if row.count is not None else ()
    return any(_ASKED.search(fact.text) for name in counts for fact in facts.about(name))


def _sizes(nodes: Sequence[Node], tests: str | None) -> Iterator[Role]:
    counts = dict.fromkeys(name for expr in _counts(nodes) for name in names(expr))
    scalars = {f.name for f in fields(nodes) if f.count is None and f.type is FieldType.INT}
    for name in counts:
        if name == tests:
            yield Role(RoleKind.TESTS, (name,))
        elif name in scalars:
            yield Role(RoleKind.SIZE, (name,))


def test_loop(nodes: Sequence[Node]) -> str | None:
    """Return the count of the block that restarts sizes: its rows read numbers that count others in it."""
    for node in nodes:
        match node:
            case Repeat(Ref(name, ()), body) if len(body) > 1:
                scalars = {f.name for f in fields(body) if f.count is None and f.type is FieldType.INT}
                if scalars & {name for expr in _counts(body) for name in names(expr)}:
                    return name
    return None


def _counts(nodes: Sequence[Node]) -> Iterator[Expr]:
    """Yield the counts of blocks, arrays and characters."""
    for node in nodes:
        if isinstance(node, Repeat):
            if node.count is not None:
                yield node.count
            yield from _counts(node.body)
        elif isinstance(node, Line):
            for item in node.items:
                if isinstance(item, Field):
                    yield from (expr for expr in (item.count, item.length) if expr is not None)


def _pairs(row: Row, facts: Facts, scalars: frozenset[str]) -> list[Role]:
    """Return what two neighbouring fields of a row are together: an edge, a point, an interval."""
    found: list[Role] = []
    if row.count is None or row.is_array:
        return found
    at = 0
    while at + 1 < len(row.fields):
        first, second = row.fields[at], row.fields[at + 1]
        pair = (first.name, second.name)
        new: list[Role] = []
        if first.type is FieldType.INT and second.type is FieldType.INT:
            new = _edge(pair, row, facts, scalars) or _point(pair, row, facts) or _interval(pair, facts)
        if new and new[0].kind in (RoleKind.EDGES, RoleKind.TREE):
            found += new
            return found + _weights(row, at + 2, facts)
        found += new
        at += 2 if new else 1
    return found


def _may_count_to(name: str, size: str, facts: Facts) -> bool:
    """Tell whether the bounds of a field allow it to number things up to a size, not a constant alone."""
    own = facts.upper.get(name, set())
    related = any(re.search(r"[A-Za-z]", bound) for bound in own)
    return not own or related or bool(own & facts.upper.get(size, set()))


MOST_COLUMNS = 4  # of a row whose first two numbers are taken for a pair by their count alone


def _edge(pair: tuple[str, str], row: Row, facts: Facts, scalars: frozenset[str]) -> list[Role]:
    sentence = edge_sentence(pair, facts)
    if sentence is None and _common_size(pair, facts) is not None:
        sentence = edges_counted(row.count, facts)
    size = _common_size(pair, facts) or (vertices_told(row.count, scalars, facts) if sentence else None)
    if size is None or any(size == item.name for item in row.fields):
        return []
    if not all(_may_count_to(name, size, facts) for name in pair):
        return []
    implied = pairs_bounded(row.count, size, facts)
    if sentence is None:
        roles = [Role(RoleKind.EDGES, pair, size), *(Role(kind, pair) for kind in implied)]
        return roles if implied and len(row.fields) < MOST_COLUMNS else []
    properties = edge_properties(pair, facts)
    if RoleKind.SIMPLE in implied and (RoleKind.DIRECTED in properties or RoleKind.DIRECTED not in implied):
        properties.setdefault(RoleKind.SIMPLE, "")
    tree_word = any(re.search(r"\btrees?\b|木", fact.text, re.I) for fact in facts.facts)
    connected = properties.get(RoleKind.CONNECTED)
    if is_one_less(row.count, size) and (tree_word or connected):
        quote = next(
            (f.quote for f in facts.facts if f.is_input and re.search(r"\btree\b|木", f.text, re.I)),
            sentence.quote,
        )
        found = [Role(RoleKind.TREE, pair, size, connected or quote)]
        return found + (
            [Role(RoleKind.DIRECTED, pair, None, properties[RoleKind.DIRECTED])]
            if RoleKind.DIRECTED in properties
            else []
        )
    found = [Role(RoleKind.EDGES, pair, size, sentence.quote)]
    for kind, quote in properties.items():
        found.append(
            Role(kind, pair, size if kind in (RoleKind.CONNECTED, RoleKind.ACYCLIC) else None, quote)
        )
    return found


def _common_size(pair: tuple[str, str], facts: Facts) -> str | None:
    """Return the scalar that bounds both fields from above."""
    common = facts.upper.get(pair[0], set()) & facts.upper.get(pair[1], set())
    chained = (
        facts.upper.get(pair[1], set()) if pair in facts.ordered or pair[::-1] in facts.ordered else set()
    )
    for text in sorted(common | chained):
        plain = text.removesuffix(" - 1")
        if re.fullmatch(r"(?:\d \* )?[A-Za-z]\w*", plain):
            return plain
    return None


_WEIGHT = regex(
    r"\b(?:weights?|costs?|lengths?|prices?|time|distances?|capacit(?:y|ies)|tolls?|fees?|minutes|"
    r"seconds|hours)\b",
    re.I,
)


def _weights(row: Row, at: int, facts: Facts) -> list[Role]:
    found = []
    for item in row.fields[at:]:
        quote = next((f.quote for f in facts.about(item.name) if _WEIGHT.search(f.text)), None)
        if quote is not None and item.type in (FieldType.INT, FieldType.REAL):
            found.append(Role(RoleKind.WEIGHT, (item.name,), None, quote))
    return found


_POINT = regex(r"座標|平面|点|\b(?:coordinates?|points?|located|locations?|positions?|plane)\b", re.I)
_SAME_PLACE = regex(
    r"\b(?:points?|locations?|positions?|vertices|houses|coordinates|pairs|cit(?:y|"
    r"ies))\b[^.]{0,40}\b(?:distinct|different|unique)\b"
    r"|\b(?:distinct|different)\s+(?:\w+\s+)?(?:points|locations|positions|coordinates|pairs)\b"
    r"|\bno two\b[^.]{0,60}\b(?:coincide|same|share|equal)\b|\bdo not coincide\b",
    re.I,
)


_CORNER = regex(r"\b(?:polygon|corners?)\b", re.I)
_CONVEX = regex(r"\b(?:strictly )?convex\b(?! hull)", re.I)
_COUNTER = regex(r"\b(?:counter|anti)-?\s?clockwise\b(?! or\b)", re.I)
_BENT = regex(r"\bstrictly convex\b|\bno three\b|\bno 3\b|\bnot? collinear\b", re.I)


def _corners(pair: tuple[str, str], facts: Facts) -> str | None:
    """Return the words that make points the corners of a strictly convex polygon, counter-clockwise."""
    if not any(_CORNER.search(fact.text) for fact in facts.about(*pair)):
        return None
    told = [fact for fact in facts.facts if affirmed(fact.text) and "clockwise or " not in fact.text]
    found = [next((f for f in told if word.search(f.text)), None) for word in (_CONVEX, _COUNTER, _BENT)]
    return None if None in found or found[0] is None else found[0].quote


def _point(pair: tuple[str, str], row: Row, facts: Facts) -> list[Role]:
    first, second = pair
    named = first.lower().startswith("x") and second.lower() == "y" + first.lower()[1:]
    named = named or (first.startswith("_") and second.startswith("_") and len(row.fields) == 2)
    about = facts.about(*pair)
    sentence = next((f for f in about if _POINT.search(f.text) or _CORNER.search(f.text)), None)
    joined = regex(rf"\(\s?{re.escape(first)}_?\{{?\w*\}}?\s?,\s?{re.escape(second)}_?\{{?\w*\}}?\s?\)")
    told = sentence is not None and joined.search(sentence.text) and "point" in sentence.text
    if sentence is None or not (named or told):
        return []
    found = [Role(RoleKind.POINTS, pair, None, sentence.quote if sentence else "")]
    if len(row.fields) == 2 and (corner := _corners(pair, facts)):
        return [*found, Role(RoleKind.CONVEX, pair, None, corner)]
    if len(row.fields) == 2:
        for fact in facts.facts:
            if fact.is_input and _SAME_PLACE.search(fact.text) and affirmed(fact.text):
                found.append(Role(RoleKind.DISTINCT, pair, None, fact.quote))
                break
    return found


def _interval(pair: tuple[str, str], facts: Facts) -> list[Role]:
    if pair not in facts.ordered:
        return []
    quote = next((f.quote for f in facts.about(*pair)), "")
    return [Role(RoleKind.INTERVAL, pair, None, quote)]


def _vertices(rows: Sequence[Row], facts: Facts, sizes: dict[str, None], taken: set[str]) -> Iterator[Role]:
    for row in rows:
        for item in row.fields:
            if item.type is FieldType.INT and item.name not in taken and item.name.lower() not in "nmkq":
                for size in sizes:
                    if size in facts.upper.get(item.name, set()) and edge_like(item.name, facts):
                        yield Role(RoleKind.VERTEX, (item.name,), size)


_VERTEX = regex(
    r"\b(?:vert(?:ex|ices)|nodes?|cit(?:y|ies)|towns?|junctions?|intersections?|villages?|stations?|"
    r"islands?|rooms?|houses?|squares?)\b",
    re.I,
)


def edge_like(name: str, facts: Facts) -> bool:
    """Tell whether a number is said to be a vertex."""
    return any(_VERTEX.search(f.text) for f in facts.about(name))


_BRACKET = regex(r"\b(?:brackets?|parenthes[ie]s)\b", re.I)
_PATTERN = regex(r"\bpattern\b|\boccurrences?\b|\bsubstring\b[^.]{0,30}\bequal", re.I)


def _texts(nodes: Sequence[Node], facts: Facts) -> Iterator[Role]:
    """Yield what lines of text are: grids, matrices, brackets, patterns; and the type of a query."""
    texts = [f for f in fields(nodes) if f.type is FieldType.STR and f.count is None]
    for node, body in _repeats(nodes):
        only = body.items[0] if len(body.items) == 1 else None
        if (
            isinstance(only, Field)
            and only.type is FieldType.STR
            and only.count is None
            and only.length is not None
        ):
            yield Role(RoleKind.GRID, (only.name,), render(node.count) if node.count else None)
            texts = [f for f in texts if f is not only]
        elif (
            isinstance(only, Field)
            and only.type is not FieldType.STR
            and only.count is not None
            and "[" not in render(only.count)
        ):
            yield Role(RoleKind.MATRIX, (only.name,), render(node.count) if node.count else None)
    for item in fields(nodes):
        if item.name == "type" and _is_selector(nodes, item):
            yield Role(RoleKind.QUERY_TYPE, (item.name,))
            texts = [f for f in texts if f is not item]
    brackets = next((f for f in facts.facts if _BRACKET.search(f.text)), None)
    for item in texts:
        yield from _letters(item, texts, facts)
    for at, item in enumerate(texts):
        if brackets is not None and item.alphabet is not None and set(item.alphabet) <= set("()[]{}<>"):
            yield Role(RoleKind.BRACKETS, (item.name,), None, brackets.quote)
            continue
        said = any(_PATTERN.search(f.text) for f in facts.about(item.name))
        is_pattern = at > 0 and (item.name.lower() == "p" or said)
        yield Role(RoleKind.PATTERN if is_pattern else RoleKind.TEXT, (item.name,))


_FIRST_LETTERS = regex(
    r"\bfirst (?P<size>[A-Za-z](?:_\w)?) (?:(?:lower-?\s?case|upper-?\s?case|small|capital|latin|english|"
    r"roman) ){0,3}letters\b|\b(?P<later>[A-Za-z]) first (?:\w+ ){0,3}letters\b",
    re.I,
)


def _letters(item: Field, texts: Sequence[Field], facts: Facts) -> Iterator[Role]:
    """Yield that a string holds only the first letters of its alphabet, as many as a size says."""
    for fact in facts.facts:
        found = _FIRST_LETTERS.search(fact.text)
        if found and (item.name in fact.names or len(texts) == 1) and affirmed(fact.text):
            yield Role(RoleKind.LETTERS, (item.name,), found["size"] or found["later"], fact.quote)
            return


def _repeats(nodes: Sequence[Node]) -> Iterator[tuple[Repeat, Line]]:
    for node in nodes:
        if isinstance(node, Repeat):
            if len(node.body) == 1 and isinstance(node.body[0], Line):
                yield node, node.body[0]
            yield from _repeats(node.body)


def _is_selector(nodes: Sequence[Node], item: Field) -> bool:
    return any(
        (isinstance(n, Choice) and n.selector == item)
        or (isinstance(n, Repeat) and _is_selector(n.body, item))
        for n in nodes
    )
