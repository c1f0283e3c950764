"""Roles, alphabets, refusals and layouts given by the user."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stab.errors import LayoutError
from stab.layout.infer import infer_layout
from stab.layout.infer.charsets import alphabet_in
from stab.layout.rendering import role_text
from stab.records import (
    Extraction,
    Field,
    LayoutSource,
    Line,
    Markup,
    Overrides,
    Problem,
    ProblemForm,
    Role,
    RoleKind,
    Sample,
    Section,
    SectionKind,
)
from stab.saturate import extract

GRAPH = (
    "The first line contains two integers n and m (2 ≤ n ≤ 9, 1 ≤ m ≤ 9), the number of towns and of roads.\n"
    "Each of the next m lines contains two integers u and v (1 ≤ u, v ≤ n, u ≠ v), a road between u and v.\n"
)


def problem_of(text: str, *samples: str, **changes: object) -> Problem:
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    found = tuple(Sample(str(n + 1), s) for n, s in enumerate(samples))
    problem = Problem("p", "", text, Markup.TEXT, (section,), found)
    return replace(problem, **changes)  # type: ignore[arg-type]


def roles(text: str, *samples: str) -> dict[RoleKind, Role]:
    problem = problem_of(text, *samples)
    return {role.kind: role for role in infer_layout(problem, extract(problem)).roles}


def test_edges_take_their_size_from_the_bounds() -> None:
    found = roles(GRAPH, "3 2\n1 2\n2 3\n")

    assert found[RoleKind.EDGES].fields == ("u", "v")
    assert found[RoleKind.EDGES].size == "n"
    assert not {RoleKind.CONNECTED, RoleKind.SIMPLE, RoleKind.DIRECTED, RoleKind.TREE} & set(found)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("It is guaranteed that the graph is connected.", RoleKind.CONNECTED),
        ("One can get from any town to any other town.", RoleKind.CONNECTED),
        ("No two roads connect the same pair of towns.", RoleKind.SIMPLE),
        ("All roads are one-way.", RoleKind.DIRECTED),
    ],
)
def test_what_is_promised_of_the_edges(sentence: str, kind: RoleKind) -> None:
    assert kind in roles(GRAPH + sentence, "3 2\n1 2\n2 3\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "The graph is not necessarily connected.",
        "Find out whether the graph is connected.",
        "There may be several roads between the same towns.",
    ],
)
def test_what_is_not_promised(sentence: str) -> None:
    found = roles(GRAPH + sentence, "3 2\n1 2\n2 3\n")

    assert not {RoleKind.CONNECTED, RoleKind.SIMPLE} & set(found)


@pytest.mark.parametrize(
    ("bounds", "are_edges"),
    [
        ("1 ≤ a, b ≤ n", True),
        ("1 ≤ a ≤ 9, 1 ≤ b ≤ 9", True),  # as large as n may be
        ("1 ≤ a < n, 1 ≤ b ≤ 5000", False),  # a length
        ("1 ≤ a < n, 1 ≤ b ≤ n", True),
    ],
)
def test_ends_of_an_edge_number_vertices(bounds: str, are_edges: bool) -> None:
    text = (
        "The first line contains n, the number of cities, and m, the number of roads (2 ≤ n ≤ 9, 1 ≤ m ≤ 9). "
        f"Each of the next m lines contains two integers a and b ({bounds}), a road of the town."
    )

    assert (RoleKind.EDGES in roles(text, "3 2\n1 2\n2 3\n")) is are_edges


@pytest.mark.parametrize(
    ("rows", "sample", "kinds"),
    [
        ("n·(n - 1)/2 - 1", "3\n1 2\n3 1\n", {RoleKind.EDGES, RoleKind.SIMPLE}),
        ("n·(n - 1)/2", "3\n1 2\n3 1\n2 3\n", {RoleKind.EDGES, RoleKind.SIMPLE}),
        ("n·(n - 1)", "2\n1 2\n2 1\n", {RoleKind.EDGES, RoleKind.SIMPLE, RoleKind.DIRECTED}),
        ("n·(n - 1)/2", "3\n1 2\n1 2\n2 3\n", {RoleKind.EDGES}),  # the sample has a pair twice
        ("2n", "2\n1 2\n2 1\n1 2\n2 1\n", set()),
    ],
)
def test_as_many_rows_as_pairs_are_different_pairs(rows: str, sample: str, kinds: set[RoleKind]) -> None:
    text = (
        "The first line contains n (2 ≤ n ≤ 9), the number of players. Each of the next "
        f"{rows} lines contains two integers a and b (1 ≤ a, b ≤ n), the winner and the loser."
    )

    assert set(roles(text, sample)) - {RoleKind.SIZE} == kinds


@pytest.mark.parametrize(
    ("told", "sample", "found"),
    [
        ("consisting of the first m lowercase Latin letters", "4 3\nabca\n", True),
        ("that uses only the first m small letters of the alphabet", "4 3\nabca\n", True),
        ("of lowercase letters", "4 3\nabca\n", False),
        ("consisting of the first m lowercase letters", "4 2\nabca\n", False),
    ],
)
def test_a_size_may_limit_the_alphabet(told: str, sample: str, found: bool) -> None:
    text = (
        "The first line contains n and m (1 ≤ n ≤ 9, 1 ≤ m ≤ 20). "
        f"The second line contains a string s of length n {told}."
    )

    assert (RoleKind.LETTERS in roles(text, sample)) is found


@pytest.mark.parametrize(
    "rest",
    [
        ", where w_i ≠ w_j for i ≠ j.",
        ". At most one starts there ($w_i \\neq w_j$ for every $1 \\leq i, j \\leq n$, $i \\neq j$).",
        ".\n\n- $w_i \\ne w_j$ for $i \\ne j$",
    ],
)
def test_unequal_elements_of_a_column_are_distinct(rest: str) -> None:
    text = (
        "The first line contains n (1 ≤ n ≤ 9). Each of the next n lines contains two integers w_i and h_i "
        "(1 ≤ w_i, h_i ≤ 90)" + rest
    )

    assert roles(text, "2\n1 2\n2 2\n")[RoleKind.DISTINCT].fields == ("w",)


def test_a_promise_that_a_sample_breaks_is_dropped() -> None:
    found = roles(GRAPH + "It is guaranteed that the graph is connected.", "4 2\n1 2\n3 4\n")

    assert RoleKind.EDGES in found
    assert RoleKind.CONNECTED not in found


def test_a_tree_has_one_edge_less_than_vertices() -> None:
    text = (
        "The first line contains n (2 ≤ n ≤ 9). Each of the next n - 1 lines contains two integers a and b "
        "(1 ≤ a, b ≤ n), an edge. It is guaranteed that the edges form a tree."
    )

    assert roles(text, "3\n1 2\n2 3\n")[RoleKind.TREE].fields == ("a", "b")


ARRAY = (
    "The first line contains n (1 ≤ n ≤ 9). The second line contains n integers a_1, ..., a_n (1 ≤ a_i ≤ n)"
)


@pytest.mark.parametrize(
    ("rest", "kind"),
    [
        (", all a_i are distinct.", RoleKind.DISTINCT),
        (". The array a is a permutation of 1 to n.", RoleKind.PERMUTATION),
        (", given in increasing order.", RoleKind.SORTED),
        (". The numbers may be equal.", None),
        (". Print the number of distinct values a_i.", None),
    ],
)
def test_what_is_promised_of_an_array(rest: str, kind: RoleKind | None) -> None:
    found = roles(ARRAY + rest, "3\n1 2 3\n")
    claims = {RoleKind.DISTINCT, RoleKind.PERMUTATION, RoleKind.SORTED} & set(found)

    assert claims == ({kind} if kind else set())


def test_parents() -> None:
    text = (
        "The first line contains n (2 ≤ n ≤ 9), the vertices of the tree. The second line contains "
        "n - 1 integers p_2, ..., p_n (1 ≤ p_i < i), where p_i is the parent of vertex i."
    )

    assert roles(text, "3\n1 2\n")[RoleKind.PARENTS].size == "n"


def test_tests_and_sizes() -> None:
    text = (
        "The first line contains t, the number of test cases. The first line of each test case contains n. "
        "The second line of each test case contains n integers b_i."
    )
    found = roles(text, "1\n2\n5 5\n")

    assert found[RoleKind.TESTS].fields == ("t",)
    assert found[RoleKind.SIZE].fields == ("n",)


@pytest.mark.parametrize(
    ("sentence", "alphabet"),
    [
        ("a string s of lowercase Latin letters", "abcdefghijklmnopqrstuvwxyz"),
        ("each character is either '.' or '#'", "#."),
        ("the string consists of digits", "0123456789"),
        ("a binary string", "01"),
        ("characters a-c", "abc"),
        ("made of the first four lowercase English letters", "abcd"),
        ("using only the first 3 capital letters", "ABC"),
        ("the string has length n", None),
    ],
)
def test_alphabets(sentence: str, alphabet: str | None) -> None:
    assert alphabet_in(sentence) == alphabet


def test_an_alphabet_that_a_sample_leaves_is_not_taken() -> None:
    problem = problem_of("The first line contains a string s of lowercase letters.", "aB\n")
    line = infer_layout(problem, Extraction(())).nodes[0]

    assert isinstance(line, Line)
    assert isinstance(line.items[0], Field)
    assert line.items[0].alphabet is None


@pytest.mark.parametrize("form", [ProblemForm.INTERACTIVE, ProblemForm.FUNCTION, ProblemForm.FILES])
def test_forms_without_a_layout_are_refused_by_name(form: ProblemForm) -> None:
    with pytest.raises(LayoutError, match=r"interactive|function|file"):
        infer_layout(problem_of("The first line contains n.", "1\n", form=form), Extraction(()))


def test_without_samples_nothing_can_be_proved() -> None:
    with pytest.raises(LayoutError, match="no sample") as caught:
        infer_layout(problem_of("The first line contains n."), Extraction(()))

    assert "layout" in (caught.value.hint or "")


def test_the_nearest_failure_is_named() -> None:
    text = "The first line contains n. The second line contains n integers a_1, ..., a_n."
    with pytest.raises(LayoutError, match=r"sample 2, line 2, column 4: expected a .* the end") as caught:
        infer_layout(problem_of(text, "1\n5\n", "3\n1 2\n"), Extraction(()))

    assert caught.value.candidate == "n\na[n]\n@size n\n"
    assert caught.value.candidate in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        (GRAPH, "n m\nrepeat m: u v\n@size m\n@edges u v of n\n"),
        (
            "The first line holds t, the number of test cases. Each test case starts with a line holding an "
            "integer n. The second line of each test case contains n integers b_1, ..., b_n.",
            "t\nrepeat t:\n  n\n  b[n]\n@tests t\n@size n\n",
        ),
        ("The only line contains the heights.", "_x[]\n"),
    ],
)
def test_without_samples_the_likeliest_layout_is_offered(text: str, candidate: str) -> None:
    problem = problem_of(text)
    with pytest.raises(LayoutError, match="no sample") as caught:
        infer_layout(problem, extract(problem))

    assert caught.value.candidate == candidate
    pasted = replace(problem, overrides=Overrides(layout=candidate))
    assert infer_layout(pasted, extract(pasted)).checks == ()


def test_a_layout_of_the_user_is_proved_too() -> None:
    good = problem_of("Nothing readable.", "2\n5 6\n", overrides=Overrides(layout="n\na[n]\n"))
    layout = infer_layout(good, Extraction(()))
    assert layout.source is LayoutSource.OVERRIDE

    bad = replace(good, overrides=Overrides(layout="n\na[n - 1]\n"))
    with pytest.raises(LayoutError, match="sample 1"):
        infer_layout(bad, Extraction(()))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "t\nrepeat t:\n  n m\n  repeat m: u v",
            {RoleKind.TESTS, RoleKind.SIZE, RoleKind.EDGES, RoleKind.SIMPLE},
        ),
        (
            "t\nrepeat t:\n  n m\n  repeat m: u v\n@points u v",
            {RoleKind.TESTS, RoleKind.SIZE, RoleKind.POINTS},
        ),
    ],
)
def test_a_layout_of_the_user_takes_its_roles_from_the_words_unless_it_has_some(
    written: str, expected: set[RoleKind]
) -> None:
    text = "See elsewhere (1 ≤ n ≤ 9). Each edge joins u and v (1 ≤ u, v ≤ n). No loops, no multiple edges."
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    samples = (Sample("1", "2\n2 1\n1 2\n3 1\n2 3\n"),)
    problem = Problem("p", "", text, Markup.TEXT, (section,), samples, overrides=Overrides(layout=written))

    assert {role.kind for role in infer_layout(problem, extract(problem)).roles} == expected


@pytest.mark.parametrize(
    "text",
    [
        "The first line contains n (1 ≤ " + "((((n ≤ " * 4000 + "a_{" * 4000 + " 1 ≤ , 2 ≤ ," * 4000,
        "The first line contains n." + "(" * 100_000 + "n" + ")" * 100_000,
        "The first line contains n." + "\n" * 200_000 + "x" + "\n \n" * 100_000,
        "The first line contains n." + " " * 200_000 + "x" + "\t" * 200_000,
        "word next line contains " * 100_000,
        "a" * 1_000_000,
    ],
    ids=["bounds", "brackets", "blank lines", "blanks", "openers", "one word"],
)
def test_a_hostile_section_is_read_in_time(text: str) -> None:
    with pytest.raises(LayoutError):
        infer_layout(problem_of(text, "1 2 3 4 5 6 7 8 9\n\n1\n"), Extraction(()))


def test_too_many_announced_lines_are_told() -> None:
    text = " ".join(f"The next line contains an integer x{number}." for number in range(2000))
    with pytest.raises(LayoutError, match=r"announces .* more than"):
        infer_layout(problem_of(text, "1\n"), Extraction(()))


ROLE_CASES = [
    (
        "The first line contains n, the number of huts (2 ≤ n ≤ 9). There is exactly one way between any "
        "two huts: the trails form a tree. Each of the next n - 1 lines contains u and v (1 ≤ u, v ≤ n), a "
        "trail between them.",
        "3\n1 2\n2 3\n",
        "tree u v of n",
    ),
    (
        "The first line contains n and m (2 ≤ n ≤ 9, 1 ≤ m ≤ 9), the number of ports and of lanes. The "
        "lanes are oriented. Each of the next m lines contains u and v (1 ≤ u, v ≤ n), a lane from port u "
        "to port v.",
        "3 2\n1 2\n2 3\n",
        "edges u v of n|directed u v",
    ),
    (
        "The first line contains n (2 ≤ n ≤ 9), the number of nodes of the tree. Each of the next n - 1 "
        "lines contains u and v (1 ≤ u, v ≤ n), an edge between nodes u and v. The next line contains g (1 "
        "≤ g ≤ 9), the number of guesses. Each of the next g lines contains u and v, a guess that an edge "
        "leads from u to v.",
        "3\n1 2\n2 3\n2\n1 2\n1 2\n",
        "tree u v of n",
    ),
    (
        "The first line contains n (1 ≤ n ≤ 9). Each of the next n lines contains x and b (0 ≤ x, b ≤ 9). "
        "No two stops have the same x_i; they come in the order of strictly increasing x_i.",
        "2\n1 5\n2 5\n",
        "distinct x|sorted x",
    ),
    (
        "The first line contains n (1 ≤ n ≤ 9). Each of the next n lines contains a, b and c (0 ≤ a, b, c ≤"
        " 9), a circle. No two circles coincide.",
        "2\n1 5 2\n1 5 3\n",
        "distinct a b c",
    ),
    (
        "The first line contains n (1 ≤ n ≤ 9). Each of the next n lines contains two words a and b. It is "
        "guaranteed that a_i ≠ a_j for i ≠ j, no matter what all b_i are.",
        "2\nx y\nz y\n",
        "distinct a|text a|text b",
    ),
    (
        "The first line contains n (1 ≤ n ≤ 9), the number of vertices of the tree. The next line contains "
        "n integers p_1, ..., p_n (0 ≤ p_i ≤ n). If p_i ≠ 0, there is an edge between vertices i and p_i.",
        "3\n0 1 1\n",
        "parents p of n",
    ),
    (
        "The first line contains n (1 ≤ n ≤ 9). Each of the next n lines contains two integers, the "
        "coordinates of a point. It is guaranteed that no two points coincide.",
        "2\n1 2\n3 4\n",
        "points _x _x2|distinct _x _x2",
    ),
]


@pytest.mark.parametrize(("text", "sample", "expected"), ROLE_CASES)
def test_the_words_give_these_roles_and_no_others(text: str, sample: str, expected: str) -> None:
    problem = problem_of(text, sample)
    found = [
        role_text(r) for r in infer_layout(problem, extract(problem)).roles if r.kind is not RoleKind.SIZE
    ]

    assert "|".join(text.removeprefix("@") for text in found) == expected
