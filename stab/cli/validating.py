"""`stab validate`: does each input obey layout and constraints?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups
from stab.cli.console import Console
from stab.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from stab.records import Check
    from stab.report.audit import Audit

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Inputs, or folders of NAME.in.", show_default=False)
]


def validate(statement: groups.Statement, files: Files, talk: groups.Talk) -> int:
    """Check inputs against the statement; exit 0 only if every one is valid."""
    from stab.layout import known_bounds
    from stab.layout import validate as check_input
    from stab.pipeline import read_input, remarks
    from stab.pipeline.understanding import without_upper_bound
    from stab.report.audit import audit, audit_document

    console = talk.console()
    extraction, found, binding = read_input(statement.load())
    for gap in binding.withdrawn:
        place = f", line {gap.line}" if gap.line else ""
        console.note(f"withdrawn{place}: {gap.quote} ({gap.reason})")
    for gap in extraction.unread:
        console.note(f"not checked, line {gap.line}: {gap.quote} ({gap.reason})")
    for text in remarks(extraction, binding):
        console.note(text)
    for name in without_upper_bound(extraction, found):
        console.note(f"no upper bound for {name} was read: any value of it passes")
    for text in binding.unbound:
        console.detail(f"not checked (it names no field of the layout): {text}")
    checks = [(str(file), check_input(found, binding, _read(file))) for file in _inputs(files)]
    suite = audit(checks, known_bounds(found, binding))
    console.document(audit_document(checks, suite))
    for file, check in checks:
        _show(console, file, check)
    _show_counts(console, suite)
    _show_bounds(console, suite)
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


def _show_counts(console: Console, suite: Audit) -> None:
    """Print how many files are valid, leave the layout, or break rules, and which rules how often."""
    if suite.files > 1:
        console.line(
            f"\n{suite.files} files: {suite.valid} valid, {suite.off_layout} leave the layout, "
            f"{suite.off_rules} break the statement's rules"
        )
    rows = [(str(b.files), _KINDS[b.kind.value], b.rule) for b in suite.broken]
    console.table("\nBroken", ("files", "what", "rule"), rows)


_KINDS = {"layout": "layout", "constraint": "constraint", "side_condition": "condition"}


def _show_bounds(console: Console, suite: Audit) -> None:
    """Print which bounds are reached by any file."""
    rows = [
        (r.name, _reached(r.low, is_hit=r.has_low), _reached(r.high, is_hit=r.has_high)) for r in suite.bounds
    ]
    console.table("\nBounds reached", ("variable", "lowest", "largest"), rows)


def _reached(bound: int | Fraction | None, *, is_hit: bool) -> str:
    from stab.digits import to_text

    if bound is None:
        return "-"
    text = to_text(bound) if isinstance(bound, int) else str(float(bound))
    shown = text if len(text) <= 24 else f"{text[:8]}…{text[-4:]}"
    return f"{shown} yes" if is_hit else f"{shown} never"
