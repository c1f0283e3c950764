"""Writing into suites: whole or not at all, never over a user's file, and back again."""

from __future__ import annotations

import errno
import os
from hashlib import sha256
from pathlib import Path

import pytest

from stab.errors import InputError, MachineError
from stab.records import Addition
from stab.suites import journal, undo, unfinished, workplace, write, write_alone

NEW = (
    Addition("data/secret/stab-01-a.in", b"1\n", "why"),
    Addition("data/secret/stab-01-a.ans", b"2\n", "answer"),
    Addition("data/secret/stab/deep/x.in", b"3\n", "why"),
    Addition("generators/stab/stab-01-a.py", b"print(1)\n", "generator"),
)


def seen(root: Path) -> dict[str, bytes | None]:
    """All files and folders below a folder, with contents and rights."""
    return {
        str(p.relative_to(root)): (p.read_bytes() if p.is_file() else None) for p in sorted(root.rglob("*"))
    }


@pytest.mark.parametrize("layout", ["package", "pairs"])
def test_what_is_written_is_taken_back_to_the_byte(layout, make, package, pairs):
    root = make(package if layout == "package" else pairs)
    before = seen(root)

    with workplace(root) as made:
        files = write(root, NEW, "state", made)
    assert [f.file for f in files] == [a.file for a in NEW]
    assert all((root / a.file).read_bytes() == a.content for a in NEW)
    with workplace(root):
        undone = undo(root)

    assert undone.removed == tuple(sorted(a.file for a in NEW))
    assert seen(root) == before


def test_an_empty_folder_of_the_user_stays(make, package):
    root = make(package)
    (root / "generators").mkdir()
    before = seen(root)

    with workplace(root) as made:
        write(root, NEW, "state", made)
    with workplace(root):
        undo(root)

    assert seen(root) == before


def test_runs_are_taken_back_one_after_another(make, package):
    root = make(package)
    with workplace(root) as made:
        write(root, NEW[:1], "one", made)
    between = {k: v for k, v in seen(root).items() if "journal" not in k}
    with workplace(root) as made:
        write(root, NEW[1:], "two", made)

    with workplace(root):
        undo(root)

    assert {k: v for k, v in seen(root).items() if "journal" not in k} == between
    assert [run.state for run in journal.runs_of(root)] == ["one"]
    with workplace(root):
        undo(root)
        with pytest.raises(InputError, match="no enrichment to take back"):
            undo(root)


def test_a_file_that_is_there_is_never_overwritten(make, package):
    root = make({**package, NEW[1].file: "mine"})
    before = seen(root)

    with workplace(root) as made, pytest.raises(InputError, match="there already"):
        write(root, NEW, "state", made)

    assert seen(root) == before


def test_a_link_that_dangles_counts_as_a_file(make, package, tmp_path):
    root = make(package)
    (root / NEW[0].file).symlink_to(tmp_path / "elsewhere")

    with workplace(root) as made, pytest.raises(InputError, match="there already"):
        write(root, NEW, "state", made)

    assert not (tmp_path / "elsewhere").exists()


def test_nothing_is_written_through_a_link_out_of_the_suite(make, package, tmp_path):
    root = make(package)
    (tmp_path / "outside").mkdir()
    (root / "data/secret/stab").symlink_to(tmp_path / "outside")

    with workplace(root) as made, pytest.raises(InputError, match="outside of the suite"):
        write(root, NEW, "state", made)

    assert not list((tmp_path / "outside").iterdir())


def test_what_was_changed_since_stays(make, package):
    root = make(package)
    with workplace(root) as made:
        write(root, NEW, "state", made)
    (root / NEW[0].file).write_text("changed")
    (root / NEW[1].file).unlink()

    with workplace(root):
        undone = undo(root)

    assert undone.kept == (NEW[0].file,)
    assert (root / NEW[0].file).read_text() == "changed"
    assert not (root / NEW[3].file).exists()


def merging(root: Path) -> Addition:
    digest = sha256((root / "problem.yaml").read_bytes()).hexdigest()
    return Addition("problem.yaml", b"name: merged\n", "merged", merged=digest)


