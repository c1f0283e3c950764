"""load_problem: files, package folders, rows; and what is said of bad ones."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stab.errors import InputError
from stab.records import Markup, Overrides, SectionKind
from stab.statement import load_problem

TEXT = "# Lamps\n\nCount.\n\n## Input\n\nOne integer n.\n\n## Output\n\nThe answer.\n"
TEX = "\\problemname{Lamps}\n\\section*{Input}\nOne integer $n$.\n\\section*{Output}\nThe answer.\n"


def write(folder: Path, **files: str) -> Path:
    """Write files named with __ for / and _DOT_ for the dot."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_DOT_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_file_is_named_by_its_stem(tmp_path: Path) -> None:
    problem = load_problem(write(tmp_path, lamps_DOT_md="---\ntime_limit: 3\n---\n" + TEXT) / "lamps.md")
    assert (problem.id, problem.title, problem.line_offset, problem.time_limit_s) == (
        "lamps",
        "Lamps",
        3,
        3.0,
    )
    assert problem.path == tmp_path / "lamps.md"


@pytest.mark.parametrize(
    ("name", "text", "markup"),
    [
        ("a.md", TEXT, Markup.MARKDOWN),
        ("a.txt", "Lamps\n\nInput\n\nn\n", Markup.TEXT),
        ("a.tex", TEX, Markup.LATEX),
        ("a.html", "<h1>Lamps</h1><h2>Input</h2><p>n</p>", Markup.HTML),
        ("a", TEX, Markup.LATEX),
    ],
)
def test_markup_follows_the_suffix(tmp_path: Path, name: str, text: str, markup: Markup) -> None:
    (tmp_path / name).write_text(text)
    problem = load_problem(str(tmp_path / name))
    assert problem.markup is markup
    assert SectionKind.INPUT in {s.kind for s in problem.sections}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.md").write_bytes((TEXT + "1 ≤ n").replace("\n", "\r\n").encode(encoding))
    assert load_problem(tmp_path / "a.md").text == TEXT + "1 ≤ n"


@pytest.mark.parametrize(
    ("data", "word", "line"),
    [
        (b"", "empty", None),
        (b"Line one\nn \xe9 m\n", "UTF-8", 2),
        (b"PK\x03\x04\0\0", "binary", None),
        (b"%PDF-1.5\n", "binary", None),
    ],
)
def test_bad_files(tmp_path: Path, data: bytes, word: str, line: int | None) -> None:
    (tmp_path / "a.md").write_bytes(data)
    with pytest.raises(InputError, match=word) as caught:
        load_problem(tmp_path / "a.md")
    assert caught.value.hint and caught.value.file == str(tmp_path / "a.md") and caught.value.line == line


@pytest.mark.parametrize("name", ["nowhere.md", "nowhere", "nowhere.jsonl#x", "nowhere.jsonl"])
def test_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no such"):
        load_problem(tmp_path / name)


# --- packages ------------------------------------------------------------------------------------


def test_kattis_package(tmp_path: Path) -> None:
    write(
        tmp_path / "lampstreet",
        problem_DOT_yaml="name: Lamp Street\nlimits:\n  memory: 512\n",
        _DOT_timelimit="1.5\n",
        problem_statement__problem_DOT_sv_DOT_tex="\\problemname{Lampor}\n\\section*{Indata}\nEtt tal.\n",
        problem_statement__problem_DOT_en_DOT_tex=TEX,
        data__sample__10_DOT_in="10",
        data__sample__2_DOT_in="2\r\n",
        data__sample__2_DOT_ans="4\n",
        data__secret__1_DOT_in="5\n",
    )
    problem = load_problem(tmp_path / "lampstreet")
    assert (problem.id, problem.title, problem.markup) == ("lampstreet", "Lamp Street", Markup.LATEX)
    assert (problem.time_limit_s, problem.memory_limit_mb) == (1.5, 512)
    assert [(s.name, s.input, s.output) for s in problem.samples] == [
        ("2", "2\n", "4\n"),
        ("10", "10\n", None),
    ]
    assert "One integer" in problem.sections[1].text


