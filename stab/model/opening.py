"""From a model's name to a model that caches its replies and keeps to a budget."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from stab.errors import ModelError, UsageError
from stab.model.budget import Budget
from stab.model.cache import CachedModel, reply_folder
from stab.model.protocol import Model
from stab.model.replay import PREFIX, ReplayModel

OPENAI = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model to ask, and how much it may cost; a value, so that other processes can open it too."""

    name: str
    base_url: str | None = None
    max_tokens_total: int | None = None
    ledger: Path | None = None  # where processes that share the cap count what was spent
    timeout_s: float | None = None  # of one request
    retries: int | None = None  # of one request

    @property
    def server(self) -> str | None:
        """The URL of the model's server; None for recorded replies."""
        return None if self.name.startswith(PREFIX) else server_url(self.base_url)

    def open(self) -> Model:
        """Return the model, its replies kept in the user's cache. Raises what `open_model` raises."""
        return open_model(
            self.name,
            base_url=self.base_url,
            cache=reply_folder(),
            budget=Budget(self.max_tokens_total, self.ledger),
            timeout_s=self.timeout_s,
            retries=self.retries,
        )


def open_model(
    name: str,
    *,
    base_url: str | None = None,
    cache: Path | None = None,
    budget: Budget | None = None,
    timeout_s: float | None = None,
    retries: int | None = None,
) -> Model:
    """Return the model `name` of an OpenAI-compatible server, or the replies of a folder (`replay:DIR`).

    The server is that of `server_url`. `cache` is the folder of kept replies,
    None asks every time; a kept reply costs no budget. `timeout_s` (default 300) is how long a server may be
    silent, `retries` (default 4) how often a request that may yet succeed is sent again. Raises UsageError
    for a name or URL that can't be one, ModelError for a missing key or folder.
    """
    if not name.strip():
        raise UsageError("the model has no name", hint="--model NAME, or --model replay:DIR")
    if name.startswith(PREFIX):
        return ReplayModel(Path(name.removeprefix(PREFIX)).expanduser())
    from stab.model.client import RETRIES, TIMEOUT_S, Patience, ServerModel

    server = server_url(base_url)
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(
            f"{server!r} is not the URL of a server", hint="--base-url http://localhost:8000/v1, say"
        )
    patience = Patience(timeout_s or TIMEOUT_S, RETRIES if retries is None else retries)
    model = ServerModel(name, server, _key(), budget or Budget(), patience)
    return model if cache is None else CachedModel(model, cache, server)


def server_url(base_url: str | None) -> str:
    """Return the server that is asked: the one given, else OPENAI_BASE_URL, else OpenAI's."""
    return (base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI).rstrip("/")


def _key() -> str | None:
    key = os.environ.get("OPENAI_API_KEY", "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ModelError("OPENAI_API_KEY holds characters that no key has", hint="copy the key once more")
    return key or None
