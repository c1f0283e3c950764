"""Reads time and memory limits in the spellings of the sites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from stab.patterns import regex

_SCOPE = (
    r"(?:[ \t]{0,3}\(?(?:per|for each|for)[ \t]{0,3}(?:test|case|test[ \t]?case|this problem)\)?)?"
    r"(?:[ \t]?\([^()\n]{1,20}\))?"
)
_ALONE = r"^[ \t*_|#>-]{0,6}"  # "Time: 2 s" on a line of its own, or first on it
_TIME = regex(
    rf"(?:time|cpu)[ \t]{{0,3}}-?limits?{_SCOPE}|\btl\b(?=[ \t]{{0,3}}[:=\d])|時間制限|制限時間"
    rf"|{_ALONE}(?:max(?:imum)? )?(?:time|limits?)(?=[ \t*_]{{0,3}}[:：])"
    "|时间限制|時間限制|시간 제한|ограничение по времени|limite de tiempo|tidsgräns|limit czasu",
    re.IGNORECASE | re.MULTILINE,
)
_MEMORY = regex(
    rf"memory[ \t]{{0,3}}-?limits?{_SCOPE}|\bml\b(?=[ \t]{{0,3}}[:=\d])|メモリ制限"
    rf"|{_ALONE}(?:max(?:imum)? )?memory(?=[ \t*_]{{0,3}}[:：])"
    rf"|{_ALONE}limits?[ \t*_]{{0,3}}[:：][ \t]{{0,3}}[\d.]{{1,8}}[ \t]{{0,3}}[a-z]{{1,12}}\.?"
    "|内存限制|空间限制|空間限制|메모리 제한|記憶體限制|ограничение по памяти|limite de memoria"
    "|minnesgräns|limit pamięci",
    re.IGNORECASE | re.MULTILINE,
)
_GAP = r"[\s:：*_|=\-–—~/>,(（]{0,12}(?:(?:is|of)\s{1,3})?"
_UNIT_TIME = r"(?P<unit>milliseconds?|msec|ms|毫秒|ミリ秒|seconds?|secs?|с(?:ек\w{0,5})?|s|秒|초)"
_UNIT_MEMORY = (
    r"(?P<unit>bytes?|(?:kilo|kibi|mega|mebi|giga|gibi)bytes?|мегабайта?|мб|[kmg]i?b|mbytes?|[kmg](?![a-z]))"
)
# 2000/1000: what Java gets, then what everything else gets
_NUMBER = r"(?:\d{1,12}[ \t]?/[ \t]?)?(?P<number>\d{1,12}(?:[.,]\d{1,6})?)\s{0,3}"
_THOUSANDS = regex(r"(?<=\d),(?=\d{3}$)")
_A_TIME = regex(_GAP + _NUMBER + _UNIT_TIME + r"(?![a-z])", re.IGNORECASE)
_A_MEMORY = regex(_GAP + _NUMBER + _UNIT_MEMORY, re.IGNORECASE)
_SIGNS = (  # one of them is in every match: cheap to look for first
    "limit", "time", "memory", "tl", "ml", "制限", "限制", "제한", "ограничение", "gräns",
)  # fmt: skip
_MOST_MENTIONS = 50
_MARKUP = regex(r"<[^<>]{0,200}>|\\(?:text\w{0,2}|mathrm|rm|,|;|quad)|[${}~\\]")


def time_limit(text: str) -> float | None:
    """Return the first stated time limit in seconds, or None."""
    return next((s for near in _mentions(text, _TIME) if (s := time_amount(near)) is not None), None)


def memory_limit(text: str) -> int | None:
    """Return the first stated memory limit in MiB (the sites' MB are MiB), at least 1, or None."""
    return next((m for near in _mentions(text, _MEMORY) if (m := memory_amount(near)) is not None), None)


def time_amount(text: str) -> float | None:
    """Return the seconds that the text begins with, after a colon or the like: `: 500 ms` gives 0.5."""
    match = _A_TIME.match(text)
    if match is None:
        return None
    if match["unit"].lower().startswith(("m", "毫", "ミ")):
        seconds = float(_THOUSANDS.sub("", match["number"]).replace(",", ".")) / 1000
    else:
        seconds = float(match["number"].replace(",", "."))
    return seconds if seconds > 0 else None


def memory_amount(text: str) -> int | None:
    """Return the MiB that the text begins with, after a colon or the like."""
    match = _A_MEMORY.match(text)
    if match is None:
        return None
    number = float(_THOUSANDS.sub("", match["number"]).replace(",", "."))
    factor = {"b": 1, "k": 2**10, "m": 2**20, "м": 2**20, "g": 2**30}[match["unit"][0].lower()]
    return max(1, round(number * factor / 2**20)) if number > 0 else None


def _mentions(text: str, name: re.Pattern[str]) -> Iterator[str]:
    """Yield what follows each of the first mentions of a limit, without tags."""
    lowered = text.lower()
    if not any(sign in lowered for sign in _SIGNS):
        return
    for mention in islice(name.finditer(text), _MOST_MENTIONS):
        yield _MARKUP.sub(" ", text[mention.end() : mention.end() + 160])
