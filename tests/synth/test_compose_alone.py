"""One principle alone against random data of the same sizes, and principles that did not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stab.inject import load_catalog
from stab.pipeline import understand
from stab.records import GenerationSpec, Match, Principle, Scenario
from stab.statement import problem_from_text
from stab.synth import compose, compose_alone, run_generator

TEXT = """# Shelf

## Input

The first line contains an integer n (1 ≤ n ≤ 500). The second line contains n integers a_1, ..., a_n
(1 ≤ a_i ≤ 10^9).

## Output

Sort the numbers.

## Sample Input

```
3
2 1 3
```

## Sample Output

```
1 2 3
```
"""


def _spec() -> GenerationSpec:
    return understand(problem_from_text(TEXT, id="shelf"), encoder="lexical")


def _principle(name: str) -> tuple[Scenario, Principle]:
    return next((s, p) for s in load_catalog() for p in s.principles if p.id == name)


def test_the_construction_and_random_data_have_the_same_sizes() -> None:
    made = compose_alone(_spec(), *_principle("S01.quicksort-equal-keys"))
    assert [g.principle for g in made.candidates] == ["S01.quicksort-equal-keys", None]
    assert dict(made.sizes) == {"n": 500}
    assert {g.boundary for g in made.candidates} == {made.candidates[0].boundary}


def test_a_principle_without_a_fitting_field_is_refused_with_its_role() -> None:
    made = compose_alone(_spec(), *_principle("S05.walk-to-root"))
    assert made.candidates == ()
    assert "tree" in made.rejections[0].reason


def test_a_principle_of_size_alone_is_refused() -> None:
    made = compose_alone(_spec(), *_principle("S05.recursive-dfs"))
    assert made.candidates == ()


def test_what_did_not_hold_is_not_composed() -> None:
    spec = _spec()
    scenario = next(s for s in load_catalog() if s.id == "S01")
    first = next(p for p in scenario.principles if p.id == "S01.quicksort-median-of-three")
    without = replace(
        scenario, principles=tuple(replace(p, unproven=p is first) for p in scenario.principles)
    )
    for known, is_there in ((scenario, True), (without, False)):
        asked = replace(spec, retrieval=replace(spec.retrieval, matches=(Match(known),)))
        made = compose(asked, tests=30)
        assert (first.id in {g.principle for g in made.candidates}) is is_there


PLACES = """# Shelf

## Input

The first line contains two integers n and q (1 ≤ n, q ≤ 200). The second line contains n integers
a_1, ..., a_n (1 ≤ a_i ≤ 10^9). Each of the next q lines contains one integer k ({bounds}).

## Output

For each k print a number.

## Sample Input

```
3 2
2 1 3
1
2
```

## Sample Output

```
1
2
```
"""


@pytest.mark.parametrize(("bounds", "fits"), [("1 ≤ k ≤ n", True), ("1 ≤ k ≤ 10^9", False)])
def test_numbers_up_to_the_length_of_an_array_name_its_places(bounds: str, fits: bool) -> None:
    problem = problem_from_text(PLACES.format(bounds=bounds), id="places")
    spec = understand(problem, encoder="lexical")
    made = compose_alone(spec, *_principle("S22.oldest-version"))
    assert (len(made.candidates) == 2) is fits
    assert compose_alone(spec, *_principle("S06.climb-deepest-pair")).candidates == ()  # pairs: no column


ITEMS = """# Sack

## Input

The first line contains two integers n and c (1 ≤ n ≤ 30, 1 ≤ c ≤ 9999). Each of the next n lines contains two
integers w and v (1 ≤ w ≤ 1000, 1 ≤ v ≤ 700), the weight and the value of an item.

## Output

The greatest value.

## Sample Input

```
2 5
2 3
4 1
```

## Sample Output

```
3
```
"""


def test_rows_of_two_numbers_take_constructions_for_items() -> None:
    spec = understand(problem_from_text(ITEMS, id="items"), encoder="lexical")
    made = compose_alone(spec, *_principle("S15.value-equals-weight"))
    data = run_generator(made.candidates[0], 1)
    rows = [tuple(map(int, line.split())) for line in data.decode().splitlines()[1:]]
    assert all(w == v and w % 2 == 0 and 1 <= w <= 700 for w, v in rows)
