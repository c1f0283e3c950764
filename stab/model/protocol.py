"""What every model offers, and the digest that names a request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from stab.records import Message, Reply


@dataclass(frozen=True, slots=True)
class Parameters:
    """How to sample; None leaves the choice to the server and is no part of the request's digest."""

    temperature: float | None = 0.0
    seed: int | None = 0
    max_tokens: int | None = None  # of the reply


class Model(Protocol):
    """Answers conversations."""

    @property
    def name(self) -> str:
        """The model's name, as the user gave it."""

    def complete(self, messages: Sequence[Message], parameters: Parameters = Parameters()) -> Reply:
        """Return the model's next message.

        Raises ModelError when the model can't be reached, BudgetError when no tokens are left.
        """


def request_digest(messages: Sequence[Message], parameters: Parameters) -> str:
    """Return the name of a request: a digest of its messages and parameters, whichever model is asked."""
    given = {name: value for name, value in asdict(parameters).items() if value is not None}
    request = {"messages": [asdict(m) for m in messages], "parameters": given}
    text = json.dumps(request, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
