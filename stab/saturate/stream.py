"""The statement as a stream of words, expressions and chains: notation read, prose still words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stab.expression import Call, Const, Expr, Ref
from stab.saturate.ellipsis import DOTS, NotAnExpression, Torn
from stab.saturate.grammar import Node, Reader, Token, grammar
from stab.saturate.lexemes import is_boundary, lexemes
from stab.saturate.markup import tokenize
from stab.saturate.notation import Chain, Context, constant, read_tree
from stab.saturate.terminals import BINARY, COMPARE, RELATIONS, Lexeme
from stab.saturate.tokens import Mode

MAX_RUN = 160
MAX_RESTARTS = 24
_CLOSES = frozenset({"NAME", "NUM", "RPAR", "RBRACE", "RIDX", "SUBC", "RBAR", "ATTR", "RCEIL", "RFLOOR"})
_STARTS = frozenset({"NAME", "FUNC", "LPAR", "LBAR", "NUM", "FRAC", "LCEIL", "LFLOOR"})
_KINDS = {
    "WORD": "word",
    "STOP": "stop",
    "BREAK": "break",
    "ASIDE": "aside",
    "SOFT": "soft",
    "IMAGE": "image",
}
_GOES_ON = frozenset({"SUBO", "LIDX", "CARET"})  # behind an operand they belong to it
_BEGAN = _GOES_ON | {"LBAR", "LFLOOR", "LCEIL"}  # before an operand they take it in
_SPELLING = frozenset({"NAME", "NUM", "SUBO", "SUBC", "LBRACE", "RBRACE", "DOTS", "EQ"})
_LINKS = frozenset({"and", "&", "nor"})


class Element(NamedTuple):
    """One member of the stream; a named tuple for the same reason as `Lexeme`.

    kind: word, list, chain, stop, break, aside, soft, image, other; relation (an order) and sign (another
    relation) stand alone; unread is a stretch that could not be read.
    """

    kind: str
    text: str
    start: int
    end: int
    exprs: tuple[Expr, ...] = ()
    chain: Chain | None = None
    repaired: bool = False
    mode: Mode = Mode.TEXT


def read_stream(text: str) -> tuple[tuple[Element, ...], Context]:
    """Return the stream of a statement and what it tells about its names."""
    items = _separate_words(_link_lists(lexemes(tokenize(text))))
    context = _context(items)
    reader = Reader(grammar("notation"))
    stream: list[Element] = []
    run: list[Lexeme] = []
    for item in items:
        if not is_boundary(item):
            run.append(item)
            continue
        if run:
            _read_run(run, reader, context, stream, text)
            run = []
        kind = _KINDS.get(item.kind, "other")
        stream.append(Element(kind, item.value, item.start, item.end, mode=item.mode))
    if run:
        _read_run(run, reader, context, stream, text)
    return tuple(stream), context


def _link_lists(items: list[Lexeme]) -> list[Lexeme]:
    """`n, m and k` is a list: the word between two operands becomes a comma."""
    result: list[Lexeme] = []
    skip = False
    for i, item in enumerate(items):
        if item.kind == "WORD" and item.value in _LINKS and 0 < i < len(items) - 1:
            last = len(result) - 1
            while last > 0 and result[last].kind == "SOFT":
                last -= 1
            before = result[last]
            after = next((x for x in items[i + 1 : i + 4] if x.kind != "SOFT"), item)
            named = next((x.kind for x in reversed(result[:last]) if x.kind not in ("SOFT", "COMMA")), "")
            if before.kind == "COMMA" and after.kind in _STARTS - {"NUM"} and named not in ("NUM", "RBRACE"):
                del result[last + 1 :]
                skip = True
                continue
            if before.kind in _CLOSES - {"NUM"} and after.kind in (_STARTS - {"NUM"}) | {"SUM"}:
                del result[last + 1 :]
                item = item._replace(kind="COMMA")
                skip = True
                result.append(item)
                continue
        if item.kind == "SOFT" and skip:
            continue
        skip = False
        result.append(item)
    return result


def _separate_words(items: list[Lexeme]) -> list[Lexeme]:
    """In running text a blank between two operands is no product."""
    result: list[Lexeme] = []
    for item in items:
        if result and item.kind in _STARTS and result[-1].kind in _CLOSES:
            before = result[-1]
            plain = Mode.TEXT in (item.mode, before.mode) or Mode.CODE in (item.mode, before.mode)
            if item.kind == "NUM" or (item.spaced and plain):
                result.append(item._replace(kind="SOFT", value="", end=item.start))
        result.append(item)
    return result


def _context(items: Sequence[Lexeme]) -> Context:
    singles, indexed, strings = set(), set(), set()
    for i, item in enumerate(items):
        if item.kind != "NAME":
            continue
        after = items[i + 1] if i + 1 < len(items) else None
        before = items[i - 1] if i else None
        if after is not None and after.kind in ("SUBO", "LIDX"):
            indexed.add(item.value)
        elif len(item.value) == 1 and (before is None or before.kind != "SUBO"):
            singles.add(item.value)
        words = [x.value.lower() for x in items[max(0, i - 4) : i] if x.kind == "WORD"]
        if before is not None and before.kind in ("WORD", "SOFT") and _STRING_WORDS & set(words[-2:]):
            strings.add(item.value)
    return Context(frozenset(singles), frozenset(indexed), frozenset(strings))


_STRING_WORDS = frozenset({"string", "strings", "word", "words", "text", "pattern"})


def _read_run(run: list[Lexeme], reader: Reader, context: Context, out: list[Element], text: str) -> None:
    relations = sum(1 for r in run if r.kind in RELATIONS)
    if len(run) == 1 and run[0].kind != "WORD" and (len(run[0].value) == 1 or run[0].kind != "NAME"):
        out.append(_single(run[0], text))
        return
    if len(run) > MAX_RUN:
        out.append(Element("unread" if relations else "other", "", run[0].start, run[-1].end))
        return
    kinds = [r.kind for r in run]
    at, restarts = 0, 0
    while at < len(run):
        size = reader.longest(kinds, at) if restarts <= MAX_RESTARTS else 0
        size = _before_membership(run, reader, kinds, at, size)
        element = _element(_tree(reader, run, at, size), run, at, size, context, text) if size else None
        if element is None:
            restarts += 1
            if restarts > MAX_RESTARTS:
                out.append(Element("unread" if relations else "other", "", run[at].start, run[-1].end))
                return
            out.append(_plain(run[at]))
            at += 1
            continue
        head = _head(run, at, element)
        if head and reader.longest(kinds[: at + head], at) == head:
            names = _element(_tree(reader, run, at, head), run, at, head, context, text)
            if names is not None and names.chain is None:
                out.append(names)
                at += head + 1
                continue
        out.append(element)
        at += size


def _before_membership(run: list[Lexeme], reader: Reader, kinds: list[str], at: int, size: int) -> int:
    """Return the terminals of `1 <= n <= 9` in `1 <= n <= 9, t in {…}`: the last name is of what follows."""
    if at + size >= len(run) or kinds[at + size] != "IN":
        return size
    comma = next((i for i in range(at + size - 1, at, -1) if kinds[i] == "COMMA"), at)
    return comma - at if reader.longest(kinds[:comma], at) == comma - at else size


def _tree(reader: Reader, run: list[Lexeme], at: int, size: int) -> Node:
    return reader.tree([Token(item.kind, item.value) for item in run[at : at + size]])


def _head(run: list[Lexeme], at: int, element: Element) -> int:
    """Return how many terminals of `n, 2 <= n <= 9` name something before the chain begins, else 0."""
    members = element.chain.operands[0] if element.chain is not None else ()
    *named, last = members or (DOTS,)
    first = next((i for i in range(at, len(run)) if run[i].kind in RELATIONS), at)
    if last in named and last != DOTS:  # `n, m, n, m <= 9`
        commas = [i for i in range(at, first) if run[i].kind == "COMMA"]
        place = named.index(last)
        return commas[place] - at if len(commas) == len(named) else 0
    measured = isinstance(last, Call) and last.name == "bars" and last.args[0] in named
    if not named or any(isinstance(m, Const) for m in named) or not (isinstance(last, Const) or measured):
        return 0
    comma = next((i for i in range(first, at, -1) if run[i].kind == "COMMA"), at)
    return comma - at


def _single(item: Lexeme, text: str) -> Element:
    if item.kind == "NUM":
        value = (constant(item.value),)
        quote = text[item.start : item.end]
        return Element("list", quote, item.start, item.end, value, None, item.repaired, item.mode)
    if item.kind == "NAME" and len(item.value) == 1:
        return Element("list", item.value, item.start, item.end, (Ref(item.value),), mode=item.mode)
    return _plain(item)


def _plain(item: Lexeme) -> Element:
    kind = (
        "relation"
        if item.kind in COMPARE or item.kind == "STRANGE"
        else "sign"
        if item.kind in RELATIONS
        else "other"
    )
    return Element(kind, item.value, item.start, item.end, mode=item.mode)


def _element(
    tree: Node, run: list[Lexeme], at: int, size: int, context: Context, text: str
) -> Element | None:
    first, last = run[at], run[at + size - 1]
    repaired = any(r.repaired for r in run[at : at + size])
    quote = text[first.start : last.end]
    try:
        found = read_tree(tree, context)
    except Torn:
        return Element(_torn_kind(run[at : at + size]), "...", first.start, last.end, mode=first.mode)
    except (NotAnExpression, ZeroDivisionError):
        return None
    if isinstance(found, Chain) and _is_part(run, at, size):
        return Element("unread", quote, first.start, last.end, mode=first.mode)
    if isinstance(found, Chain) and _touches_ellipsis(run, at, size):
        return Element(_torn_kind(run[at : at + size]), "...", first.start, last.end, mode=first.mode)
    if isinstance(found, Chain):
        return Element("chain", quote, first.start, last.end, (), found, repaired, first.mode)
    if found == (DOTS,):
        return Element("other", "...", first.start, last.end, mode=first.mode)
    exprs = tuple(e for e in found if e != DOTS) if len(found) > 1 else found
    if (
        DOTS in found
        and exprs
        and all(isinstance(e, Ref) for e in exprs)
        and len({e.name for e in exprs if isinstance(e, Ref)}) == 1
    ):
        exprs = (Ref(exprs[0].name, (Ref("i"),)),) if isinstance(exprs[0], Ref) else exprs
    return Element("list", quote, first.start, last.end, exprs, None, repaired, first.mode)


def _is_part(run: Sequence[Lexeme], at: int, size: int) -> bool:
    """Tell whether an operand at an end of a chain is only a part of what is written."""
    behind = run[at + size].kind if at + size < len(run) else ""
    before = run[at - 1].kind if at else ""
    is_argument = before == "FUNC" and at > 1 and run[at - 2].kind in BINARY  # `max a_i - min a_i <= 9`
    return behind in _GOES_ON or before in _BEGAN or is_argument


def _torn_kind(piece: Sequence[Lexeme]) -> str:
    """Return other for names and for `s = s_1 s_2 …`, which only says how the elements are called."""
    relations = {item.kind for item in piece} & RELATIONS
    spells = relations == {"EQ"} and {item.kind for item in piece} <= _SPELLING
    return "unread" if relations and not spells else "other"


def _touches_ellipsis(run: Sequence[Lexeme], at: int, size: int) -> bool:
    """Tell whether an ellipsis cuts the stretch off: both sides of `1 <= a_1 a_2 … a_n <= 9` mean nothing."""
    left = [item.kind for item in reversed(run[max(0, at - 2) : at])]
    right = [item.kind for item in run[at + size : at + size + 2]]
    if "DOTS" in (*left[1:], *right[1:]) and BINARY & {*left[:1], *right[:1]}:
        return True
    cut_left = left[:1] == ["DOTS"] and not {"COMMA", "NUM"} & set(left[1:]) and len(left) > 1
    cut_right = right[:1] == ["DOTS"] and set(right[1:]) <= _STARTS - {"NUM"} and len(right) > 1
    return cut_left or (cut_right and run[at + size - 1].kind != "NUM")


__all__ = ["Element", "Token", "read_stream"]
