"""Groups of options that commands share, and what each group stands for."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from stab.cli import loading, options
from stab.cli.console import Console
from stab.errors import InputError, UsageError

if TYPE_CHECKING:
    from stab import records
    from stab.model import ModelChoice
    from stab.pipeline import Settings


_NAMED = 5  # solutions that are left out; more are counted


@dataclass(frozen=True, slots=True)
class Statement:
    """The problem and what its user says about it."""

    problem: options.Problem
    constraint: options.Constraints = None
    layout: options.LayoutFile = None

    def load(self) -> records.Problem:
        """Return the problem with these overrides."""
        return loading.problem_from(self.problem, self.constraint, self.layout)

    @property
    def overrides(self) -> bool:
        """Tell whether anything is overridden."""
        return bool(self.constraint or self.layout)


@dataclass(frozen=True, slots=True)
class Suites:
    """The programs and tests that exist already."""

    solutions: options.Solutions = None
    existing: options.Existing = None
    time: options.Time = None
    store: options.StoreFile = None
    fresh: options.Fresh = False
    budget: options.Budget = None

    def check(self) -> None:
        """Raise UsageError for tests that no solution could run on."""
        if self.existing and not self.solutions:
            raise UsageError("--existing is compared by running solutions", hint="give them with -s DIR")

    def add_to(self, settings: Settings, scratch: Path) -> Settings:
        """Return the settings with these solutions and tests; a row's tests are written into `scratch`."""
        from stab.packages import load_tests

        self.check()
        found = accepted_solutions(self.solutions) if self.solutions else ()
        tests = load_tests(self.existing, scratch) if self.existing else ()
        return replace(self.keeping(settings), solutions=found, existing=tests)

    def keeping(self, settings: Settings) -> Settings:
        """Return the settings with the place where runs are kept. Raises InputError for a missing folder."""
        from stab.store import default_file

        store = options.store_file(self.store) or default_file()
        seconds, runs = options.spending(self.budget)
        return replace(settings, store=store, fresh=self.fresh, seconds=seconds, runs=runs)


def accepted_solutions(source: str) -> tuple[records.Solution, ...]:
    """Return all solutions at `source`. Raises InputError unless one of them is an accepted one."""
    from stab.packages import load_solutions

    found = load_solutions(source)
    if not any(s.expected == "accepted" for s in found):
        raise InputError(
            "no accepted solution here", file=source, hint="give a folder of .py, .cpp or .java files"
        )
    return found


def tell_foreign(console: Console, source: str | None) -> None:
    """Name the solutions at `source` that nothing here can run."""
    from stab.packages import foreign_solutions

    left_out = foreign_solutions(source) if source else ()
    if left_out:
        more = f" and {len(left_out) - _NAMED} more" if len(left_out) > _NAMED else ""
        console.note(f"left out, in languages that are not run here: {', '.join(left_out[:_NAMED])}{more}")


@dataclass(frozen=True, slots=True)
class ModelRoute:
    """Who writes the generators."""

    synth: options.Synth = None
    model: options.Model = None
    base_url: options.BaseUrl = None
    max_tokens_total: options.TokenCap = None
    model_timeout: options.ModelTimeout = None
    model_retries: options.ModelRetries = None
    generator_time: options.GeneratorTime = None

    def add_to(self, settings: Settings) -> Settings:
        """Return the settings with this route and model.

        Raises ModelError for a model that can't even be opened: no folder of replies, no key.
        """
        from stab.model import ModelChoice
        from stab.pipeline import Synth

        if self.synth is not None and self.synth not in [s.value for s in Synth]:
            raise UsageError(f"--synth {self.synth} is not known", hint="one of compose, llm, both")
        if self.model is None:
            self._check_unused()
            choice = None
        else:
            choice = ModelChoice(
                self.model,
                self.base_url,
                self.max_tokens_total,
                timeout_s=self.model_timeout,
                retries=self.model_retries,
            )
        synth = None if self.synth is None else Synth(self.synth)
        full = replace(settings, synth=synth, model=choice, generator_time_s=self.generator_time)
        if choice is not None and full.route is not Synth.COMPOSE:
            choice.open()  # at once, not after minutes of work
        return replace(full, synth=full.route)

    def _check_unused(self) -> None:
        reader = ModelReader(
            None, self.base_url, self.max_tokens_total, self.model_timeout, self.model_retries
        )
        reader.check_unused({"--generator-time": self.generator_time})


@dataclass(frozen=True, slots=True)
class ModelReader:
    """Who is asked about what could not be read."""

    model: options.Model = None
    base_url: options.BaseUrl = None
    max_tokens_total: options.TokenCap = None
    model_timeout: options.ModelTimeout = None
    model_retries: options.ModelRetries = None

    def choice(self) -> ModelChoice | None:
        """Return the model that was named, None for none. Raises UsageError for options of none."""
        from stab.model import ModelChoice

        if self.model is None:
            self.check_unused({})
            return None
        return ModelChoice(
            self.model,
            self.base_url,
            self.max_tokens_total,
            timeout_s=self.model_timeout,
            retries=self.model_retries,
        )

    def check_unused(self, others: Mapping[str, object]) -> None:
        """Raise UsageError where options about a model, these or others, are given without one."""
        options_of_models = {
            "--base-url": self.base_url,
            "--max-tokens-total": self.max_tokens_total,
            "--model-timeout": self.model_timeout,
            "--model-retries": self.model_retries,
            **others,
        }
        given = [name for name, value in options_of_models.items() if value is not None]
        if given:
            verb = "is" if len(given) == 1 else "are"
            raise UsageError(f"{' and '.join(given)} {verb} about a model", hint="name it with --model")


@contextmanager
def sharing_tokens(settings: Settings) -> Iterator[Settings]:
    """Yield settings under which all rows of a data set, in whatever process, count to one cap."""
    from stab.model import ModelChoice

    if not isinstance(settings.model, ModelChoice) or settings.model.max_tokens_total is None:
        yield settings
        return
    with tempfile.TemporaryDirectory(prefix="stab-") as folder:
        yield replace(settings, model=replace(settings.model, ledger=Path(folder) / "tokens"))


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said, and where; commands that take no time show no bar anyway."""

    json: options.Json = False
    verbose: options.Verbose = False
    no_bar: options.NoBar = False

    def console(self) -> Console:
        """Return the console that says it."""
        return Console(as_json=self.json, verbose=self.verbose, bar=not self.no_bar)
