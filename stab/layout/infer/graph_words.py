"""Words about graphs: what makes two numbers an edge, and what is promised of all edges."""

from __future__ import annotations

import re

from stab.expression import Expr, Ref, render
from stab.layout.infer.facts import Fact, Facts
from stab.layout.infer.terms import is_name, term
from stab.records import RoleKind

_EDGE = re.compile(
    r"辺|道路|橋|\b(?:edges?|arcs?|roads?|bridges?|passages?|corridors?|tunnels?|streets?|highways?|railways?|trails?|"
    r"flights?|cables?|wires?|links?|"
    r"channels?|pipes?|portals?|teleport\w*|connections?|connect(?:s|ed|ing)?|join(?:s|ed|ing)?|lanes?|"
    r"friends?|friendships?|"
    r"enem(?:y|ies)|dislikes?|depend\w*|prerequisites?|relations?|adjacent|graph)\b",
    re.I,
)
_QUERY = re.compile(r"\b(?:quer(?:y|ies)|questions?|asks?|trips?|routes?|distance|shortest)\b", re.I)
_STRONG = re.compile(
    r"辺|道路|橋|\b(?:edges?|arcs?|roads?|bridges?|passages?|tunnels?|corridors?|connect(?:s|ed|ing)?)\b",
    re.I,
)
_NODE = (
    r"(?:vert(?:ex|exes|ices)|nodes?|cit(?:y|ies)|towns?|junctions?|intersections?|crossroads|villages?|"
    r"stations?|islands?|rooms?|"
    r"houses?|squares?|computers?|planets?|locations?|people|students|members|employees|fields|areas|"
    r"points|servers|users|tasks|jobs|courses|states|brains)"
)
_NUMBER_OF = re.compile(rf"\bnumber of (?:\w+ ){{0,2}}?{_NODE}\b|\b{_NODE}\b", re.I)
_LOOPS = re.compile(
    r"\bno (?:self[ -]?)?loops?\b|\bself[ -]?loops?\b|\bloops or\b|\bwith itself\b|\bto itself\b|\bitself\b",
    re.I,
)
_UNEQUAL = re.compile(r"([A-Za-z](?:_\{?\w+\}?|\w)?)\s*≠\s*([A-Za-z](?:_\{?\w+\}?|\w)?)")
_MULTIPLE = re.compile(
    r"多重辺|単純グラフ|\b(?:no|without|not contain|doesn't contain|does not contain|"
    r"free of)\b[^.]{0,60}\b(?:multiple|"
    r"multi|parallel|repeated|duplicate)[ -]?(?:edges|roads|\w+)"
    r"|\bat most (?:one|once)\b|\bno more than (?:one|once)\b|\bno two\b[^.]{0,40}\b(?:edges|roads|"
    r"\w+s)\b[^.]{0,40}\b(?:same|connect|between)\b"
    r"|\b(?:edges|roads|pairs|\w+s)\b[^.]{0,30}\bare (?:pairwise |all )?(?:distinct|different)\b|"
    r"\bno\b[^.]{0,30}\btwice\b|\bno pair\b[^.]{0,80}\bmore\b"
    r"|\bsimple\b[^.]{0,40}\bgraph\b|\bgraph is\b[^.]{0,60}\bsimple\b|\bis listed (?:at most|"
    r"exactly) once\b|\boccurs? in the list exactly once\b"
    r"|\bnot more than one\b|\bexactly once\b|\bdoes not occur twice\b|\bno multi-?edges?\b|≠\s*\(",
    re.I,
)
_CONNECTED = re.compile(
    r"連結(?:である|で|な)|\b(?:graph|network|city|country|kingdom|it|tree|maze|map)\b[^.]{0,30}\b(?:is|forms?|"
    r"be)\b[^.]{0,20}\bconnected\b"
    r"(?!\s+(?:by|to|with|through|via))"
    r"|\bgiven\b[^.]{0,40}\bconnected\b[^.]{0,30}\bgraph\b|\bconnected (?:undirected |simple |"
    r"weighted )*graph\b"
    r"|\b(?:possible|able|can|always)\b[^.]{0,50}\b(?:from|between)\b[^.]{0,20}\b(?:any|every|each|one|"
    r"all|a)\b[^.]{0,40}\b(?:other|another|any|every|two|pair)\b"
    r"|\b(?:any|every|each)\b[^.]{0,40}\b(?:reachable|reached|accessible)\b[^.]{0,40}\b(?:any|every|each|"
    r"other)\b"
    r"|\b(?:path|way|route)\b[^.]{0,40}\b(?:between|from)\b[^.]{0,10}\b(?:any|every|each|all)\b|"
    r"\bbetween any (?:two|pair)\b"
    r"|\bsequence of roads exist",
    re.I,
)
_MAYBE = re.compile(
    r"\b(?:not (?:necessarily|guaranteed|always|connected|be connected)|may not|might not|can't|cannot|"
    r"if\b|whether|unless|should|"
    r"must be able|wants?|after|make|so that|determine|find|print|output|number of|minimum|maximum|would|"
    r"disconnected|dis)\b",
    re.I,
)
_DIRECTED = re.compile(
    r"(?<!non-)\bdirected\b(?!\s+(?:to|towards?|at)\b)|\bone-?way\b|\b(?:unidirectional|one-directional)\b|"
    r"\bdigraph\b|\barcs?\b|(?<!un)\bordered pair\b|\boriented\b|"
    r"\bone way (?:roads?|streets?|edges?|links?|passages?|tunnels?|bridges?|flights?|only)\b",
    re.I,
)
_UNDIRECTED = re.compile(
    r"\bnon-?oriented\b|\bunordered pair\b|\b(?:un|non-)directed\b|\bbi-?directional\b|\btwo-?way\b|"
    r"\bboth directions\b|\bnot directed\b",
    re.I,
)
_ACYCLIC = re.compile(
    r"\bacyclic\b|\bDAG\b|\bno cyclic (?:routes?|paths?)\b|\bno (?:directed |managerial )?cycles?\b|"
    r"\bdoes(?: not|n't) contain (?:any )?(?:directed )?cycles?\b",
    re.I,
)


