"""`stab rank`: solutions in the order of their times on stress inputs, as far as the times tell."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups, options
from stab.cli.judging import show_compile_errors
from stab.cli.measured import Comparing, Running, show_startup
from stab.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from stab.cli.console import Console
    from stab.pipeline.growing import Resize
    from stab.records import ExistingTest, Problem, Ranked, Ranking, SizedTest

RankedSolutions = Annotated[
    str, typer.Option("-s", "--solutions", metavar="DIR", help="Solutions: a folder, a package, a file.")
]
GivenTests = Annotated[
    str | None,
    typer.Option(
        "--tests",
        metavar="DIR",
        help="Inputs to rank on (a folder, a package, the output of gen), instead of generated ones.",
        show_default=False,
    ),
]
Growing = Annotated[
    bool, typer.Option("--growth", help="Fit how each solution's time grows with the input's size.")
]


def rank(
    statement: groups.Statement,
    solutions: RankedSolutions,
    running: Running,
    comparing: Comparing,
    talk: groups.Talk,
    tests: GivenTests = None,
    growth: Growing = False,
    seed: options.Seed = 0,
) -> int:
    """Order solutions by time on stress inputs; those that the data can't tell apart share a rank."""
    from stab.packages import load_checker, load_solutions
    from stab.pipeline.measuring import limits_for
    from stab.pipeline.ranking import rank_solutions
    from stab.report import rank_document

    console = talk.console()
    cluster = comparing.workers(running)
    problem = statement.load()
    found = load_solutions(solutions)
    groups.tell_foreign(console, solutions)
    checker = (load_checker(tests) if tests else None) or load_checker(statement.problem)
    limits = limits_for(problem, running.time)
    measuring = comparing.add_to(running.measuring(limits, seed=seed, checker=checker))
    with tempfile.TemporaryDirectory(prefix="stab-") as name, console.progress() as hook:
        scratch = Path(name)
        suite, resize = stress_tests(problem, tests, seed, scratch, growth)
        if tests is not None:  # generated ones were validated as they came
            suite = allowed(console, problem, suite)
        ranking = rank_solutions(found, suite, measuring, resize=resize, on_event=hook, cluster=cluster)
    for note in ranking.notes:
        console.note(note)
    show_compile_errors(console, ranking.refused, console.note)
    console.document(rank_document(ranking))
    show_ranking(console, ranking)
    if all(own.rank_group is None or own.is_killed for own in ranking.solutions):
        console.note("no solution finished all tests: there is nothing to rank (stab judge shows each run)")
        return 1
    return 0


def stress_tests(
    problem: Problem, tests: str | None, seed: int, scratch: Path, growth: bool
) -> tuple[Sequence[ExistingTest], Resize | None]:
    """Return the tests to rank on, given or generated, and where wanted what makes smaller ones of them."""
    from stab.packages import load_sizes, load_tests
    from stab.pipeline import Settings, generate
    from stab.pipeline.growing import by_bytes, of_names, resized
    from stab.records import ExistingTest

    given = () if tests is None else load_tests(tests, scratch / "given")
    if given and not growth:
        return given, None
    families = load_sizes(tests) if tests is not None else ()
    if families:
        return given, lambda names: of_names(families, names)
    if sized := by_bytes(given):
        return given, lambda names: sized
    report = generate(problem, scratch / "tests", Settings(seed=seed)).report
    if not report.tests:
        raise InputError(
            "no valid input came out to rank on", hint="stab gen -v shows why; or give --tests DIR"
        )
    suite = given or tuple(ExistingTest(t.file.stem, t.file) for t in report.tests)
    if not growth:
        return suite, None
    first = report.tests[0].file.stem

    def resize(names: Collection[str]) -> Sequence[SizedTest]:
        known = {t.file.stem for t in report.tests}.intersection(names) or {first}
        return of_names(resized(report, known, scratch / "sizes"), names)

    return suite, resize


def allowed(console: Console, problem: Problem, suite: Sequence[ExistingTest]) -> Sequence[ExistingTest]:
    """Return the tests that the statement allows; the others are named. Raises InputError if none is left."""
    from stab.pipeline.suite import faults_in
    from stab.pipeline.telling import first_of

    faults = {r.subject: r.reason for r in faults_in(problem, suite)}
    if len(faults) == len(suite):
        name, reason = next(iter(faults.items()))
        raise InputError(
            f"no test obeys the statement; {name}: {reason}", hint="stab validate shows what each one breaks"
        )
    told = [f"test {name} is left out: {reason}" for name, reason in faults.items()]
    for line in first_of(told, "tests break the statement"):
        console.note(line)
    return [test for test in suite if test.name not in faults]


def show_ranking(console: Console, ranking: Ranking) -> None:
    """Print the groups with times, what tells neighbouring groups apart, and the limit that follows."""
    unit = "" if ranking.metric.value == "instructions" else " s"
    rows = [_row(own, unit) for own in ranking.solutions]
    columns = ["rank", "solution", f"{ranking.metric.value} time" if unit else "instructions", "interval"]
    growing = any(own.growth is not None for own in ranking.solutions)
    columns += ["growth"] if growing else []
    shown = [row if growing else (*row[:4], row[5]) for row in rows]
    console.table("", (*columns, "slowest test"), shown)
    for s in ranking.separating:
        console.paragraph(f"ranks {s.groups[0]} and {s.groups[1]} differ most on {s.test} (x {s.ratio:.2f})")
    show_startup(console, ranking.startup, ranking.metric)
    if ranking.limit is not None:
        console.paragraph(
            f"suggested time limit: {ranking.limit.seconds:g} s (twice the slowest accepted one)"
        )
        for name, fails in ranking.limit.too_slow:
            word = {True: "exceeds", False: "does NOT exceed", None: "was killed before it could exceed"}[
                fails
            ]
            console.paragraph(f"  {name} {word} it by half again")


def _row(own: Ranked, unit: str) -> tuple[str, ...]:
    if own.rank_group is None or own.median is None:
        return ("-", own.solution, own.verdict.value, "", "", own.worst_test or "")
    digits = 3 if unit else 0
    time = f"{'> ' if own.is_killed else ''}{own.median:.{digits}f}{unit}"
    between = "" if own.ci is None else f"{own.ci[0]:.{digits}f} - {own.ci[1]:.{digits}f}"
    growth = ""
    if own.growth is not None:
        low, high = own.growth.ci
        growth = f"n^{own.growth.exponent:.2f} ({low:.2f} - {high:.2f})" + (
            " !" if own.growth.differs else ""
        )
    return (str(own.rank_group), own.solution, time, between, growth, own.worst_test or "")
