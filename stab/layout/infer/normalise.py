"""Statement text to plain prose: markup and bounds removed, operators spelled one way, offsets kept."""

from __future__ import annotations

import re
from collections.abc import Callable

from stab.patterns import regex

MAX_CHARACTERS = 60_000  # no input section is longer; beyond it only the beginning is read
BULLET = "•"
OPEN, CLOSE = "⟦", "⟧"  # a list nested in a bullet
PLACE = "□"  # an image that stood for a formula

_SPELLINGS = {
    "−": "-", "–": " -- ", "—": " -- ", "‒": "-", "…": "...", "⋯": "...", "⋅": "*", "·": "*", "×": "*",
    "∙": "*", "≤": "≤", "≦": "≤", "⩽": "≤", "≥": "≥", "≧": "≥", "⩾": "≥", "\u00a0": " ", "\u2009": " ",
    "\u202f": " ", "\u3000": " ", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'",
    "ℓ": "l",
    "\u200b": "", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "，": ", ", "。": ". ",
}  # fmt: skip
_COMMANDS = {
    "le": "≤", "leq": "≤", "leqslant": "≤", "leqq": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<",
    "gt": ">", "ne": "≠", "neq": "≠", "not=": "≠", "in": "∈", "ldots": "...", "dots": "...", "cdots": "...",
    "dotsc": "...", "dotso": "...", "cdot": "*", "times": "*", "ell": "l", "vdots": "⋮", "sum": "∑",
    "quad": " ", "qquad": " ", "noindent": "", "lfloor": "floor(", "rfloor": ")",
}  # fmt: skip
_WRAPPERS = (
    "text|textbf|textit|texttt|emph|mathrm|mathit|mathtt|mathbf|operatorname|underline|mbox|textrm|rm|tt|bf"
)


class Mapped:
    """A text that remembers where each of its characters came from."""

    def __init__(self, text: str, origin: list[int] | None = None) -> None:
        self.text = text
        self.origin = list(range(len(text))) if origin is None else origin

    def sub(self, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]) -> None:
        """Replace every match; replaced characters map to the start of the match."""
        parts: list[str] = []
        origin: list[int] = []
        end = 0
        for match in pattern.finditer(self.text):
            new = replacement if isinstance(replacement, str) else replacement(match)
            parts += [self.text[end : match.start()], new]
            origin += self.origin[end : match.start()]
            at = self.origin[match.start()] if match.start() < len(self.origin) else 0
            origin += [at] * len(new)
            end = match.end()
        if not end:
            return
        parts.append(self.text[end:])
        origin += self.origin[end:]
        self.text, self.origin = "".join(parts), origin

    def cut(self, spans: list[tuple[int, int, str]]) -> None:
        """Replace disjoint ascending spans (start, end, new text)."""
        parts: list[str] = []
        origin: list[int] = []
        last = 0
        for start, end, new in spans:
            parts += [self.text[last:start], new]
            origin += self.origin[last:start] + [self.origin[start]] * len(new)
            last = end
        parts.append(self.text[last:])
        origin += self.origin[last:]
        self.text, self.origin = "".join(parts), origin


def _command(match: re.Match[str]) -> str:
    return _COMMANDS.get(match[1], " ")


_ENTITIES = {
    "lt": "<", "le": "≤", "leq": "≤", "gt": ">", "ge": "≥", "geq": "≥", "ne": "≠", "amp": "&", "quot": '"',
    "hellip": "...", "times": "*", "ldots": "...", "minus": "-", "middot": "*", "sdot": "*", "ndash": " -- ",
    "mdash": " -- ",
}  # fmt: skip

