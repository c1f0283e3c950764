"""Suites as they are found: their form, and where new tests go."""

from __future__ import annotations

import json
import stat
import zipfile

import pytest

from stab.errors import InputError
from stab.suites import new_file, read_suite

_PAIRS = {
    "beside, .ans": ({"t1.in": "x", "t1.ans": "y"}, ".", ".", (".in", ".ans")),
    "beside, .out": (
        {"data1.in": "x", "data1.out": "y", "data2.in": "x", "data2.out": "y"},
        ".",
        ".",
        (".in", ".out"),
    ),
    "beside, .a": ({"tests/1.in": "x", "tests/1.a": "y"}, "tests", "tests", (".in", ".a")),
    "most win": (
        {
            "tests/1.in": "x",
            "tests/1.out": "y",
            "tests/2.in": "x",
            "tests/2.out": "y",
            "tests/3.in": "x",
            "tests/3.a": "",
        },
        "tests",
        "tests",
        (".in", ".out"),
    ),
    "in and out": ({"in/01.txt": "x", "out/01.txt": "y"}, "in", "out", (".txt", ".txt")),
    "in and out, no suffix": ({"in/a01": "x", "out/a01": "y"}, "in", "out", ("", "")),
    "samples apart": (
        {
            "tests/sample/1.in": "x",
            "tests/sample/1.out": "",
            "tests/sample/2.in": "",
            "tests/main/1.in": "",
            "tests/main/1.a": "",
        },
        "tests/main",
        "tests/main",
        (".in", ".a"),
    ),
    "without answers": ({"1.in": "x"}, ".", ".", (".in", ".ans")),
    "blanks and letters": (
        {"mit Größe/1 ä.in": "x", "mit Größe/1 ä.out": "y"},
        "mit Größe",
        "mit Größe",
        (".in", ".out"),
    ),
}


@pytest.mark.parametrize("case", _PAIRS)
def test_pairs_are_found_by_their_pattern(case, make, pairs, tmp_path):
    files, inputs, answers, suffixes = _PAIRS[case]

    suite = read_suite(make({**pairs, **files}), tmp_path / "scratch")

    assert (suite.format, suite.inputs, suite.answers, suite.suffixes) == ("pairs", inputs, answers, suffixes)
    assert [s.name for s in suite.solutions] == ["a.py", "b.py"]


def test_tests_alone_take_statement_and_solutions_from_elsewhere(make, pairs, tmp_path):
    tests, rest = make({"1.in": "1\n5\n", "1.ans": "0\n"}, "tests"), make(pairs, "rest")

    suite = read_suite(
        tests, tmp_path / "scratch", problem=str(rest / "problem.md"), solutions=str(rest / "solutions")
    )

    assert (len(suite.tests), len(suite.solutions), suite.problem) == (1, 2, str(rest / "problem.md"))


_PACKAGES = {
    "legacy": ({}, "legacy", "legacy", "data/secret"),
    "no version": ({"problem.yaml": "name: x\n"}, "legacy", "legacy", "data/secret"),
    "no problem.yaml": ({"problem.yaml": None}, "legacy", "legacy", "data/secret"),
    "empty problem.yaml": ({"problem.yaml": ""}, "legacy", "legacy", "data/secret"),
    "legacy-icpc": (
        {"problem.yaml": "problem_format_version: legacy-icpc\n"},
        "legacy",
        "legacy-icpc",
        "data/secret",
    ),
    "2023-07": (
        {"problem.yaml": "problem_format_version: 2023-07-draft\n"},
        "icpc",
        "2023-07-draft",
        "data/secret",
    ),
    "2025-09": (
        {"problem.yaml": "problem_format_version: 2025-09\ntype: [pass-fail]\n"},
        "icpc",
        "2025-09",
        "data/secret",
    ),
    "tests in groups": (
        {"data/secret/02.in": None, "data/secret/02.ans": None, "data/secret/big/1.in": "1\n5\n"},
        "legacy",
        "legacy",
        "data/secret/stab",
    ),
    "only samples": (
        {"data/secret/02.in": None, "data/secret/02.ans": None},
        "legacy",
        "legacy",
        "data/secret",
    ),
}


