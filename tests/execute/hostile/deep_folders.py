"""Folders nested deeper than a path may be long, closed to their owner."""

import os

for depth in range(1100):
    os.mkdir("folder")
    if depth % 50 == 0:
        with open("file", "w"):
            pass
        os.symlink("/etc", "link")
    os.chdir("folder")
os.chmod("..", 0)
