"""`stab catalog`: the scenarios, their constructions, and what each would hurt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import options
from stab.cli.console import Console
from stab.cli.loading import catalog_from
from stab.errors import InputError

if TYPE_CHECKING:
    from stab.records import Scenario

ScenarioId = Annotated[str, typer.Argument(metavar="ID", help="S01, or S01.NAME for one principle.")]


def list_scenarios(
    catalog: options.Catalog = None, json: options.Json = False, verbose: options.Verbose = False
) -> int:
    """List the scenarios with how many constructions each has."""
    from stab.report.catalog import catalog_document

    console = Console(as_json=json, verbose=verbose)
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
    catalog: options.Catalog = None,
    json: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Show a scenario: what tells it, and each construction with the code it hurts."""
    from stab.report.catalog import catalog_document

    console = Console(as_json=json, verbose=verbose)
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
    return 0


def _scenarios(folder: Path | None) -> tuple[Scenario, ...]:
    from stab.inject import load_catalog

    return catalog_from(folder) or load_catalog()
