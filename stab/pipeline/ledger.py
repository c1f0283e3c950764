"""The runs that were made before, in this call or an earlier one, under all that their outcome depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from stab.pipeline.conditions import Measuring
from stab.records import Checker, Environment, ExistingTest, Run, Solution, Verdict
from stab.store import key_of

_REMEMBERED = 1 << 16  # bytes of an output that are kept in memory


@dataclass(frozen=True, slots=True)
class Order:
    """One run of a solution on a test; `series` and `repeat` tell it from equal ones."""

    solution: Solution
    test: ExistingTest
    series: str
    repeat: int = 0
    keep_output: bool = False


class Keeper(Protocol):
    """Where runs go as they come: the store, or the basket that a worker sends home."""

    def add(self, key: str, repeat: int, run: Run, *, keep_output: bool = False) -> None:
        """Keep a run."""

    def get(self, key: str, repeat: int, *, with_output: bool = False) -> Run | None:
        """Return a run that was kept, or None."""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run as a keeper is given it."""

    key: str
    repeat: int
    run: Run
    keep_output: bool


@dataclass(slots=True)
class Basket:
    """Collects runs and knows none of earlier calls."""

    runs: list[KeptRun] = field(default_factory=list)

    def add(self, key: str, repeat: int, run: Run, *, keep_output: bool = False) -> None:
        """Collect a run, without an output that nobody wants."""
        self.runs.append(KeptRun(key, repeat, run if keep_output else replace(run, stdout=b""), keep_output))

    def get(self, key: str, repeat: int, *, with_output: bool = False) -> Run | None:
        """Return None."""
        return None


class Ledger:
    """Finds and keeps the runs of one machine; `reused` counts those that an earlier call made."""

    def __init__(self, measuring: Measuring, machine: Environment, keeper: Keeper | None) -> None:
        self._measuring, self._machine, self._keeper = measuring, machine, keeper
        self._found: set[tuple[str, int]] = set()  # of earlier calls
        self._keys: dict[tuple[Path, Path | None], str] = {}
        self._made: dict[tuple[str, int], tuple[Run, bool]] = {}  # of this call; True: with its whole output

    def keep(self, order: Order, run: Run) -> Run:
        """Keep a run, for this call and for later ones, and return it."""
        shown = run if order.keep_output else replace(run, stdout=b"")
        if run.verdict is not Verdict.COMPILE_ERROR:
            shown = replace(shown, stderr="")
        if run.verdict is Verdict.UNMEASURED:
            return shown
        key = self._key(order)
        small = shown if len(shown.stdout) <= _REMEMBERED else replace(shown, stdout=b"")
        self._made[key, order.repeat] = small, len(small.stdout) == len(run.stdout)
        if self._keeper is not None:
            self._keeper.add(key, order.repeat, run, keep_output=order.keep_output)
        return shown

    def find(self, order: Order) -> Run | None:
        """Return a run that was made before: in this call, or by an earlier one."""
        key = self._key(order)
        made, is_whole = self._made.get((key, order.repeat), (None, False))
        if made is not None and (is_whole or not order.keep_output):
            return made
        if self._keeper is None or self._measuring.fresh:
            return None
        run = self._keeper.get(key, order.repeat, with_output=order.keep_output)
        if run is not None and made is None:
            self._found.add((key, order.repeat))
        return run

    @property
    def reused(self) -> int:
        """How many runs of earlier calls were used, each counted once."""
        return len(self._found)

    def identity(self, tests: Sequence[ExistingTest]) -> str:
        """Return a digest of the tests and the seed: a comparison is resumed only with the same ones."""
        return key_of(self._measuring.seed, [(t.name, self._files_key(t)) for t in tests])

    def _key(self, order: Order) -> str:
        """Return the digest of all that the outcome of a run depends on."""
        solution, machine, own = order.solution, self._machine, self._measuring
        return key_of(
            (order.series, order.test.name),  # equal inputs under two names are two inputs
            machine.toolchains.get(solution.language.value),
            self._checker_tools(),
            (solution.language.value, solution.source, solution.others, solution.file),
            own.checker,
            self._files_key(order.test),
            own.limits,
            own.metric.value,
            (machine.isolation, machine.cpu, machine.host),
        )

    def _checker_tools(self) -> str | None:
        checker = self._measuring.checker
        language = checker.program.language.value if isinstance(checker, Checker) else ""
        return self._machine.toolchains.get(language)

    def _files_key(self, test: ExistingTest) -> str:
        files = (test.input, test.answer)
        if files not in self._keys:
            self._keys[files] = key_of(*files)
        return self._keys[files]
