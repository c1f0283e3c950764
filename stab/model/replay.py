"""A model that reads its replies from a folder: for tests, and to repeat an experiment without a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stab.errors import ModelError
from stab.model.cache import read_reply
from stab.model.protocol import Parameters, request_digest
from stab.records import Message, Reply

PREFIX = "replay:"


class ReplayModel:
    """Replies of a folder: `*.json` by the digest of the request, else the next of 001.txt, 002.txt, …

    A folder of cached replies can be replayed as it is. Raises ModelError when the folder holds none.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if not folder.is_dir():
            raise ModelError(
                f"there is no folder {folder}", hint=f"{PREFIX}DIR takes a folder of recorded replies"
            )
        try:
            files = sorted(folder.iterdir())
            self._texts = [f.read_text(encoding="utf-8") for f in files if f.suffix == ".txt"]
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8 text"
            raise ModelError(f"the replies in {folder} can't be read: {reason}") from error
        kept = [found for f in files if f.suffix == ".json" and (found := read_reply(f)) is not None]
        self._by_request = {request: reply for request, reply in reversed(kept) if request}
        self._next = 0
        if not self._texts and not self._by_request:
            raise ModelError(
                f"{folder} holds no replies", hint="name them 001.txt, 002.txt, … or copy cached *.json files"
            )

    @property
    def name(self) -> str:
        """`replay:` and the folder's own name, the same wherever the folder lies."""
        return PREFIX + self._folder.resolve().name

    def complete(self, messages: Sequence[Message], parameters: Parameters = Parameters()) -> Reply:  # noqa: B008 - a frozen record
        """Return the recorded reply. Raises ModelError when there is none for this request."""
        request = request_digest(messages, parameters)
        if request in self._by_request:
            return replace(self._by_request[request], cached=True)
        if self._next == len(self._texts):
            raise ModelError(
                f"{self._folder} holds no reply to this request ({request})",
                hint="record more replies, or ask for less",
            )
        self._next += 1
        return Reply(self._texts[self._next - 1], cached=True)
