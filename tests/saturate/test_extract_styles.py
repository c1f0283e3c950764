"""A constraint written in a random style is read back as the same canonical chain."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, parse_comparison, refs, render
from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract

NAMES = ("n", "m", "k", "q", "h")
ARRAYS = ("c", "d", "g")
STYLES = ("latex", "text", "html", "code")
SIGNS = {
    "latex": {"<=": ("\\le", "\\leq", "\\leqslant"), "<": ("<", "\\lt")},
    "text": {"<=": ("≤", "<=", "⩽", "≦"), "<": ("<", "＜")},
    "html": {"<=": ("&le;", "≤", "&lt;="), "<": ("&lt;",)},
    "code": {"<=": ("<=",), "<": ("<",)},
}
TURNED = {
    "latex": {"<=": ("\\ge", "\\geq", "\\geqslant"), "<": (">", "\\gt")},
    "text": {"<=": ("≥", ">=", "⩾", "≧"), "<": (">", "＞")},
    "html": {"<=": ("&ge;", "≥", "&gt;="), "<": ("&gt;",)},
    "code": {"<=": (">=",), "<": (">",)},
}
GROUPS = {  # what stands between the thousands
    "latex": ("\\,", "{,}", ",", "~", "\\ ", "\\;"),
    "text": (",", " ", "\u2009", "\u00a0", "'"),
    "html": (",", " ", "&nbsp;", "&thinsp;"),
    "code": ("_",),
}
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
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
    st.tuples(st.integers(2, 9).map(Const), scalars).map(lambda p: Op("*", p)),
    scalars.map(lambda n: Op("/", (Op("*", (n, Op("-", (n, Const(1))))), Const(2)))),
    st.tuples(scalars, st.integers(2, 3).map(Const)).map(lambda p: Op("**", p)),
)


@st.composite
def chains(draw: st.DrawFn) -> Comparison:
    low = Const(draw(st.integers(0, 9)))
    middle = draw(st.one_of(scalars, elements))
    high = draw(uppers.filter(lambda e: not set(refs(e)) & set(refs(middle))))
    signs = ("<=", draw(st.sampled_from(("<=", "<=", "<"))))
    return Comparison((low, middle, high), signs)


@st.composite
def written(draw: st.DrawFn) -> tuple[list[Comparison], str]:
    """Chains that share their ends, and how they are written: either way round, the names in a list."""
    chain = draw(chains())
    style = draw(st.sampled_from(STYLES))
    low, subject, high = chain.operands
    subjects = [subject]
    if isinstance(subject, Ref) and draw(st.booleans()):
        others = ARRAYS if subject.indices else NAMES
        used = {r.name for r in (*refs(subject), *refs(high))}
        more = [Ref(name, subject.indices) for name in others if name not in used]
        subjects += draw(st.lists(st.sampled_from(more), min_size=1, max_size=2, unique=True))
    middle = ", ".join(show(s, style, draw) for s in subjects)
    operands = [show(low, style, draw), middle, show(high, style, draw)]
    signs, table = list(chain.signs), SIGNS
    is_plain = len(subjects) == 1 or isinstance(high, Const)  # `n >= m, k >= 0` may be two chains
    if is_plain and draw(st.booleans()):
        operands, signs, table = operands[::-1], signs[::-1], TURNED
    body = operands[0]
    for sign, operand in zip(signs, operands[1:], strict=True):
        blank = draw(st.sampled_from((" ", "  ") if style != "text" else (" ", "")))
        body += f"{blank}{draw(st.sampled_from(table[style][sign]))} {operand}"
    wrapped = {"latex": f"${body}$", "text": body, "html": f"<b>{body}</b>", "code": f"`{body}`"}[style]
    return [Comparison((low, s, high), chain.signs) for s in subjects], wrapped


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
        case Op("/" | "**", _) | Op("*", (Const(), _)):
            return special(item, style, draw)
        case Op("*", (left, right)):
            return f"{show(left, style, draw)}{draw(st.sampled_from(TIMES[style]))}{show(right, style, draw)}"
        case Op(sign, (left, right)):
            return f"{show(left, style, draw)} {sign} {show(right, style, draw)}"
        case Call(name, args):
            inside = ", ".join(show(a, style, draw) for a in args)
            return f"\\min({inside})" if style == "latex" else f"{name}({inside})"
    raise AssertionError(item)


def special(item: Expr, style: str, draw: st.DrawFn) -> str:
    """Write n(n - 1)/2, powers and products without a sign."""
    match item:
        case Op("/", (Op("*", (name, _)), _)):
            half = f"{show(name, style, draw)}({show(name, style, draw)} - 1)"
            if style == "latex" and draw(st.booleans()):
                return f"\\frac{{{half}}}{{2}}"
            return f"{half} / 2" if style != "code" else f"{name.name} * ({name.name} - 1) / 2"
        case Op("**", (base, Const(exponent))):
            raised = {"latex": f"^{exponent}", "html": f"<sup>{exponent}</sup>", "code": f" ** {exponent}"}
            spelled = raised.get(
                style, draw(st.sampled_from((f"^{exponent}", str(exponent).translate(RAISED))))
            )
            return show(base, style, draw) + spelled
        case Op("*", (Const(value), Ref(name, ()))) if value < 10 and style != "code" and draw(st.booleans()):
            return f"{value}{name}"
        case Op(_, (left, right)):
            return f"{show(left, style, draw)}{draw(st.sampled_from(TIMES[style]))}{show(right, style, draw)}"
    raise AssertionError(item)


def number(value: int, style: str, draw: st.DrawFn) -> str:
    digits = str(value)
    choices = [digits]
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros >= 3 and len(digits) == zeros + 1:
        powers = {"latex": (f"10^{{{zeros}}}",), "html": (f"10<sup>{zeros}</sup>",)}
        plain = (f"10^{zeros}", "10" + str(zeros).translate(RAISED)) if style == "text" else (f"10^{zeros}",)
        power = draw(st.sampled_from(powers.get(style, plain)))
        lead = digits[0]
        choices.append(power if lead == "1" else f"{lead}{draw(st.sampled_from(TIMES[style]))}{power}")
        if style != "latex":
            choices.append(f"{lead}e{zeros}")
    if value >= 1000:
        choices.append(f"{value:,}".replace(",", draw(st.sampled_from(GROUPS[style]))))
    return draw(st.sampled_from(choices))


@settings(max_examples=150, deadline=None)
@given(written())
def test_written_in_any_style_it_reads_back(pair: tuple[list[Comparison], str]) -> None:
    wanted, text = pair
    body = f"The first line contains some integers ({text})."
    start = len("## Input\n\n")
    section = Section(SectionKind.INPUT, "Input", body, start, 3)
    found = extract(Problem("p", "", f"## Input\n\n{body}\n", Markup.MARKDOWN, (section,)))

    assert [c.comparison for c in found.constraints] == [parse_comparison(render(c)) for c in wanted], text
