"""Prose to tokens: words, expressions (names, numbers and what operators join), dots, signs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from stab.layout.infer.terms import is_name
from stab.patterns import regex


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    MATH = "math"
    DOTS = "dots"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Token:
    """A word (lower-cased in `low`), an expression, dots or a sign; `at` is its offset in the text."""

    kind: Kind
    text: str
    at: int

    @property
    def low(self) -> str:
        """The text in lower case."""
        return self.text.lower()

    @property
    def end(self) -> int:
        """The offset behind the token."""
        return self.at + len(self.text)


_ATOM = regex(
    r"\.\.\.|⋮|--|[A-Za-z\d]+-(?:th|st|nd|rd)\b|[A-Za-z]{2,}(?:-[A-Za-z]{2,}){1,4}(?![\w{])"
    r"|[A-Za-zΑ-ωÀ-ɏА-я][A-Za-z0-9À-ɏА-я]*(?:_\{[^{}\s]{0,30}\}|_\w{1,12}|\[[^\]\s]{1,10}\])*(?:'[a-z]+)?"
    r"|\d+(?:\.\d+)?|\S"
)
_OPERATORS = frozenset("+-*/^")


def tokenise(text: str) -> list[Token]:
    """Return the tokens of normalised prose; joined expressions such as `n - 1` are one token."""
    atoms = [Token(_kind(match[0]), match[0], match.start()) for match in _ATOM.finditer(text)]
    atoms = [_article(atoms, at) for at in range(len(atoms))]
    found: list[Token] = []
    at = 0
    while at < len(atoms):
        stop = _run(atoms, at)
        if stop > at:
            start = atoms[at].at
            found.append(Token(Kind.MATH, text[start : atoms[stop - 1].end], start))
            at = stop
        else:
            found.append(atoms[at])
            at += 1
    return found


def _kind(text: str) -> Kind:
    if text in ("...", "⋮"):
        return Kind.DOTS
    if text[0].isdigit():
        return Kind.WORD if "-" in text else Kind.MATH
    if text[0].isalpha():
        return Kind.MATH if "-" not in text and "'" not in text and is_name(text) else Kind.WORD
    return Kind.SIGN


_LISTING = frozenset({"and", "or", "и"})


def _article(atoms: list[Token], at: int) -> Token:
    """Return the atom, `a` made a word where it is the article."""
    atom = atoms[at]
    if atom.text not in ("a", "A"):
        return atom
    following = atoms[at + 1] if at + 1 < len(atoms) else None
    if following is not None and following.text in ('"', "'"):
        return Token(Kind.WORD, atom.text, atom.at)
    if following is not None and following.kind is Kind.WORD and following.low not in _LISTING | _AFTER_NAME:
        return Token(Kind.WORD, atom.text, atom.at)
    return atom


_AFTER_NAME = frozenset(
    "of is are in where which denoting consisting containing as with denotes that separated on if was "
    "will has "
    "be must can to for it respectively each".split()
)


_DEEPEST = 12  # brackets in brackets; deeper ones are no count


def _run(atoms: list[Token], at: int, depth: int = 0) -> int:
    """Return the end of the expression that starts at `at`, or `at` if none does."""
    stop = _operand(atoms, at, depth)
    if stop == at:
        return at
    while stop < len(atoms):
        atom, before = atoms[stop], atoms[stop - 1]
        if atom.text in _OPERATORS and (after := _operand(atoms, stop + 1, depth)) > stop + 1:
            stop = after
            continue
        touching = atom.at == before.end
        if (
            touching
            and (atom.kind is Kind.MATH or atom.text == "(")
            and (after := _operand(atoms, stop, depth)) > stop
        ):
            stop = after
            continue
        break
    return stop


def _operand(atoms: list[Token], at: int, depth: int) -> int:
    if at >= len(atoms) or depth > _DEEPEST:
        return at
    if atoms[at].kind is Kind.MATH:
        return at + 1
    if atoms[at].text == "(":
        inner = _run(atoms, at + 1, depth + 1)
        if inner > at + 1 and inner < len(atoms) and atoms[inner].text == ")":
            return inner + 1
    return at


_BREAK = regex(r"(?<!\.)\.(?=\s|$)|\n\n|;(?=\s)|[•⟦⟧]|(?<=\w):(?=\s*\n)")


def sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans of the sentences of text[start:end], empty ones left out."""
    spans = []
    at = start
    for match in _BREAK.finditer(text, start, end):
        if text[at : match.start()].strip():
            spans.append((at, match.start()))
        at = match.end()
    if text[at:end].strip():
        spans.append((at, end))
    return spans
