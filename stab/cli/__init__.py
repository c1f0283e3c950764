"""The command line: the only part that prints and the only one that exits."""

from __future__ import annotations

import gc
import signal
import sys

_ENDING = ("SIGTERM", "SIGHUP")  # by name: not every system has both
_NEW_OBJECTS = 1_000_000  # between two searches for dead cycles; at the default of 700 a twentieth of a run


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it quietly too."""
    gc.set_threshold(_NEW_OBJECTS)
    try:
        _unwind_when_ended()
        from stab.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


def _unwind_when_ended() -> None:
    """Let being ended unwind like Ctrl-C, so that scratch folders and programs that run go too."""
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup's choice stays
            signal.signal(number, _interrupt)


def _interrupt(number: int, frame: object) -> None:
    for name in _ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)  # cleaning up is not to be cut short
    raise KeyboardInterrupt
