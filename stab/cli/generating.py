"""`stab gen`: from a statement to valid stress inputs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import options
from stab.cli.console import Console
from stab.cli.loading import catalog_from, problem_from
from stab.errors import InputError, UsageError

if TYPE_CHECKING:
    from stab.pipeline import Generation, Settings
    from stab.records import Problem, Report

Output = Annotated[
    Path, typer.Option("-o", "--output", metavar="DIR", help="Where to write; must be new or empty.")
]
Tests = Annotated[int, typer.Option("--tests", metavar="N", help="At most so many inputs.", min=1, max=1000)]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier output of stab in DIR.")]
Jobs = Annotated[int, typer.Option("-j", "--jobs", metavar="N", help="Rows of a data set at a time.", min=1)]


def gen(
    problem: options.Problem,
    output: Output,
    tests: Tests = 10,
    solutions: options.Solutions = None,
    existing: options.Existing = None,
    time: options.Time = None,
    constraint: options.Constraints = None,
    layout: options.LayoutFile = None,
    catalog: options.Catalog = None,
    encoder: options.Encoder = "auto",
    seed: options.Seed = 0,
    synth: options.Synth = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    max_tokens_total: options.TokenCap = None,
    force: Force = False,
    jobs: Jobs = 1,
    json: options.Json = False,
    verbose: options.Verbose = False,
    no_bar: options.NoBar = False,
) -> int:
    """Generate valid, adversarial, maximal inputs for a problem, and time solutions on them.

    PROBLEM may also be a whole data set (file.jsonl): each row gets a folder below DIR.
    """
    from stab.packages import is_dataset
    from stab.pipeline import Settings

    console = Console(as_json=json, verbose=verbose, bar=not no_bar)
    settings = Settings(tests=tests, seed=seed, encoder=encoder, catalog=catalog_from(catalog), time_s=time)
    settings = with_model(settings, synth, model, base_url, max_tokens_total)
    if is_dataset(problem):
        if constraint or layout:
            raise UsageError(
                "--constraint and --layout are for one problem", hint="name a row: file.jsonl#ID"
            )
        from stab.cli.datasets import generate_rows

        with sharing_tokens(settings) as shared:
            return generate_rows(
                console, problem, output, shared, solutions=solutions, existing=existing, jobs=jobs
            )
    read = problem_from(problem, constraint, layout)
    return _generate(console, read, output, settings, suites=(solutions, existing), force=force)


def _generate(
    console: Console,
    read: Problem,
    output: Path,
    settings: Settings,
    *,
    suites: tuple[str | None, str | None],
    force: bool,
) -> int:
    from stab.pipeline import generate
    from stab.pipeline.writing import document_of, write
    from stab.report import Destination

    destination = Destination(output, force)
    destination.check()
    with tempfile.TemporaryDirectory(prefix="stab-") as scratch, console.progress() as hook:
        full = with_suites(settings, *suites, Path(scratch) / "existing")
        made = generate(read, Path(scratch) / "tests", full, hook)
        if made.report.tests:
            write(made, destination)
    console.document(document_of(made))
    show_report(console, made.report, output, settings.tests)
    return show_model(console, made) or (0 if made.report.tests else 1)


def with_model(
    settings: Settings, synth: str | None, model: str | None, base_url: str | None, max_tokens: int | None
) -> Settings:
    """Return the settings with the route and the model that the options name."""
    from stab.model import ModelChoice
    from stab.pipeline import Synth

    if synth is not None and synth not in [s.value for s in Synth]:
        raise UsageError(f"--synth {synth} is not known", hint="one of compose, llm, both")
    if model is None and (base_url or max_tokens):
        raise UsageError("--base-url and --max-tokens-total are about a model", hint="name it with --model")
    choice = None if model is None else ModelChoice(model, base_url, max_tokens)
    full = replace(settings, synth=None if synth is None else Synth(synth), model=choice)
    return replace(full, synth=full.route)


@contextmanager
def sharing_tokens(settings: Settings) -> Iterator[Settings]:
    """Yield settings under which all rows of a data set, in whatever process, count to one cap."""
    from stab.model import ModelChoice

    if not isinstance(settings.model, ModelChoice) or settings.model.max_tokens_total is None:
        yield settings
        return
    with tempfile.TemporaryDirectory(prefix="stab-") as folder:
        yield replace(settings, model=replace(settings.model, ledger=Path(folder) / "tokens"))


def show_model(console: Console, made: Generation) -> int:
    """Say what asking a model took and why generators of its were refused; return its failure's exit code."""
    synthesis = made.synthesis
    for rejection in synthesis.rejections:
        console.note(f"refused {rejection.subject} ({rejection.stage}): {rejection.reason}")
    usage = synthesis.usage
    if usage.requests or usage.cached:
        console.note(
            f"model: {len(synthesis.generators)} generators; {usage.requests} requests with {usage.tokens:,} "
            f"tokens, {usage.cached} replies kept from before"
        )
    if synthesis.failure is None:
        return 0
    console.note(f"stab: {synthesis.failure.message}; the tests are those that came without it")
    if synthesis.failure.hint:
        console.note(f"      {synthesis.failure.hint}")
    return synthesis.failure.exit_code


