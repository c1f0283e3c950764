"""Eight times the output that is allowed."""

import sys

try:
    for _ in range(32):
        sys.stdout.write("x" * (1 << 20))
        sys.stdout.flush()
    sys.stderr.write("HARM")
except OSError as error:
    sys.stderr.write(str(error))