def test_polygon_package(tmp_path: Path) -> None:
    head = "\\begin{problem}{Lamps}{standard input}{standard output}{1 second}{256 megabytes}\n"
    write(
        tmp_path / "lamps",
        problem_DOT_xml='<problem><names><name language="russian" value="Л"/>'
        '<name language="english" value="Lamps"/></names><judging input-file=""><testset name="tests">'
        "<time-limit>2000</time-limit><memory-limit>268435456</memory-limit></testset></judging></problem>",
        statements__russian__problem_DOT_tex=head + "\\InputFile\nЧисло.\n\\end{problem}",
        statements__english__problem_DOT_tex=head
        + "\\InputFile\nOne number.\n\\Example\n\\begin{example}\n\\exmpfile{example.01}{example.01.a}%\n"
        "\\end{example}\n\\end{problem}",
        statements__english__example_DOT_01="3\r\n",
        statements__english__example_DOT_01_DOT_a="4\r\n",
    )
    problem = load_problem(tmp_path / "lamps")
    assert (problem.title, problem.time_limit_s, problem.memory_limit_mb) == ("Lamps", 2.0, 256)
    assert [(s.name, s.input, s.output) for s in problem.samples] == [("01", "3\n", "4\n")]


def test_library_checker_folder(tmp_path: Path) -> None:
    write(
        tmp_path / "lamps",
        info_DOT_toml="title = 'Lamps'\ntimelimit = 5.0\n[params]\nN_MAX = 500_000\n",
        task_DOT_md="## @{keyword.constraints}\n\n- $1 \\leq N \\leq @{param.N_MAX}$, @{param.M}\n",
        gen__example_00_DOT_in="3\n",
        gen__killer_DOT_in="4\n",
    )
    problem = load_problem(tmp_path / "lamps")
    assert (problem.title, problem.time_limit_s) == ("Lamps", 5.0)
    assert problem.sections[0].text == "- $1 \\leq N \\leq 500000$, @{param.M}"
    assert [(s.name, s.input) for s in problem.samples] == [("example_00", "3\n")]


def test_constants_of_a_package_are_filled_in(tmp_path: Path) -> None:
    write(
        tmp_path,
        problem_DOT_yaml="name: {sv: Lampor, en: Lamps}\n"
        "constants: {max_n: 100, mod: {value: 7}, on: true}\n",
        statement__problem_DOT_en_DOT_md="## Input\n\n$n \\le {{max_n}}$ modulo {{ mod }}, {{on}}\n",
    )
    problem = load_problem(tmp_path)
    assert (problem.title, problem.sections[0].text) == ("Lamps", "$n \\le 100$ modulo 7, {{on}}")


def test_who_wins_in_a_package(tmp_path: Path) -> None:
    write(
        tmp_path,
        problem_DOT_yaml="name: Yaml\n",
        _DOT_timelimit="1",
        problem_DOT_md="---\ntime_limit: 2\nconstraints: [n <= 2]\n---\n" + TEXT,
        stab_DOT_yaml="time_limit: 3\nmemory_limit: 30\nlayout: n\nconstraints: [n <= 3]\nsamples: ['7']\n",
    )
    problem = load_problem(tmp_path, Overrides(memory_limit_mb=40))
    assert (problem.time_limit_s, problem.memory_limit_mb) == (2.0, 40)
    assert problem.overrides == Overrides(("n <= 3", "n <= 2"), "n", 2.0, 40)
    assert [s.input for s in problem.samples] == ["7\n"]


@pytest.mark.parametrize(
    ("files", "word", "file"),
    [
        ({}, "no statement", ""),
        ({"notes_DOT_md": TEXT, "more_DOT_md": TEXT}, "no statement", ""),
        ({"problem_DOT_md": TEXT, "stab_DOT_yaml": "layuot: n\n"}, "unknown key", "stab.yaml"),
        ({"problem_DOT_md": TEXT, "problem_DOT_yaml": "a: [1\n"}, "YAML", "problem.yaml"),
        ({"problem_DOT_md": TEXT, "info_DOT_toml": "a = \n"}, "TOML", "info.toml"),
        ({"problem_DOT_md": TEXT, "_DOT_timelimit": "fast"}, "number", ".timelimit"),
        ({"problem_DOT_md": "\n"}, "empty", "problem.md"),
    ],
)
def test_bad_packages(tmp_path: Path, files: dict[str, str], word: str, file: str) -> None:
    write(tmp_path, **files)
    with pytest.raises(InputError, match=word) as caught:
        load_problem(tmp_path)
    assert caught.value.hint and str(caught.value.file).endswith(file)


# --- rows ----------------------------------------------------------------------------------------

