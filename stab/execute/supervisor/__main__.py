"""Serves orders, one JSON object a line, until standard input closes."""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

from .box import Settings, run
from .machine import Fault, adopt_orphans, expose, tidy
from .processes import CpuGroup


def main() -> None:
    """Read the settings, say whether the machine can do it, then serve."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it closes our input
    wanted = json.loads(sys.stdin.buffer.readline())
    settings, answer = _settle(wanted)
    try:
        _serve(settings, answer)
    finally:
        if settings.group is not None:
            settings.group.leave()
        tidy(wanted["below"], settings.exposed)


def _settle(wanted: dict[str, Any]) -> tuple[Settings, dict[str, Any]]:
    try:
        group = CpuGroup()
    except OSError:
        group = None
    try:
        adopt_orphans()
        exposed = expose(wanted["expose"], wanted["below"])
    except (Fault, OSError) as error:
        return Settings(wanted["uid"], {}, group), {"fault": str(error)}
    return Settings(wanted["uid"], exposed, group), {"group": str(group.path) if group else None}


def _serve(settings: Settings, answer: dict[str, Any]) -> None:
    while True:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            return
        answer = run(json.loads(line), settings)


if __name__ == "__main__":
    main()
