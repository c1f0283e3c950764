"""Changes the file that it reads, for whoever runs next."""

import os

for attempt in (
    lambda: os.write(os.open("/proc/self/fd/0", os.O_RDWR), b"changed"),
    lambda: os.truncate("/proc/self/fd/0", 3),
    lambda: os.fchmod(0, 0),
    lambda: os.pwrite(0, b"changed", 0),
):
    try:
        attempt()
    except OSError as error:
        print(error)