ROWS: list[dict[str, Any]] = [
    {"id": "set/one", "statement": TEXT},
    {
        "name": "1_A. Two",
        "description": "Two.\n\nInput\n\nThe integer n.\n\nOutput\n\nIt.",
        "public_tests": {"input": ["1\n"], "output": ["2\n"]},
        "time_limit": {"seconds": 1, "nanos": 500000000},
        "memory_limit_bytes": 268435456,
    },
    {
        "id": "three",
        "statements": {"problem.sv.tex": "\\section*{Indata}\nx", "problem.en.tex": TEX},
        "problem_yaml": "name: Third\n",
        "tests": {"name": ["secret/1", "sample/1"], "input": ["9\n", "3"], "output": ["9\n", "4"]},
        "time_limit_s": 2,
    },
    {
        "id": "four",
        "statements": {"task.md": TEXT},
        "files": {"info.toml": "title = 'Four'", "gen/example_00.in": "5\n"},
    },
    {"id": "none"},
]


@pytest.fixture(
    params=[("rows.jsonl", open), ("rows.jsonl.xz", lzma.open), ("rows.jsonl.gz", gzip.open)],
    ids=lambda p: p[0],
)
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    name, opener = request.param
    with opener(tmp_path / name, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(json.dumps(row, ensure_ascii=False) for row in ROWS) + "\n\n")
    return tmp_path / name


def test_rows(rows: Path) -> None:
    one = load_problem(f"{rows}#set/one")
    assert (one.id, one.title, one.path) == ("set/one", "Lamps", rows)
    two = load_problem(f"{rows}#1_A. Two")
    assert (two.id, two.time_limit_s, two.memory_limit_mb) == ("1_A. Two", 1.5, 256)
    assert [(s.input, s.output) for s in two.samples] == [("1\n", "2\n")]
    three = load_problem(f"{rows}#three")
    assert (three.title, three.markup, three.time_limit_s) == ("Third", Markup.LATEX, 2.0)
    assert [(s.name, s.input, s.output) for s in three.samples] == [("1", "3\n", "4\n")]
    four = load_problem(f"{rows}#3")
    assert (four.id, four.title, [s.input for s in four.samples]) == ("four", "Four", ["5\n"])


@pytest.mark.parametrize(
    ("wanted", "word", "hint"),
    [
        ("#thre", "no row 'thre'", "three"),
        ("#zzzz", "no row", "set/one"),
        ("#", "which row", "#set/one"),
        ("", "which row", "#set/one"),
        ("#99", "no row", "set/one"),
        ("#none", "no statement", "statement"),
    ],
)
def test_unknown_rows(rows: Path, wanted: str, word: str, hint: str) -> None:
    with pytest.raises(InputError, match=word) as caught:
        load_problem(f"{rows}{wanted}")
    assert caught.value.hint is not None and hint in caught.value.hint


@pytest.mark.parametrize(
    ("name", "data", "word", "line"),
    [
        ("a.jsonl", b'{"id": "w"}\n{"id": x}\n', "JSON", 2),
        ("a.jsonl", b'["x"]\n', "object", 1),
        ("a.jsonl", b'\n{"id": "x\xff"}\n', "UTF-8", 2),
        ("a.jsonl", '{"id": "x"}\n'.encode("utf-16"), "UTF-8", None),
        ("a.jsonl", b"", "no rows", None),
        ("a.jsonl.xz", b"not xz", "can't be read", None),
        ("a.jsonl.gz", gzip.compress(b'{"id": "y"}\n' * 99, mtime=0)[:-20], "can't be read", None),
    ],
)
def test_bad_row_files(tmp_path: Path, name: str, data: bytes, word: str, line: int | None) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=word) as caught:
        load_problem(f"{tmp_path / name}#x")
    assert caught.value.line == line


def test_a_large_statement_is_read(tmp_path: Path) -> None:
    sample = "17 4 12\n" * 600_000
    text = TEXT + "\n## Sample Input 1\n\n```\n" + sample + "```\n\n## Sample Output 1\n\n```\n1\n```\n"
    (tmp_path / "a.md").write_text(text)
    problem = load_problem(tmp_path / "a.md")
    assert problem.samples[0].input == sample


def test_nothing_heavy_is_imported(run_python: Callable[[str], str]) -> None:
    loaded = run_python("import stab.statement, sys; print(*sorted(sys.modules))").split()
    assert not {"yaml", "numpy", "lark", "ortools"} & set(loaded)
