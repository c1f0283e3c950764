"""`stab gen DATASET.jsonl`: all rows of a data set."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from stab.cli.console import Console
from stab.errors import InputError, UsageError
from stab.packages import row_ids
from stab.pipeline import Progress, Settings
from stab.pipeline.rows import RowResult, RowTask, folders_of, run_rows
from stab.statement import iter_rows

GOOD = ("ok", "done before")
SHOWN = 60  # characters of a message in the closing table


def generate_rows(
    console: Console,
    dataset: str,
    output: Path,
    settings: Settings,
    *,
    solutions: str | None,
    existing: str | None,
    jobs: int,
) -> int:
    """Generate for every row and print a closing table with the causes of failure."""
    for option, value in (("--solutions", solutions), ("--existing", existing)):
        if value not in (None, dataset):
            raise UsageError(f"with a data set, {option} takes the rows' own", hint=f"{option} {dataset}")
    ids = row_ids(Path(dataset))
    if not ids:
        raise InputError("the data set holds no row", file=dataset, hint="expected one JSON object a line")
    folders = folders_of(ids, output)
    tasks = (
        RowTask(row, folder, settings, solutions is not None, existing is not None)
        for row, folder in zip(iter_rows(Path(dataset)), folders, strict=True)
    )
    results: list[RowResult] = []
    with console.progress() as hook:
        for result in run_rows(tasks, jobs):
            results.append(result)
            hook(Progress("rows", len(results), len(ids), result.id))
            if result.status not in GOOD:
                console.detail(f"{result.id}: {result.status}: {result.message}")
    place = {row: number for number, row in enumerate(ids)}
    results.sort(key=lambda r: place.get(r.id, len(ids)))
    console.document(
        {
            "schema": "stab/rows/1",
            "rows": [
                {"id": r.id, "status": r.status, "tests": r.tests, "message": r.message} for r in results
            ],
        }
    )
    _close(console, results)
    return 0 if any(r.status in GOOD for r in results) else 1


def _close(console: Console, results: list[RowResult]) -> None:
    counts = Counter(r.status for r in results)
    examples = {r.status: f"{r.id}: {r.message}"[:SHOWN] for r in reversed(results) if r.status not in GOOD}
    rows = [(status, str(n), examples.get(status, "")) for status, n in counts.most_common()]
    console.table("", ("rows", "count", "for example"), rows)
