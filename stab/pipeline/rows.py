"""`stab gen DATASET.jsonl`: every row, in parallel, resumable; a failing row stops nothing."""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path

from stab.errors import BudgetError, StabError
from stab.packages import row_solutions, row_tests
from stab.pipeline.generating import generate
from stab.pipeline.resuming import KEY, MadeWith, earlier_output, made_with
from stab.pipeline.settings import Settings
from stab.pipeline.writing import write
from stab.records import ModelUse
from stab.report import Destination
from stab.statement import Row, problem_from_row

OTHER_SETTINGS = "other settings"
LONGEST_NAME = 100  # characters of a row's folder; file systems allow 255 bytes


@dataclass(frozen=True, slots=True)
class RowResult:
    """What became of a row: ok, done before, other settings, no test, or the kind of failure; and why."""

    id: str
    status: str
    tests: int = 0
    message: str = ""
    model: ModelUse | None = None  # what it asked of a model


@dataclass(frozen=True, slots=True)
class RowTask:
    """One row to generate for, with its own solutions timed and its own tests compared if wanted."""

    row: Row
    folder: Path
    settings: Settings
    with_solutions: bool = False
    with_existing: bool = False
    force: bool = False  # replace what was made with other settings


def run_rows(tasks: Iterable[RowTask], jobs: int) -> Iterator[RowResult]:
    """Yield the result of each task as it ends, with `jobs` processes; tasks are drawn as they are needed."""
    if jobs == 1:
        yield from map(run_row, tasks)
        return
    source = iter(tasks)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start) as pool:
        waiting = {_submit(pool, task): task for task in islice(source, 2 * jobs)}
        try:
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield _outcome(future, waiting.pop(future))
                    waiting |= {_submit(pool, task): task for task in islice(source, 1)}
        except BaseException:
            for process in active_children():
                process.terminate()  # its handler cleans up; waiting for whole rows would take minutes
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, task: RowTask) -> Future[RowResult]:
    """Submit a task; a process that this starts never sees Ctrl-C, which is for us to answer."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(run_row, task)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(run_row, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start() -> None:
    """Prepare a worker: being ended unwinds it, so that scratch folders and sandboxes go."""
    signal.signal(signal.SIGTERM, _unwind)


def _unwind(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _outcome(future: Future[RowResult], task: RowTask) -> RowResult:
    error = future.exception()
    if error is None:
        return future.result()
    return RowResult(task.row.id, "crash", message=f"{type(error).__name__}: {error}")


def run_row(task: RowTask) -> RowResult:
    """Generate for one row; every failure becomes a result."""
    try:
        task.row.check()
        now = made_with(task.row, task.settings, solutions=task.with_solutions, existing=task.with_existing)
        before = earlier_output(task.folder, now)
        if before.difference and not task.force:
            why = f"{before.difference}; --force makes it anew"
            return RowResult(task.row.id, OTHER_SETTINGS, message=why)
        if before.is_finished and not before.difference:
            return RowResult(task.row.id, "done before")
        return _made(task, now)
    except StabError as error:
        return RowResult(task.row.id, error.kind, message=error.message)
    except Exception as error:  # one broken row must not end the work on thousands
        return RowResult(task.row.id, "crash", message=f"{type(error).__name__}: {error}")


def _made(task: RowTask, now: MadeWith) -> RowResult:
    problem = problem_from_row(task.row)
    with tempfile.TemporaryDirectory(prefix="stab-") as scratch:
        made = generate(problem, Path(scratch) / "tests", _with_suites(task, Path(scratch) / "existing"))
        usage, failure, tests = made.synthesis.usage, made.synthesis.failure, len(made.report.tests)
        if not tests:
            causes = sorted({f"{r.stage}: {r.reason}" for r in made.report.rejections})[:1]
            return RowResult(task.row.id, "no test", message="; ".join(causes), model=usage)
        write(made, Destination(task.folder, force=True), **{KEY: now.document()})
    if failure is not None:  # composed tests are there, the model's are not
        return RowResult(task.row.id, failure.kind, tests, failure.message, usage)
    if usage is not None and usage.shortfall:
        return RowResult(task.row.id, BudgetError.kind, tests, usage.shortfall, usage)
    return RowResult(task.row.id, "ok", tests, model=usage)


def _with_suites(task: RowTask, scratch: Path) -> Settings:
    solutions = row_solutions(task.row) if task.with_solutions else ()
    existing = row_tests(task.row, scratch) if task.with_existing else ()
    return replace(task.settings, solutions=solutions, existing=existing)


def folders_of(ids: Sequence[str], output: Path) -> tuple[Path, ...]:
    """Return a folder for each row: its id with everything but letters, digits, dots and dashes replaced."""
    used: dict[str, int] = {}
    folders = []
    for id in ids:
        name = re.sub(r"[^A-Za-z0-9._-]+", "_", id)[:LONGEST_NAME].strip("._") or "row"
        used[name] = used.get(name, 0) + 1
        folders.append(output / (name if used[name] == 1 else f"{name}.{used[name]}"))
    return tuple(folders)
