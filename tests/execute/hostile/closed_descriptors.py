"""Closes all descriptors, those of its keeper perhaps among them, and stays."""

import os
import time

os.closerange(0, 1024)
time.sleep(60)
