"""Inputs seen by the input validators that a suite brings along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stab.errors import MachineError, SandboxError
from stab.execute import Sandbox, check_input
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.records import ExistingTest, InputValidator, Rejection, Verdict


@dataclass(frozen=True, slots=True)
class Seen:
    """The refused tests with what the validators said, and the validators that say nothing."""

    refused: tuple[Rejection, ...] = ()
    notes: tuple[str, ...] = ()


def seen_by(
    validators: Sequence[InputValidator],
    tests: Sequence[ExistingTest],
    sandbox: Sandbox,
    on_event: ProgressHook = silent,
) -> Seen:
    """Return the first refusal of each test. One that can't be run is left out from then on, and told."""
    refused, notes = [], []
    usable = list(validators)
    for number, test in enumerate(tests, 1):
        for validator in tuple(usable):
            name = validator.program.name
            try:
                verdict, said = check_input(validator, test.input, sandbox)
            except SandboxError:
                raise
            except MachineError as error:
                verdict, said = Verdict.UNMEASURED, error.message
            if verdict is Verdict.UNMEASURED:
                usable.remove(validator)
                notes.append(f"{name} is not asked, on {test.name}: {said}")
            elif verdict is not Verdict.OK:
                refused.append(Rejection(test.name, "validator", f"{name} refuses it: {said}"))
                break
        on_event(Progress("validators", number, len(tests), test.name))
    return Seen(tuple(refused), tuple(notes))
