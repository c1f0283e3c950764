"""How well constraints are read: `python bench/extraction.py [GOLD.jsonl] [--rows FILE]... [--write]`.

GOLD.jsonl holds statements with hand-made constraints; the matching rules (score.py, check.py) lie beside it.
Prints boundary exact, size variables, chains and atoms (precision/recall), coupled records and CPU time;
`--rows` reads the statement of every row of files without gold: crashes, time, what is read and what is not.
`--write` saves the tables under bench/results.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from machine import machine

from stab.errors import StabError
from stab.records import Extraction, Markup, Saturation
from stab.saturate import extract, saturate
from stab.statement import problem_from_text
from stab.statement.loading import problem_from_row
from stab.statement.rows import iter_rows

RESULTS = Path(__file__).parent / "results"


def rules(folder: Path, name: str) -> ModuleType:
    """The matching rules that belong to the gold file."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reference_loop() -> int:
    """A fixed piece of pure Python beside which a reading is timed: the clock of a shared machine drifts."""
    counts: dict[int, int] = {}
    total = 0
    for i in range(20_000):
        counts[i & 255] = i
        total += len(str(i)) + counts.get(i & 127, 0)
    return total


def timed(action: Callable[[], object]) -> float:
    """CPU seconds of an action, the least of three: what else runs on the machine only adds."""
    found = []
    for _ in range(3):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return min(found)


def read(gold: dict[str, Any]) -> tuple[Extraction, Saturation, float]:
    """The reader's answer on a record, with the CPU seconds of reading."""
    markup = Markup.LATEX if gold["style"] == "kattis" else None
    problem = problem_from_text(gold["statement"], id=gold["id"], markup=markup)
    extraction = extract(problem)
    seconds = timed(lambda: extract(problem))
    try:
        return extraction, saturate(extraction), seconds
    except StabError:
        return extraction, Saturation({}, (), ()), seconds


def count(
    gold: dict[str, Any], score: ModuleType, check: ModuleType, verbose: bool
) -> tuple[Counter[str], float]:
    """What is right and wrong on one record."""
    extraction, saturation, seconds = read(gold)
    tally: Counter[str] = Counter()
    reals = gold["real_variables"]
    gold_chains, gold_atoms = score.sets(gold["constraints"], reals)
    chains, atoms = score.sets([c.text for c in extraction.constraints], reals)
    sizes, gold_sizes = set(extraction.size_variables), set(gold["size_variables"])
    pairs = (("chain", chains, gold_chains), ("atom", atoms, gold_atoms), ("size", sizes, gold_sizes))
    for name, ours, theirs in pairs:
        tally.update(
            {f"{name}+": len(ours & theirs), f"{name}!": len(ours - theirs), f"{name}-": len(theirs - ours)}
        )
    right, wanted = score.boundary_ok(gold, dict(saturation.maxima))
    tally.update({"exact": int(right == wanted), "right": right, "wanted": wanted, "records": 1})
    tally["tests"] += extraction.tests_variable == gold["tests_variable"]
    if gold["joint"]["groups"]:
        coupled(gold, saturation, check, tally)
    if verbose and (right != wanted or chains ^ gold_chains or sizes ^ gold_sizes):
        print(gold["id"], "missed", sorted(gold_chains - chains), "extra", sorted(chains - gold_chains))
        print("   sizes", sorted(sizes), "gold", sorted(gold_sizes), "maxima", dict(saturation.maxima))
    return tally, seconds


def coupled(gold: dict[str, Any], saturation: Saturation, check: ModuleType, tally: Counter[str]) -> None:
    """Whether every named corner is feasible and one reaches 99 % of the gold product."""
    example, tests = gold["joint"]["example"], gold["tests_variable"]
    full = [b.values for b in saturation.boundaries if all(isinstance(b.values.get(k), int) for k in example)]
    feasible = [v for v in full if not check.feasible(gold, v)]
    best = math.prod(v for k, v in example.items() if k != tests)
    tally["coupled"] += 1
    tally["feasible"] += bool(full) and len(feasible) == len(full)
    tally["optimal"] += any(math.prod(v[k] for k in example if k != tests) >= 0.99 * best for v in feasible)


