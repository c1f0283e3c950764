"""Counts of a layout while an input is being read: `n`, `n - 1`, `k[i]`, `len(s)`, `sum(k)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stab.digits import to_text
from stab.errors import LayoutError
from stab.expression import Call, Const, Expr, Ref, Unbound, Value, evaluate, names, parse_expr, render
from stab.layout.mismatch import Mismatch, shown
from stab.layout.tokens import WORD, TokenTable, integer

_LONGEST = 30  # digits of a number that something can be counted by


class Index(int):
    """The repetition a block is in; other integers in the environment are token numbers."""


def at_token(table: TokenTable, token: int, expected: str) -> Mismatch:
    """Return the mismatch of a token that stands where something else was expected."""
    line, column = table.place(token)
    return Mismatch(line, column, expected, shown(table.text(token)))


class Counts(Mapping[str, Value]):
    """The numbers read so far, by canonical text.

    `held` maps a name to its token number, to an Index, or to the token numbers of a run or of a column.
    """

    def __init__(self, table: TokenTable, held: Mapping[str, object]) -> None:
        self.table = table
        self.held = held

    def count(self, expr: Expr | None, line: int) -> int:
        """Return the value of a count; Mismatch when the input makes it nonsense."""
        assert expr is not None
        try:
            if isinstance(expr, Const):
                value: Value = expr.value
            elif isinstance(expr, Ref) and not expr.indices:
                value = self.number(expr.name)
            else:
                value = evaluate(expr, self)
        except (ArithmeticError, IndexError) as error:
            why = "it divides by zero" if isinstance(error, ZeroDivisionError) else str(error)
            raise self.nonsense(expr, why, line) from None
        except (KeyError, Unbound):
            raise LayoutError(f"the count '{render(expr)}' needs a name that is not read before") from None
        if value != int(value) or value < 0:
            shown_value = to_text(value) if isinstance(value, int) else str(value)
            raise self.nonsense(expr, f"it is {shown_value}", line)
        return int(value)

    def nonsense(self, expr: Expr, why: str, line: int) -> Mismatch:
        """Return the mismatch of the first number in an impossible count."""
        held = (self.held.get(name) for name in names(expr))
        token = next((h for h in held if isinstance(h, int) and not isinstance(h, Index)), None)
        expected = f"a value that makes the count '{render(expr)}' possible ({why})"
        return Mismatch(line, 1, expected, "none") if token is None else at_token(self.table, token, expected)

    def number(self, name: str) -> int:
        """Return the value of a single number or an index."""
        held = self.held[name]
        if isinstance(held, Index):
            return held
        if not isinstance(held, int):
            raise LayoutError(f"'{name}' is not a single number where the layout counts with it")
        return self.token_number(held, name)

    def token_number(self, token: int, name: str) -> int:
        """Return the integer in a token."""
        text = self.table.text(token)
        if self.table.kinds[token] == WORD:
            raise at_token(self.table, token, f"{name} (an integer)")
        if len(text) > _LONGEST:
            raise at_token(self.table, token, f"{name} (a count)")
        return integer(text)

    def elements(self, name: str) -> range | list[int]:
        """Return the tokens of a run or a column."""
        held = self.held[name]
        if isinstance(held, (range, list)):
            return held
        raise LayoutError(f"'{name}' has no elements where the layout counts with them")

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str)

    def __getitem__(self, text: str) -> Value:
        match parse_expr(text):
            case Ref(name, ()):
                return self.number(name)
            case Ref(name, (index,)):
                tokens, at = self.elements(name), int(evaluate(index, self))
                if not 0 <= at < len(tokens):
                    raise IndexError(f"{name} has no element {at}")
                return self.token_number(tokens[at], name)
            case Call("len", (Ref(name, ()),)):
                held = self.held[name]
                return len(held) if isinstance(held, (range, list)) else len(self.table.text(_token(held)))
            case Call("sum", (Ref(name, _),)):
                return sum(self.token_number(token, name) for token in self.elements(name))
        raise Unbound(text)

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


def _token(held: object) -> int:
    assert isinstance(held, int)
    return held
