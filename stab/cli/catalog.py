"""`stab catalog`: the scenarios, their constructions, and what each would hurt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups, options
from stab.cli.console import Console
from stab.cli.loading import catalog_from
from stab.errors import InputError

if TYPE_CHECKING:
    from stab.records import Scenario

TOLD_EVERY = 1000  # statements
Corpus = Annotated[
    Path,
    typer.Argument(metavar="CORPUS", help="A file of rows (.jsonl[.xz|.gz]), or a folder of statements."),
]
Model = Annotated[
    str, typer.Option("--model", metavar="NAME", help="minilm, lexical, or a sentence-transformers model.")
]
PoolName = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="What to call the corpus, instead of its file.")
]
ScenarioId = Annotated[str, typer.Argument(metavar="ID", help="S01, or S01.NAME for one principle.")]


def list_scenarios(talk: groups.Talk, catalog: options.Catalog = None) -> int:
    """List the scenarios with how many constructions each has."""
    from stab.report.catalog import catalog_document

    console = talk.console()
    scenarios = _scenarios(catalog)
    console.document(catalog_document(scenarios))
    rows = [
        (s.id, s.title, str(len(s.principles)), str(sum(p.executable for p in s.principles)))
        for s in scenarios
    ]
    console.table("", ("id", "scenario", "principles", "run"), rows)
    return 0


def show(
    id: ScenarioId,
    talk: groups.Talk,
    catalog: options.Catalog = None,
) -> int:
    """Show a scenario: what tells it, and each construction with the code it hurts."""
    from stab.report.catalog import catalog_document

    console = talk.console()
    wanted = id.split(".")[0].upper()
    found = next((s for s in _scenarios(catalog) if s.id == wanted or s.name == id), None)
    if found is None:
        raise InputError(f"there is no scenario {id}", hint="stab catalog list shows them")
    console.document(catalog_document((found,)))
    console.line(f"{found.id} {found.title}")
    console.paragraph(f"names: {', '.join(found.names)}")
    console.paragraph(f"cues:  {', '.join(found.cues)}")
    for principle in found.principles:
        if "." in id and principle.id != id:
            continue
        console.line()
        console.paragraph(f"{principle.id}: {principle.title}")
        console.paragraph(
            f"  hurts:    {principle.hurts}" + (f" ({principle.language})" if principle.language else "")
        )
        console.paragraph(f"  build:    {principle.construction}")
        console.paragraph(f"  construct {principle.construct or '- (only size hurts)'}")
        console.paragraph(f"  growth:   {principle.growth or '-'}   source: {principle.source}")
        if principle.unproven:
            told = "" if principle.measured is None else f" ({principle.measured:g}x)"
            console.paragraph(f"  unproven: measured and not as slow as claimed{told}; never composed")
    _show_interactions(console, found, id)
    return 0


def _show_interactions(console: Console, scenario: Scenario, wanted: str) -> None:
    for interaction in scenario.interactions:
        if "." in wanted and interaction.id != wanted:
            continue
        console.line()
        console.paragraph(f"{interaction.id}: {interaction.title}")
        console.paragraph(f"  hurts:    {interaction.hurts}")
        console.paragraph(f"  build:    {interaction.construction}")
        for part in (interaction, *interaction.beside):
            console.paragraph(f"  {part.role}: {part.construct}")


def anchors(
    corpus: Corpus,
    talk: groups.Talk,
    model: Model = "minilm",
    name: PoolName = None,
    catalog: options.Catalog = None,
) -> int:
    """Make anchors of a corpus: the statements that a scenario's cues match, embedded and averaged."""
    from stab.pipeline.anchors import anchors_of
    from stab.report.catalog import anchors_document

    console = talk.console()
    scenarios = _scenarios(catalog)
    pool = anchors_of(
        corpus,
        model=model,
        name=name,
        catalog=scenarios,
        on_read=lambda n: console.detail(f"{n} statements read") if n % TOLD_EVERY == 0 else None,
    )
    console.document(anchors_document(pool))
    titles = {s.id: s.title for s in scenarios}
    rows = [(id, titles[id], str(count)) for id, count in pool.described]
    console.table("", ("id", "scenario", "statements"), rows)
    missing = [s.id for s in scenarios if s.id not in dict(pool.described)]
    if missing:
        console.note(f"no statement matches {', '.join(missing)}: never found by nearness with these anchors")
    console.line(f"\n{pool.read} statements read; --encoder {pool.name} uses them")
    return 0


def _scenarios(folder: Path | None) -> tuple[Scenario, ...]:
    from stab.inject import load_catalog

    return catalog_from(folder) or load_catalog()