_STEPS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (regex("[" + "".join(_SPELLINGS) + "]"), lambda m: _SPELLINGS[m[0]]),
    (regex(r"&#(\d{2,5});"), lambda m: _SPELLINGS.get(chr(int(m[1])), chr(int(m[1])))),
    (regex(r"&(?:nbsp|thinsp|ensp);"), " "),
    (regex(r"&(?:lt|le|leq|gt|ge|geq|ne|amp|quot|hellip|times|ldots|minus|middot|sdot|ndash|mdash);"),
     lambda m: _ENTITIES[m[0][1:-1]]),
    (regex(r"<image>|!\[[^\]\n]{0,80}\]\([^)\n]{0,300}\)"), PLACE),
    (regex(r"<sub>([^<>]{1,40})</sub>"), lambda m: "_{" + m[1] + "}"),
    (regex(r"<sup>([^<>]{1,40})</sup>"), lambda m: "^{" + m[1] + "}"),
    (regex(r"<li[^<>]{0,80}>"), f"\n\n{BULLET} "),
    (regex(r"</?(?:p|br|ul|ol|div|li)\b[^<>]{0,80}>"), "\n\n"),
    (regex(r"</(?:b|i|var|em|strong|code|tt)>(?=(?:lines?|rows?|integers|numbers|test|strings)\b)"), " "),
    (regex(r"</?[a-zA-Z][a-zA-Z0-9]{0,10}(?:\s[^<>]{0,80})?>"), ""),
    (regex(r"\\begin\{(?:itemize|enumerate|description)\}(?:\[[^\]\n]{0,40}\])?"), f"\n\n{OPEN} "),
    (regex(r"\\end\{(?:itemize|enumerate|description)\}"), f" {CLOSE}\n\n"),
    (regex(r"\\(?:begin|end|label|ref|vspace|hspace|cite)\*?\{[^{}\n]{0,60}\}"), " "),
    (regex(r"\\item\b"), f"\n\n{BULLET} "),
    (regex(r"(?m)^[ \t]{0,12}(?:[-+]|\d{1,2}\.)[ \t]+(?=[^\s\d])"), f"\n\n{BULLET} "),
    (regex(r"(?m)^[ \t]{0,12}\*[ \t]+(?=\S)"), f"\n\n{BULLET} "),
    (
        regex(r"(?m)^[ \t]{0,12}[-+][ \t]+(?=\$?\d\$?(?:[ \t]+\$?[A-Za-z]\w{0,3}\$?){1,6}[ \t]*:)"),
        f"\n\n{BULLET} ",
    ),
    (regex(r"(?<![\w}$\\])_(?=[A-Za-z])([^_\n$]{1,40}(?<!\s))_(?![\w{])"), lambda m: m[1]),
    (regex(r"(?<![\w*})\]])\*(?=[A-Za-z])([^*\n$]{1,40}(?<!\s))\*(?![\w*])"), lambda m: m[1]),
    (regex(r"\\verb(.)([^\n]{0,40}?)\1"), lambda m: m[2]),
    (regex(rf"\\(?:{_WRAPPERS})\s?\{{([^{{}}]{{0,200}})\}}"), lambda m: m[1]),
    (regex(rf"\\(?:{_WRAPPERS})\s?\{{([^{{}}]{{0,200}})\}}"), lambda m: m[1]),
    (regex(r"\\d?t?frac\{([^{}]{1,40})\}\{([^{}]{1,40})\}"), lambda m: f"({m[1]})/({m[2]})"),
    (regex(r"\\(?:left|right|big|Big|displaystyle|limits)\b"), ""),
    (regex(r"\\([a-zA-Z]+=?)\s?"), _command),
    (regex(r"\\[,;:!]"), ""),
    (regex(r"\\([{}_#%&$])"), lambda m: m[1]),
    (regex(r"\\\\|\\ |\\(?=\s)|~"), " "),
    (regex(r"[$]+"), ""),
    (regex(r"\*\*|__(?=\w)|`+|''"), ""),
    (regex(r"\bnot ?="), "≠"),
    (regex(r"<=|=<|< ="), "≤"),
    (regex(r">=|=>"), "≥"),
    (regex(r"!=|<>"), "≠"),
    (regex(r"(?<=\d)\s?,(?=\d{3}\b)"), ""),
    (regex(r"(?<=\d)[ \u2009](?=\d{3}\b)"), ""),
    (regex(r"_\s*\{\s*([^{}]{1,30}?)\s*\}"), lambda m: "_{" + re.sub(r"\s", "", m[1]) + "}"),
    (regex(r"(?<=\w) ?_ ?(?=\w)"), "_"),
    (regex(r"(?<=[a-zA-Z])\{([a-z0-9]{1,3})\}"), lambda m: "_{" + m[1] + "}"),
    (regex(r"(?<=\w)'?(?:-|:|')(?=(?:th|st|nd|rd)\b)"), "-"),
    (regex(r"\b([ijk])(?=th\b)"), lambda m: m[1] + "-"),
    (regex(r"\s{0,3}\.\s?\.(?:\s?\.){1,4}"), " ... "),
)  # fmt: skip


def normalise(text: str) -> Mapped:
    """Return the text in plain spelling: one operator sign each, list items as bullets, no markup."""
    mapped = Mapped(text[:MAX_CHARACTERS])
    for pattern, replacement in _STEPS:
        mapped.sub(pattern, replacement)
    return mapped


_RELATION = regex(r"[≤≥<>=≠∈]")
_OPENING, _CLOSING = "(", ")"


def without_bounds(mapped: Mapped) -> Mapped:
    """Return the text without parentheses that hold bounds or remarks, and without inequality chains."""
    found = Mapped(mapped.text, mapped.origin)
    found.cut(_parentheses(found.text))
    found.cut(_chains(found.text))
    return found


