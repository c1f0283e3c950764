"""Long statements take memory in proportion to their length, with a small factor."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import resource
from stab.saturate.markup import tokenize
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tokens = tokenize("n" + " " * 3_000_000 + "m\\\\, ~\\\\;k")
print([t.value for t in tokens], (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def test_blanks_cost_nothing():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    tokens, _, megabytes = done.stdout.rpartition(" ")

    assert tokens == "['n', 'm', 'k']"
    assert int(megabytes) < 100
