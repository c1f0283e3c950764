"""One line about the machine and versions, for every committed result."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path


def machine() -> str:
    """Return CPU, cores, load, kernel, Python and the versions that matter."""
    cpu = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.machine(),
    )
    load = os.getloadavg()[0]
    packages = ", ".join(f"{name} {version(name)}" for name in ("stab-gen", "numpy", "ortools", "lark"))
    system = f"Linux {platform.release()}, Python {platform.python_version()}"
    return f"{cpu}, {os.cpu_count()} cores, load {load:.1f}, {system}; {packages}"
