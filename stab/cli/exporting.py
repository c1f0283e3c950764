"""`stab export`: the output of `stab gen` as a new suite."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups
from stab.errors import UsageError

if TYPE_CHECKING:
    from stab.records import SuiteFormat

OutputOfGen = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder that stab gen -o wrote.", show_default=False)
]
Format = Annotated[
    str,
    typer.Option("--to", metavar="FORMAT", help="pairs, legacy, icpc, domjudge, or codecontests."),
]
Target = Annotated[
    Path,
    typer.Option("-o", "--output", metavar="PATH", help="A new or empty folder; a new .zip or .jsonl file."),
]
ProblemOption = Annotated[
    str | None,
    typer.Option(
        "--problem", metavar="PROBLEM", help="The statement with its samples, instead of that kept in DIR."
    ),
]
SolutionsOption = Annotated[
    str | None,
    typer.Option("-s", "--solutions", metavar="DIR", help="Solutions that go into it."),
]


def export(
    directory: OutputOfGen,
    to: Format,
    output: Target,
    talk: groups.Talk,
    statement: ProblemOption = None,
    solutions: SolutionsOption = None,
) -> int:
    """Write the tests of an output folder as a new suite: a package, a zip, a row, or pairs of files."""
    from stab.packages import load_solutions
    from stab.statement import load_problem
    from stab.suites import exported, publish_suite, read_output

    console = talk.console()
    format_ = _format(to)
    problem = None if statement is None else load_problem(statement)
    found = load_solutions(solutions) if solutions is not None else ()
    made = exported(read_output(directory, problem), format_, found)
    publish_suite(made, format_, output)
    names = [file.file for file in made.files]
    console.document(
        {
            "schema": "stab/export/1",
            "format": format_.value,
            "output": str(output),
            "files": names,
            "left_out": list(made.left_out),
            "notes": list(made.notes),
        }
    )
    for name in made.left_out:
        console.note(f"{name} has no place in this format")
    for note in made.notes:
        console.note(note)
    console.line(f"written: {output}")
    return 0


def _format(name: str) -> SuiteFormat:
    from stab.records import SuiteFormat

    if name not in [own.value for own in SuiteFormat]:
        raise UsageError(f"--to {name} is not known", hint="one of " + ", ".join(SuiteFormat))
    return SuiteFormat(name)
