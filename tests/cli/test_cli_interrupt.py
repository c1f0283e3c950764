"""Ctrl-C while a data set is worked on: quiet, at once, and no process stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


def running(group: int) -> list[str]:
    """Return the processes of a group that still run; one that ended but was not reaped does not."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, member = stat.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(member) == group and state != "Z":
            found.append(stat.parent.name)
    return found


@pytest.mark.parametrize("seconds", [1.5, 4])
def test_a_data_set_ends_with_its_workers(examples, tmp_path, seconds):
    text = (examples / "courier" / "problem.md").read_text()
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": f"r{i}", "statement": text}) + "\n" for i in range(60)))
    process = subprocess.Popen(
        [Path(sys.executable).with_name("stab"), "gen", rows, "-o", tmp_path / "out", "-j", "2"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of the group
    _, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "Traceback" not in err
    deadline = time.monotonic() + 20
    while (left := running(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == []
    assert not list((tmp_path / "out").glob(".*")) if (tmp_path / "out").exists() else True


def test_being_ended_cleans_up_like_ctrl_c(tmp_path):
    scratch, solutions, tests = (tmp_path / name for name in ("tmp", "sol", "tests"))
    for folder in (scratch, solutions, tests):
        folder.mkdir()
    (solutions / "endless.py").write_text("while True: pass\n")
    (tests / "1.in").write_text("1\n")
    process = subprocess.Popen(
        [Path(sys.executable).with_name("stab"), "judge", tests, "-s", solutions, "--time", "60", "--json",
         "--store", tmp_path / "runs.sqlite"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while len(running(process.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.terminate()  # it alone, as service managers and `timeout` do
    out, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert json.loads(out)["kind"] == "interrupted"
    assert "interrupted" in err and "Traceback" not in err
    assert list(scratch.iterdir()) == []
    deadline = time.monotonic() + 20
    while (left := running(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == []
