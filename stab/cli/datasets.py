"""`stab gen DATASET.jsonl`: all rows of a data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stab.cli.console import Console
from stab.cli.groups import Suites
from stab.cli.made import show_usage
from stab.errors import InputError, MachineError, ModelError, SandboxError, UsageError
from stab.packages import row_ids
from stab.pipeline import Progress, Settings
from stab.pipeline.rows import OTHER_SETTINGS, RowResult, RowTask, folders_of, run_rows
from stab.report import check_folder, rows_document
from stab.statement import iter_rows

if TYPE_CHECKING:
    from stab.cli.generating import Target

GOOD = ("ok", "done before")
USABLE = (*GOOD, "budget")  # with tests, and no fault to mend
MACHINE = frozenset({MachineError.kind, ModelError.kind, SandboxError.kind})
NAMED = 5  # of the lines and rows that something is said about
SHOWN = 60  # characters of a message in the closing table


def generate_rows(console: Console, dataset: str, target: Target, suites: Suites, settings: Settings) -> int:
    """Generate for every row and print a closing table with the causes of failure."""
    for option, value in (("--solutions", suites.solutions), ("--existing", suites.existing)):
        if value not in (None, dataset):
            raise UsageError(f"with a data set, {option} takes the rows' own", hint=f"{option} {dataset}")
    check_folder(target.output)
    ids = row_ids(Path(dataset))
    if not ids:
        raise InputError("the data set holds no row", file=dataset, hint="expected one JSON object a line")
    _say_odd_rows(console, dataset, ids)
    settings = suites.keeping(settings)
    own = (suites.solutions is not None, suites.existing is not None)
    rows = zip(iter_rows(Path(dataset)), ids, folders_of(ids, target.output), strict=True)
    tasks = (RowTask(replace(row, id=id), folder, settings, *own, target.force) for row, id, folder in rows)
    results = _run(console, tasks, target.jobs, len(ids))
    place = {row: number for number, row in enumerate(ids)}
    results.sort(key=lambda r: place.get(r.id, len(ids)))
    console.document(rows_document(results))
    _close(console, results)
    return _exit_code(results)


def _say_odd_rows(console: Console, dataset: str, ids: Sequence[str]) -> None:
    """Say which lines can't be read, and which rows go by their number since an earlier one has their id."""
    repeated, broken = [], []
    for row, id in zip(iter_rows(Path(dataset)), ids, strict=True):
        if row.fault:
            broken.append(f"{dataset}:{row.line}: {row.fault}")
        if row.id != id:
            repeated.append(f"{row.id} (now {id})")
    for what in (*broken[:NAMED], *([f"{len(broken)} lines can't be read"] if broken[NAMED:] else [])):
        console.note(f"left out: {what}")
    if repeated:
        named = ", ".join(repeated[:NAMED]) + (", ..." if repeated[NAMED:] else "")
        console.note(f"rows that repeat an earlier id go by their number ({len(repeated)}): {named}")


def _run(console: Console, tasks: Iterable[RowTask], jobs: int, total: int) -> list[RowResult]:
    results: list[RowResult] = []
    with console.progress() as hook:
        for result in run_rows(tasks, jobs):
            results.append(result)
            hook(Progress("rows", len(results), total, result.id))
            if result.status not in GOOD:
                console.detail(f"{result.id}: {result.status}: {result.message}")
    return results


def _close(console: Console, results: list[RowResult]) -> None:
    counts = Counter(r.status for r in results)
    examples = {r.status: f"{r.id}: {r.message}"[:SHOWN] for r in reversed(results) if r.status not in GOOD}
    rows = [(status, str(n), examples.get(status, "")) for status, n in counts.most_common()]
    console.table("", ("rows", "count", "for example"), rows)
    asked = [r.model for r in results if r.model is not None]
    if asked:
        show_usage(console, asked)


def _exit_code(results: list[RowResult]) -> int:
    """Return 0 where any row has its tests; else by what kept them from it."""
    statuses = {r.status for r in results}
    if not statuses.isdisjoint(USABLE):
        return 0
    if not statuses.isdisjoint(MACHINE):
        return MachineError.exit_code
    return InputError.exit_code if OTHER_SETTINGS in statuses else 1
