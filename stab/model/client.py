"""The client of OpenAI-compatible servers; the only module that knows the `openai` package."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stab.errors import ModelError
from stab.model.answer import message_of, quoted, reply_of
from stab.model.budget import Budget
from stab.model.protocol import Parameters
from stab.records import Message, Reply

if TYPE_CHECKING:
    from openai import APIStatusError

RETRIES = 4
TIMEOUT_S = 300.0
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0  # a server that asks for more will not be waited for
CONNECT_S = 10.0  # to reach a server; its answer may take longer
SHORTEST_CAP = 1024  # tokens of a reply; below that a smaller limit of ours helps no more
PASSING = frozenset({408, 409, 425, 429})  # and everything from 500: worth another try
REFUSING = frozenset({400, 422})
OUR_PARAMETERS = ("temperature", "seed", "max_tokens", "max_completion_tokens", "stream_options")
OFFICIAL_HOST = "api.openai.com"
_TOO_LONG = re.compile(r"too large|context.{0,8}(length|window|size)", re.IGNORECASE)
_NEEDS_STREAM = re.compile(r"\bstream", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one request may take, in seconds, and how often a failed one is sent again."""

    timeout_s: float = TIMEOUT_S  # without a byte from the server
    retries: int = RETRIES
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class _Failure:
    """What to say about a failed request, the wait that the server asked for, and whether to give up."""

    told: ModelError
    wait: float | None = None
    is_final: bool = False


