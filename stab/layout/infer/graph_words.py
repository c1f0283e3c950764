"""Words about graphs: what makes two numbers an edge, and what is promised of all edges."""

from __future__ import annotations

import re

from stab.expression import Const, Expr, Op, Ref, render
from stab.layout.infer.facts import Fact, Facts
from stab.layout.infer.terms import is_name, term
from stab.patterns import regex
from stab.records import RoleKind

_EDGE = regex(
    r"辺|道路|橋|\b(?:edges?|arcs?|roads?|bridges?|passages?|corridors?|tunnels?|streets?|highways?|railways?|trails?|"
    r"flights?|cables?|wires?|links?|"
    r"channels?|pipes?|tracks?|portals?|teleport\w*|connections?|connect(?:s|ed|ing)?|join(?:s|ed|ing)?|lanes?|"
    r"friends?|friendships?|"
    r"enem(?:y|ies)|dislikes?|depend\w*|prerequisites?|relations?|adjacent|neighbou?rs?|linked|graph)\b",
    re.I,
)
_QUERY = regex(r"\b(?:quer(?:y|ies)|questions?|asks?|trips?|routes?|distance|shortest)\b", re.I)
_STRONG = regex(
    r"辺|道路|橋|\b(?:edges?|arcs?|roads?|bridges?|passages?|tunnels?|corridors?|connect(?:s|ed|ing)?)\b",
    re.I,
)
_NODE = (
    r"(?:vert(?:ex|exes|ices)|nodes?|cit(?:y|ies)|towns?|junctions?|intersections?|crossroads|villages?|"
    r"stations?|islands?|rooms?|"
    r"houses?|squares?|computers?|planets?|locations?|people|students|members|employees|fields|areas|"
    r"points|servers|users|tasks|jobs|courses|states|brains|airports?|lakes?|machines?|huts?|ports?|crossings?)"
)
_EDGES = (
    r"(?:edges?|arcs?|roads?|bridges?|passages?|corridors?|tunnels?|streets?|highways?|railways?|trails?|"
    r"tracks?|flights?|cables?|wires?|links?|channels?|pipes?|connections?|lanes?|friendships?)"
)
_NUMBER_OF = regex(rf"\bnumber of (?:\w+ ){{0,2}}?{_NODE}\b|\b{_NODE}\b", re.I)
_LOOPS = regex(
    rf"\b(?:two|pair of) (?:different|distinct) {_NODE}\b|"
    rf"\b(?:never|no|not)\b[^.]{{0,40}}\b(?:ends?|back|leads?)\b[^.]{{0,12}}\bsame {_NODE}\b|"
    r"\bno (?:self[ -]?)?loops?\b|\bself[ -]?loops?\b|\bloops n?or\b|\bitself\b",
    re.I,
)
_UNEQUAL = regex(r"([A-Za-z](?:_\{?\w+\}?|\w)?)\s*≠\s*([A-Za-z](?:_\{?\w+\}?|\w)?)")
_MULTIPLE = regex(
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
_SINGLE = regex(  # said in the story, where `at most one` alone may be about anything
    rf"\b(?:no|without|not contain|neither|nor|free of)\b[^.]{{0,60}}\b(?:multiple|multi|parallel|repeated|"
    rf"duplicate)[ -]?{_EDGES}\b|\bno two {_EDGES}\b[^.]{{0,40}}\b(?:same|connect|join|link|between)\b|"
    rf"\b(?:two|pair of) {_NODE}\b[^.]{{0,40}}\bat most one {_EDGES}\b|"
    rf"\bat most one {_EDGES}\b[^.]{{0,40}}\b(?:two|pair of) {_NODE}\b",
    re.I,
)
_CONNECTED = regex(
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
    r"|\ball\b[^.]{0,40}\breachable from (?:each|one an)\s?other\b"
    r"|\bfrom (?:any|every|each)\b[^.]{0,40}\b(?:can|could|possible|able)\b[^.]{0,40}"
    r"\b(?:to|reach) (?:any|every|each)\b"
    r"|\bthe \w+ is connected\b(?!\s+(?:by|to|with|through|via))"
    r"|\bsequence of roads exist",
    re.I,
)
_AT_MOST = regex(r"\b(?:at most|no more than|not more than) (?:one|1)\b", re.I)
_SO_THAT = regex(r"\bso that there is (?=exactly one |only one |a unique )", re.I)
_WISHED = regex(  # of a story: what shall be, or what it would be, is no promise
    r"\b(?:when|once|until|ensure|required?|needs?|enough|plans?|planned|build|remain\w*|shall|still|"
    r"possible to (?:make|remove|add|choose)|at most|no more than)\b",
    re.I,
)
_MAYBE = regex(
    r"\b(?:not (?:necessarily|guaranteed|always|connected|be connected)|may not|might not|can't|cannot|"
    r"if\b|whether|unless|should|"
    r"must be able|wants?|after|make|so that|determine|find|print|output|number of|minimum|maximum|would|"
    r"disconnected|dis)\b",
    re.I,
)
_DIRECTED = regex(
    r"(?<!non-)\bdirected\b(?!\s+(?:to|towards?|at)\b)|\bone-?way\b|\b(?:unidirectional|one-directional)\b|"
    r"\bdigraph\b|\barcs?\b|(?<!un)\bordered pair\b|\boriented\b|"
    r"\b(?:only in (?:that|this|one)|in (?:that|this|one)) direction\b|\b(?:that|this|one) direction only\b|"
    r"\bone way (?:roads?|streets?|edges?|links?|passages?|tunnels?|bridges?|flights?|only)\b",
    re.I,
)
_UNDIRECTED = regex(
    r"\bnon-?oriented\b|\bunordered pair\b|\b(?:un|non-)directed\b|\bbi-?directional\b|\btwo-?way\b|"
    r"\bboth directions\b|\bnot directed\b",
    re.I,
)
_ACYCLIC = regex(
    r"\bacyclic\b|\bDAG\b|\bno cyclic (?:routes?|paths?)\b|\bno (?:directed |managerial )?cycles?\b|"
    r"\bdoes(?: not|n't) contain (?:any )?(?:directed )?cycles?\b",
    re.I,
)


_ALLOWED = regex(
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


def edges_counted(count: Expr | None, facts: Facts) -> Fact | None:
    """Return the sentence that says that the rows are as many as edges: `m two-way roads`."""
    if not isinstance(count, Ref) or count.indices:
        return None
    name = re.escape(count.name)
    amount = regex(
        rf"(?<![\w^]){name} (?:(?!and\b|of\b)[a-z-]+,? ){{0,3}}{_EDGES}\b|"
        rf"\bnumber of (?:[a-z-]+ ){{0,2}}{_EDGES} {name}\b|"
        rf"(?<![\w^]){name}\b[^.;,]{{0,20}}\bnumber of (?:[a-z-]+ ){{0,2}}{_EDGES}\b",
        re.I,
    )
    return next((fact for fact in facts.facts if amount.search(fact.text)), None)


def vertices_told(count: Expr | None, scalars: frozenset[str], facts: Facts) -> str | None:
    """Return the number that counts vertices where no bound tells.

    The words name it (`n -- the number of cities`, `a graph of n vertices`), or there is one edge fewer.
    """
    found = vertices_named(facts)
    if found is None:
        counted = (name for fact in facts.facts for name in _COUNTED.findall(fact.text))
        found = next((name for name in counted if name in scalars and Ref(name) != count), None)
    match count:
        case Op("-", (Ref(name, ()), Const(1))) if found is None:
            return name
    return found


_COUNTED = regex(rf"(?<![\w^])([A-Za-z]) (?:(?!and\b|of\b)[a-z-]+ ){{0,2}}{_NODE}\b", re.I)


def vertices_named(facts: Facts) -> str | None:
    """Return the name that counts vertices: `n -- the number of cities`."""
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
        text = _SO_THAT.sub("there is ", fact.text)
        sure = fact.is_input or "connected" in fact.text
        given = sure or "given" in fact.text or not _WISHED.search(fact.text)
        if (
            given
            and _connects(fact.text)
            and not _MAYBE.search(text)
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


_CLAUSE = regex(r";|,? and (?=that\b|it is\b|one can\b|there is\b)", re.I)


def _connects(text: str) -> bool:
    """Tell whether a clause says that all hangs together; `at most one edge between any two` doesn't."""
    parts = _CLAUSE.split(text) if _AT_MOST.search(text) else [text]
    return any(_CONNECTED.search(part) and not _AT_MOST.search(part) for part in parts)


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
    multiple = next((f for f in facts.facts if _is_single(f)), None)
    if multiple is None:
        return None
    told = [f for f in facts.facts if f.is_input or f is multiple or not _MAYBE.search(f.text)]
    loops = any(_LOOPS.search(f.text) and not _MIGHT.search(f.text) for f in told)
    unequal = any(
        set(pair) == {term(a).field, term(b).field} for f in texts for a, b in _UNEQUAL.findall(f.text)
    )
    strict = pair in facts.ordered or pair[::-1] in facts.ordered
    return multiple.quote if loops or unequal or strict else None


_MIGHT = regex(r"\b(?:can|may|could|might)\b(?! be (?:used|walked|travell?ed|passed))", re.I)


def _is_single(fact: Fact) -> bool:
    """Tell whether a sentence promises that no edge is given twice."""
    if _ALLOWED.search(fact.text):
        return False
    if fact.is_input:
        return _MULTIPLE.search(fact.text) is not None
    if _MAYBE.search(fact.text):
        return False
    both = _MULTIPLE.search(fact.text) and _LOOPS.search(fact.text)
    return bool(both) or _SINGLE.search(fact.text) is not None
