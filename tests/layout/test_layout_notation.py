"""The notation: what is written is read back, and mistakes are named with their line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stab.errors import LayoutError
from stab.expression import Const, Op, Ref
from stab.layout import parse_layout, render_layout
from stab.layout.alphabet import compress, expand
from stab.layout.notation import RESERVED
from stab.records import (
    Blank,
    Branch,
    Choice,
    Field,
    FieldType,
    Layout,
    Line,
    Literal,
    Repeat,
    Role,
    RoleKind,
)

EVERYTHING = """\
t
repeat t:
  n m
  a[n - 1]
  b[]
  x:real s:str(n, "-#.a-z") w:line
  c[2 * n]:str(*, "01")
  repeat m: u v w
  repeat i < n: k q[k]
  repeat n: row:str(m, "#.")
  blank
  "word" z
  choose type:str:
    1: l r
    add, 3: p
      extra
    else:
  repeat i < n: d[q2[i]]
repeat j until "0 0": n2 m2
@tree u v of n
@weight w
"""


def test_every_node_kind_is_read_and_written() -> None:
    text = EVERYTHING.replace("  repeat i < n: d[q2[i]]\n", "  q2[n]\n  repeat i < n: d[q2[i]]\n")
    layout = parse_layout(text)

    assert render_layout(layout) == text
    assert layout.roles[0] == Role(RoleKind.TREE, ("u", "v"), "n")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", None, "no line"),
        ("# only a comment", None, "no line"),
        ("n n", 1, "read twice"),
        ("n\na[m]", 2, "'m' in 'm' is not read"),
        ("n\nrepeat n:", 2, "empty"),
        ("n\n  m", 2, "deeper"),
        ("n m)", 1, "a blank between"),
        ('"a b"', 1, "not one word"),
        ("n:foo", 1, "int, real, str or line"),
        ("repeat *: a\nb", 1, "follow"),
        ("choose t:", 1, "no branch"),
        ("choose t:\n  1: a\n  1: b", 1, "same value"),
        ("choose t:\n  add: a", 1, "choose t:str:"),
        ("n\n@foo n", 2, "no role"),
        ("n\n@tree u", 2, "no line reads"),
        ("n\na[n", 2, "closing ]"),
        ("a[] b", 1, "the end of the line"),
        ("w:line b", 1, "the end of the line"),
        ("\tn", 1, "tab"),
        ("s:str\na[s]", 2, "not an integer"),
        ("n\na[n]\nb[a]", 3, "not a single number"),
        ("n:int(3)", 1, "only str and line"),
        ('s:str(3, "")', 1, "alphabet is empty"),
        ("repeat 3", 1, "a colon"),
        ("blank n", 1, "word of the notation"),
        ("repeat 2:\n  x\ny[x]", 3, "not a single number"),
        ("n\n" + "m " * 300_000, 2, "characters"),
        ("n\n" * 300_000, None, "lines"),
    ],
)
def test_mistakes_are_named(text: str, line: int | None, said: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parse_layout(text)

    assert said in caught.value.message
    assert caught.value.line == line
    assert caught.value.hint


def test_a_column_is_visible_after_its_block() -> None:
    layout = parse_layout("m\nrepeat m: c\nrepeat i < m: s[c[i]]")

    assert render_layout(layout) == "m\nrepeat m: c\nrepeat i < m: s[c[i]]\n"


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1))
def test_alphabets_round_trip(text: str) -> None:
    assert expand(compress(expand(text))) == expand(text)


NAMES = st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_]{0,3}", fullmatch=True).filter(lambda n: n not in RESERVED)
WORDS = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S")), min_size=1, max_size=5)
ALPHABETS = st.none() | WORDS.map(expand)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:  # noqa: C901 - one case a node kind
    """Layouts over a known size `n`, with every node kind."""
    used = {"n"}

    def name() -> str:
        found = draw(NAMES.filter(lambda x: x not in used))
        used.add(found)
        return found

    def count() -> Ref | Op | Const:
        return draw(st.sampled_from([Ref("n"), Op("-", (Ref("n"), Const(1))), Const(3)]))

    def field() -> Field:
        kind = draw(st.sampled_from([FieldType.INT, FieldType.REAL, FieldType.STR]))
        text = kind is FieldType.STR
        length = count() if text and draw(st.booleans()) else None
        run = count() if draw(st.booleans()) else None
        return Field(name(), kind, run, False, length, draw(ALPHABETS) if text else None)

    def items() -> tuple[Field | Literal, ...]:
        found = [
            field() if draw(st.booleans()) else Literal(draw(WORDS)) for _ in range(draw(st.integers(1, 3)))
        ]
        if draw(st.integers(0, 3)) == 0:
            found.append(Field(name(), FieldType.LINE))
        elif draw(st.integers(0, 3)) == 0:
            found.append(Field(name(), to_line_end=True))
        return tuple(found)

    def node(depth: int) -> Line | Repeat | Choice | Blank:
        kind = draw(st.integers(0, 5 if depth else 1))
        if kind <= 1:
            return Line(items())
        if kind == 2:
            return Blank()
        if kind == 3:
            branches = [Branch((str(i),), items(), block(depth - 1)) for i in range(2)]
            return Choice(Field(name()), (*branches, Branch((), ())))
        index = name() if draw(st.booleans()) else None
        if kind == 4:
            return Repeat(None, block(depth - 1) or (Line(items()),), index, ("0", "x"))
        return Repeat(count(), block(depth - 1) or (Line(items()),), index)

    def block(depth: int) -> tuple[Line | Repeat | Choice | Blank, ...]:
        return tuple(node(depth) for _ in range(draw(st.integers(0, 2))))

    nodes = (Line((Field("n"),)), *block(2))
    return Layout(nodes, (Role(RoleKind.SIZE, ("n",), draw(st.none() | st.just("n - 1"))),))


@settings(max_examples=40)
@given(layouts())
def test_layouts_round_trip(layout: Layout) -> None:
    assert parse_layout(render_layout(layout)) == layout
