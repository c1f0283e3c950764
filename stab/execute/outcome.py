"""What became of a boxed command, in figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

_SAID = 64 * 1024


@dataclass(frozen=True, slots=True)
class Outcome:
    """Times in seconds, sizes in bytes.

    `stopped` says which limit ended it (cpu, wall, memory, output, disk; abandoned: we were told to stop;
    starved: the machine gave it no core), `fault` that the machine failed and all else means nothing.
    `status` is the exit status, -n or 128 + n for a signal n. `memory_limit` is what `peak_bytes` counts
    against, the runtime's share included.
    """

    status: int = 0
    stopped: str | None = None
    cpu_s: float = 0.0
    wall_s: float = 0.0
    peak_bytes: int = 0
    output_bytes: int = 0
    disk_bytes: int = 0
    refused_memory: bool = False  # the kernel killed something of it for its memory
    memory_limit: int = 0
    stdout: bytes = field(default=b"", repr=False)
    stderr: bytes = field(default=b"", repr=False)
    fault: str | None = None

    @classmethod
    def read(cls, answer: dict[str, Any], order: dict[str, Any]) -> Self:
        """The outcome of an order from the supervisor's answer and the files it left."""
        if "fault" in answer:
            return cls(fault=answer["fault"])
        return cls(
            **answer,
            memory_limit=order["memory_bytes"],
            stdout=_head(order["stdout"], order["output_bytes"]),
            stderr=_head(order["stderr"], _SAID),
        )


def _head(path: str, size: int) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(size)
