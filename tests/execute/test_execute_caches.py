"""What is kept between calls: compiled programs up to a size, and versions of tools."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

from stab.execute import compile_solution, languages, open_sandbox
from stab.execute.evicting import limit_cache, touch
from stab.execute.recipes import Program
from stab.execute.versions import known_version
from stab.records import Language, Solution

NOW = 1_500_000_000.0
HOUR = 3600.0


def keep(home: Path, name: str, hours: float, kib: int = 8) -> Path:
    folder = home / name
    folder.mkdir(parents=True)
    (folder / "main").write_bytes(b"x" * (kib << 10))
    os.utime(folder, (NOW - hours * HOUR,) * 2)
    return folder


def names(home: Path) -> set[str]:
    return {p.name for p in home.iterdir() if p.is_dir()}


@pytest.mark.parametrize(
    ("most_kib", "left"),
    [
        (10_000, {"a", "b", "c", "now"}),
        (300, {"b", "c", "now"}),
        (200, {"c", "now"}),
        (0, {"now"}),  # what may be running stays, however large
    ],
)
def test_the_longest_unused_goes_first(tmp_path, most_kib, left):
    for name, hours in (("c", 2), ("a", 9), ("now", 0.5), ("b", 5)):
        keep(tmp_path, name, hours, kib=90)
    limit_cache(tmp_path, most=most_kib << 10, now=NOW)

    assert names(tmp_path) == left


def test_what_is_used_counts_as_new(tmp_path):
    for name in "ab":
        keep(tmp_path, name, 9)
    touch(tmp_path / "a")
    limit_cache(tmp_path, most=0, now=time.time())

    assert names(tmp_path) == {"a"}


def test_leftovers_of_the_killed_go_and_those_at_work_stay(tmp_path):
    for name, hours in (("new-1", 30), ("source-1", 30), ("old-1", 30), ("new-2", 2), ("check-2", 0)):
        keep(tmp_path, name, hours)
    limit_cache(tmp_path, most=0, now=NOW)

    assert names(tmp_path) == {"new-2", "check-2"}


def test_the_folder_is_looked_at_now_and_then(tmp_path):
    limit_cache(tmp_path, most=0, now=NOW)
    keep(tmp_path, "a", 9)
    limit_cache(tmp_path, most=0, now=NOW + 60)
    assert names(tmp_path) == {"a"}
    limit_cache(tmp_path, most=0, now=NOW + 700)
    assert names(tmp_path) == set()


def test_several_processes_may_remove_at_a_time(tmp_path):
    homes = [keep(tmp_path, f"p{n}", 9) for n in range(60)]
    partly = []
    done = threading.Event()

    def look():
        while not done.is_set():
            # a name must never lead to a program without its file
            partly.extend(h for h in homes if h.is_dir() and not (h / "main").exists() and h.is_dir())

    watcher = threading.Thread(target=look)
    watcher.start()
    workers = [
        threading.Thread(target=limit_cache, args=(tmp_path,), kwargs={"most": 0, "now": NOW + n * 1000})
        for n in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    done.set()
    watcher.join()

    assert names(tmp_path) == set()
    assert partly == []


def test_an_evicted_program_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solution = Solution("one", Language.PYTHON, "print(1)\n")
    with open_sandbox() as sandbox:
        first = compile_solution(solution, sandbox)
        assert isinstance(first, Program)
        os.utime(first.folder, (1, 1))
        assert compile_solution(solution, sandbox) == first
        assert first.folder.stat().st_mtime > 1  # used: touched
        shutil.rmtree(first.folder)
        assert compile_solution(solution, sandbox) == first
    assert (first.folder / first.artifact).is_file()


# --- versions ------------------------------------------------------------------------------------


@pytest.fixture
def tool(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "tool"
    shutil.copy(Path(sys.executable).resolve(), path)
    return path


def asked(tool: Path, answers: list[str | None]) -> str | None:
    return known_version(str(tool), lambda: answers.pop(0))


def test_a_tool_is_asked_once(tool):
    assert asked(tool, ["tool 1"]) == "tool 1"
    assert asked(tool, []) == "tool 1"


@pytest.mark.parametrize("change", ["time", "size", "place"])
def test_another_file_is_asked_again(tool, change):
    asked(tool, ["tool 1"])
    if change == "time":
        os.utime(tool, (5, 5))
    elif change == "size":
        about = tool.stat()
        with tool.open("ab") as opened:
            opened.write(b"x")
        os.utime(tool, ns=(about.st_atime_ns, about.st_mtime_ns))
    else:
        tool = tool.rename(tool.with_name("other"))

    assert asked(tool, ["tool 2"]) == "tool 2"


def test_scripts_and_what_said_nothing_are_asked_each_time(tool):
    assert asked(tool, [None]) is None
    assert asked(tool, ["tool 1"]) == "tool 1"
    tool.write_text("#!/bin/sh\necho 1\n")
    assert [asked(tool, ["a"]), asked(tool, ["b"])] == ["a", "b"]


@pytest.mark.parametrize("harm", [b"", b"{", b"[1]", b'{"a": 1}', b"\xff" * 9])
def test_a_damaged_memory_is_no_harm(tool, harm):
    asked(tool, ["tool 1"])
    file = tool.parent / "cache" / "stab" / "tools.json"
    file.write_bytes(harm)

    assert asked(tool, ["tool 2"]) == "tool 2"
    assert asked(tool, []) == "tool 2"


def test_a_second_process_asks_no_tool(tool, monkeypatch):
    found = languages.find_toolchain(Language.PYTHON)
    languages._output.cache_clear()
    monkeypatch.setattr(languages, "_output", lambda *command: pytest.fail(f"asked {command}"))

    assert languages.find_toolchain(Language.PYTHON) == found
