"""`stab judge`: what each solution does on each test."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups, options
from stab.cli.measured import Running

if TYPE_CHECKING:
    from stab.cli.console import Console
    from stab.records import Limits, Measurement

COMPILER_LINES = 6  # of what it says, as shown
LONGEST_LINE = 200  # characters of one

Tests = Annotated[
    str,
    typer.Argument(
        metavar="TESTS",
        help="A folder of NAME.in and NAME.ans, a package, or file.jsonl#ID.",
        show_default=False,
    ),
]
AnySolutions = Annotated[
    str, typer.Option("-s", "--solutions", metavar="DIR", help="Solutions: a folder, a package, a file.")
]
Repeats = Annotated[int, typer.Option("--runs", metavar="N", help="Runs on each test.", min=1, max=1000)]
OutputLimit = Annotated[
    int | None,
    typer.Option(
        "--output", metavar="MIB", help="Output limit of a run [64].", min=1, max=4096, show_default=False
    ),
]


def judge(
    tests: Tests,
    solutions: AnySolutions,
    running: Running,
    talk: groups.Talk,
    runs: Repeats = 1,
    output: OutputLimit = None,
) -> int:
    """Run every solution on every test: verdict, time, memory. Exit 1 unless all are OK on all tests."""
    from stab.packages import load_checker, load_solutions, load_tests
    from stab.pipeline.judging import judge_tests
    from stab.report import judge_document

    console = talk.console()
    found = load_solutions(solutions)
    groups.tell_foreign(console, solutions)
    limits = limits_of(tests, running.time)
    if output is not None:
        limits = replace(limits, output_mb=output)
    measuring = running.measuring(limits, checker=load_checker(tests))
    with tempfile.TemporaryDirectory(prefix="stab-") as scratch, console.progress() as hook:
        suite = load_tests(tests, Path(scratch))
        made = judge_tests(found, suite, measuring, repeats=runs, on_event=hook)
    if running.time is None and lacks_limit(Path(tests)):
        console.note(f"the package gives no usable time limit: runs may take {limits.time_s:g} s (--time)")
    for note in made.notes:
        console.note(note)
    languages = {s.name: s.language for s in found}
    console.document(judge_document(made.measurements, languages, made.environment, made.notes))
    show_verdicts(console, made.measurements)
    return 0 if made.is_clean else 1


def limits_of(tests: str, time: float | None) -> Limits:
    """Return the limits: the time given, else those that a package names, else the standard ones.

    Raises InputError for a package whose description is damaged.
    """
    from stab.records import Limits
    from stab.statement.metadata import metadata_of

    folder = Path(tests)
    known = metadata_of(folder) if folder.is_dir() else None
    limits = Limits()
    if known is not None and known.memory_limit_mb is not None:
        limits = replace(limits, memory_mb=min(known.memory_limit_mb, options.MOST_MEMORY))
    seconds = time if time is not None or known is None else known.time_limit_s
    return limits if seconds is None else replace(limits, time_s=min(seconds, options.LONGEST_TIME))


def lacks_limit(folder: Path) -> bool:
    """Return whether a folder describes a problem without a time limit above 0."""
    from stab.statement.metadata import metadata_of

    named = any((folder / name).is_file() for name in ("problem.yaml", "problem.xml", "info.toml"))
    return named and metadata_of(folder).time_limit_s is None


def show_verdicts(console: Console, measurements: Sequence[Measurement]) -> None:
    """Print a line for each solution: the first verdict that is not OK, its slowest test, its memory."""
    from stab.records import Verdict

    rows = []
    for name in dict.fromkeys(m.solution for m in measurements):
        own = [m for m in measurements if m.solution == name]
        fine = sum(m.verdict is Verdict.OK for m in own)
        bad = next((m for m in own if m.verdict is not Verdict.OK), None)
        slowest = max(own, key=lambda m: median(r.cpu_s for r in m.runs))
        memory = max((r.memory_mb or 0.0 for m in own for r in m.runs), default=0.0)
        verdict = "OK" if bad is None else bad.verdict.value
        told = slowest.test if bad is None else f"{bad.test}: {bad.runs[0].detail or verdict}"
        rows.append((name, verdict, f"{fine}/{len(own)}", seconds(slowest), f"{memory:.0f} MiB", told))
    console.table("", ("solution", "verdict", "OK", "time", "memory", "slowest or first failing test"), rows)
    show_compile_errors(console, measurements)
    if console.verbose:
        lines = [(m.solution, m.test, m.verdict.value, seconds(m), m.runs[0].detail) for m in measurements]
        console.table("\nAll runs", ("solution", "test", "verdict", "time", "detail"), lines)


def show_compile_errors(
    console: Console, measurements: Sequence[Measurement], say: Callable[[str], None] | None = None
) -> None:
    """Print the first lines that the compiler said about each solution that it refused."""
    from stab.records import Verdict

    say = say or console.line
    told = set()
    for m in measurements:
        if m.verdict is not Verdict.COMPILE_ERROR or m.solution in told or not m.runs:
            continue
        told.add(m.solution)
        say(f"\n{m.solution} does not compile:")
        lines = [line for r in m.runs[:1] for line in (r.stderr or r.detail).splitlines() if line.strip()]
        for line in lines[:COMPILER_LINES]:
            say(f"  {line[:LONGEST_LINE]}")
        if len(lines) > COMPILER_LINES:
            say(f"  ... and {len(lines) - COMPILER_LINES} more lines")


def seconds(measurement: Measurement) -> str:
    """Return the median CPU time as text; that of a killed run is a lower bound."""
    from stab.records import Verdict

    killed = measurement.verdict is Verdict.TIME
    return f"{'> ' if killed else ''}{median(r.cpu_s for r in measurement.runs):.2f} s"
