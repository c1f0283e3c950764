"""Runs are kept, found again, and survive whatever ends the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stab.errors import InputError, MachineError
from stab.records import Run, Verdict
from stab.store import default_file, key_of, open_store

RUN = Run(Verdict.TIME, 2.5, 2.75, 10.5, "more than 2 s", stdout=b"1 2\n", stderr="ignored", instructions=7)


def test_what_is_added_is_found(tmp_path: Path):
    with open_store(tmp_path / "deep" / "r.sqlite") as store:
        store.add("k", 0, RUN, keep_output=True)
        store.add("k", 1, Run(Verdict.OK, 0.1, 0.2, None))

        found = store.get("k", 0, with_output=True)
        assert found == Run(Verdict.TIME, 2.5, 2.75, 10.5, "more than 2 s", stdout=b"1 2\n", instructions=7)
        assert store.get("k", 1) == Run(Verdict.OK, 0.1, 0.2, None)
        assert store.get("k", 2) is None
        assert store.get("other", 0) is None
        assert len(store) == 2


@pytest.mark.parametrize("size", [0, 1, 1000, 100_000])
def test_outputs_of_any_size(tmp_path: Path, size: int):
    run = Run(Verdict.OK, 0.1, 0.1, 1.0, stdout=bytes(range(256)) * (size // 256) + b"z" * (size % 256))
    with open_store(tmp_path / "r.sqlite") as store:
        store.add("k", 0, run, keep_output=True)
        found = store.get("k", 0, with_output=True)

    assert found == run


def test_without_its_output_a_run_is_no_answer_to_who_wants_it(tmp_path: Path):
    with open_store(tmp_path / "r.sqlite") as store:
        store.add("plain", 0, RUN)
        store.add("huge", 0, Run(Verdict.OK, 0.1, 0.1, 1.0, stdout=b"x" * (2 << 20)), keep_output=True)

        assert store.get("plain", 0, with_output=True) is None
        assert store.get("plain", 0) is not None
        assert store.get("huge", 0, with_output=True) is None


def test_a_second_opening_finds_it_too(tmp_path: Path):
    file = tmp_path / "r.sqlite"
    with open_store(file) as store:
        store.add("k", 0, RUN)
    with open_store(file) as store, open_store(file) as other:
        other.add("k", 1, RUN)
        assert store.get("k", 0) is not None
        assert store.get("k", 1) is not None


def test_a_killed_process_loses_nothing_it_added(tmp_path: Path):
    file = tmp_path / "r.sqlite"
    script = (
        "import os, signal\nfrom pathlib import Path\nfrom stab.records import Run, Verdict\n"
        f"from stab.store import open_store\nstore = open_store(Path({str(file)!r}))\n"
        "for n in range(50): store.add('k', n, Run(Verdict.OK, n, n, None))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False)

    assert done.returncode == -signal.SIGKILL
    with open_store(file) as store:
        assert [store.get("k", n) for n in range(50)] == [Run(Verdict.OK, n, n, None) for n in range(50)]


def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path):
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to be taken for one " * 40)
    with pytest.raises(InputError, match="not a file of measurements") as told:
        open_store(text)
    assert told.value.hint
    assert text.read_text().startswith("not a database")

    import sqlite3

    foreign = tmp_path / "foreign.sqlite"
    sqlite3.connect(foreign).execute("CREATE TABLE mine (x)").connection.close()
    with pytest.raises(InputError, match="something else"):
        open_store(foreign)


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(MachineError, match="can't keep measurements"):
        open_store(tmp_path / "file" / "r.sqlite")


def test_the_default_file_follows_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_file() == tmp_path / "stab" / "results.sqlite"


def test_keys_tell_parts_and_contents_apart(tmp_path: Path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"1\n")
    two.write_bytes(b"1\n")

    assert key_of("a", one) == key_of("a", two)
    assert key_of("ab", "c") != key_of("a", "bc")
    assert key_of(1) != key_of("1")
    two.write_bytes(b"2\n")
    assert key_of(one) != key_of(two)
    with pytest.raises(OSError, match="missing"):
        key_of(tmp_path / "missing")
    assert os.fspath(one) not in key_of(one)
