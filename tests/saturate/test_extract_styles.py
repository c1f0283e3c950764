"""A constraint written in a random style is read back as the same canonical chain."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, parse_comparison, render
from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract

NAMES = ("n", "m", "k", "q", "h")
ARRAYS = ("c", "d", "g")
STYLES = ("latex", "text", "html", "code")
SIGNS = {
    "latex": {"<=": ("\\le", "\\leq", "\\leqslant"), "<": ("<", "\\lt")},
    "text": {"<=": ("≤", "<=", "⩽"), "<": ("<",)},
    "html": {"<=": ("&le;", "≤", "&lt;="), "<": ("&lt;",)},
    "code": {"<=": ("<=",), "<": ("<",)},
}
TIMES = {
    "latex": (" \\cdot ", " \\times "),
    "text": ("·", " * ", " × "),
    "html": ("&times;", "*"),
    "code": (" * ",),
}

constants = st.one_of(
    st.integers(1, 99), st.integers(2, 18).map(lambda e: 10**e), st.integers(1, 9).map(lambda d: d * 10**5)
)
scalars = st.sampled_from(NAMES).map(Ref)
elements = st.sampled_from(ARRAYS).map(lambda name: Ref(name, (Ref("i"),)))
uppers = st.one_of(
    constants.map(Const),
    scalars,
    st.tuples(scalars, scalars).map(lambda p: Op("*", p)),
    st.tuples(scalars, st.integers(1, 9)).map(lambda p: Op("-", (p[0], Const(p[1])))),
    st.tuples(constants.map(Const), scalars).map(lambda p: Call("min", p)),
)


@st.composite
def chains(draw: st.DrawFn) -> Comparison:
    low = Const(draw(st.integers(0, 9)))
    middle = draw(st.one_of(scalars, elements))
    high = draw(uppers)
    signs = ("<=", draw(st.sampled_from(("<=", "<=", "<"))))
    return Comparison((low, middle, high), signs)


@st.composite
def written(draw: st.DrawFn) -> tuple[Comparison, str]:
    chain = draw(chains())
    style = draw(st.sampled_from(STYLES))
    parts = [show(chain.operands[0], style, draw)]
    for sign, operand in zip(chain.signs, chain.operands[1:], strict=True):
        blank = draw(st.sampled_from((" ", "  ") if style != "text" else (" ", "")))
        spelled = draw(st.sampled_from(SIGNS[style][sign]))
        parts.append(f"{blank}{spelled} {show(operand, style, draw)}")
    body = "".join(parts)
    return chain, {"latex": f"${body}$", "text": body, "html": f"<b>{body}</b>", "code": f"`{body}`"}[style]


def show(item: Expr, style: str, draw: st.DrawFn) -> str:
    match item:
        case Const(value):
            return number(int(value), style, draw)
        case Ref(name, ()):
            return name
        case Ref(name, _):
            return {
                "latex": f"{name}_i",
                "text": f"{name}_i",
                "html": f"{name}<sub>i</sub>",
                "code": f"{name}[i]",
            }[style]
        case Op("*", (left, right)):
            return f"{show(left, style, draw)}{draw(st.sampled_from(TIMES[style]))}{show(right, style, draw)}"
        case Op(sign, (left, right)):
            return f"{show(left, style, draw)} {sign} {show(right, style, draw)}"
        case Call(name, args):
            inside = ", ".join(show(a, style, draw) for a in args)
            return f"\\min({inside})" if style == "latex" else f"{name}({inside})"
    raise AssertionError(item)


def number(value: int, style: str, draw: st.DrawFn) -> str:
    digits = str(value)
    choices = [digits]
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros >= 3 and len(digits) == zeros + 1:
        power = {"latex": f"10^{{{zeros}}}", "html": f"10<sup>{zeros}</sup>"}.get(style, f"10^{zeros}")
        lead = digits[0]
        choices.append(power if lead == "1" else f"{lead}{draw(st.sampled_from(TIMES[style]))}{power}")
    if value >= 1000 and style == "latex":
        choices.append(f"{value:,}".replace(",", draw(st.sampled_from(("\\,", "{,}")))))
    return draw(st.sampled_from(choices))


@settings(max_examples=150, deadline=None)
@given(written())
def test_written_in_any_style_it_reads_back(pair: tuple[Comparison, str]) -> None:
    chain, text = pair
    body = f"The first line contains some integers ({text})."
    start = len("## Input\n\n")
    section = Section(SectionKind.INPUT, "Input", body, start, 3)
    found = extract(Problem("p", "", f"## Input\n\n{body}\n", Markup.MARKDOWN, (section,)))

    assert [c.comparison for c in found.constraints] == [parse_comparison(render(chain))], text
