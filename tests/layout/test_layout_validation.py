"""Binding and validating: which constraints are found, what is wrong with an input and where."""

from __future__ import annotations

import pytest

from stab.expression import names, parse_comparison, render
from stab.layout import bind, describe_fault, parse_layout, validate
from stab.records import (
    Binding,
    Constraint,
    ConstraintKind,
    Extraction,
    FaultKind,
    Hit,
    Layout,
    Origin,
    Sample,
    Scope,
)


def constraint(text: str, quote: str = "") -> Constraint:
    comparison = parse_comparison(text)
    return Constraint(
        text, ConstraintKind.OTHER, names(comparison), quote or text, 7, Origin.NOTATION, comparison
    )


def bound(
    layout: str, *constraints: str, side: tuple[str, ...] = (), sample: str = ""
) -> tuple[Layout, Binding]:
    made = parse_layout(layout)
    extraction = Extraction(tuple(map(constraint, constraints)), side)
    return made, bind(made, extraction, (Sample("1", sample),) if sample else ())


CASES = "t\nrepeat t:\n  n m\n  a[n]\n  repeat m: u v\n"


@pytest.mark.parametrize(
    ("layout", "constraint_text", "rule", "scope"),
    [
        ("n", "1 <= n <= 5", "1 <= n <= 5", Scope.FILE),
        ("n", "1 <= N <= 5", "1 <= n <= 5", Scope.FILE),
        ("n N", "1 <= N <= 5", "1 <= N <= 5", Scope.FILE),
        ("x1 x2", "1 <= x[1] <= 5", "1 <= x1 <= 5", Scope.FILE),
        ("x_1", "1 <= x1 <= 5", None, Scope.FILE),
        ("x_1", "1 <= x[1] <= 5", "1 <= x_1 <= 5", Scope.FILE),
        ("n\nrepeat n: y1 y2", "1 <= y[i][2] <= 5", "1 <= y2[i] <= 5", Scope.ROW),
        ("t_m", "1 <= t[m] <= 5", "1 <= t_m <= 5", Scope.FILE),
        ("n\na[n]", "1 <= a[1]", "1 <= a[1]", Scope.FILE),
        ("n\na[n]", "1 <= a1", "1 <= a[1]", Scope.FILE),
        (CASES, "1 <= n <= 5", "1 <= n <= 5", Scope.CASE),
        (CASES, "1 <= a[i] <= 5", "1 <= a[i] <= 5", Scope.ROW),
        (CASES, "1 <= u[i] <= v[i] <= n", "1 <= u[i] <= v[i] <= n", Scope.ROW),
        (CASES, "1 <= u <= n", "1 <= u <= n", Scope.ROW),
        (CASES, "sum(n) <= 5", "sum(n) <= 5", Scope.FILE),
        (CASES, "sum(a[i]) <= 5", "sum(a[i]) <= 5", Scope.CASE),
        ("n m\nrepeat n: g[m]", "1 <= g[i][j] <= 5", "1 <= g[i][j] <= 5", Scope.ROW),
        ("s:str", "1 <= len(S) <= 5", "1 <= len(s) <= 5", Scope.FILE),
        ("_s:str", "1 <= len(_name) <= 5", "1 <= len(_s) <= 5", Scope.FILE),
        ("n\nc[n]:str", "len(c[i]) <= 5", "len(c[i]) <= 5", Scope.ROW),
        ("n\na[n]", "len(a) <= 5", "len(a) <= 5", Scope.FILE),
        ("n", "1 <= q <= 5", None, Scope.FILE),
        ("s:str", "1 <= s <= 5", None, Scope.FILE),
        ("n\nrepeat n: x\nm\nrepeat m: y", "x <= y", None, Scope.FILE),
    ],
)
def test_names_are_connected(layout: str, constraint_text: str, rule: str | None, scope: Scope) -> None:
    _, binding = bound(layout, constraint_text)
    stated = [r for r in binding.rules if r.quote]

    if rule is None:
        assert binding.unbound == (constraint_text,)
    else:
        assert [(render(r.comparison), r.scope) for r in stated] == [(rule, scope)]


def test_numbered_fields_share_a_rule() -> None:
    _, binding = bound("x1 y1 x2 y2", "0 <= x[i], y".replace(", y", " <= 9"), "x[i] <= y[i]")

    texts = [render(r.comparison) for r in binding.rules]
    assert texts == ["0 <= x1 <= 9", "0 <= x2 <= 9", "x1 <= y1", "x2 <= y2"]


