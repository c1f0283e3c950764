"""The application: its commands, and how failures become messages and exit codes."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from stab import __version__
from stab.cli import (
    catalog,
    checking,
    doctor,
    enriching,
    exporting,
    generating,
    judging,
    ranking,
    reading,
    scoring,
    validating,
)
from stab.cli.console import Console, show_remarks
from stab.cli.grouping import Command, ungrouped
from stab.errors import InputError, InternalError, LayoutError, MachineError, StabError, UsageError

INTERRUPTED = 130
_MISUSED: type[Exception] = typer.BadParameter.__bases__[
    0
]  # Click's usage errors: Typer brings its own copy of Click

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
    _prepare_streams()
    show_remarks()
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except typer.Abort:
        sys.exit(INTERRUPTED)
    except _MISUSED as error:
        sys.exit(_misused(error))


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"stab {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    pass


class _Interrupted(StabError):
    exit_code = INTERRUPTED
    kind = "interrupted"


def _command(function: Command, name: str, group: typer.Typer = app) -> None:
    """Register a command whose failures are told in one message and end with their exit code."""

    command = ungrouped(function)

    @wraps(command)
    def guarded(**options: Any) -> None:
        raise typer.Exit(_run(command, options))

    group.command(name)(guarded)


def _run(function: Command, options: dict[str, Any]) -> int:
    """Return the exit code of a command; whatever ends it early is told in one message."""
    try:
        code = function(**options) or 0
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output is gone: nothing left to say
        _drop_stdout()
        return 0
    except (Exception, KeyboardInterrupt) as error:
        told = _placed(_told(error), options.get("problem"), options.get("constraint"))
        try:
            Console(as_json=_as_json()).failure(told)
            sys.stdout.flush()
        except OSError:
            _drop_stdout()
        return told.exit_code
    return code


def _told(error: BaseException) -> StabError:
    """Return what to say about any failure; one that nobody foresaw is a defect of ours."""
    if isinstance(error, StabError):
        return error
    if isinstance(error, KeyboardInterrupt):
        return _Interrupted("interrupted", hint="no unfinished file was left under a final name")
    if isinstance(error, RecursionError):
        return InputError("the input is nested too deeply to be read", hint="simplify the statement")
    if isinstance(error, MemoryError):
        return MachineError("not enough memory", hint="ask for smaller inputs, or free some memory")
    if isinstance(error, OSError) and error.errno is not None:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            return InputError(
                f"{error.strerror or error}",
                file=None if error.filename is None else str(error.filename),
                hint="check the name",
            )
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        return MachineError(
            f"{error.strerror or error}",
            file=None if error.filename is None else str(error.filename),
            hint="free some space" if full else "check the file and its permissions",
        )
    if _is_verbose():
        traceback.print_exception(error)
    hint = "this is a defect of stab, please report it; -v shows where it happened"
    return InternalError(f"internal fault: {type(error).__name__}: {error}"[:500], hint=hint)


def _placed(error: StabError, problem: object, constraints: Sequence[str] | None) -> StabError:
    """Return the error with the statement as its file where it names none, or the option that is at fault."""
    if isinstance(error, InputError) and error.file is None:
        given = [text.strip() for text in constraints or ()]
        if any(text and text in error.message for text in given):
            error.message = f"--constraint: {error.message}"
            return error
    if isinstance(error, InputError) and error.file is None and problem is not None:
        error.file = str(problem)
        if isinstance(error, LayoutError):
            error.line = None  # it counts the lines of the notation, which the message says
    return error


def _prepare_streams() -> None:
    """Let every character be printed: JSON is UTF-8 everywhere, a lone surrogate becomes its escape."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - lives as long as we do
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - lives as long as we do
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = "utf-8" if _as_json() else sys.stdout.encoding
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _drop_stdout() -> None:
    """Send what is still buffered nowhere; else the interpreter's last flush fails once more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_verbose() -> bool:
    return "-v" in sys.argv or "--verbose" in sys.argv


def _as_json() -> bool:
    return "--json" in sys.argv


def _misused(error: Any) -> int:
    """Show a usage error of Click; return its exit code."""
    error.show()
    if _as_json():
        from stab.report import error_document

        path = "stab" if error.ctx is None else error.ctx.command_path
        told = UsageError(error.format_message(), hint=f"{path} --help")
        Console(as_json=True).document(error_document(told))
    return int(error.exit_code)


_command(generating.gen, "gen")
_command(enriching.enrich, "enrich")
_command(exporting.export, "export")
_command(reading.constraints, "constraints")
_command(reading.scenarios, "scenarios")
_command(reading.layout, "layout")
_command(validating.validate, "validate")
_command(judging.judge, "judge")
_command(scoring.score, "score")
_command(ranking.rank, "rank")
_command(doctor.doctor, "doctor")

_catalog = typer.Typer(
    help="The adversarial scenarios and their constructions.", no_args_is_help=True, rich_markup_mode=None
)
_command(catalog.list_scenarios, "list", _catalog)
_command(catalog.show, "show", _catalog)
_command(checking.check, "check", _catalog)
_command(catalog.anchors, "anchors", _catalog)
app.add_typer(_catalog, name="catalog")
