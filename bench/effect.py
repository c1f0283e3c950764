"""What generated inputs do to real solutions, without any model; and what each part of the composer gives.

    python bench/effect.py [--only a|b|c] [--tiny ROWS] [--strong ROWS] [--every N] [--ablate N]
        [--keep FILE] [--write]

(a) `--tiny`, a data set whose own tests are small: the strict slowdown rate (`asr`, by the decisions of
    `stab score`) and the paper's (`asr_raw`), invalid inputs counted as failures; the geometric mean of the
    slowdown, a solution's largest CPU time on generated tests over that on its own ones.
(b) `--strong`, a data set with official suites: that ratio for each accepted solution, at most --accepted of
    a language; both sides are largest medians of two runs.
(c) its slow submissions, beside accepted ones of their language (and only these; they count in (b), too):
    those that the official tests separate (more than twice the slowest accepted one, and more than half a
    second), and how many of these the generated ones alone do.

Each N-th row of (a) and (b) is measured (--every, --every-strong) and each N-th of those for the ablations;
the samples are named in the table. --keep FILE is a file of finished rows with the runs beside it: an
interrupted call goes on. --write puts the table into bench/results/effect.{md,json}.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from effect_runs import SLOW, VARIANTS, Outcome, Task, outcome_of, run
from effect_tables import Measured, table
from machine import machine

from stab.packages.solutions import row_solutions
from stab.statement.rows import Row, iter_rows

RESULTS = Path(__file__).parent / "results"
PARTS = {"a": "tiny", "b": "strong", "c": "strong"}


def options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--tiny", type=Path, help="rows of (a)")
    add("--strong", type=Path, help="rows of (b) and (c)")
    add("--only", choices=list(PARTS), action="append", help="one part; may be given again")
    add("--every", type=int, default=6, metavar="N", help="each N-th row of (a)")
    add("--every-strong", type=int, default=1, metavar="N", help="each N-th row without slow submissions")
    add("--ablate", type=int, default=4, metavar="N", help="each N-th row measured, without parts; 0: none")
    add("--variant", choices=list(VARIANTS), action="append", help="one variant; may be given again")
    add("--accepted", type=int, default=2, help="accepted solutions a language in (b) and (c), at most")
    add("--official", type=int, default=16, help="existing tests of a problem, at most: the largest")
    add(
        "--limit-s", type=float, help="CPU seconds of a run in (a); else the statement's rule, 10 without one"
    )
    add("--seconds", type=float, default=30.0, help="interleaved rounds of one problem in (a), at most")
    add("--seed", type=int, default=0)
    add("--ids", help="only these rows, with commas")
    add("--keep", type=Path, help="a file of finished rows: an interrupted call goes on")
    add("--until", type=float, help="start no row after so many minutes")
    add("--write", action="store_true")
    return parser.parse_args()


def tasks(args: argparse.Namespace, store: Path) -> Iterator[Task]:
    """Yield what is to be measured: slow submissions first, ablations last."""
    wanted = [part for part in ("c", "b", "a") if part in (args.only or PARTS)]
    rows_of = {part: list(chosen(part, args)) for part in wanted}
    for variant in args.variant or VARIANTS:
        step = 1 if variant == "stab" else args.ablate
        for part, rows in rows_of.items():
            for row in rows[::step] if step else ():
                yield Task(
                    part=PARTS[part],
                    variant=variant,
                    row=row,
                    seed=args.seed,
                    store=store,
                    accepted=args.accepted,
                    official=args.official,
                    limit_s=args.limit_s if part == "a" else None,
                    seconds=args.seconds,
                )


def chosen(part: str, args: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of a part; (b) has those without slow submissions, the others serve (c) and (b)."""
    file = args.tiny if part == "a" else args.strong
    if file is None:
        return
    rows = [r for r in iter_rows(file) if not args.ids or r.id in args.ids.split(",")]
    if part == "a":
        yield from rows[:: args.every]
        return
    is_slow = {r.id: any(s.expected == SLOW for s in row_solutions(r)) for r in rows}
    own = [r for r in rows if is_slow[r.id] is (part == "c")][:: args.every_strong if part == "b" else 1]
    yield from sorted(own, key=lambda r: len(str(r.data.get("tests"))))  # short suites first, for --until


