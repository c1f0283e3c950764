"""Front matter and overrides: what is taken, what wins, what is refused with its line."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.records import Overrides
from stab.statement import problem_from_text

BODY = "# Lamps\n\n## Input\n\nOne integer n.\n"


def test_all_keys() -> None:
    text = (
        "---\ntime_limit: 2   # seconds\nmemory_limit: 64\n"
        "constraints: [1 <= n <= 200000, sum(n) <= 200000]\nlayout: |\n  t\n  repeat t:\n    n m\n"
        "samples:\n- input: |\n    1\n    5\n  output: 7\ntitle: Bulbs\n---\n" + BODY
    )
    problem = problem_from_text(text, id="x")
    assert problem.overrides == Overrides(
        ("1 <= n <= 200000", "sum(n) <= 200000"), "t\nrepeat t:\n  n m\n", 2.0, 64
    )
    assert (problem.time_limit_s, problem.memory_limit_mb, problem.title) == (2.0, 64, "Bulbs")
    assert [(s.input, s.output) for s in problem.samples] == [("1\n5\n", "7\n")]
    assert problem.line_offset == 15
    assert problem.text == BODY
    assert (
        problem.sections[-1].line + problem.line_offset == text[: text.index("One integer")].count("\n") + 1
    )


def test_the_callers_word_wins() -> None:
    text = (
        "---\ntime_limit: 2\nmemory_limit: 64\nconstraints: [n <= 5]\n---\n"
        + BODY
        + "Time limit: 9 seconds\n"
    )
    problem = problem_from_text(text, id="x", overrides=Overrides(("n <= 7",), None, 3.0))
    assert problem.overrides == Overrides(("n <= 5", "n <= 7"), None, 3.0, 64)
    assert (problem.time_limit_s, problem.memory_limit_mb) == (3.0, 64)


@pytest.mark.parametrize("written", ["1 ≤ n ≤ 10^5", "1 <= n <= 10**5"])
def test_signs_of_constraints(written: str) -> None:
    problem = problem_from_text(f"---\nconstraints:\n- {written}\n---\n{BODY}", id="x")
    assert problem.overrides.constraints == ("1 <= n <= 10**5",)


@pytest.mark.parametrize(
    ("front", "line", "word"),
    [
        ("time_limit: 2\nmemory: 3", 3, "unknown key 'memory'"),
        ("time_limits: 2", 2, "unknown key 'time_limits'"),
        ("time_limit: two", 2, "time_limit"),
        ("time_limit: 0", 2, "time_limit"),
        ("memory_limit: 1.5", 2, "memory_limit"),
        ("memory_limit: 64\nconstraints: [n < ]", 3, "can't be read"),
        ("memory_limit: 64\nconstraints: 5", 3, "constraints"),
        ("layout: [a, b]", 2, "layout"),
        ("samples: [{output: 1}]", 2, "samples"),
        ("time_limit: 2\ntime_limit: 3", 3, "twice"),
        ("time_limit: [1", 2, "YAML"),
        ("time_limit: 2\n  bad: : x", 3, "YAML"),
    ],
)
def test_refused(front: str, line: int, word: str) -> None:
    with pytest.raises(InputError) as caught:
        problem_from_text(f"---\n{front}\n---\n{BODY}", id="x")
    assert word in caught.value.message
    assert caught.value.line is not None and abs(caught.value.line - line) <= 1
    assert caught.value.hint


@pytest.mark.parametrize(
    ("front", "title"),
    [
        ('{"problem_name": "Bulbs", "layout": "problem", "tags": {}, "author": "x"}', "Bulbs"),
        ("title: Bulbs\nlayout: post\ndate: 2020-01-01\nauthor: nobody\ntags: [a]", "Bulbs"),
        ("categories: x", "Lamps"),
    ],
)
def test_foreign_metadata_is_dropped(front: str, title: str) -> None:
    problem = problem_from_text(f"---\n{front}\n---\n{BODY}", id="x")
    assert (problem.title, problem.overrides, problem.text) == (title, Overrides(), BODY)


@pytest.mark.parametrize(
    "others",
    [
        "title: Bulbs\nauthor: nobody\ntags: [a, b]\ndate: 2020-01-01",
        "author: nobody",
        "url: y\nweight: 3\nlang: en\nslug: z",
    ],
)
def test_what_the_user_says_beside_a_sites_metadata_is_obeyed(others: str) -> None:
    problem = problem_from_text(f"---\n{others}\nconstraints: [n <= 5]\n---\n{BODY}", id="x")
    assert problem.overrides == Overrides(("n <= 5",))


@pytest.mark.parametrize(
    "text", ["---\nJust a rule above.\n---\nInput\n\nn\n", "---\n\nwords\n", "----\na: b\n----\nx\n"]
)
def test_rules_are_no_front_matter(text: str) -> None:
    assert problem_from_text(text, id="x").text == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\ntime: 3\nauthor: x\n---\nInput\n\nn\n", ["of others", "time, author", "a.md:2"]),
        ("---\n- time_limit: 3\n---\nInput\n\nn\n", ["a.md:2", "read as text"]),
        ("---\n- 1 <= n <= 5\n---\nInput\n\nn\n", ["read as text"]),
        ("---\n[1 <= n]\n---\nInput\n\nn\n", ["read as text"]),
        ("---\ntime_limit: 3\ntags: [x]\n---\nInput\n\nn\n", ["beside stab's keys", "tags"]),
        ("---\ntime_limit: 3\n---\nInput\n\nn\n", []),
        ("---\n- a story\n---\nInput\n\nn\n", []),
        ("---\n\nwords\n", []),
    ],
)
def test_what_is_left_out_is_said(caplog, text: str, said: list[str]) -> None:
    log = logging.getLogger("stab.statement")
    log.addHandler(caplog.handler)
    log.setLevel(logging.INFO)
    try:
        problem_from_text(text, id="x", path=Path("a.md"))
    finally:
        log.removeHandler(caplog.handler)
        log.setLevel(logging.NOTSET)
    assert all(word in caplog.text for word in said)
    assert bool(caplog.text) is bool(said)


@pytest.mark.parametrize("text", ["", "  \n\t\n", "\ufeff\r\n", "---\ntime_limit: 2\n---\n\n"])
def test_an_empty_statement_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="empty"):
        problem_from_text(text, id="x")


def test_front_matter_of_megabytes_is_refused_at_once() -> None:
    text = "---\n" + "constraints: [1 <= n]\n" * 200_000 + "---\nx"
    with pytest.raises(InputError, match="characters"):
        problem_from_text(text, id="x")
