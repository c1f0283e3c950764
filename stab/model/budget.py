"""The cap on tokens, shared by all processes of a run where a ledger is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stab.errors import BudgetError
from stab.records import Message, Reply

REPLY_TOKENS = 16384  # of one reply under a cap, where the caller sets no limit
LEAST_REPLY = 64  # a reply shorter than this holds nothing
BYTES_PER_TOKEN = 3  # fewer than English and code have, so that requests are estimated too large
TURN_TOKENS = 8  # what a chat template adds to each message


@dataclass(slots=True)
class Budget:
    """Tokens allowed in total, prompts and replies together; None allows any number.

    Before a request its estimated prompt and the longest reply that it may get are reserved; afterwards
    the server's own figures are booked. `ledger` is a file that other processes share.
    """

    total: int | None = None
    ledger: Path | None = None
    used: int = 0

    def reserve(self, messages: Sequence[Message], max_tokens: int | None) -> int | None:
        """Set tokens aside and return how long the reply may be. Raises BudgetError when too few are left."""
        if self.total is None:
            return max_tokens
        prompt = estimate(messages)
        with self._locked():
            left = self.total - self.used - prompt
            limit = min(max_tokens or REPLY_TOKENS, left)
            if limit < min(LEAST_REPLY, max_tokens or LEAST_REPLY):
                raise self.used_up()
            self.used += prompt + limit
        return limit

    def settle(self, messages: Sequence[Message], limit: int | None, reply: Reply | None) -> None:
        """Book what a request really took; one that failed may have been billed for its prompt."""
        prompt = estimate(messages)
        spent = prompt
        if reply is not None:
            counted = reply.prompt_tokens + reply.completion_tokens
            spent = counted or prompt + estimate([Message("assistant", reply.text)])
        with self._locked():
            self.used += spent - (prompt + (limit or 0) if self.total is not None else 0)

    def shortened(self, limit: int | None, max_tokens: int | None) -> bool:
        """Tell whether a limit that `reserve` gave is lower than it would be with tokens to spare."""
        return self.total is not None and limit is not None and limit < (max_tokens or REPLY_TOKENS)

    def used_up(self) -> BudgetError:
        """Return the error that ends the work."""
        return BudgetError(
            f"the token budget of {self.total} is used up ({self.used} spent)",
            hint="raise --max-tokens-total; replies that came are kept and cost nothing again",
        )

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if self.ledger is None:
            yield
            return
        import fcntl

        with self.ledger.open("a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            self.used = int(file.read() or 0)
            yield
            file.truncate(0)
            file.write(str(self.used))


def estimate(messages: Sequence[Message]) -> int:
    """Return the tokens that messages take, rather too many than too few."""
    return sum(-(-len(m.content.encode()) // BYTES_PER_TOKEN) + TURN_TOKENS for m in messages)
