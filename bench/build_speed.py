"""How long stab.build takes to construct and write large inputs: one CPU-second table, best of three.

python bench/build_speed.py [--out FILE]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from stab import build

MILLION = 10**6


def cases() -> dict[str, Callable[[np.random.RandomState], str]]:
    """The inputs by name; each returns the text that would be written."""
    n = MILLION
    return {
        "10^6 integers up to 10^9": lambda rng: build.join_ints(build.seq_random(n, 1, 10**9, rng)),
        "10^6 distinct integers": lambda rng: build.join_ints(build.seq_random(n, 1, 10**9, rng, True)),
        "path of 10^6 vertices": lambda rng: build.join_rows(build.tree_path(n)),
        "path, relabelled and shuffled": lambda rng: build.join_rows(
            build.shuffle_edges(build.relabel(build.tree_path(n), n, rng), rng)
        ),
        "random tree of 10^6 vertices": lambda rng: build.join_rows(build.tree_random(n, rng)),
        "graph of 10^5 vertices, 10^6 edges": lambda rng: build.join_rows(build.graph_random(10**5, n, rng)),
        "connected graph, 10^6 edges": lambda rng: build.join_rows(build.graph_connected(10**5, n, rng)),
        "weighted grid, 10^6 edges": lambda rng: build.join_rows(
            *build.graph_grid_cheap(n // 2, n, 1, 10**9, rng)
        ),
        "hash keys, 10^6": lambda rng: build.join_ints(build.hash_unordered(n, 1, 10**9, rng)),
        "dict keys, 10^6": lambda rng: build.join_ints(build.hash_pydict(n, 1, 10**9, rng)),
        "middle pivot killer, 10^6": lambda rng: build.join_ints(build.anti_mid_pivot(n)),
        "median-of-three killer, 10^6": lambda rng: build.join_ints(build.quicksort_killer(n)),
        "10^6 convex points": lambda rng: build.join_rows(build.points_convex(n, -(10**9), 10**9, rng)),
        "string of 10^6 letters": lambda rng: build.str_random(n, "abcdefghijklmnopqrstuvwxyz", rng),
        "grid 1000 x 1000": lambda rng: "\n".join(build.grid_random(1000, 1000, rng)),
    }


def cpu_seconds(make: Callable[[np.random.RandomState], str], path: Path) -> float:
    """The smallest CPU time of three runs: construct, format and write to the file."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        path.write_text(make(np.random.RandomState(1)), encoding="ascii")
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="write the table as JSON here")
    parser.add_argument("--scratch", type=Path, default=Path("/tmp/stab-build-speed.txt"))
    options = parser.parse_args()
    table = {}
    for name, make in cases().items():
        table[name] = round(cpu_seconds(make, options.scratch), 3)
        print(f"{table[name]:8.3f} s  {name}")
    options.scratch.unlink(missing_ok=True)
    if options.out:
        options.out.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
