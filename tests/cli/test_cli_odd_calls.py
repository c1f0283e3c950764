"""Odd values of options and odd files: the right exit code, and words that say what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

STATEMENT = (
    "# Sums\n\n## Input\n\nThe first line contains an integer n (1 ≤ n ≤ 50). The second line contains n "
    "integers a_1, ..., a_n (0 ≤ a_i ≤ 100).\n\n## Output\n\nTheir sum.\n\n"
    "## Sample Input\n\n```\n3\n1 2 3\n```\n\n## Sample Output\n\n```\n6\n```\n"
)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with a statement, a test and a right solution."""
    (tmp_path / "problem.md").write_text(STATEMENT)
    for folder in ("sol", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "sol" / "right.py").write_text("input()\nprint(sum(map(int, input().split())))\n")
    (tmp_path / "tests" / "1.in").write_text("2\n4 5\n")
    (tmp_path / "tests" / "1.ans").write_text("9\n")
    return tmp_path


CALLS = {
    "judge": ("judge", "tests", "-s", "sol"),
    "rank": ("rank", "problem.md", "-s", "sol", "--tests", "tests"),
    "score": ("score", "problem.md", "-s", "sol", "--existing", "tests", "--generated", "tests"),
    "gen": ("gen", "problem.md", "-o", "out", "-s", "sol"),
}
TIME = [("--time", value) for value in ("nan", "inf", "1e9")]
MEMORY = [("--memory", "9" * 22)]
MODEL = [("--model", "replay:x", option, "nan") for option in ("--model-timeout", "--generator-time")]


@pytest.mark.parametrize(
    ("command", "option"),
    [("judge", option) for option in TIME + MEMORY]
    + [("rank", TIME[0]), ("score", MEMORY[0]), ("gen", TIME[1])]
    + [("gen", option) for option in MODEL],
)
def test_a_limit_out_of_range_is_misuse(stab, here, command, option):
    done = stab(*CALLS[command], *option)

    assert done.code == 2
    assert option[-2] in done.err
    assert "x<=" in done.err or "seconds up to" in done.err


def test_a_solution_that_is_no_text_fails_alone(stab, here):
    (here / "sol" / "b.cpp").write_bytes(b"\x7fELF\0\1\2\xff" * 9)
    (here / "sol" / "b.py").write_bytes(b"\0\xff\xfe")
    (here / "sol" / "wide.py").write_bytes("print(9)\n".encode("utf-16"))
    (here / "sol" / "latin.py").write_bytes(
        "# -*- coding: latin-1 -*-\nprint({'é': 9, 'Ã©': 8}['é'])\n".encode("latin-1")
    )
    done = stab("judge", "tests", "-s", "sol", "--json", "--store", here / "runs.sqlite")

    assert done.code == 1, done.err
    verdicts = {r["solution"]: r["verdict"] for r in done.document["results"]}
    assert (verdicts.pop("right.py"), verdicts.pop("latin.py"), verdicts.pop("b.cpp")) == ("OK", "OK", "CE")
    assert set(verdicts) == {"b.py", "wide.py"}
    assert set(verdicts.values()) <= {"CE", "RTE"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("layout", "/dev/zero"), "larger than 50 MB"),
        (("gen", "/dev/zero", "-o", "out"), "larger than 50 MB"),
        (("layout", "problem.md", "--layout", "/dev/zero"), "no 1000000 characters"),
    ],
)
def test_an_endless_file_is_not_read_to_its_end(stab, here, args, said):
    done = stab(*args)

    assert done.code == 3
    assert said in done.err


@pytest.mark.parametrize("source", ["problem.md", "rows.jsonl"])
@pytest.mark.parametrize(
    ("model", "said"),
    [("replay:missing", "no folder missing"), ("replay:sol", "holds no replies"), ("m", "no key")],
)
def test_a_model_that_can_not_be_opened_is_refused_at_once(stab, here, monkeypatch, source, model, said):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    (here / "rows.jsonl").write_text('{"id": "a", "statement": "x"}\n')
    done = stab("gen", source, "-o", "out", "--model", model, "--json")

    assert done.code == 4
    assert (done.document["schema"], done.document["kind"]) == ("stab/error/1", "model")
    assert said in done.document["message"]
    assert not (here / "out").exists()


LONG = "x" * 300


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("layout", LONG + ".md"), 3, "too long"),
        (("gen", "problem.md", "-o", LONG), 3, "too long for a folder"),
        (("judge", LONG, "-s", "sol"), 3, "too long"),
        (("judge", "problem.md", "-s", "sol"), 3, "this is a file, not a folder of tests"),
        (
            ("judge", "tests", "-s", "sol", "--store", "none/runs.sqlite"),
            3,
            "there is no folder for this file",
        ),
        (("layout", "problem.md", "--constraint", "n <="), 3, "stab: --constraint: "),
        (("constraints", "problem.md", "--constraint", " n <= 1/0"), 3, "stab: --constraint: "),
    ],
)
def test_what_is_wrong_is_named(stab, here, args, code, said):
    done = stab(*args)

    assert done.code == code, done.err
    assert said in done.err
    assert "problem.md: the constraint" not in done.err
    assert not (here / "none").exists()


def test_what_the_compiler_says_is_shown(stab, here):
    (here / "sol" / "torn.cpp").write_text("int main() {\n  return missing_name;\n}\n")
    options = ("--store", here / "runs.sqlite")
    judged = stab("judge", "tests", "-s", "sol", *options)
    as_json = stab("judge", "tests", "-s", "sol", "--json", *options)

    assert "torn.cpp does not compile:" in judged.out
    assert judged.out.count("missing_name") >= 2  # in the table, and the line itself below
    details = {r["solution"]: r["detail"] for r in as_json.document["results"]}
    assert "missing_name" in details["torn.cpp"]


def test_a_ranking_of_nothing_says_so(stab, here):
    (here / "sol" / "right.py").unlink()
    (here / "sol" / "torn.cpp").write_text("int main() {\n")
    done = stab("rank", "problem.md", "-s", "sol", "--tests", "tests", "--store", here / "runs.sqlite")

    assert done.code == 1
    assert "nothing to rank" in done.err


def test_a_count_that_divides_by_zero_is_said_in_words(stab, here):
    (here / "fields.txt").write_text("n\na[n/0]\n")
    done = stab("layout", "problem.md", "--layout", "fields.txt")

    assert done.code == 3
    assert "it divides by zero" in done.err and "Fraction" not in done.err
