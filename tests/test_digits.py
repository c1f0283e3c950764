"""Numbers of any size to digits and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.digits import to_int, to_text
from stab.expression import Comparison, Const, Op, Ref, render


@pytest.mark.parametrize("size", [1, 3999, 4000, 4001, 4300, 9001, 60_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_there_and_back(size: int, sign: str) -> None:
    text = sign + ("9876543210" * (size // 10 + 1))[:size]

    assert to_text(to_int(text)) == text


def test_the_values_are_right() -> None:
    assert to_int("1" + "0" * 20_000) == 10**20_000
    assert to_text(10**20_000 - 1) == "9" * 20_000
    assert to_int("+00" + "7" * 5000) == 7 * (10**5000 - 1) // 9


@given(st.integers())
def test_small_ones_are_as_python_has_them(value: int) -> None:
    assert (to_text(value), to_int(str(value))) == (str(value), value)


@pytest.mark.parametrize("text", ["", "x", "1" * 5000 + "x", "--" + "1" * 5000, "1_0" * 2000])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"int|number|digits"):
        to_int(text)


def test_expressions_of_long_numbers_have_a_text() -> None:
    bound = Comparison((Ref("n"), Op("/", (Const(10**5000 - 1), Const(7)))), ("<=",))

    assert render(bound) == f"n <= {'9' * 5000} / 7"
