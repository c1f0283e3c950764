"""The command line: the only part that prints and the only one that exits."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it quietly too."""
    try:
        from stab.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
