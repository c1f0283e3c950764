"""Existing suites in and out: read in their own form, added to without changing what is there."""

from stab.suites.additions import additions, new_file
from stab.suites.exporting import Exported, Output, exported, read_output
from stab.suites.journal import Undone, keep_report, undo, unfinished, workplace, write, write_alone
from stab.suites.naming import PREFIX, next_names
from stab.suites.publishing import publish_suite
from stab.suites.reading import read_suite

__all__ = [
    "PREFIX",
    "Exported",
    "Output",
    "Undone",
    "additions",
    "exported",
    "keep_report",
    "new_file",
    "next_names",
    "publish_suite",
    "read_output",
    "read_suite",
    "undo",
    "unfinished",
    "workplace",
    "write",
    "write_alone",
]
