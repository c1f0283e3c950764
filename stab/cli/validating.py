"""`stab validate`: does each input obey layout and constraints?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups
from stab.cli.console import Console
from stab.errors import InputError

if TYPE_CHECKING:
    from stab.records import Check

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Inputs, or folders of NAME.in.", show_default=False)
]


def validate(statement: groups.Statement, files: Files, talk: groups.Talk) -> int:
    """Check inputs against the statement; exit 0 only if every one is valid."""
    from stab.layout import validate as check_input
    from stab.pipeline import read_input, remarks
    from stab.report import validate_document

    console = talk.console()
    extraction, found, binding = read_input(statement.load())
    for gap in binding.withdrawn:
        place = f", line {gap.line}" if gap.line else ""
        console.note(f"withdrawn{place}: {gap.quote} ({gap.reason})")
    for gap in extraction.unread:
        console.note(f"not checked, line {gap.line}: {gap.quote} ({gap.reason})")
    for text in remarks(extraction, binding):
        console.note(text)
    for text in binding.unbound:
        console.detail(f"not checked (it names no field of the layout): {text}")
    checks = [(str(file), check_input(found, binding, _read(file))) for file in _inputs(files)]
    console.document(validate_document(checks))
    for file, check in checks:
        _show(console, file, check)
    _show_hits(console, checks)
    return 0 if all(check.ok for _, check in checks) else 1


def _inputs(files: list[Path]) -> list[Path]:
    """Return the files named, folders replaced by the inputs in them."""
    found: list[Path] = []
    for file in files:
        inside = sorted(file.rglob("*.in")) if file.is_dir() else [file]
        if not inside:
            raise InputError(f"no NAME.in below {file}", file=str(file), hint="name the input files")
        found += inside
    return found


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(
            f"can't read the input: {error.strerror}", file=str(file), hint="check name and permissions"
        ) from error


def _show(console: Console, file: str, check: Check) -> None:
    from stab.layout import describe_fault

    if check.ok:
        console.line(f"{file}: ok")
    for fault in check.faults:
        console.line(f"{file}: {describe_fault(fault)}")


def _show_hits(console: Console, checks: list[tuple[str, Check]]) -> None:
    reached: dict[str, list[bool]] = {}
    for _, check in checks:
        for name, hit in check.hits.items():
            ends = reached.setdefault(name, [False, False])
            ends[0], ends[1] = ends[0] or hit.min, ends[1] or hit.max
    rows = [(n, "yes" if low else "never", "yes" if high else "never") for n, (low, high) in reached.items()]
    console.table("\nBounds reached", ("variable", "lowest", "largest"), rows)
