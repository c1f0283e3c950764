"""Where solutions run on tests: kept results in front, sandboxes behind, one core for what is compared."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, as_completed, wait
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Self

from stab.errors import InputError, MachineError, SandboxError
from stab.execute import (
    Protocol,
    Sandbox,
    blames_checker,
    blames_dead_checker,
    compile_solution,
    count_instructions,
    environment,
    judge_program,
    open_sandbox,
    require_counting,
)
from stab.pipeline.budget import Budget
from stab.pipeline.conditions import STANDARD, Measuring
from stab.pipeline.cores import idlest_core
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.ledger import Keeper, Ledger, Order
from stab.records import Checker, Environment, ExistingTest, Language, Metric, Run, Solution, Verdict
from stab.score import TIMED
from stab.store import open_store


class Workbench:
    """Runs solutions, or finds in the store what they did. Raises SandboxError where nothing can be run."""

    def __init__(self, measuring: Measuring = STANDARD, keeper: Keeper | None = None) -> None:
        """`keeper` is given the runs instead of the store that the settings name."""
        self.measuring = measuring
        self.budget = Budget(measuring.seconds, measuring.runs)
        self._stack = ExitStack()
        self._keeper = keeper
        self._spare: queue.SimpleQueue[Sandbox] = queue.SimpleQueue()
        self._ready: set[Solution] = set()  # compiled by this call
        self._is_checked = False  # some output got a verdict
        self._broken: dict[Solution, Run] = {}  # solutions that never run: what to say instead

    def __enter__(self) -> Self:
        if self.measuring.metric is Metric.INSTRUCTIONS:
            require_counting()
        with self._stack:
            if self._keeper is None and self.measuring.store is not None:
                self._keeper = self._stack.enter_context(open_store(self.measuring.store))
            self._sandbox = self._stack.enter_context(self._box())
            self.environment: Environment = environment(self._sandbox.isolation)
            self.ledger = Ledger(self.measuring, self.environment, self._keeper)
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
        kept = self.ledger.find(order)
        if kept is None:
            kept = self._done(order, self._fresh(order, self._sandbox, self._core))
        return kept

    def identity(self, tests: Sequence[ExistingTest]) -> str:
        """Return a digest of the tests and the seed: a comparison is resumed only with the same ones."""
        return self.ledger.identity(tests)

    # --- many at a time ------------------------------------------------------------------------

    def run_all(
        self, orders: Sequence[Order], stage: str = "measure", on_event: ProgressHook = silent
    ) -> tuple[Run, ...]:
        """Return the runs in the order given, made on as many cores as the settings allow."""
        found: dict[int, Run] = {}
        waiting = []
        for number, order in enumerate(orders):
            kept = self.ledger.find(order)
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
        if isinstance(checker, Checker) and checker.program not in self._ready:
            wanted[checker.program] = None
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
            self._watch_checker(run)
            if run.verdict is Verdict.UNMEASURED and not blames_checker(run):
                run = self._judged(order, sandbox, core)
        except SandboxError:
            raise
        except MachineError as error:  # a language's tools are missing: no verdict on the solution
            text = f"{error.message}; {error.hint}" if error.hint else error.message
            run = self._broken[order.solution] = Run(Verdict.UNMEASURED, 0.0, 0.0, None, text)
        if run.verdict is Verdict.COMPILE_ERROR:
            self._broken[order.solution] = run
        return run

    def _watch_checker(self, run: Run) -> None:
        """Raise InputError where the checker never gets to an answer: each output would wait for it."""
        self._is_checked = self._is_checked or run.verdict in (Verdict.OK, Verdict.WRONG_ANSWER)
        if blames_dead_checker(run) and not (self._is_checked or self.ledger.reused):
            raise InputError(run.detail, hint="mend the checker, or take it out of the package")

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
        self.budget.count()
        return self.ledger.keep(order, run)

    def require_tools(self, language: Language) -> None:
        """Raise MachineError where programs in a language can't be run here."""
        self._sandbox.toolchain(language)
