"""The scanner: a statement becomes tokens that know where they stand in the original."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from stab.patterns import regex
from stab.saturate.symbols import SIGNS, SUBSCRIPTS, SUPERSCRIPTS


class Mode(StrEnum):
    """How a token is set: running text, mathematics, or code."""

    TEXT = "text"
    MATH = "math"
    CODE = "code"


class Lexeme(NamedTuple):
    """A piece of the statement; kind is a terminal of the grammars or WORD, SOFT, BREAK, STOP, OTHER.

    A named tuple, because there are thousands in a statement and frozen dataclasses are slow to make.
    """

    kind: str
    value: str
    start: int
    end: int
    mode: Mode
    spaced: bool  # white space stands before it
    repaired: bool = False


MAX_DIGITS = 1000  # a longer number is data, no bound
MAX_EXPONENT_DIGITS = 3

_BLANKS = r"&(?:amp;)?(?:nbsp|thinsp|ensp|emsp|hairsp|#160|#8201|#8239|#x2009|#xa0);"
_GROUP_SIGN = rf"(?:,|\{{,\}}|\\,|\\ |\\;|\\!|~|[\u00a0\u2000-\u200a\u202f ]|'|{_BLANKS})"
_NUMBER = regex(
    rf"\d{{1,3}}(?:{_GROUP_SIGN}\d{{3}})+(?![\d]|\.\d)"
    r"|\d{1,3}(?:(?:, |,\\ )\d{3})*(?:, |,\\ )000(?!\d)"
    r"|\d+_\d{3}(?:_\d{3})*(?!\d)"
    r"|\d+(?:\.\d+)?(?:[eE]\+?\d+(?![\w]))?"
)
_WORD = regex(r"[^\W\d_]+(?:['’][a-z]{1,2}(?![^\W\d_]))?\d*")
_LATIN = regex(r"[A-Za-z]+(?:['’][a-z]{1,2}(?![^\W\d_]))?\d*")
_PLAIN_WORD = regex(r" *+([A-Za-z]+(?:['’][a-z]{1,2}(?![^\W\d_]))?\d*)")
_GREEK = regex(r"[\u0370-\u03ff]")
_SPACES = regex(  # possessive: millions of blanks would each take a place to go back to
    r"(?:[ \t\r~\u00a0\u2000-\u200a\u202f\u205f\u3000]++|\\[ ,;!:])++"
)
BULLET = regex(r"(?:[-*+•]|>+|#+|\d+[.)])[ \t]+")


class Scanner:
    """One pass over a text; `tokens` holds the result in order."""

    def __init__(self, text: str, handlers: Mapping[str, Callable[[Scanner], bool]]) -> None:
        self.text = text
        self.handlers = handlers
        self.at = 0
        self.math = False
        self.code = False
        self.emphasis = False  # a single asterisk opened it
        self.braces: list[str] = []
        self.close_after: list[int] = []
        self.spaced = False
        self.tokens: list[Lexeme] = []

    # -- what several handlers use

    def mode(self) -> Mode:
        """Return the mode at the current place."""
        if self.braces and self.braces[-1] == "TEXT":
            return Mode.TEXT
        if self.math:
            return Mode.MATH
        return Mode.CODE if self.code else Mode.TEXT

    def emit(self, kind: str, text: str, end: int) -> None:
        """Append a token that reaches from the current place to `end`, and move there."""
        self.tokens.append(Lexeme(kind, text, self.at, end, self.mode(), self.spaced))
        self.at = end
        self.spaced = kind in ("SOFT", "BREAK", "STOP")

    def skip(self, end: int, *, space: bool = True) -> None:
        """Move to `end` without a token."""
        self.at = end
        self.spaced = self.spaced or space

    # -- the pass

    def run(self) -> list[Lexeme]:
        """Return the tokens of the whole text."""
        size = len(self.text)
        bullet = BULLET.match(self.text)
        self.at = bullet.end() if bullet else 0
        plain_word = _PLAIN_WORD.match
        while self.at < size:
            character = self.text[self.at]
            if (word := plain_word(self.text, self.at)) is not None:
                self._plain_word(word)
                continue
            handler = self.handlers.get(character)
            if handler is not None and handler(self):
                continue
            if self._space() or self._number() or self._word():
                continue
            self._sign(character)
        return self.tokens

    def _plain_word(self, match: re.Match[str]) -> None:
        start, end = match.span(1)
        spaced = self.spaced or start > self.at
        self.tokens.append(Lexeme("WORD", match[1], start, end, self.mode(), spaced))
        self.at = end
        self.spaced = False

    def _space(self) -> bool:
        match = _SPACES.match(self.text, self.at)
        if match:
            self.skip(match.end())
        return match is not None

    def _number(self) -> bool:
        if not "0" <= self.text[self.at] <= "9":
            return False
        match = _NUMBER.match(self.text, self.at)
        if match:
            exponent = match[0].lower().partition("e")[2].lstrip("+")
            plain = len(match[0]) <= MAX_DIGITS and len(exponent) <= MAX_EXPONENT_DIGITS
            self.emit("NUM" if plain else "OTHER", match[0], match.end())
        return match is not None

    def _word(self) -> bool:
        character = self.text[self.at]
        if character in SUPERSCRIPTS or character in SUBSCRIPTS:
            return False
        if character in SIGNS and not _GREEK.match(self.text, self.at + 1):
            return False
        match = (_LATIN if character < "\u0080" else _WORD).match(self.text, self.at)
        if match is None:
            return False
        self.emit("WORD", match[0], match.end())
        return True

    def _sign(self, character: str) -> None:
        if character in SUPERSCRIPTS:
            self._script("CARET", SUPERSCRIPTS)
        elif character in SUBSCRIPTS:
            self._script("SUBO", SUBSCRIPTS)
        else:
            self.emit(SIGNS.get(character, "OTHER"), character, self.at + 1)

    def _script(self, opening: str, table: dict[str, str]) -> None:
        end = self.at
        while end < len(self.text) and self.text[end] in table:
            end += 1
        inner = "".join(table[c] for c in self.text[self.at : end])
        self.group(opening, inner, end)

    def group(self, opening: str, inner: str, end: int) -> None:
        start = self.at
        mode = self.mode()
        closing = "SUBC"
        if opening == "CARET":
            self.tokens.append(Lexeme("CARET", "^", start, end, mode, False))
            opening, closing = "LBRACE", "RBRACE"
        self.tokens.append(Lexeme(opening, inner, start, end, mode, False))
        for part in re.findall(r"\d+|[A-Za-z]+|[-+]", inner):
            kind = "NUM" if part[0].isdigit() else {"+": "PLUS", "-": "MINUS"}.get(part, "WORD")
            self.tokens.append(Lexeme(kind, part, start, end, Mode.MATH, False))
        self.tokens.append(Lexeme(closing, inner, start, end, mode, False))
        self.at = end
        self.spaced = False


def number(text: str) -> int | Fraction:
    """Return the exact value of a NUM terminal's text, thousands separators removed."""
    plain = re.sub(_BLANKS, "", text.lower()) if "&" in text else text.lower()
    mantissa, _, exponent = plain.partition("e")
    exact = re.sub(r"(?<=\d)(?:[^\d.]+)(?=\d)", "", mantissa)
    value = Fraction(exact) if "." in exact else int(exact)
    if exponent:
        value = value * 10 ** int(exponent.lstrip("+"))
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
