"""What holds only in one of several cases is not taken for a fact; what is lost is listed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stab.errors import InfeasibleError
from stab.records import Extraction, Markup, Problem, Section, SectionKind
from stab.saturate import extract

TABLE = Path(__file__).parents[1] / "cases" / "doubtful.toml"
CASES = tomllib.loads(TABLE.read_text(encoding="utf-8"))["case"]


def read(body: str, kind: SectionKind) -> Extraction:
    return extract(Problem("p", "", body, Markup.MARKDOWN, (Section(kind, "", body, 0, 1),)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_cases_are_no_facts(case: dict[str, object]) -> None:
    found = read(str(case["text"]), SectionKind.CONSTRAINTS)

    assert [c.text for c in found.constraints] == []
    assert found.side_conditions == ()
    assert bool(found.unread) == case["unread"]


@pytest.mark.parametrize(
    "lead",
    [
        "In all subtasks,",
        "For every subtask:",
        "In each of the subtasks",
        "All subtasks:",
        "For all test groups",
    ],
)
def test_bounds_of_all_subtasks_are_global(lead: str) -> None:
    found = read(f"{lead} 2 ≤ h ≤ 66.\n\nSubtask 1: h ≤ 5", SectionKind.SUBTASKS)

    assert [(c.text, c.origin.value) for c in found.constraints] == [("2 <= h <= 66", "notation")]


@pytest.mark.parametrize(
    "text",
    [
        "N は 1 以上 70 以下の整数",
        "$S$ の長さは $2$ 以上 $90$ 以下",
        "数据保证 n 不超过 70",
        "n 至少是 3",
        "$n$ 的总和不大于 $500$",
    ],
)
def test_limits_in_other_languages_are_listed(text: str) -> None:
    (missed,) = read(text, SectionKind.CONSTRAINTS).unread

    assert "language" in missed.reason


@pytest.mark.parametrize(
    ("text", "kept", "listed"),
    [
        ("- 1 ≤ n ≤ 50\n- 1 ≤ q ≤ 9\n- 1 ≤ n ≤ 7000", "1 <= n <= 7000", "1 ≤ n ≤ 50"),
        ("The towns: $1 \\le n \\le 80$. The coins: $1 \\le n \\le 900$.", "1 <= n <= 900", "\\le 80"),
        ("1 ≤ a_i ≤ 5. Later 1 ≤ a_i ≤ 60.", "1 <= a[i] <= 60", "≤ 5"),
        ("A string s, |s| ≤ 30. Another string s, |s| ≤ 400.", "len(s) <= 400", "30"),
        ("If k is 1, 2 ≤ n ≤ 10; else 2 ≤ n ≤ 30.", "2 <= n <= 30", "n ≤ 10"),
    ],
)
def test_a_name_with_two_bounds_keeps_the_wider_and_says_so(text: str, kept: str, listed: str) -> None:
    found = read(text, SectionKind.CONSTRAINTS)

    assert kept in [c.text for c in found.constraints]
    assert any(listed in u.quote and "wider" in u.reason for u in found.unread)


def test_a_bound_said_twice_is_nothing_to_report() -> None:
    assert read("- 1 ≤ n ≤ 50\n\nAgain, $n \\le 50$ and 1 ≤ n ≤ 50.", SectionKind.CONSTRAINTS).unread == ()


@pytest.mark.parametrize(
    "bound",
    ["$1.5 \\cdot 10^5$", "$2.5 \\times 10^4$", "1.2 * 10^5", "1.5·10^5", "1.5e5", "$1.5\\cdot10^{5}$"],
)
def test_a_decimal_before_a_power_is_a_whole_number(bound: str) -> None:
    found = read(f"A line with n integers, 1 ≤ n ≤ {bound}.", SectionKind.INPUT)

    assert found.size_variables == ("n",)
    assert found.real_variables == ()


@pytest.mark.parametrize(
    "chain", ["0.5 ≤ x ≤ 1.5", "0.0 ≤ x ≤ 1.0", "0 < x < 7.25", "$-0.5 \\le x \\le 100.0$"]
)
def test_other_decimals_are_real(chain: str) -> None:
    assert read(f"A line with a number x ({chain}).", SectionKind.INPUT).real_variables == ("x",)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Pairs $p_{i,1}$, $p_{i,2}$ with $p_{i,1} < p_{i,2}$.", "p[i][1] < p[i][2]"),
        ("Pairs $p_{i, 1} \\le p_{i, 2}$ follow.", "p[i][1] <= p[i][2]"),
        ("Pairs with p[i][0] < p[i][1].", "p[i][0] < p[i][1]"),
        ("Pairs with $p_{i,2} > p_{i,1}$.", "p[i][1] < p[i][2]"),
        ("Triples with $p_{j,1} < p_{j,3}$.", "p[j][1] < p[j][3]"),
    ],
)
def test_order_within_a_row_is_a_condition(text: str, condition: str) -> None:
    assert read(text, SectionKind.INPUT).side_conditions == (condition,)


@pytest.mark.parametrize(
    "text",
    [
        "The number of geese is n, n ≤ -5.",
        "The line has n integers. Here n ≤ 0.",
        "n < 1, and n integers follow.",
        "A string s with |s| ≤ -3.",
        "The number of test cases t is at most 0.",
        "A line with n numbers, -9 ≤ n ≤ -5.",
    ],
)
def test_a_size_below_one_is_refused(text: str) -> None:
    with pytest.raises(InfeasibleError, match="can't be at least 1") as caught:
        read(text, SectionKind.CONSTRAINTS)

    assert "--constraint" in caught.value.hint


@pytest.mark.parametrize("text", ["-9 ≤ x ≤ -5", "n integers a_i (-9 ≤ a_i ≤ 0, n ≤ 4)", "x ≤ 0"])
def test_numbers_below_one_are_no_sizes(text: str) -> None:
    assert read(text, SectionKind.CONSTRAINTS).constraints
