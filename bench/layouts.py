"""Layouts inferred from real statements: `python bench/layouts.py DIR [--write] [--source PREFIX] [--show]`.

DIR holds *.jsonl.xz files of problems. A table by source: how many are proved on their samples, how many of
those read all of their tests exactly, fields without a name, time, and what the failures were.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from stab.errors import LayoutError, StabError
from stab.layout import infer_layout, render_layout
from stab.layout.infer.fitting import fields
from stab.layout.infer.matcher import Miss, Reader, text_of
from stab.records import Layout, ProblemForm
from stab.saturate import extract
from stab.statement.loading import problem_from_row
from stab.statement.rows import Row, iter_rows

RESULT = Path(__file__).parent / "results" / "layouts.md"


@dataclass
class Tally:
    """Counts of one source."""

    problems: int = 0
    eligible: int = 0  # standard input, and samples
    proved: int = 0
    tested: int = 0  # eligible, with tests
    exact: int = 0  # proved, and every test read
    unnamed: int = 0
    fields: int = 0
    seconds: list[float] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)


def reads(layout: Layout, inputs: list[str]) -> str:
    """Return why a test isn't read, empty when all are."""
    for number, data in enumerate(inputs):
        text = text_of(str(number + 1), data)
        try:
            end = Reader(text).nodes(layout.nodes, 0, {})
        except Miss as miss:
            return (
                f"test {number + 1} line {miss.line + 1}: expected {miss.expected}, found {miss.found[:30]}"
            )
        if end < len(text.lines):
            return f"test {number + 1} goes on after line {end}"
    return ""


def measure(row: Row, tally: Tally, *, show: bool) -> None:
    """Infer the layout of a row's problem and count what came of it."""
    tally.problems += 1
    try:
        problem = problem_from_row(row)
    except StabError as error:
        tally.causes[f"unreadable: {error.message[:40]}"] += 1
        return
    if problem.form is not ProblemForm.STREAM or not problem.samples:
        tally.causes[problem.form.value if problem.form is not ProblemForm.STREAM else "no samples"] += 1
        return
    tally.eligible += 1
    inputs = row.data.get("tests", {}).get("input", [])
    tally.tested += bool(inputs)
    extraction = extract(problem)
    start = time.process_time()
    try:
        layout = infer_layout(problem, extraction)
    except LayoutError as error:
        tally.seconds.append(time.process_time() - start)
        tally.causes["not proved"] += 1
        if show:
            print(f"### {row.id} FAIL {error.message}")
        return
    tally.seconds.append(time.process_time() - start)
    tally.proved += 1
    names = [item.name for item in fields(layout.nodes)]
    tally.fields += len(names)
    tally.unnamed += sum(name.startswith("_") for name in names)
    why = reads(layout, inputs)
    tally.exact += bool(inputs) and not why
    if why:
        tally.causes["a test is not read"] += 1
    if show:
        print(f"### {row.id} {why or 'ok'}\n{render_layout(layout)}")


def table(tallies: dict[str, Tally]) -> str:
    """Return the Markdown table."""
    lines = [
        "| source | problems | with samples | proved on samples | with tests | all tests read "
        "| unnamed fields | median ms | worst ms | not counted or failed |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for source, t in sorted(tallies.items()):
        share = f"{t.proved} ({t.proved / t.eligible:.1%})" if t.eligible else "-"
        exact = f"{t.exact} ({t.exact / t.tested:.1%})" if t.tested else "-"
        times = [1000 * s for s in t.seconds] or [0.0]
        causes = ", ".join(f"{cause} {n}" for cause, n in t.causes.most_common())
        lines.append(
            f"| {source} | {t.problems} | {t.eligible} | {share} | {t.tested or '-'} | {exact} "
            f"| {t.unnamed} of {t.fields} | {statistics.median(times):.0f} | {max(times):.0f} | {causes} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--source", default="", help="only sources (or ids) that start with this")
    parser.add_argument("--show", action="store_true", help="print every layout and failure")
    parser.add_argument("--write", action="store_true", help=f"write the table to {RESULT}")
    args = parser.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    for path in sorted(args.folder.glob("*.jsonl.xz")):
        for row in iter_rows(path):
            source = row.id.split("/")[0] if path.name.startswith("statements") else path.name.split(".")[0]
            if source.startswith(args.source) or row.id.startswith(args.source):
                measure(row, tallies[source], show=args.show)
    text = table(tallies)
    print(text)
    if args.write:
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(
            f"# Layouts inferred from statements\n\n`python bench/layouts.py DIR --write`\n\n{text}\n"
        )


if __name__ == "__main__":
    main()
