"""The client against a scripted server: patience, errors, caching and the token cap."""

from __future__ import annotations

import pytest

from stab.errors import BudgetError, MachineError, ModelError, UsageError
from stab.model import Budget, Parameters, open_model
from stab.model.client import RETRIES, Patience, ServerModel
from stab.model.protocol import request_digest
from stab.records import Message, Reply

ASK = (Message("user", "Say hello."),)


@pytest.fixture
def waits():
    return []


@pytest.fixture
def model(server, waits):
    """A model of the scripted server that writes down its waits instead of waiting."""
    return ServerModel("m", server.url, None, Budget(), Patience(5.0, sleep=waits.append))


def test_a_reply_comes_with_its_figures(server, model):
    server.say("hello", tokens=(7, 3))

    reply = model.complete(ASK, Parameters(temperature=0.5, seed=4))

    assert (reply.text, reply.finish_reason, reply.cached) == ("hello", "stop", False)
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 3)
    sent = server.requests[0]
    assert sent["messages"] == [{"role": "user", "content": "Say hello."}]
    assert (sent["model"], sent["temperature"], sent["seed"]) == ("m", 0.5, 4)
    assert "max_tokens" not in sent


def test_the_wait_that_the_server_asks_for_is_kept(server, model, waits):
    server.fail(429, {"Retry-After": "7"})
    server.say("hello")

    assert model.complete(ASK).text == "hello"
    assert waits == [7.0]


def test_a_wait_of_an_hour_is_not_begun(server, model, waits):
    server.fail(429, {"Retry-After": "3600"})

    with pytest.raises(ModelError, match="answered 429"):
        model.complete(ASK)
    assert waits == [] and len(server.requests) == 1


def test_a_broken_server_is_asked_again_with_growing_waits(server, model, waits):
    for status in (500, 502, 503):
        server.fail(status)
    server.say("hello")

    assert model.complete(ASK).text == "hello"
    assert len(waits) == 3
    assert all(2**n / 2 <= wait <= 2**n for n, wait in enumerate(waits))


def test_patience_ends(server, model, waits):
    server.fail(500)

    with pytest.raises(ModelError, match="500"):
        model.complete(ASK)
    assert len(server.requests) == 1 + RETRIES


@pytest.mark.parametrize(
    ("status", "error", "hint"),
    [
        (401, {}, "OPENAI_API_KEY"),
        (403, {}, "OPENAI_API_KEY"),
        (404, {}, "/v1"),
        (400, {"code": "context_length_exceeded"}, "another model"),
        (429, {"code": "insufficient_quota"}, "another key"),
    ],
)
def test_what_can_not_get_better_is_said_at_once(server, model, status, error, hint):
    server.fail(status, **error)

    with pytest.raises(ModelError, match=f"answered {status}: .*scripted") as raised:
        model.complete(ASK)
    assert hint in raised.value.hint
    assert len(server.requests) == 1


def test_a_time_out_is_tried_again_and_then_told(server, waits):
    server.stall()
    model = ServerModel("m", server.url, None, Budget(), Patience(0.2, sleep=waits.append))

    with pytest.raises(ModelError, match=r"did not answer within 0\.2 s"):
        model.complete(ASK)
    assert len(waits) == RETRIES


def test_an_unreachable_server_is_named(waits):
    model = ServerModel("m", "http://127.0.0.1:9/v1", None, Budget(), Patience(1.0, sleep=waits.append))

    with pytest.raises(ModelError, match=r"http://127\.0\.0\.1:9/v1 can't be reached"):
        model.complete(ASK)
    assert len(waits) == RETRIES


@pytest.mark.parametrize(
    ("body", "type", "said"),
    [
        (b"<html>no</html>", "application/json", "no chat completion"),
        (b"<html><h1>Sign in</h1>\n<p>first</p></html>", "text/html", "no chat completion: Sign in first$"),
        (b'{"choices": [{"mess', "application/json", "no chat completion"),
        (b"[]", "application/json", "no chat completion"),
        (b"{}", "application/json", "it has no choices"),
        (b'{"choices": []}', "application/json", "it has no choices"),
        (b'{"error": {"message": "all busy"}}', "application/json", "all busy"),
        (b"null", "application/json", "no chat completion"),
        (b"", "text/plain", "no chat completion"),
        (b'data: {"error": {"message": "all busy"}}\n\n', "text/event-stream", "all busy"),
        (b"data: {oops\n\n", "text/event-stream", "no chat completion"),
    ],
)
def test_a_body_that_is_no_completion_is_told(server, model, body, type, said):
    server.send(body, type)

    with pytest.raises(ModelError, match=said):
        model.complete(ASK)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (502, b"<html><title>502 Bad Gateway</title><body>nginx</body></html>", "502 Bad Gateway nginx$"),
        (400, b'{"detail": "no such route"}', "no such route$"),
        (400, b'{"error": "model not loaded"}', "model not loaded$"),
        (400, b'["odd"]', "odd"),
        (503, b"", "nothing more$"),
    ],
)
def test_refusals_of_any_shape_are_told_in_words(server, model, status, body, said):
    server.send(body, "text/html", status)

    with pytest.raises(ModelError, match=f"answered {status}: .*{said}"):
        model.complete(ASK)


