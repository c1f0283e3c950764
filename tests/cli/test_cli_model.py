"""`stab gen --model` as a user calls it, against a server that speaks the protocol over a socket."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

STATEMENT = (Path(__file__).parents[1] / "cases" / "sums.md").read_text()
KEY = "test-word"


def program(values: str, before: str = "pass") -> str:
    return (
        "Here you are:\n```python\nimport numpy as np\nfrom stab import build\n\n"
        f"def generate(seed: int) -> str:\n    rng = np.random.RandomState(seed)\n    {before}\n"
        f"    values = {values}\n"
        '    return f"{len(values)}\\n" + " ".join(map(str, values)) + "\\n"\n```'
    )


GOOD = program("rng.randint(0, 101, 1000)")
SECOND = program("build.seq_sorted(1000, 0, 100, rng)")


@pytest.fixture
def gen(stab, statement, server, tmp_path, monkeypatch):
    """Call `stab gen` on the statement with the scripted server's model, without patience."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    problem = statement(STATEMENT)

    def call(*options, output="out", patience=("--model-retries", 0, "--model-timeout", 20)):
        return stab(
            "gen", problem, "-o", output, "--model", "scripted", "--base-url", server.url, *patience, *options
        )  # fmt: skip

    return call


def inputs(folder: Path) -> list[bytes]:
    return [p.read_bytes() for p in sorted((folder / "tests").glob("*.in"))]


def report(folder: Path) -> dict:
    return json.loads((folder / "report.json").read_text())


def test_a_model_writes_generators_and_its_replies_are_kept(gen, server, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.say(GOOD, tokens=(900, 70))
    server.say(SECOND, tokens=(800, 30))

    done = gen("--synth", "llm", "--tests", 2)

    assert done.code == 0, done.err
    assert [t["author"] for t in report(tmp_path / "out")["tests"]] == ["scripted"] * 2
    assert report(tmp_path / "out")["model"] == {
        "name": "scripted", "requests": 2, "cached": 0, "repairs": 0, "accepted": 2,
        "prompt_tokens": 1700, "completion_tokens": 100, "shortfall": None,
    }  # fmt: skip
    assert "Asked of scripted" in done.out
    assert done.out.splitlines()[-1].split() == ["2", "0", "0", "1,700", "100", "2"]
    assert server.keys == [f"Bearer {KEY}"] * 2
    assert KEY not in done.out + done.err
    first, second = server.requests
    assert first["model"] == "scripted" and first["temperature"] == 0
    assert [m["role"] for m in first["messages"]] == ["system", "user"]
    assert first["messages"][0] == second["messages"][0] and first["messages"] != second["messages"]
    assert '"n": 1000' in first["messages"][1]["content"]

    again = gen("--synth", "llm", "--tests", 2, "--json", output="again")

    assert again.code == 0 and len(server.requests) == 2
    assert again.document["model"] | {"name": ""} == {
        "name": "", "requests": 0, "cached": 2, "repairs": 0, "accepted": 2,
        "prompt_tokens": 0, "completion_tokens": 0, "shortfall": None,
    }  # fmt: skip
    assert inputs(tmp_path / "again") == inputs(tmp_path / "out")
    for test in again.document["tests"]:
        alone = [sys.executable, "-I", tmp_path / "again" / test["generator"], str(test["seed"])]
        assert subprocess.run(alone, capture_output=True, check=True).stdout in inputs(tmp_path / "again")
    assert not any(KEY in p.read_text() for p in (tmp_path / "cache").rglob("*.json"))


def test_a_busy_server_is_asked_again(gen, server, tmp_path):
    server.fail(429, {"Retry-After": "0"})
    server.fail(500, {"Retry-After": "0"})
    server.send(b"<html><h1>Bad gateway</h1></html>", "text/html", 502)
    server.answers[-1][1]["Retry-After"] = "0"
    server.say(GOOD)

    done = gen("--synth", "llm", "--tests", 1, patience=("--model-retries", 3))

    assert done.code == 0, done.err
    assert len(server.requests) == 4 and len(inputs(tmp_path / "out")) == 1
    assert report(tmp_path / "out")["model"]["requests"] == 1


def test_a_server_out_of_order_costs_the_models_tests_only(gen, server, tmp_path):
    server.fail(500)

    done = gen("--tests", 3)

    assert done.code == 4
    assert f"the model server {server.url} answered 500: scripted" in done.err
    assert "the tests are those that came without it" in done.err
    assert len(inputs(tmp_path / "out")) == 3
    found = report(tmp_path / "out")
    assert {t["author"] for t in found["tests"]} == {"compose"}
    assert "answered 500" in found["model"]["shortfall"]
    assert any(r["stage"] == "model" for r in found["rejections"])


SILENT = ("--model-retries", 0, "--model-timeout", 0.3)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda server: server.stall(), "did not answer within 0.3 s"),
        (lambda server: server.fail(401), "answered 401: scripted"),
        (lambda server: server.send(b'{"choices": [{"mess'), "is no chat completion"),
        (lambda server: server.send(b"<html><p>Sign in</p></html>", "text/html"), "completion: Sign in"),
        (lambda server: server.send(b'{"id": "c", "choices": []}'), "it has no choices"),
    ],
    ids=["time-out", "no right", "half a JSON", "a page", "no choices"],
)
def test_a_model_alone_that_can_not_be_had_ends_with_one_message(gen, server, tmp_path, answer, said):
    answer(server)

    done = gen("--synth", "llm", "--tests", 1, "--json", patience=SILENT)

    assert done.code == 4
    assert done.document["schema"] == "stab/error/1" and done.document["kind"] == "model"
    assert said in done.document["message"] and done.document["hint"]
    assert said in done.err
    assert not (tmp_path / "out").exists()