def _parentheses(text: str) -> list[tuple[int, int, str]]:
    """Return what to put for each outermost pair of parentheses."""
    spans: list[tuple[int, int, str]] = []
    stack: list[int] = []
    for at, sign in enumerate(text):
        if sign == _OPENING:
            stack.append(at)
        elif sign == _CLOSING and stack:
            start = stack.pop()
            if not stack:
                new = _replacement(text, start, at)
                if new is not None:
                    spans.append((start, at + 1, new))
        elif sign == "\n" and text[at : at + 2] == "\n\n":
            if stack and _RELATION.search(text, stack[0], at):
                spans.append((stack[0], at, " "))  # an unbalanced bound
            stack.clear()
    return spans


_TUPLE = regex(r"[A-Za-z][\w{}\[\]]*(?:\s?[+-]\s?1)?(?:\s*,\s*[A-Za-z][\w{}\[\]]*)+")
_WORDY = regex(r"[a-zA-Z]{4}|[a-z] [a-z]{2}|" + PLACE)


def _replacement(text: str, start: int, end: int) -> str | None:
    """Return what stands for text[start : end + 1], or None to leave it: it belongs to an expression."""
    inner = text[start + 1 : end].strip()
    if inner == "s" and start and text[start - 1].isalpha():
        return "s"
    if _RELATION.search(inner) or _WORDY.search(inner):
        return " "
    before = text[start - 1] if start else " "
    if _TUPLE.fullmatch(inner) and not before.isalnum():
        return inner
    return None


_NO_NAME = (
    r"(?!(?:the|and|or|of|is|are|for|all|one|two|six|ten|if|in|an|to|by|so|it|we|has|be|as|no|not|its)\b)"
)
_ATOM = (
    rf"{_NO_NAME}[-+|(]{{0,3}}(?:\d+(?:\.\d+)?|{PLACE}|∞|(?:min|max|floor|ceil|log|sqrt|len)(?=\()|"
    rf"[A-Za-z]{{1,3}}(?![A-Za-z]))"
    r"(?:[_^]\{[^{}\s]{0,20}\}|[_^]-?\w{1,12}|\[[^\]\n]{0,15}\]|[)|!]|\((?:[^()\n]|"
    r"\([^()\n]{0,30}\)){0,40}\)|\d){0,6}"
)
_EXPRESSION = rf"(?:{_ATOM}){{1,4}}(?: ?[-+*/^%] ?(?:{_ATOM}){{1,4}}){{0,6}}"
_RIGHT = regex(rf"\s*(?:\{{[^{{}}\n]{{0,60}}\}}|{_EXPRESSION})")
_NEXT = regex(rf"\s*(?:,\s*{_EXPRESSION}\s*){{0,8}}[≤≥<>=≠∈]")
_LEFT = regex(rf"(?:{_EXPRESSION})\s*$")
_REACH = 60


def _chains(text: str) -> list[tuple[int, int, str]]:
    """Return the spans of inequality chains such as `, 1 ≤ n, m ≤ 100`; after a noun the names stay."""
    spans: list[tuple[int, int, str]] = []
    last = 0
    for match in _RELATION.finditer(text):
        if match.start() < last:
            continue
        start, end = _left(text, match.start(), last), match.end()
        while (right := _RIGHT.match(text, end)) is not None:
            end = right.end()
            follows = _NEXT.match(text, end)
            if follows is None:
                break
            end = follows.end()
        if start < match.start() and end > match.end():
            spans.append((start, end, _kept(text, start, end)))
            last = end
    return spans


def _left(text: str, at: int, limit: int) -> int:
    """Return where the expression that ends before `at` begins."""
    low = max(limit, at - _REACH)
    for start in range(low, at):
        if start and (text[start - 1].isalnum() or text[start - 1] in "_^{}[]"):
            continue
        if _LEFT.match(text, start, at):
            return start
    return at


_NOUN_BEFORE = regex(r"(?:integers?|numbers?|strings?|values?|word)\s*$")
_SIMPLE = regex(r"(?<![\w{^.])[A-Za-z](?:_\{\w+\}|_\w|\w)?(?![\w(])")


def _kept(text: str, start: int, end: int) -> str:
    if not _NOUN_BEFORE.search(text, max(0, start - 12), start):
        return " "
    return " " + ", ".join(dict.fromkeys(_SIMPLE.findall(text[start:end]))) + " "


_BLANK_LINES = regex(r"\n\s*\n")
_BLANKS = regex(r"[^\S\n]{40,}")


def readable(text: str, most: int) -> str:
    """Return the first `most` characters, counted without runs of empty lines and of blanks."""
    part = text[: 20 * most]
    return _BLANKS.sub(" ", _BLANK_LINES.sub("\n\n", part))[:most]
