"""Memory that belongs to no process: an anonymous file, and a System V segment."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def anonymous_file():
    file = os.memfd_create("hidden")
    for _ in range(80):
        os.write(file, bytes(1 << 20))


def shared_segment():
    segment = libc.shmget(0, ctypes.c_size_t(80 << 20), 0o1600)
    if segment < 0:
        raise OSError("no segment")
    libc.shmctl(segment, 0, None)


for attempt in (anonymous_file, shared_segment):
    try:
        attempt()
        print("HARM")
    except OSError as error:
        print(error)
