"""How long 10,000 runs take to be kept one by one, and to be read back.

python bench/store_speed.py [--runs 10000] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from machine import machine

from stab.records import Run, Verdict
from stab.store import key_of, open_store


def main() -> int:
    """Print the seconds, write them where asked; 0 if both together stay within 2 s."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    run = Run(Verdict.OK, 0.125, 0.25, 10.5, stdout=b"1 2 3\n" * 20)
    keys = [(key_of("program", number // 3), number % 3) for number in range(options.runs)]
    with tempfile.TemporaryDirectory() as name, open_store(Path(name) / "runs.sqlite") as store:
        began, used = time.monotonic(), time.process_time()
        for key, repeat in keys:
            store.add(key, repeat, run, keep_output=True)
        kept = time.monotonic()
        for key, repeat in keys:
            assert store.get(key, repeat, with_output=True) is not None
        read, used = time.monotonic(), time.process_time() - used
    document = {
        "schema": "stab/bench/store/1",
        "runs": options.runs,
        "stored_s": round(kept - began, 3),
        "read_s": round(read - kept, 3),
        "cpu_s": round(used, 3),
        "machine": machine(),
    }
    print(json.dumps(document, indent=1))
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0 if read - began <= 2.0 else 1


if __name__ == "__main__":
    sys.exit(main())
