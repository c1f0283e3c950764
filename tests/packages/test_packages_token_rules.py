"""Flags of Kattis' default validator: read in several spellings, obeyed, and refused where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from stab.errors import InputError
from stab.execute.checking import first_departure
from stab.packages import load_checker
from stab.records import Checker, TokenRules


def package(folder: Path, text: str, name: str = "problem.yaml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return folder


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("validator_flags: case_sensitive\n", TokenRules(case_sensitive=True)),
        ("validator_flags: float_tolerance 1e-6\n", TokenRules(absolute=1e-6, relative=1e-6)),
        ("validator_flags: 'float_absolute_tolerance 0.5'\n", TokenRules(absolute=0.5)),
        ("validator_flags: [float_relative_tolerance, 1e-3]\n", TokenRules(relative=1e-3)),
        ("output_validator_flags: space_change_sensitive\n", TokenRules(space_sensitive=True)),
        ("output_validator_args: ['--float-tolerance=0.01']\n", TokenRules(absolute=0.01, relative=0.01)),
        (
            "validation: default\n"
            "validator_flags: case_sensitive space_change_sensitive float_tolerance 1E-4\n",
            TokenRules(True, True, 1e-4, 1e-4),
        ),
        ("validator_flags: float_tolerance 1 float_absolute_tolerance 0\n", TokenRules(relative=1.0)),
        ("validator_flags:\n", None),
        ("name: x\n", None),
    ],
)
def test_flags_are_read(tmp_path, text, rules):
    assert load_checker(package(tmp_path, text)) == rules


def test_flags_beside_the_data_count_where_the_problem_names_none(tmp_path):
    package(tmp_path, "name: x\n")
    package(tmp_path, "output_validator_flags: float_tolerance 1e-2\n", "data/testdata.yaml")

    assert load_checker(tmp_path) == TokenRules(absolute=1e-2, relative=1e-2)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("float_tolerance", "needs a number, which is missing"),
        ("float_tolerance small", "not 'small'"),
        ("float_tolerance -1", "needs a number"),
        ("float_tolerance nan", "needs a number"),
        ("float_tolerance inf", "needs a number"),
        ("float_tolerance case_sensitive", "needs a number"),
        ("sloppy", "'sloppy' is not known"),
        ("case_sensitive 1e-6", "'1e-6' is not known"),
        ("{a: b}", "neither a text nor a list"),
        ("[[1]]", "neither a text nor a list"),
        ('"it\'s"', "can't be read"),
    ],
)
def test_flags_that_make_no_sense_are_told(tmp_path, flags, said):
    with pytest.raises(InputError, match=said):
        load_checker(package(tmp_path, f"validator_flags: {flags}\n"))


def test_flags_of_a_packages_own_checker_are_its_own(tmp_path):
    package(tmp_path, "validation: custom\nvalidator_flags: sloppy 3\n")
    package(tmp_path, "print(1)\n", "output_validators/check.py")
    found = load_checker(tmp_path)

    assert isinstance(found, Checker) and found.arguments == ("sloppy", "3")


EXACT, CASE, SPACE = TokenRules(), TokenRules(case_sensitive=True), TokenRules(space_sensitive=True)
ABSOLUTE, RELATIVE = TokenRules(absolute=0.1), TokenRules(relative=0.1)


@pytest.mark.parametrize(
    ("expected", "found", "rules", "same"),
    [
        ("Yes\n", "YES", EXACT, True),
        ("Yes\n", "YES", CASE, False),
        ("a b\n", "a  b\n\n", EXACT, True),
        ("a b\n", "a  b\n", SPACE, False),
        ("a b\n", "a b", SPACE, False),
        ("a b\n", "A b\n", SPACE, True),
        ("0.5", "0.50", EXACT, False),
        ("0.5", "0.50", ABSOLUTE, True),
        ("10", "10.1", ABSOLUTE, True),
        ("10", "10.9", ABSOLUTE, False),
        ("10", "10.9", RELATIVE, True),
        ("-10", "-11.1", RELATIVE, False),
        ("0", "0.05", RELATIVE, False),
        ("10", "ten", ABSOLUTE, False),
        ("10", "nan", ABSOLUTE, False),
        ("1 2", "1", ABSOLUTE, False),
        ("1", "1 2", ABSOLUTE, False),
    ],
)
def test_flags_are_obeyed(expected, found, rules, same):
    assert (first_departure(expected.encode(), found.encode(), rules) is None) is same
