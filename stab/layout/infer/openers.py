"""Where the description of a new piece of input begins: phrases over the whole section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from stab.expression import Const, Expr
from stab.layout.infer.terms import NUMBER_WORDS, expression, is_name, plus
from stab.patterns import regex


class Opening(Enum):
    """What kind of piece a phrase announces."""

    LINE = "line"
    ROWS = "rows"
    CASES = "cases"  # the lines of a test case begin here
    BLANK = "blank"  # an empty line
    TEXT = "text"  # no opener at all: the whole section is one region


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of prose about one piece; text[start:end] of the normalised section."""

    opening: Opening
    start: int
    body: int  # where the words after the opener begin
    end: int
    count: Expr | None = None
    ordinal: str = ""
    noun: str = ""  # "test case", "query": whose line it is
    nested: bool = False  # a list of its own is open


_NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ORDINAL = (
    r"first|firt|second|third|fourth|forth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|next|"
    r"following|only|single|other|remaining|subsequent|1st|2nd|3rd|4th|5th|6th"
)
_CASE = (
    r"test[ -]?cases?|testcases?|tests?|cases?|data ?sets?|scenarios?|quer(?:y|ies)|problem instances?|"
    r"instances?|sets? of input data|inputs?|examples?|games?|subtests?"
)
_VERB = (
    r"contains?|contain|containing|consists?|consisting|has|have|holds?|is|are|will|gives?|giving|describes?|"
    r"describing|denotes?|represents?|includes?|with|specif(?:y|ies)|comprises?|lists?|shows?|starts?|"
    r"begins?|"
    r"indicates?|provides?|there|input|you|we|each|should|would|comes?|corresponds?|a|an|one|two|three|"
    r"four|:|--|,"
)
_NAME = r"(?:[A-Za-z]|[a-z][nmkqt]|[A-Z][a-z]?|[A-Za-z]_\{?\w{1,4}\}?|[A-Za-z]\d)"
_COUNT = (
    rf"(?:{_NUMBER}|\(?(?:\d{{0,7}}\s?\*?\s?{_NAME}|"
    rf"\d{{1,7}})\)?(?:\s?\*?\s?\(\s?\w{{1,3}}\s?[-+]\s?\d\s?\)|\^\{{?\d\}}?"
    rf"|\s?[-+*/]\s?(?:\d{{1,3}}|{_NAME})){{0,8}}\)?)"
)
_OF = (
    r"(?:\s+(?:of|in|for|from)\s+(?:the\s+|an?\s+|each\s+|every\s+|your\s+|standard\s+|this\s+|all\s+|"
    r"i-th\s+)?"
    rf"(?P<of>input(?:\s+(?:file|data))?|{_CASE}|block|description|file|data|them|these))?"
)
_LINE = regex(
    rf"(?P<lead>\b(?:in|on|then,?|after that,?|and|finally,?|of)?\s*(?:the|a|an|each|there\s+is\s+(?:an?|"
    rf"one))?\s*)"
    rf"\b(?P<ordinal>{_ORDINAL})(?:\s+(?:and|or)\s+(?:only|the\s+only|last|final))?(?:\s+(?:and|"
    rf"or)\s+{_ORDINAL})?"
    rf"(?:\s+(?:single|input|single\s+input))?\s+(?:line|row)\b{_OF}"
    rf"(?P<each>\s+(?:for|of)\s+(?:each|every)\s+\w+(?:\s+\w+)?)?"
    rf"(?:\s*,?\s+(?:also|then|only|just|just\s+|simply)\b)?\s*(?P<verb>\b(?:{_VERB})\b|:|--|,)?",
    re.I,
)
_ONE_LINE = regex(
    r"(?:\bthere\s+(?:is|will\s+be)\s+)?(?:(?<=•)\s*|\b)(?:one|an?|1)\s+(?:single\s+)?(?:line|row)\s+"
    r"(?P<verb>with|containing|contains?|consisting|consists?|of\s+(?=\w+\s+(?:integers|numbers)))",
    re.I,
)
_ELIDED = regex(
    r"(?:[,;:]|\band)\s+(?:and\s+)?the\s+(?:second|third|fourth|fifth|last)(?:\s+one)?\s+"
    r"(?P<verb>contains?|consists?|has|is|gives|holds|describes)\b",
    re.I,
)
_TELLS = r"(?P<verb>contains?|consists?|has|holds?|is|gives?|describes?|lists?)\b"
_SPELT = regex(
    r"\b(?:two|three|four|five|[2-5])\s+lines\b[^.;:]{0,40}[.;:]\s*(?:•\s*)?"
    rf"(?P<first>(?:the\s+)?first)(?:\s+one|\s+line|\s+of\s+(?:them|these))?,?\s+{_TELLS}",
    re.I,
)
_NEXT_SPELT = regex(
    rf"[.•]\s*(?P<next>(?:and\s+)?the\s+(?:second|third|fourth|fifth|last)(?:\s+one)?),?\s+{_TELLS}", re.I
)
_NEXT_BARE = regex(
    r"(?:[,;]|\band)\s+(?:and\s+)?(?P<next>the\s+(?:second|third|fourth|fifth|last)(?:\s+one)?)\s+(?=an?\s|the\s)",
    re.I,
)
_LINE_OF = regex(
    rf"\b(?:each|every)\s+(?:line|row)\s+(?:of|among|in)\s+(?:the\s+)?(?:next|"
    rf"following)\s+(?P<count>{_COUNT})\b"
    r"(?:\s+(?:lines|rows))?",
    re.I,
)
_OPEN_ROWS = regex(
    r"(?:\beach\s+of\s+)?\b(?:the\s+)?(?:next|following|remaining)\s+(?P<unit>lines?)\s+"
    r"(?P<verb>contains?|describes?|consists?|gives?|each)\b",
    re.I,
)
_ROWS = regex(
    rf"(?P<lead>\b(?:each|every)\s+(?:one\s+)?(?:of|on|in)\s+|\b(?:i|j|k|\d)-(?:th|"
    rf"st)\s+(?:line\s+)?(?:of|among)\s+|"
    rf"\bline\s+i\s+of\s+|\b(?:in|on)\s+(?:each\s+of\s+)?|\b(?:consists?\s+of|contains?|there\s+are|"
    rf"then(?:\s+there)?(?:\s+are)?|"
    rf"then(?:\s+there)?\s+follows?|following\s+(?:are|is)|after\s+that,?(?:\s+there\s+are)?|followed\s+by|"
    rf"(?:then\s+)?follows?)\s+(?:by\s+)?)?"
    rf"(?P<the>(?:the\s+|these\s+|its\s+|all\s+)?(?:(?:next|following|remaining|last|subsequent|other|"
    rf"final|further)\s+)?)"
    rf"(?<![\w/^}}])(?P<count>{_COUNT})\s*"
    rf"(?P<after>(?:\s*(?:more|further|following|other|additional|next|remaining|such|input|subsequent|"
    rf"separate|pairs\s+of|new|-th|-st)\b)*)"
    rf"\s*\b(?P<unit>lines?|rows?)\b{_OF}(?P<follow>,?\s*(?:will\s+|then\s+)?follow(?:s|ing)?\b)?",
    re.I,
)
_PER_LINE = regex(
    rf"\b(?P<count>{_COUNT})\s+(?P<what>(?:[a-z-]+\s+){{0,4}}?[a-z-]*(?:s|data))\b[^.;:•]{{0,60}}?"
    r"(?:one|an?|each|every\s+one|single)\s*(?:\w+\s+)?(?:per|on\s+an?|on\s+(?:its|their)\s+own|in\s+an?|"
    r"in\s+each|on\s+each)"
    r"\s*(?:separate\s+|single\s+|new\s+|own\s+)*line\b",
    re.I,
)
_CASE_START = regex(
    r"\b(?:for\s+each|each|every|a|the|one)\s+(?:of\s+the\s+)?(?P<of>test[ -]?case|testcase|test|case|"
    r"data ?set|scenario|query)\s+"
    r"(?:is|are|consists?|contains?|has|have|starts?|begins?|comprises?|includes?|will|gives?|is\s+given)\b",
    re.I,
)
_BLANK_LINE = regex(
    r"\b(?:preceded\s+by|before\s+each|separated\s+by|followed\s+by)[^.]{0,40}?\b(?:an?\s+)?(?:empty|"
    r"blank)\s+line",
    re.I,
)
_BLANK_BEFORE = regex(
    r"\b(?:an?|one|the) (?:empty|blank) line (?:appears?|stands?|comes?|is (?:placed|given|present|put)|"
    r"precedes)\b[^.]{0,120}?\b(?:before|precedes)\b",
    re.I,
)
_APART = regex(r"\bseparated by (?:an?|one|single) (?:empty|blank) line", re.I)
_GIVEN_ON = regex(
    r"(?:^|[.•\n])\s*(?P<start>[^.•\n]{1,300}?)\s(?:is|are)\s(?:also\s)?given\s(?:on|in)\sthe\s"
    r"(?P<ordinal>first|second|third|fourth|next|following|last)\sline\b(?!\sof\seach)",
    re.I,
)
_SECOND = regex(r"[.;]\s*(?:the\s+)?(?P<next>second|third)\s+(?:one|line)\s*(?:--|:)\s", re.I)
_ITEM = regex(
    rf"•\s*(?P<count>{_NUMBER}|\d|an?)\s+(?:[a-z-]+\s+){{0,3}}(?:integers?|numbers?|strings?|words?)\b", re.I
)
_LIMIT = 400