def test_nobody_at_the_address(gen, stab, tmp_path):
    done = gen("--tests", 2, "--base-url", "http://127.0.0.1:9/v1")

    assert done.code == 4
    assert "http://127.0.0.1:9/v1 can't be reached" in done.err
    assert len(inputs(tmp_path / "out")) == 2


def test_no_key_is_said_before_anything_is_sent(stab, statement, server, tmp_path):
    done = stab("gen", statement(STATEMENT), "-o", "out", "--model", "m", "--synth", "llm", "--tests", 1)

    assert done.code == 4
    assert "no key for https://api.openai.com/v1" in done.err and "OPENAI_API_KEY" in done.err
    assert server.requests == [] and not (tmp_path / "out").exists()


BAD = {
    "cut off": ((GOOD[:150], "length"), "Stage: static\nthe reply was cut off"),
    "no code": (("I can't help with that.", "stop"), "Stage: static\nthe reply holds no code block"),
    "syntax": ((program("[1, 2"), "stop"), "Stage: static\nline 7: '[' was never closed"),
    "import": ((program("[1]", "import os"), "stop"), "line 6: the module os is not available"),
    "endless": ((program("[1]", "while True: pass"), "stop"), "Stage: run\nTLE: more than 1 s of CPU time"),
    "huge": ((program("['1' * (2**26 + 9)]"), "stop"), "Stage: run\nOLE: more than 64 MiB of output"),
    "crash": ((program("[1] + rng"), "stop"), "values = [1] + rng"),
    "lines": ((program("[1, 2]", "return '2\\n1\\n2\\n'"), "stop"), "Stage: layout\nline 2, column 2:"),
    "bound": ((program("[1, 101]"), "stop"), "Stage: constraint\nline 2, column 3: 101 breaks"),
}
LETTERS = [("cut off", "no code", "syntax"), ("import", "endless", "crash"), ("huge", "lines", "bound")]


