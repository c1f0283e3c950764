"""What the pipeline tells whoever watches it: progress, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` steps of a stage are over; `text` says what was done last."""

    stage: str
    done: int
    total: int
    text: str = ""


ProgressHook = Callable[[Progress], None]


def silent(event: Progress) -> None:
    """Ignore an event."""
