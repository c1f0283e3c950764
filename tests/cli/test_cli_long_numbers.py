"""Bounds and samples with more digits than Python converts unasked."""

from __future__ import annotations

import subprocess
import sys

import pytest

TEXT = (
    "# Sums\n\n## Input\n\nThe first line contains an integer n (1 ≤ n ≤ {n}). The second line contains n "
    "integers a_1, ..., a_n (0 ≤ a_i ≤ {a}).\n\n## Output\n\nThe median of them.\n\n"
    "## Sample Input\n\n```\n{sample}\n```\n\n## Sample Output\n\n```\n6\n```\n"
)


def _gen(stab, statement, n="9", a="9", sample="2\n3 4"):
    return stab("gen", statement(TEXT.format(n=n, a=a, sample=sample)), "-o", "out", "--tests", 2, "--json")


@pytest.mark.parametrize(
    ("bounds", "longest"),
    [
        ({"a": "10^{5000}"}, 5001),
        ({"a": "10^{6000}", "sample": "1\n" + "7" * 5500}, 6001),
        ({"n": "99999^{99999}"}, 1),
    ],
    ids=["bound", "sample", "count"],
)
def test_long_numbers_are_generated(stab, statement, tmp_path, bounds, longest):
    done = _gen(stab, statement, **bounds)

    assert done.code == 0, done.err
    tokens = [t for f in (tmp_path / "out").rglob("*.in") for t in f.read_text().splitlines()[1].split()]
    assert max(map(len, tokens)) in (longest, longest - 1)


def test_long_scalars_are_generated_and_validated(stab, statement, tmp_path):
    text = (
        "# Scale\n\n## Input\n\nThe first line contains a real number x (0 ≤ x ≤ 10^{5000}). The second line "
        "contains an integer m (-10^{6000} ≤ m ≤ 10^{6000} - 1).\n\n## Output\n\nTheir product.\n\n"
        "## Sample Input\n\n```\n1.5\n7\n```\n\n## Sample Output\n\n```\n10.5\n```\n"
    )

    done = stab("gen", statement(text), "-o", "out", "--tests", 2, "--json")

    assert done.code == 0, done.err
    program = [sys.executable, tmp_path / "out" / "validator.py"]
    for file in (tmp_path / "out").rglob("*.in"):
        checked = subprocess.run(program, input=file.read_bytes(), capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (42, b"")


def test_what_no_program_can_write_is_refused(stab, statement):
    done = _gen(stab, statement, a="10^{1000000}")

    assert (done.code, done.document["kind"]) == (3, "input")
    assert "digits" in done.document["message"]


def test_a_bound_without_a_value_is_not_read(stab, statement):
    text = TEXT.format(n="9", a="10^{10^9}", sample="2\n3 4")
    done = stab("constraints", statement(text), "--json")

    assert done.code == 0
    assert [c["text"] for c in done.document["constraints"]] == ["1 <= n <= 9"]
    assert any("10^9" in gap["quote"] for gap in done.document["unread"])


def test_long_numbers_take_their_share_of_an_input(stab, statement, tmp_path):
    done = _gen(stab, statement, n="200000", a="10^{1000}")

    assert done.code == 0, done.err
    sizes = [f.stat().st_size for f in (tmp_path / "out").rglob("*.in")]
    assert 10**6 < max(sizes) < 32 * 10**6
