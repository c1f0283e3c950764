"""`stab gen DATASET.jsonl`: every row, in parallel, resumable; a failing row stops nothing."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from stab.errors import StabError
from stab.packages import load_solutions, load_tests
from stab.pipeline.generating import Settings, generate
from stab.pipeline.writing import is_done, write
from stab.report import Destination
from stab.statement import load_problem


@dataclass(frozen=True, slots=True)
class RowResult:
    """What became of a row: ok, done before, no test, or the kind of failure with its message."""

    id: str
    status: str
    tests: int = 0
    message: str = ""


@dataclass(frozen=True, slots=True)
class RowTask:
    """One row to generate for; suites are given by row as `file.jsonl#ID`, or not at all."""

    dataset: str
    id: str
    folder: Path
    settings: Settings
    solutions: str | None = None
    existing: str | None = None


def run_rows(tasks: Sequence[RowTask], jobs: int) -> Iterator[RowResult]:
    """Yield the result of each task as it ends, with `jobs` processes."""
    if jobs == 1:
        yield from map(run_row, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(run_row, task): task for task in tasks}
        try:
            for future in as_completed(futures):
                error = future.exception()
                lost = RowResult(futures[future].id, "crash", message=f"{type(error).__name__}: {error}")
                yield lost if error else future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def run_row(task: RowTask) -> RowResult:
    """Generate for one row; every failure becomes a result."""
    from stab import __version__

    if is_done(task.folder, {"version": __version__, "seed": task.settings.seed}):
        return RowResult(task.id, "done before")
    try:
        problem = load_problem(f"{task.dataset}#{task.id}")
        with tempfile.TemporaryDirectory(prefix="stab-") as scratch:
            made = generate(problem, Path(scratch) / "tests", _with_suites(task, Path(scratch) / "existing"))
            if not made.report.tests:
                causes = sorted({f"{r.stage}: {r.reason}" for r in made.report.rejections})[:1]
                return RowResult(task.id, "no test", message="; ".join(causes))
            write(made, Destination(task.folder, force=True))
        return RowResult(task.id, "ok", len(made.report.tests))
    except StabError as error:
        return RowResult(task.id, error.kind, message=error.message)
    except Exception as error:  # one broken row must not end the work on thousands
        return RowResult(task.id, "crash", message=f"{type(error).__name__}: {error}")


def _with_suites(task: RowTask, scratch: Path) -> Settings:
    solutions = load_solutions(f"{task.solutions}#{task.id}") if task.solutions else ()
    existing = load_tests(f"{task.existing}#{task.id}", scratch) if task.existing else ()
    return replace(task.settings, solutions=solutions, existing=existing)


def row_folder(output: Path, row: str) -> Path:
    """Return the folder of a row: its id with everything but letters, digits, dots and dashes replaced."""
    return output / (re.sub(r"[^A-Za-z0-9._-]+", "_", row).strip("._") or "row")
