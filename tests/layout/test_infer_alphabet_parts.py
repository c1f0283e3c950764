"""A part of the letters or digits, told in words, is the alphabet; not the whole class."""

from __future__ import annotations

import pytest

from stab.layout.infer.charsets import alphabet_in


@pytest.mark.parametrize(
    ("text", "alphabet"),
    [
        ("The word consists of lowercase letters from p to s.", "pqrs"),
        ("a word of lowercase letters 'p' to 's'", "pqrs"),
        ("a word of small letters between p and s", "pqrs"),
        ("a word of lowercase letters `p` through `s`", "pqrs"),
        ("a word of letters p..s", "pqrs"),
        ("each character is an uppercase letter P through S", "PQRS"),
        ("a word of uppercase letters from P up to S", "PQRS"),
        ("a word of lowercase letters p, q, or s", "pqs"),
        ("The word contains only lowercase letters p, q and s.", "pqs"),
        ("only the characters p, q and s", "pqs"),
        ("The word consists only of vowels.", "aeiou"),
        ("A word made up of uppercase vowels", "AEIOU"),
        ("a string of vowels (a, e, i, o, u)", "aeiou"),
        ("a string of digits from 2 to 6", "23456"),
        ("a string of digits 2 to 6", "23456"),
        ("a string of digits between 2 and 6", "23456"),
        ("a string of the digits 2, 4 and 6", "246"),
        ("a string of capital letters and digits 7 to 9", "789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ],
)
def test_part_of_a_class(text: str, alphabet: str) -> None:
    assert alphabet_in(text, text) == alphabet


@pytest.mark.parametrize(
    "text",
    [
        "a string of 1 to 5 lowercase letters",
        "a string with between 1 and 5 lowercase letters",
        "lowercase letters, of length from 1 to 5",
        "names from s to t consist of lowercase letters",
        "a string of lowercase English letters ('a'-'z')",
    ],
)
def test_lengths_and_names_are_no_letters(text: str) -> None:
    assert alphabet_in(text, text) == "abcdefghijklmnopqrstuvwxyz"
