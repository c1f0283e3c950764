"""`stab constraints`, `stab scenarios`, `stab layout`: what was understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stab.cli import groups, options
from stab.cli.console import Console
from stab.cli.loading import catalog_from, problem_from

WORDS = 60  # characters of what a cue found, as shown

if TYPE_CHECKING:
    from stab.records import Extraction, Retrieval, Saturation


def constraints(
    problem: options.Problem,
    reader: groups.ModelReader,
    talk: groups.Talk,
    constraint: options.Constraints = None,
) -> int:
    """Show the input constraints as read, the largest valid sizes, and what could not be read.

    With --model, a language model is asked about that; what it says is marked [llm].
    """
    from stab.pipeline.asking import Asked, ask_about_unread
    from stab.pipeline.understanding import no_constraint, read_constraints, without_upper_bound
    from stab.report import constraints_document
    from stab.report.generation import model_document
    from stab.saturate import saturate

    console = talk.console()
    read = problem_from(problem, constraint, None)
    choice = reader.choice()
    asked = Asked() if choice is None else ask_about_unread(read, choice.open())
    extraction, found = read_constraints(read, asked.answers)
    if not extraction.constraints:
        for gap in extraction.unread:
            console.note(f"not read, line {gap.line}: {gap.quote} ({gap.reason})")
        raise no_constraint(read)
    saturation = saturate(extraction)
    told = {} if asked.usage is None else {"model": model_document(asked.usage)}
    console.document(constraints_document(read, extraction, saturation) | told)
    show_constraints(console, extraction, saturation)
    if asked.usage is not None and not asked.usage.requests + asked.usage.cached:
        console.note("the model was not asked: there is nothing it could explain")
    free = () if found is None else without_upper_bound(extraction, found)
    free = tuple(name for name in free if name not in extraction.size_variables)
    if free:
        console.line(
            f"no upper bound was found for the values of {', '.join(free)}: add one with --constraint"
        )
    return 0


def show_constraints(console: Console, extraction: Extraction, saturation: Saturation) -> None:
    """Print the tables a setter checks at a glance."""
    from stab.records import Origin

    rows = [
        (
            str(c.line or "-"),
            c.text,
            c.quote if c.origin is Origin.NOTATION else f"{c.quote} [{c.origin.value}]",
        )
        for c in extraction.constraints
    ]
    console.table("", ("line", "constraint", "read from"), rows)
    if extraction.side_conditions:
        console.line("and: " + "; ".join(extraction.side_conditions))
    console.line()
    sizes = list(saturation.maxima)
    corners = [("each alone", *map(str, saturation.maxima.values()))]
    corners += [(b.name, *(str(b.values.get(s, "")) for s in sizes)) for b in saturation.boundaries]
    console.table("Largest valid sizes, each alone and together", ("", *sizes), corners if sizes else [])
    missing = [s for s in extraction.size_variables if s not in saturation.maxima]
    if missing:
        console.line(f"no upper bound was found for {', '.join(missing)}: add one with --constraint")
    for gap in extraction.unread:
        console.line(f"NOT READ, line {gap.line}: {gap.quote}\n          {gap.reason}")


def scenarios(
    problem: options.Problem,
    talk: groups.Talk,
    catalog: options.Catalog = None,
    encoder: options.Encoder = "auto",
) -> int:
    """Show the adversarial scenarios that match the statement, with the evidence."""
    from stab.pipeline.understanding import scenarios as matched
    from stab.report import scenarios_document

    console = talk.console()
    retrieval = matched(problem_from(problem, None, None), catalog_from(catalog), encoder)
    console.document(scenarios_document(retrieval))
    show_scenarios(console, retrieval)
    return 0


def show_scenarios(console: Console, retrieval: Retrieval) -> None:
    """Print each scenario with why it was chosen and what it would build."""
    route = f"route: {retrieval.route.value}"
    console.line(route + (f", encoder {retrieval.encoder}" if retrieval.encoder else ""))
    for match in retrieval.matches:
        found = f"similarity {match.similarity:.2f}" if match.similarity is not None else ""
        console.line(f"\n{match.scenario.id} {match.scenario.title} {found}".rstrip())
        for evidence in match.evidence:
            where = f"line {evidence.line}:" if evidence.line else "the input:"
            console.line(f'  {where} "{evidence.quote.strip()[:WORDS]}"')
        rows = [(p.id, p.title, "yes" if p.executable else "words") for p in match.scenario.principles]
        console.table("", ("principle", "what it hurts", "runs"), rows)


def layout(statement: groups.Statement, talk: groups.Talk) -> int:
    """Show the input layout as understood; it was proved on every sample."""
    from stab.layout import infer_layout, render_layout, unkept
    from stab.report import layout_document
    from stab.saturate import extract

    console = talk.console()
    read = statement.load()
    extraction = extract(read)
    found = infer_layout(read, extraction)
    notation = render_layout(found)
    console.document(layout_document(found, notation))
    console.line(notation.rstrip("\n"))
    for gap in unkept(read, extraction, found):
        console.note(f"not checked, line {gap.line}: {gap.quote} ({gap.reason})")
    for check in found.checks:
        console.note(f"sample {check.name}: {'ok' if check.ok else check.error}")
    return 0