STREAM = (
    b'data: {"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}\n\n'
    b": still here\n\n"
    b'data: {"choices": [{"index": 0, "delta": {"content": "hel"}}]}\n\n'
    b'data: {"choices": [{"index": 0, "delta": {"content": "lo"}, "finish_reason": "stop"}]}\n\n'
    b'data: {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}\n\n'
    b"data: [DONE]\n\n"
)


def test_a_stream_is_read_whole(server, model):
    server.send(STREAM, "text/event-stream")

    assert model.complete(ASK) == Reply("hello", "stop", 7, 2)


def test_a_stream_that_breaks_off_is_a_reply_cut_off(server, model):
    server.send(
        STREAM[: STREAM.index(b'data: {"choices": [{"index": 0, "delta": {"content": "lo"}')],
        "text/event-stream",
    )

    assert model.complete(ASK) == Reply("hel", "length")


def test_a_server_that_only_streams_is_asked_for_a_stream(server, model):
    server.fail(400, message="This model only supports stream mode, please enable it")
    server.fail(400, param="stream_options")
    server.send(STREAM, "text/event-stream")

    assert model.complete(ASK).text == "hello"
    assert [r.get("stream") for r in server.requests] == [None, True, True]
    assert [r.get("stream_options") for r in server.requests] == [None, {"include_usage": True}, None]


def test_half_characters_are_kept_as_question_marks(server, tmp_path):
    server.say("hal\ud83d")
    model = open_model("m", base_url=server.url, cache=tmp_path)

    assert [model.complete(ASK).text for _ in range(2)] == ["hal?", "hal?"]


def test_a_message_in_parts_is_put_together(server, model):
    server.say([{"type": "text", "text": "hel"}, {"type": "image"}, {"type": "text", "text": "lo"}])

    assert model.complete(ASK).text == "hello"


@pytest.mark.parametrize(
    "message", ["max_tokens is too large: 16384", "maximum context length is 8192 tokens"]
)
def test_under_a_cap_a_small_model_is_asked_for_less(server, message):
    server.fail(400, message=message, param="max_tokens")
    server.fail(400, message=message)
    server.say("hello")

    assert open_model("m", base_url=server.url, budget=Budget(10**6)).complete(ASK).text == "hello"
    assert [r["max_tokens"] for r in server.requests] == [16384, 8192, 4096]


def test_a_request_too_long_for_the_model_is_told(server):
    server.fail(400, message="maximum context length is 512 tokens")

    with pytest.raises(ModelError, match="context length"):
        open_model("m", base_url=server.url, budget=Budget(10**6)).complete(ASK)
    assert [r["max_tokens"] for r in server.requests] == [16384, 8192, 4096, 2048, 1024]


def test_a_long_reply_under_a_wide_cap_is_only_cut_off(server):
    server.say("hel", finish="length")

    model = open_model("m", base_url=server.url, budget=Budget(10**6))
    assert model.complete(ASK).finish_reason == "length"


def test_a_proxy_that_can_not_be_used_is_told(server, monkeypatch):
    monkeypatch.delenv("NO_PROXY")
    monkeypatch.setenv("ALL_PROXY", "nonsense://127.0.0.1:1")

    with pytest.raises(ModelError, match=r"can be set up: .*proxy") as raised:
        open_model("m", base_url=server.url).complete(ASK)
    assert "ALL_PROXY" in raised.value.hint


@pytest.mark.parametrize("key", ["sk-\u2013", "a\nb"])
def test_a_key_that_can_be_none_is_refused(server, monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)

    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        open_model("m", base_url=server.url)


def test_retries_are_the_callers_choice(server):
    server.fail(500)

    with pytest.raises(ModelError, match="500"):
        open_model("m", base_url=server.url, retries=0).complete(ASK)
    assert len(server.requests) == 1


def test_what_is_left_to_the_server_is_no_part_of_the_digest():
    plain = request_digest(ASK, Parameters())

    assert plain == request_digest(ASK, Parameters(max_tokens=None))
    assert plain != request_digest(ASK, Parameters(max_tokens=5))
    assert plain != request_digest(ASK, Parameters(temperature=None))


