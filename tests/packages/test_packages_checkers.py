"""load_checker: which program of a package judges outputs, and how it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from stab.errors import InputError
from stab.packages import load_checker
from stab.records import CheckerKind, Language


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_DOT_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


CUSTOM = "validation: custom\nvalidator_flags: eps 1e-4\n"


def test_kattis_with_flags(tmp_path: Path) -> None:
    write(tmp_path, problem_DOT_yaml=CUSTOM, output_validators__judge__main_DOT_py="exit(42)")
    write(tmp_path, output_validators__judge__helper_DOT_py="x = 1")
    found = load_checker(tmp_path)
    assert found is not None
    assert (found.kind, found.arguments) == (CheckerKind.KATTIS, ("eps", "1e-4"))
    assert found.program.language is Language.PYTHON
    assert {found.program.file, *(f.name for f in found.program.others)} == {"main.py", "helper.py"}


def test_kattis_main_file_is_called_so(tmp_path: Path) -> None:
    write(tmp_path, output_validator__a_DOT_py="import main", output_validator__main_DOT_py="exit(42)")
    found = load_checker(tmp_path)
    assert found is not None and found.program.file == "main.py"


def test_an_unused_validator_is_no_checker(tmp_path: Path) -> None:
    write(tmp_path, problem_DOT_yaml="validation: default\n", output_validators__v_DOT_py="exit(42)")
    assert load_checker(tmp_path) is None


@pytest.mark.parametrize("text", ["validation: custom interactive\n", "type: interactive\n"])
def test_interactive_problems_are_refused(tmp_path: Path, text: str) -> None:
    write(tmp_path, problem_DOT_yaml=text, output_validators__v_DOT_py="")
    with pytest.raises(InputError, match="interactive"):
        load_checker(tmp_path)


def test_polygon(tmp_path: Path) -> None:
    xml = '<problem><checker type="testlib"><source path="files/check.cpp"/></checker></problem>'
    write(
        tmp_path, problem_DOT_xml=xml, files__check_DOT_cpp='#include "testlib.h"', files__testlib_DOT_h="//"
    )
    found = load_checker(tmp_path)
    assert found is not None and found.kind is CheckerKind.TESTLIB
    assert [file.name for file in found.program.others] == ["testlib.h"]


def test_a_checker_beside_the_task(tmp_path: Path) -> None:
    write(tmp_path, checker_DOT_cpp="int main() {}", params_DOT_h="")
    found = load_checker(tmp_path)
    assert found is not None and found.kind is CheckerKind.TESTLIB


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("problem_DOT_xml", "<problem><checker><source path='no.cpp'/></checker></problem>", "missing"),
        ("problem_DOT_xml", "<problem><checker><source path='../../x.cpp'/></checker></problem>", "missing"),
        ("problem_DOT_xml", "<problem>", "no XML"),
        ("problem_DOT_yaml", "a: [", "no YAML"),
    ],
)
def test_packages_that_are_broken_are_named(tmp_path: Path, name: str, text: str, word: str) -> None:
    write(tmp_path, **{name: text})
    with pytest.raises(InputError, match=word):
        load_checker(tmp_path)


def test_a_validator_in_no_known_language(tmp_path: Path) -> None:
    write(tmp_path, problem_DOT_yaml=CUSTOM, output_validators__v_DOT_rb="exit 42")
    with pytest.raises(InputError, match="no program"):
        load_checker(tmp_path)


def test_plain_tests_have_no_checker(tmp_path: Path) -> None:
    write(tmp_path, a_DOT_in="1", a_DOT_ans="1")
    assert load_checker(tmp_path) is None
    assert load_checker(tmp_path / "a.in") is None