@pytest.mark.parametrize("names", LETTERS, ids=", ".join)
def test_a_repair_is_asked_for_with_the_actual_error(gen, server, tmp_path, names):
    for name in names:
        server.say(*BAD[name][0])
    server.say(GOOD)

    done = gen("--synth", "llm", "--tests", 1, "--generator-time", 1 if "endless" in names else 10)

    assert done.code == 0, done.err
    for name, request in zip(names, server.requests[1:], strict=True):
        assert [m["role"] for m in request["messages"]] == ["system", "user", "assistant", "user"]
        assert request["messages"][2]["content"] == BAD[name][0][0].strip()
        assert BAD[name][1] in request["messages"][3]["content"]
        assert request["messages"][:2] == server.requests[0]["messages"]
    found = report(tmp_path / "out")["model"]
    assert (found["requests"], found["repairs"], found["accepted"]) == (4, 3, 1)


def test_repairs_end_after_three(gen, server, tmp_path):
    server.say("I would rather not.")

    done = gen("--synth", "llm", "--tests", 1)

    assert done.code == 1
    assert "after 3 repairs: the reply holds no code block" in done.err
    assert len(server.requests) == 4 and not (tmp_path / "out").exists()


def test_the_token_cap_ends_the_asking_and_keeps_what_came(gen, server, tmp_path):
    server.say(GOOD, tokens=(9000, 500))
    server.say(SECOND, tokens=(9000, 500))

    done = gen("--synth", "llm", "--tests", 4, "--max-tokens-total", 28000)

    assert done.code == 0, done.err
    assert "the token budget of 28000 is used up (19000 spent)" in done.err
    assert len(server.requests) == 2 and len(inputs(tmp_path / "out")) == 2
    found = report(tmp_path / "out")["model"]
    assert "28000 is used up" in found["shortfall"] and found["prompt_tokens"] == 18000


def test_a_server_that_only_streams(gen, server, tmp_path):
    parts = [GOOD[:40], GOOD[40:90], GOOD[90:]]
    events = [{"choices": [{"index": 0, "delta": {"content": part}}]} for part in parts]
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    events.append({"choices": [], "usage": {"prompt_tokens": 700, "completion_tokens": 60}})
    body = "".join(f"data: {json.dumps(e)}\n\n" for e in events) + "data: [DONE]\n\n"
    server.fail(400, message="this model supports stream=true only")
    server.send(body.encode(), "text/event-stream")

    done = gen("--synth", "llm", "--tests", 1)

    assert done.code == 0, done.err
    assert server.requests[1]["stream"] is True
    assert report(tmp_path / "out")["model"]["completion_tokens"] == 60


def test_a_data_set_is_resumed_where_the_model_was_lost(gen, stab, server, tmp_path):
    rows = [{"id": name, "statement": STATEMENT.replace("Sums", name)} for name in ("one", "two")]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def run(*options):
        done = stab(
            "gen", "rows.jsonl", "-o", "all", "--tests", 2, "--model", "scripted", "--base-url", server.url,
            "--model-retries", 0, "--json", *options,
        )  # fmt: skip
        found = done.document["rows"]
        asked.append([row["model"] and row["model"]["requests"] for row in found])
        return done.code, [row["status"] for row in found]

    asked: list[list[int | None]] = []
    server.say(GOOD)
    server.fail(500)
    assert run() == (0, ["ok", "model"])
    server.say(SECOND)
    assert run() == (0, ["done before", "ok"])
    sent = len(server.requests)
    assert run() == (0, ["done before", "done before"])
    assert run("--seed", 5) == (3, ["other settings", "other settings"])
    assert len(server.requests) == sent == 3
    assert asked == [[1, 0], [None, 1], [None, None], [None, None]]


@pytest.mark.parametrize(
    "option",
    [("--model-timeout", 3), ("--model-retries", 1), ("--generator-time", 2), ("--max-tokens-total", 9)],
)
def test_options_about_a_model_need_one(stab, statement, option):
    done = stab("gen", statement(STATEMENT), "-o", "out", *option)

    assert done.code == 2
    assert f"{option[0]} is about a model" in done.err