def test_the_known_part_of_a_chain_remains() -> None:
    _, binding = bound("n", "1 <= n <= limit")

    assert [render(r.comparison) for r in binding.rules] == ["1 <= n"]
    assert binding.unbound == ("1 <= n <= limit",)


def test_a_sample_withdraws_what_it_breaks() -> None:
    layout, binding = bound("n\na[n]\n@sorted a", "1 <= n <= 2", "0 <= a[i] <= 9", sample="3\n5 7 6\n")

    assert [render(r.comparison) for r in binding.rules] == ["1 <= n", "0 <= a[i] <= 9"]
    assert binding.broken == ("n <= 2",)
    assert [w.quote for w in binding.withdrawn] == ["1 <= n <= 2", "@sorted a"]
    assert "sample '1' has n = 3 (line 1, column 1)" in binding.withdrawn[0].reason
    assert validate(layout, binding, b"2\n7 6\n").ok


def test_a_rule_is_kept_where_its_name_is_read_elsewhere() -> None:
    layout, binding = bound(
        "n\nrepeat n: x\nq\nrepeat q:\n  k x[k]", "1 <= x <= n", sample="2\n1\n2\n1\n1 7\n"
    )

    assert [r.readings for r in binding.rules if r.quote] == [(0,)]
    assert "it is kept" in binding.withdrawn[0].reason
    assert validate(layout, binding, b"1\n1\n1\n1 8\n").ok
    assert not validate(layout, binding, b"1\n2\n1\n1 8\n").ok


@pytest.mark.parametrize(
    ("sample", "low", "high"), [("3 1\n1 3\n", 1, "n"), ("3 1\n0 2\n", 0, "n - 1"), ("", 1, "n")]
)
def test_vertices_get_a_range(sample: str, low: int, high: str) -> None:
    _, binding = bound("n m\nrepeat m: u v\n@edges u v of n", sample=sample)

    assert [render(r.comparison) for r in binding.rules if "u" in r.fields] == [f"{low} <= u <= {high}"]


RULES: list[tuple[str, tuple[str, ...], str, str | None]] = [
    (
        "n\na[n]",
        ("1 <= a[i] <= 1000000",),
        "2\n5 1000001\n",
        "line 2, column 3: 1000001 breaks 1 <= a[i] <= 1000000",
    ),
    ("n\na[n]", ("1 <= a[i] <= 1000000",), "2\n1 1000000\n", None),
    ("l r", ("1 <= l <= r <= 9",), "5 4\n", "line 1, column 3: 4 breaks 1 <= l <= r <= 9 (l = 5, r = 4)"),
    (
        CASES,
        ("sum(n) <= 3",),
        "2\n2 0\n1 1\n2 0\n1 1\n",
        "line 4, column 1: 2 breaks sum(n) <= 3 (sum(n) = 4)",
    ),
    (CASES, ("1 <= u <= n",), "1\n1 1\n5\n1 1\n", None),
    (CASES, ("1 <= u <= n",), "1\n1 1\n5\n2 1\n", "line 4, column 1: 2 breaks 1 <= u <= n (u = 2, n = 1)"),
    (CASES, ("m <= n * (n - 1) / 2",), "1\n3 3\n1 1 1\n1 2\n1 3\n2 3\n", None),
    (
        CASES,
        ("m <= n * (n - 1) / 2",),
        "1\n2 2\n1 1\n1 2\n1 2\n",
        "line 2, column 3: 2 breaks m <= n * (n - 1) / 2",
    ),
    ("n\na[n]", ("a[i] < a[i + 1]",), "3\n1 2 2\n", "line 2, column 5: 2 breaks a[i] < a[i + 1]"),
    ("n\na[n]\nb[n]", ("a[i] <= b[i]",), "2\n1 2\n1 1\n", "line 3, column 3: 1 breaks a[i] <= b[i]"),
    ("n\nrepeat n: a\nb[n]", ("a[i] <= b[i]",), "2\n1\n2\n1 1\n", "line 4, column 3: 1 breaks a[i] <= b[i]"),
    ("n\np[n - 1]", ("1 <= p[i] < i",), "3\n1 2\n", None),
    ("n\np[n - 1]", ("1 <= p[i] < i",), "3\n1 3\n", "line 2, column 3: 3 breaks 1 <= p[i] < i"),
    ("s:str", ("len(s) <= 3",), "abcd\n", "line 1, column 1: abcd breaks len(s) <= 3 (len(s) = 4)"),
    (
        "n\nrepeat n: s:str",
        ("sum(len(s)) <= 3",),
        "2\nab\ncd\n",
        "line 3, column 1: cd breaks sum(len(s)) <= 3",
    ),
    ("x:real", ("0 <= x <= 0.5",), "0.50\n", None),
    ("x:real", ("0 <= x < 0.5",), "0.50\n", "line 1, column 1: 0.50 breaks 0 <= x < 0.5"),
    ("n", ("1 <= n <= 10 ** 20",), f"{10**20}\n", None),
    ("n", ("1 <= n <= 10 ** 20",), f"{10**20 + 1}\n", f"line 1, column 1: {10**20 + 1} breaks"),
    ("a b", ("a * b <= 10 ** 18",), f"{2**62} {2**62}\n", "breaks a * b <= 1"),
    ("a b", ("a * b <= 10 ** 18",), f"{10**9} {10**9}\n", None),
    ("a b", ("a % b == 0",), "6 0\n", "line 1, column 3: 0 breaks a % b == 0"),
    ("n k", ("1 <= k <= min(n, 20)",), "30 21\n", "21 breaks 1 <= k <= min(n, 20)"),
    (
        "q\nrepeat q:\n  choose t:\n    1: l r\n    2: l r",
        ("1 <= l <= r",),
        "2\n1 1 2\n2 2 1\n",
        "line 3, column 5: 1 breaks",
    ),
    ("n", ("isprime(n) == 1",), "9\n", "9 breaks isprime(n) == 1"),
]


