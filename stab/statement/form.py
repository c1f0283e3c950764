"""Tells how a solution receives its input: a stream, a dialogue, a function's arguments, named files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stab.patterns import regex
from stab.records import ProblemForm, Sample, Section, SectionKind
from stab.statement.vocabulary import normalise

_DIALOGUE = regex(
    r"\b(?:this|it|the following) is an? (?:\w{1,12} )?interactive (?:problem|task)"
    r"|\binteractive (?:problem|task)\b|\binteractor\b"
    r"|fflush ?\(|cout\.flush|flush ?\(output\)|stdout\.flush|out\.flush"
    r"|\bflush(?:ing)? (?:the |your )?(?:standard )?(?:output|stdout|buffer|stream)\b"
    r"|インタラクティブ|標準出力を(?:flush|フラッシュ)|ジャッジと対話|交互题|交互式"
    r"|интерактивная задача|interaktivt problem|인터랙티브",
    re.IGNORECASE,
)
_DIALOGUE_SIGNS = (  # one of them is in every match: cheap to look for first
    "interact flush インタラクティブ フラッシュ 対話 交互 интерактивн interaktiv 인터랙티브".split()
)
_DENIAL = regex(r"\bnot (?:an )?$", re.IGNORECASE)
_DIALOGUE_TITLES = frozenset(
    (
        "interaction; interaction protocol; interactive protocol; communication protocol; "
        "sample interaction; sample dialogue; example interaction; "
        "протокол взаимодействия; 交互格式; 交互方式"
    ).split("; ")
)
_SIGNATURE = regex(
    r"class Solution\b|\bdef \w{1,40}\(self\b|implement the `?\w{1,40}`? class"
    r"|should have the following signature"
    r"|(?:implement|complete|write) (?:the|a) (?:following )?(?:function|method|procedure)",
    re.IGNORECASE,
)
_ARGUMENT = regex(r"[A-Za-z_]\w{0,30} ?= ?[\[\"'\-\dtfn]")
_CALLS = regex(r'\[ ?"\w{1,40}"')
_FILE = regex(
    r"\bfile\b[\s:*_`'\"“]{1,6}[\w-]{1,40}\.(?:in|txt|inp|dat)\b|\binput\.txt\b",
    re.IGNORECASE,
)
_FILE_SIGNS = (".in", ".txt", ".inp", ".dat", ".IN", ".TXT")
_STANDARD = regex(
    r"standard input|\bstdin\b|from the terminal|标准输入|標準入力|стандартн\w{1,6} ввод", re.IGNORECASE
)
_TITLE_FILE = regex(r"\b[\w-]{1,40}\.(?:in|txt|inp|dat)\b", re.IGNORECASE)
_HEAD_LENGTH = 200_000  # samples of megabytes say nothing about the form


def problem_form(text: str, sections: Sequence[Section], samples: Sequence[Sample]) -> ProblemForm:
    """Return the form of the problem; STREAM unless the statement says otherwise."""
    head = text[:_HEAD_LENGTH]
    if _is_dialogue(head, sections):
        return ProblemForm.INTERACTIVE
    specified = [s for s in sections if s.kind is SectionKind.INPUT]
    if _is_function(head, specified, samples):
        return ProblemForm.FUNCTION
    if _reads_files(head, specified):
        return ProblemForm.FILES
    return ProblemForm.STREAM


def _is_dialogue(text: str, sections: Sequence[Section]) -> bool:
    if any(normalise(section.title) in _DIALOGUE_TITLES for section in sections):
        return True
    lowered = text.lower()
    if not any(sign in lowered for sign in _DIALOGUE_SIGNS):
        return False
    return any(not _DENIAL.search(text[max(0, m.start() - 12) : m.start()]) for m in _DIALOGUE.finditer(text))


def _is_function(text: str, specified: Sequence[Section], samples: Sequence[Sample]) -> bool:
    """Return whether arguments are passed: a signature or assignments as samples, no word on input lines."""
    if any(len(section.text.split()) > 3 for section in specified):
        return False
    if samples and all(_ARGUMENT.match(s.input) or _CALLS.search(s.input) for s in samples):
        return True
    return _SIGNATURE.search(text) is not None


def _reads_files(text: str, specified: Sequence[Section]) -> bool:
    """Return whether a named input file is told and standard input is not."""
    described = [section.title + "\n" + section.text[:2000] for section in specified]
    if any(_STANDARD.search(part) for part in described):
        return False
    if any(_TITLE_FILE.search(section.title) for section in specified):
        return True
    if not any(sign in text for sign in _FILE_SIGNS):
        return False
    return _FILE.search(text) is not None and _STANDARD.search(text) is None