def regions(text: str) -> list[Region]:
    """Return the regions in order; a section without any opener is one TEXT region."""
    found = _merge(text, [*_lines(text), *_rows(text), *_cases(text), *_items(text), *_numbered(text)])
    if not found:
        return [Region(Opening.TEXT, 0, 0, len(text))]
    _place_blank(text, found)
    if _LEADING.search(text, 0, found[0].start):
        found.insert(0, Region(Opening.LINE, 0, 0, 0, None, "lead"))
    ends = [region.start for region in found[1:]] + [len(text)]
    return [replace(region, end=_guarded(text, region, end)) for region, end in zip(found, ends, strict=True)]


def _place_blank(text: str, found: list[Region]) -> None:
    """Put the empty line that is told after the lines of a case where it stands: before them."""
    told = _BLANK_BEFORE.search(text) or _APART.search(text)
    first = next((at for at, r in enumerate(found) if r.opening is Opening.CASES), None)
    if told is None or first is None or told.start() < found[first].start:
        return
    if not any(region.opening is Opening.BLANK for region in found[: first + 1]):
        start = found[first].start
        found.insert(first, Region(Opening.BLANK, start, start, 0))


_LEADING = regex(r"\b(?:integers?|numbers?|strings?|[A-Z]\b|begins?|starts?)", re.I)
_NUMBERED = regex(
    rf"(?:^|[.•]|\n)\s*Lines?\s+(?P<first>\d{{1,3}})"
    rf"(?:\s*(?:\.\.\.?|-|to|through|(?:,\s?\d{{1,3}})?\s?,\s*(?:\.\.\.)?\s*,)\s*(?P<last>{_COUNT}))?"
    r"\s*(?P<verb>:|\bcontains?\b)",
    re.I,
)


