"""What comparing may take, shared by the comparisons of a call."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Budget:
    """Seconds and runs that comparing may take in all; None: as much as it needs."""

    def __init__(self, seconds: float | None = None, runs: int | None = None) -> None:
        self._seconds, self._runs = seconds, runs  # what is left
        self._end: float | None = None
        self._most: int | None = None
        self._spent = 0

    @contextmanager
    def share(self, among: int = 1) -> Iterator[None]:
        """Count what goes on inside; `among` comparisons, this one included, have equal shares of the rest.

        What one of them leaves over is there for the next ones.
        """
        began, self._spent = time.monotonic(), 0
        self._end = None if self._seconds is None else began + self._seconds / among
        self._most = None if self._runs is None else self._runs // among
        try:
            yield
        finally:
            if self._seconds is not None:
                self._seconds = max(0.0, self._seconds - (time.monotonic() - began))
            if self._runs is not None:
                self._runs = max(0, self._runs - self._spent)
            self._end = self._most = None

    def count(self) -> None:
        """Count a run."""
        self._spent += 1

    @property
    def is_exhausted(self) -> bool:
        """True when the share that is open is used up."""
        late = self._end is not None and time.monotonic() > self._end
        return late or (self._most is not None and self._spent >= self._most)
