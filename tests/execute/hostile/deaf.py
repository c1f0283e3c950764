"""Ignores every signal it can and computes on."""

import signal

for number in range(1, 32):
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_IGN)
while True:
    pass