def _numbered(text: str) -> list[Region]:
    """Return lines told by their number: `Line 1: n`, `Lines 2..n+1: two integers`."""
    found = []
    for match in _NUMBERED.finditer(text):
        start = match.start("first")
        if match["last"] is None:
            ordinal = "first" if match["first"] == "1" else f"line {match['first']}"
            found.append(Region(Opening.LINE, start, match.end(), 0, None, ordinal))
        elif (last := _count(match["last"])) is not None:
            count = plus(last, 1 - int(match["first"]))
            found.append(Region(Opening.ROWS, start, match.end(), 0, count, "numbered"))
    return found


_GUARANTEE = regex(
    r"\b(?:it(?:'s| is) (?:also )?(?:guaranteed|known)|note that|the sum of|please,? (?:do )?not)", re.I
)
_REACH = 200  # characters before a phrase in which the break of a paragraph is looked for


def _guarded(text: str, region: Region, end: int) -> int:
    """Return where the region's description ends: before a paragraph of guarantees."""
    for match in _GUARANTEE.finditer(text, region.body, end):
        before = text[max(region.body, match.start() - _REACH) : match.start()]
        gap = before[len(before.rstrip()) :]
        if gap.count("\n") > 1:
            return match.start() - len(gap)
    return end


_PREPOSITION = regex(r"\b(?:of|on|than|to|from|between|with|written|drawn)\s+(?:the\s*)?$", re.I)


