"""The workers of a cluster: each job a Parsl task, the store written here alone. Owner of parsl."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from stab.errors import InputError, MachineError, StabError
from stab.pipeline.conditions import Measuring
from stab.pipeline.crews import Job
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.parcels import NotKept, Replay, Returned, carry_out, job_key, pack
from stab.records import Environment
from stab.store import Store, open_store

if TYPE_CHECKING:
    from parsl.config import Config
    from parsl.dataflow.dflow import DataFlowKernel

T = TypeVar("T")
_DYING_S = 1.0  # a signal to our whole group reaches the broker a little later than us
_NAME = "config"  # of the variable in a configuration file
_EXAMPLE = "examples/cluster/slurm.py shows one"


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers that a Parsl configuration describes, for one call: Parsl starts a configuration once."""

    file: Path
    config: Config


class ClusterCrew:
    """Sends jobs to the workers of a Parsl configuration; a job that the store holds is not sent again.

    Workers start with the first job that has to be done.
    """

    is_spread = True

    def __init__(self, measuring: Measuring, cluster: Cluster) -> None:
        self._measuring, self._cluster = measuring, cluster
        self._stack = ExitStack()
        self._kernel: DataFlowKernel | None = None
        self._store: Store | None = None
        self._machines: dict[str, Environment] = {}
        self._reused = 0

    def __enter__(self) -> Self:
        if self._measuring.store is not None:
            self._store = self._stack.enter_context(open_store(self._measuring.store))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def measuring(self) -> Measuring:
        """How things are measured."""
        return self._measuring

    @property
    def environments(self) -> tuple[Environment, ...]:
        """The machines that did jobs so far."""
        return tuple(self._machines.values())

    @property
    def reused(self) -> int:
        """How many runs came from earlier calls."""
        return self._reused

    def do(self, jobs: Sequence[Job[T]], stage: str, on_event: ProgressHook = silent) -> list[T]:
        """Return what each job gives, in their order; each is kept as soon as it is done.

        Raises SandboxError and MachineError of a job, MachineError where a worker is lost.
        """
        found: dict[int, T] = {}
        waiting: list[int] = []
        for number, job in enumerate(jobs):
            try:
                found[number] = self._kept(job)
            except NotKept:
                waiting.append(number)
        on_event(Progress(stage, len(found), len(jobs)))
        sent = {self._sent(jobs[number]): number for number in waiting}
        for future in as_completed(sent):
            number = sent[future]
            found[number] = self._home(jobs[number], self._result(future))
            on_event(Progress(stage, len(found), len(jobs), jobs[number].solutions[0].name))
        return [found[number] for number in range(len(jobs))]

    def _kept(self, job: Job[T]) -> T:
        """Return what a job gave in an earlier call. Raises NotKept."""
        if self._store is None or self._measuring.fresh:
            raise NotKept
        machine = self._store.done_on(job_key(job, self._measuring))
        if machine is None:
            raise NotKept
        bench = Replay(self._measuring, machine, self._store)
        result = job.do(bench)
        self._reused += bench.ledger.reused
        self._machines.setdefault(machine.host, machine)
        return result

    def _home(self, job: Job[T], returned: Returned) -> T:
        """Return the result of a job that came back, once all its runs are on disk."""
        self._machines.setdefault(returned.environment.host, returned.environment)
        if self._store is not None:
            for kept in returned.runs:
                self._store.add(kept.key, kept.repeat, kept.run, keep_output=kept.keep_output)
            self._store.note_done(job_key(job, self._measuring), returned.environment)
        result: T = returned.result
        return result

    def _sent(self, job: Job[Any]) -> Future[Returned]:
        from parsl.app.app import python_app

        if self._kernel is None:
            self._kernel = self._started()
        app = python_app(carry_out, data_flow_kernel=self._kernel)
        future: Future[Returned] = app(pack(job, self._measuring))
        return future

    def _started(self) -> DataFlowKernel:
        from parsl.dataflow.dflow import DataFlowKernel

        try:
            with _deaf_children():
                kernel = DataFlowKernel(self._cluster.config)
        except Exception as error:
            raise _unusable(self._cluster.file, f"its workers can't be started: {_shown(error)}") from error
        self._stack.callback(_end, kernel)
        return kernel

    def _result(self, future: Future[Returned]) -> Returned:
        try:
            return future.result()
        except StabError:
            raise
        except Exception as error:
            raise MachineError(
                f"a worker of the cluster failed: {_shown(error)}",
                hint=f"see Parsl's log in {self._cluster.config.run_dir}; the same call goes on from here",
            ) from error


def _end(kernel: DataFlowKernel) -> None:
    """End Parsl and its workers, also where its broker was ended with us: Parsl would wait for its answer."""
    error = sys.exc_info()[1]
    is_ended = error is not None and not isinstance(error, Exception)
    for executor in kernel.executors.values():
        broker = getattr(executor, "interchange_proc", None)
        if broker is None:
            continue
        patience = time.monotonic() + (_DYING_S if is_ended else 0.0)
        while broker.poll() is None and time.monotonic() < patience:
            time.sleep(0.02)
        if broker.poll() is not None:
            executor.provider.cancel(list(executor.blocks_to_job_id.values()))
            executor.set_bad_state_and_fail_all(ConnectionError("its broker has ended"))
    kernel.cleanup()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes that start here miss the terminal's signals: without its broker Parsl can't shut down.

    The signals wait for this process, which ends those it started.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def read_cluster(file: Path) -> Cluster:
    """Return the cluster whose Parsl configuration a Python file of the user's holds as `config`.

    The file is run: it is trusted like any program of its author. Raises MachineError without Parsl,
    InputError for a file that can't be run, or holds no configuration with workers of their own.
    """
    if find_spec("parsl") is None:
        raise MachineError("comparing on a cluster needs Parsl", hint="pip install 'stab-gen[cluster]'")
    from parsl.config import Config
    from parsl.executors import ThreadPoolExecutor

    found = _run(file).get(_NAME)
    if not isinstance(found, Config):
        what = "is not a parsl Config" if found is not None else "is not set"
        raise _unusable(file, f"`{_NAME}` {what}", f"set {_NAME} = parsl.Config(...); {_EXAMPLE}")
    if any(isinstance(executor, ThreadPoolExecutor) for executor in found.executors):
        raise _unusable(
            file,
            "its workers are threads of one process, which would disturb each other's times",
            f"use a HighThroughputExecutor; {_EXAMPLE}",
        )
    return Cluster(file, found)


def _run(file: Path) -> dict[str, Any]:
    """Return the variables that a Python file leaves."""
    variables: dict[str, Any] = {"__name__": "stab_cluster_config", "__file__": str(file)}
    try:
        source = file.read_bytes()
    except OSError as error:
        raise _unusable(file, f"can't be read: {error.strerror}", "name a Python file") from error
    try:
        exec(compile(source, str(file), "exec"), variables)  # the user's own file, as pytest runs a conftest
    except SyntaxError as error:
        raise _unusable(file, f"this is no Python: {error.msg}", line=error.lineno) from error
    except (Exception, SystemExit) as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
        line = lines[-1] if lines else None
        raise _unusable(file, f"it fails: {_shown(error)}", line=line) from error
    return variables


def _shown(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__


def _unusable(file: Path, message: str, hint: str = _EXAMPLE, line: int | None = None) -> InputError:
    return InputError(message, file=str(file), line=line, hint=hint)
