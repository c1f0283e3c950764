"""Owner of lark: the grammars under grammars/, loaded once a process, and the longest-match driver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from stab.patterns import regex
from stab.resources import cache_dir, data_dir

__all__ = ["Node", "Reader", "Token", "grammar", "worded_grammar", "words"]

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


_GROUP = regex(r"(?<!\\)\((?!\?)")  # one that captures, which costs time for each word


@cache
def _terminals(parser: Lark) -> tuple[re.Pattern[str], frozenset[str]]:
    """Return one pattern of all terminals in the order in which lark tries them, and the ignored ones."""
    ordered = sorted(
        parser.terminals,
        key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name),
    )
    alternatives = "|".join(f"(?P<{t.name}>{_GROUP.sub('(?:', t.pattern.to_regexp())})" for t in ordered)
    return re.compile(alternatives), frozenset(parser.lexer_conf.ignore)


def words(parser: Lark, text: str) -> list[Token]:
    """Return the tokens of a text by the terminals of the grammar; what none matches is left out.

    One pattern over the text: lark's own lexer counts lines and asks call-backs for every word.
    """
    pattern, ignored = _terminals(parser)
    return [
        Token(kind, match[0], match.start(), end_pos=match.end())
        for match in pattern.finditer(text)
        if (kind := match.lastgroup or "") not in ignored
    ]


Step = int | tuple[int, str, Callable[[list[Any]], Any]]  # shift to a state, or reduce: size, rule, maker


class _Steps(dict[int, dict[str, Step]]):
    """The rows of lark's parse table in plain form, each made when a text first needs it."""

    def __init__(self, parser: Lark) -> None:
        super().__init__()
        conf: Any = parser.parse_interactive().parser_state.parse_conf
        self._conf = conf
        self.start: int = conf.start_state
        self.end: int = conf.end_state

    def __missing__(self, state: int) -> dict[str, Step]:
        row: dict[str, Step] = {}
        for kind, (action, target) in self._conf.states[state].items():
            if action is Shift:
                row[kind] = target
            else:
                row[kind] = (len(target.expansion), target.origin.name, self._conf.callbacks[target])
        self[state] = row
        return row


_steps = cache(_Steps)


class Reader:
    """Longest-match parsing with a budget, so that hostile text costs linear time.

    Where a sentence ends is found on the parser's states alone; only what is kept becomes a tree. A loop of
    ours over lark's table: lark's own looks every rule up by its content.
    """

    def __init__(self, parser: Lark, *, budget: int = BUDGET) -> None:
        self._steps = _steps(parser)
        self.left = budget

    def longest(self, kinds: Sequence[str], start: int = 0) -> int:
        """Return how many terminals from `start` on are the longest sentence there, 0 for none."""
        steps = self._steps
        if start >= len(kinds) or kinds[start] not in steps[steps.start]:
            return 0
        stack = [steps.start]
        longest = 0
        for at in range(start, len(kinds)):
            if at > start and "$END" in steps[stack[-1]] and self._feed([*stack], "$END"):
                longest = at - start
            if self.left <= 0 or not self._feed(stack, kinds[at]):
                return longest
            self.left -= 1
        return len(kinds) - start if self._feed(stack, "$END") else longest

    def _feed(self, stack: list[int], kind: str) -> bool:
        """Move the stack of states over a terminal; tell whether the grammar allows it there."""
        steps = self._steps
        while True:
            step = steps[stack[-1]].get(kind)
            if step is None:
                return False
            if isinstance(step, int):
                stack.append(step)
                return True
            size, rule, _ = step
            if size:
                del stack[-size:]
            stack.append(steps[stack[-1]][rule])  # type: ignore[arg-type]  # a state behind a rule
            if stack[-1] == steps.end and kind == "$END":
                return True

    def tree(self, tokens: Sequence[Token]) -> Node:
        """Return the tree of terminals that are a sentence of the grammar."""
        steps = self._steps
        stack: list[int] = [steps.start]
        values: list[Any] = []
        for kind, token in [*((t.type, t) for t in tokens), ("$END", None)]:
            while not isinstance(step := steps[stack[-1]][kind], int):
                size, rule, make = step
                parts = values[len(values) - size :]
                del stack[len(stack) - size :], values[len(values) - size :]
                stack.append(steps[stack[-1]][rule])  # type: ignore[arg-type]  # a state behind a rule
                values.append(make(parts))
                if stack[-1] == steps.end and token is None:
                    tree: Node = values[-1]
                    return tree
            stack.append(step)
            values.append(token)
        raise AssertionError("the end is reduced, never shifted")
