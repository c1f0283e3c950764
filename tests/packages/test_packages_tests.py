"""load_tests: pairs of files, packages, rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.packages import load_tests


def write(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder


def listed(source: str | Path, scratch: Path) -> list[tuple[str, str, str | None]]:
    return [
        (t.name, t.input.name, None if t.answer is None else t.answer.name)
        for t in load_tests(source, scratch)
    ]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            ["10.in", "10.ans", "2.in", "2.out", "3.in", "x.txt"],
            [("2", "2.in", "2.out"), ("3", "3.in", None), ("10", "10.in", "10.ans")],
        ),
        (["a.b.in", "a.b.a"], [("a.b", "a.b.in", "a.b.a")]),
        (["in/1.txt", "in/2.txt", "out/1.txt"], [("1", "1.txt", "1.txt"), ("2", "2.txt", None)]),
        (
            [
                "data/secret/1.in",
                "data/secret/1.ans",
                "data/sample/2.in",
                "data/invalid_input/3.in",
                "data/sample/2.ans",
                "9.in",
            ],
            [("sample/2", "2.in", "2.ans"), ("secret/1", "1.in", "1.ans")],
        ),
        (["tests/01", "tests/01.a", "tests/02", "statement.md"], [("01", "01", "01.a"), ("02", "02", None)]),
        (["tests/1.in", "tests/1.out", "solution.py"], [("1", "1.in", "1.out")]),
    ],
)
def test_folders(tmp_path: Path, files: list[str], expected: list[tuple[str, str, str | None]]) -> None:
    write(tmp_path, *files)
    assert listed(tmp_path, tmp_path / "scratch") == expected


@pytest.mark.parametrize("name", ["nowhere", "empty", "a.jsonl#none"])
def test_nothing_to_load(tmp_path: Path, name: str) -> None:
    write(tmp_path, "empty/readme.txt")
    (tmp_path / "a.jsonl").write_text('{"id": "none"}\n')
    with pytest.raises(InputError) as caught:
        load_tests(f"{tmp_path}/{name}", tmp_path / "scratch")
    assert caught.value.hint


def test_rows_are_written_out(tmp_path: Path) -> None:
    tests = {
        "name": ["secret/10", "secret/9", "sample/1", "secret.9", "secret/9"],
        "input": ["1", "2", "3", "4", "5"],
        "output": ["a", "b", "c", "d", "e"],
    }
    public, generated = {"input": ["p"], "output": ["q"]}, {"input": ["g", "h"], "output": ["i", "j"]}
    rows = [
        {"id": "a", "tests": tests},
        {"id": "b", "public_tests": public, "generated_tests": generated},
        {"id": "c", "files": {"gen/example_00.in": "7\n"}},
    ]
    file = tmp_path / "r.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    found = load_tests(f"{file}#a", tmp_path / "a")
    assert [(t.name, t.input.read_text(), t.answer.read_text() if t.answer else None) for t in found] == [
        ("sample-1", "3", "c"),
        ("secret.9", "4", "d"),
        ("secret-9", "2", "b"),
        ("secret-9-2", "5", "e"),
        ("secret-10", "1", "a"),
    ]
    assert [t.name for t in load_tests(f"{file}#b", tmp_path / "b")] == [
        "public-1",
        "generated-1",
        "generated-2",
    ]
    assert [(t.input.read_text(), t.answer) for t in load_tests(f"{file}#c", tmp_path / "c")] == [
        ("7\n", None)
    ]