def table(tally: Counter[str], seconds: list[float], loop: float) -> dict[str, str]:
    """The figures, in the order of the table."""

    def both(name: str) -> str:
        hit = tally[f"{name}+"]
        return f"{hit / max(1, hit + tally[f'{name}!']):.3f} / {hit / max(1, hit + tally[f'{name}-']):.3f}"

    ordered = sorted(seconds)
    return {
        "records": str(tally["records"]),
        "boundary exact": f"{tally['exact'] / tally['records']:.3f}",
        "boundary per variable": f"{tally['right'] / max(1, tally['wanted']):.3f}",
        "size variables P / R": both("size"),
        "chains P / R": both("chain"),
        "atoms P / R": both("atom"),
        "tests variable": f"{tally['tests'] / tally['records']:.3f}",
        "coupled records": str(tally["coupled"]),
        "coupled, all corners feasible": f"{tally['feasible'] / max(1, tally['coupled']):.3f}",
        "coupled, 99 % of the best product": f"{tally['optimal'] / max(1, tally['coupled']):.3f}",
        "CPU ms median": f"{1000 * ordered[len(ordered) // 2]:.1f}",
        "CPU ms 99th percentile": f"{1000 * ordered[math.ceil(len(ordered) * 0.99) - 1]:.1f}",
        "CPU ms largest": f"{1000 * ordered[-1]:.1f}",
        "CPU ms of the reference loop": f"{1000 * loop:.2f}",
        "median / reference loop": f"{ordered[len(ordered) // 2] / loop:.2f}",
        "machine": machine(),
    }


def sweep(files: list[Path]) -> dict[str, str]:
    """The figures of statements without gold: none may crash, none may take over a second."""
    tally: Counter[str] = Counter()
    seconds: list[float] = []
    for file in files:
        for row in iter_rows(file):
            tally["statements"] += 1
            try:
                problem = problem_from_row(row)
                start = time.process_time()
                extraction = extract(problem)
                seconds.append(time.process_time() - start)
                if seconds[-1] > WORTH_ANOTHER_LOOK_S:
                    seconds[-1] = min(seconds[-1], timed(lambda p=problem: extract(p)))  # type: ignore[misc]
            except StabError as error:
                tally[f"refused: {type(error).__name__}"] += 1
                continue
            except Exception as error:  # what is looked for
                tally["crashes"] += 1
                print(f"{file.name}#{row.id}: {error!r}")
                continue
            tally["with constraints"] += bool(extraction.constraints)
            tally["with something unread"] += bool(extraction.unread)
            tally["constraints"] += len(extraction.constraints)
            tally["unread"] += len(extraction.unread)
    ordered = sorted(seconds)
    return {
        "files": ", ".join(file.name for file in files),
        **{name: str(tally[name]) for name in ("statements", "crashes", *SWEPT)},
        **{name: str(count) for name, count in sorted(tally.items()) if name.startswith("refused")},
        "over 1 s of CPU": str(sum(s > 1 for s in seconds)),
        "CPU ms median": f"{1000 * ordered[len(ordered) // 2]:.1f}",
        "CPU ms 99th percentile": f"{1000 * ordered[math.ceil(len(ordered) * 0.99) - 1]:.1f}",
        "CPU ms largest": f"{1000 * ordered[-1]:.1f}",
        "CPU ms of the reference loop": f"{1000 * timed(reference_loop):.2f}",
        "machine": machine(),
    }


SWEPT = ("with constraints", "with something unread", "constraints", "unread")
WORTH_ANOTHER_LOOK_S = 0.05  # an interruption by other programs may be all of it


def write(name: str, figures: dict[str, str], title: str) -> None:
    """Save the figures as a table and as JSON."""
    rows = "".join(f"| {key} | {value} |\n" for key, value in figures.items())
    (RESULTS / f"{name}.md").write_text(f"{title}\n\n| figure | value |\n|---|---|\n{rows}", encoding="utf-8")
    (RESULTS / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure and print; write on request."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gold", type=Path, nargs="?")
    parser.add_argument("--rows", type=Path, action="append", default=[], help="a file of rows without gold")
    parser.add_argument("--write", action="store_true", help="save the tables under bench/results")
    parser.add_argument("--verbose", action="store_true", help="print what is wrong")
    args = parser.parse_args()
    if args.gold is not None:
        figures = against_gold(args.gold, args.verbose)
        show(figures)
        if args.write:
            write("extraction", figures, f"# Constraint reading\n\nGold file: {args.gold.name}")
    if args.rows:
        figures = sweep(args.rows)
        show(figures)
        if args.write:
            write("extraction_rows", figures, "# Constraint reading of statements without gold")


def against_gold(gold: Path, verbose: bool) -> dict[str, str]:
    """The figures of a gold file."""
    score, check = rules(gold.parent, "score"), rules(gold.parent, "check")
    tally: Counter[str] = Counter()
    seconds, loops = [], []
    for line in gold.read_text(encoding="utf-8").splitlines():
        more, taken = count(json.loads(line), score, check, verbose)
        tally.update(more)
        seconds.append(taken)
        loops.append(timed(reference_loop))
    return table(tally, seconds, min(loops))


def show(figures: dict[str, str]) -> None:
    """Print a table."""
    for name, value in figures.items():
        print(f"{name:36} {value}")


if __name__ == "__main__":
    main()
