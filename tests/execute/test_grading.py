"""Outputs judged by a problem's own checker: what it says, and what it says nothing about."""

from __future__ import annotations

import pytest

from stab.execute import (
    Grader,
    blames_checker,
    blames_dead_checker,
    check_output,
    grade,
    judge_program,
)
from stab.execute.timing import Protocol
from stab.records import (
    Checker,
    CheckerKind,
    ExistingTest,
    Language,
    Limits,
    Run,
    Solution,
    SourceFile,
    Verdict,
)

KATTIS = """
import sys
given, answer, remarks = sys.argv[1:4]
sum_ = sum(map(int, open(given).read().split()))
try:
    parts = [int(word) for word in sys.stdin.read().split()]
except ValueError:
    open(remarks + "judgemessage.txt", "w").write("no number")
    print("no number", file=sys.stderr)
    sys.exit(43)
assert open(answer).read().strip() == "any"
sys.exit(42 if sum(parts) == sum_ else 43)
"""
TESTLIB = """
#include "answers.h"
#include <cstdio>
int main(int count, char **words) {
    if (count < 4) return 3;
    FILE *given = fopen(words[1], "r"), *said = fopen(words[2], "r"), *right = fopen(words[3], "r");
    int want = 0, found = 0;
    if (!given || !right || fscanf(right, "%d", &want) != 1) return GIVES_UP;
    if (!said || fscanf(said, "%d", &found) != 1) return fprintf(stderr, "wrong output format"), BAD_FORM;
    return want - found > 1 || found - want > 1 ? (fprintf(stderr, "off by more than one"), WRONG) : 0;
}
"""
LIMITS = Limits(time_s=0.5)
HEADER = "enum { WRONG = 1, BAD_FORM = 2, GIVES_UP = 3 };\n"


@pytest.fixture
def case(tmp_path):
    """A test of three numbers, and a maker of answers."""
    data = tmp_path / "in"
    data.write_text("1 2 3\n")

    def with_answer(text):
        (tmp_path / "ans").write_text(text)
        return ExistingTest("t", data, tmp_path / "ans")

    return with_answer


def kattis(source=KATTIS, *arguments):
    return Checker(CheckerKind.KATTIS, Solution("validate", Language.PYTHON, source), arguments)


@pytest.mark.parametrize(
    ("output", "verdict", "word"),
    [
        (b"6", Verdict.OK, ""),
        (b"2 4", Verdict.OK, ""),
        (b"7", Verdict.WRONG_ANSWER, ""),
        (b"x", Verdict.WRONG_ANSWER, "no number"),
        (b"", Verdict.WRONG_ANSWER, ""),
        (b"\xff\x00", Verdict.WRONG_ANSWER, "no number"),
    ],
)
def test_kattis_checker(box, case, output, verdict, word):
    found, detail = check_output(kattis(), case("any\n"), output, box)
    assert (found, word in detail) == (verdict, True), detail


@pytest.mark.parametrize(
    ("output", "answer", "verdict", "word"),
    [
        (b"7", "6", Verdict.OK, ""),
        (b"9", "6", Verdict.WRONG_ANSWER, "off by more"),
        (b"", "6", Verdict.WRONG_ANSWER, "format"),
        (b"6", "nothing", Verdict.UNMEASURED, "gave up"),
    ],
)
def test_testlib_checker_of_two_files(box, case, output, answer, verdict, word):
    program = Solution("check", Language.CPP, TESTLIB, others=(SourceFile("answers.h", HEADER),))
    found, detail = check_output(Checker(CheckerKind.TESTLIB, program), case(answer), output, box)
    assert (found, word in detail) == (verdict, True), detail


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("import sys; sys.exit(0)", "instead of 42 or 43"),
        ("raise ValueError('my own fault')", "my own fault"),
        ("while True: pass", "was stopped (TLE)"),
        ("import os; os.kill(os.getpid(), 11)", "was ended by SIGSEGV"),
        ("def (:", "does not compile"),
    ],
)
def test_a_broken_checker_says_nothing_about_the_solution(sandbox, case, monkeypatch, source, word):
    monkeypatch.setattr("stab.execute.grading.CHECKER_LIMITS", LIMITS)
    verdict, detail = check_output(kattis(source), case("any"), b"6", sandbox)
    assert verdict is Verdict.UNMEASURED
    assert word in detail


def test_arguments_reach_the_checker(sandbox, case):
    source = "import sys; sys.exit(42 if sys.argv[4:] == ['tolerance', '1e-3'] else 43)"
    assert check_output(kattis(source, "tolerance", "1e-3"), case("any"), b"", sandbox)[0] is Verdict.OK
    assert check_output(kattis(source), case("any"), b"", sandbox)[0] is Verdict.WRONG_ANSWER


def test_a_failed_run_is_not_checked(sandbox, case):
    run = Run(Verdict.RUNTIME_ERROR, 0.1, 0.1, 1.0, "exit status 1")
    assert grade(run, case("any"), Grader(checker=kattis("def (:")), sandbox) == run


def test_a_checker_decides_alone(sandbox, case):
    solution = Solution("s", Language.PYTHON, "print(1, 5)")
    test = case("any")
    assert judge_program(solution, test, Protocol(checker=kattis()), sandbox).verdict is Verdict.OK
    assert judge_program(solution, test, Protocol(), sandbox).verdict is Verdict.WRONG_ANSWER


def test_the_remarks_of_a_kattis_checker_are_told(sandbox, case):
    source = "import sys\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write('line 3: too few')\nsys.exit(43)"
    assert check_output(kattis(source), case("any"), b"", sandbox) == (
        Verdict.WRONG_ANSWER,
        "line 3: too few",
    )


@pytest.mark.parametrize(
    ("source", "is_dead"), [("def (:", True), ("while True: pass", True), ("raise ValueError", False)]
)
def test_a_dead_checker_is_told_from_one_that_fails(sandbox, case, monkeypatch, source, is_dead):
    monkeypatch.setattr("stab.execute.grading.CHECKER_LIMITS", LIMITS)
    run = grade(Run(Verdict.OK, 0.1, 0.1, None), case("any"), Grader(checker=kattis(source)), sandbox)
    assert (blames_checker(run), blames_dead_checker(run)) == (True, is_dead)


def test_a_mark_of_the_byte_order_is_no_answer(sandbox, case):
    run = Run(Verdict.OK, 0.1, 0.1, None, stdout=b"6\n")
    assert grade(run, case("\ufeff6\n"), Grader(), sandbox).verdict is Verdict.OK
