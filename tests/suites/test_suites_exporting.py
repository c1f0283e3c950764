"""The output of `stab gen` as a new suite that reads back as the same one."""

from __future__ import annotations

import json
import zipfile

import pytest
import yaml

from stab.errors import InputError
from stab.records import Language, Solution, SuiteFormat
from stab.statement import load_problem
from stab.suites import exported, publish_suite, read_output, read_suite

SOLUTIONS = (
    Solution("accepted/a.py", Language.PYTHON, "print(1)\n"),
    Solution("b.cpp", Language.CPP, "int main() {}\n"),
    Solution("time_limit_exceeded/slow.py", Language.PYTHON, "print(2)\n", "time_limit_exceeded"),
    Solution("rejected/odd.py", Language.PYTHON, "print(3)\n", "rejected"),
)


@pytest.fixture
def output(make, pairs):
    """An output folder as `stab gen -s` writes it, as far as it is read here."""
    tests = [
        {
            "file": f"tests/0{k}-max.in",
            "scenario": "S04" if k == 1 else None,
            "boundary": "max:n",
            "generator": "generators/max.py",
            "seed": k,
        }
        for k in (1, 2)
    ]
    files = {
        "report.json": json.dumps({"schema": "stab/report/1", "tests": tests}),
        "spec.json": json.dumps(
            {"problem": {"id": "pairs", "title": "Pairs: of Equals"}, "statement": pairs["problem.md"]}
        ),
        "validator.py": "import sys\nsys.exit(42)\n",
        "generators/max.py": "print(1)\n",
        **{f"tests/0{k}-max.in": f"{k}\n{'5 ' * (k - 1)}5\n" for k in (1, 2)},
        **{f"tests/0{k}-max.ans": f"{k - 1}\n" for k in (1, 2)},
    }

    def write(**changes):
        return make({**files, **changes.get("files", {})}, "out")

    return write


PLACES = {"pairs": "new", "legacy": "new", "icpc": "new", "domjudge": "new.zip", "codecontests": "new.jsonl"}


@pytest.mark.parametrize("name", PLACES)
def test_what_is_written_reads_back_as_the_same_suite(name, output, make, pairs, tmp_path):
    folder, target, format_ = output(), tmp_path / PLACES[name], SuiteFormat(name)

    publish_suite(exported(read_output(folder), format_, SOLUTIONS), format_, target)

    beside = make(pairs, "beside")
    more = {"problem": str(beside / "problem.md"), "solutions": str(beside / "solutions")}
    source = f"{target}#pairs" if name == "codecontests" else target
    suite = read_suite(source, tmp_path / "scratch", **(more if name == "pairs" else {}))
    assert suite.format is format_
    inputs = [test.input.read_text() for test in suite.tests]
    assert inputs == ([] if name == "pairs" else ["3\n1 2 1\n"]) + ["1\n5\n", "2\n5 5\n"]
    assert [t.answer.read_text() for t in suite.tests][-2:] == ["0\n", "1\n"]
    if name != "pairs":
        problem = load_problem(suite.problem)
        assert problem.time_limit_s == pytest.approx(0.3)
        assert problem.text == load_problem(beside).text
        assert [
            (s.source, s.expected == "accepted") for s in suite.solutions if s.expected == "accepted"
        ] == [
            ("print(1)\n", True),
            ("int main() {}\n", True),
        ]
    again = tmp_path / f"again-{PLACES[name]}"
    publish_suite(exported(read_output(folder), format_, SOLUTIONS), format_, again)
    if again.is_file():
        assert again.read_bytes() == target.read_bytes()


@pytest.mark.parametrize(("name", "version"), [("legacy", "legacy"), ("icpc", "2025-09")])
def test_a_package_tells_what_it_is(name, version, output, tmp_path):
    made = exported(read_output(output()), SuiteFormat(name), SOLUTIONS)
    publish_suite(made, SuiteFormat(name), tmp_path / "new")

    told = yaml.safe_load((tmp_path / "new/problem.yaml").read_text())
    assert (told["problem_format_version"], told["name"]) == (version, "Pairs: of Equals")
    assert made.left_out == ("rejected/odd.py",)
    assert len(made.notes) == (name == "legacy")  # its statement has to be LaTeX
    assert (tmp_path / "new/input_validators/validator.py").is_file()
    assert (tmp_path / "new/submissions/time_limit_exceeded/slow.py").is_file()
    if name == "icpc":
        about = yaml.safe_load((tmp_path / "new/data/secret/01-max.yaml").read_text())
        assert about == {"description": "stab: scenario S04; boundary max:n; max.py 1"}
        assert told["limits"] == {"time_limit": 0.3}
    else:
        text = (tmp_path / "new/data/secret/01-max.desc").read_text()
        assert text == "stab: scenario S04; boundary max:n; max.py 1\n"
        assert (tmp_path / "new/.timelimit").read_text() == "0.3\n"


def test_a_zip_for_domjudge_has_no_folder_at_its_top(output, tmp_path):
    publish_suite(
        exported(read_output(output()), SuiteFormat.DOMJUDGE, SOLUTIONS),
        SuiteFormat.DOMJUDGE,
        tmp_path / "p.zip",
    )

    with zipfile.ZipFile(tmp_path / "p.zip") as archive:
        assert {"problem.yaml", "domjudge-problem.ini", "data/secret/01-max.in"} <= set(archive.namelist())
        assert archive.read("domjudge-problem.ini") == b"timelimit = 0.3\n"


REFUSED = {
    "no answers": ({"tests/02-max.ans": None}, "1 of 2 tests have no answer"),
    "no output": ({"report.json": "{}"}, "no whole output"),
    "other schema": ({"report.json": '{"schema": "x"}'}, "no output of stab gen"),
    "no specification": ({"spec.json": None}, "no whole output"),
    "a test is gone": ({"tests/01-max.in": None}, "it is not there"),
    "no tests": ({"report.json": '{"schema": "stab/report/1", "tests": []}'}, "holds no test"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_exported_is_refused(case, output):
    files, said = REFUSED[case]

    with pytest.raises(InputError, match=said):
        exported(read_output(output(files=files)), SuiteFormat.LEGACY, SOLUTIONS)


def test_a_package_wants_an_accepted_solution(output):
    with pytest.raises(InputError, match="wants an accepted solution"):
        exported(read_output(output()), SuiteFormat.LEGACY, SOLUTIONS[2:])


@pytest.mark.parametrize("name", PLACES)
def test_nothing_is_written_over_what_is_there(name, output, tmp_path):
    made, target = exported(read_output(output()), SuiteFormat(name), SOLUTIONS), tmp_path / PLACES[name]
    if target.suffix:
        target.write_text("mine")
    else:
        target.mkdir()
        (target / "mine").write_text("mine")

    with pytest.raises(InputError, match="there already"):
        publish_suite(made, SuiteFormat(name), target)

    assert (target if target.is_file() else target / "mine").read_text() == "mine"
    assert not list(tmp_path.glob(".stab*"))


def test_an_empty_folder_is_filled(output, tmp_path):
    (tmp_path / "new").mkdir()

    publish_suite(exported(read_output(output()), SuiteFormat.PAIRS), SuiteFormat.PAIRS, tmp_path / "new")

    assert sorted(p.name for p in (tmp_path / "new").iterdir())[0] == "01-max.ans"
