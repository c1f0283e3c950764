"""One core for what is compared: the idlest one, so that little else runs there."""

from __future__ import annotations

import os
import time
from pathlib import Path


def idlest_core() -> int | None:
    """Return the core that was idle most during a tenth of a second; None where there is no choice."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = sorted(os.sched_getaffinity(0))
    before = _idle_ticks()
    time.sleep(0.1)
    after = _idle_ticks()
    return max(cores, key=lambda core: (after.get(core, 0) - before.get(core, 0), core))


def _idle_ticks() -> dict[int, int]:
    try:
        lines = Path("/proc/stat").read_text(encoding="ascii").splitlines()
        found = [line.split() for line in lines if line.startswith("cpu") and line[3].isdigit()]
        return {int(fields[0][3:]): int(fields[4]) for fields in found}
    except (OSError, ValueError, IndexError):
        return {}
