"""Python text of expressions, as a generator writes them."""

from __future__ import annotations

import keyword
import math
from collections.abc import Mapping
from fractions import Fraction

from stab.digits import to_text
from stab.expression import LONGEST_NUMBER, Call, Const, Expr, Op, Ref, render
from stab.synth.carried import carried_names

TAKEN = frozenset(
    {
        "np", "rng", "seed", "lines", "cases", "case", "generate", "sys", "line", "rows", "i", "order",
        "profiles", "block", "columns", "pool", "min", "max", "abs", "len", "sum", "range", "int", "str",
        "math", "list", "map", "zip", "print", "sorted", "tuple", "row", "kinds", "which", "chosen",
    }
)  # fmt: skip
_LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "**": 4}


def identifier(name: str) -> str:
    """Return the Python name for a field: the same, with `_` behind where that name is taken."""
    is_word = keyword.iskeyword(name) or keyword.issoftkeyword(name)
    return f"{name}_" if is_word or name in TAKEN or name in carried_names() else name


def number(value: int) -> str:
    """Return a readable literal: 10**9, 2 * 10**5, 998244353; a very long one is hexadecimal.

    Python reads at most 4300 decimal digits of a literal.
    """
    text = to_text(abs(value))
    zeros = len(text) - len(text.rstrip("0"))
    if value and zeros >= 5 and len(text) - zeros <= 2:
        head = text[: len(text) - zeros]
        short = f"10**{zeros}" if head == "1" else f"{head} * 10**{zeros}"
        return f"-({short})" if value < 0 else short
    return hex(value) if len(text) > LONGEST_NUMBER else text if value >= 0 else f"-{text}"


def python(item: Expr, renamed: Mapping[str, str] | None = None, *, up: bool = False, outer: int = 0) -> str:
    """Return integer Python for `item`: fractions are rounded down, or up when `up`.

    `renamed` maps canonical texts of quantities to Python text; works on ints and on numpy arrays alike
    (min and max become np.minimum and np.maximum where an argument is listed as an array by a text
    that starts with `:`).
    """
    return _Writer(renamed or {}, up).write(item, outer)


class _Writer:
    def __init__(self, renamed: Mapping[str, str], up: bool) -> None:
        self.renamed = renamed
        self.up = up

    def write(self, item: Expr, outer: int) -> str:
        match item:
            case Const(value):
                text = number(self.whole(value))
                return f"({text})" if outer > 1 and not text.isdigit() else text
            case Ref(name, indices):
                key = render(item)
                if key in self.renamed:
                    return self.renamed[key].lstrip(":")
                base = self.renamed.get(name, identifier(name)).lstrip(":")
                return base + "".join(f"[{self.write(x, 0)}]" for x in indices)
            case Call("sum" | "len", _):
                return self.renamed.get(render(item), render(item)).lstrip(":")
            case Call(name, args):
                return self.call(name, args)
            case Op("-", (only,)):
                text = "-" + self.write(only, 3)
                return f"({text})" if outer > 0 else text
            case Op(sign, (left, right)):
                return self.operation(sign, left, right, outer)
        raise TypeError(repr(item))

    def whole(self, value: int | Fraction) -> int:
        return math.ceil(value) if self.up else math.floor(value)

    def operation(self, sign: str, left: Expr, right: Expr, outer: int) -> str:
        level = _LEVEL[sign]
        if sign == "/" and self.up:
            text = f"-(-{self.write(left, 3)} // {self.write(right, 3)})"
            return f"({text})" if outer > 1 else text
        shown = "//" if sign == "/" else sign
        a = self.write(left, level + (sign == "**"))
        b = self.write(right, level + (sign in ("-", "/", "//", "%")))
        text = f"{a} ** {b}" if sign == "**" else f"{a} {shown} {b}"
        return f"({text})" if level < outer else text

    def call(self, name: str, args: tuple[Expr, ...]) -> str:
        texts = [self.write(a, 0) for a in args]
        if name in ("ceil", "floor"):
            return f"({_Writer(self.renamed, name == 'ceil').write(args[0], 0)})"
        if name in ("min", "max") and any(self.is_array(a) for a in args):
            found = texts[0]
            for text in texts[1:]:
                found = f"np.{name}imum({found}, {text})"
            return found
        if name == "gcd":
            return f"np.gcd({', '.join(texts)})"
        return f"{name}({', '.join(texts)})"

    def is_array(self, item: Expr) -> bool:
        match item:
            case Ref() | Call("sum" | "len", _):
                return self.renamed.get(render(item), "").startswith(":")
            case Op(_, args) | Call(_, args):
                return any(map(self.is_array, args))
        return False
