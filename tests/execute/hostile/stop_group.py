"""Joins the keeper's process group if it can, and stops or queues signals to others."""

import os
import signal
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

for attempt in (
    lambda: os.setpgid(0, os.getpgid(os.getppid())),
    lambda: os.killpg(os.getpgid(int(PID)), signal.SIGKILL),
    lambda: signal.pidfd_send_signal(os.pidfd_open(int(PID)), signal.SIGKILL),
):
    try:
        attempt()
    except OSError as error:
        print(error)
