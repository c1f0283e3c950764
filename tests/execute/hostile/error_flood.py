"""As much on standard error."""

import sys

try:
    for _ in range(32):
        sys.stderr.write("x" * (1 << 20))
    print("HARM")
except OSError as error:
    print(error)
