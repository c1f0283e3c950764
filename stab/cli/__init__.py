"""The command line: the only part that prints and the only one that exits."""

from __future__ import annotations

from stab.cli.app import main

__all__ = ["main"]
