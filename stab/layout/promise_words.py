"""The words of promises: what a sentence promises of the input, and which roles or conditions keep it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stab.patterns import regex
from stab.records import RoleKind

_EVERY = r"(?:any|every|each|all)"
_LINK = r"(?:edges?|roads?|connections?|links?|cables?|wires?|tunnels?|streets?|bridges?|flights?)"
_WITHOUT = r"\b(?:no|without|not|never|n't)\b[^.,;]{0,40}"
_PROPERTY = r"(?:weights?|costs?|lengths?|prices?|heights?)"
_GO = r"(?:reach|get|travel|go|pass|move|walk|drive)"
_END = r"\[(?:\d+|-1|[a-hl-zA-Z]\w*(?: - 1)?|len\(\w+\)(?: - 1)?)\]"  # no running index
_ORDERED = r"(?:non-?decreasing|non-?increasing|increasing|decreasing|ascending|descending)"


@dataclass(frozen=True, slots=True)
class Kind:
    """What finds a promise; it is kept by a role of `roles` or a side condition with `sign` in it."""

    words: re.Pattern[str]
    roles: frozenset[RoleKind] = frozenset()
    sign: str = ""  # a regular expression
    consumes: bool = False  # its words say nothing else: what follows in the table doesn't see them


def _kind(words: str, *roles: RoleKind, sign: str = "", consumes: bool = False) -> Kind:
    return Kind(regex(words, re.I), frozenset(roles), sign, consumes)


_R = RoleKind
_IS = r"\b(?:is|are|be|isn't|aren't|neither)\b[^.,;:]{0,24}?"
_TOP = r"(?:largest|smallest|greatest|least|biggest|maximum|minimum|maximal|minimal)"
PROPERTIES: tuple[Kind, ...] = (  # of numbers, words and lists: kept by a side condition that says the same
    _kind(rf"{_IS}\bpalindrom\w+", sign=r"palindrome"),
    _kind(
        r"\b(?:appears?|occurs?|is (?:used|repeated|present|contained|found))\b[^.,;]{0,24}?"
        r"\b(?:exactly|at most|at least|no more than|the same|an? (?:even|odd)|only)\b[^.,;]{0,12}?"
        r"\b(?:once|twice|thrice|times)\b",
        _R.DISTINCT,
        _R.PERMUTATION,
        _R.SIMPLE,
    ),
    _kind(
        r"(?:\bnot|n't)\s(?:already |all |yet )?(?:sorted|constant|(?:the )?same|equal|identical)\b(?! to\b)"
    ),
    _kind(
        rf"{_IS}\bthe (?:strictly )?{_TOP}\b(?=\s*(?:[.,;)]|$|(?:one|element|number|value|integer)?\s?"
        r"(?:of|among|in) (?:all|the array|the sequence|the list|the values|the numbers|the elements|them|"
        r"these)\b))",
        sign=r"\[\w+\] [<>]=? \w+\[|m(?:ax|in)\(",
    ),
    _kind(
        rf"\b{_TOP} (?:one|element|number|value|integer)?\b[^.,;]{{0,24}}"
        r"\b(?:is|are|comes|stands) (?:always )?(?:at|first|last|unique|prime|even|odd)\b"
    ),
    _kind(rf"{_IS}\b(?:perfect |full )(?:squares?|cubes?|powers?)\b", sign=r"issquare"),
    _kind(rf"{_IS}\bpowers? of\b", sign=r"ispow|\*\*"),
    _kind(
        r"\b\w{1,3}\$? (?:always )?divides \$?\w{1,3}\b|\bdivisible by\b|"
        r"\b(?:a|an|the) (?:\w+ )?(?:multiple|divisor) of (?:\$?\w{1,3}\b|\d)|"
        r"\\mid(?![a-z])|\\equiv|\\[bp]?mod(?![a-z])",
        sign=r"%",
    ),
    _kind(r"\b(?:same|equal|different|opposite) parit(?:y|ies)\b", sign=r"% ?2"),
    _kind(r"\b(?:co-?prime|relatively prime)\b|(?<![a-z])gcd\s?\(|\bgreatest common divisor\b", sign=r"gcd"),
    _kind(r"(?<![a-z])lcm\s?\(|\bleast common multiple\b", sign=r"lcm"),
    _kind(rf"{_IS}(?<!relatively )\bprimes?\b|\bprime (?:numbers?|integers?)\b", sign=r"isprime"),
    _kind(r"(?<![a-z])max\b[^.;]{0,40}?[-−–][^.;]{0,6}?(?<![a-z])min\b", sign=r"max\("),
    _kind(r"\b(?:values|numbers|elements|signs|letters|characters|bits|they)\b[^.,;]{0,12}\balternat\w+"),
    _kind(
        rf"{_IS}\b(?:a )?(?:well-?formed|(?:correctly )?balanced|correct bracket|regular bracket)\b",
        _R.BRACKETS,
    ),
    _kind(r"\bcontains? (?:both|all (?:of )?(?:the )?\w+)\b"),
)
KINDS: tuple[Kind, ...] = (
    _kind(
        r"\bfirst and (?:the )?last \w+ (?:are|is) (?:different|distinct|equal|the same|identical)\b",
        sign=_END,
        consumes=True,
    ),
    _kind(
        r"\b(?:no two|any two|every two|each two|two|all)?\s?\b(?:adjacent|consecutive|neighbou?ring)\b"
        r"[^.,;]{0,40}\b(?:different|distinct|equal|the same|identical|differ)\b",
        sign=r"\[\w+ [+-] 1\]",
        consumes=True,
    ),
    _kind(
        rf"\b(?:at most|no more than|not more than) one (?:\w+ ){{0,2}}{_LINK}\b[^.,;]{{0,40}}"
        rf"\b(?:pair|two)\b(?: of)?(?: \w+)?|\b(?:pair|two)\b[^.,;]{{0,60}}"
        rf"\b(?:at most|no more than|not more than) one\b(?: \w+)?|"
        rf"{_WITHOUT}\b(?:multi-?|multiple |parallel )edges\b",
        _R.SIMPLE,
        _R.TREE,
        _R.PARENTS,
        consumes=True,
    ),
    _kind(
        rf"\bno (?:\w+ )?{_LINK} (?:connects?|joins?|links?|leads?|goes)\b[^.,;]{{0,30}}"
        rf"\bitself\b|{_WITHOUT}\b(?:self-?)?loops?\b",
        _R.SIMPLE,
        _R.TREE,
        _R.PARENTS,
        _R.ACYCLIC,
        sign=r"!=",
        consumes=True,
    ),
    _kind(
        rf"\b(?:no two|all|pairwise)\b[^.;]{{0,60}}\b{_PROPERTY}\b"
        r"(?=[^.;]{0,40}\b(?:same|equal|distinct|different|unique)\b)|"
        rf"\b(?:distinct|different|unique) {_PROPERTY}\b|"
        rf"\b{_PROPERTY}\b[^.;]{{0,30}}\b(?:distinct|pairwise different|unique)\b|"
        rf"\bno two\b[^.;]{{0,40}}\b(?:same|equal|identical) {_PROPERTY}\b",
        _R.DISTINCT,
        _R.PERMUTATION,
        consumes=True,
    ),
    _kind(
        r"\bconvex\b|\bsimple polygon\b|\bno three\b|\bcollinear\b|(?:\bnot|\bnever|n't)\b[^.,;]{0,40}\b"
        r"on (?:the same|one|a|a single|a common) (?:straight )?line\b",
        _R.CONVEX,
    ),
    _kind(r"\b(?:counter-?|anti-?)?clockwise (?:order|direction)\b", _R.CONVEX),
    _kind(
        r"\b(?:all|are|be|pairwise|is) (?:pairwise )?(?:distinct|different|unique)\b(?! from\b)|\bno two\b"
        r"|\b(?:distinct|different) (?:integers|numbers|strings|words|points)\b"
        r"|\b(?:at most|no more than|not more than|more than) once\b",
        _R.DISTINCT,
        _R.SIMPLE,
        _R.PERMUTATION,
        _R.TREE,
    ),
    _kind(
        rf"\bin (?:strictly )?(?:{_ORDERED}|chronological|sorted|alphabetical|lexicographical) order\b|"
        r"\b(?:is|are) (?:already )?sorted\b",
        _R.SORTED,
        _R.INTERVAL,
    ),
    _kind(
        rf"\bgraph (?:is|will be) connected\b|\bbetween {_EVERY} (?:two|pairs?)\b|"
        rf"\b{_EVERY} \w+ to {_EVERY} other\b|"
        rf"\bfrom {_EVERY} [^.]{{0,40}}\b(?:reach|to) (?:the )?{_EVERY} (?:\w+ )?other\b|"
        rf"\b{_GO}\b[^.]{{0,20}}\b{_EVERY} [^.]{{0,30}}\bfrom {_EVERY}\b|"
        rf"\bfor {_EVERY}\b[^.]{{0,50}}\bpossible to {_GO}\b[^.]{{0,60}}\bfrom\b",
        _R.CONNECTED,
        _R.TREE,
        _R.PARENTS,
    ),
    _kind(
        r"\b(?:is|are|be|forms?|defines?|specif(?:y|ies)|describes?|represents?|makes?)(?: always)? "
        r"(?:an? )?(?:\w+ )?trees?\b",
        _R.TREE,
        _R.PARENTS,
    ),
    _kind(
        r"\bacyclic\b|\bno (?:directed |circular )?(?:cycles?|dependenc\w+)\b|"
        r"\b(?:not|never|n't)\b[^.,;]{0,20}\b(?:cycles?|cyclic)\b",
        _R.ACYCLIC,
        _R.TREE,
        _R.PARENTS,
    ),
    _kind(r"\bpermutation of\b", _R.PERMUTATION),
    _kind(
        r"\b(?:parent|manager|boss|ancestor) of the (?:root|first \w+) (?:is|will be|equals)\b|"
        r"\broot\b[^.,;]{0,40}\b(?:has no|without a) parent\b",
        _R.PARENTS,
        _R.TREE,
    ),
    _kind(
        r"\b(?:is|are|be)(?: always)? (?:an? )?(?:even|odd)(?: number| integer)?(?=\s*(?:[,.;)]|$))",
        sign=r"% ?2",
    ),
    *PROPERTIES,
)

_PLACED = (
    r"(?:element|number|integer|value|character|char|letter|symbol|digit|item|entry|term|bit|word|command|"
    r"operation|event|query|stop|station|row|cell|column|point|height|tile|move)"
)
ENDS = regex(  # the first or last of several is said to be something
    rf"\b(?:first|last|leading|final) {_PLACED}\b[^.,;:]{{0,40}}?\s(?:"
    r"(?:is|are|will be|equals?|contains?|be)\s(?:always|never|not|n't|guaranteed|equal to|different from|"
    r"non-?zero|positive|(?:an?\s)?zero)\b|isn't\b|(?:always|never)\b|"
    r"(?:is|equals?)\s[`\"'$]*(?:-?\d+|n|m)[`\"'$]*(?=\s*(?:[.,;)]|and\b|$)))|"
    r"\b(?:never|not|n't|always) (?:start|begin|end)s? (?:with|in|by)\b|"
    rf"\bfirst {_PLACED} (?:is|are) (?:at (?:position |point )?\d|of (?:type|kind) \d)|"
    r"\bfirst and (?:the )?last \w+ (?:are|is) (?!given|separated|the (?:number|size|count))|"
    r"\b(?:string|array|sequence|word|path|route|tour|permutation|number|it) (?:always )?(?:starts|begins) "
    r"(?:with|at|in) [`\"'$]*(?:-?\d+\b|an? (?:\w+ )?(?:letter|digit|vowel|consonant|zero|one)\b)|"
    r"\b(?:top|upper|bottom|lower|start\w*|finish\w*)\b[^.,;]{0,40}?\b(?:is|are) "
    r"(?:always |both |never |not )?(?:free|empty|passable|open|blocked)\b",
    re.I,
)
END_READ = regex(_END)
NAMING = regex(r"\bfirst (?:number|integer|value) is (?:n|m)\b", re.I)  # `the first number is n`
ALWAYS = regex(
    r"\b(?:will|are|is|do|does|has|have|can)\s(?:always|never)\b|\b(?:always|never)\s(?:be|is|are|has|have|contains?)\b",
    re.I,
)
COUNTED = regex(
    r"\b(?:there (?:is|are|will be)|contains?|has|have|holds?|with)\s+(?:always\s+)?"
    r"(?:exactly|precisely|at least) (?:one|two|1|2)\b|"
    r"\b(?:exactly|at least) (?:one|two) of\b[^.]{0,60}\b(?:is|are)\b|"
    r"(?:\b(?:not|never|no two|no pair of)\b|n't\b)[^.,;]{0,40}"
    r"\b(?:points? in common|common points?|intersect|overlap|touch|cross)\b|"
    r"\b(?:is|are|be) (?:pairwise |mutually )?(?:disjoint|non-?overlapping|non-?intersecting)\b",
    re.I,
)
SOLEMN = regex(
    r"(?:\b(?:is|are|be|it's|also|always)|'s)\s(?:\w+\s)?guaranteed\b|^guaranteed\b|\bguaranteed that\b|"
    r"\b(?:statement|input|we|jury|problem|tests?|setters?|data|he|she)\b[^.,;]{0,20}\bguarantees?\b|"
    r"\bis ensured\b|\bit is promised\b",
    re.I,
)
KNOWN = regex(r"\b(?:you (?:can|may)(?: safely)? assume|it is known that|assume that)\b", re.I)
DENIED = regex(r"(?:\bnot|n't)\s(?:be\s)?guaranteed\b[^,;]*", re.I)
NO_PROMISE = regex(
    r"\b(?:not (?:necessar(?:il)?y|guaranteed|always)|may|it is possible|might|can be|could|need not|"
    r"don't have to|print|output|find|number of (?:distinct|different)|how many|minimum|maximum|should|must|"
    r"wants?|you have to|choose|if|whether|count|determine|calculate|called|answer|subsequences?|test cases?|"
    r"define\w*|denotes?|"
    r"say|consider|for example|such that|so that|note)\b",
    re.I,
)
NO_SOLEMN = regex(  # comparisons are read, or called unread, where constraints are read
    r"\b(?:not guaranteed|sum of|total|exceed|test cases?)\b|[≤≥≠<>=]|\\(?:le|ge|ne|lt|gt)", re.I
)
BLANKS = regex(  # the layout itself keeps how tokens are set apart
    r"\b(?:space characters?|(?:single|one|exactly one) (?:space|blank)s?|separated by|trailing|newlines?|"
    r"line breaks?)\b",
    re.I,
)
FORM = regex(  # no token is empty; what follows from the bounds is no promise of its own
    r"\bnon-?empty\b|\bnever empty\b|"
    r"\bunder (?:the )?(?:given |these )?constraints\b|\bcan be (?:proved|proven|shown)\b",
    re.I,
)
