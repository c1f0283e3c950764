"""`stab gen --sizes`, and growth over what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.packages import load_sizes

STATEMENT = """# Pairs

## Input

The first line contains an integer n (1 <= n <= 3000).
The second line contains n integers a_1, ..., a_n (1 <= a_i <= 1000).

## Output

The number of pairs of equal numbers.

## Example

Input:
```
3
5 5 1
```
Output:
```
1
```
"""
SOLUTIONS = {
    "counting.py": "input(); a = input().split()\nc = {}\nr = 0\nfor x in a:\n    r += c.get(x, 0); "
    "c[x] = c.get(x, 0) + 1\nprint(r)\n",
    "pairs.py": "n = int(input()); a = input().split()\n"
    "print(sum(a[i] == a[j] for i in range(n) for j in range(i)))\n",
}


@pytest.fixture
def sized(stab, tmp_path: Path) -> Path:
    (tmp_path / "pairs.md").write_text(STATEMENT)
    done = stab("gen", "pairs.md", "-o", "out", "--tests", "2", "--sizes")
    assert done.code == 0, done.err
    assert "smaller inputs of 2 tests in out/sizes" in done.out
    return tmp_path / "out"


def test_each_test_has_smaller_inputs_of_its_construction(stab, sized: Path):
    listed = json.loads((sized / "report.json").read_text())["sizes"]
    tests = sorted(p.stem for p in (sized / "tests").glob("*.in"))

    assert sorted({own["test"] for own in listed}) == tests
    for own in listed:
        assert int((sized / own["file"]).read_text().split()[0]) == own["size"]
    for name in tests:
        sizes = [own["size"] for own in listed if own["test"] == name]
        assert sizes == sorted(set(sizes), reverse=True)
        assert sizes[0] == 3000
        assert sizes[-1] <= 30
    files = [str(p) for p in (sized / "sizes").rglob("*.in")]
    assert len(files) == len(listed) - len(tests)
    assert stab("validate", "pairs.md", *files).code == 0


def test_the_same_call_writes_the_same_bytes_and_force_replaces_them(stab, sized: Path):
    before = {p: p.read_bytes() for p in sized.rglob("*.in")}
    assert stab("gen", "pairs.md", "-o", "out", "--tests", "2", "--sizes", "--force").code == 0
    assert {p: p.read_bytes() for p in sized.rglob("*.in")} == before

    assert stab("gen", "pairs.md", "-o", "out", "--tests", "2", "--force").code == 0
    assert not list((sized / "sizes").rglob("*.in"))
    assert load_sizes(sized) == ()


def test_growth_is_fitted_over_the_written_sizes(stab, sized: Path, tmp_path: Path):
    for name, source in SOLUTIONS.items():
        (tmp_path / "solutions").mkdir(exist_ok=True)
        (tmp_path / "solutions" / name).write_text(source)
    done = stab("rank", "pairs.md", "-s", "solutions", "--tests", "out", "--growth", "--json", "--time", "20")

    assert done.code == 0, done.err
    growths = {own["solution"]: own["growth"] for own in done.document["solutions"]}
    sizes = [point["size"] for point in growths["pairs.py"]["points"]]
    assert set(sizes) <= {own.size for own in load_sizes(sized)}
    assert growths["pairs.py"]["exponent"] > 1.5
    assert growths["counting.py"] is None  # never clearly above the start-up
    assert "no growth told" in done.err


def test_growth_over_given_tests_of_one_size_is_that_of_generated_ones(stab, tmp_path: Path):
    (tmp_path / "pairs.md").write_text(STATEMENT)
    for folder, name, text in (
        ("solutions", "pairs.py", SOLUTIONS["pairs.py"]),
        ("mine", "one.in", "3\n1 1 2\n"),
        ("mine", "two.in", "3\n5 6 7\n"),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(text)
    done = stab(
        "rank", "pairs.md", "-s", "solutions", "--tests", "mine", "--growth", "--json", "--time", "20"
    )

    assert done.code == 0, done.err
    (own,) = done.document["solutions"]
    assert own["worst_test"] in ("one", "two")
    assert own["growth"]["exponent"] > 1.5


@pytest.mark.parametrize(
    "report",
    [
        "",
        "[]",
        '{"schema": "stab/report/1"}',
        '{"schema": "another", "sizes": [{"test": "a", "size": 1, "file": "a.in"}]}',
        '{"schema": "stab/report/1", "sizes": [{"test": "a", "size": "many", "file": "a.in"}]}',
        '{"schema": "stab/report/1", "sizes": 7}',
    ],
)
def test_a_folder_without_a_list_of_sizes_has_none(tmp_path: Path, report: str):
    (tmp_path / "report.json").write_text(report)

    assert load_sizes(tmp_path) == ()


@pytest.mark.parametrize("file", ["gone.in", "../outside.in"])
def test_a_listed_size_that_is_not_there_is_said(tmp_path: Path, file: str):
    (tmp_path / "outside.in").write_text("1\n")
    (tmp_path / "out").mkdir()
    listed = [{"test": "a", "size": 1, "file": file}]
    (tmp_path / "out" / "report.json").write_text(json.dumps({"schema": "stab/report/1", "sizes": listed}))

    with pytest.raises(InputError, match="not there"):
        load_sizes(tmp_path / "out")
