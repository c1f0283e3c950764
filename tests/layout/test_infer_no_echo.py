"""A number of fields that only a sample shows proves nothing: such statements are refused."""

from __future__ import annotations

import pytest

from stab.errors import LayoutError
from stab.layout.infer import infer_layout
from stab.records import Extraction, Markup, Problem, Sample, Section, SectionKind


@pytest.mark.parametrize(
    ("text", "samples"),
    [
        ("The first line contains k. The second line is the array.", ["9\n5 2 7\n"]),
        (
            "The first line contains k. The second line: the prices of the goods.",
            ["9\n5 2 7\n", "8\n1 2 3\n"],
        ),
        ("The first line contains k. The next line describes the start and the goal.", ["9\n5 2 7\n"]),
        ("The only line: a permutation.", ["2 3 1\n"]),
        ("The first line contains k. The second line gives a sequence of heights.", ["1\n5 2\n", "7\n2 2\n"]),
        (
            "The first line contains n and m. Each of the next m lines describes a road.",
            ["3 2\n1 2 2\n1 2 2\n"],
        ),
        ("The first line contains k. The second line contains the ages of the guests.", ["9\n5 2 7\n"] * 3),
    ],
)
def test_as_many_fields_as_a_sample_shows_are_no_layout(text: str, samples: list[str]) -> None:
    section = Section(SectionKind.INPUT, "Input", text, 0, 1)
    found = tuple(Sample(str(at), data) for at, data in enumerate(samples, 1))

    with pytest.raises(LayoutError) as caught:
        infer_layout(Problem("p", "", text, Markup.TEXT, (section,), found), Extraction(()))
    assert caught.value.candidate or "layout" in (caught.value.hint or "")
