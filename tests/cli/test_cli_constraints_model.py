"""`stab constraints --model` as a user calls it: recorded replies, and a server that speaks the protocol."""

from __future__ import annotations

import pytest

STATEMENT = """# Gates

## Input

The first line has an integer n (1 ≤ n ≤ 40). The second line has n integers g_i (1 ≤ g_i ≤ 50).

## Constraints

- $n \\oplus 5 \\le 30$

## Sample Input

```
2
1 2
```
"""


def test_a_recorded_reply_is_shown_as_the_model_s(stab, statement, tmp_path):
    (tmp_path / "replies").mkdir()
    (tmp_path / "replies" / "001.txt").write_text("1: n <= 30\n")
    problem = statement(STATEMENT)

    without = stab("constraints", problem)
    done = stab("constraints", problem, "--model", "replay:replies")

    assert "NOT READ" in without.out and "[llm]" not in without.out
    assert done.code == 0
    assert "oplus 5 \\le 30$ [llm]" in done.out and "NOT READ" not in done.out
    document = stab("constraints", problem, "--model", "replay:replies", "--json").document
    assert [(c["text"], c["line"]) for c in document["constraints"] if c["origin"] == "llm"] == [
        ("n <= 30", 9)
    ]
    assert document["maxima"] == {"n": 30}
    assert document["model"]["name"] == "replay:replies" and document["model"]["accepted"] == 1
    assert "model" not in stab("constraints", problem, "--json").document


def test_replies_of_a_server_are_kept(stab, statement, server, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    problem = statement(STATEMENT)
    server.say("1: n <= 30", tokens=(300, 9))
    call = ("constraints", problem, "--model", "scripted", "--base-url", server.url, "--json")

    first, second = stab(*call), stab(*call)

    assert first.code == second.code == 0
    assert len(server.requests) == 1
    assert first.document["constraints"] == second.document["constraints"]
    assert first.document["model"]["prompt_tokens"] == 300
    assert (second.document["model"]["requests"], second.document["model"]["cached"]) == (0, 1)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--base-url", "http://localhost:1"], 2, "name it with --model"),
        (["--model", "replay:nowhere"], 4, "there is no folder nowhere"),
        (["--model", "m", "--base-url", "here"], 2, "is not the URL"),
    ],
)
def test_calls_that_can_not_work(stab, statement, options, code, said):
    done = stab("constraints", statement(STATEMENT), *options)

    assert done.code == code
    assert said in done.err
