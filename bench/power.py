"""A true slowdown: how often is it found?

python bench/power.py [--trials 30] [--slowdown 1.2] [--seconds 0.3] [--json FILE]

Each trial is a whole comparison, in C++ and in Python, of an input that takes `seconds` with one that takes
`slowdown` times as long, start-up included. At least 90 % must be found.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from comparisons import SETTINGS, one_comparison, solution, steps_for, write
from machine import machine

from stab.pipeline.workbench import Workbench
from stab.records import Decision, Language

LANGUAGES = (Language.CPP, Language.PYTHON)


def main() -> int:
    """Print the counts, write them where asked; 0 if at least 90 % are found in each language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=30)
    parser.add_argument("--slowdown", type=float, default=1.2)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    began = time.monotonic()
    rows = {}
    with tempfile.TemporaryDirectory() as name, Workbench(SETTINGS) as bench:
        folder = Path(name)
        for language in LANGUAGES:
            steps, start = steps_for(solution(language), options.seconds, folder, bench)
            more = (options.slowdown * options.seconds - start) / (options.seconds - start)
            seen: Counter[str] = Counter()
            ratios, rounds = [], []
            for trial in range(options.trials):
                old = write(folder, f"old-{trial}", steps)
                new = write(folder, f"new-{trial}", int(steps * more))
                score = one_comparison(solution(language), old, new, bench)
                said = score.decision.value
                seen[said] += 1
                ratios.append(score.ratio or 0.0)
                rounds.append(score.rounds)
                print(
                    f"{language.value:7} {trial + 1:3} {said:12} {score.ratio:.3f} {score.rounds}", flush=True
                )
            rows[language.value] = {
                "found": seen[Decision.SLOWER.value] / options.trials,
                "decisions": dict(seen),
                "median_ratio": median(ratios),
                "median_rounds": median(rounds),
            }
    document = {
        "schema": "stab/bench/power/1",
        "trials": options.trials,
        "slowdown": options.slowdown,
        "seconds": options.seconds,
        "by_language": rows,
        "took_s": round(time.monotonic() - began),
        "machine": machine(),
    }
    print(json.dumps(document, indent=1))
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row["found"] >= 0.9 for row in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
