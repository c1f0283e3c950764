"""Writes, cuts, renames, removes and re-dates what is not its own."""

import os
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

for attempt in (
    lambda: open(VICTIM, "a").write("changed"),
    lambda: os.truncate(VICTIM, 1),
    lambda: os.chmod(VICTIM, 0o777),
    lambda: os.utime(VICTIM, (0, 0)),
    lambda: os.rename(VICTIM, VICTIM + "2"),
    lambda: os.unlink(VICTIM + "2"),
):
    try:
        attempt()
    except OSError as error:
        print(error)
