"""Finds the title of a statement and the language it is marked up in."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from stab.patterns import regex
from stab.records import Markup
from stab.statement.samples import braced
from stab.statement.vocabulary import meaning

_LATEX = regex(
    r"\\(?:problemname|begin\{|(?:sub){0,2}section\*?\{|documentclass|InputFile|exmp\b|problemtitle|usepackage)"
)
_HTML = regex(r"<(?:html|body|head|div|p|h[1-6]|pre|table)\b[^<>]{0,300}>", re.IGNORECASE)
_MARKDOWN = regex(r"^ {0,3}(?:#{1,6}[ \t]+\S|##+\w|```|\*\*[^*\n]{1,80}\*\*)", re.MULTILINE)
_HEAD = 20_000


def markup_of(text: str, suffix: str = "") -> Markup:
    """Return the markup by file name, else by what the text begins with."""
    known = {".tex": Markup.LATEX, ".html": Markup.HTML, ".htm": Markup.HTML}.get(suffix.lower())
    if known is not None:
        return known
    head = text[:_HEAD]
    tags = len(_HTML.findall(head))
    marks = len(_MARKDOWN.findall(head))
    if head.lstrip()[:1] == "<" and tags >= 3 and tags > marks:
        return Markup.HTML
    if suffix.lower() not in (".md", ".markdown") and len(_LATEX.findall(head)) >= 2 and not marks:
        return Markup.LATEX
    if suffix.lower() in (".md", ".markdown") or marks:
        return Markup.MARKDOWN
    return Markup.TEXT


_COMMAND = regex(r"\\(?:problemname|problemtitle|begin\{problem\}|problem|title)[ \t\n]{0,5}(?=\{)")
_TAG_TITLE = (
    regex(r"<div class=\"?title\"?[^<>]{0,80}>([^<>]{1,200})</div>", re.IGNORECASE),
    regex(r"<h1\b[^<>]{0,200}>(.{1,300}?)</h1>", re.IGNORECASE | re.DOTALL),
    regex(r"<h2\b[^<>]{0,200}>\s{0,9}Problem [A-Z\d]{1,2}[.:]([^<>]{1,200})</h2>", re.IGNORECASE),
    regex(r"<title\b[^<>]{0,80}>([^<>]{1,300})</title>", re.IGNORECASE),
)
_LINE_TITLES = (
    regex(r"^ {0,3}#[ \t]+([^\s#][^\n]{0,150}?)[ \t#]*$", re.MULTILINE),
    regex(r"^(?:PROBLEM NAME|Problem name|Title|Name)[ \t]?:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE),
    regex(r"^(?:Problem [A-Z\d]{1,2}[.:]|[A-Z]\d?\.|\d{1,5}\\?\.)[ \t]{1,3}(\S[^\n]{1,100})$", re.MULTILINE),
    regex(r"^ {0,3}##?[ \t]+([^\s#][^\n]{0,150}?)[ \t#]*$", re.MULTILINE),
    regex(r"^(\S[^\n]{1,100})\n={3,}[ \t]*$", re.MULTILINE),
)
_LETTER = regex(r"^[A-Z]\d?\.[ ]")
_POINTS = regex(r"(?:score|配点|time limit|memory limit|ограничение|points?)\b", re.IGNORECASE)
_TAG = regex(r"<[^<>]{0,200}>")


def find_title(text: str, markup: Markup, first_heading: int, opening: str) -> str:
    """Return the title told before `first_heading`, or the `opening` stretch if that is one; else ""."""
    head = text[:_HEAD]
    if command := _COMMAND.search(head):
        argument = braced(head, command.end())
        if argument is not None and 0 < len(argument[0]) <= 200:
            return " ".join(re.sub(r"\\[a-zA-Z]+ ?|[{}]", "", argument[0]).split())
    if markup is Markup.HTML:
        return _LETTER.sub("", _first_match(head, _TAG_TITLE))
    found = _first_match(head[: max(first_heading, 400)], _LINE_TITLES)
    return found or _opening_line(opening)


def _first_match(head: str, patterns: Sequence[re.Pattern[str]]) -> str:
    for pattern in patterns:
        for match in pattern.finditer(head):
            line = html.unescape(_TAG.sub("", match[1])).strip(" *_\t\r\n")
            if line and meaning(line) is None:
                return " ".join(line.split())
    return ""


def _opening_line(head: str) -> str:
    """Return the first line when it is short, stands alone and is no sentence."""
    lines = head.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return ""
    line = lines[first].strip().strip("*_ ")
    following = lines[first + 1].strip() if first + 1 < len(lines) else ""
    alone = not following or _POINTS.match(following) is not None
    short = 0 < len(line) <= 60 and len(line.split()) <= 8 and line[-1] not in ".:;,!?)。"
    if alone and short and not _POINTS.match(line) and meaning(line) is None and line[0] not in "<\\|{![@$":
        return line
    return ""
