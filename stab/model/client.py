"""The client of OpenAI-compatible servers; the only module that knows the `openai` package."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from stab.errors import ModelError
from stab.model.budget import Budget
from stab.model.protocol import Parameters
from stab.records import Message, Reply

if TYPE_CHECKING:
    from openai import APIStatusError

ATTEMPTS = 5
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0  # a server that asks for more will not be waited for
PASSING = frozenset({408, 409, 425, 429})  # and everything from 500: worth another try
OUR_PARAMETERS = ("temperature", "seed", "max_tokens", "max_completion_tokens")
OFFICIAL_HOST = "api.openai.com"


class ServerModel:
    """A model behind a URL. Waits and tries again where that can help, and keeps to its budget."""

    def __init__(
        self,
        name: str,
        server: str,
        key: str | None,
        budget: Budget,
        timeout_s: float,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not key and OFFICIAL_HOST in server:
            raise ModelError(
                f"no key for {server}", hint="set OPENAI_API_KEY, or name another server with --base-url"
            )
        self.name = name
        self._server = server
        self._key = key or "none"  # servers of one's own ask for no key, but the header must be there
        self._budget = budget
        self._timeout_s = timeout_s
        self._sleep = sleep
        self._client: Any = None
        self._refused: set[str] = set()  # parameters that this model does not take

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
        if reply.finish_reason == "length" and limit is not None and limit != parameters.max_tokens:
            raise self._budget.used_up()
        return reply

    def _ask_patiently(self, messages: Sequence[Message], parameters: Parameters, limit: int | None) -> Reply:
        import openai

        failures = 0
        while True:
            try:
                return self._ask(messages, parameters, limit)
            except openai.APIStatusError as error:
                if self._gives_way(error):
                    continue
                failure, wait = self._status_failure(error), _asked_wait(error)
                is_passing = error.status_code >= 500 or error.status_code in PASSING
                is_hopeless = not is_passing or error.code == "insufficient_quota"
            except openai.APITimeoutError:
                failure, wait, is_hopeless = self._late(), None, False
            except openai.APIConnectionError as error:
                failure, wait, is_hopeless = self._unreachable(error), None, False
            except (openai.OpenAIError, ValueError) as error:  # ValueError: a body that is no JSON
                raise self._nonsense(str(error)) from error
            failures += 1
            if is_hopeless or failures == ATTEMPTS or (wait or 0.0) > LONGEST_WAIT_S:
                raise failure
            self._sleep(_pause(failures) if wait is None else wait)

    def _ask(self, messages: Sequence[Message], parameters: Parameters, limit: int | None) -> Reply:
        options = {
            "temperature": parameters.temperature,
            "seed": parameters.seed,
            "max_tokens" if "max_tokens" not in self._refused else "max_completion_tokens": limit,
        }
        answer = self._connected().chat.completions.create(
            model=self.name,
            messages=[{"role": m.role, "content": m.content} for m in messages],
            **{k: v for k, v in options.items() if v is not None and k not in self._refused},
        )
        try:
            choice = answer.choices[0]
            text = choice.message.content
        except (AttributeError, IndexError, TypeError) as error:
            raise self._nonsense(str(answer)) from error
        usage = getattr(answer, "usage", None)
        return Reply(
            text=text if isinstance(text, str) else "",
            finish_reason=choice.finish_reason or "stop",
            prompt_tokens=getattr(usage, "prompt_tokens", 0) or 0,
            completion_tokens=getattr(usage, "completion_tokens", 0) or 0,
        )

    def _connected(self) -> Any:
        if self._client is None:
            from openai import OpenAI

            # Our own loop tries again: it can wait as long as the server asks, and tells why it gave up.
            self._client = OpenAI(
                api_key=self._key, base_url=self._server, timeout=self._timeout_s, max_retries=0
            )
        return self._client

    def _gives_way(self, error: APIStatusError) -> bool:
        """Drop a parameter that the model refuses (reasoning models take few); True if one was dropped."""
        refused = error.param if error.status_code in (400, 422) else None
        if refused not in OUR_PARAMETERS or refused in self._refused:
            return False
        self._refused.add(refused)
        return True

    def _status_failure(self, error: APIStatusError) -> ModelError:
        hints = {
            401: "check OPENAI_API_KEY",
            403: "check OPENAI_API_KEY and what it may use",
            404: f"does the server know a model {self.name!r}? does its URL end with /v1?",
            429: "wait, or use another key or model; replies that came are kept and cost nothing again",
        }
        said = " ".join(str(error.message).split())[:300]
        return ModelError(
            f"the model server {self._server} answered {error.status_code}: {said}",
            hint=hints.get(error.status_code, "try again later, or another model"),
        )

    def _late(self) -> ModelError:
        return ModelError(
            f"the model server {self._server} did not answer within {self._timeout_s:g} s",
            hint="try again later, or a smaller model",
        )

    def _unreachable(self, error: Exception) -> ModelError:
        reason = str(error.__cause__ or error)
        return ModelError(
            f"the model server {self._server} can't be reached: {reason}",
            hint="is it running? check --base-url or OPENAI_BASE_URL, and the network",
        )

    def _nonsense(self, said: str) -> ModelError:
        return ModelError(
            f"the server {self._server} answered something that is no chat completion: {said[:200]}",
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