def with_suites(settings: Settings, solutions: str | None, existing: str | None, scratch: Path) -> Settings:
    """Return the settings with the solutions and existing tests that the options name."""
    from stab.packages import load_solutions, load_tests

    if existing and not solutions:
        raise UsageError("--existing is compared by running solutions", hint="give them with -s DIR")
    found = load_solutions(solutions) if solutions else ()
    if solutions and not any(s.expected == "accepted" for s in found):
        raise InputError(
            "no accepted solution here", file=solutions, hint="give a folder of .py, .cpp or .java files"
        )
    return replace(settings, solutions=found, existing=load_tests(existing, scratch) if existing else ())


def show_report(console: Console, report: Report, output: Path, wanted: int) -> None:
    """Print what was written, what each test is meant to hurt, and what was thrown away."""
    rows = [(t.file.name, f"{t.bytes:,}", t.generator.purpose) for t in report.tests]
    console.table("", ("test", "bytes", "meant to hurt"), rows)
    for gap in report.spec.extraction.unread:
        console.note(f"not read, line {gap.line}: {gap.quote} ({gap.reason})")
    for rejection in report.rejections:
        console.detail(f"rejected {rejection.subject} ({rejection.stage}): {rejection.reason}")
    if not report.tests:
        console.note(f"no valid input came out; {len(report.rejections)} were thrown away (-v shows why)")
        return
    if report.measurements:
        show_times(console, report)
    if report.score is not None:
        from stab.cli.scoring import show_score

        show_score(console, report.score)
    count = len(report.tests)
    refused = (
        f" ({len(report.rejections)} candidates were refused; -v shows why)" if report.rejections else ""
    )
    console.line(f"{count} valid test{'s' * (count != 1)} in {output}{refused if count < wanted else ''}")


def show_times(console: Console, report: Report) -> None:
    """Print for each solution its slowest generated test; a killed run is a lower bound."""
    from stab.records import Verdict

    for fault in dict.fromkeys(
        r.detail for m in report.measurements for r in m.runs if r.verdict is Verdict.UNMEASURED
    ):
        console.note(fault)
    rows = []
    for name in dict.fromkeys(m.solution for m in report.measurements):
        own = [m for m in report.measurements if m.solution == name and m.runs]
        slowest = max(own, key=lambda m: median(r.cpu_s for r in m.runs))
        seconds = median(r.cpu_s for r in slowest.runs)
        sign = "> " if slowest.verdict is Verdict.TIME else ""
        bad = sorted({m.verdict.value for m in own} - {"OK"})
        rows.append((name, f"{sign}{seconds:.2f} s", slowest.test, ", ".join(bad) or "OK"))
    console.table("\nSlowest test of each solution (CPU)", ("solution", "time", "test", "verdicts"), rows)
