"""The application: its commands, and how failures become messages and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from stab import __version__
from stab.cli import catalog, doctor, generating, reading, scoring, validating
from stab.cli.console import Console
from stab.errors import MachineError, StabError, UsageError

INTERRUPTED = 130

app = typer.Typer(
    name="stab",
    help="Stress inputs for algorithmic problems, from the statement alone.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its help formatter alone would double the start-up time
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line and exit with the code of the contract: 0, 1 'no', 2 usage, 3 input, 4 machine."""
    try:
        app()
    except SystemExit as end:
        if end.code == UsageError.exit_code and _as_json():
            Console(as_json=True).document(_usage_document())
        raise
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output is gone: nothing left to say
        sys.exit(0)


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        sys.stdout.write(f"stab {__version__}\n")
        raise typer.Exit


def _command(function: Callable[..., int | None], name: str, group: typer.Typer = app) -> None:
    """Register a command whose failures are told in one message and end with their exit code."""

    @wraps(function)
    def guarded(**options: Any) -> None:
        try:
            code = function(**options) or 0
        except StabError as error:
            Console(as_json=_as_json()).failure(error)
            code = error.exit_code
        except KeyboardInterrupt:
            Console().note("stab: interrupted; no unfinished file was left under a final name")
            code = INTERRUPTED
        except RecursionError:
            nested = MachineError("the input is nested too deeply to be read", hint="simplify the statement")
            Console(as_json=_as_json()).failure(nested)
            code = nested.exit_code
        raise typer.Exit(code)

    group.command(name)(guarded)


def _as_json() -> bool:
    return "--json" in sys.argv


def _usage_document() -> dict[str, Any]:
    from stab.report import error_document

    return error_document(
        UsageError("the call makes no sense; see the message on stderr", hint="stab --help")
    )


_command(generating.gen, "gen")
_command(reading.constraints, "constraints")
_command(reading.scenarios, "scenarios")
_command(reading.layout, "layout")
_command(validating.validate, "validate")
_command(scoring.score, "score")
_command(doctor.doctor, "doctor")

_catalog = typer.Typer(
    help="The adversarial scenarios and their constructions.", no_args_is_help=True, rich_markup_mode=None
)
_command(catalog.list_scenarios, "list", _catalog)
_command(catalog.show, "show", _catalog)
app.add_typer(_catalog, name="catalog")
