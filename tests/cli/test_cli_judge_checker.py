"""`stab judge` on a package whose own checker accepts many answers."""

from __future__ import annotations

import pytest

CHECK = """
import sys
total = int(open(sys.argv[1]).read())
sys.exit(42 if sum(map(int, sys.stdin.read().split())) == total else 43)
"""


def test_the_packages_own_checker_decides(stab, tmp_path):
    files = {
        "problem.yaml": "validation: custom\n",
        "output_validators/check.py": CHECK,
        "data/secret/1.in": "6\n",
        "data/secret/1.ans": "1 5\n",
        "submissions/accepted/other.py": "n = int(input()); print(n - 2, 2)",
        "submissions/wrong_answer/wrong.py": "print(1, 1)",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    judged = stab("judge", tmp_path, "-s", tmp_path, "--json", "--store", tmp_path / "store")

    assert {row["solution"]: row["verdict"] for row in judged.document["results"]} == {
        "accepted/other.py": "OK",
        "wrong_answer/wrong.py": "WA",
    }
    assert judged.code == 1


@pytest.mark.parametrize(
    ("check", "told"),
    [
        ("import sys; sys.exit(1)", "ended with 1 instead of 42 or 43"),
        ("def (:", "does not compile"),
    ],
)
def test_a_checker_that_never_answers_is_the_users(stab, tmp_path, check, told):
    files = {
        "problem.yaml": "validation: custom\n",
        "output_validators/check.py": check,
        "data/secret/1.in": "6\n",
        "data/secret/1.ans": "1 5\n",
        "submissions/accepted/other.py": "n = int(input()); print(n - 2, 2)",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    judged = stab("judge", tmp_path, "-s", tmp_path, "--store", tmp_path / "store")

    assert judged.code == 3
    assert told in judged.err and "mend the checker" in judged.err


def test_the_packages_tolerance_decides(stab, tmp_path):
    files = {
        "problem.yaml": "validator_flags: float_absolute_tolerance 0.01\n",
        "data/secret/1.in": "6\n",
        "data/secret/1.ans": "2.00\n",
        "submissions/accepted/near.py": "print(2.009)",
        "submissions/wrong_answer/far.py": "print(2.02)",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    call = ("judge", tmp_path, "-s", tmp_path, "--json", "--store", tmp_path / "store")

    judged = stab(*call)
    assert [row["verdict"] for row in judged.document["results"]] == ["OK", "WA"]
    (tmp_path / "problem.yaml").write_text("validator_flags: float_tolerance 0.1\n")
    assert [row["verdict"] for row in stab(*call).document["results"]] == ["OK", "OK"]
    (tmp_path / "problem.yaml").write_text("validator_flags: float_tolerance much\n")
    refused = stab(*call)
    assert (refused.code, refused.document["kind"]) == (3, "input")
    assert "float_tolerance needs a number" in refused.err
