"""Where solutions run on tests: kept results in front, sandboxes behind, one core for what is compared."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, as_completed, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from stab.errors import MachineError, SandboxError
from stab.execute import (
    Level,
    Protocol,
    Sandbox,
    compile_solution,
    count_instructions,
    environment,
    judge_program,
    open_sandbox,
    require_counting,
)
from stab.pipeline.cores import idlest_core
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.records import Checker, Environment, ExistingTest, Language, Limits, Metric, Run, Solution, Verdict
from stab.score import TIMED, Plan, Screen
from stab.store import Store, key_of, open_store


@dataclass(frozen=True, slots=True)
class Measuring:
    """How things are measured: limits of a run, what is compared, how much may be spent.

    `store` is a file for measurements, None to keep none; `seconds` and `runs` bound the comparing after
    screening; `jobs` programs run at a time wherever times are not compared.
    """

    limits: Limits = field(default_factory=Limits)
    checker: Checker | None = None
    level: Level | None = None  # of isolation; None: the strongest that works here
    allow_unsafe: bool = False
    metric: Metric = Metric.CPU
    jobs: int = 1
    seed: int = 0
    store: Path | None = None
    fresh: bool = False  # measure anew what the store holds
    seconds: float | None = None
    runs: int | None = None
    subtract_startup: bool = False  # from the times shown; decisions rest on whole runs
    plan: Plan = field(default_factory=Plan)
    screen: Screen = field(default_factory=Screen)


STANDARD = Measuring()
_REMEMBERED = 1 << 16  # bytes of an output that are kept in memory


@dataclass(frozen=True, slots=True)
class Order:
    """One run of a solution on a test; `series` and `repeat` tell it from equal ones."""

    solution: Solution
    test: ExistingTest
    series: str
    repeat: int = 0
    keep_output: bool = False


class Workbench:
    """Runs solutions, or finds in the store what they did. Raises SandboxError where nothing can be run."""

    def __init__(self, measuring: Measuring = STANDARD) -> None:
        self.measuring = measuring
        self.reused = 0
        self._stack = ExitStack()
        self._store: Store | None = None
        self._spare: queue.SimpleQueue[Sandbox] = queue.SimpleQueue()
        self._ready: set[Solution] = set()  # compiled by this call
        self._broken: dict[Solution, Run] = {}  # solutions that never run: what to say instead
        self._keys: dict[tuple[Path, Path | None], str] = {}
        self._made: dict[tuple[str, int], tuple[Run, bool]] = {}  # of this call; True: with its whole output
        self._spent_runs = 0
        self._began: float | None = None

    def __enter__(self) -> Self:
        if self.measuring.metric is Metric.INSTRUCTIONS:
            require_counting()
        with self._stack:
            if self.measuring.store is not None:
                self._store = self._stack.enter_context(open_store(self.measuring.store))
            self._sandbox = self._stack.enter_context(self._box())
            self.environment: Environment = environment(self._sandbox.isolation)
            self._core = idlest_core()
            self._stack = self._stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    # --- one at a time, on one core ------------------------------------------------------------

    def run(self, order: Order) -> Run:
        """Return a run on the quiet core: what is compared runs here, one program at a time."""
        kept = self._kept(order)
        if kept is None:
            kept = self._done(order, self._fresh(order, self._sandbox, self._core))
        return kept

    def start_budget(self) -> None:
        """Begin to count what comparing takes."""
        self._began = time.monotonic()
        self._spent_runs = 0

    @property
    def is_exhausted(self) -> bool:
        """True when the budget for comparing is used up."""
        own = self.measuring
        over = self._began is not None and own.seconds is not None
        late = over and time.monotonic() - (self._began or 0.0) > (own.seconds or 0.0)
        return late or (own.runs is not None and self._spent_runs >= own.runs)

    # --- many at a time ------------------------------------------------------------------------

    def run_all(
        self, orders: Sequence[Order], stage: str = "measure", on_event: ProgressHook = silent
    ) -> tuple[Run, ...]:
        """Return the runs in the order given, made on as many cores as the settings allow."""
        found: dict[int, Run] = {}
        waiting = []
        for number, order in enumerate(orders):
            kept = self._kept(order)
            if kept is None:
                waiting.append(number)
            else:
                found[number] = kept
        on_event(Progress(stage, len(found), len(orders)))

        def keep(number: int, run: Run) -> None:
            order = orders[number]
            found[number] = self._done(order, run)
            text = f"{order.solution.name} on {order.test.name}"
            on_event(Progress(stage, len(found), len(orders), text))

        if self.measuring.jobs == 1 or len(waiting) < 2:
            for number in waiting:
                keep(number, self._fresh(orders[number], self._sandbox, self._core))
        else:
            self._in_parallel(orders, waiting, keep, on_event)
        return tuple(found[number] for number in range(len(orders)))

    def _in_parallel(
        self,
        orders: Sequence[Order],
        waiting: Sequence[int],
        keep: Callable[[int, Run], None],
        on_event: ProgressHook,
    ) -> None:
        jobs = min(self.measuring.jobs, len(waiting))
        with ExitStack() as own, ThreadPoolExecutor(jobs) as pool:
            boxes = [own.enter_context(self._box()) for _ in range(jobs)]
            for box in boxes:
                self._spare.put(box)
            try:
                self._compile_first([orders[n].solution for n in waiting], pool, on_event)
                numbers: dict[Future[Run], int] = {pool.submit(self._borrowed, orders[n]): n for n in waiting}
                open_ = set(numbers)
                while open_:
                    done, open_ = wait(open_, return_when=FIRST_COMPLETED)
                    for future in done:
                        keep(numbers[future], future.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for box in boxes:
                    box.close()  # ends what still runs, and with it the threads that wait for it
                raise
            finally:
                while not self._spare.empty():
                    self._spare.get()

    def _compile_first(
        self, solutions: Sequence[Solution], pool: ThreadPoolExecutor, on_event: ProgressHook
    ) -> None:
        """Compile each solution once, before several runs of it ask for it at a time; and the checker."""
        checker = self.measuring.checker
        wanted = dict.fromkeys(s for s in solutions if s not in self._ready and s not in self._broken)
        wanted |= {} if checker is None or checker.program in self._ready else {checker.program: None}
        compiling = {pool.submit(self._compiled, solution): solution for solution in wanted}
        for number, future in enumerate(as_completed(compiling), 1):
            future.result()
            self._ready.add(compiling[future])
            on_event(Progress("compile", number, len(compiling), compiling[future].name))

    def _compiled(self, solution: Solution) -> None:
        box = self._spare.get()
        try:
            made = compile_solution(solution, box)
            if isinstance(made, Run) and made.verdict is Verdict.COMPILE_ERROR:
                self._broken[solution] = made
        except SandboxError:
            raise
        except MachineError:
            pass  # the tools are missing: the run tells of it
        finally:
            self._spare.put(box)

    def _borrowed(self, order: Order) -> Run:
        box = self._spare.get()
        try:
            return self._fresh(order, box)
        finally:
            self._spare.put(box)

    # --- a run ---------------------------------------------------------------------------------

    def _box(self) -> Sandbox:
        return open_sandbox(level=self.measuring.level, allow_unsafe=self.measuring.allow_unsafe)

    def _fresh(self, order: Order, sandbox: Sandbox, core: int | None = None) -> Run:
        """Return a new run; a fault of the machine is tried once more before it is told."""
        known = self._broken.get(order.solution)
        if known is not None:
            return known
        try:
            run = self._judged(order, sandbox, core)
            if run.verdict is Verdict.UNMEASURED:
                run = self._judged(order, sandbox, core)
        except SandboxError:
            raise
        except MachineError as error:  # a language's tools are missing: no verdict on the solution
            text = f"{error.message}; {error.hint}" if error.hint else error.message
            run = self._broken[order.solution] = Run(Verdict.UNMEASURED, 0.0, 0.0, None, text)
        if run.verdict is Verdict.COMPILE_ERROR:
            self._broken[order.solution] = run
        return run

    def _judged(self, order: Order, sandbox: Sandbox, core: int | None) -> Run:
        own = self.measuring
        if own.metric is Metric.INSTRUCTIONS:
            require_counting(order.solution.language)
        protocol = Protocol(own.limits, checker=own.checker, core=core)
        run = judge_program(order.solution, order.test, protocol, sandbox)
        if own.metric is not Metric.INSTRUCTIONS or run.verdict not in TIMED:
            return run
        try:
            count = count_instructions(order.solution, order.test.input, sandbox, limits=own.limits)
        except MachineError as error:  # of this run alone
            return replace(run, verdict=Verdict.UNMEASURED, detail=error.message)
        return replace(run, instructions=count)

    def _done(self, order: Order, run: Run) -> Run:
        """Keep a run, for this call and for later ones, and return it."""
        self._spent_runs += 1
        shown = run if order.keep_output else replace(run, stdout=b"")
        if run.verdict is not Verdict.COMPILE_ERROR:
            shown = replace(shown, stderr="")
        if run.verdict is Verdict.UNMEASURED:
            return shown
        key = self._key(order)
        small = shown if len(shown.stdout) <= _REMEMBERED else replace(shown, stdout=b"")
        self._made[key, order.repeat] = small, len(small.stdout) == len(run.stdout)
        if self._store is not None:
            self._store.add(key, order.repeat, run, keep_output=order.keep_output)
        return shown

    def _kept(self, order: Order) -> Run | None:
        """Return a run that was made before: in this call, or by an earlier one."""
        key = self._key(order)
        made, is_whole = self._made.get((key, order.repeat), (None, False))
        if made is not None and (is_whole or not order.keep_output):
            return made
        if self._store is None or self.measuring.fresh:
            return None
        run = self._store.get(key, order.repeat, with_output=order.keep_output)
        self.reused += run is not None
        return run

    def _key(self, order: Order) -> str:
        """Return the digest of all that the outcome of a run depends on."""
        solution, machine, own = order.solution, self.environment, self.measuring
        return key_of(
            (order.series, order.test.name),  # equal inputs under two names are two inputs
            machine.toolchains.get(solution.language.value),
            (solution.language.value, solution.source, solution.others, solution.file),
            own.checker,
            self._files_key(order.test),
            own.limits,
            own.metric.value,
            (machine.isolation, machine.cpu, os.uname().nodename),
        )

    def _files_key(self, test: ExistingTest) -> str:
        files = (test.input, test.answer)
        if files not in self._keys:
            self._keys[files] = key_of(*files)
        return self._keys[files]

    def identity(self, tests: Sequence[ExistingTest]) -> str:
        """Return a digest of the tests and the seed: a comparison is resumed only with the same ones."""
        return key_of(self.measuring.seed, [(t.name, self._files_key(t)) for t in tests])

    def require_tools(self, language: Language) -> None:
        """Raise MachineError where programs in a language can't be run here."""
        self._sandbox.toolchain(language)