def test_a_merged_file_becomes_what_it_was(make, package):
    root = make(package)
    (root / "problem.yaml").chmod(0o640)
    before = seen(root)
    with workplace(root) as made:
        write(root, (merging(root), *NEW), "state", made)
    assert (root / "problem.yaml").read_text() == "name: merged\n"
    assert (root / "problem.yaml").stat().st_mode & 0o777 == 0o640

    with workplace(root):
        undone = undo(root)

    assert undone.restored == ("problem.yaml",)
    assert seen(root) == before
    assert (root / "problem.yaml").stat().st_mode & 0o777 == 0o640


def test_a_merged_file_that_changed_meanwhile_is_left_alone(make, package):
    root = make(package)
    addition = merging(root)
    (root / "problem.yaml").write_text("name: newer\n")

    with workplace(root) as made, pytest.raises(InputError, match="changed meanwhile"):
        write(root, (addition,), "state", made)

    assert (root / "problem.yaml").read_text() == "name: newer\n"


class Killed(BaseException):
    """Ends a call as a signal does: nothing is tidied up by `except Exception`."""


@pytest.mark.parametrize("step", range(1, 12))
def test_a_call_that_dies_anywhere_is_taken_back_by_the_next_one(step, make, package, monkeypatch):
    root = make(package)
    before = seen(root)
    done = 0

    def dying(function):
        def called(*args, **options):
            nonlocal done
            done += 1
            if done == step:
                raise Killed
            return function(*args, **options)

        return called

    with monkeypatch.context() as patched:
        patched.setattr(os, "link", dying(os.link))
        patched.setattr(journal, "_replace", dying(journal._replace))
        patched.setattr(journal, "_staged", dying(journal._staged))
        patched.setattr(journal.shutil, "rmtree", lambda *a, **k: None)  # a dead process removes nothing
        try:
            with workplace(root) as made:
                write(root, (merging(root), *NEW), "state", made)
        except Killed:
            pass
    whole = {a.file: a.content for a in NEW}
    assert all((root / name).read_bytes() == data for name, data in whole.items() if (root / name).exists())
    for name, data in before.items():  # nothing of the user's is lost, and nothing half-written
        if data is not None and name != "problem.yaml":
            assert (root / name).read_bytes() == data
    if journal.runs_of(root) and not unfinished(root):
        with workplace(root):
            undo(root)

    with workplace(root):
        pass

    left = {k: v for k, v in seen(root).items() if v is not None}
    assert left == {k: v for k, v in before.items() if v is not None}


def test_only_one_call_at_a_time_writes(make, package):
    root = make(package)

    with workplace(root), pytest.raises(InputError, match="another call"), workplace(root):
        pass


@pytest.mark.parametrize(
    ("code", "said"),
    [(errno.EROFS, "can't be written"), (errno.EACCES, "can't be written"), (errno.ENOSPC, "no space")],
)
def test_a_folder_that_cannot_be_written_is_told(code, said, make, package, monkeypatch):
    root = make(package)
    before = seen(root)

    def refusing(self, *args, **options):
        raise OSError(code, os.strerror(code), str(self))

    monkeypatch.setattr(Path, "mkdir", refusing)

    with pytest.raises(MachineError, match=said), workplace(root):
        pass
    assert seen(root) == before


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": "other", "runs": []}', '{"schema": "stab/enrich-journal/1"}']
)
def test_a_damaged_journal_is_told(text, make, package):
    root = make({**package, "generators/stab/journal.json": text})

    with pytest.raises(InputError, match="journal is damaged"), workplace(root):
        pass


def test_a_file_system_without_hard_links_will_do(make, package, monkeypatch):
    root = make(package)

    def refusing(*args):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refusing)
    with workplace(root) as made:
        write(root, NEW, "state", made)

    assert all((root / a.file).read_bytes() == a.content for a in NEW)


def test_a_new_file_alone_is_never_written_over_another(tmp_path):
    write_alone(tmp_path, Addition("new.zip", b"1", "why"))

    with pytest.raises(InputError, match="there already"):
        write_alone(tmp_path, Addition("new.zip", b"2", "why"))
    assert [p.name for p in tmp_path.iterdir()] == ["new.zip"]
    assert (tmp_path / "new.zip").read_bytes() == b"1"
