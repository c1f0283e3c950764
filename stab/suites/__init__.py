"""Existing suites in and out: read in their own form, added to without changing what is there."""

from stab.suites.additions import additions, new_file
from stab.suites.journal import Undone, keep_report, undo, unfinished, workplace, write, write_alone
from stab.suites.naming import PREFIX, next_names
from stab.suites.reading import read_suite

__all__ = [
    "PREFIX",
    "Undone",
    "additions",
    "keep_report",
    "new_file",
    "next_names",
    "read_suite",
    "undo",
    "unfinished",
    "workplace",
    "write",
    "write_alone",
]