def _lines(text: str) -> list[Region]:
    found = []
    for match in _LINE.finditer(text):
        if not _opens(text, match):
            continue
        of = (match["of"] or "").lower()
        noun = of if re.fullmatch(_CASE, of) and not of.startswith("input") else ""
        body = match.start("verb") if match["verb"] else match.end()
        found.append(Region(Opening.LINE, match.start(), body, 0, None, match["ordinal"].lower(), noun))
    for match in _ONE_LINE.finditer(text):
        before = text[max(0, match.start() - 25) : match.start()].lower()
        if not re.search(r"\b(?:if|in|on|of|such|each\s+contains?)\s*$", before):
            found.append(Region(Opening.LINE, match.start(), match.start("verb"), 0, None, "one"))
    for match in _GIVEN_ON.finditer(text):  # what stands on the line is told before it
        start = match.start("start")
        found = [region for region in found if not start <= region.start < match.end()]
        found.append(Region(Opening.LINE, start, start, 0, None, match["ordinal"].lower()))
    first = min((region.start for region in found), default=len(text))
    for match in _ELIDED.finditer(text, first):  # without a line before, `the second` is a number's
        found.append(Region(Opening.LINE, match.start(), match.start("verb"), 0, None, "elided"))
    return [*found, *_spelt(text)]


def _spelt(text: str) -> Iterator[Region]:
    """Yield lines told without the word: `consists of two lines. The first contains … The second …`."""
    for match in _SPELT.finditer(text):
        yield Region(Opening.LINE, match.start("first"), match.start("verb"), 0, None, "first")
        for following in _NEXT_SPELT.finditer(text, match.end(), match.end() + 4 * _LIMIT):
            yield Region(Opening.LINE, following.start("next"), following.start("verb"), 0, None, "elided")
        for dashed in _SECOND.finditer(text, match.end(), match.end() + _LIMIT):
            yield Region(Opening.LINE, dashed.start("next"), dashed.end(), 0, None, "elided")
        for bare in _NEXT_BARE.finditer(text, match.end(), match.end() + _LIMIT):
            yield Region(Opening.LINE, bare.start("next"), bare.end(), 0, None, "elided")


def _opens(text: str, match: re.Match[str]) -> bool:
    """Tell whether an ordinal with `line` begins a piece; a line that is only referred to does not."""
    lead, verb, ordinal = match["lead"].strip().lower(), match["verb"], match["ordinal"].lower()
    inside = lead.startswith(("in", "on"))
    if lead.startswith("of") or (not verb and not inside):
        return False
    before = text[max(0, match.start() - 12) : match.start("ordinal")]
    if not inside and _PREPOSITION.search(before):
        return False
    if inside and not (verb and verb not in (",", ":", "--")):
        start = _AT_START.search(text, max(0, match.start() - 20), match.start("lead"))
        if start is None and (_PREPOSITION.search(before) is None or ordinal in ("single", "other", "only")):
            return not before.rstrip().lower().endswith(("written", "given", "single")) and ordinal not in (
                "single",
                "other",
            )
        return start is not None
    return not (verb in (",", ":") and lead == "" and ordinal in ("single", "other"))


def _rows(text: str) -> list[Region]:
    found = []
    for match in _ROWS.finditer(text):
        count = _count(match["count"])
        if count is None or not _announces(match, count) or not _cued(text, match):
            continue
        pairs = "pairs" in match["after"].lower()
        noun = (match["of"] or "").lower() if re.fullmatch(_CASE, (match["of"] or "").lower()) else ""
        found.append(
            Region(
                Opening.ROWS, match.start(), match.end(), 0, count, "pairs" if pairs else _lead(match), noun
            )
        )
    for match in _OPEN_ROWS.finditer(text):
        if match["unit"].lower() == "lines" or match[0].lower().startswith("each of"):
            found.append(Region(Opening.ROWS, match.start(), match.end(), 0, None, "open"))
    for match in _LINE_OF.finditer(text):
        if (count := _count(match["count"])) is not None:
            found.append(Region(Opening.ROWS, match.start(), match.end(), 0, count))
    return [*found, *_per_line(text)]


