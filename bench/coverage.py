"""How far `stab gen` gets on real problems: read, proved, generated, and survived by accepted solutions.

    python bench/coverage.py NAME=ROWS.jsonl.xz ... [--write] [--limit N] [--every K] [--jobs N] [--verbose]

For each data set, the number of problems with constraints read, with a layout proved on all samples, with
at least five valid tests distinct by principle or corner, and with every accepted solution of the row
finishing on all of them without a crash (solutions in Python, C++ and Java; at most --solutions of them).
The causes of the rest are counted. --write puts the table into bench/results/coverage.{md,json}.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from machine import machine

RESULTS = Path(__file__).parent / "results"
ENOUGH = 5
TIME_LIMIT_S = 3.0


@dataclass(frozen=True)
class Row:
    """What became of one problem."""

    id: str
    constraints: bool = False
    layout: bool = False
    tests: int = 0
    distinct: int = 0
    survived: bool | None = None
    cause: str = ""
    seconds: float = 0.0


def run(dataset: str, id: str, most: int) -> Row:
    """Take one problem through the line."""
    from stab.errors import StabError
    from stab.packages import load_solutions
    from stab.pipeline import Settings, generate
    from stab.saturate import extract
    from stab.statement import load_problem

    start = time.time()
    source = f"{dataset}#{id}"
    state = {"constraints": False, "layout": False}
    try:
        problem = load_problem(source)
        state["constraints"] = bool(extract(problem).constraints)
        try:
            solutions = tuple(s for s in load_solutions(source) if s.expected == "accepted")[:most]
        except StabError:
            solutions = ()
        with tempfile.TemporaryDirectory() as scratch:
            made = generate(problem, Path(scratch), Settings())
            state["layout"] = True
            tests = made.report.tests
            distinct = len(
                {(t.generator.boundary, t.generator.principle, t.generator.purpose) for t in tests}
            )
            survived, why = survive(solutions, tests, problem.samples, Path(scratch))
        cause = why
        if len(tests) < ENOUGH:
            stages = Counter(f"{r.stage}: {r.reason[:70]}" for r in made.report.rejections)
            cause = f"few tests ({len(tests)}); " + "; ".join(s for s, _ in stages.most_common(2))
        return Row(id, True, True, len(tests), distinct, survived, cause, time.time() - start)
    except StabError as error:
        if error.kind not in ("layout", "input"):
            state["layout"] = True
        return Row(id, **state, cause=f"{error.kind}: {error.message[:150]}", seconds=time.time() - start)
    except Exception as error:
        return Row(
            id, **state, cause=f"crash {type(error).__name__}: {error}"[:150], seconds=time.time() - start
        )


def survive(solutions, tests, samples, scratch: Path) -> tuple[bool | None, str]:  # type: ignore[no-untyped-def]
    """Run each solution once on each test: no crash; a time-out is no crash.

    A solution that crashes on the statement's own samples solves another problem: that is told apart.
    """
    from stab.execute import Protocol, measure, open_sandbox
    from stab.records import ExistingTest, Limits, Verdict

    if not solutions or not tests:
        return None, "" if tests else "no tests"
    given = [ExistingTest(t.file.stem, t.file) for t in tests]
    shown = []
    for number, sample in enumerate(samples, 1):
        file = scratch / f"sample-{number}.txt"
        file.write_text(sample.input)
        shown.append(ExistingTest(file.stem, file))
    with open_sandbox() as sandbox:
        found = measure(
            solutions,
            [*given, *shown],
            protocol=Protocol(Limits(time_s=TIME_LIMIT_S), repeats=1),
            sandbox=sandbox,
        )
    bad = [m for m in found if m.verdict not in (Verdict.OK, Verdict.TIME)]
    if not bad:
        return True, ""
    first = bad[0]
    own = {test.name for test in shown}
    kind = "crash on the statement's own sample" if any(m.test in own for m in bad) else first.verdict.value
    return False, f"{kind}: {first.solution} on {first.test}: {first.runs[0].detail[-80:]}"


def table(name: str, rows: list[Row]) -> list[str]:
    """Return the lines of one data set's part."""
    n = len(rows)
    enough = [r for r in rows if r.distinct >= ENOUGH]
    fine = [r for r in enough if r.survived]
    lines = [
        f"## {name}: {n} problems",
        "",
        "| what | problems | share |",
        "| --- | --- | --- |",
    ]
    for label, count in (
        ("constraints read", sum(r.constraints for r in rows)),
        ("layout proved on all samples", sum(r.layout for r in rows)),
        (f"at least {ENOUGH} valid tests, distinct by principle or corner", len(enough)),
        ("the same, and every listed accepted solution finishes without a crash", len(fine)),
        (
            "the same, of those with a solution to run",
            f"{len(fine)}/{sum(r.survived is not None for r in rows)}",
        ),
    ):
        share = f"{100 * count / n:.1f} %" if isinstance(count, int) else ""
        lines.append(f"| {label} | {count} | {share} |")
    causes = Counter(_kind(r) for r in rows if r not in fine and _kind(r))
    lines += ["", "| cause of the rest | problems |", "| --- | --- |"]
    lines += [f"| {cause} | {count} |" for cause, count in causes.most_common()]
    return [*lines, ""]


