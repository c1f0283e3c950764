"""What tests of several stages need: laws without a clock, and a scripted model server.

Laws are tried without a clock: a busy machine fails no test.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("no-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no-clock")


@dataclass
class Script:
    """A server of chat completions: answers in order, the last one for ever; and what was asked."""

    answers: list[tuple[int, dict[str, str], Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    late: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    def say(self, text: Any, finish: str = "stop", tokens: tuple[int, int] | None = (100, 20)) -> None:
        message = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
        body: dict[str, Any] = {
            "id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [message]
        }  # fmt: skip
        if tokens:
            body["usage"] = {
                "prompt_tokens": tokens[0],
                "completion_tokens": tokens[1],
                "total_tokens": sum(tokens),
            }
        self.answers.append((200, {}, body))

    def fail(self, status: int, headers: dict[str, str] | None = None, **error: str) -> None:
        self.answers.append((status, headers or {}, {"error": {"message": "scripted", **error}}))

    def send(self, body: bytes, type: str = "application/json", status: int = 200) -> None:
        """Answer with these very bytes."""
        self.answers.append((status, {"Content-Type": type}, body))

    def stall(self) -> None:
        """Answer nothing, and keep the line open."""
        self.answers.append((0, {}, None))


@pytest.fixture(autouse=True)
def digits():
    """Python's limit on digits, which some generators lift, is the next test's again."""
    limit = sys.get_int_max_str_digits()
    yield
    sys.set_int_max_str_digits(limit)


@pytest.fixture
def server(monkeypatch):
    """A running server with an empty script."""
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            script.requests.append(json.loads(body))
            script.keys.append(self.headers["Authorization"])
            status, headers, answer = script.answers[min(len(script.requests), len(script.answers)) - 1]
            if not status:
                script.late.wait(20)
                return
            data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.url = f"http://127.0.0.1:{http.server_port}/v1"
    threading.Thread(target=http.serve_forever, daemon=True).start()
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    yield script
    script.late.set()
    http.shutdown()
    http.server_close()
