"""Many files, each of a modest size."""

import time

try:
    for number in range(60):
        with open(f"file{number}", "wb") as file:
            file.write(bytes(3 << 20))
    time.sleep(0.2)
    print("HARM")
except OSError as error:
    print(error)