@pytest.mark.parametrize("case", _PACKAGES)
def test_packages_are_told_by_their_version(case, make, package, tmp_path):
    changes, format_, version, inputs = _PACKAGES[case]

    suite = read_suite(make({**package, **changes}), tmp_path / "scratch")

    assert (suite.format, suite.version, suite.inputs) == (format_, version, inputs)
    assert suite.tests[0].name == "sample/1"


def test_input_validators_of_a_package_are_found_with_their_flags(make, package, tmp_path):
    files = {
        "input_validators/one.py": "import sys; sys.exit(42)",
        "input_validators/two/main.cpp": "int main() { return 42; }",
        "input_validators/two/more.h": "",
        "input_validators/three.ctd": "INT(1, 3)",
        "data/testdata.yaml": "input_validator_flags: --max 'a b'\n",
    }

    suite = read_suite(make({**package, **files}), tmp_path / "scratch")

    assert [(v.program.name, v.arguments) for v in suite.validators] == [
        ("input_validators/one.py", ("--max", "a b")),
        ("input_validators/two", ("--max", "a b")),
    ]
    assert [f.name for f in suite.validators[1].program.others] == ["more.h"]
    assert len(suite.unread) == 1 and "three.ctd" in suite.unread[0]


def test_the_reference_comes_first(make, package, tmp_path):
    folder = make({**package, "submissions/accepted/b.py": None})

    suite = read_suite(folder, tmp_path / "scratch", reference="a.py")

    assert suite.solutions[0].name == "accepted/a.py"


def _zipped(folder, file, more=()):
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            archive.write(path, path.relative_to(folder))
        for entry, data in more:
            archive.writestr(entry, data)
    return file


@pytest.mark.parametrize("top", ["", "pairs/"])
def test_a_zip_is_read_as_the_package_in_it(top, make, package, tmp_path):
    file = _zipped(make({top + name: text for name, text in package.items()}), tmp_path / "p.zip")

    suite = read_suite(file, tmp_path / "scratch")

    assert (suite.format, suite.root, len(suite.tests)) == ("domjudge", file, 2)
    assert new_file(suite) == tmp_path / "p-stab.zip"


def test_a_row_is_a_suite(tmp_path):
    row = {
        "name": "1_A",
        "description": "x",
        "public_tests": {"input": ["1"], "output": ["2"]},
        "private_tests": {"input": [], "output": []},
        "solutions": {"language": [3, 2], "solution": ["print(1)", "int main() {}"]},
    }
    file = tmp_path / "rows.v1.jsonl"
    file.write_text('{"name": "0"}\n\n' + json.dumps(row) + "\n")

    suite = read_suite(f"{file}#1_A", tmp_path / "scratch")

    assert (suite.format, suite.inputs, len(suite.solutions)) == ("codecontests", "3", 2)
    assert new_file(suite) == tmp_path / "rows.v1.stab.jsonl"


_WRONG = "submissions/wrong_answer/w.py"
_REFUSED = {
    "broken YAML": ({"problem.yaml": "name: x\nlimits: [1, 2\nkey: y\n"}, 3, "at column 4"),
    "no mapping": ({"problem.yaml": "- a\n"}, 1, "no YAML mapping"),
    "interactive": ({"problem.yaml": "type: [interactive, pass-fail]\n"}, None, "interactive"),
    "interactive by validation": ({"problem.yaml": "validation: custom interactive\n"}, None, "interactive"),
    "scoring": ({"problem.yaml": "type: scoring\n"}, None, "scoring"),
    "scoring by validation": ({"problem.yaml": "validation: custom score\n"}, None, "scoring"),
    "several passes": ({"problem.yaml": "type: multi-pass\n"}, None, "several passes"),
    "without tests": (dict.fromkeys(("data/sample/1.in", "data/secret/02.in")), None, "no tests"),
    "without solutions": (
        dict.fromkeys(("submissions/accepted/a.py", "submissions/accepted/b.py")),
        None,
        "solutions",
    ),
    "wrong ones alone": (
        {"submissions/accepted/a.py": None, "submissions/accepted/b.py": None, _WRONG: "print()"},
        None,
        "none of the 1 solutions is expected to be accepted",
    ),
    "one accepted": (
        {"submissions/accepted/b.py": None, _WRONG: "print()"},
        None,
        "one alone is not trusted",
    ),
}


