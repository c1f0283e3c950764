"""Unread stretches are put to a model: an answer counts where it parses, names what is known, agrees."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stab.model import Parameters
from stab.pipeline.asking import ask_about_unread
from stab.pipeline.understanding import read_constraints
from stab.records import Message, Origin, Problem, Reply
from stab.statement import problem_from_text

TEXT = """# Gates

## Input

The first line has two integers n and k (1 ≤ n ≤ 40). The second line has n integers g_i (1 ≤ g_i ≤ 50).

## Constraints

- $n$ is not divisible by 3
- $k \\oplus n \\le 9$

## Sample Input

```
2 1
1 2
```
"""


class Scripted:
    """A model that says one thing and keeps what it was asked."""

    name = "scripted"

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message], parameters: Parameters = Parameters()) -> Reply:  # noqa: B008
        self.asked.append(messages)
        return Reply(self.text, prompt_tokens=90, completion_tokens=7)


@pytest.fixture
def problem() -> Problem:
    return problem_from_text(TEXT, id="gates")


def test_answers_become_constraints_of_their_own_origin(problem):
    model = Scripted("Here:\n1: `n % 3 != 0`\n2: 1 <= k <= 15\n")
    asked = ask_about_unread(problem, model)
    extraction, _ = read_constraints(problem, asked.answers)

    (heard,) = [c for c in extraction.constraints if c.origin is Origin.LLM]
    assert (heard.text, heard.line) == ("1 <= k <= 15", 10)
    assert "oplus" in heard.quote
    assert "n % 3 != 0" in extraction.side_conditions
    assert not [
        u for u in extraction.unread if u.reason in ("not in the notation", "told in words, not understood")
    ]
    assert asked.usage is not None
    assert (asked.usage.requests, asked.usage.accepted, asked.usage.tokens) == (1, 2, 97)


def test_the_model_is_shown_what_was_read_and_what_was_not(problem):
    model = Scripted("")
    ask_about_unread(problem, model)
    (messages,) = model.asked

    assert [m.role for m in messages] == ["system", "user"]
    assert "1 <= g[i] <= 50" in messages[1].content
    assert "1: - $n$ is not divisible by 3" in messages[1].content
    assert "2: - $k \\oplus n \\le 9$" in messages[1].content


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("2: z <= 5", "z is not in the statement"),
        ("2: k <= = 5", "can't be read"),
        ("2: k is small", "can't be read"),
        ("2: 1 <= k >= 5", "can't be read"),
        ("2: 4 <= 5", "names nothing"),
        ("2: k <= 1/0", "can't be worked out"),
    ],
)
def test_an_answer_that_means_nothing_is_refused_aloud(problem, reply, said):
    extraction, _ = read_constraints(problem, ask_about_unread(problem, Scripted(reply)).answers)

    assert not [c for c in extraction.constraints if c.origin is Origin.LLM]
    assert any(
        "oplus" in u.quote and "the model's" in u.reason and said in u.reason for u in extraction.unread
    )


@pytest.mark.parametrize("reply", ["", "none", "1: none\n2: none.", "9: k <= 5", "k <= 5", "1:", "0: k <= 3"])
def test_no_answer_leaves_everything_unread(problem, reply):
    asked = ask_about_unread(problem, Scripted(reply))

    assert asked.answers == ()
    assert read_constraints(problem, asked.answers) == read_constraints(problem)


def test_an_answer_against_the_statement_is_left_out(problem):
    asked = ask_about_unread(problem, Scripted("1: 50 <= n\n2: k <= 5"))

    assert [a.text for a in asked.answers] == ["k <= 5"]


def test_nothing_is_asked_where_everything_was_read():
    model = Scripted("1: n <= 5")
    asked = ask_about_unread(problem_from_text("## Input\n\nAn integer n (1 ≤ n ≤ 9).\n", id="p"), model)

    assert (asked.answers, model.asked) == ((), [])
