"""`stab enrich` on small suites: what it adds, what it leaves alone, what it says."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

STATEMENT = """# Pairs of Equals

**Time limit:** 0.3 seconds.

## Input

The first line contains an integer n (1 ≤ n ≤ 3000). The second line contains n integers a_1, ..., a_n
(1 ≤ a_i ≤ 1000).

## Output

Print the number of pairs i < j with a_i = a_j.

## Example

### Input

```
3
1 2 1
```

### Output

```
1
```
"""
COUNT = """
from collections import Counter
n = int(input())
print(sum(c * (c - 1) // 2 for c in Counter(input().split()).values()))
"""
SEEN = """
n = int(input())
seen, total = {}, 0
for x in input().split():
    total += seen.get(x, 0)
    seen[x] = seen.get(x, 0) + 1
print(total)
"""
SLOW = """
n = int(input())
a = input().split()
for _ in range(20):
    total = sum(a[i] == a[j] for i in range(n) for j in range(i))
print(total)
"""
WRONG = COUNT + "if n > 2000: print(1)\n"
VALIDATOR = """
import sys
n, *a = map(int, sys.stdin.read().split())
sys.exit(42 if len(a) == n <= {most} else 43)
"""
PACKAGE = {
    "problem.yaml": "problem_format_version: 2025-09\nname: Pairs  # mine\n",
    "statement/problem.en.md": STATEMENT,
    "data/sample/1.in": "3\n1 2 1\n",
    "data/sample/1.ans": "1\n",
    "data/secret/02.in": "1\n5\n",
    "data/secret/02.ans": "0\n",
    "data/secret/03.in": "1\n5\n",
    "data/secret/03.ans": "0\n",
    "submissions/accepted/a.py": COUNT,
    "submissions/accepted/b.py": SEEN,
    "submissions/time_limit_exceeded/slow.py": SLOW,
    "input_validators/validate.py": VALIDATOR.format(most=3000),
    "generators/generators.yaml": "data:\n  secret:\n    data:\n      '02':  # mine\n        copy: m/02\n",
    "unknown/file.bin": "\x00\x01",
}


@pytest.fixture
def suite(tmp_path):
    """Write a package, with changes (None leaves a file out), and return its folder."""

    def write(name="suite", **changes):
        for relative, text in {**PACKAGE, **changes.get("files", {})}.items():
            if text is not None:
                file = tmp_path / name / relative
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
        return tmp_path / name

    return write


def seen(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def enrich(stab, folder, *more):
    store = folder.parent / "store.sqlite"
    call = ("enrich", folder, "--tests", 2, "--budget", "1runs", "--store", store, "--json", *more)
    return stab(*call)


def test_a_package_is_enriched_once_and_taken_back(stab, suite):
    folder = suite()
    before = seen(folder)

    looked = enrich(stab, folder, "--dry-run")
    assert (looked.code, looked.document["schema"], seen(folder)) == (0, "stab/enrich/1", before)

    made = enrich(stab, folder)
    after = seen(folder)
    added = {own["file"] for own in made.document["added"]}
    assert made.code == 0
    assert [own["file"] for own in looked.document["added"]] == [
        own["file"] for own in made.document["added"]
    ]
    assert set(after) - set(before) == (added - {"generators/generators.yaml"}) | {
        "generators/stab/journal.json",
        "generators/stab/report.json",
        *(name for name in after if "originals" in name),
    }
    assert all(after[name] == data for name, data in before.items() if not name.endswith("generators.yaml"))
    name = made.document["tests"][0]["name"]
    assert name.startswith("stab-01-")
    listing = after["generators/generators.yaml"].decode()
    assert listing == PACKAGE["generators/generators.yaml"] + f"      {name}:\n        copy: stab/{name}\n"
    assert after[f"data/secret/{name}.in"] == after[f"generators/stab/{name}.in"]
    assert after[f"data/secret/{name}.yaml"].startswith(b'description: "stab: ')
    assert made.document["before"]["missed"] == made.document["after"]["caught"]
    assert made.document["after"]["bounds"]["n"] == ["min", "max"]
    assert made.document["duplicates"] == [["secret/02", "secret/03"]]
    seed = made.document["tests"][0]["seed"]
    again = subprocess.run(
        [sys.executable, folder / f"generators/stab/{name}.py", str(seed)], capture_output=True, check=True
    )
    assert again.stdout == after[f"data/secret/{name}.in"]
    checked = subprocess.run(
        [sys.executable, folder / "generators/stab/stab-01-validator.py"], input=again.stdout, check=False
    )
    assert checked.returncode == 42

    second = enrich(stab, folder)
    assert (second.code, second.document["added"], seen(folder)) == (0, [], after)

    undone = stab("enrich", folder, "--undo")
    assert (undone.code, seen(folder)) == (0, before)
    assert stab("enrich", folder, "--undo").code == 3


def test_inputs_on_which_solutions_disagree_are_held_back(stab, suite):
    folder = suite(files={"submissions/accepted/b.py": WRONG})
    before = seen(folder)

    made = enrich(stab, folder)

    assert (made.code, made.document["added"], seen(folder)) == (1, [], before)
    held = made.document["held_back"]
    assert held and all("accepted solutions disagree: accepted/b.py" in own["reason"] for own in held)


def test_the_suites_own_validator_has_the_last_word(stab, suite):
    folder = suite(files={"input_validators/validate.py": VALIDATOR.format(most=100)})

    made = enrich(stab, folder)

    assert made.code == 1
    assert {own["stage"] for own in made.document["held_back"]} == {"validator"}


def test_old_tests_that_break_the_statement_are_named(stab, suite):
    folder = suite(
        files={
            "data/secret/04.in": "2\n0 5\n",
            "data/secret/04.ans": "0\n",
            "submissions/time_limit_exceeded/slow.py": None,
            "input_validators/validate.py": None,
        }
    )

    made = enrich(stab, folder, "--dry-run", "--reference", "a.py")

    assert made.code == 1
    assert [own["test"] for own in made.document["suite_faults"]] == ["secret/04"]


def test_a_checker_that_does_not_compile_is_said(stab, suite):
    folder = suite(
        files={
            "problem.yaml": "validation: custom\n",
            "output_validators/check.cpp": "int main() { return x; }",
        }
    )

    made = enrich(stab, folder)

    assert (made.code, made.document["kind"]) == (3, "input")
    assert "checker check.cpp does not compile" in made.err
    assert "generators/stab" not in {str(p.relative_to(folder)) for p in folder.rglob("*")}


ANY_ORDER = """
import sys
told = sorted(open(sys.argv[1]).read().split()[1:])
sys.exit(42 if sorted(sys.stdin.read().split()) == told else 43)
"""


def test_where_many_answers_are_right_the_suites_checker_says_who_agrees(stab, suite):
    folder = suite(
        files={
            "problem.yaml": "validation: custom\n",
            "statement/problem.en.md": STATEMENT.replace("\n1\n```\n", "\n1 1 2\n```\n"),
            "data/sample/1.ans": "1 1 2\n",
            "data/secret/02.ans": "5\n",
            "data/secret/03.ans": "5\n",
            "output_validators/check.py": ANY_ORDER,
            "generators/generators.yaml": None,
            "submissions/accepted/a.py": "input(); print(*input().split())",
            "submissions/accepted/b.py": "input(); print(*input().split()[::-1])",
            "submissions/time_limit_exceeded/slow.py": None,
        }
    )

    made = enrich(stab, folder, "--dry-run")

    assert (made.code, made.document["held_back"]) == (0, [])
    assert made.document["tests"]


BAD = {
    "no suite": ((), ("nothing",), 3, "no such file or folder"),
    "a file for a folder": ((), ("suite", "-o", "x"), 2, "-o is for a row or a zip"),
    "undo of nothing": ((), ("suite", "--undo"), 3, "no enrichment to take back"),
    "interactive": ({"problem.yaml": "type: interactive\n"}, ("suite",), 3, "interactive problem"),
    "broken YAML": (
        {"problem.yaml": "name: [\n"},
        ("suite",),
        3,
        "problem.yaml:2: this is no valid YAML at column",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_told(case, stab, suite, tmp_path):
    files, call, code, said = BAD[case]
    folder = suite(files=dict(files))
    before = seen(folder)

    made = stab("enrich", *call)

    assert (made.code, seen(folder)) == (code, before)
    assert said in made.err


def test_a_row_becomes_a_row_of_a_new_file(stab, tmp_path):
    row = {
        "name": "1_A",
        "description": STATEMENT,
        "public_tests": {"input": ["3\n1 2 1\n"], "output": ["1\n"]},
        "private_tests": {"input": [], "output": []},
        "generated_tests": {"input": ["1\n5\n"], "output": ["0\n"]},
        "solutions": {"language": [3, 3], "solution": [COUNT, SEEN]},
        "time_limit": {"seconds": 0, "nanos": 300000000},
        "of others": {"kept": [1]},
    }
    file = tmp_path / "rows.jsonl"
    lines = ['{"name":  "0"}', "", json.dumps(row), '{"name": "2"}']
    file.write_text("\n".join(lines))
    call = ("--tests", 2, "--budget", "1runs", "--store", tmp_path / "store", "--json")

    made = stab("enrich", f"{file}#1_A", *call)

    assert (made.code, [own["file"] for own in made.document["added"]]) == (0, ["rows.stab.jsonl"])
    assert file.read_text() == "\n".join(lines)
    written = (tmp_path / "rows.stab.jsonl").read_text().split("\n")
    assert [written[k] for k in (0, 1, 3)] == [lines[k] for k in (0, 1, 3)]
    new = json.loads(written[2])
    own, tests = new.pop("stab"), new.pop("generated_tests")
    assert {**new, "generated_tests": row["generated_tests"]} == row
    assert tests["input"][0] == "1\n5\n" and len(tests["input"]) == len(tests["output"]) >= 2
    assert [t["index"] for t in own["tests"]] == list(range(1, len(tests["input"])))
    assert stab("enrich", f"{file}#1_A", *call).code == 3  # the new file is there already

    again = stab("enrich", f"{tmp_path / 'rows.stab.jsonl'}#1_A", *call)
    assert (again.code, again.document["added"]) == (0, [])
