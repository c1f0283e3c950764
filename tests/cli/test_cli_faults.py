"""Whatever happens inside ends as one message, one document and the contract's code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stab.cli import app, reading

TEXT = (
    "# Sums\n\n## Input\n\nThe first line contains an integer n (1 ≤ n ≤ 1000). The second line contains n "
    "integers a_1, ..., a_n (0 ≤ a_i ≤ 100).\n\n## Sample Input\n\n```\n3\n1 2 3\n```\n"
)
COMMAND = str(Path(sys.executable).with_name("stab"))


@pytest.fixture
def ended(capsys, monkeypatch):
    """Run a command's body under the guard and return (code, document, stderr)."""

    def run(error: BaseException, *words: str):
        def broken(**options: object) -> int:
            raise error

        monkeypatch.setattr(sys, "argv", ["stab", "layout", "p.md", "--json", *words])
        code = app._run(broken, {"problem": "p.md"})
        shown = capsys.readouterr()
        return code, json.loads(shown.out), shown.err

    return run


@pytest.mark.parametrize(
    ("error", "code", "kind"),
    [
        (ZeroDivisionError("by zero"), 4, "internal"),
        (AssertionError(), 4, "internal"),
        (RecursionError(), 3, "input"),
        (MemoryError(), 4, "machine"),
        (PermissionError(13, "Permission denied", "/x"), 4, "machine"),
        (OSError(28, "No space left on device"), 4, "machine"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_any_exception_is_one_message(ended, error, code, kind):
    ended_with, document, err = ended(error)

    assert (ended_with, document["kind"]) == (code, kind)
    assert document["hint"]
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 2


def test_verbose_shows_where_a_defect_lies(ended):
    _, _, err = ended(ZeroDivisionError("by zero"), "-v")

    assert "Traceback" in err


def test_control_characters_and_megabytes_stay_out_of_messages(ended):
    _, _, err = ended(app.InputError("\x1b[2J" + "x" * 10**6, hint="h"))

    assert "\x1b" not in err
    assert len(err) < 2000


def test_the_version_needs_no_command(stab):
    done = stab("--version")

    assert (done.code, done.out.split()[0]) == (0, "stab")


def test_a_reader_that_goes_away_is_no_failure(statement):
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} catalog list --json | head -1; echo"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""


def test_a_full_device_is_told(statement, tmp_path):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, "layout", statement(TEXT)], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert done.returncode == 4
    assert "space" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 2


def test_json_is_utf_8_in_every_locale(statement):
    done = subprocess.run(
        [COMMAND, "constraints", "--json", statement(TEXT)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        check=False,
    )

    assert done.returncode == 0
    assert "≤" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("notation", "word"),
    [("n ((", "name"), ("", "no line"), ("repeat n: " * 3000 + "x", "more than 10000 characters")],
)
def test_a_bad_layout_file_is_named(stab, statement, tmp_path, notation, word):
    (tmp_path / "wanted.txt").write_text(notation)

    done = stab("layout", statement(TEXT), "--layout", "wanted.txt", "--json")

    assert done.code == 3
    assert done.document["file"] == "wanted.txt"
    assert word in done.document["message"]


def test_a_failure_names_the_statement(stab, statement):
    done = stab("layout", statement("---\nlayout: |\n  n\n  n m\n---\n" + TEXT), "--json")

    assert done.code == 3
    assert done.document["file"].endswith("problem.md")


def test_reading_is_registered_under_the_guard():
    assert {c.name for c in app.app.registered_commands} >= {"gen", "layout", reading.constraints.__name__}


def test_a_usage_error_of_ours_is_one_document(stab, statement):
    done = stab("gen", statement(TEXT), "-o", "out", "--existing", "x", "--json")

    assert (done.code, done.document["kind"]) == (2, "usage")


def test_folders_of_rows_have_names_that_fit():
    from stab.pipeline.rows import folders_of

    found = folders_of(["x" * 5000, "x" * 5001, "../..", "/etc/passwd"], Path("out"))

    assert len(set(found)) == 4
    assert all(f.parent == Path("out") and len(f.name) < 120 for f in found)
