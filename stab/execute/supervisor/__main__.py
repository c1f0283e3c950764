"""Serves orders, one JSON object a line, until standard input closes."""

from __future__ import annotations

import gc
import json
import signal
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from . import landlock
from .box import Settings, run
from .bubblewrap import BubblewrapCage
from .confined import ConfinedCage
from .machine import Fault, adopt_orphans, expose, tidy
from .memory import MemoryGroup
from .processes import CpuGroup

_Kind = TypeVar("_Kind")


def main() -> None:
    """Read the settings, say whether the machine can do it, then serve."""
    gc.disable()  # nothing here goes in circles, and a collection would copy pages shared with children
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it closes our input
    wanted = json.loads(sys.stdin.buffer.readline())
    settings, answer = _settle(wanted)
    try:
        _serve(settings, answer)
    finally:
        for group in (settings.group, settings.memory):
            if group is not None:
                group.leave()
        tidy(wanted["below"], settings.exposed)


def _settle(wanted: dict[str, Any]) -> tuple[Settings, dict[str, Any]]:
    group, memory = _group(CpuGroup), _group(MemoryGroup)
    try:
        adopt_orphans()
        exposed, shown = _expose(wanted)
    except (Fault, OSError) as error:
        return Settings(wanted["uid"], {}, group, memory), {"fault": str(error)}
    groups = [str(g.path) for g in (group, memory) if g is not None]
    answer = {"groups": groups, "cpu": group is not None, "memory": memory is not None}
    answer |= {"landlock": landlock.version(), "exposed": shown}
    return Settings(wanted["uid"], exposed, group, memory), answer


def _expose(wanted: dict[str, Any]) -> tuple[dict[str, str], bool]:
    """Where hidden folders show, and whether they do; a root without all its rights can't mount."""
    try:
        return expose(wanted["expose"], wanted["below"]), True
    except (Fault, OSError):
        if wanted["insist"]:
            raise
        return {}, False


def _group(make: Callable[[], _Kind]) -> _Kind | None:
    try:
        return make()
    except OSError:
        return None


def _serve(settings: Settings, answer: dict[str, Any]) -> None:
    while True:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            return
        order = json.loads(line)
        kind = BubblewrapCage if order["bwrap"] else ConfinedCage
        answer = run(order, settings, kind(order, settings.uid, settings.exposed))


if __name__ == "__main__":
    main()
