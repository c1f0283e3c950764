"""What words tell of kinds of rows: who joins and who leaves, and which kinds must occur."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

from stab.synth.kinds import demanded

_SPEC = importlib.util.spec_from_file_location("corner_cases", Path(__file__).with_name("test_corners.py"))
assert _SPEC is not None and _SPEC.loader is not None
corner_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(corner_cases)

LAYOUT = "q\nrepeat q:\n  choose kind:\n    1: x\n    2: x\n    3: x y"
RULES = "1 <= q <= 300; 1 <= x <= 40; 1 <= y <= 9"
SAMPLE = "4\n1 5\n3 5 1\n2 5\n3 1 1\n"
PAIRS = {
    "joins": "1 x - a knight of strength x joins\n2 x - a knight of strength x leaves\n3 x y - count them",
    "arrives": "* 1 x: a ship of size x arrives in port;\n* 2 x: one ship of size x departs;\n* 3 x y: ask",
    "a line above": "`1 x`\nA guest with ticket x enters the hall.\n\n`2 x`\nA guest with ticket x exits.\n",
    "in front": "A shop of rank x opens: 1 x\nA shop of rank x closes: 2 x\nHow many? 3 x y",
    "in a sentence": "If the event is of type 1, a lamp at x is switched on. "
    "If it is of type 2, a lamp at x goes out. For type 3, print how many lamps there are from x on.",
    "born": "1 x - a bird of weight x is born\n2 x - a bird of weight x dies",
    "sells": "1 x - Ann buys a plot of size x\n2 x - Ann sells a plot of size x",
    "appears": "t = 1: a star at x appears.\nt = 2: a star at x disappears.\nt = 3: how many appear up to x?",
    "those before": "1 x - x is put into the bag\n2 x - one x that was put into it before is erased",
}


def rows_of(text: str, rules: str = RULES, sample: str = SAMPLE) -> dict[str, list[list[str]]]:
    found = corner_cases.made(corner_cases.spec(LAYOUT, rules, sample, text))
    assert len(found) >= 5
    return {name: [line.split() for line in lines[1:]] for name, lines in found.items()}


def faults(rows: list[list[str]]) -> int:
    """Return how many rows of kind 2 name what is not there."""
    there: Counter[str] = Counter()
    missing = 0
    for kind, x, *_ in rows:
        if kind == "1":
            there[x] += 1
        elif kind == "2":
            missing += there[x] == 0
            there[x] -= 1
    return missing


@pytest.mark.parametrize("name", PAIRS)
def test_only_what_is_there_leaves(name: str) -> None:
    found = rows_of(PAIRS[name])

    assert {who: n for who, rows in found.items() if (n := faults(rows))} == {}
    assert sum(row[0] == "2" for rows in found.values() for row in rows) > 100


@pytest.mark.parametrize(
    "text",
    [
        "1 x - print how many guests enter after x\n2 x - print how many guests leave before x",
        "1 x - a knight of strength x joins\n2 x - a knight is moved to x\n3 x y - leave x and join y",
        "1 ≤ x: the guests that enter\n2 ≤ x: the guests that leave",
    ],
)
def test_no_state_is_made_up(text: str) -> None:
    assert any(faults(rows) for rows in rows_of(text).values())


def test_a_sample_that_removes_what_is_not_there_has_the_last_word() -> None:
    found = rows_of(PAIRS["joins"], sample="2\n2 5\n1 5\n")

    assert any(faults(rows) for rows in found.values())


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("It is guaranteed that there is at least one query of type 3.", (2,)),
        ("1 x - add x\n2 x - ask\n3 x y - ask too. There is at least one event of this type.", (2,)),
        ("At least one query of the second type is given.", (1,)),
        ("There is at least one query of each type.", (0, 1, 2)),
        ("Every kind of operation occurs at least once.", (0, 1, 2)),
        ("You may assume at least one event with type `2`.", (1,)),
        ("There is at least one 3 query.", (2,)),
        ("There is at least one guest. Print the answers to queries of type 3.", ()),
        ("There is at least one query of type 30.", ()),
    ],
)
def test_kinds_that_must_occur_are_known(text: str, kinds: tuple[int, ...]) -> None:
    assert demanded(("1", "2", "3"), text) == kinds


@pytest.mark.parametrize("text", ["", PAIRS["joins"]])
def test_kinds_that_must_occur_do_so_in_the_smallest_input_too(text: str) -> None:
    promise = "There is at least one event of type 3 and at least one event of the first type."
    found = rows_of(f"{text}\n\n{promise}", RULES.replace("300", "9"))

    for who, rows in found.items():
        assert {"1", "3"} <= {row[0] for row in rows}, who
    assert min(map(len, found.values())) == 2
