"""Files without a name, held open or only mapped."""

import mmap
import os
import time

held = []
try:
    for number in range(60):
        file = os.open(f"file{number}", os.O_RDWR | os.O_CREAT)
        os.write(file, bytes(3 << 20))
        os.unlink(f"file{number}")
        held.append(mmap.mmap(file, 3 << 20) if number % 2 else file)
        if number % 2:
            os.close(file)
    time.sleep(0.5)
    print("HARM")
except OSError as error:
    print(error)