@pytest.mark.parametrize(("layout", "rules", "data", "said"), RULES)
def test_rules(layout: str, rules: tuple[str, ...], data: str, said: str | None) -> None:
    made, binding = bound(layout, *rules)
    check = validate(made, binding, data.encode())

    assert check.ok == (said is None)
    if said is not None:
        assert said in describe_fault(check.faults[0])
        assert check.faults[0].kind is FaultKind.CONSTRAINT


TREE = "n\nrepeat n - 1: u v\n@tree u v of n"
ROLES = [
    (TREE, "3\n1 2\n2 3\n", True),
    (TREE, "1\n", True),
    (TREE, "3\n1 2\n2 1\n", False),
    (TREE, "4\n1 2\n2 3\n3 1\n", False),
    ("n m\nrepeat m: u v\n@connected u v of n", "3 2\n1 2\n1 2\n", False),
    ("n m\nrepeat m: u v\n@simple u v of n", "3 2\n1 2\n2 1\n", False),
    ("n m\nrepeat m: u v\n@simple u v of n\n@directed u v", "3 2\n1 2\n2 1\n", True),
    ("n m\nrepeat m: u v\n@simple u v of n", "3 1\n1 1\n", False),
    ('m\ns:str(*, "a-z")\n@letters s of m', "3\nabc\n", True),
    ('m\ns:str(*, "a-z")\n@letters s of m', "3\nabd\n", False),
    ('t\nrepeat t:\n  m\n  s:str(*, "A-Z")\n@letters s of m', "2\n3\nABC\n1\nB\n", False),
    ("n m\nrepeat m: u v\n@acyclic u v of n\n@directed u v", "3 3\n1 2\n2 3\n1 3\n", True),
    ("n m\nrepeat m: u v\n@acyclic u v of n\n@directed u v", "3 3\n1 2\n2 3\n3 1\n", False),
    ("n m\nrepeat m: u v\n@acyclic u v of n", "3 3\n1 2\n2 3\n1 3\n", False),
    ("n\np[n]\n@permutation p", "3\n3 1 2\n", True),
    ("n\np[n]\n@permutation p", "3\n0 1 2\n", True),
    ("n\np[n]\n@permutation p", "3\n3 1 1\n", False),
    ("n\np[n]\n@permutation p", "3\n4 1 2\n", False),
    ("n\nrepeat n: x y\n@distinct x y", "2\n1 2\n2 1\n", True),
    ("n\nrepeat n: x y\n@distinct x y", "2\n1 2\n1 2\n", False),
    ("n\nc[n]:str\n@distinct c", "2\nab ab\n", False),
    ("n\na[n]\n@sorted a", "3\n1 1 2\n", True),
    ("n\na[n]\n@sorted a", "3\n1 3 2\n", False),
    ("t\nrepeat t:\n  n\n  a[n]\n@sorted a", "2\n1\n5\n1\n4\n", True),
    ("l r\n@interval l r", "2 1\n", False),
    ("s:str\n@brackets s", "()[]\n", True),
    ("s:str\n@brackets s", "()x\n", False),
]


