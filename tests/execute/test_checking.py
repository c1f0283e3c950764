"""The default checker: tokens, with a tolerance where a number has a point."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.execute import agree, first_difference, same_output


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (b"1 2\n3\n", b"1  2 3", True),
        (b"", b" \n", True),
        (b"1 2", b"1 3", False),
        (b"1 2", b"1 2 2", False),
        (b"0.5", b"0.5000004", True),
        (b"0.5", b"0.51", False),
        (b"1e9", b"1000000000.4", True),
        (b"1000000000.0", b"1000000900.0", True),
        (b"1000000000", b"1000000001", False),  # integers are exact
        (b"1000000000000000001", b"1000000000000000002.", True),
        (b"3", b"3.0", True),
        (b"nan", b"nan", True),
        (b"inf.", b"0.", False),
        (b"1_0.0", b"10.0", False),
        (b"YES", b"Yes", False),
        (b"\xff\xfe", b"\xff\xfd", False),
        (b"-0.0", b"0.0", True),
        (b"e", b"E", False),
    ],
)
def test_same_output(first, second, same):
    assert same_output(first, second) is same
    assert (first_difference(first, second) is None) is same


def test_case_can_be_ignored():
    assert same_output(b"YES no", b"yes NO", ignore_case=True)
    assert not same_output(b"YES", b"NO", ignore_case=True)


def test_difference_is_said_shortly():
    assert first_difference(b"1 2", b"1 " + b"9" * 500) == f"token 2: expected '2', found '{'9' * 37}...'"
    assert first_difference(b"1 2", b"1") == "expected 2 tokens, found 1"


def test_agree():
    assert agree([b"1\n", b"1", b" 1 "])
    assert not agree([b"1", b"1", b"2"])
    assert not agree([])
    assert agree([b"x"])


@given(st.lists(st.sampled_from([b"1", b"1.0", b"1.0000001", b"2", b"x", b"X"]), max_size=6))
def test_an_output_equals_itself_and_order_does_not_matter(tokens):
    text = b" ".join(tokens)
    assert same_output(text, text)
    other = b" ".join(tokens[::-1])
    assert same_output(text, other) == same_output(other, text)
