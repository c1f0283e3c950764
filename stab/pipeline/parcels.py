"""Jobs that travel: with the files they need on the way out, with their raw runs on the way back."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from stab.pipeline.conditions import Measuring
from stab.pipeline.crews import Job
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.ledger import Basket, Keeper, KeptRun, Ledger, Order
from stab.pipeline.workbench import Workbench
from stab.records import Environment, ExistingTest, Run
from stab.store import key_of


@dataclass(frozen=True, slots=True)
class Parcel:
    """A job with the conditions and, by their digests, the packed files of its tests."""

    job: Job[Any]
    measuring: Measuring
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Returned:
    """What a job gave, on which machine, and all runs that were made for it."""

    result: Any
    environment: Environment
    runs: tuple[KeptRun, ...]


def pack(job: Job[Any], measuring: Measuring) -> Parcel:
    """Return a parcel for another machine: there one program runs at a time and the store stays here."""
    files: dict[str, bytes] = {}

    def packed(file: Path) -> Path:
        digest = key_of(file)
        if digest not in files:
            files[digest] = zlib.compress(file.read_bytes(), 1)
        return Path(digest)

    moved = replace(job, suites=_with_files(job.suites, packed))
    return Parcel(moved, replace(measuring, store=None, jobs=1), files)


def carry_out(parcel: Parcel) -> Returned:
    """Do the job of a parcel on this machine. Raises SandboxError, MachineError."""
    with tempfile.TemporaryDirectory(prefix="stab-") as name:
        folder = Path(name)
        for digest, data in parcel.files.items():
            (folder / digest).write_bytes(zlib.decompress(data))
        job = replace(parcel.job, suites=_with_files(parcel.job.suites, lambda file: folder / file))
        basket = Basket()
        with Workbench(parcel.measuring, basket) as bench:
            result = job.do(bench)
            return Returned(result, bench.environment, tuple(basket.runs))


def job_key(job: Job[Any], measuring: Measuring) -> str:
    """Return a digest that tells a job from others; what its runs depend on has keys of its own."""
    tests = [(t.name, key_of(t.input, t.answer)) for suite in job.suites for t in suite]
    return key_of(
        _told(job.action), job.solutions, tests, replace(measuring, store=None, jobs=1, fresh=False)
    )


class NotKept(Exception):
    """A run is not in the store: the job has to be done again."""


class Replay(Workbench):
    """The bench of a machine that did a job before: knows the runs that were kept, and makes none."""

    def __init__(self, measuring: Measuring, environment: Environment, keeper: Keeper) -> None:
        super().__init__(replace(measuring, jobs=1), keeper)
        self.environment = environment
        self.ledger = Ledger(measuring, environment, keeper)

    def run(self, order: Order) -> Run:
        """Return a run that was kept. Raises NotKept."""
        kept = self.ledger.find(order)
        if kept is None:
            raise NotKept
        self.budget.count()
        return kept

    def run_all(
        self, orders: Sequence[Order], stage: str = "measure", on_event: ProgressHook = silent
    ) -> tuple[Run, ...]:
        """Return runs that were kept. Raises NotKept."""
        found = tuple(map(self.run, orders))
        on_event(Progress(stage, len(found), len(found)))
        return found


def _told(action: Callable[..., Any]) -> tuple[str, object]:
    if isinstance(action, partial):
        return _told(action.func)[0], (action.args, sorted(action.keywords.items()))
    return f"{action.__module__}.{action.__qualname__}", ()


def _with_files(
    suites: tuple[tuple[ExistingTest, ...], ...], place: Callable[[Path], Path]
) -> tuple[tuple[ExistingTest, ...], ...]:
    return tuple(
        tuple(
            replace(t, input=place(t.input), answer=None if t.answer is None else place(t.answer))
            for t in suite
        )
        for suite in suites
    )
