"""Empty files without end: no bytes, but all of a disk's entries."""

import time

try:
    for number in range(6000):
        open(f"file{number}", "w").close()
    time.sleep(0.2)
    print("HARM")
except OSError as error:
    print(error)
