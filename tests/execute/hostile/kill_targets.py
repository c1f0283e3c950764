"""Kills its keeper, its keeper's keeper, and somebody it was told of."""

import os
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

for target in (int(PID), os.getppid(), -os.getppid()):
    try:
        if target not in (0, 1, -1):
            os.kill(target, 9)
    except OSError as error:
        print(error)
