"""What the user gives wins over the text and over the samples, or is refused; nothing of it is lost."""

from __future__ import annotations

import pytest

from stab.errors import InfeasibleError, InputError
from stab.layout import validate
from stab.pipeline import read_input, remarks, understand
from stab.records import Overrides, Problem
from stab.statement import problem_from_text

STATEMENT = """# Sum of an array

## Input
The first line contains an integer $n$ ($1 \\le n \\le 200000$).
The second line contains $n$ integers $a_1, \\dots, a_n$ ($1 \\le a_i \\le 1000$).

## Output
Print their sum.

## Example
### Input
```
3
5 2 7
```
### Output
```
14
```
"""


def _problem(*constraints: str, text: str = STATEMENT) -> Problem:
    return problem_from_text(text, id="sum", overrides=Overrides(constraints=constraints))


@pytest.mark.parametrize(
    ("given", "right", "wrong"),
    [
        ("n == 2", b"2\n1 1\n", b"3\n5 2 7\n"),
        ("n <= 2", b"2\n1 1\n", b"3\n5 2 7\n"),
        ("n >= 4", b"4\n1 1 1 1\n", b"3\n5 2 7\n"),
        ("a[i] >= 6", b"1\n6\n", b"3\n5 2 7\n"),
        ("n % 2 == 0", b"2\n1 1\n", b"3\n5 2 7\n"),
        ("a[i] <= a[i + 1]", b"2\n1 3\n", b"3\n5 2 7\n"),
    ],
)
def test_the_samples_do_not_overrule_the_user(given: str, right: bytes, wrong: bytes) -> None:
    extraction, layout, binding = read_input(_problem(given))
    assert validate(layout, binding, right).ok
    assert not validate(layout, binding, wrong).ok
    assert any("sample '1'" in remark for remark in remarks(extraction, binding))


def test_the_sizes_follow_the_user() -> None:
    assert understand(_problem("n <= 2")).saturation.maxima == {"n": 2}
    assert understand(_problem("n == 5")).saturation.maxima == {"n": 5}


def test_an_order_of_elements_is_added_to_their_bounds() -> None:
    texts = {c.text for c in read_input(_problem("a[i] <= a[i + 1]"))[0].constraints}
    assert {"1 <= a[i] <= 1000", "a[i] <= a[i + 1]"} <= texts


@pytest.mark.parametrize("given", ["n <= len(zzz)", "n <= inf", "1 <= k <= 5", "count == 3"])
def test_what_is_not_in_the_input_is_refused(given: str) -> None:
    with pytest.raises(InputError, match="not in the input") as caught:
        read_input(_problem(given))
    assert "n, a" in (caught.value.hint or "")


@pytest.mark.parametrize("given", ["n < n", "a[i] <= a[i]", "n <= n"])
def test_nothing_is_compared_with_itself(given: str) -> None:
    with pytest.raises(InputError, match="with itself"):
        read_input(_problem(given))


@pytest.mark.parametrize("given", ["10 <= a[i] <= 1", "a[i] <= -10**30", "2 < a[i] < a[i + 1] < 2"])
def test_contradictions_beside_the_sizes_are_told(given: str) -> None:
    with pytest.raises(InfeasibleError, match="contradict"):
        understand(_problem(given))


def test_a_chain_of_the_text_that_nothing_satisfies_is_told() -> None:
    text = STATEMENT.replace("1 \\le a_i \\le 1000", "1000 \\le a_i \\le 1")
    with pytest.raises(InfeasibleError, match="contradict") as caught:
        understand(_problem(text=text))
    assert caught.value.line == 5


def test_what_no_input_can_be_checked_for_is_told() -> None:
    extraction, _, binding = read_input(_problem("a[n - 1] <= 5"))
    assert any("no input is checked" in remark for remark in remarks(extraction, binding))
