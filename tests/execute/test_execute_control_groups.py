"""Control groups of both versions on a made-up tree: which one is taken, what is written and read there.

The kernel's part (it makes the files, counts and kills) is seen only where a group can be written: there
the hostile programs run in one.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from stab.execute.supervisor import memory, processes
from stab.execute.supervisor.memory import MemoryGroup
from stab.execute.supervisor.processes import CpuGroup, group_home

EVENTS = "low 0\nhigh 0\nmax 7\noom 3\noom_kill {}\noom_group_kill 0\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch):
    """Make a tree of control groups of the versions given; the function returns our group's future folder."""

    def make(*kinds: str) -> dict[str, Path]:
        mounts, groups, own = ["proc /proc proc rw 0 0"], [], {}
        for number, kind in enumerate(kinds):
            root = tmp_path / f"{kind}-root"
            own[kind] = root / "user.slice" / "run" / f"stab-{os.getpid()}"
            own[kind].mkdir(parents=True)
            (own[kind].parent / "cgroup.procs").write_text("")
            if kind == "v2":
                mounts.append(f"cgroup2 {root} cgroup2 rw,nosuid 0 0")
                groups.append("0::/user.slice/run")
            else:
                mounts.append(f"cgroup {root} cgroup rw,nosuid,{kind} 0 0")
                groups.append(f"{number + 3}:{kind},other:/user.slice/run")
        texts = {"/proc/self/mounts": "\n".join(mounts), "/proc/self/cgroup": "\n".join(groups)}
        real = processes._read
        monkeypatch.setattr(processes, "_read", lambda path: texts[path] if path in texts else real(path))
        return own

    return make


@pytest.mark.parametrize(
    ("kinds", "limit", "unlimited"),
    [
        (("v2",), "memory.max", "max"),
        (("memory",), "memory.limit_in_bytes", str(memory._PAGE_LIMIT)),
        (("v2", "memory"), "memory.limit_in_bytes", str(memory._PAGE_LIMIT)),  # both: the one that has it
        (("v2", "cpu"), "memory.max", "max"),
    ],
)
def test_memory_is_limited_and_refusals_are_counted(tree, kinds, limit, unlimited):
    own = tree(*kinds)["memory" if "memory" in kinds else "v2"]
    events = own / ("memory.events" if limit == "memory.max" else "memory.oom_control")
    events.write_text(EVENTS.format(2))
    group = MemoryGroup()

    assert group.path == own
    assert (own / limit).read_text() == unlimited
    assert (own / "cgroup.procs").read_text() == "0"
    group.allow(1000)
    assert (own / limit).read_text() == str(1000 + memory._ROOM)
    assert not group.refused()  # those before are not ours
    events.write_text(EVENTS.format(3))
    assert group.refused()
    group.allow(1000)
    assert not group.refused()
    group.leave()
    assert (own.parent / "cgroup.procs").read_text() == "0"


@pytest.mark.parametrize("harm", ["no count", "no file", "no limit"])
def test_without_the_controller_there_is_no_memory_group(tree, harm):
    own = tree("v2")["v2"]
    if harm != "no file":
        (own / "memory.events").write_text("low 0\n" if harm == "no count" else EVENTS.format(0))
    if harm == "no limit":
        (own / "memory.max").mkdir()
    with pytest.raises(OSError, match=r".+"):
        MemoryGroup()


def test_cpu_time_of_the_group_less_our_own(tree, monkeypatch):
    own = tree("v2")["v2"]
    (own / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n")
    monkeypatch.setattr(processes, "own_cpu", lambda pid: 0.5)

    assert CpuGroup().cpu() == pytest.approx(2.0)
    assert (own / "cgroup.procs").read_text() == "0"


@pytest.mark.parametrize(
    ("kinds", "controller", "found"),
    [
        (("v2",), None, "v2"),
        (("v2", "memory"), "memory", "memory"),
        (("memory",), None, None),
        (("v2",), "memory", None),
        ((), None, None),
    ],
)
def test_where_our_group_is(tree, kinds, controller, found):
    own = tree(*kinds)
    if found is None:
        with pytest.raises(OSError, match="no control groups"):
            group_home(controller)
    else:
        assert group_home(controller) == own[found].parent
