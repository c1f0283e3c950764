"""What the model is told, and which targets it gets."""

from __future__ import annotations

import json

import pytest

from stab.layout import render_layout
from stab.pipeline import understand
from stab.statement import problem_from_text
from stab.synth.prompt import MAX_ERROR, choose_targets, contract, first_messages, repair_messages

STATEMENT = """# Ordering

## Input

The first line contains an integer n (1 ≤ n ≤ 1000). The second line contains n integers
a_1, ..., a_n (0 ≤ a_i ≤ 100). Sort the array with quicksort.

## Sample Input

```
3
1 2 3
```

## Sample Output

```
1 2 3
```
"""


@pytest.fixture(scope="module")
def spec():
    return understand(problem_from_text(STATEMENT, id="ordering"))


def test_the_request_holds_the_whole_specification(spec):
    target = choose_targets(spec, 1)[0]
    system, user = first_messages(spec, target, render_layout(spec.layout))

    document = json.loads(user.content.partition("\n")[2])
    assert system.role == "system" and user.role == "user"
    assert document["statement"] == spec.problem.text
    assert document["samples"] == ["3\n1 2 3\n"]
    assert document["layout"].split()[:2] == ["n", "a[n]"]
    assert "1 <= n <= 1000" in document["constraints"]
    assert document["boundary"]["values"] == {"n": 1000}
    assert document["principle"]["id"] == target.principle.id
    assert "build.tree_path(n, rng=None)" in system.content
    assert "generate(seed: int) -> str" in system.content


def test_targets_differ_and_are_as_many_as_asked(spec):
    targets = choose_targets(spec, 40)

    assert len(targets) == len({t.name for t in targets}) == 40
    assert targets[0].variant == 1


def test_a_repair_shows_the_last_program_and_the_end_of_a_long_error(spec):
    first = first_messages(spec, choose_targets(spec, 1)[0], "n")
    messages = repair_messages(first, "the program", "run", "x" * 9000 + "the cause")

    assert [m.role for m in messages] == ["system", "user", "assistant", "user"]
    assert messages[2].content == "the program"
    assert "Stage: run" in messages[3].content and "the cause" in messages[3].content
    assert len(messages[3].content) < MAX_ERROR + 500


def test_the_contract_is_the_same_every_time():
    assert contract() == contract()
    assert len(contract()) < 32000
