"""Languages: programs of several files, what the user sets, what is missing, what the cache holds."""

from __future__ import annotations

import sys

import pytest

from stab.errors import InputError, MachineError
from stab.execute import compile_solution, diagnose, open_sandbox, run_program
from stab.execute.compiling import cache_folder
from stab.execute.java import has_main, java_entry
from stab.execute.languages import KITS, find_toolchain
from stab.records import Language, Run, Solution, SourceFile, Verdict


@pytest.fixture
def data(tmp_path):
    file = tmp_path / "in"
    file.write_text("21\n")
    return file


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Write a settings file and use it."""

    def write(text):
        file = tmp_path / "languages.toml"
        file.write_text(text)
        monkeypatch.setenv("STAB_LANGUAGES", str(file))
        return file

    return write


SEVERAL = [
    Solution(
        "py",
        Language.PYTHON,
        "from twice import f\nprint(f(int(input())))",
        others=(SourceFile("twice.py", "def f(x): return 2 * x\n"),),
    ),
    Solution(
        "py below",
        Language.PYTHON,
        "from lib.twice import f\nprint(f(int(input())))",
        others=(SourceFile("lib/twice.py", "def f(x): return 2 * x\n"),),
    ),
    Solution(
        "c++",
        Language.CPP,
        '#include "twice.h"\n#include <iostream>\n'
        "int main() { int n; std::cin >> n; std::cout << twice(n); }",
        others=(
            SourceFile("twice.h", "int twice(int);\n"),
            SourceFile("twice.cc", '#include "twice.h"\nint twice(int n) { return 2 * n; }\n'),
        ),
    ),
    Solution(
        "c",
        Language.C,
        "#include <stdio.h>\nint twice(int);\n"
        'int main(void) { int n; scanf("%d", &n); printf("%d", twice(n)); }',
        others=(SourceFile("twice.c", "int twice(int n) { return 2 * n; }\n"),),
    ),
    Solution(
        "java",
        Language.JAVA,
        "class Twice { static int f(int n) { return 2 * n; } }",
        others=(
            SourceFile(
                "Main.java",
                "public class Main { public static void main(String[] a) {"
                " System.out.print(Twice.f(new java.util.Scanner(System.in).nextInt())); } }\n",
            ),
        ),
        file="Twice.java",
    ),
]


@pytest.mark.parametrize("solution", SEVERAL, ids=lambda solution: solution.name)
def test_programs_of_several_files(box, data, solution):
    run = run_program(solution, data, sandbox=box)
    assert (run.verdict, run.stdout.strip()) == (Verdict.OK, b"42"), run


def test_a_further_file_counts_for_the_cache(sandbox, data):
    def program(factor):
        text = f"int f(int n) {{ return {factor} * n; }}"
        main = '#include <cstdio>\n#include "f.h"\nint main() { printf("%d", f(21)); }'
        return Solution("s", Language.CPP, main, others=(SourceFile("f.h", text),))

    assert run_program(program(1), data, sandbox=sandbox).stdout == b"21"
    assert run_program(program(2), data, sandbox=sandbox).stdout == b"42"


BAD_NAMES = ["../x.py", "/x.py", "a b.py", "-x.py;id", "main.py", "", "a//b.py", "..", "x\n.py"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_file_names_that_lead_elsewhere_are_refused(sandbox, name):
    with pytest.raises(InputError, match="can't be named"):
        compile_solution(Solution("s", Language.PYTHON, "", others=(SourceFile(name, ""),)), sandbox)


def test_flags_and_programs_can_be_set(settings, data):
    settings(
        '[cpp]\nflags = ["-std=gnu++20", "-DANSWER=7"]\n'
        f'[python]\nprogram = "{sys.executable}"\nrun_flags = ["-O"]\n'
    )
    with open_sandbox() as box:
        source = "#include <iostream>\nint main() { std::cout << ANSWER << ' ' << __cplusplus; }"
        assert run_program(Solution("s", Language.CPP, source), data, sandbox=box).stdout == b"7 202002"
        version = run_program(
            Solution("p", Language.PYTHON, "import sys; print(sys.flags.optimize, *sys.version_info[:2])"),
            data,
            sandbox=box,
        )
    assert version.stdout.decode().split() == ["1", *map(str, sys.version_info[:2])], version


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[cobol]\n", "cobol"),
        ("[cpp]\ncolour = 1\n", "cpp"),
        ("cpp = 3\n", "cpp"),
        ("[cpp]\nflags = 7\n", "list of words"),
        ("[cpp\n", "can't be read"),
    ],
)
def test_settings_that_make_no_sense_name_the_file(settings, text, word):
    file = settings(text)
    with pytest.raises(InputError, match=word) as caught:
        find_toolchain(Language.CPP)
    assert caught.value.file == str(file)


def test_a_settings_file_that_is_missing_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("STAB_LANGUAGES", str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match="no such file"):
        find_toolchain(Language.C)


def test_a_compiler_that_does_not_run_is_named(settings):
    settings('[cpp]\nprogram = "/usr/bin/no-such-compiler"\n')
    with pytest.raises(MachineError, match="no-such-compiler") as caught:
        find_toolchain(Language.CPP)
    assert "apt install g++" in caught.value.hint


def test_diagnosis_survives_settings_that_make_no_sense(settings):
    settings("[cobol]\n")
    assert all(tool.version is None and tool.hint for tool in diagnose().tools)


def test_every_language_has_a_kit():
    assert set(KITS) == set(Language)


def test_compile_errors_tell_no_paths_of_ours(box):
    for solution in (
        Solution("s", Language.CPP, "int main() { return none; }"),
        Solution("s", Language.PYTHON, "def f(:\n"),
        Solution("s", Language.JAVA, "class Main { int x }"),
    ):
        run = compile_solution(solution, box)
        assert isinstance(run, Run) and run.verdict is Verdict.COMPILE_ERROR, run
        assert "error" in run.detail.lower()
        assert str(cache_folder()) not in run.stderr
        assert "/source" not in run.stderr


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class A { public static void main(String[] a) {} }", True),
        ("class A { static final public void main(String... a) {} }", True),
        ("// static void main(\nclass A {}", False),
        ('class A { String s = "static void main("; }', False),
    ],
)
def test_where_java_starts(source, found):
    assert has_main(source) is found
    assert java_entry(source) == ("A" if found else "Main")


def test_an_empty_program_is_quick_and_fine(box, tmp_path):
    data = tmp_path / "large"
    data.write_bytes(b"1 " * (4 << 20))
    for language in (Language.PYTHON, Language.CPP):
        source = "" if language is Language.PYTHON else "int main() {}"
        run = run_program(Solution("empty", language, source), data, sandbox=box)
        assert (run.verdict, run.stdout) == (Verdict.OK, b""), run
        assert run.cpu_s < 1
