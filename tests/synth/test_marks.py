"""Letters of a map besides floor and wall are placed; those told to be single stand once."""

from __future__ import annotations

import numpy as np
import pytest

from stab.synth.marks import marks_of, things_of, told_once
from stab.synth.observed import Seen
from stab.synth.runtime_grids import strewn


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A cell is a tree ('#'), a nut ('m'), or the squirrel ('S'). There is exactly one squirrel.", True),
        ("'S' denotes the start. The map has exactly one start.", True),
        ("There is exactly one `S` on the map.", True),
        ("`S`: a sheep. There may be many sheep, and exactly one wolf.", False),
        ("A sheep is 'S'.", False),
    ],
)
def test_what_the_words_say_stands_once(text: str, expected: bool) -> None:
    assert told_once(text, "S") is expected


def test_samples_speak_before_words() -> None:
    text = "The squirrel ('S') is there exactly once. There is exactly one squirrel."

    assert marks_of(text, "#.mS", None) == "S"
    assert marks_of(text, "#.mS", Seen(marks="m")) == "m"


def test_letters_beside_floor_and_wall_are_strewn_unless_samples_show_how() -> None:
    assert things_of("#.mS", "S", None) == "m"
    assert things_of("#.mS", "S", Seen(count=3)) == ""
    assert things_of("abcm", "", None) == ""


def test_strewn_letters_stand_on_free_cells_each_at_least_once() -> None:
    rows = strewn(["..#.", "#..#"], "mk", ".", np.random.RandomState(0))

    assert [[c == "#" for c in row] for row in rows] == [[c == "#" for c in row] for row in ("..#.", "#..#")]
    assert {"m", "k"} <= set("".join(rows))
    assert strewn(["##"], "m", ".", np.random.RandomState(0)) == ["##"]
