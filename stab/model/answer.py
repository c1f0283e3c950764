"""From what a server sent to a reply: a completion, or the events of a stream."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from stab.records import Reply

MOST_SAID = 300  # characters that are quoted of a server's message
_TAG = re.compile(r"<[^<>]*>")
_EVENT = "data:"


def reply_of(answer: Any) -> Reply:
    """Return the reply that an answer holds: an object of the client library, or a stream's text.

    Raises ValueError, with what the server said, for anything else.
    """
    if isinstance(answer, str):
        return _streamed(list(_events(answer)), answer)
    if getattr(answer, "error", None):
        raise ValueError(quoted(str(answer.error)))
    try:
        choice = answer.choices[0]
        text = _text(choice.message.content)
    except (AttributeError, IndexError, TypeError, KeyError) as error:
        raise ValueError(
            "it has no choices" if hasattr(answer, "choices") else quoted(str(answer))
        ) from error
    return _reply(text, choice.finish_reason or "stop", getattr(answer, "usage", None))


def message_of(body: Any) -> str:
    """Return what the body of a refusal says: an error object, another object of a server, or a page."""
    if isinstance(body, dict):
        said = next((body[key] for key in ("message", "detail", "error") if body.get(key)), body)
        return str(said)
    return str(body or "")


def quoted(said: str) -> str:
    """Return the beginning of a server's message on one line; of an HTML page only its words."""
    start = said[: 8 * MOST_SAID]
    if start.lstrip().startswith("<"):
        start = _TAG.sub(" ", start)
    return " ".join(start.split())[:MOST_SAID]


def _events(text: str) -> Iterator[Any]:
    """Yield the objects of a stream of server-sent events."""
    for line in text.splitlines():
        data = line.removeprefix(_EVENT).strip() if line.startswith(_EVENT) else ""
        if data == "[DONE]":
            return
        if data:
            yield json.loads(data, object_hook=lambda found: SimpleNamespace(**found))


def _streamed(events: list[Any], text: str) -> Reply:
    if not events:
        raise ValueError(quoted(text))
    parts: list[str] = []
    finish, usage = None, None
    for event in events:
        if getattr(event, "error", None):
            raise ValueError(quoted(str(getattr(event.error, "message", event.error))))
        usage = getattr(event, "usage", None) or usage
        for choice in (getattr(event, "choices", None) or [])[:1]:
            parts.append(_text(getattr(getattr(choice, "delta", None), "content", None)))
            finish = getattr(choice, "finish_reason", None) or finish
    return _reply("".join(parts), finish or "length", usage)  # a stream without an end was cut off


def _text(content: Any) -> str:
    """Return the words of a message; some servers send them in parts."""
    if isinstance(content, list):
        parts = (p.get("text") if isinstance(p, dict) else getattr(p, "text", None) for p in content)
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _reply(text: str, finish: Any, usage: Any) -> Reply:
    return Reply(
        text=text.encode(errors="replace").decode(),  # half characters could neither be kept nor sent again
        finish_reason=str(finish),
        prompt_tokens=_count(getattr(usage, "prompt_tokens", None)),
        completion_tokens=_count(getattr(usage, "completion_tokens", None)),
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0
