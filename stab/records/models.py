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
