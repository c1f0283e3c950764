"""Which words of a statement are names of quantities, and which names carry a lost subscript."""

from __future__ import annotations

from collections.abc import Sequence

from stab.patterns import regex
from stab.saturate.terminals import BINARY, COMPARE, RELATIONS, Lexeme, near
from stab.saturate.tokens import Mode

_FUNCTIONS = frozenset({"min", "max", "gcd", "ceil", "floor"})
_LOST_SUBSCRIPT = regex(r"([A-Za-z])([ijk]|[ij]{2})")
PLACES = frozenset({"ij", "jk", "ik", "ji"})  # two places in one subscript: `a_{ij}`
_LOST_NUMERAL = regex(r"([A-Za-z]{1,2})(\d{1,2})")
_NUMERAL = regex(r"([A-Za-z]+)([1-9]\d*|0)")
_LOST_END = regex(r"([A-Za-z])([nmkNM])")
_NOT_NAMES = frozenset(
    """a i is it if in on or of to at as an be by we he no so do up us me my go hi ok and for the all any
    one two per its are was has let set you can may not but than then that this with each such from
    where which when integer integers number numbers value values input output length size sum line
    lines query queries test tests case cases element elements string strings array points point city
    cities time times count""".split()
)  # fmt: skip
MAX_SHORT = 3  # letters of a name with its lost subscripts: `aij`
_TELLING = RELATIONS | {"SUBO", "CARET", "ATTR", "LPAR", "LBRACE", "SOFT", "DOTS", "PLUS", "STAR"}
_ARTICLES = frozenset({"a", "A", "I"})
_LINKS = frozenset({"and", "&", "nor"})


def bold_words(tokens: Sequence[Lexeme]) -> frozenset[int]:
    return frozenset(
        b.start
        for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if a.kind == "MARK" and c.kind == "MARK" and b.kind == "WORD" and a.value[:2] not in ("**",)
    )


def name_words(found: list[Lexeme], bold: frozenset[int]) -> list[Lexeme]:
    result = []
    for i, item in enumerate(found):
        if item.kind == "WORD" and not _amid_words(found, i) and not _is_hyphenated(found, i):
            before, after = near(found, i, -1), near(found, i, 1)
            lower = item.value.lower()
            if lower in _FUNCTIONS and after is not None and after.kind in ("LPAR", "LBRACE"):
                item = item._replace(kind="FUNC", value=lower)
            elif lower in ("mod", "modulo") and item.mode is not Mode.TEXT:
                item = item._replace(kind="MOD")
            elif _is_name(found, i, before, after, item.start in bold):
                item = item._replace(kind="NAME")
        result.append(item)
    return result


def _is_hyphenated(found: list[Lexeme], i: int) -> bool:
    """Tell whether a letter of running text hangs on a word: the y of `weight-y` is no name."""
    if i < 2 or found[i].mode is not Mode.TEXT or found[i].spaced:
        return False
    hyphen, word = found[i - 1], found[i - 2]
    joined = hyphen.kind == "MINUS" and not hyphen.spaced
    return joined and word.kind == "WORD" and len(word.value) > 2 and word.value.isalpha()


def _amid_words(found: list[Lexeme], i: int) -> bool:
    """Tell whether a word of running text stands where nothing beside it makes it a name."""
    item = found[i]
    word = item.value
    return (
        item.mode is Mode.TEXT
        and (len(word) > MAX_SHORT or (len(word) > 1 and word.lower() in _NOT_NAMES))
        and 0 < i < len(found) - 1
        and found[i - 1].kind not in _TELLING
        and found[i + 1].kind not in _TELLING
        and word.isalpha()
    )


