"""What goes to a language model and what comes back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a language model; role is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered; `finish_reason` "length" means that it was cut off."""

    text: str
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False  # nothing was sent


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What asking a model took; kept replies cost nothing, and the tokens are those of the others."""

    model: str
    requests: int = 0  # answered by the server
    cached: int = 0  # answered by replies kept from before
    repairs: int = 0  # of both: those that showed the model what was wrong with its last answer
    prompt_tokens: int = 0
    completion_tokens: int = 0
    accepted: int = 0  # answers that passed every check
    shortfall: str = ""  # why less was asked than wanted: the model is gone, or the token cap reached

    @property
    def tokens(self) -> int:
        """Prompts and replies together."""
        return self.prompt_tokens + self.completion_tokens
