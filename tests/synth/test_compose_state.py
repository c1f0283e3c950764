"""Queries that remove what was added before, marks beside ranges, entries off their index, repeats."""

from __future__ import annotations

import importlib.util
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from stab.layout import parse_layout, validate
from stab.records import Choice, Repeat
from stab.synth import compose, run_generator
from stab.synth.environment import repeats_values
from stab.synth.runtime import deranged
from stab.synth.stateful import state_of

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
compose_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)

STATES = {
    # layout, sample, statement; what a removal repeats (None: no state), whether it is a set
    "signs": ("choose op:str:\n    +: x\n    -: x", "+ 5\n- 5\n", "", (0,), True),
    "bag": ("choose op:str:\n    add: x\n    remove: x", "add 5\nadd 5\n", "", (0,), False),
    "stack": ("choose op:str:\n    push: x\n    pop: \n    top: ", "push 5\ntop\n", "", (), False),
    "words": ('choose op:str:\n    +: i c:str(*, "a-z")\n    -: i', "+ 1 a\n- 1\n", "", (0,), False),
    "told": ("choose op:\n    1: x\n    2: y", "1 5\n2 5\n", "1 x - add x\n2 y - delete y", (0,), True),
    "free": ("choose op:str:\n    +: x\n    -: x", "- 5\n+ 5\n", "", None, False),
    "sums": (
        "choose op:\n    1: x\n    2: y",
        "1 5\n2 5\n",
        "1 x - add x to all\n2 y - print y",
        None,
        False,
    ),
}


def _spec(name: str):
    block, rows, text, *_ = STATES[name]
    sample = f"{rows.count(chr(10))}\n{rows}"
    rules = "1 <= q <= 400; 1 <= x <= 30; 1 <= y <= 30; 1 <= i <= 3; 1 <= len(c) <= 1"
    spec = compose_cases.spec_of(f"q\nrepeat q:\n  {block}", rules, "", (sample,))
    return replace(spec, problem=replace(spec.problem, text=text))


@pytest.mark.parametrize("name", STATES)
def test_a_state_is_found(name: str) -> None:
    spec = _spec(name)
    (_, block) = parse_layout(f"q\nrepeat q:\n  {STATES[name][0]}").nodes
    assert isinstance(block, Repeat) and isinstance(block.body[0], Choice)
    branches = [(b, b.values[0]) for b in block.body[0].branches]
    rows = [tuple(line.split()) for line in STATES[name][1].splitlines()]

    found = state_of(branches, spec.problem.text, [rows])

    assert (found is not None) == (STATES[name][3] is not None)
    assert found is None or (found.keys, found.is_set) == STATES[name][3:]


@pytest.mark.parametrize("name", ["signs", "bag", "stack", "words", "told"])
def test_nothing_is_removed_that_is_not_there(name: str) -> None:
    spec, keys = _spec(name), STATES[name][3]
    adds, removes = {"+", "add", "push", "1"}, {"-", "remove", "pop", "2"}
    removals = 0
    for generator in compose(spec, tests=5).candidates:
        data = run_generator(generator, 1)
        assert validate(spec.layout, spec.binding, data).ok
        there: Counter[tuple[str, ...]] = Counter()
        for line in data.decode().splitlines()[1:]:
            word, *values = line.split()
            if word in adds:
                there[tuple(values[k] for k in keys)] += 1
            elif word in removes:
                removals += 1
                there[tuple(values)] -= 1
                assert there[tuple(values)] >= 0
            else:
                assert there.total()
            assert not STATES[name][4] or max(there.values()) <= 1
    assert removals > 100


@pytest.mark.parametrize(
    ("rules", "sample", "low"),
    [
        ("-1 <= a[i] <= 9; a[i] != 0", "2\n7 9\n", 1),
        ("-1 <= a[i] <= 9; (a[i] + 1) * (a[i] - 7) >= 0", "2\n7 9\n", 7),
    ],
)
def test_a_mark_stands_beside_the_range(rules: str, sample: str, low: int) -> None:
    spec = compose_cases.spec_of("n\na[n]", f"1 <= n <= 300; {rules}", "", (sample,))

    values = [set(map(int, run_generator(g, 1).split()[1:])) for g in compose(spec, tests=10).candidates]

    assert all(found <= {-1, *range(low, 10)} for found in values)
    assert {-1} in values
    assert any(-1 not in found for found in values)
    assert any(-1 in found and len(found) > 1 for found in values)


@pytest.mark.parametrize("order", [[1, 2, 3], [1], [2, 1, 3], [1, 3, 2], [3, 2, 1], [2, 3, 1]])
def test_no_entry_stays_at_its_own_place(order: list[int]) -> None:
    found = deranged(np.array(order))

    assert sorted(found) == sorted(order)
    assert len(order) == 1 or (found != np.arange(1, len(order) + 1)).all()


@pytest.mark.parametrize(
    ("construct", "repeats"),
    [
        ("seq_equal(n, hi)", True),
        ("seq_few(n, lo, hi, rng)", True),
        ("seq_sorted(n, lo, hi, rng)", False),
        ("seq_random(n, lo, hi, rng, distinct=True)", False),
        ("no_such_thing(n)", True),
    ],
)
def test_constructs_that_repeat_values_are_known(construct: str, repeats: bool) -> None:
    assert repeats_values(construct) is repeats


def test_a_length_without_a_rule_is_the_size_that_all_samples_show() -> None:
    layout = 'n m\ns:str(*, "a-b")\nt:str(*, "a-b")'
    spec = compose_cases.spec_of(layout, "1 <= n <= 90; 1 <= m <= 70", "", ("2 3\nab\naba\n",))

    for generator in compose(spec, tests=6).candidates:
        sizes, *texts = run_generator(generator, 1).decode().split("\n")[:3]
        assert list(map(len, texts)) == list(map(int, sizes.split()))