def _is_name(found: list[Lexeme], i: int, before: Lexeme | None, after: Lexeme | None, bold: bool) -> bool:
    item = found[i]
    word = item.value
    near = {x.kind for x in (before, after) if x is not None}
    related = bool(near & (RELATIONS | {"SUBO", "CARET"})) or (after is not None and after.kind == "ATTR")
    if not word.isascii() or "'" in word or "’" in word:
        return False
    if len(word) == 1:
        if item.mode is not Mode.TEXT or bold or word not in _ARTICLES:
            return not (word == "s" and before is not None and before.value in ("'", "’"))
        return related or near <= {"BAR", "LBAR", "RBAR"} or _in_list(found, i, before, after)
    lower = word.lower()
    if item.mode is not Mode.TEXT:
        prose = lower in _NOT_NAMES or any(
            x is not None and x.kind == "WORD" and len(x.value) > 1 and x.mode is item.mode
            for x in (before, after)
        )
        return related and lower not in _LINKS | {"or", "where", "for", "to"} if prose else True
    if _LOST_SUBSCRIPT.fullmatch(word):
        return lower not in _NOT_NAMES or related
    if _LOST_NUMERAL.fullmatch(word):
        return True
    if _LOST_END.fullmatch(word) and _beside_dots(found, i):
        return True
    if after is not None and after.kind in ("SUBO", "ATTR"):
        return True
    if before is not None and before.kind in RELATIONS and after is not None and after.kind == "WORD":
        return False
    return (
        related
        and lower not in _NOT_NAMES
        and (len(word) <= 4 or not word.islower() or _code_like(before, after))
    )


def _beside_dots(found: list[Lexeme], i: int) -> bool:
    """Tell whether an ellipsis is next to the word, perhaps behind a plus: `… an`, `… + an`."""
    for step in (-1, 1):
        at = i + step
        while 0 <= at < len(found) and found[at].kind in ("SOFT", "PLUS", "STAR") and abs(at - i) < 4:
            at += step
        if 0 <= at < len(found) and found[at].kind == "DOTS":
            return True
    return False


def _code_like(before: Lexeme | None, after: Lexeme | None) -> bool:
    """A long word is a name only between two relations or as the first side of one."""
    return (
        before is not None and before.kind in COMPARE and after is not None and after.kind in COMPARE
    ) or (
        before is not None
        and before.kind in COMPARE
        and (after is None or after.kind not in ("WORD", "LPAR"))
    )


def _in_list(found: list[Lexeme], i: int, before: Lexeme | None, after: Lexeme | None) -> bool:
    linked = (after is not None and (after.kind == "COMMA" or after.value in _LINKS)) or (
        before is not None and before.kind == "COMMA"
    )
    if after is not None and after.kind in ("LPAR", "RPAR", "STOP", "BREAK") and before is not None:
        linked = linked or before.value in _LINKS
    if not linked:
        return after is not None and after.kind in BINARY and before is not None and before.kind in RELATIONS
    following = found[i + 2] if after is not None and i + 2 < len(found) else None
    if after is not None and (after.kind == "COMMA" or after.value in _LINKS):
        return following is not None and len(following.value) <= 2 and following.kind in ("WORD", "NAME")
    return after is None or after.kind != "WORD"


def split_subscripts(found: list[Lexeme]) -> list[Lexeme]:
    """Turn `ai` and `x1` of running text into a name with an index; in mathematics only the numeral."""
    result: list[Lexeme] = []
    for i, item in enumerate(found):
        if item.kind != "NAME" or len(item.value) < 2:
            result.append(item)
            continue
        if i and found[i - 1].kind == "SUBO" and item.value in PLACES:
            result.append(item)
            continue
        pattern = _NUMERAL.fullmatch(item.value) if item.mode is not Mode.CODE else None
        if pattern is None and item.mode is Mode.TEXT:
            pattern = _LOST_SUBSCRIPT.fullmatch(item.value)
            if pattern is None and _beside_dots(found, i):
                pattern = _LOST_END.fullmatch(item.value)
        if pattern is None:
            result.append(item)
            continue
        inner = pattern[2]
        kind = "NUM" if inner.isdigit() else "NAME"
        result.append(item._replace(value=pattern[1]))
        for part in [inner] if kind == "NUM" else list(inner):
            for k, v in (("SUBO", "_"), (kind, part), ("SUBC", "_")):
                result.append(item._replace(kind=k, value=v, spaced=False))
    return result
