"""What users and statements write that can't be worked out: refused with a reason, or told as unread."""

from __future__ import annotations

import pytest

from stab.errors import InfeasibleError, InputError
from stab.records import Markup, Overrides, Problem, Section, SectionKind
from stab.saturate import extract, saturate


def problem(body: str, *overrides: str) -> Problem:
    section = Section(SectionKind.CONSTRAINTS, "", body, 0, 1)
    return Problem("p", "", body, Markup.TEXT, (section,), overrides=Overrides(overrides))


@pytest.mark.parametrize(
    ("override", "reason"),
    [
        ("n <= 10**10**10", "too large"),
        ("10 ** 10 ** 10 <= n", "too large"),
        ("n <= 1/0", "divides by zero"),
        ("n % 0 == 1", "divides by zero"),
        ("n <= m // 0", "divides by zero"),
        ("a[1/0] <= 5", "divides by zero"),
        ("5 <= 6", "names nothing"),
        ("1 <= n != m", "can't be read"),
        ("n in m", "can't be read"),
        ("n <= " + "9" * 5000, "can't be read"),
        ("(" * 500 + "n" + ")" * 500 + " <= 5", "can't be read"),
    ],
)
def test_override_without_a_value_is_refused(override: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        extract(problem("1 <= n, m <= 9", override))

    assert caught.value.hint
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("n != m", ("n != m",)),
        ("n == m == 5", ("n == m", "m == 5")),
        ("n in {2, 4}", ("n in {2, 4}",)),
        ("isprime(n) == 1", ("isprime(n) == 1",)),
    ],
)
def test_override_may_be_a_condition(override: str, expected: tuple[str, ...]) -> None:
    assert extract(problem("1 <= n, m <= 9", override)).side_conditions == expected


@pytest.mark.parametrize(
    "bound",
    [
        "9" * 5000,
        "10^" + "9" * 5000,
        "1e" + "9" * 500,
        "9" * 999 + "1" * 999,
        "3 \\oplus 5",
        "2^{n \\oplus 1}",
    ],
)
def test_a_bound_that_can_not_be_written_is_told(bound: str) -> None:
    found = extract(problem(f"1 <= n <= {bound}"))

    assert [u.line for u in found.unread] == [1]
    assert not any(c.comparison.operands[-1:] != c.comparison.operands[1:] for c in found.constraints)


@pytest.mark.parametrize(
    "bound", ["10^100000", " * ".join(["9" * 900] * 6), "1e999 * 1e999 * 1e999 * 1e999 * 1e999"]
)
def test_a_bound_too_long_to_write_out_is_no_size(bound: str) -> None:
    found = saturate(extract(problem(f"1 <= n, m <= {bound}, m <= 70, n is the number of cows, m <= n")))

    assert "n" not in found.maxima


def test_a_given_constraint_has_no_line() -> None:
    with pytest.raises(InfeasibleError) as caught:
        saturate(extract(problem("The number of cows is n.\n\n5 <= n <= 9", "n <= 3")))

    assert "line 0" not in str(caught.value)
    assert "(given)" in str(caught.value)


@pytest.mark.parametrize(
    "body",
    [
        "1 <= n <= 10^5\n-10^9 <= a[i] <= 10^9",
        "- 1 <= n <= 10^5\n-10^9 <= a[i] <= 10^9",
        "1 <= n <= 10^5\n−10^9 ≤ a[i] ≤ 10^9",
        "1 ≤ n ≤ 100000\n-1000000000 ≤ a_i ≤ 1000000000",
        "$1 \\le n \\le 10^5$\n$-10^9 \\le a_i \\le 10^9$",
    ],
)
def test_a_line_that_opens_with_a_minus_is_its_own(body: str) -> None:
    texts = {c.text for c in extract(problem(body)).constraints}

    assert texts == {"1 <= n <= 100000", "-1000000000 <= a[i] <= 1000000000"}


def test_a_subtraction_may_be_wrapped() -> None:
    assert [c.text for c in extract(problem("1 <= n <= 2 * m\n- 1, 2 <= m <= 9")).constraints]
    assert "n - 1 <= m" in {
        c.text for c in extract(problem("The value n\n-1 is at most m and m >= n\n-1.")).constraints
    }
