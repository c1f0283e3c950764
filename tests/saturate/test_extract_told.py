"""A bound told in words of any kind is read back as the same canonical chain."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stab.expression import Call, Comparison, Const, Expr, Ref, render
from stab.records import Markup, Problem, Section, SectionKind
from stab.saturate import extract

SCALARS = ("p", "q", "h")
ARRAYS = ("c", "d", "g")
UPPERS = (
    "{s} is at most {b}",
    "{s} is no more than {b}",
    "{s} is not greater than {b}",
    "{s} does not exceed {b}",
    "{s} never exceeds {b}",
    "{s} will not be larger than {b}",
    "{s} isn't more than {b}",
    "{s} is less than or equal to {b}",
    "{s} is limited to {b}",
    "{s} is {b} or less",
    "{s} is never above {b}",
    "{s}, which is at most {b}",
    "{s} ≤ {b}",
)
RANGES = (
    "{s} is between {a} and {b}",
    "{s} lies between {a} and {b}, inclusive",
    "{s} is in the range from {a} to {b}",
    "{s} is in the range [{a}, {b}]",
    "{s} ranges from {a} to {b}",
    "{s} is at least {a} and at most {b}",
    "{s} is at least {a} but no more than {b}",
    "{s} is not less than {a} and not greater than {b}",
    "{s} is at most {b} but at least {a}",
    "{s} is never below {a} and never above {b}",
    "{s}, which is at least {a} but never more than {b}",
    "{s} is neither less than {a} nor larger than {b}",
    "{s} lies in {a}..{b}",
    "{s} ({a}..{b})",
    "{a} ≤ {s} ≤ {b}",
)
NONE = (
    "Integers {s}, none of which exceeds {b}.",
    "None of the {s} is larger than {b}.",
    "No {s} exceeds {b}.",
    "Integers {s}, each at most {b}.",
    "Integers {s}, all of which are no more than {b}.",
)
LEADS = ("The value of ", "The integer ", "Here ", "It is guaranteed that ", "")
MARKS = ("{}", "${}$", "`{}`", "<b>{}</b>", "*{}*")

numbers = st.one_of(  # but for 102, say, which may be 10^2 with its exponent lost
    st.integers(10, 99), st.integers(3, 9).map(lambda e: 10**e), st.integers(2000, 99999)
)
lows = st.integers(2, 9)


def shown(value: int, mark: str, draw: st.DrawFn) -> str:
    digits = str(value)
    choices = [digits]
    if digits.strip("0") == "1" and value >= 1000:
        choices.append(f"10^{len(digits) - 1}")
    if digits.endswith("000") and mark != "`{}`":
        choices.append(f"{value:,}")
    spelled = draw(st.sampled_from(choices))
    return mark.format(spelled) if draw(st.booleans()) and mark[0] in "$`" else spelled


@st.composite
def told(draw: st.DrawFn) -> tuple[str, str]:
    """A text, and what it tells."""
    mark = draw(st.sampled_from(MARKS))
    low, high = draw(lows), draw(numbers)
    kind = draw(st.sampled_from(("scalar", "element", "none")))
    name = draw(st.sampled_from(SCALARS if kind == "scalar" else ARRAYS))
    subject: Expr = Ref(name) if kind == "scalar" else Ref(name, (Ref("i"),))
    written = (
        name
        if kind == "scalar"
        else {"`{}`": f"{name}[i]", "<b>{}</b>": f"{name}<sub>i</sub>"}.get(mark, f"{name}_i")
    )
    a, b = shown(low, mark, draw), shown(high, mark, draw)
    if kind == "none":
        text = draw(st.sampled_from(NONE)).format(s=mark.format(written), b=b)
        return text, render(Comparison((subject, Const(high)), ("<=",)))
    lead = draw(st.sampled_from(LEADS)) + ("each " if kind == "element" and draw(st.booleans()) else "")
    if draw(st.booleans()):
        form, bounds = draw(st.sampled_from(UPPERS)), Comparison((subject, Const(high)), ("<=",))
    else:
        form = draw(st.sampled_from(RANGES))
        bounds = Comparison((Const(low), subject, Const(high)), ("<=", "<="))
    return f"{lead}{form.format(s=mark.format(written), a=a, b=b)}.", render(bounds)


def read(body: str) -> list[str]:
    section = Section(SectionKind.INPUT, "", body, 0, 1)
    return [c.text for c in extract(Problem("p", "", body, Markup.MARKDOWN, (section,))).constraints]


@settings(max_examples=150, deadline=None)
@given(told())
def test_told_in_any_words_it_reads_back(pair: tuple[str, str]) -> None:
    text, wanted = pair

    assert read(text) == [wanted]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(("{w} at most {b} characters", "{w} no more than {b} letters", "{w} up to {b} symbols")),
    st.sampled_from(("The word w has", "The string w contains", "A string w of", "A non-empty word w of")),
    numbers,
)
def test_lengths_told_in_any_words(form: str, lead: str, most: int) -> None:
    length = Call("len", (Ref("w"),))
    whole = Comparison((length, Const(most)), ("<=",))
    if "non-empty" in lead:
        whole = Comparison((Const(1), length, Const(most)), ("<=", "<="))

    assert read(form.format(w=lead, b=most) + ".") == [render(whole)]
