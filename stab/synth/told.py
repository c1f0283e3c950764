"""What the statement promises of a graph in words that no role carries: reachability, degrees, weights."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.expression import BadExpression, Const, Expr, Op, names, parse_expr
from stab.patterns import regex
from stab.records import Role, RoleKind
from stab.synth.relations import Relation
from stab.synth.shape import Degrees, Shape

LONGEST = 400  # characters of a sentence that is looked at
_NO_PROMISE = regex(
    r"\b(?:not (?:necessarily |always )?connected|may not|might not|print|output|find|"
    r"determine|if|whether|so that|such that you|want(?:s|ed)?|must|should|minimum|maximum)\b",
    re.I,
)
_NOT_PROMISED = regex(r"\bnot (?:\w+ )?guaranteed\b", re.I)
_SOLEMN = regex(r"\b(?:guarante\w+|it is known|(?:can|may) assume|is ensured|promised)\b", re.I)
_PLACE = r"(?:vertex|node|city|town|capital|root|source|station|junction|island|room|showplace|village)"
_EVERY = r"(?:any|every|each|all)"
_REACH = tuple(
    regex(text, re.I)
    for text in (
        rf"\bfrom {_EVERY} [^.]{{0,60}}\b(?:to|reach|visit|into) (?:\w+ )?{_EVERY}\b",
        rf"\b(?:paths?|routes?|ways?) (?:\w+ ){{0,3}}between (?:{_EVERY}|the|two)\b",
        rf"\breach {_EVERY} [^.]{{0,40}}\bfrom (?:\w+ )?{_EVERY}\b",
        r"\b(?:graph|network|road system|city) is (?:\w+ )?connected\b",
    )
)
_FROM_ONE = regex(
    rf"\bfrom (?:the )?(?:capital|root|{_PLACE} 1|1)\b[^.]{{0,40}}\bto "
    rf"(?:{_EVERY}\b|(?:the )?{_PLACE}? ?n\b)",
    re.I,
)
_MOST = regex(
    r"\bout-?degrees? of (?:each|every|any|all)\b[^.]{0,40}?\b(?:at most|no more than|"
    r"(?:not|n't) (?:exceed|greater than|more than|larger than)) (\w+)"
    rf"|\b(?:each|every|any) {_PLACE} has (?:at most|no more than) (\w+) outgoing\b",
    re.I,
)
_LEAST = regex(
    rf"\b(?:each|every|any) {_PLACE} has at least (one|two|\d+) (?:outgoing\b|"
    r"\w+ (?:\w+ ){0,2}(?:starting|going out|outgoing|leaving|that leaves?|that starts?|from it)\b)",
    re.I,
)
_WEIGHTS = regex(
    r"\bno two (?:edges|roads|arcs)\b[^.]{0,30}\b(?:equal|same|identical) (?:weights?|lengths?|costs?)\b|"
    r"\b(?:weights|lengths|costs) of (?:the |all )?(?:edges|roads|arcs) are "
    r"(?:all |pairwise )?(?:distinct|different)",
    re.I,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3}


def add_told_roles(shape: Shape) -> None:
    """Add to the roles of edges what the statement's words say of them: connected, weights all different."""
    sentences = tuple(promises(shape.text))
    for role in list(dict.fromkeys(r for found in shape.roles.values() for r in found)):
        if role.kind is RoleKind.EDGES and role.size and len(role.fields) >= 2:
            first = role.fields[0]
            directed = shape.has(RoleKind.DIRECTED, first)
            is_told = any(_is_reach(sentence, directed) for sentence in sentences)
            if is_told and not shape.has(RoleKind.CONNECTED, first):
                told = Role(RoleKind.CONNECTED, role.fields, role.size)
                for name in role.fields:
                    shape.roles[name].append(told)
                shape.told_connected.update(role.fields)
            shape.degrees.update(_degrees(shape, role, " ".join(sentences)))
        if role.kind is RoleKind.WEIGHT and any(map(_WEIGHTS.search, sentences)):
            told_distinct = [name for name in role.fields if not shape.has(RoleKind.DISTINCT, name)]
            shape.told_distinct.update(told_distinct)
            for name in told_distinct:
                shape.roles[name].append(Role(RoleKind.DISTINCT, (name,)))


def degree_relations(shape: Shape) -> Iterator[Relation]:
    """Yield what degrees ask of the number of edges."""
    for name, degrees in shape.degrees.items():
        role, count = shape.role(RoleKind.EDGES, name), shape.fields[name].counts[-1]
        if role is None or role.size is None or count is None:
            continue
        size = parse_expr(role.size)
        yield Relation(Op("*", (size, Const(degrees.least))), "<=", count)
        if degrees.most is not None:
            yield Relation(count, "<=", Op("*", (size, degrees.most)))


def promises(text: str) -> Iterator[str]:
    """Yield the sentences that may promise something."""
    for part in re.split(r"(?<=[a-z)\]0-9$])\.\s|\n\s*\n|;\s", text):
        sentence = " ".join(part.split())
        if len(sentence) > LONGEST or _NOT_PROMISED.search(sentence):
            continue
        if _SOLEMN.search(sentence) or not _NO_PROMISE.search(sentence):
            yield sentence


def _is_reach(sentence: str, directed: bool) -> bool:
    """Tell whether a promise says that all vertices hang together: in a directed graph, from the first."""
    if _SOLEMN.search(sentence) is None:
        return False
    if _FROM_ONE.search(sentence) is not None:
        return True
    return not directed and any(pattern.search(sentence) for pattern in _REACH)


def _degrees(shape: Shape, role: Role, text: str) -> dict[str, Degrees]:
    first = role.fields[0]
    most, least = _MOST.search(text), _LEAST.search(text)
    if not shape.has(RoleKind.DIRECTED, first) or not (most or least):
        return {}
    limit = _number(most[1] or most[2]) if most else None
    if limit is not None and not set(names(limit)) <= set(shape.fields):
        limit = None
    least_number = _number(least[1]) if least else None
    return {first: Degrees(int(least_number.value) if isinstance(least_number, Const) else 0, limit)}


def _number(word: str) -> Expr | None:
    if word.lower() in _NUMBERS:
        return Const(_NUMBERS[word.lower()])
    try:
        return parse_expr(word)
    except BadExpression:
        return None
