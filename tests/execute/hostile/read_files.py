"""Reads what is not its own."""

import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)

for path in (VICTIM, "/etc/passwd", "/proc/1/environ", f"/proc/{PID}/environ"):
    try:
        with open(path, "rb") as file:
            text = file.read()
            if b"secret" in text or b"root:" in text:
                print("HARM", path)
    except OSError as error:
        print(error)
