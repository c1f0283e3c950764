"""The resource limits of a run."""

from __future__ import annotations

import resource
from typing import Any


def resource_limits(order: dict[str, Any], others: int = 0) -> dict[int, tuple[int, int]]:
    """Soft and hard limit of each kind; `others` tasks of the same user run already and count as well."""
    cpu = int(order["time_s"]) + 2  # whole seconds: the last resort, the watch is finer
    tasks = order["processes"] + others
    limits = {
        resource.RLIMIT_CPU: (cpu, cpu + 1),
        resource.RLIMIT_FSIZE: (order["output_bytes"],) * 2,
        resource.RLIMIT_NPROC: (tasks, tasks),
        resource.RLIMIT_NOFILE: (256, 256),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_STACK: (order["stack_bytes"],) * 2,
        resource.RLIMIT_MSGQUEUE: (0, 0),
        resource.RLIMIT_MEMLOCK: (1 << 16, 1 << 16),
    }
    if order["data_bytes"]:
        limits[resource.RLIMIT_DATA] = (order["data_bytes"],) * 2
    return limits


def apply_limits(limits: dict[int, tuple[int, int]]) -> None:
    """Limit this process, never beyond what it is allowed already."""
    for kind, pair in limits.items():
        hard = resource.getrlimit(kind)[1]
        soft, top = (value if hard < 0 else min(value, hard) for value in pair)
        resource.setrlimit(kind, (soft, top))
