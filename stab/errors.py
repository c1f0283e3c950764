"""Everything that can go wrong with a reason a user can act on.

StabError
├── UsageError        2  the call itself makes no sense
├── InputError        3  the user's input can't be used
│   ├── InfeasibleError  the constraints contradict each other
│   └── LayoutError      no input layout could be proved
├── MachineError      4  this machine lacks something
│   ├── SandboxError     no isolation, or it broke
│   └── ModelError       the model can't be reached or gave nothing usable
│       └── BudgetError  the tokens that the user allowed are used up
└── InternalError     4  a defect of ours, told without a traceback
"""

from __future__ import annotations


class StabError(Exception):
    """Root of all expected failures: a message, where it happened, and what to do about it."""

    exit_code = 4
    kind = "error"

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.hint = hint


class UsageError(StabError):
    """The call itself makes no sense."""

    exit_code = 2
    kind = "usage"


class InputError(StabError):
    """The user's input can't be used."""

    exit_code = 3
    kind = "input"


class InfeasibleError(InputError):
    """The constraints contradict each other."""

    kind = "infeasible"


class LayoutError(InputError):
    """No input layout could be proved on the samples; `candidate` is the likeliest, in layout notation."""

    kind = "layout"
    candidate: str | None = None


class MachineError(StabError):
    """This machine lacks something the task needs."""

    kind = "machine"


class SandboxError(MachineError):
    """No isolation of the wanted level, or it broke while a program ran."""

    kind = "sandbox"


class ModelError(MachineError):
    """The model can't be reached, or answered nothing usable."""

    kind = "model"


class BudgetError(ModelError):
    """The tokens that the user allowed are used up."""

    kind = "budget"


class InternalError(StabError):
    """A defect of ours that nobody foresaw."""

    kind = "internal"
