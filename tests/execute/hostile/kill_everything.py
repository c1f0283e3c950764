"""Kills all it may."""

import os

try:
    os.kill(-1, 9)
except OSError as error:
    print(error)
