"""Roles of fields, concluded from the statement's words; only what is said of the input is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stab.expression import Expr, Op, Ref, names, render
from stab.layout.infer.facts import Fact, Facts, Row, is_one_less, rows_of
from stab.layout.infer.fitting import fields
from stab.layout.infer.graph_words import edge_properties, edge_sentence, vertices_named
from stab.records import Choice, Field, FieldType, Line, Node, Repeat, Role, RoleKind


def roles_of(nodes: Sequence[Node], facts: Facts, tests: str | None) -> tuple[Role, ...]:
    """Return the roles of the layout's fields, each once."""
    rows = list(rows_of(nodes))
    found = list(_sizes(nodes, tests))
    sizes: dict[str, None] = {}
    for row in rows:
        for role in _pairs(row, facts):
            found.append(role)
            if role.size and role.kind in (RoleKind.EDGES, RoleKind.TREE):
                sizes[role.size] = None
    taken = {
        name for role in found if role.kind not in (RoleKind.SIZE, RoleKind.TESTS) for name in role.fields
    }
    for row in rows:
        for item in row.fields:
            if item.type is FieldType.INT and (row.is_array or row.count is not None):
                found += _values(item, row, facts, taken)
    found += _vertices(rows, facts, sizes, {name for role in found for name in role.fields})
    found += _texts(nodes, facts)
    return tuple(dict.fromkeys(found))


def _sizes(nodes: Sequence[Node], tests: str | None) -> Iterator[Role]:
    counts = dict.fromkeys(name for expr in _counts(nodes) for name in names(expr))
    scalars = {f.name for f in fields(nodes) if f.count is None and f.type is FieldType.INT}
    for name in counts:
        if name == tests:
            yield Role(RoleKind.TESTS, (name,))
        elif name in scalars:
            yield Role(RoleKind.SIZE, (name,))


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


def _pairs(row: Row, facts: Facts) -> list[Role]:
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
            new = _edge(pair, row, facts) or _point(pair, row, facts) or _interval(pair, facts)
        if new and new[0].kind in (RoleKind.EDGES, RoleKind.TREE):
            found += new
            return found + _weights(row, at + 2, facts)
        found += new
        at += 2 if new else 1
    return found


def _edge(pair: tuple[str, str], row: Row, facts: Facts) -> list[Role]:
    sentence = edge_sentence(pair, facts)
    size = _common_size(pair, facts) or (vertices_named(facts) if sentence else None)
    if sentence is None or size is None:
        return []
    properties = edge_properties(pair, facts)
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


