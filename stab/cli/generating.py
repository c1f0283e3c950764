"""`stab gen`: from a statement to valid stress inputs."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups, options
from stab.cli.console import Console
from stab.cli.groups import sharing_tokens
from stab.cli.loading import catalog_from
from stab.errors import UsageError

if TYPE_CHECKING:
    from stab.pipeline import Settings
    from stab.records import Problem

Output = Annotated[
    Path, typer.Option("-o", "--output", metavar="DIR", help="Where to write; must be new or empty.")
]
Tests = Annotated[int, typer.Option("--tests", metavar="N", help="At most so many inputs.", min=1, max=1000)]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier output of stab in DIR.")]
Invalid = Annotated[
    bool,
    typer.Option("--invalid", help="Also write inputs that a validator must refuse, one rule broken each."),
]
Sizes = Annotated[
    bool,
    typer.Option("--sizes", help="Also write each test at smaller sizes, for stab rank --growth."),
]
Jobs = Annotated[int, typer.Option("-j", "--jobs", metavar="N", help="Rows of a data set at a time.", min=1)]


@dataclass(frozen=True, slots=True)
class Target:
    """Where the output goes."""

    output: Output
    force: Force = False
    jobs: Jobs = 1


@dataclass(frozen=True, slots=True)
class Inputs:
    """Which inputs are wanted."""

    tests: Tests = 10
    seed: options.Seed = 0
    catalog: options.Catalog = None
    encoder: options.Encoder = "auto"
    invalid: Invalid = False
    sizes: Sizes = False

    def settings(self, time_s: float | None) -> Settings:
        """Return the settings that say so."""
        from stab.pipeline import Settings

        catalog = catalog_from(self.catalog)
        settings = Settings(self.tests, self.seed, self.encoder, catalog, time_s=time_s)
        return replace(settings, invalid=self.invalid, sizes=self.sizes)


def gen(
    statement: groups.Statement,
    target: Target,
    inputs: Inputs,
    suites: groups.Suites,
    model: groups.ModelRoute,
    talk: groups.Talk,
) -> int:
    """Generate valid, adversarial, maximal inputs for a problem, and time solutions on them.

    PROBLEM may also be a whole data set (file.jsonl): each row gets a folder below DIR.
    """
    from stab.packages import is_dataset

    suites.check()
    settings = model.add_to(inputs.settings(suites.time))
    if not is_dataset(statement.problem):
        return _generate(talk.console(), statement.load(), target, suites, settings)
    if statement.overrides:
        raise UsageError("--constraint and --layout are for one problem", hint="name a row: file.jsonl#ID")
    from stab.cli.datasets import generate_rows

    with sharing_tokens(settings) as shared:
        return generate_rows(talk.console(), statement.problem, target, suites, shared)


def _generate(
    console: Console, read: Problem, target: Target, suites: groups.Suites, settings: Settings
) -> int:
    from stab.cli.made import show_invalid, show_model, show_report, show_sizes, show_validators
    from stab.pipeline import generate
    from stab.pipeline.writing import document_of, write
    from stab.report import Destination

    destination = Destination(target.output, target.force)
    destination.check()
    with tempfile.TemporaryDirectory(prefix="stab-") as scratch, console.progress() as hook:
        full = suites.add_to(settings, Path(scratch) / "existing")
        groups.tell_foreign(console, suites.solutions)
        made = generate(read, Path(scratch) / "tests", full, hook)
        if made.report.tests:
            write(made, destination)
    console.document(document_of(made))
    for note in made.notes:
        console.note(note)
    show_report(console, made.report, target.output, settings.tests)
    show_validators(console, made)
    show_invalid(console, made, target.output)
    if settings.sizes:
        show_sizes(console, made, target.output)
    return show_model(console, made) or (0 if made.report.tests else 1)
