"""Who runs a generator: this process for what the composer wrote, the sandbox for everything else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from stab.records import Generator, Run
from stab.synth import run_generator

if TYPE_CHECKING:
    from stab.execute import Sandbox

Runner = Callable[[Generator, int], bytes]


class GeneratorFailed(Exception):
    """A generator gave no input; the message says why."""


def run_here(generator: Generator, seed: int) -> bytes:
    """Return the input of a generator of ours, run in this process. Raises GeneratorFailed."""
    try:
        return run_generator(generator, seed)
    except Exception as error:  # the other generators are still good, and this one is listed
        raise GeneratorFailed(f"{type(error).__name__}: {error}") from error


class TrustingRunner:
    """Runs `own` generators here and all others in a sandbox, opened when the first one needs it.

    Trust goes by the generator itself, not by what its author is called.
    """

    def __init__(self, own: Collection[Generator] = ()) -> None:
        self._stack = ExitStack()
        self._sandbox: Sandbox | None = None
        self._own = frozenset(generator.source for generator in own)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def sandbox(self) -> Sandbox:
        """Return the sandbox, opened at the first call. Raises SandboxError without isolation."""
        from stab.execute import open_sandbox

        if self._sandbox is None:
            self._sandbox = self._stack.enter_context(open_sandbox())
        return self._sandbox

    def __call__(self, generator: Generator, seed: int) -> bytes:
        """Return the generator's input. Raises GeneratorFailed, SandboxError."""
        if generator.source in self._own:
            return run_here(generator, seed)
        from stab.execute import run_generator_in_sandbox

        run = run_generator_in_sandbox(generator.source, seed, sandbox=self.sandbox())
        if isinstance(run, Run):
            raise GeneratorFailed(f"{run.verdict.value}: {run.detail}")
        return run


def derive_seed(seed: int, generator: Generator) -> int:
    """Return the seed of a test: a digest of the user's seed and the generator's source."""
    text = f"{seed}\n{generator.source}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") >> 1
