"""What the model is told, and which targets it gets."""

from __future__ import annotations

import json

import pytest

from stab.inject import load_catalog
from stab.layout import render_layout
from stab.pipeline import understand
from stab.report import spec_document
from stab.statement import problem_from_text
from stab.synth.check import MAX_SOURCE
from stab.synth.prompt import (
    MAX_ERROR,
    MAX_LIBRARY,
    Repair,
    Target,
    choose_targets,
    contract,
    first_messages,
    library_source,
    repair_messages,
)

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


@pytest.fixture(scope="module")
def document(spec):
    return spec_document(spec, render_layout(spec.layout))


def specification(message) -> dict:
    return json.JSONDecoder().raw_decode(message.content, message.content.index("{"))[0]


def test_the_request_holds_what_the_paper_asks_for(spec, document):
    """The resolved boundary, the construction principles, the problem specification (section 4.3)."""
    target = choose_targets(spec, 1)[0]
    system, user = first_messages(document, target)

    sent = specification(user)
    assert system.role == "system" and user.role == "user"
    assert sent["statement"] == spec.problem.text
    assert sent["samples"] == ["3\n1 2 3\n"]
    assert sent["layout"].split()[:2] == ["n", "a[n]"]
    assert {"1 <= n <= 1000", "0 <= a[i] <= 100"} <= set(sent["constraints"])
    assert sent["boundary"]["values"] == sent["maxima"] == {"n": 1000}
    assert sent["principle"]["id"] == target.principle.id
    assert sent["principle"]["construction"] == target.principle.construction
    assert "build.tree_path(n, rng=None)" in system.content
    assert "generate(seed: int) -> str" in system.content


def test_the_request_says_nothing_that_the_file_does_not(spec, document):
    sent = specification(first_messages(document, choose_targets(spec, 1)[0])[1])

    for key in ("statement", "samples", "layout", "constraints", "side_conditions", "roles", "maxima"):
        assert sent[key] == document[key]
    assert sent["boundary"] in document["boundaries"]
    (told,) = [p for p in document["principles"] if p["id"] == sent["principle"]["id"]]
    for key in ("title", "hurts", "needs", "construction"):
        assert sent["principle"][key] == told[key]


def test_long_texts_are_cut(spec, document):
    long = document | {
        "statement": "x" * 10**6,
        "samples": ["1\n" * 10**5] * 9,
        "constraints": ["n <= 9"] * 999,
    }
    size = sum(len(m.content) for m in first_messages(long, choose_targets(spec, 1)[0]))

    assert size < 80_000


def test_the_source_of_the_named_construction_goes_along(spec, document):
    target = choose_targets(spec, 1)[0]
    name = target.principle.construct.partition("(")[0]
    content = first_messages(document, target)[1].content

    assert f"def {name}(" in content
    assert content.index(f"def {name}(") > content.index("The source of what the principle calls")
    assert "The source" not in first_messages(document, Target(target.boundary))[1].content


@pytest.mark.parametrize("scenario", load_catalog(), ids=lambda s: s.id)
def test_the_source_that_goes_along_is_bounded_and_python(spec, scenario):
    for principle in scenario.principles:
        source = library_source(Target(spec.saturation.boundaries[0], scenario, principle))
        assert len(source) <= MAX_LIBRARY
        compile(source, principle.id, "exec")


def test_the_time_that_a_run_may_take_is_told(spec, document):
    assert "at most 2.5 s" in first_messages(document, choose_targets(spec, 1)[0], 2.5)[0].content


def test_targets_differ_and_are_as_many_as_asked(spec):
    targets = choose_targets(spec, 40)

    assert len(targets) == len({t.name for t in targets}) == 40
    assert targets[0].variant == 1


def test_a_repair_shows_the_last_program_and_the_end_of_a_long_error(spec, document):
    first = first_messages(document, choose_targets(spec, 1)[0])
    messages = repair_messages(first, "the program", Repair("run", "x" * 9000 + "the cause", 2, 3))

    assert [m.role for m in messages] == ["system", "user", "assistant", "user"]
    assert messages[2].content == "the program"
    assert "repair 2 of 3" in messages[3].content
    assert "Stage: run" in messages[3].content and "the cause" in messages[3].content
    assert len(messages[3].content) < MAX_ERROR + 500


def test_a_repair_leaves_out_the_thoughts_and_what_no_program_needs(document, spec):
    first = first_messages(document, choose_targets(spec, 1)[0])
    reply = "<think>" + "hm " * 9000 + "</think>\nthe program" + "!" * 10**6

    assistant = repair_messages(first, reply, Repair("static", "half \ud83d", 1, 3))[2:]
    assert assistant[0].content.startswith("the program!")
    assert len(assistant[0].content) == MAX_SOURCE
    assert "half ?" in assistant[1].content
    assert repair_messages(first, " ", Repair("static", "no", 1, 3))[2].content == "(empty)"


def test_half_characters_of_a_statement_can_be_sent(document, spec):
    half = document | {"problem": {"id": "x", "title": "half \ud83d"}}
    content = first_messages(half, choose_targets(spec, 1)[0])[1].content

    assert "half ?" in content and content.encode()


def test_the_contract_is_the_same_every_time():
    assert contract() == contract()
    assert len(contract()) < 32000