@pytest.mark.parametrize(("layout", "data", "ok"), ROLES)
def test_roles(layout: str, data: str, ok: bool) -> None:
    made, binding = bound(layout)
    check = validate(made, binding, data.encode())

    assert check.ok is ok, check.faults
    assert all(fault.kind is FaultKind.SIDE_CONDITION for fault in check.faults)


@pytest.mark.parametrize(
    ("data", "place", "token"),
    [
        (b"2\n1 2", (2, 4), "the end of the file"),
        (b"2\n1  2\n", (2, 3), "a second blank"),
        (b"2\n1 2 \n", (2, 4), "a blank at the end of the line"),
        (b" 2\n1 2\n", (1, 1), "a blank at the start of the line"),
        (b"2\r\n1 2\n", (1, 2), "a carriage return"),
        (b"2\n1\t2\n", (2, 2), "a tab"),
        (b"2\n1 +2\n", (2, 3), "'+2'"),
        (b"2\n1 02\n", (2, 3), "'02'"),
        (b"2\n1 -0\n", (2, 3), "'-0'"),
        (b"2\n1 2\n\n", (3, 1), "an empty line"),
        (b"", (1, 1), "the end of the file"),
        (b"2\n1 \xff\n", (2, 3), "'\ufffd'"),
    ],
)
def test_strictness(data: bytes, place: tuple[int, int], token: str) -> None:
    made, binding = bound("n\na[n]", "0 <= a[i] <= 9")
    check = validate(made, binding, data)

    assert (check.faults[0].line, check.faults[0].column, check.faults[0].token) == (*place, token)
    assert check.faults[0].kind is FaultKind.LAYOUT


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("byte", [*range(32), 127])
@pytest.mark.parametrize(("line", "column"), [(b"1 2%c 3", 4), (b"%c 1 2 3", 1), (b"1 2%c3 4", 4)])
def test_control_characters_have_a_place(line: bytes, column: int, byte: int, strict: bool) -> None:
    made, binding = bound("n\na[n]", "0 <= a[i] <= 9")
    check = validate(made, binding, b"3\n" + line % byte + b"\n", strict)

    if strict:
        begins = column - (byte == 127 and column > 1)  # that one is part of the token
        assert (check.faults[0].line, check.faults[0].column) == (2, begins)
        assert check.faults[0].kind is FaultKind.LAYOUT


def test_whole_lines_may_hold_blanks() -> None:
    made, binding = bound("n w:line", "len(w) <= 7")

    assert validate(made, binding, b"1  a  b \n").ok
    assert not validate(made, binding, b"1  a  b  x\n").ok


def test_hits_tell_which_bounds_are_reached() -> None:
    made, binding = bound("n\na[n]", "1 <= n <= 3", "0 < a[i] < 10", "sum(a[i]) <= 19")
    check = validate(made, binding, b"3\n1 9 9\n")

    assert dict(check.hits) == {"n": Hit(False, True), "a": Hit(True, True), "sum(a)": Hit(False, True)}


def test_side_conditions_have_their_kind() -> None:
    made, binding = bound("n\ns:str", side=("n % 2 == 1", "len(s) == n"))
    check = validate(made, binding, b"2\nabc\n")

    assert [f.kind for f in check.faults] == [FaultKind.SIDE_CONDITION] * 2


@pytest.mark.parametrize("layout", ["n\na:str(n)", "n\na[2]:str(n)", "n\nw:line(n)", "n\nrepeat 1: a:str(n)"])
def test_a_length_that_is_no_number_is_a_fault(layout: str) -> None:
    made, binding = bound(layout)
    check = validate(made, binding, b"x\nab c\n")

    assert [f.token for f in check.faults][:1] == ["'x'"]


def test_an_empty_array_at_the_very_end_has_a_place() -> None:
    made, binding = bound("n\na[]", "2 <= len(a) <= 9")
    faults = validate(made, binding, b"4\n\n").faults

    assert [(f.line, f.column, f.token, f.rule) for f in faults] == [
        (2, 1, "the end of the file", "2 <= len(a) <= 9")
    ]
