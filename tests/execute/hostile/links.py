"""Reaches out of its folder by links."""

import os
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

os.symlink(VICTIM, "soft")
os.symlink(os.path.dirname(VICTIM), "folder")
for attempt in (
    lambda: open("soft", "r+").write("changed"),
    lambda: open("folder/" + os.path.basename(VICTIM), "r+").write("changed"),
    lambda: os.link(VICTIM, "hard"),
    lambda: open("hard", "r+").write("changed"),
):
    try:
        attempt()
    except OSError as error:
        print(error)
