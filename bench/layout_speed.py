"""Measures reading, validating and writing of large inputs: CPU seconds (best of 3) and peak memory.

python bench/layout_speed.py            prints the table; --json FILE writes it too
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from stab.expression import names, parse_comparison
from stab.layout import bind, parse_layout, read_values, validate, write_values
from stab.layout.values import Columns, Rows, Values
from stab.records import Constraint, ConstraintKind, Extraction, Origin

N = 10**6


def array(random: np.random.RandomState) -> Values:
    return Values({"n": N, "a": random.randint(1, 10**9 + 1, N)})


def edges(random: np.random.RandomState) -> Values:
    m = N // 3
    u = np.arange(2, m + 2)
    columns = {
        "u": u,
        "v": 1 + (random.random_sample(m) * (u - 1)).astype(np.int64),
        "w": random.randint(1, 10**9, m),
    }
    return Values({"n": m + 1, "m": m}, (Columns(m, columns),))


def cases(random: np.random.RandomState) -> Values:
    rows = tuple(Values({"n": 8, "a": random.randint(1, 10**6, 8)}) for _ in range(N // 10))
    return Values({"t": len(rows)}, (Rows(rows),))


def single_digits(random: np.random.RandomState) -> Values:
    return Values({"n": 10 * N, "a": random.randint(0, 10, 10 * N)})


ARRAY = "n\na[n]"
SUBJECTS: dict[str, tuple[str, tuple[str, ...], Callable[[np.random.RandomState], Values]]] = {
    "10^6 numbers on a line": (ARRAY, ("1 <= n <= 1000000", "1 <= a[i] <= 1000000000"), array),
    "3.3*10^5 tree edges": (
        "n m\nrepeat m: u v w\n@tree u v of n",
        ("1 <= n <= 1000000", "1 <= u <= n", "1 <= v <= n", "1 <= w <= 1000000000"),
        edges,
    ),
    "10^5 cases of 8 numbers": (
        "t\nrepeat t:\n  n\n  a[n]",
        ("1 <= n <= 100", "1 <= a[i] <= 1000000", "sum(n) <= 1000000"),
        cases,
    ),
    "10^7 digits (20 MB)": (ARRAY, ("1 <= n <= 10000000", "0 <= a[i] <= 9"), single_digits),
}


def constraint(text: str) -> Constraint:
    comparison = parse_comparison(text)
    return Constraint(text, ConstraintKind.OTHER, names(comparison), text, 0, Origin.OVERRIDE, comparison)


def best(run: Callable[[], object], times: int = 3) -> float:
    found = []
    for _ in range(times):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return round(min(found), 3)


def measure(name: str) -> dict[str, object]:
    """Return the figures of one subject; the process must be fresh, for its peak memory."""
    text, rules, make = SUBJECTS[name]
    layout = parse_layout(text)
    binding = bind(layout, Extraction(tuple(map(constraint, rules))))
    values = make(np.random.RandomState(1))
    data = write_values(layout, values)
    write = best(lambda: write_values(layout, values))
    assert validate(layout, binding, data).ok
    figures: dict[str, object] = {"input": name, "mb": round(len(data) / 1e6, 1), "write_s": write}
    figures["read_s"] = best(lambda: read_values(layout, data))
    figures["validate_s"] = best(lambda: validate(layout, binding, data))
    return figures


def memory(name: str) -> int:
    """Return the peak memory (MB) of a process that validates the input of a subject and nothing else."""
    text, _, make = SUBJECTS[name]
    layout = parse_layout(text)
    file = Path(tempfile.mkdtemp()) / "layout_speed.in"
    file.write_bytes(write_values(layout, make(np.random.RandomState(1))))
    code = (
        "import sys; sys.path[:0] = [sys.argv[3], sys.argv[4]]; import layout_speed as b;"
        "from pathlib import Path; text, rules, _ = b.SUBJECTS[sys.argv[1]]; layout = b.parse_layout(text);"
        "binding = b.bind(layout, b.Extraction(tuple(map(b.constraint, rules))));"
        "b.validate(layout, binding, Path(sys.argv[2]).read_bytes());"
        "print(*(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')))"
    )
    here = Path(__file__).resolve().parent
    command = [sys.executable, "-c", code, name, str(file), str(here), str(here.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    file.unlink()
    file.parent.rmdir()
    return int(done.stdout) // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    table = []
    for name in SUBJECTS:
        row = {**measure(name), "validate_peak_mb": memory(name)}
        table.append(row)
        print("  ".join(f"{key} {value}" for key, value in row.items()))
    if options.json:
        machine = {"python": platform.python_version(), "numpy": np.__version__, "cpu": platform.machine()}
        options.json.write_text(
            json.dumps({"machine": machine, "rows": table}, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