_ALLOWED = re.compile(
    r"\b(?:can|may|could|might)\b[^.]{0,20}\b(?:multiple|several|more|loops?|self|many|parallel)\b", re.I
)


def edge_sentence(pair: tuple[str, str], facts: Facts) -> Fact | None:
    """Return the sentence that makes the two numbers an edge."""
    for fact in facts.about(*pair):
        if not _EDGE.search(fact.text):
            continue
        if _QUERY.search(fact.text) and not _STRONG.search(fact.text):
            continue
        return fact
    return None


def vertices_named(facts: Facts) -> str | None:
    """Return the name that counts vertices where no bound tells: `n -- the number of cities`."""
    for fact in facts.facts:
        if not fact.is_input:
            continue
        found = re.search(
            rf"\b([A-Za-z])\b[^.;]{{0,60}}\bnumber of (?:\w+ ){{0,2}}?{_NODE}\b|"
            rf"\bnumber of (?:\w+ ){{0,2}}?{_NODE}\s+([A-Za-z])\b",
            fact.text,
        )
        if found:
            word = found[1] or found[2]
            if word and is_name(word) and word not in ("a", "I", "A"):
                return term(word).field
    return None


def pairs_bounded(count: Expr | None, size: str, facts: Facts) -> tuple[RoleKind, ...]:
    """Return SIMPLE where the rows are at most as many as pairs of different numbers up to `size`.

    n(n-1)/2 counts unordered pairs; n(n-1) ordered ones, and DIRECTED comes with it.
    """
    if count is None:
        return ()
    texts = [render(count), *(sorted(facts.upper.get(count.name, ())) if isinstance(count, Ref) else ())]
    one = re.escape(size)
    product = rf"\b{one} \* \({one} - 1\)|\({one} - 1\) \* {one}\b|\b{one} \*\* 2 - {one}\b"
    half = r"\)* //? 2\b"
    for text in texts:
        found = re.search(rf"(?:{product})(?P<half>{half})?", text)
        if found and not re.search(r"\d \* $", text[: found.start()]):
            return (RoleKind.SIMPLE,) if found["half"] else (RoleKind.SIMPLE, RoleKind.DIRECTED)
    return ()


def edge_properties(pair: tuple[str, str], facts: Facts) -> dict[RoleKind, str]:
    """Return what is promised of the edges, each with its quotation."""
    found: dict[RoleKind, str] = {}
    texts = [f for f in facts.facts if f.is_input]
    directed = next((f for f in facts.facts if _DIRECTED.search(f.text)), None)
    undirected = any(_UNDIRECTED.search(f.text) for f in facts.facts)
    if directed is not None and not undirected:
        found[RoleKind.DIRECTED] = directed.quote
    for fact in facts.facts:
        match = _CONNECTED.search(fact.text)
        given = fact.is_input or "given" in fact.text or "connected" in fact.text
        if (
            match
            and given
            and not _MAYBE.search(fact.text)
            and not ("weakly" in fact.text or "strongly" in fact.text)
        ):
            found[RoleKind.CONNECTED] = fact.quote
            break
    simple = _simple(pair, texts, facts)
    if simple is not None:
        found[RoleKind.SIMPLE] = simple
    acyclic = next((f for f in facts.facts if _ACYCLIC.search(f.text) and not _MAYBE.search(f.text)), None)
    if acyclic is not None:
        found[RoleKind.ACYCLIC] = acyclic.quote
    return found


def _simple(pair: tuple[str, str], texts: list[Fact], facts: Facts) -> str | None:
    """Return the promise that there are neither loops nor multiple edges."""
    whole = next(
        (
            f
            for f in facts.facts
            if re.search(r"\bsimple\b[^.]{0,40}\bgraph\b|\bgraph is\b[^.]{0,99}\bsimple\b", f.text, re.I)
        ),
        None,
    )
    if whole is not None and not _MAYBE.search(whole.text):
        return whole.quote
    multiple = next(
        (
            f
            for f in facts.facts
            if _MULTIPLE.search(f.text)
            and not _ALLOWED.search(f.text)
            and (f in texts or (_LOOPS.search(f.text) and not _MAYBE.search(f.text)))
        ),
        None,
    )
    if multiple is None:
        return None
    loops = any(
        _LOOPS.search(f.text) and not re.search(r"\b(?:can|may|could|might)\b", f.text)
        for f in (*texts, multiple)
    )
    unequal = any(
        set(pair) == {term(a).field, term(b).field} for f in texts for a, b in _UNEQUAL.findall(f.text)
    )
    strict = pair in facts.ordered or pair[::-1] in facts.ordered
    return multiple.quote if loops or unequal or strict else None
