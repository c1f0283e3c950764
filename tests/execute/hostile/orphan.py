"""Leaves its session and its parents behind."""

import os
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv("/bin/sleep", [MARKER, "60"])
    os._exit(0)
os.wait()
