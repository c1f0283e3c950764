"""Owner of lark: the grammars under grammars/, loaded once a process, and the longest-match driver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from stab.resources import cache_dir, data_dir

__all__ = ["Node", "Reader", "Token", "UnexpectedInput", "grammar", "token", "worded_grammar", "words"]

Node = Tree[Token]
BUDGET = 400_000  # tokens fed to a parser in one statement; real statements need some thousands


class _Ready(Lexer):
    """The scanner already made the tokens."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: Any, state: Any = None) -> Iterator[Token]:
        """Yield the tokens as they are."""
        yield from data


@cache
def grammar(name: str) -> Lark:
    """Return the LALR parser of grammars/NAME.lark; its tokens come from a scanner of ours."""
    return _open(name, _Ready)


@cache
def worded_grammar(name: str) -> Lark:
    """Return the LALR parser of grammars/NAME.lark with the lexer that the grammar itself defines."""
    return _open(name, "basic")


def _open(name: str, lexer: type[Lexer] | str) -> Lark:
    """Return a parser, whose tables lark keeps in the cache folder: to work them out takes 0.1 s and more.

    Lark checks by digest that they belong to this grammar, lark and Python.
    """
    kept = cache_dir("parsers")
    options: dict[str, Any] = {"parser": "lalr", "lexer": lexer}
    try:
        kept.mkdir(parents=True, exist_ok=True)
        options["cache"] = str(kept / f"{name}.{lark_version}.pickle")
    except OSError:
        pass  # a home that can't be written costs time, no more
    return Lark.open(str(data_dir("grammars") / f"{name}.lark"), **options)


def words(parser: Lark, text: str) -> list[Token]:
    """Return the tokens of a text by the grammar's own lexer, which `Lark.lex` would build anew each time."""
    steps: Any = parser.parse_interactive(text)
    return list(steps.lexer_thread.lex(steps.parser_state))


class Reader:
    """Longest-match parsing with a budget, so that hostile text costs linear time."""

    def __init__(self, parser: Lark, *, remember: bool = False, budget: int = BUDGET) -> None:
        self.parser = parser
        self.left = budget
        self.remember = remember  # equal token sequences share a tree, whose positions then mean nothing
        self._known: dict[tuple[tuple[str, str], ...], tuple[Node, int] | None] = {}

    def longest(self, tokens: Sequence[Token]) -> tuple[Node, int] | None:
        """Return the tree of the longest prefix that is a sentence, with its length, if any."""
        if not self.remember:
            return self._longest(tokens)
        key = tuple((t.type, str(t)) for t in tokens)
        if key not in self._known:
            self._known[key] = self._longest(tokens)
        return self._known[key]

    def _longest(self, tokens: Sequence[Token]) -> tuple[Node, int] | None:
        steps = self.parser.parse_interactive()
        state = steps.parser_state
        ends: list[int] = []
        for count, token in enumerate(tokens):
            choices = state.parse_conf.parse_table.states[state.position]
            if "$END" in choices:
                ends.append(count)
            if self.left <= 0 or token.type not in choices:
                break
            self.left -= 1
            try:
                state.feed_token(token)
            except UnexpectedInput:
                break
        else:
            tree = _finish(steps)
            if tree is not None:
                return tree, len(tokens)
        for end in reversed(ends[-4:]):
            tree = self._whole(tokens[:end])
            if tree is not None:
                return tree, end
        return None

    def _whole(self, tokens: Sequence[Token]) -> Node | None:
        self.left -= len(tokens)
        steps = self.parser.parse_interactive()
        try:
            for token in tokens:
                steps.feed_token(token)
        except UnexpectedInput:
            return None
        return _finish(steps)


def _finish(steps: Any) -> Node | None:
    """Return the tree when the input may end here."""
    try:
        tree: Node = steps.feed_eof()
    except UnexpectedInput:
        return None
    return tree


def token(kind: str, value: str, position: int) -> Token:
    """Return a terminal of a grammar that remembers its place in the scanner's list."""
    return Token(kind, value, start_pos=position)
