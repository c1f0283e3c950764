"""Kinds of line listed in the story give a choice of lines where the input section only points there."""

from __future__ import annotations

import pytest

from stab.errors import LayoutError
from stab.layout.infer import infer_layout
from stab.layout.rendering import render_layout
from stab.records import Markup, Problem, Sample, Section, SectionKind
from stab.saturate import extract

INPUT = (
    "The first line contains n and q (1 ≤ n, q ≤ 9). Each of the next q lines describes an operation in the "
    "format above."
)


def layout_of(story: str, *samples: str) -> str:
    sections = (
        Section(SectionKind.STORY, "", story, 0, 1),
        Section(SectionKind.INPUT, "Input", INPUT, len(story) + 1, 9),
    )
    found = tuple(Sample(str(at), text) for at, text in enumerate(samples, 1))
    problem = Problem("p", "", f"{story}\n{INPUT}", Markup.MARKDOWN, sections, found)
    return render_layout(infer_layout(problem, extract(problem))).split("@")[0]


@pytest.mark.parametrize(
    ("story", "sample", "branches"),
    [
        (
            "Three kinds:\n\n- `1 l r x` — add x to l..r;\n- `2 p v` — set p;\n- `3 l r` — print the sum.\n",
            "5 3\n1 1 2 7\n2 4 1\n3 1 5\n",
            "1: l r x|2: p v|3: l r",
        ),
        (
            "Two kinds:\n\n* `$1$ $a$ $b$`: join a and b\n* `$2$ $a$`: ask for a\n",
            "5 2\n1 3 2\n2 4\n",
            "1: a b|2: a",
        ),
        (
            "Commands:\n\n- 1 u v: a road is built\n- 2 u: a town burns down\n- 3: everybody sleeps\n",
            "5 3\n1 3 2\n2 4\n3\n",
            "1: u v|2: u|3:",
        ),
        (
            "Commands:\n\n- `push x` — put x on top\n- `pop` — take the top away\n",
            "5 3\npush 3\npop\npush 2\n",
            "push: x|pop:",
        ),
    ],
)
def test_kinds_of_the_story(story: str, sample: str, branches: str) -> None:
    name = "type:str" if "push" in story else "type"
    body = "".join(f"    {branch}\n" for branch in branches.split("|"))

    assert layout_of(story, sample) == f"n q\nrepeat q:\n  choose {name}:\n{body}"
    with pytest.raises(LayoutError) as caught:
        layout_of(story)
    assert caught.value.candidate is not None
    assert body in caught.value.candidate


def test_kinds_that_no_sample_follows_are_not_taken() -> None:
    story = "Two kinds:\n\n- `1 a b` — join a and b\n- `2 a` — ask for a\n"

    with pytest.raises(LayoutError):  # and two numbers a row are in no sentence, only in the sample
        layout_of(story, "5 2\n7 3\n8 4\n")