def _per_line(text: str) -> Iterator[Region]:
    """Yield things of which each has a line; a word that only looks like their number hides none."""
    match = _PER_LINE.search(text)
    while match is not None:
        count = _count(match["count"])
        if count is not None:
            yield Region(Opening.ROWS, match.start(), match.start(), 0, count, "per line")
        match = _PER_LINE.search(text, match.start() + 1 if count is None else match.end())


def _lead(match: re.Match[str]) -> str:
    lead = (match["lead"] or "").lower().strip()
    return "consists" if lead.startswith(("consist", "contain", "there are")) else ""


def _announces(match: re.Match[str], count: Expr) -> bool:
    """Tell whether a count of lines is an announcement, not a reference such as `line 1 of the 3 lines`."""
    unit = match["unit"].lower()
    if (
        unit in ("line", "row")
        and "-th" not in match["after"]
        and not re.search("next|following", match["the"], re.I)
    ):
        return False
    return not (isinstance(count, Const) and count.value == 1)


_AT_START = regex(r"(?:^|[.;:•⟦]|\n\n|--)\s*(?:then|and|finally|next|also|there\s+are)?,?\s*$", re.I)


_EACH_OF_THEM = regex(r"\s*each\s(?:gives?|contains?|has|have|holds?|consists?|describes?)\b", re.I)


def _cued(text: str, match: re.Match[str]) -> bool:
    """Tell whether something beside the count says that lines of input are meant."""
    if re.search(r"\bthese\b", match["the"], re.I) or re.match(r"of\b|in\b", match["count"], re.I):
        return False
    if match["follow"] or re.search(
        r"next|following|remaining|last|subsequent|final", match["the"] + match["after"], re.I
    ):
        return True
    lead = (match["lead"] or "").lower().strip()
    if (lead and not lead.startswith("in")) or _EACH_OF_THEM.match(text, match.end()):
        return True
    return _AT_START.search(text, max(0, match.start() - 20), match.start()) is not None


def _count(text: str) -> Expr | None:
    low = text.lower()
    if low in NUMBER_WORDS:
        return Const(NUMBER_WORDS[low])
    inner = text.strip()
    if inner in ("a", "I", "A") or (inner.isalpha() and not is_name(inner)):
        return None
    if inner.startswith("(") and inner.endswith(")") and inner.count("(") == 1:
        inner = inner[1:-1]
    return expression(inner)


def _cases(text: str) -> list[Region]:
    found = [
        Region(Opening.CASES, match.start(), match.start(), 0, None, "each", match["of"].lower())
        for match in _CASE_START.finditer(text)
    ]
    found += [Region(Opening.BLANK, match.start(), match.end(), 0) for match in _BLANK_LINE.finditer(text)]
    return found


def _items(text: str) -> list[Region]:
    """Return list items that name what they hold but not the line: `• Two integers n and m`."""
    return [Region(Opening.LINE, m.start(), m.start("count"), 0, None, "one") for m in _ITEM.finditer(text)]


def _merge(text: str, found: list[Region]) -> list[Region]:
    """Return the regions by position, overlapping ones reduced to the earliest and longest."""
    kept: list[Region] = []
    for region in sorted(found, key=lambda r: (r.start, -r.body)):
        if kept and region.start < kept[-1].body and region.opening is not Opening.BLANK:
            if (
                region.opening is Opening.ROWS
                and kept[-1].opening is Opening.LINE
                and region.body > kept[-1].body
            ):
                kept[-1] = region
            continue
        if region.opening is Opening.CASES and _same_sentence_blank(text, region, found):
            continue
        kept.append(region)
    return kept


def _same_sentence_blank(text: str, region: Region, found: list[Region]) -> bool:
    return any(
        other.opening is Opening.BLANK
        and region.start <= other.start
        and "." not in text[region.start : other.start]
        for other in found
    )
