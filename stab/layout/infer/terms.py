"""Names and counts as statements write them: `a_{i,j}`, `ai`, `x_1`, `2n - 1`, `n(n-1)/2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from stab.expression import BadExpression, Const, Expr, Op, Ref, parse_expr
from stab.patterns import regex

NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "both": 2,
}  # fmt: skip
_SHORT_WORDS = frozenset(
    "of is in an it if to by be as at on or so no do we he us up my me go am hi th st nd rd km cm ie eg "
    "vs ok "
    "id ex co re un et al pm ms kg mm id".split()
)
_COMMON_INDEX = "ijk"


@dataclass(frozen=True, slots=True)
class Term:
    """A name taken apart: `p_2` is base p, subscript 2; `y_{i,1}` is base y1, subscript i."""

    base: str
    subscript: str = ""

    @property
    def is_indexed(self) -> bool:
        """Whether the subscript is a running index."""
        return (
            bool(self.subscript)
            and self.subscript[0] in _COMMON_INDEX
            and _INDEX.match(self.subscript) is not None
        )

    @property
    def field(self) -> str:
        """The field's name: the base of an indexed name, otherwise base and subscript together."""
        if not self.subscript or self.is_indexed:
            return self.base
        if self.subscript.isdigit():
            return self.base + self.subscript
        plain = re.sub(r"\W", "", self.subscript)
        return f"{self.base}_{plain}" if plain else self.base


_INDEX = regex(r"[ijk](?:[\d,ijk]|[+-]\d)*$")
_SUBSCRIPTED = regex(r"([A-Za-zΑ-ω]\w*?)_(?:\{([^{}]*)\}|(\w+))$")
_BRACKETED = regex(r"([A-Za-zΑ-ω]\w*?)(?:_(?:\{\w+\}|\w+))?\[([^\]]*)\](?:\[([^\]]*)\])?$")
_SHIFTED = regex(r"([A-Za-z])_?([ijk])\s?([+-])\s?(\d)$")  # a_{i+1} whose braces the markup lost
_GLUED = regex(r"([A-Za-z]{1,2}?)(\d+|[ijk]|ij|i\d|\d?[nmkNM])$")


@lru_cache(maxsize=4096)
def is_name(word: str) -> bool:
    """Tell whether a run of letters and digits is a variable rather than an English word."""
    if "_" in word or "[" in word:
        return True
    if len(word) == 1:
        return word != "I"
    if word.lower() in _SHORT_WORDS:
        return False
    if re.fullmatch(r"[A-Za-z]{1,2}\d{1,2}|[A-Za-z]{2}|[A-Za-z](?:ij|i\d|\d?[nmk])", word):
        return word not in (
            "ask",
            "ink",
            "man",
            "men",
            "can",
            "sun",
            "run",
            "him",
            "sum",
            "arm",
            "aim",
            "ten",
        )
    return False


@lru_cache(maxsize=4096)
def term(word: str) -> Term:
    """Return base and subscript of a name."""
    if found := _BRACKETED.match(word):
        return Term(found[1], found[2])
    if found := _SUBSCRIPTED.match(word):
        subscript = (found[2] or found[3] or "").replace(" ", "")
        if mixed := re.fullmatch(r"([ijk]),(\d)", subscript):
            return Term(found[1] + mixed[2], mixed[1])
        return Term(found[1], subscript)
    if found := _SHIFTED.match(word):
        return Term(found[1], f"{found[2]}{found[3]}{found[4]}")
    if is_name(word) and (found := _GLUED.match(word)):
        return Term(found[1], found[2])
    return Term(word)


def last_subscript(word: str, base: str) -> str | None:
    """Return the subscript of the closing element of a dotted list whose elements are called `base`."""
    plain = word.strip()
    head = re.match(rf"{re.escape(base)}_?", plain)
    if head is None:
        return None
    rest = plain[head.end() :].strip()
    if rest[:1] in "{[" and rest[-1:] in "}]":
        rest = rest[1:-1]
    rest = rest.replace("}", "").replace("{", "").replace("]", "").replace("[", "")
    return rest or None


_NAMES = regex(r"[A-Za-zΑ-ω][A-Za-z0-9]*(?:_\{[^{}]*\}|_\w+|\[[^\]]*\])*")
_JUXTAPOSED = regex(r"(?<=[\w)\]])\s*(?=\()|(?<=\))\s*(?=\w)")
_NUMBER_NAME = regex(r"(?<![A-Za-z_\d])(\d+)\s?(?=[A-Za-z])")


def expression(text: str) -> Expr | None:
    """Return the count that `text` writes, its names as field names; None if it is no expression."""
    plain = re.sub(r"\s", "", text).replace("^", "**").replace("{", "{").strip()
    plain = re.sub(r"\*\*\{(\w+)\}", r"**\1", plain)
    parts: list[str] = []
    end = 0
    for match in _NAMES.finditer(plain):
        if match[0] in ("min", "max"):
            continue
        parts += [plain[end : match.start()], _reference(match[0])]
        end = match.end()
    parts.append(plain[end:])
    joined = _NUMBER_NAME.sub(r"\1*", "".join(parts))
    joined = re.sub(r"(?<![a-z])(?<=[\w)\]])(?=\()|(?<=\))(?=\w)", "*", joined) if "(" in joined else joined
    try:
        return parse_expr(joined)
    except BadExpression:
        return None


def _reference(word: str) -> str:
    found = term(word)
    if len(word) > 1 and "_" not in word and "[" not in word and not found.is_indexed:
        return word if not (found.subscript and found.subscript.isdigit()) else found.field
    return found.field


def span_count(first: str, last: str) -> Expr | None:
    """Return how many elements a list from subscript `first` to subscript `last` has."""
    end = expression(last)
    if end is None or not first.isdigit():
        return end
    shift = int(first) - 1
    return plus(end, -shift)


def plus(expr: Expr, amount: int) -> Expr:
    """Return expr + amount, constants folded."""
    if amount == 0:
        return expr
    if isinstance(expr, Const):
        return Const(expr.value + amount)
    if isinstance(expr, Op) and expr.sign in "+-" and len(expr.args) == 2 and isinstance(expr.args[1], Const):
        value = expr.args[1].value * (1 if expr.sign == "+" else -1)
        return plus(expr.args[0], int(value) + amount)
    return Op("+" if amount > 0 else "-", (expr, Const(abs(amount))))


def is_plain(expr: Expr | None) -> bool:
    """Tell whether the expression is a single name."""
    return isinstance(expr, Ref) and not expr.indices


_LENGTH = regex(
    r"\b(?:of|has|have|with)\s+(?:the\s+|an?\s+)?(?:same\s+)?(?:length|"
    r"size)\s+(?:of\s+)?(?:exactly\s+)?([\w*^+-]{1,12}(?:\s[-+]\s\d{1,3}\b)?)",
    re.I,
)


def string_length(sentence: str) -> Expr | None:
    """Return n of `a string of length n`."""
    found = _LENGTH.search(sentence)
    if found is None or found[1].lower() in (
        "at",
        "not",
        "no",
        "more",
        "less",
        "between",
        "from",
        "the",
        "is",
        "a",
        "up",
        "and",
    ):
        return None
    return Const(NUMBER_WORDS[found[1]]) if found[1] in NUMBER_WORDS else expression(found[1])
