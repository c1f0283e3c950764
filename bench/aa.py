"""Equal inputs compared: how often is one of them called slower?

python bench/aa.py [--trials 200] [--seconds 0.15] [--json FILE]

Each trial is a whole comparison of two copies of one input (screening, rounds, decision) with runs of its
own, in C++, Python and Java in turn, while a loop keeps another core busy. At most 2 of 200 may be called
slower. Beside it stands what a strict > on single runs says, as in the paper.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from comparisons import (
    SETTINGS,
    busy_neighbour,
    one_comparison,
    solution,
    steps_for,
    upper_bound,
    write,
)
from machine import machine

from stab.pipeline.workbench import Workbench
from stab.records import Decision, Language

LANGUAGES = (Language.CPP, Language.PYTHON, Language.JAVA)


def main() -> int:
    """Print the counts, write them where asked; 0 if false claims stay within 1 %."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.15)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    seen: dict[str, Counter[str]] = {language.value: Counter() for language in LANGUAGES}
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, busy_neighbour(), Workbench(SETTINGS) as bench:
        folder = Path(name)
        steps = {x: steps_for(solution(x), options.seconds, folder, bench)[0] for x in LANGUAGES}
        for trial in range(options.trials):
            language = LANGUAGES[trial % len(LANGUAGES)]
            old, new = (write(folder, f"{which}-{trial}", steps[language]) for which in ("old", "new"))
            score = one_comparison(solution(language), old, new, bench)
            decision = score.decision.value
            seen[language.value][decision] += 1
            seen[language.value]["raw"] += score.raw_success
            print(
                f"{trial + 1:4} {language.value:7} {decision:12} {score.ratio:.3f} {score.rounds}", flush=True
            )
    false = sum(counts[Decision.SLOWER.value] for counts in seen.values())
    raw = sum(counts["raw"] for counts in seen.values())
    document = {
        "schema": "stab/bench/aa/1",
        "trials": options.trials,
        "seconds": options.seconds,
        "false_slower": false,
        "upper_bound_95": upper_bound(false, options.trials),
        "raw_false": raw,
        "by_language": {language: dict(counts) for language, counts in seen.items()},
        "took_s": round(time.monotonic() - began),
        "machine": machine(),
    }
    print(json.dumps(document, indent=1))
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0 if false <= 0.01 * options.trials else 1


if __name__ == "__main__":
    sys.exit(main())