_WEIGHT = re.compile(
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


_POINT = re.compile(r"座標|平面|点|\b(?:coordinates?|points?|located|locations?|positions?|plane)\b", re.I)
_SAME_PLACE = re.compile(
    r"\b(?:points?|locations?|positions?|vertices|houses|coordinates|pairs|cit(?:y|"
    r"ies))\b[^.]{0,40}\b(?:distinct|different|unique)\b"
    r"|\b(?:distinct|different)\s+(?:\w+\s+)?(?:points|locations|positions|coordinates|pairs)\b"
    r"|\bno two\b[^.]{0,60}\b(?:coincide|same|share|equal)\b|\bdo not coincide\b",
    re.I,
)


def _point(pair: tuple[str, str], row: Row, facts: Facts) -> list[Role]:
    first, second = pair
    named = first.lower().startswith("x") and second.lower() == "y" + first.lower()[1:]
    sentence = next((f for f in facts.about(*pair) if _POINT.search(f.text)), None)
    joined = re.compile(rf"\(\s?{re.escape(first)}_?\{{?\w*\}}?\s?,\s?{re.escape(second)}_?\{{?\w*\}}?\s?\)")
    told = sentence is not None and joined.search(sentence.text) and "point" in sentence.text
    if sentence is None or not (named or told):
        return []
    found = [Role(RoleKind.POINTS, pair, None, sentence.quote if sentence else "")]
    if len(row.fields) == 2:
        for fact in facts.facts:
            if fact.is_input and _SAME_PLACE.search(fact.text) and _affirmed(fact.text):
                found.append(Role(RoleKind.DISTINCT, pair, None, fact.quote))
                break
    return found


def _interval(pair: tuple[str, str], facts: Facts) -> list[Role]:
    if pair not in facts.ordered:
        return []
    quote = next((f.quote for f in facts.about(*pair)), "")
    return [Role(RoleKind.INTERVAL, pair, None, quote)]


_DISTINCT = re.compile(
    r"\b(?:all|every|these|the|integers|values|numbers|elements|they|will)\b[^.]{0,60}?\b(?:are|be|"
    r"is)\s+(?:all\s+|guaranteed to be\s+)?"
    r"(?:pairwise[ -])?(?:distinct|different|unique)\b"
    r"|\b(?:distinct|different|unique)\s+(?:[a-z-]+\s+){0,2}(?:integers|numbers|values|elements|names|"
    r"words|strings|ids)\b"
    r"|\b(\w)_?i ≠ \1_?j\b|\bno two\b[^.]{0,60}\b(?:equal|same|identical)\b|\bpairwise (?:distinct|"
    r"different)\b",
    re.I,
)
_DENIED = re.compile(
    r"\b(?:not (?:necessarily|always|guaranteed)|may (?:not )?be|might|can (?:be|coincide)|could|"
    r"number of|count|how many|some of|"
    r"need not|don't have to|doesn't have to|minimum|maximum|find|print|output)\b",
    re.I,
)
_PERMUTATION = re.compile(r"\bpermutation\b|順列", re.I)
_SORTED = re.compile(
    r"\b(?:in|by|of)\s+(?:the\s+order\s+of\s+)?(?:strictly\s+)?(?:increasing|ascending|non-?decreasing|"
    r"sorted|chronological)(?:\s+order|\s+\w+)?"
    r"|\b(?:is|are|be)\s+sorted\b|\bsorted (?:in|list|array|sequence)\b",
    re.I,
)
_FALLING = re.compile(r"\b(?:decreasing|descending|non-?increasing)\b", re.I)
_PARENT = re.compile(r"\b(?:parents?|ancestor|manager|boss|supervisor|superior)\b|親", re.I)


def _affirmed(text: str) -> bool:
    return _DENIED.search(text) is None


def _values(item: Field, row: Row, facts: Facts, taken: set[str]) -> list[Role]:
    """Return what is said of the numbers of an array or column."""
    about = [fact for fact in facts.about(item.name) if fact.is_input]
    count = render(row.count) if row.count is not None else None
    if item.name in taken:
        return []
    parents = _parents(item, row, facts)
    if parents is not None:
        return [parents]
    alone = row.is_array or len(row.fields) == 1
    for fact in facts.about(item.name):
        if (
            alone
            and _PERMUTATION.search(fact.text)
            and re.search(r"\b(?:is|are|a|the|be|form)\b[^.]{0,40}permutation\b|順列", fact.text, re.I)
            and (fact.is_input or "given" in fact.text)
        ):
            return [Role(RoleKind.PERMUTATION, (item.name,), count, fact.quote)]
    found = _distinct_roles(item, row, about, alone=alone)
    named = [f for f in about if alone or re.search(rf"\b{re.escape(item.name)}_?\{{?i", f.text)]
    return found + _order_roles(item, named, _chain(item.name, facts), is_distinct=bool(found))


def _distinct_roles(item: Field, row: Row, about: list[Fact], *, alone: bool) -> list[Role]:
    """Return the promise of different values; several fields of a row may be meant together."""
    fact = next((f for f in about if _DISTINCT.search(f.text) and _affirmed(f.text)), None)
    if fact is None:
        return []
    if alone:
        return [Role(RoleKind.DISTINCT, (item.name,), None, fact.quote)]
    together = tuple(f.name for f in row.fields if f.name in fact.names)
    near = re.search(rf"\b(?:all|same|two)\b[^.]{{0,40}}\b{re.escape(item.name)}", fact.text)
    if near and together and together[0] == item.name:
        return [Role(RoleKind.DISTINCT, together, None, fact.quote)]
    return []


def _order_roles(
    item: Field, about: list[Fact], chain: tuple[Fact, bool] | None, *, is_distinct: bool
) -> list[Role]:
    """Return the promise of ascending order, and of different values where it is strict."""
    fact = next(
        (f for f in about if _SORTED.search(f.text) and not _FALLING.search(f.text) and _affirmed(f.text)),
        None,
    )
    strict = fact is not None and "strictly" in fact.text
    if fact is None and chain is not None:
        fact, strict = chain
    if fact is None:
        return []
    found = [Role(RoleKind.SORTED, (item.name,), None, fact.quote)]
    if strict and not is_distinct:
        found.append(Role(RoleKind.DISTINCT, (item.name,), None, fact.quote))
    return found


def _chain(name: str, facts: Facts) -> tuple[Fact, bool] | None:
    """Return the sentence that says a_1 < a_2 < … < a_n, and whether strictly."""
    element = rf"{re.escape(name)}_?\{{?\w+\}}?"
    pattern = re.compile(
        rf"{element}\s*(<|≤)\s*(?:{element}\s*\1\s*)?\.\.\.\s*\1\s*{element}|"
        rf"{re.escape(name)}_\{{?i\}}?\s*(<|≤)\s*{re.escape(name)}_\{{i\+1\}}"
    )
    for fact in facts.about(name):
        if fact.is_input and (match := pattern.search(fact.text)):
            return fact, "<" in (match[1], match[2])
    return None


def _parents(item: Field, row: Row, facts: Facts) -> Role | None:
    """Return the role of a parent array: p[i] names the parent of vertex i."""
    uppers = facts.upper.get(item.name, set())
    below = bool(uppers & {"i - 1", "i"})
    name = rf"\b{re.escape(item.name)}(?:_?\{{?i\}}?)?\b"
    joined = re.compile(
        rf"\bi\s+(?:and|to|with)\s+(?:\w+\s+)?{name}|{name}\s+(?:and|to|with)\s+(?:\w+\s+)?\(?i\b"
    )
    near = re.compile(
        rf"{name}[^.,;]{{0,40}}(?:{_PARENT.pattern})|(?:{_PARENT.pattern})[^.,;]{{0,30}}{name}", re.I
    )
    about = facts.about(item.name)
    sentence = next((f for f in about if near.search(f.text) or joined.search(f.text)), None)
    is_edge = sentence is not None and joined.search(sentence.text) is not None
    if sentence is None and below:
        sentence = next(iter(about), None)
    if sentence is None or row.count is None:
        return None
    size: Expr | None = row.count
    less = isinstance(row.count, Op) and row.count.sign == "-"
    if isinstance(row.count, Op) and row.count.sign == "-":
        size = row.count.args[0]
    parent_word = near.search(sentence.text) is not None
    tree = any(re.search(r"\btrees?\b|\broot|木", f.text, re.I) for f in facts.facts)
    if not (parent_word and (tree or below)) and not (below and less and (tree or is_edge)):
        return None
    if not isinstance(size, Ref):
        return None
    return Role(RoleKind.PARENTS, (item.name,), size.name, sentence.quote)


def _vertices(rows: Sequence[Row], facts: Facts, sizes: dict[str, None], taken: set[str]) -> Iterator[Role]:
    for row in rows:
        for item in row.fields:
            if item.type is FieldType.INT and item.name not in taken and item.name.lower() not in "nmkq":
                for size in sizes:
                    if size in facts.upper.get(item.name, set()) and edge_like(item.name, facts):
                        yield Role(RoleKind.VERTEX, (item.name,), size)


_VERTEX = re.compile(
    r"\b(?:vert(?:ex|ices)|nodes?|cit(?:y|ies)|towns?|junctions?|intersections?|villages?|stations?|"
    r"islands?|rooms?|houses?|squares?)\b",
    re.I,
)


def edge_like(name: str, facts: Facts) -> bool:
    """Tell whether a number is said to be a vertex."""
    return any(_VERTEX.search(f.text) for f in facts.about(name))


_BRACKET = re.compile(r"\b(?:brackets?|parenthes[ie]s)\b", re.I)
_PATTERN = re.compile(r"\bpattern\b|\boccurrences?\b|\bsubstring\b[^.]{0,30}\bequal", re.I)


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
    for at, item in enumerate(texts):
        if brackets is not None and item.alphabet is not None and set(item.alphabet) <= set("()[]{}<>"):
            yield Role(RoleKind.BRACKETS, (item.name,), None, brackets.quote)
            continue
        said = any(_PATTERN.search(f.text) for f in facts.about(item.name))
        is_pattern = at > 0 and (item.name.lower() == "p" or said)
        yield Role(RoleKind.PATTERN if is_pattern else RoleKind.TEXT, (item.name,))


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