def kept(file: Path | None) -> dict[tuple[str, str, str], Outcome]:
    """Return the outcomes that earlier calls finished."""
    if file is None or not file.exists():
        return {}
    records = [json.loads(line) for line in file.read_text().splitlines()]
    return {(r["part"], r["variant"], r["outcome"]["id"]): outcome_of(r["outcome"]) for r in records}


def gather(args: argparse.Namespace, store: Path) -> tuple[list[Measured], str]:
    """Return all outcomes, each told as it ends, and in words how many are old or missing."""
    known, found, began = kept(args.keep), [], time.monotonic()
    old = missed = 0
    for task in tasks(args, store):
        key = (task.part, task.variant, task.row.id)
        outcome = known.get(key)
        old += outcome is not None
        if outcome is None:
            if args.until is not None and time.monotonic() - began > 60 * args.until:
                missed += 1
                continue
            start = time.monotonic()
            outcome = run(task)
            told = f"{outcome.state} {outcome.message[:80]} {shown(outcome)}"
            print(f"{time.monotonic() - start:6.1f} s {' '.join(key)}: {told}", flush=True)
            if args.keep is not None:
                with args.keep.open("a") as finished:
                    record = {"part": task.part, "variant": task.variant, "outcome": outcome.document()}
                    finished.write(json.dumps(record) + "\n")
        found.append(Measured(task.part, task.variant, outcome))
    return found, (
        f"{old} of {len(found)} rows were made by earlier calls (--keep), some at earlier versions; "
        f"{missed} of the sample were not reached (--until)."
    )


def shown(outcome: Outcome) -> str:
    """Return the figures of one problem in a few words."""
    parts = []
    if outcome.pairs:
        good = sum(p.decision in ("slower", "timeout") for p in outcome.pairs)
        parts.append(f"{good}/{len(outcome.pairs)} slower")
    if outcome.largest:
        parts.append("ratios " + " ".join(f"{own.ratio:.2f}" for own in outcome.largest))
    for own in outcome.slow:
        parts.append(
            f"[{own.solution} {own.official:.1f}{'*' if own.by_official else ''} "
            f"{own.generated:.1f}{'*' if own.by_generated else ''}]"
        )
    return ", ".join(parts)


def main() -> None:
    """Measure and print."""
    args = options()
    with tempfile.TemporaryDirectory() as scratch:
        base = Path(scratch) / "runs" if args.keep is None else args.keep
        found, state = gather(args, base.with_name(base.name + ".sqlite"))
    sample = (
        f"Seed {args.seed}; (a) each {args.every}-th row, (b) each {args.every_strong}-th row without slow "
        f"submissions and all with some, (c) all; each {args.ablate}-th of these for the ablations; "
        f"at most {args.accepted} accepted solutions a language, drawn by a digest of seed and name; "
        f"the {args.official} largest existing tests; a run takes at most {args.limit_s or 10:g} "
        f"seconds in (a), 10 else. {state}"
    )
    lines = ["# Effect of generated inputs on real solutions", "", machine(), "", sample, "", *table(found)]
    print("\n".join(lines))
    if args.write:
        rows = [{"part": m.part, "variant": m.variant, "outcome": m.outcome.document()} for m in found]
        document = {"schema": "stab/bench/effect/1", "machine": machine(), "sample": sample, "rows": rows}
        (RESULTS / "effect.md").write_text("\n".join(lines) + "\n")
        (RESULTS / "effect.json").write_text(json.dumps(document, indent=0) + "\n")


if __name__ == "__main__":
    main()
