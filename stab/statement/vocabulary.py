"""What a heading means: the words of headings.toml, by language and site."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from stab.patterns import regex
from stab.records import SectionKind

LONGEST_TITLE = 90  # a longer line is no heading
_SAMPLE = "(?:sample|example|exempel|beispiel|ejemplo|exemplo|пример)s?"
_ASIDE = regex(r"[(（\[][^()（）\[\]]{0,80}[)）\]]")
_NUMBER = regex(r"(?<![\d.])\d{1,3}(?![\d.A-Za-z])")
_RANGE = regex(r"\d ?[-–—] ?\d")
_TEST_WORDS = frozenset(("input", "inputs", "test", "tests", "test case", "test cases", "testcases"))
_COPY = regex(r"(?<=[\d ])Copy\s*$")  # the button beside a sample
_JUNK = regex(r"[\s*_#`~=:：.。、\-–—\[\]【】「」『』■□◆●◎※•|{}\\$@<>]+")
_TAG = regex(r"<[^<>]{0,200}>")
_UNWRAP = str.maketrans("[]()（）", "      ")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading says: its kind, the sample it belongs to, and whether the words alone prove it."""

    kind: SectionKind
    role: str | None = None  # "input" or "output": the label of a sample
    number: int | None = None
    weak: bool = False
    plain: bool = False  # just "Input" or "Output": a section, or the label of a sample
    case: bool = False  # "Test 1": part of the examples where it stands among them, else nothing


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    kinds: dict[str, SectionKind]
    weak: frozenset[str]
    plain: frozenset[str]
    roles: tuple[tuple[re.Pattern[str], str], ...]
    families: tuple[tuple[re.Pattern[str], str], ...]
    starts: tuple[str, ...]


@lru_cache(maxsize=1)
def _vocabulary() -> _Vocabulary:
    data = tomllib.loads(Path(__file__).with_name("headings.toml").read_text(encoding="utf-8"))
    kinds: dict[str, SectionKind] = {}
    weak: set[str] = set()
    for kind in SectionKind:
        words = data.get(kind.value, {})
        kinds.update((word, kind) for word in words.get("strong", ()))
        kinds.update((word, kind) for word in words.get("weak", ()))
        weak.update(words.get("weak", ()))
    roles = tuple((_pattern(data["label"][role]), role) for role in ("input", "output"))
    families = tuple((_pattern(patterns), name) for name, patterns in data["family"].items())
    starts = {word.split()[0] for word in kinds} | set(data["label"]["starts"])
    return _Vocabulary(
        kinds, frozenset(weak), frozenset(data["plain"]["words"]), roles, families, tuple(sorted(starts))
    )


def _pattern(patterns: list[str]) -> re.Pattern[str]:
    return regex("|".join(f"(?:{p})" for p in patterns).replace("SAMPLE", _SAMPLE))


def heading_starts() -> tuple[str, ...]:
    """Return the first words of all known headings."""
    return _vocabulary().starts


def normalise(title: str) -> str:
    """Return the title's words in lower case, without markup, numbers, bracketed remarks, punctuation."""
    bare = _NUMBER.sub(" ", _ASIDE.sub(" ", _TAG.sub(" ", title)))
    return " ".join(_JUNK.sub(" ", unicodedata.normalize("NFKC", bare)).lower().split())


@lru_cache(maxsize=8192)
def meaning(title: str) -> Meaning | None:
    """Return what the heading means, or None when it is not one of the known ones."""
    title = _COPY.sub("", title.replace("keyword.", ""))
    words = normalise(title) or normalise(title.translate(_UNWRAP))
    if not words or len(words) > LONGEST_TITLE:
        return None
    known = _vocabulary()
    found = _NUMBER.search(title)
    number = int(found.group()) if found else None
    if _RANGE.search(title) and words in _TEST_WORDS:
        return Meaning(SectionKind.SUBTASKS, None, number)
    for pattern, role in known.roles:
        if pattern.fullmatch(words):
            return Meaning(SectionKind.EXAMPLES, role, number)
    kind = known.kinds.get(words)
    if kind is None:
        return _of_family(known, words, number)
    if kind in (SectionKind.INPUT, SectionKind.OUTPUT) and number is not None and words in known.plain:
        return Meaning(SectionKind.EXAMPLES, kind.value, number)
    return Meaning(kind, None, number, words in known.weak, words in known.plain)


def _of_family(known: _Vocabulary, words: str, number: int | None) -> Meaning | None:
    name = next((name for pattern, name in known.families if pattern.fullmatch(words)), None)
    if name is None:
        return None
    if name == "case":
        return (
            Meaning(SectionKind.EXAMPLES, None, number, weak=True, case=True) if number is not None else None
        )
    return Meaning(SectionKind(name), None, number)
