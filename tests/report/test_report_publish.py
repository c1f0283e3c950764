"""A folder appears whole or not at all, and nobody else's file is lost."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import pytest

from stab.errors import InputError, MachineError
from stab.report import Destination, publish
from stab.report import folder as folders

REPORT = {"schema": "stab/report/1", "seed": 0}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def contents(root: Path) -> dict[str, str]:
    return {p.relative_to(root).as_posix(): p.read_text() for p in root.rglob("*") if p.is_file()}


def put(out: Path, files: dict[str, bytes], *, force: bool = False) -> None:
    publish(Destination(out, force), REPORT, {"validator.py": "print()\n"}, files)


def test_everything_is_there_and_listed(out):
    put(out, {"tests/1.in": b"1\n"})

    assert {*contents(out)} == {"validator.py", "tests/1.in", "report.json"}
    assert json.loads((out / "report.json").read_text())["files"] == sorted(contents(out))


def test_force_replaces_ours_and_keeps_theirs(out):
    put(out, {"tests/1.in": b"1\n", "tests/2.in": b"2\n"})
    (out / "tests/mine.in").write_text("mine")
    (out / "notes.txt").write_text("mine")

    put(out, {"tests/1.in": b"new\n"}, force=True)

    found = contents(out)
    assert found["tests/1.in"] == "new\n"
    assert "tests/2.in" not in found
    assert (found["tests/mine.in"], found["notes.txt"]) == ("mine", "mine")


def test_a_stranger_under_a_new_name_stops_everything(out):
    put(out, {"tests/1.in": b"1\n"})
    (out / "tests/2.in").write_text("mine")
    before = contents(out)

    with pytest.raises(InputError, match="did not write") as caught:
        put(out, {"tests/1.in": b"new\n", "tests/2.in": b"2\n"}, force=True)

    assert caught.value.file == str(out / "tests/2.in")
    assert contents(out) == before


@pytest.mark.parametrize("report", ['{"schema": "stab/report/1", "files": 5}', "[" * 50_000, "[]", ""])
def test_a_damaged_report_is_no_crash(out, report):
    out.mkdir()
    (out / "report.json").write_text(report)

    try:
        put(out, {"tests/1.in": b"1\n"}, force=True)
    except InputError as error:
        assert contents(out) == {"report.json": report}
        assert error.hint
    else:
        assert "tests/1.in" in contents(out)


def test_names_outside_the_folder_are_left_alone(out, tmp_path):
    put(out, {"tests/1.in": b"1\n"})
    precious = tmp_path / "precious"
    precious.write_text("mine")
    report = {**REPORT, "files": ["../precious", str(precious), "tests"]}
    (out / "report.json").write_text(json.dumps(report))
    (out / "validator.py").unlink()
    shutil.rmtree(out / "tests")

    put(out, {}, force=True)

    assert precious.read_text() == "mine"


def test_a_link_to_an_empty_folder_stays_a_link(out, tmp_path):
    (tmp_path / "real").mkdir()
    out.symlink_to("real")

    put(out, {"tests/1.in": b"1\n"})

    assert out.is_symlink()
    assert (tmp_path / "real/tests/1.in").is_file()


@pytest.mark.parametrize(("code", "word"), [(errno.ENOSPC, "space"), (errno.EACCES, "written")])
def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch, code, word):
    def full(*_: object) -> None:
        raise OSError(code, "no")

    monkeypatch.setattr(folders, "_fill", full)

    with pytest.raises(MachineError, match=word):
        put(tmp_path / "a" / "b" / "out", {"tests/1.in": b"1\n"})

    assert list(tmp_path.iterdir()) == []


def test_a_failed_replacement_can_be_repeated(out, monkeypatch):
    put(out, {"tests/1.in": b"1\n"})
    with monkeypatch.context() as broken:
        broken.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
        with pytest.raises(MachineError):
            put(out, {"tests/2.in": b"2\n"}, force=True)

    put(out, {"tests/2.in": b"2\n"}, force=True)

    assert {*contents(out)} == {"validator.py", "tests/2.in", "report.json"}


def test_lone_surrogates_are_written_as_escapes(out):
    publish(Destination(out), {**REPORT, "title": "\ud800"}, {}, {})

    assert json.loads((out / "report.json").read_text())["title"] == "\ud800"


@pytest.mark.parametrize("left", [None, ".stab-new.abc", "lost+found"])
def test_an_existing_empty_folder_is_filled_and_stays_itself(out, left):
    out.mkdir()
    if left:
        (out / left).mkdir()
    before = out.stat().st_ino

    put(out, {"tests/1.in": b"1\n"})

    assert out.stat().st_ino == before
    assert {*contents(out)} == {"validator.py", "tests/1.in", "report.json"}
    assert {p.name for p in out.iterdir()} - {left} == {"validator.py", "tests", "report.json"}


def test_filling_that_fails_leaves_the_folder_empty(out, monkeypatch):
    out.mkdir()
    replace = Path.replace

    def broken(self: Path, place: Path) -> Path:
        if place.name == "validator.py":
            raise OSError(errno.EIO, "broken")
        return replace(self, place)

    monkeypatch.setattr(Path, "replace", broken)

    with pytest.raises(MachineError, match="broken"):
        put(out, {"tests/1.in": b"1\n"})

    assert list(out.iterdir()) == []


@pytest.mark.parametrize("name", ["tests", "validator.py", "report.json"])
@pytest.mark.parametrize("force", [True, False])
def test_nothing_is_written_through_a_link(out, tmp_path, name, force):
    put(out, {"tests/1.in": b"1\n"})
    theirs = tmp_path / "theirs"
    (out / name).rename(theirs)
    (out / name).symlink_to(theirs)
    before = contents(tmp_path)

    with pytest.raises(InputError) as caught:
        put(out, {"tests/1.in": b"new\n"}, force=force)

    assert contents(tmp_path) == before
    assert not force or caught.value.file == str(out / name)


@pytest.mark.parametrize("name", ["tests/1.in", "tests/2.in", "validator.py"])
def test_a_file_that_was_edited_is_not_replaced(out, name):
    put(out, {"tests/1.in": b"1\n", "tests/2.in": b"2\n"})
    (out / name).write_text("edited by hand\n")
    before = contents(out)

    with pytest.raises(InputError, match=f"{name} was changed") as caught:
        put(out, {"tests/1.in": b"new\n"}, force=True)

    assert caught.value.file == str(out / name)
    assert contents(out) == before


def test_a_file_in_the_place_of_a_folder_stops_everything(out):
    put(out, {"tests/1.in": b"1\n"})
    shutil.rmtree(out / "tests")
    (out / "tests").write_text("mine")

    with pytest.raises(InputError, match="folder"):
        put(out, {"tests/1.in": b"new\n"}, force=True)

    assert (out / "tests").read_text() == "mine"