def test_parameters_that_a_model_refuses_are_left_out(server, model):
    server.fail(400, param="temperature")
    server.fail(400, param="max_tokens")
    server.say("hello")

    assert model.complete(ASK, Parameters(max_tokens=50)).text == "hello"
    assert "temperature" not in server.requests[2]
    assert server.requests[2]["max_completion_tokens"] == 50
    assert "max_tokens" not in server.requests[2]


def test_a_kept_reply_makes_no_second_request(server, tmp_path):
    server.say("hello")
    for expected in (False, True):
        model = open_model("m", base_url=server.url, cache=tmp_path)
        assert model.complete(ASK).cached is expected
    assert len(server.requests) == 1

    open_model("other", base_url=server.url, cache=tmp_path).complete(ASK)
    model.complete(ASK, Parameters(seed=9))
    model.complete((Message("user", "Say goodbye."),))
    assert len(server.requests) == 4
    assert {p.suffix for p in tmp_path.iterdir()} == {".json"}


def test_a_kept_reply_needs_no_budget(server, tmp_path):
    server.say("hello")
    open_model("m", base_url=server.url, cache=tmp_path).complete(ASK)

    assert open_model("m", base_url=server.url, cache=tmp_path, budget=Budget(1)).complete(ASK).cached


def test_a_damaged_kept_reply_is_asked_for_again(server, tmp_path):
    server.say("hello")
    model = open_model("m", base_url=server.url, cache=tmp_path)
    model.complete(ASK)
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text()[:40])

    assert not model.complete(ASK).cached
    assert model.complete(ASK).cached


def test_a_cache_that_can_not_be_written_is_told(server, tmp_path):
    server.say("hello")
    (tmp_path / "file").write_text("")

    with pytest.raises(MachineError, match="can't be kept"):
        open_model("m", base_url=server.url, cache=tmp_path / "file").complete(ASK)


def test_the_cap_stops_before_it_is_passed(server):
    server.say("hello", tokens=(300, 100))
    model = open_model("m", base_url=server.url, budget=Budget(1000))
    model.complete(ASK)
    model.complete(ASK)

    with pytest.raises(BudgetError, match=r"the token budget of 1000 is used up \(800 spent\)"):
        model.complete((Message("user", "word " * 200),))
    assert len(server.requests) == 2
    assert server.requests[1]["max_tokens"] < 600


def test_a_reply_cut_off_by_the_cap_is_no_reply(server, tmp_path):
    server.say("hel", finish="length")
    model = open_model("m", base_url=server.url, cache=tmp_path, budget=Budget(500))

    with pytest.raises(BudgetError):
        model.complete(ASK)
    assert not list(tmp_path.iterdir())


def test_a_ledger_is_shared(server, tmp_path):
    server.say("hello", tokens=(300, 100))
    for _ in range(2):
        open_model("m", base_url=server.url, budget=Budget(850, tmp_path / "ledger")).complete(ASK)

    with pytest.raises(BudgetError, match="800 spent"):
        open_model("m", base_url=server.url, budget=Budget(850, tmp_path / "ledger")).complete(ASK)


def test_the_key_comes_from_the_environment_and_only_openai_insists_on_one(server, monkeypatch):
    with pytest.raises(ModelError, match="no key") as raised:
        open_model("m")
    assert "OPENAI_API_KEY" in raised.value.hint

    server.say("hello")
    monkeypatch.setenv("OPENAI_API_KEY", "test-word")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert open_model("m").complete(ASK).text == "hello"
    assert server.keys == ["Bearer test-word"]


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://a/v1", "https://"])
def test_a_url_that_is_none_is_refused(url):
    with pytest.raises(UsageError, match="not the URL"):
        open_model("m", base_url=url)


def test_recorded_replies_come_in_order_and_end(tmp_path):
    for number, text in ((2, "second"), (1, "first"), (10, "third")):
        (tmp_path / f"{number:03d}.txt").write_text(text)
    model = open_model(f"replay:{tmp_path}")

    assert [model.complete(ASK).text for _ in range(3)] == ["first", "second", "third"]
    with pytest.raises(ModelError, match="no reply to this request"):
        model.complete(ASK)


def test_kept_replies_can_be_replayed_without_a_server(server, tmp_path):
    server.say("hello")
    open_model("m", base_url=server.url, cache=tmp_path).complete(ASK)
    model = open_model(f"replay:{tmp_path}")

    assert [model.complete(ASK).text for _ in range(2)] == ["hello", "hello"]
    assert len(server.requests) == 1


@pytest.mark.parametrize("folder", ["missing", "."])
def test_a_replay_without_replies_is_refused(tmp_path, folder):
    with pytest.raises(ModelError):
        open_model(f"replay:{tmp_path / folder}")
