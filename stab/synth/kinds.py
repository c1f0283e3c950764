"""What a statement tells of the kinds of rows: which add, which remove, which occur at least once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stab.patterns import regex

LINE = 300  # characters of a line that may tell what a number means
_COMPARED = regex(r"\d+\s*(?:[≤<]|\\le)")
_SHORT = 25  # characters of a line that holds the format of a row alone
_GIVEN = regex(r"\b(?:who|that|which|been|was|were|already|previously|earlier)\b(?: \w+){0,2} $", re.I)
_ASKS = regex(
    r"\b(?:print|output|report|find|determin|ask|quer|how (?:many|much|often)|count(?:s|ing)? |number of|"
    r"wants? to know|whether|tries)",
    re.I,
)
SOLEMN = regex(r"\b(?:guarante\w+|ensured?|promised?|(?:can|may) assume|only if|always)\b", re.I)


def _verbs(text: str) -> re.Pattern[str]:
    return regex(rf"\b(?:{text})\b", re.I)


# Verbs that add, and those that undo them; the first of a pair may stand for itself.
PAIRS = (
    (
        _verbs("(?:add|insert|push|append|put|enqueu|creat)(?:e?s|ed|ing|e)?"),
        _verbs("(?:remov|delet|eras|pop|dequeu|discard|extract)(?:e?s|ed|ing|e|ped|ping)?"),
    ),
    (
        _verbs("(?:join|arriv|enter|board)(?:e?s|ed|ing|e)?|com(?:es?|ing)|(?:check|log)(?:s|ged|ed)? in"),
        _verbs(
            "(?:depart|exit|quit)(?:s|ed|ing|ting)?|leav(?:es?|ing)|(?:check|log)(?:s|ged|ed)? out|goes away"
        ),
    ),
    (_verbs("buy(?:s|ing)?|bought|acquir(?:es?|ed)"), _verbs("sell(?:s|ing)?|sold")),
    (_verbs("open(?:s|ed|ing)?"), _verbs("clos(?:es?|ed|ing)")),
    (_verbs("born|hatch(?:es|ed)?"), _verbs("die[sd]?|dying")),
    (_verbs("appear(?:s|ed|ing)?"), _verbs("(?:disappear|vanish)(?:e?s|ed|ing)?")),
    (
        _verbs("lights? up|lit|lighted|(?:turn|switch)(?:s|es|ed)? on"),
        _verbs("go(?:es)? out|extinguish(?:es|ed)?|(?:turn|switch)(?:s|es|ed)? off"),
    ),
    (
        _verbs("buil(?:ds?|t)|erect(?:s|ed)?|plant(?:s|ed)?"),
        _verbs("(?:demolish|destroy)(?:e?s|ed)?|cut down"),
    ),
)
_NOUN = r"(?:quer(?:y|ies)|events?|operations?|requests?|lines?|commands?)"
_EACH = regex(
    rf"\bat least one {_NOUN} of (?:each|every) (?:type|kind)|"
    rf"\b(?:each|every) (?:type|kind)(?: of {_NOUN})? (?:\w+ ){{1,3}}at least once\b",
    re.I,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def verbs_of(told: str, adding: re.Pattern[str], removing: re.Pattern[str]) -> tuple[bool, bool]:
    """Return whether the words tell of adding, and of removing; what was done before does not count."""
    found = []
    for verb in (adding, removing):
        places = [m.start() for m in verb.finditer(told)]
        found.append(any(not _GIVEN.search(told[max(0, at - 40) : at]) for at in places))
    return found[0], found[1]


def asks(told: str) -> bool:
    """Tell whether the words are about an answer."""
    return _ASKS.search(told) is not None


def descriptions(word: str, text: str) -> Iterator[str]:
    """Yield what the statement says a number means that begins a row: behind it, before it, in a sentence."""
    lines = [line.strip() for line in text.splitlines()]
    mark = rf"[`'\"$(]*{re.escape(word)}[`'\"$)]*"
    before = regex(rf"^(.+?)(?: [-–—]+|:) ?{mark}(?: [`$]?[a-z]_?\w?\b[`$]?)*[`'\"$).;]*$")
    inside = regex(rf"(?:\b(?:type|kind|form|is|equals|equal to)\b:? |= ?){mark}(?![\w.])")
    for at, line in enumerate(lines):
        head = line[:LINE].lstrip(" \t*-•\"'`$(<>\\")
        if _COMPARED.match(head):
            continue
        if head.startswith(word) and not head[len(word) : len(word) + 1].isalnum():
            later = next((x for x in lines[at + 1 : at + 3] if x), "")
            is_bare = len(head) <= _SHORT and not re.match(r"\W*\d", later)
            yield f"{head} {later[:LINE]}" if is_bare else head
        elif (found := before.match(line[:LINE])) is not None:
            yield found[1]
        else:
            yield from (s for s in re.split(r"(?<=[.;]) ", line[: 4 * LINE]) if inside.search(s))


def demanded(words: Sequence[str], text: str) -> tuple[int, ...]:
    """Return the kinds of which the statement says that at least one row is of them."""
    flat = " ".join(text.split())
    if _EACH.search(flat):
        return tuple(range(len(words)))
    return tuple(at for at, word in enumerate(words) if _is_demanded(at, word, flat, text))


def _is_demanded(at: int, word: str, flat: str, text: str) -> bool:
    mark = rf"[`'\"$]*{re.escape(word)}(?!\w)"
    phrases = [rf"\bat least one {_NOUN} (?:of|with) (?:the )?(?:type|kind) {mark}"]
    phrases += [rf"\bat least one (?:{_NOUN} )?{mark}[`'\"$]* {_NOUN}"]
    if at < len(_ORDINALS):
        phrases.append(rf"\bat least one {_NOUN} of the {_ORDINALS[at]} (?:type|kind)")
        phrases.append(rf"\bat least one (?:{_NOUN} of )?(?:type|kind) {mark} {_NOUN}?")
    if any(re.search(phrase, flat, re.I) for phrase in phrases):
        return True
    this = regex(rf"\bat least one {_NOUN} of this (?:type|kind)", re.I)
    return any(this.search(told) for told in descriptions(word, text))