@pytest.mark.parametrize("case", _REFUSED)
def test_a_package_that_cannot_be_enriched_is_refused(case, make, package, tmp_path):
    changes, line, said = _REFUSED[case]

    with pytest.raises(InputError, match=said) as raised:
        read_suite(make({**package, **changes}), tmp_path / "scratch")

    assert raised.value.file is not None
    assert raised.value.line == line


_OTHERS = {
    "UOJ": ({"1.in": "x", "1.ans": "", "problem.conf": "n_tests 1\n"}, "problem.conf"),
    "Polygon": ({"problem.xml": "<problem/>", "tests/01": "x", "tests/01.a": ""}, "Polygon"),
    "Library Checker": ({"info.toml": "title = 'x'\n"}, "Library Checker"),
    "DMOJ": ({"init.yml": "test_cases: []\n"}, "DMOJ"),
    "no statement": ({"1.in": "x", "problem.md": None}, "no statement"),
    "no tests": ({}, "no tests"),
}


@pytest.mark.parametrize("case", _OTHERS)
def test_a_folder_that_is_not_understood_is_refused(case, make, pairs, tmp_path):
    changes, said = _OTHERS[case]

    with pytest.raises(InputError, match=said):
        read_suite(make({**pairs, **changes}), tmp_path / "scratch")


def test_an_unknown_reference_is_refused(make, package, tmp_path):
    with pytest.raises(InputError, match=r"--reference c\.py is no accepted solution"):
        read_suite(make(package), tmp_path / "scratch", reference="c.py")


def test_a_link_that_leads_out_is_refused(make, package, tmp_path):
    folder = make(package)
    (tmp_path / "secret.txt").write_text("1\n5\n")
    (folder / "data/secret/03.in").symlink_to(tmp_path / "secret.txt")

    with pytest.raises(InputError, match="leads out of the package") as raised:
        read_suite(folder, tmp_path / "scratch")

    assert str(raised.value.file).endswith("03.in")


@pytest.mark.parametrize(
    "name", ["../evil.in", "/tmp/evil.in", "data/../../evil.in", "..\\evil.in", "C:/evil.in"]
)
def test_a_zip_that_names_files_outside_is_refused(name, make, package, tmp_path):
    file = _zipped(make(package), tmp_path / "p.zip", [(name, "x")])

    with pytest.raises(InputError, match="outside of itself"):
        read_suite(file, tmp_path / "scratch")

    assert not list(tmp_path.rglob("evil.in"))


def test_a_zip_with_a_link_is_refused(make, package, tmp_path):
    link = zipfile.ZipInfo("data/secret/3.in")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    file = _zipped(make(package), tmp_path / "p.zip", [(link, "/etc/passwd")])

    with pytest.raises(InputError, match="holds a link"):
        read_suite(file, tmp_path / "scratch")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no zip", b"text"])
def test_a_damaged_zip_is_refused(data, tmp_path):
    file = tmp_path / "p.zip"
    file.write_bytes(data)

    with pytest.raises(InputError, match="no zip that can be read"):
        read_suite(file, tmp_path / "scratch")


_ROWS = {
    "no tests": ({"name": "a", "description": "x"}, "none of the tests"),
    "other schema": ({"name": "a", "description": "x", "tests": [{"input": "1"}]}, "none of the tests"),
    "no lists": ({"name": "a", "description": "x", "generated_tests": {"input": "1"}}, "no lists of tests"),
    "no solutions": (
        {"name": "a", "description": "x", "public_tests": {"input": ["1"], "output": ["1"]}},
        "no solutions",
    ),
}


@pytest.mark.parametrize("case", _ROWS)
def test_a_row_of_another_make_up_is_refused(case, tmp_path):
    row, said = _ROWS[case]
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row) + "\n")

    with pytest.raises(InputError, match=said):
        read_suite(f"{file}#a", tmp_path / "scratch")


def test_nothing_there_is_said(tmp_path):
    with pytest.raises(InputError, match="no such file or folder"):
        read_suite(tmp_path / "nothing", tmp_path / "scratch")
