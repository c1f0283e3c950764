"""From scanned tokens to terminals: which brackets index, which bars open, which numbers belong together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from stab.patterns import regex
from stab.saturate.calls import brace_arguments, worded_sums
from stab.saturate.terminals import BINARY, COMPARE, RELATIONS, Lexeme, near
from stab.saturate.tokens import Mode
from stab.saturate.words import bold_words, name_words, split_subscripts

_GLUE = RELATIONS | BINARY | {"COMMA", "SUM", "LPAR", "LBRACE", "SUBO", "DOTS"}
_SET_ENDS = {"SETO": "SETC", "LBRACE": "RBRACE"}
_MEMBERS = frozenset({"NUM", "NAME", "COMMA", "DOTS", "MINUS", "PLUS", "CARET", "STAR", "SOFT"})
MAX_SET = 80  # terminals
_ENDS = frozenset({"NUM", "NAME", "COMMA", "PLUS", "MINUS", "STAR", "CARET", "LBRACE", "RBRACE", "SOFT"})
MAX_OPERAND = 12  # terminals
_CLOSES = frozenset(
    {"NAME", "NUM", "RPAR", "RBRACE", "RBR", "RIDX", "SUBC", "RBAR", "ATTR", "RCEIL", "RFLOOR"}
)
_BOUNDARY = frozenset(
    {"IMAGE", "BREAK", "STOP", "OTHER", "WORD", "SETO", "SETC", "PERCENT", "FORALL", "SOFT", "ASIDE"}
)
_LOST_POWER = regex(r"10([2-9]|1[0-8])")
_TWO_POWER = regex(r"2(30|31|32|60|61|62|63|64)")
_MYRIADS = {"万": 4, "萬": 4, "만": 4, "亿": 8, "億": 8, "억": 8}  # zeros
_LEADS = frozenset(
    """most exceed exceeds exceeding than and to least least between from up within over to reach are is be
    least equal more less""".split()
)


def lexemes(tokens: Sequence[Lexeme]) -> list[Lexeme]:
    """Return the terminals of a statement: a straight line of steps, each linear."""
    found = [t for t in tokens if t.kind != "MARK"]
    found = _drop_empty(found)
    found = _join_numbers(_myriads(found))
    found = brace_arguments(found)
    found = name_words(found, bold_words(tokens))
    found = worded_sums(found)
    found = split_subscripts(found)
    found = _close_half_open(found)
    found = _index_brackets(found)
    found = _enclose_sets(found)
    found = _open_asides(found)
    found = _drop_soft(found)
    found = _turn_bars(found)
    return _repair_powers(found)


def _drop_empty(found: list[Lexeme]) -> list[Lexeme]:
    """Drop empty exponents and subscripts (`5<sup></sup>`) and commas between a comparison and dots."""
    result: list[Lexeme] = []
    for i, item in enumerate(found):
        after = found[i + 1] if i + 1 < len(found) else None
        if (
            item.kind == "RBRACE"
            and len(result) > 1
            and result[-1].kind == "LBRACE"
            and result[-2].kind == "CARET"
        ):
            del result[-2:]
            continue
        if item.kind == "SUBC" and result and result[-1].kind == "SUBO" and result[-1].end == item.start:
            del result[-1:]
            continue
        if item.kind == "COMMA" and result and after is not None:
            sides = {result[-1].kind, after.kind}
            if "DOTS" in sides and sides & COMPARE:
                continue
        result.append(item)
    return result


def _myriads(found: list[Lexeme]) -> list[Lexeme]:
    """Multiply out `10万`: ten thousands and hundred millions of Chinese, Japanese and Korean."""
    result: list[Lexeme] = []
    for item in found:
        last = result[-1] if result else None
        power = _MYRIADS.get(item.value[:1]) if item.kind == "WORD" else None
        if power is None or last is None or last.kind != "NUM" or not last.value.isdigit() or item.spaced:
            result.append(item)
            continue
        result[-1] = last._replace(value=last.value + "0" * power, end=item.start + 1)
        if len(item.value) > 1:
            result.append(item._replace(value=item.value[1:], start=item.start + 1))
    return result


def _join_numbers(found: list[Lexeme]) -> list[Lexeme]:
    """Join `100 000` and `1 0 ^`, which only their surroundings tell from two numbers."""
    result: list[Lexeme] = []
    i = 0
    while i < len(found):
        item = found[i]
        if item.kind == "NUM":
            before = result[-1] if result else None
            led = (
                before is None
                or before.kind in RELATIONS | {"MINUS", "STAR"}
                or before.value.lower() in _LEADS
            )
            j = i + 1
            parts = [item.value]
            while led and j < len(found):
                after = _split_group(found, j)
                if after > j:
                    parts.append("000")
                    j = after
                elif _continues(found, i, j):
                    parts.append(found[j].value)
                    j += 1
                else:
                    break
            if j == i + 1 and item.value == "1" and _digits_apart(found, i):
                parts, j = ["10"], i + 2
            if j > i + 1:
                item = item._replace(value="".join(parts), end=found[j - 1].end)
            i = j
        else:
            i += 1
        result.append(item)
    return result


def _split_group(found: list[Lexeme], at: int) -> int:
    """Return the place behind `000` in `$100$ $000$`, else `at`."""
    j = at
    while j < len(found) and found[j].kind == "SOFT" and found[j].value != "\n":
        j += 1
    return j + 1 if at < j < len(found) and found[j].value == "000" else at


def _continues(found: list[Lexeme], first: int, at: int) -> bool:
    item = found[at]
    return (
        item.kind == "NUM"
        and item.spaced
        and len(item.value) == 3
        and item.value.isdigit()
        and found[first].value.isdigit()
        and len(found[first].value) <= 3
        and found[first].value != "0"
        and item.start - found[at - 1].end <= 2
    )


def _digits_apart(found: list[Lexeme], i: int) -> bool:
    return (
        i + 2 < len(found)
        and found[i + 1].kind == "NUM"
        and found[i + 1].value == "0"
        and found[i + 2].kind == "CARET"
    )


def _close_half_open(found: list[Lexeme]) -> list[Lexeme]:
    """Write `[0, n)` as `[0, n - 1]`; from 0 to 1 there are only real numbers."""
    result: list[Lexeme] = []
    open_at: int | None = None  # where the bracket is in the result
    for item in found:
        if item.kind == "LBR":
            open_at = len(result)
        elif item.kind == "RPAR" and open_at is not None and _are_ends(result[open_at + 1 :]):
            less = [item._replace(kind="MINUS", value="-"), item._replace(kind="NUM", value="1")]
            result += [*less, item._replace(kind="RBR", value="]")]
            open_at = None
            continue
        elif item.kind not in _ENDS or (open_at is not None and len(result) - open_at > MAX_OPERAND):
            open_at = None
        result.append(item)
    return result


def _are_ends(inside: list[Lexeme]) -> bool:
    kinds = [item.kind for item in inside]
    values = {item.value for item in inside if item.kind == "NUM"}
    return kinds.count("COMMA") == 1 and inside[-1].value != "1" and not any("." in v for v in values)


def _index_brackets(found: list[Lexeme]) -> list[Lexeme]:
    result: list[Lexeme] = []
    stack: list[bool] = []
    for item in found:
        if item.kind == "LBR":
            index = bool(result) and result[-1].kind in ("NAME", "RIDX", "SUBC") and not item.spaced
            stack.append(index)
            item = item._replace(kind="LIDX") if index else item
        elif item.kind == "RBR" and stack:
            item = item._replace(kind="RIDX") if stack.pop() else item
        elif item.kind == "BREAK":
            stack.clear()
        elif (
            item.kind == "LPAR"
            and item.spaced
            and result
            and result[-1].kind in _CLOSES
            and item.mode is Mode.TEXT
        ):
            item = item._replace(spaced=True)
        result.append(item)
    return result


def _enclose_sets(found: list[Lexeme]) -> list[Lexeme]:
    """Braces behind `in` hold the members of a set: they are part of the notation, others are boundaries."""
    result = list(found)
    for i, item in enumerate(found):
        if item.kind != "IN" and not (item.kind == "WORD" and item.value == "in"):
            continue
        opening = next((j for j in range(i + 1, min(i + 4, len(found))) if found[j].kind != "SOFT"), i)
        closing = _SET_ENDS.get(found[opening].kind)
        end = opening + 1
        while end < min(len(found), opening + MAX_SET) and found[end].kind in _MEMBERS:
            end += 1
        if closing is None or end == opening + 1 or end >= len(found) or found[end].kind != closing:
            continue
        result[i] = item._replace(kind="IN")
        result[opening] = found[opening]._replace(kind="LSET")
        result[end] = found[end]._replace(kind="RSET")
        for j in range(i + 1, end):
            if found[j].kind == "SOFT":
                result[j] = found[j]._replace(kind="GONE")
    return [item for item in result if item.kind != "GONE"]


def _open_asides(found: list[Lexeme]) -> list[Lexeme]:
    """Parentheses around a comparison are no part of an expression: they become boundaries."""
    result = list(found)
    stack: list[tuple[int, bool]] = []
    for i, item in enumerate(found):
        if item.kind == "LPAR":
            stack.append((i, False))
        elif item.kind in COMPARE or item.kind in ("EQ", "NE", "IN"):
            stack = [(at, True) for at, _ in stack] if len(stack) <= 8 else []
        elif item.kind == "RPAR":
            if not stack:
                result[i] = item._replace(kind="ASIDE")
                continue
            at, relation = stack.pop()
            if relation:
                result[at] = result[at]._replace(kind="ASIDE")
                result[i] = item._replace(kind="ASIDE")
        elif item.kind == "BREAK":
            for at, _ in stack:
                result[at] = result[at]._replace(kind="ASIDE")
            stack.clear()
    for at, _ in stack:
        result[at] = result[at]._replace(kind="ASIDE")
    return result


def _drop_soft(found: list[Lexeme]) -> list[Lexeme]:
    """Ends of lines and of mathematics vanish beside a sign, else they separate."""
    result: list[Lexeme] = []
    for i, item in enumerate(found):
        if item.kind == "SOFT":
            before = result[-1] if result else None
            after = near(found, i, 1)
            if before is None or after is None or before.kind == "SOFT":
                continue
            if after.kind == "MINUS" and before.kind in _CLOSES and _begins_chain(found, i):
                result.append(item)
                continue
            if (
                before.kind in _GLUE
                or after.kind in _GLUE - {"LPAR", "SUM", "LBRACE"}
                or after.kind in ("RPAR", "ATTR")
            ):
                continue
        result.append(item)
    return result


def _begins_chain(found: list[Lexeme], at: int) -> bool:
    """Tell whether a line that opens with a minus holds a chain of its own: `-5 <= x` under `n <= 9`."""
    first = at
    while first < len(found) and found[first].kind == "SOFT":
        first += 1
    if all(item.value != "\n" for item in found[at:first]):
        return False
    ahead = [x.kind for x in found[first : first + MAX_OPERAND]]
    line = ahead[: next((i for i, k in enumerate(ahead) if k in ("SOFT", "BREAK", "WORD")), len(ahead))]
    return bool((COMPARE | {"EQ"}) & set(line))


def _turn_bars(found: list[Lexeme]) -> list[Lexeme]:
    result: list[Lexeme] = []
    depth = 0
    for item in found:
        if item.kind == "BAR":
            closes = depth > 0 and bool(result) and result[-1].kind in _CLOSES
            depth += -1 if closes else 1
            item = item._replace(kind="RBAR" if closes else "LBAR")
        elif item.kind in ("BREAK", "STOP", "WORD"):
            depth = 0
        result.append(item)
    return result


def _repair_powers(found: list[Lexeme]) -> list[Lexeme]:
    """Put back exponents lost in copying (`105` for 10^5) where the whole text writes no power at all."""
    if any(a.kind == "NUM" and b.kind == "CARET" for a, b in pairwise(found)):
        return found
    result = list(found)
    for i, item in enumerate(found):
        if item.kind != "NUM" or i == 0:
            continue
        before = found[i - 1]
        signed = before.kind == "MINUS" and (i < 2 or found[i - 2].kind not in _CLOSES)
        bound = before.kind in COMPARE or signed or before.kind == "STAR" or before.value.lower() in _LEADS
        bound = bound or (i + 1 < len(found) and found[i + 1].kind in COMPARE) or _is_argument(found, i)
        if not bound or before.kind == "CARET":
            continue
        if (match := _LOST_POWER.fullmatch(item.value)) is not None:
            result[i] = item._replace(value=f"10^{match[1]}", repaired=True)
        elif (match := _TWO_POWER.fullmatch(item.value)) is not None and (
            before.kind == "LT" or _beside_one(found, i, signed)
        ):
            result[i] = item._replace(value=f"2^{match[1]}", repaired=True)
    return result


def _is_argument(found: list[Lexeme], i: int) -> bool:
    """Tell whether a number is the first or the last argument of a function: `min(105, n)`."""
    before = [item.kind for item in found[max(0, i - MAX_OPERAND) : i]]
    if before[-2:] in (["FUNC", "LPAR"], ["FUNC", "LBRACE"]):
        return True
    closed = i + 1 < len(found) and found[i + 1].kind in ("RPAR", "RBRACE")
    return closed and before[-1:] == ["COMMA"] and "FUNC" in before


def _beside_one(found: list[Lexeme], i: int, signed: bool) -> bool:
    after = found[i + 1 : i + 3]
    return signed or (len(after) == 2 and after[0].kind == "MINUS" and after[1].value == "1")


def is_boundary(item: Lexeme) -> bool:
    """Tell whether no expression can contain the item."""
    return item.kind in _BOUNDARY
