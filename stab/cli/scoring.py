"""`stab score`: the slowdown rate of given inputs against existing ones."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups, options
from stab.cli.console import Console
from stab.cli.judging import show_compile_errors
from stab.cli.measured import Comparing, Running, show_startup
from stab.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stab.records import Noise, Score, TestScore

Generated = Annotated[
    str, typer.Option("--generated", metavar="DIR", help="The inputs to score: a folder of NAME.in.")
]
SolutionsNeeded = Annotated[
    str, typer.Option("-s", "--solutions", metavar="DIR", help="Accepted solutions: a folder or package.")
]
ExistingNeeded = Annotated[
    str,
    typer.Option("--existing", metavar="DIR", help="The existing tests: a folder, package or file.jsonl#ID."),
]


@dataclass(frozen=True, slots=True)
class Compared:
    """The programs, and the two suites they run on."""

    solutions: SolutionsNeeded
    existing: ExistingNeeded
    generated: Generated


def score(
    statement: groups.Statement,
    suites: Compared,
    running: Running,
    comparing: Comparing,
    talk: groups.Talk,
    seed: options.Seed = 0,
) -> int:
    """Tell how many inputs run longer than every existing test (ASR), for each solution."""
    from stab.packages import load_checker, load_tests
    from stab.pipeline.measuring import limits_for
    from stab.pipeline.scoring import score_tests
    from stab.records import Decision
    from stab.report import score_document

    console = talk.console()
    cluster = comparing.workers(running)
    read = statement.load()
    accepted = [s for s in groups.accepted_solutions(suites.solutions) if s.expected == "accepted"]
    groups.tell_foreign(console, suites.solutions)
    checker = load_checker(suites.existing) or load_checker(statement.problem)
    limits = limits_for(read, running.time)
    measuring = comparing.add_to(running.measuring(limits, seed=seed, checker=checker))
    with tempfile.TemporaryDirectory(prefix="stab-") as scratch, console.progress() as hook:
        before = load_tests(suites.existing, Path(scratch) / "existing")
        after = load_tests(suites.generated, Path(scratch) / "generated")
        made = score_tests(read, accepted, before, after, measuring, hook, cluster=cluster)
    for note in made.notes:
        console.note(note)
    show_compile_errors(console, made.refused, console.note)
    if made.score.asr is None:
        raise InputError(
            "no solution could be timed on the existing tests", hint="stab judge shows the verdicts"
        )
    console.document(score_document(made.score, made.environments, made.notes))
    show_score(console, made.score)
    if all(own.decision is Decision.INVALID for own in made.score.by_test):
        console.note("every input counts as invalid: the rate says nothing of how slow they are")
        return 1
    return 0


def show_score(console: Console, score: Score) -> None:
    """Print the rates in total and by solution, the noise, then what was inconclusive or invalid."""
    from stab.records import Decision

    console.line(f"ASR {_percent(score.asr)} (strict), {_percent(score.asr_raw)} (single runs, as the paper)")
    rows = [(s.solution, s.group, _percent(s.asr), _percent(s.asr_raw)) for s in score.by_solution]
    console.table("", ("solution", "taken as", "ASR", "raw ASR"), rows)
    for decision in (Decision.TIMEOUT, Decision.INCONCLUSIVE, Decision.INVALID):
        count = sum(t.decision is decision for t in score.by_test)
        if count:
            console.line(f"{count} of {len(score.by_test)} decisions: {decision.value}")
    if score.noise is not None:
        show_noise(console, score.noise)
    show_startup(console, score.startup, score.metric)
    if console.verbose:
        show_decisions(console, score.by_test)


def show_noise(console: Console, noise: Noise) -> None:
    """Print what equal inputs showed: how far single runs can be trusted here."""
    console.paragraph(
        f"noise: {len(noise.runs)} equal runs of {noise.solution} spread by {_percent(noise.spread)};"
        f" {_percent(noise.false_success)} of them would pass for slower than every existing test"
    )


def show_decisions(console: Console, scores: Sequence[TestScore]) -> None:
    """Print what was decided about each test and solution, and how."""
    rows = []
    for t in scores:
        ratio = "" if t.ratio is None else f"x {t.ratio:.2f}"
        between = "" if t.ci is None else f"{t.ci[0]:.2f} - {t.ci[1]:.2f}"
        rows.append((t.test, t.solution, t.decision.value, ratio, between, f"{t.rule} {t.rounds or ''}"))
    console.table("\nDecisions", ("test", "solution", "decision", "ratio", "interval", "by (rounds)"), rows)


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f} %"
