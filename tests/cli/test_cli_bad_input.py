"""Every bad input: one clear message, the contract's exit code, nothing left under a final name."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GOOD = (
    "# Sums\n\n## Input\n\nThe first line contains an integer n (1 ≤ n ≤ {high}). The second line contains n "
    "integers a_1, ..., a_n (0 ≤ a_i ≤ 100).\n\n## Output\n\nThe median of them.\n\n"
    "## Sample Input\n\n```\n{sample}\n```\n"
    "\n## Sample Output\n\n```\n6\n```\n"
)
LEETCODE = """1. Largest Pair

Given an integer array nums, return the largest sum of two of its elements.

Example 1:

Input: nums = [1,2,3]
Output: 5

Constraints:

2 <= nums.length <= 10^5
-10^9 <= nums[i] <= 10^9
"""
INTERACTIVE = GOOD.format(high=1000, sample="3\n1 2 3").replace(
    "The median of them.",
    "This is an interactive problem. After each query flush the output; the interactor answers.",
)

CASES = [
    ("empty", "", "empty"),
    ("nothing to read", "# A title\n\nA story without any numbers.\n", "no constraint"),
    ("contradiction", GOOD.format(high=1000, sample="3\n1 2 3").replace("1 ≤ n", "2000 ≤ n"), "contradict"),
    ("layout fails the sample", GOOD.format(high=1000, sample="3\n1 2"), "line 2"),
    ("function signature", LEETCODE, "function"),
    ("interactive", INTERACTIVE, "interactive"),
]


@pytest.mark.parametrize(("text", "word"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_the_reason_is_told(stab, statement, tmp_path, text, word):
    done = stab("gen", statement(text), "-o", "out")

    assert done.code == 3
    assert word in done.err
    assert len(done.err.strip().splitlines()) <= 12  # the likeliest layout may be among them
    assert not (tmp_path / "out").exists()


ARGUMENTS = "---\nlayout: |\n  n\n  nums[n]\n{samples}---\n"


def test_a_function_gets_inputs_once_it_is_told_how_arguments_stand(stab, statement):
    mute = stab("gen", statement(ARGUMENTS.format(samples="") + LEETCODE), "-o", "out")
    told = ARGUMENTS.format(samples='samples: [{input: "3\\n1 2 3"}]\n') + LEETCODE
    done = stab("gen", statement(told), "-o", "out", "--json", "--tests", "3")

    assert (mute.code, "samples:" in mute.err) == (3, True)
    assert done.code == 0, done.err
    assert {t["values"]["n"] for t in done.document["tests"]} == {100_000}


def test_a_missing_file_is_named(stab):
    done = stab("gen", "nowhere.md", "-o", "out", "--json")

    assert done.code == 3
    assert done.document["schema"] == "stab/error/1"
    assert "nowhere.md" in done.document["message"] + (done.document["file"] or "")
    assert done.document["hint"]


@pytest.mark.parametrize("high", ["10^18", "10^20"])
def test_huge_bounds_are_exact(stab, statement, high):
    text = (
        f"# Big\n\n## Input\n\nOne integer n (1 ≤ n ≤ {high}). Is it a prime number?\n\n"
        "## Sample Input\n\n```\n5\n```\n"
    )

    done = stab("gen", statement(text), "-o", "out", "--json")

    assert done.code == 0, done.err
    assert done.document["constraints"]["maxima"]["n"] == 10 ** int(high[3:])
    assert any("max" in t["hits"].get("n", []) for t in done.document["tests"])


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), str.rstrip], ids=["CRLF", "no final newline"]
)
def test_line_ends_do_not_matter(stab, statement, change):
    done = stab("layout", statement(change(GOOD.format(high=1000, sample="3\n1 2 3"))))

    assert done.code == 0, done.err
    assert "a[n]" in done.out


def test_five_megabytes_are_read(stab, statement):
    text = GOOD.format(high=1000, sample="3\n1 2 3").replace(
        "## Input", "A long story. " * 360_000 + "\n\n## Input"
    )

    assert stab("constraints", statement(text)).code == 0


def test_usage_errors_are_documents_too(stab):
    done = stab("gen", "--tests", "none", "--json")

    assert done.code == 2
    assert done.document["kind"] == "usage"
    assert "--tests" in done.document["message"]
    assert done.document["hint"] == "stab gen --help"


@pytest.mark.parametrize("output", ["taken", "taken/deeper/out"])
def test_a_file_in_the_way_of_a_data_set_is_told_before_any_work(stab, tmp_path, output):
    (tmp_path / "taken").write_text("mine")
    (tmp_path / "rows.jsonl").write_text('{"id": "a", "statement": "x"}\n')

    done = stab("gen", "rows.jsonl", "-o", output, "--json")

    assert (done.code, done.document["kind"]) == (3, "input")
    assert "not a folder" in done.document["message"]
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.parametrize("option", ["--catalog", "--layout", "--solutions"])
def test_what_an_option_names_is_the_file_of_its_fault(stab, statement, tmp_path, option):
    done = stab(
        "gen", statement(GOOD.format(high=9, sample="3\n1 2 3")), "-o", "out", option, "gone", "--json"
    )

    assert done.code == 3
    assert done.document["file"] == "gone"
    assert not (tmp_path / "out").exists()


def test_an_unknown_encoder_is_told_without_the_network(stab, statement):
    text = "# Fee\n\n## Input\n\nA number n (1 ≤ n ≤ 200000) and a fee.\n\n## Output\n\nThe next fee.\n"

    done = stab("scenarios", statement(text), "--encoder", "no-such/model", "--json")

    assert (done.code, done.document["kind"]) == (4, "machine")
    assert "STAB_DOWNLOAD" in done.document["hint"]


def test_a_full_disk_leaves_nothing(stab, statement, tmp_path):
    if os.getuid() != 0:
        pytest.fail("this test mounts a small file system and needs root, as CI has it")
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=True)
    try:
        done = stab("gen", statement(GOOD.format(high=200000, sample="3\n1 2 3")), "-o", small / "out")
        left = list(small.rglob("*"))
    finally:
        subprocess.run(["umount", small], check=True)

    assert done.code == 4
    assert "space" in done.err
    assert left == []


@pytest.mark.parametrize("seconds", [1, 4])
def test_ctrl_c_ends_with_130_and_nothing_half_written(examples, tmp_path, seconds):
    problem, solutions = examples / "courier" / "problem.md", tmp_path / "solutions"
    solutions.mkdir()
    (solutions / "endless.py").write_text("while True: pass\n")
    process = subprocess.Popen(
        [Path(sys.executable).with_name("stab"), "gen", problem, "-o", tmp_path / "out", "-s", solutions,
         "--time", "60"],
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == [solutions]
