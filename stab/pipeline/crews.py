"""Who does comparisons: this machine one after another, or whoever else; each one whole on one machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from stab.pipeline.conditions import Measuring
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.workbench import Workbench
from stab.records import Environment, ExistingTest, Solution

if TYPE_CHECKING:
    from stab.pipeline.cluster import Cluster

T = TypeVar("T")
Suites = Sequence[Sequence[ExistingTest]]
Action = Callable[[Sequence[Solution], Suites, Workbench, ProgressHook], T]


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """Something to do with solutions and tests that must happen on one machine, because it compares times.

    `action` is a function of a module, or a `partial` of one, so that a job can be sent elsewhere. What it
    returns names no file.
    """

    action: Action[T]
    solutions: tuple[Solution, ...]
    suites: tuple[tuple[ExistingTest, ...], ...]

    def do(self, bench: Workbench, on_event: ProgressHook = silent) -> T:
        """Return what the action gives on this bench."""
        return self.action(self.solutions, self.suites, bench, on_event)


class Crew(Protocol):
    """Does jobs. `is_spread` tells that two jobs may be done by two machines."""

    is_spread: bool

    @property
    def measuring(self) -> Measuring:
        """How things are measured."""

    @property
    def environments(self) -> tuple[Environment, ...]:
        """The machines that did jobs so far."""

    @property
    def reused(self) -> int:
        """How many runs came from earlier calls."""

    def do(self, jobs: Sequence[Job[T]], stage: str, on_event: ProgressHook = silent) -> list[T]:
        """Return what each job gives, in their order. Raises SandboxError, MachineError."""


class LocalCrew:
    """This machine: one job after another on one bench, so that no two runs of comparisons overlap."""

    is_spread = False

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    @property
    def measuring(self) -> Measuring:
        """How things are measured."""
        return self._bench.measuring

    @property
    def environments(self) -> tuple[Environment, ...]:
        """This machine."""
        return (self._bench.environment,)

    @property
    def reused(self) -> int:
        """How many runs came from earlier calls."""
        return self._bench.ledger.reused

    def do(self, jobs: Sequence[Job[T]], stage: str, on_event: ProgressHook = silent) -> list[T]:
        """Return what each job gives, in their order."""
        found = []
        for number, job in enumerate(jobs, 1):
            found.append(job.do(self._bench, on_event))
            if len(jobs) > 1:
                on_event(Progress(stage, number, len(jobs), job.solutions[0].name))
        return found


def lots(crew: Crew, groups: Sequence[Sequence[Solution]]) -> list[tuple[Solution, ...]]:
    """Return solutions in the lots that go to different machines; one lot where there is one machine."""
    return [tuple(g) for g in groups] if crew.is_spread else [tuple(s for g in groups for s in g)]


@contextmanager
def open_crew(measuring: Measuring, cluster: Cluster | None = None) -> Iterator[Crew]:
    """Yield who does the comparing: this machine, or the workers of a cluster.

    Raises SandboxError where this machine has to measure and has no isolation.
    """
    if cluster is None:
        with Workbench(measuring) as bench:
            yield LocalCrew(bench)
        return
    from stab.pipeline.cluster import ClusterCrew

    with ClusterCrew(measuring, cluster) as crew:
        yield crew