def _kind(row: Row) -> str:
    return row.cause.split(":")[0].split(" (")[0] or ("no solution to run" if row.survived is None else "")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", nargs="+", metavar="NAME=ROWS")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--every", type=int, default=1, metavar="K", help="each K-th row only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--solutions", type=int, default=6, help="accepted solutions a problem, at most")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--keep", type=Path, help="a file of finished rows: an interrupted call goes on")
    args = parser.parse_args()
    lines, everything = ["# How far `stab gen` gets on real problems", "", machine(), ""], {}
    for item in args.data:
        name, _, file = item.partition("=")
        rows, kept = gather(name, file, args)
        everything[name] = [asdict(r) for r in rows]
        lines += table(titled(name, args), rows)
        if kept:
            lines += [f"{kept} of these rows were made by earlier calls (--keep), at earlier versions.", ""]
        if args.verbose:
            print(
                "\n".join(f"{r.id}: {r.tests} {r.distinct} {r.survived} {r.cause}" for r in rows if r.cause)
            )
    print("\n".join(lines))
    if args.write:
        (RESULTS / "coverage.md").write_text("\n".join(lines) + "\n")
        (RESULTS / "coverage.json").write_text(json.dumps(everything, indent=0) + "\n")


def titled(name: str, args: argparse.Namespace) -> str:
    """Return the heading of a data set's part: which of its rows it holds."""
    which = "" if args.every == 1 else f", each {args.every}-th row"
    return name + which + (f", the first {args.limit}" if args.limit else "")


def kept_rows(name: str, keep: Path | None) -> dict[str, Row]:
    """Return the rows of a data set that an earlier call finished."""
    if keep is None or not keep.exists():
        return {}
    records = [json.loads(line) for line in keep.read_text().splitlines()]
    return {r["row"]["id"]: Row(**r["row"]) for r in records if r["data"] == name}


def gather(name: str, file: str, args: argparse.Namespace) -> tuple[list[Row], int]:
    """Return the rows' results in the order of the data set, and how many of them were there before."""
    from stab.packages import row_ids

    ids = row_ids(file)[:: args.every][: args.limit or None]
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        found = kept_rows(name, args.keep)
        kept = sum(id in found for id in ids)
        futures = {pool.submit(run, file, id, args.solutions): id for id in ids if id not in found}
        for future in as_completed(futures):
            found[futures[future]] = row = future.result()
            if args.keep is not None:
                with args.keep.open("a") as finished:
                    finished.write(json.dumps({"data": name, "row": asdict(row)}) + "\n")
            if args.verbose:
                print(
                    f"{row.id}: {row.seconds:.1f} s, {row.tests} tests, {row.survived}, {row.cause}",
                    flush=True,
                )
    return [found[id] for id in ids], kept


if __name__ == "__main__":
    main()