class ServerModel:
    """A model behind a URL. Waits and tries again where that can help, and keeps to its budget."""

    def __init__(
        self,
        name: str,
        server: str,
        key: str | None,
        budget: Budget,
        patience: Patience = Patience(),
    ) -> None:
        if not key and OFFICIAL_HOST in server:
            raise ModelError(
                f"no key for {server}", hint="set OPENAI_API_KEY, or name another server with --base-url"
            )
        self.name = name
        self._server = server
        self._key = key or "none"  # servers of one's own ask for no key, but the header must be there
        self._budget = budget
        self._patience = patience
        self._client: Any = None
        self._refused: set[str] = set()  # parameters that this model does not take
        self._streams = False  # the server answers in streams only
        self._reply_cap: int | None = None  # the longest reply that the server lets us ask for

    def complete(self, messages: Sequence[Message], parameters: Parameters = Parameters()) -> Reply:  # noqa: B008 - a frozen record
        """Return the server's answer.

        Raises ModelError when it can't be had, BudgetError when too few tokens are left for it.
        """
        limit = self._budget.reserve(messages, parameters.max_tokens)
        reply: Reply | None = None
        try:
            reply = self._ask_patiently(messages, parameters, limit)
        finally:
            self._budget.settle(messages, limit, reply)
        if reply.finish_reason == "length" and self._budget.shortened(limit, parameters.max_tokens):
            raise self._budget.used_up()
        return reply

    def _ask_patiently(self, messages: Sequence[Message], parameters: Parameters, limit: int | None) -> Reply:
        import openai

        failures = 0
        while True:
            if self._reply_cap is not None and limit is not None and parameters.max_tokens is None:
                limit = min(limit, self._reply_cap)
            try:
                return self._ask(messages, parameters, limit)
            except (openai.OpenAIError, ValueError) as error:  # ValueError: a body that is no JSON
                if isinstance(error, openai.APIStatusError) and self._gives_way(error, parameters, limit):
                    continue
                failure = self._failure(error)
                failures += 1
                is_too_long = (failure.wait or 0.0) > LONGEST_WAIT_S
                if failure.is_final or is_too_long or failures > self._patience.retries:
                    raise failure.told from error
            self._patience.sleep(_pause(failures) if failure.wait is None else failure.wait)

    def _ask(self, messages: Sequence[Message], parameters: Parameters, limit: int | None) -> Reply:
        options = {
            "temperature": parameters.temperature,
            "seed": parameters.seed,
            "max_tokens" if "max_tokens" not in self._refused else "max_completion_tokens": limit,
        }
        answer = self._connected().chat.completions.create(
            model=self.name,
            messages=[{"role": m.role, "content": m.content} for m in messages],
            extra_body=self._stream_options() if self._streams else None,
            **{k: v for k, v in options.items() if v is not None and k not in self._refused},
        )
        try:
            return reply_of(answer)
        except ValueError as error:
            raise self._nonsense(str(error)) from error

    def _stream_options(self) -> dict[str, object]:
        """Return what asks for a stream, behind the library's back: it then reads the whole answer."""
        usage = {} if "stream_options" in self._refused else {"stream_options": {"include_usage": True}}
        return {"stream": True, **usage}

    def _connected(self) -> Any:
        if self._client is None:
            from openai import OpenAI, Timeout

            seconds = self._patience.timeout_s
            try:
                # Our own loop tries again: it can wait as long as the server asks, and tells why it gave up.
                self._client = OpenAI(
                    api_key=self._key,
                    base_url=self._server,
                    timeout=Timeout(seconds, connect=min(seconds, CONNECT_S)),
                    max_retries=0,
                )
            except (ImportError, ValueError) as error:  # a SOCKS proxy without its package, a bad proxy URL
                raise ModelError(
                    f"no connection to {self._server} can be set up: {quoted(str(error))}",
                    hint="check HTTP_PROXY, HTTPS_PROXY and ALL_PROXY",
                ) from error
        return self._client

    def _gives_way(self, error: APIStatusError, parameters: Parameters, limit: int | None) -> bool:
        """Ask differently where the server refuses how we ask; True if that is worth a try."""
        if error.status_code not in REFUSING:
            return False
        said = message_of(error.body)
        if limit is not None and parameters.max_tokens is None and _TOO_LONG.search(said):
            self._reply_cap = max(limit // 2, SHORTEST_CAP)  # a limit of ours, not of the caller
            return limit > SHORTEST_CAP
        if error.param in OUR_PARAMETERS and error.param not in self._refused:  # reasoning models take few
            self._refused.add(error.param)
            return True
        if _NEEDS_STREAM.search(said) and not self._streams:
            self._streams = True
            return True
        return False

    def _failure(self, error: Exception) -> _Failure:
        import openai

        if isinstance(error, openai.APIStatusError):
            is_passing = error.status_code >= 500 or error.status_code in PASSING
            is_final = not is_passing or error.code == "insufficient_quota"
            return _Failure(self._status_error(error), _asked_wait(error), is_final)
        if isinstance(error, openai.APITimeoutError) and type(error.__cause__).__name__ != "ConnectTimeout":
            return _Failure(self._late())
        if isinstance(error, openai.APIConnectionError):
            return _Failure(self._unreachable(error))
        return _Failure(self._nonsense(str(error)), is_final=True)

    def _status_error(self, error: APIStatusError) -> ModelError:
        hints = {
            401: "check OPENAI_API_KEY",
            403: "check OPENAI_API_KEY and what it may use",
            404: f"does the server know a model {self.name!r}? does its URL end with /v1?",
            429: "wait, or use another key or model; replies that came are kept and cost nothing again",
        }
        said = quoted(message_of(error.body)) or "nothing more"
        return ModelError(
            f"the model server {self._server} answered {error.status_code}: {said}",
            hint=hints.get(error.status_code, "try again later, or another model"),
        )

    def _late(self) -> ModelError:
        return ModelError(
            f"the model server {self._server} did not answer within {self._patience.timeout_s:g} s",
            hint="try again later, a smaller model, or a longer time",
        )

    def _unreachable(self, error: Exception) -> ModelError:
        reason = str(error.__cause__ or error)
        return ModelError(
            f"the model server {self._server} can't be reached: {reason}",
            hint="is it running? check --base-url or OPENAI_BASE_URL, and the network",
        )

    def _nonsense(self, said: str) -> ModelError:
        return ModelError(
            f"the server {self._server} answered something that is no chat completion: {quoted(said)}",
            hint="is its URL right? it usually ends with /v1",
        )


def _asked_wait(error: APIStatusError) -> float | None:
    """Return the seconds that the server asks to wait, None if it names none."""
    text = error.response.headers.get("retry-after")
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        return _seconds_until(text)
    return seconds if 0 <= seconds < float("inf") else None


def _seconds_until(date: str) -> float | None:
    """Return the seconds until an HTTP date, the header's other form."""
    from email.utils import parsedate_to_datetime

    try:
        return max(parsedate_to_datetime(date).timestamp() - time.time(), 0.0)
    except (ValueError, OverflowError):
        return None


def _pause(failures: int) -> float:
    """Return a wait that doubles, up to half of it random: many clients must not return at once."""
    longest = min(FIRST_WAIT_S * 2 ** (failures - 1), LONGEST_WAIT_S)
    return float(longest * random.uniform(0.5, 1.0))
