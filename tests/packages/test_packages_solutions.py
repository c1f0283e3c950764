"""load_solutions: files, folders, packages, rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.packages import is_dataset, load_row, load_solutions, row_ids
from stab.records import Language


def write(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n")
    return folder


def listed(source: str | Path) -> list[tuple[str, str, str]]:
    return [(s.name, s.language.value, s.expected) for s in load_solutions(source)]


def test_a_folder(tmp_path: Path) -> None:
    write(
        tmp_path,
        "b10.py",
        "b9.cpp",
        "Main.java",
        "tle/x.cc",
        "slow/y.py",
        "wrong-answer/z.py",
        "notes.txt",
        "__pycache__/q.py",
    )
    assert listed(tmp_path) == [
        ("Main.java", "java", "accepted"),
        ("b9.cpp", "cpp", "accepted"),
        ("b10.py", "python", "accepted"),
        ("slow/y.py", "python", "time_limit_exceeded"),
        ("tle/x.cc", "cpp", "time_limit_exceeded"),
        ("wrong-answer/z.py", "python", "wrong_answer"),
    ]


@pytest.mark.parametrize("root", ["submissions", "solutions"])
def test_a_package(tmp_path: Path, root: str) -> None:
    write(
        tmp_path,
        f"{root}/accepted/a.py",
        f"{root}/run_time_error/b.cpp",
        "generators/gen.py",
        f"{root}/accepted/c.rb",
    )
    assert listed(tmp_path) == [
        ("accepted/a.py", "python", "accepted"),
        ("run_time_error/b.cpp", "cpp", "run_time_error"),
    ]


def test_a_folder_below_a_verdict_of_a_package_is_one_program(tmp_path: Path) -> None:
    write(tmp_path, "submissions/accepted/deep/main.cpp", "submissions/accepted/deep/tree/heap.h")
    write(tmp_path, "submissions/accepted/deep/heap.cpp", "submissions/accepted/notes/readme.md")
    write(tmp_path, "submissions/time_limit_exceeded/Slow/Slow.java", "submissions/accepted/a.go")
    found = {s.name: s for s in load_solutions(tmp_path)}
    assert set(found) == {"accepted/deep", "accepted/a.go", "time_limit_exceeded/Slow"}
    deep, slow = found["accepted/deep"], found["time_limit_exceeded/Slow"]
    assert (deep.file, deep.language, deep.expected) == ("main.cpp", Language.CPP, "accepted")
    assert {file.name for file in deep.others} == {"heap.cpp", "tree/heap.h"}
    assert (slow.file, slow.others, slow.expected) == ("Slow.java", (), "time_limit_exceeded")


@pytest.mark.parametrize(
    ("name", "language"),
    [("a.c", "c"), ("a.rs", "rust"), ("a.go", "go"), ("a.js", "javascript")],
)
def test_further_languages(tmp_path: Path, name: str, language: str) -> None:
    write(tmp_path, name)
    assert listed(tmp_path) == [(name, language, "accepted")]


def test_a_single_file(tmp_path: Path) -> None:
    write(tmp_path, "Main.java")
    (found,) = load_solutions(tmp_path / "Main.java")
    assert (found.name, found.language, found.source) == ("Main.java", Language.JAVA, "# Main.java\n")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("nowhere", "no such"),
        ("empty", "no solutions"),
        ("a.rb", "no language"),
        ("a.jsonl#x", "no such"),
    ],
)
def test_nothing_to_load(tmp_path: Path, name: str, word: str) -> None:
    write(tmp_path, "a.rb", "empty/readme.txt")
    with pytest.raises(InputError, match=word) as caught:
        load_solutions(f"{tmp_path}/{name}")
    assert caught.value.hint


def test_rows_of_either_schema(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "solutions": [
            {"verdict": "accepted", "language": "python", "name": "main.py", "code": "x"},
            {"verdict": "accepted", "language": "python", "name": "main.py", "code": "y"},
            {"verdict": "time_limit_exceeded", "language": "cpp", "name": "slow.cpp", "code": "z"},
            {"verdict": "accepted", "language": "haskell", "name": "m.hs", "code": "h"},
        ]},
        {"name": "b", "solutions": {"language": [1, 2, 3, 4], "solution": ["p2", "c", "p3", "j"]},
         "incorrect_solutions": {"language": ["PYTHON3"], "solution": ["w"]}},
    ]  # fmt: skip
    file = tmp_path / "r.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    assert [(s.name, s.source, s.expected) for s in load_solutions(f"{file}#a")] == [
        ("accepted/main.py", "x", "accepted"),
        ("accepted/2/main.py", "y", "accepted"),
        ("time_limit_exceeded/slow.cpp", "z", "time_limit_exceeded"),
    ]
    assert [(s.name, s.source, s.language.value) for s in load_solutions(f"{file}#b")] == [
        ("accepted/002.cpp", "c", "cpp"),
        ("accepted/003.py", "p3", "python"),
        ("accepted/004.java", "j", "java"),
        ("wrong_answer/wrong-001.py", "w", "python"),
    ]


def test_data_sets(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text('{"id": "a", "statement": "Input\\n\\nn"}\n\n{"id": "a"}\n{"x": 1}\n')
    assert row_ids(file) == ("a", "1", "2")
    assert load_row(file, "a").text == "Input\n\nn"
    assert is_dataset(file) and is_dataset("other.jsonl.xz")
    assert not is_dataset(f"{file}#a") and not is_dataset("a.md")
