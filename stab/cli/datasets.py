"""`stab gen DATASET.jsonl`: all rows of a data set."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from stab.cli.console import Console
from stab.errors import InputError, UsageError
from stab.packages import is_dataset, row_ids
from stab.pipeline import Progress, Settings
from stab.pipeline.rows import RowResult, RowTask, row_folder, run_rows

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
        if value and not is_dataset(value):
            raise UsageError(f"with a data set, {option} is a data set too", hint=f"{option} {dataset}")
    ids = row_ids(Path(dataset))
    if not ids:
        raise InputError("the data set holds no row", file=dataset)
    tasks = [RowTask(dataset, row, row_folder(output, row), settings, solutions, existing) for row in ids]
    if len({task.folder for task in tasks}) < len(tasks):
        raise InputError("two rows have ids that give the same folder name", file=dataset)
    results: list[RowResult] = []
    with console.progress() as hook:
        for result in run_rows(tasks, jobs):
            results.append(result)
            hook(Progress("rows", len(results), len(tasks), result.id))
            if result.status not in GOOD:
                console.detail(f"{result.id}: {result.status}: {result.message}")
    results.sort(key=lambda r: ids.index(r.id))
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
