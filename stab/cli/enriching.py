"""`stab enrich`: stress inputs added to a suite that exists, in its own form."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stab.cli import groups, options
from stab.cli.enriched import show_enrichment
from stab.cli.loading import catalog_from
from stab.cli.measured import Comparing, Running
from stab.errors import InputError, UsageError

if TYPE_CHECKING:
    from stab.cli.console import Console
    from stab.pipeline.enriching import Enriching
    from stab.records import Addition, Problem, Suite

SuiteArgument = Annotated[
    str,
    typer.Argument(
        metavar="SUITE",
        help="A folder of NAME.in and NAME.ans, a problem package or its zip, or file.jsonl#ID.",
        show_default=False,
    ),
]
ProblemOption = Annotated[
    str | None,
    typer.Option("--problem", metavar="PROBLEM", help="The statement, where the suite does not hold it."),
]
SolutionsOption = Annotated[
    str | None,
    typer.Option("-s", "--solutions", metavar="DIR", help="Solutions, instead of those of the suite."),
]
Reference = Annotated[
    str | None,
    typer.Option("--reference", metavar="NAME", help="A solution whose answers count alone."),
]
Candidates = Annotated[
    int, typer.Option("--tests", metavar="N", help="Try at most so many inputs.", min=1, max=1000)
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show each file that would be written; write none.")]
Undo = Annotated[bool, typer.Option("--undo", help="Take back what the last run wrote into SUITE.")]
NewFile = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="The new file, for a row or a zip [beside SUITE].",
        show_default=False,
    ),
]


@dataclass(frozen=True, slots=True)
class Source:
    """The suite, and what belongs to it and lies elsewhere."""

    suite: SuiteArgument
    problem: ProblemOption = None
    solutions: SolutionsOption = None
    reference: Reference = None
    constraint: options.Constraints = None
    layout: options.LayoutFile = None

    def read(self, scratch: Path) -> Suite:
        """Return the suite."""
        from stab.suites import read_suite

        return read_suite(
            self.suite, scratch, problem=self.problem, solutions=self.solutions, reference=self.reference
        )

    def statement(self, suite: Suite) -> Problem:
        """Return the problem that the suite tests, with what the user says about it."""
        return groups.Statement(suite.problem, self.constraint, self.layout).load()


@dataclass(frozen=True, slots=True)
class What:
    """What is done."""

    tests: Candidates = 20
    seed: options.Seed = 0
    catalog: options.Catalog = None
    encoder: options.Encoder = "auto"
    dry_run: DryRun = False
    undo: Undo = False
    output: NewFile = None

    def enriching(self, running: Running, source: Source, budget: str | None) -> Enriching:
        """Return the settings that say so."""
        from stab.pipeline import Settings
        from stab.pipeline.enriching import Enriching
        from stab.records import Limits

        measuring = Comparing(budget=budget).add_to(running.measuring(Limits(), seed=self.seed))
        return Enriching(
            tests=self.tests,
            seed=self.seed,
            time_s=running.time,
            memory_mb=running.memory,
            has_reference=source.reference is not None,
            settings=Settings(encoder=self.encoder, catalog=catalog_from(self.catalog)),
            measuring=measuring,
        )


def enrich(
    source: Source,
    what: What,
    running: Running,
    talk: groups.Talk,
    budget: options.Budget = None,
) -> int:
    """Add stress inputs to a test suite, in its own format: those that show what no old test shows.

    Nothing that is there is overwritten or removed; --dry-run looks first, --undo takes back.
    """
    console = talk.console()
    folder, dry_run = Path(source.suite), what.dry_run
    if what.undo:
        return _undo(console, folder)
    how = what.enriching(running, source, budget)
    with (
        tempfile.TemporaryDirectory(prefix="stab-") as name,
        _held(folder, dry_run) as folders,
        console.progress() as hook,
    ):
        from stab.pipeline.enriching import enrich as enriched
        from stab.report.enriching import enrich_document
        from stab.suites import additions

        scratch = Path(name)
        suite = source.read(scratch / "suite")
        target = _target(suite, what.output)
        made = enriched(suite, source.statement(suite), how, scratch, hook)
        files = additions(suite, made, scratch, target.name)
        document = enrich_document(suite, made, files, dry_run)
        delivered = Delivery(files, target, folders, document)
        written = None if dry_run else delivered.write(suite, made.state)
    console.document(document)
    for note in made.notes:
        console.note(note)
    show_enrichment(console, suite, made, files, dry_run)
    if written is not None:
        console.line(f"{'written' if target.name else 'report'}: {written}")
    return 1 if made.faults or (made.held_back and not made.added) else 0


@contextmanager
def _held(folder: Path, dry_run: bool) -> Iterator[tuple[str, ...]]:
    """Keep other calls out of a suite that is a folder, and yield the folders made in it for that.

    A call that was killed there is taken back first.
    """
    from stab.suites import unfinished, workplace

    if not folder.is_dir():
        yield ()
    elif dry_run:
        if unfinished(folder):
            raise InputError(
                "an earlier call was interrupted here", file=str(folder), hint="take it back with --undo"
            )
        yield ()
    else:
        with workplace(folder.resolve()) as made:
            yield made


def _target(suite: Suite, output: Path | None) -> Path:
    """Return the new file of a row or a zip, `.` for a suite that is a folder.

    Raises UsageError for a file where none is written, InputError for one that is there.
    """
    from stab.suites import new_file

    beside = new_file(suite)
    if beside is None:
        if output is not None:
            raise UsageError("-o is for a row or a zip", hint="tests are added to a folder where they belong")
        return Path()
    target = output or beside
    if target.exists() or target.is_symlink():
        raise InputError("this file is there already", file=str(target), hint="name another one with -o FILE")
    if not target.parent.is_dir():
        raise InputError("there is no folder for this file", file=str(target), hint="make it first")
    return target


@dataclass(frozen=True, slots=True)
class Delivery:
    """What is written: files with their report, into the suite, or a new file beside it."""

    files: tuple[Addition, ...]
    target: Path
    folders: tuple[str, ...]
    document: dict[str, Any]

    def write(self, suite: Suite, state: str) -> Path | None:
        """Write it; return the new file, or the report of a folder; None where nothing is to be written."""
        from stab.suites import keep_report, write, write_alone

        if not self.files:
            return None
        if self.target.name:
            write_alone(self.target.parent, self.files[0])
            return self.target
        write(suite.root, self.files, state, self.folders)
        return keep_report(suite.root, self.document)


def _undo(console: Console, folder: Path) -> int:
    """Take back the last run; say what went and what stays."""
    from stab.suites import undo, workplace

    if not folder.is_dir():
        raise InputError(
            "nothing was written into it: what enrich made is a file of its own",
            file=str(folder),
            hint="remove that",
        )
    with workplace(folder.resolve()):
        undone = undo(folder.resolve())
    told = {"schema": "stab/enrich-undo/1", "removed": undone.removed, "restored": undone.restored}
    console.document({**told, "kept": undone.kept})
    for verb, names in (("removed", undone.removed), ("restored", undone.restored)):
        for name in names:
            console.line(f"{verb} {name}")
    for name in undone.kept:
        console.note(f"{name} was changed since and stays")
    return 1 if undone.kept else 0
