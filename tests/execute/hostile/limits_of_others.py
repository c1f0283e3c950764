"""Takes processor time and priority from another process of the same user."""

import os
import resource
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

for attempt in (
    lambda: resource.prlimit(int(PID), resource.RLIMIT_NOFILE, (5, 5)),
    lambda: os.setpriority(os.PRIO_PROCESS, int(PID), 19),
    lambda: os.sched_setscheduler(int(PID), os.SCHED_IDLE, os.sched_param(0)),
):
    try:
        attempt()
        print("HARM")
    except OSError as error:
        print(error)
