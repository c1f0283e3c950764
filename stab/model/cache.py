"""Replies kept on disk, each in a file named by the digest of model, server and request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from stab.errors import MachineError
from stab.model.protocol import Model, Parameters, request_digest
from stab.records import Message, Reply
from stab.resources import cache_dir, write_whole

SCHEMA = "stab/reply/1"


def reply_folder() -> Path:
    """Return where replies are kept: $XDG_CACHE_HOME/stab/replies."""
    return cache_dir("replies")


class CachedModel:
    """A model that asks the server only what it has not answered before."""

    def __init__(self, inner: Model, folder: Path, server: str) -> None:
        self._inner = inner
        self._folder = folder
        self._server = server

    @property
    def name(self) -> str:
        """The model's name."""
        return self._inner.name

    def complete(self, messages: Sequence[Message], parameters: Parameters = Parameters()) -> Reply:  # noqa: B008 - a frozen record
        """Return the kept reply, or the server's, which is then kept. Raises what the model raises."""
        request = request_digest(messages, parameters)
        key = hashlib.sha256(f"{self.name}\n{self._server}\n{request}".encode()).hexdigest()
        file = self._folder / f"{key}.json"
        kept = read_reply(file)
        if kept is not None and kept[0] == request:
            return replace(kept[1], cached=True)
        reply = self._inner.complete(messages, parameters)
        document = {"schema": SCHEMA, "model": self.name, "request": request, **asdict(reply)}
        _keep(file, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return reply


def read_reply(file: Path) -> tuple[str | None, Reply] | None:
    """Return the digest of the request and the reply that a file holds; None if it holds none."""
    try:
        document: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not isinstance(document.get("text"), str):
        return None
    request, finish = document.get("request"), document.get("finish_reason", "stop")
    return request if isinstance(request, str) else None, Reply(
        text=document["text"],
        finish_reason=finish if isinstance(finish, str) else "stop",
        prompt_tokens=_count(document.get("prompt_tokens")),
        completion_tokens=_count(document.get("completion_tokens")),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def _keep(file: Path, text: str) -> None:
    """Write the reply whole: a reader never sees half of it."""
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise MachineError(
            f"the model's reply can't be kept in {file.parent}: {error.strerror}",
            hint="make room there, or set XDG_CACHE_HOME to another folder",
        ) from error
