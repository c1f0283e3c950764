"""What the statement promises of the input and nothing checks: said aloud, for inputs may break it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stab.records import Extraction, Layout, Problem, RoleKind, Section, SectionKind, Unread

REASON = "a promise that is not checked"
_MOST = 8  # of a statement
_LONGEST = 600  # characters of a sentence that is looked at
_READ = (SectionKind.STORY, SectionKind.INPUT, SectionKind.CONSTRAINTS)
_BREAK = re.compile(r"(?<!\.)[.!?](?=\s|$)|\n\s*\n|\n\s*[-*•]\s|;\s")
_SOLEMN = re.compile(
    r"\b(?:guaranteed|guarantees|you (?:can|may) assume|it is known that|is ensured|it is promised)\b", re.I
)
_ASIDE = re.compile(r"\(([^()]{1,400})\)")
_COUNTED = re.compile(
    r"\b(?:there (?:is|are|will be)|contains?|has|have|holds?|with)\s+(?:always\s+)?"
    r"(?:exactly|precisely|at least) (?:one|two|1|2)\b|"
    r"\b(?:exactly|at least) (?:one|two) of\b[^.]{0,60}\b(?:is|are)\b|"
    r"(?:\b(?:not|never|no two|no pair of)\b|n't\b)[^.,;]{0,40}"
    r"\b(?:points? in common|common points?|intersect|overlap|touch|cross)\b|"
    r"\b(?:is|are|be) (?:pairwise |mutually )?(?:disjoint|non-?overlapping|non-?intersecting)\b",
    re.I,
)
_KINDS: tuple[tuple[re.Pattern[str], frozenset[RoleKind]], ...] = (
    (
        re.compile(
            r"\bconvex\b|\bsimple polygon\b|\bno three\b|\bcollinear\b|"
            r"(?:\bnot|\bnever|n't)\b[^.,;]{0,40}\b"
            r"on (?:the same|one|a|a single|a common) (?:straight )?line\b",
            re.I,
        ),
        frozenset({RoleKind.CONVEX}),
    ),
    (
        re.compile(r"\b(?:counter-?|anti-?)?clockwise (?:order|direction)\b", re.I),
        frozenset({RoleKind.CONVEX}),
    ),
    (
        re.compile(
            r"\b(?:all|are|be|pairwise|is) (?:pairwise )?(?:distinct|different|unique)\b|\bno two\b"
            r"|\b(?:distinct|different) (?:integers|numbers|strings|words|points)\b",
            re.I,
        ),
        frozenset({RoleKind.DISTINCT, RoleKind.SIMPLE, RoleKind.PERMUTATION}),
    ),
    (
        re.compile(
            r"\bin (?:strictly )?(?:non-?decreasing|non-?increasing|increasing|decreasing|ascending|"
            r"descending|chronological|sorted|alphabetical|lexicographical) order\b|"
            r"\b(?:is|are) (?:already )?sorted\b",
            re.I,
        ),
        frozenset({RoleKind.SORTED, RoleKind.INTERVAL}),
    ),
    (
        re.compile(
            r"\bgraph (?:is|will be) connected\b|\bbetween (?:any|every|each|all) (?:two|pairs?)\b|"
            r"\b(?:any|every|each) \w+ to (?:any|every|each) other\b"
            r"|\bfrom (?:any|every|each) [^.]{0,40}\breach (?:any|every|each) other\b",
            re.I,
        ),
        frozenset({RoleKind.CONNECTED, RoleKind.TREE, RoleKind.PARENTS}),
    ),
    (
        re.compile(r"\b(?:is|form|be|are)(?: always)? an? (?:\w+ )?tree\b", re.I),
        frozenset({RoleKind.TREE, RoleKind.PARENTS}),
    ),
    (
        re.compile(r"\bacyclic\b|\bno (?:directed |circular )?(?:cycles?|dependenc\w+)\b", re.I),
        frozenset({RoleKind.ACYCLIC, RoleKind.TREE, RoleKind.PARENTS}),
    ),
    (re.compile(r"\bpermutation of\b", re.I), frozenset({RoleKind.PERMUTATION})),
)
_NO_PROMISE = re.compile(
    r"\b(?:not (?:necessar(?:il)?y|guaranteed|always)|may (?:not )?be|might|can be|could|need not|"
    r"don't have to|print|output|find|number of (?:distinct|different)|how many|minimum|maximum|should|must|"
    r"wants?|you have to|choose|if|whether|count|determine|calculate|called|answer|subsequences?|test cases?|"
    r"define\w*|denotes?|"
    r"say|consider|for example|such that|so that|note)\b",
    re.I,
)
_NO_SOLEMN = re.compile(  # comparisons are read, or called unread, where constraints are read
    r"\b(?:not guaranteed|sum of|total|exceed|test cases?)\b|[≤≥≠<>=]|\\(?:le|ge|ne|lt|gt)", re.I
)


def unkept(problem: Problem, extraction: Extraction, layout: Layout | None) -> tuple[Unread, ...]:
    """Return the sentences that promise something of the input from which nothing was derived, at most 8.

    A promise of order, of different values or of a graph is kept by a role of such a kind; another by
    whatever was read from its sentence. Without a layout there is no role.
    """
    known = {_key(u.quote) for u in extraction.unread}
    heard = {_key(c.quote) for c in extraction.constraints} | known
    roles = () if layout is None else layout.roles
    heard |= {_key(role.quote) for role in roles}
    kinds = frozenset(role.kind for role in roles)
    found: dict[str, Unread] = {}
    for section in problem.sections:
        if section.kind not in _READ:
            continue
        for start, quote in _sentences(section):
            key = _key(quote)
            if key in found or not _is_open(
                quote, key, heard, kinds, story=section.kind is SectionKind.STORY
            ):
                continue
            if any(key in other or other in key for other in known if other):
                continue
            line = section.line + section.text.count("\n", 0, start) + problem.line_offset
            found[key] = Unread(quote, line, REASON)
    return tuple(found.values())[:_MOST]


def _sentences(section: Section) -> Iterator[tuple[int, str]]:
    at = 0
    text = section.text
    for end in (*(m.end() for m in _BREAK.finditer(text)), len(text)):
        part = text[at:end]
        start, at = at + len(part) - len(part.lstrip()), end
        for aside in _ASIDE.finditer(part):
            if _SOLEMN.search(aside[1]):  # a promise of its own, whatever bounds stand around it
                yield start, " ".join(aside[1].split())
                part = part.replace(aside[0], "")
        if 0 < len(part) <= _LONGEST and part.strip():
            yield start, " ".join(part.split()).rstrip(";").removeprefix("- ").rstrip("-*• ")


def _is_open(quote: str, key: str, heard: set[str], kinds: frozenset[RoleKind], *, story: bool) -> bool:
    """Tell whether a sentence promises something that is neither a role's nor a constraint's."""
    solemn = _SOLEMN.search(quote) is not None
    if not solemn and _NO_PROMISE.search(quote):
        return False
    for pattern, keepers in _KINDS:
        if pattern.search(quote) and (solemn or not story or not keepers):
            return not keepers & kinds
    told = any(_meets(key, other) for other in heard)
    if solemn:
        return not told and not _NO_SOLEMN.search(quote)
    counted = _COUNTED.search(quote)
    return counted is not None and not told and (not story or counted.start() == 0)


def _meets(key: str, other: str) -> bool:
    return bool(other) and (other in key or key in other)


def _key(quote: str) -> str:
    """Return what quotations are compared by: letters and digits only."""
    return re.sub(r"\W|_", "", quote)
