"""Corners that the layout suggests: short patterns, thin grids, parameters below their size, far ends."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from stab.layout import validate
from stab.records import GenerationSpec, Match, Principle, Retrieval, RoleKind, Route, Scenario
from stab.synth import compose, run_generator

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
compose_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compose_cases)

STRINGS = 's:str(*, "ab")\nt:str(*, "ab")'


def spec(
    layout: str, rules: str, sample: str, text: str = "", *, tests: str = "", sizes: tuple[str, ...] = ()
) -> GenerationSpec:
    found = compose_cases.spec_of(layout, rules, tests, (sample,))
    extraction = replace(found.extraction, size_variables=(*found.extraction.size_variables, *sizes))
    return replace(
        found,
        problem=replace(found.problem, text=text),
        extraction=extraction,
        saturation=compose_cases.saturate(extraction),
    )


def scenario(role: RoleKind, construct: str, anti: str) -> Retrieval:
    principle = Principle("S90.x", "Test", "a loop", "words", "own", role, construct, anti)
    return Retrieval(Route.KEYWORD, (Match(Scenario("S90", "test", "Test", (), (), (principle,))),))


def made(found: GenerationSpec, tests: int = 10) -> dict[str, list[str]]:
    """Return the lines of all valid inputs, by name, in the order of the candidates."""
    lines = {}
    for generator in compose(found, tests=tests).candidates:
        data = run_generator(generator, 3)
        check = validate(found.layout, found.binding, data)
        assert check.ok, (generator.name, check.faults[:1])
        lines[generator.name] = data.decode().splitlines()
    return lines


@pytest.mark.parametrize(
    "text",
    [
        "How many occurrences of t in s are there?",
        "Tell whether `t` is a subsequence of the string `s`.",
        "Count the substrings of $s$ that are equal to $t$.",
        "A place of s is good where t occurs in it. It is known how often t appears in s.",
        "Decide if s contains the string t.",
    ],
)
def test_a_string_that_is_searched_is_half_as_long_under_a_search_principle(text: str) -> None:
    found = spec(STRINGS, "1 <= len(s), len(t) <= 400", "ab\nb\n", text)
    found = replace(
        found,
        retrieval=scenario(RoleKind.PATTERN, "str_mismatch(n, alphabet)", "str_random(n, alphabet, rng)"),
    )
    lines = made(found)

    assert lines["half-t-s90-x"] == ["a" * 400, "a" * 199 + "b"]
    assert [len(line) for line in lines["half-t-random"]] == [400, 200]
    assert lines["short-t-flat"] == ["a" * 400, "aaa"]
    assert [len(line) for line in lines["balanced-random"]] == [400, 400]


def test_a_pattern_may_come_first_and_have_its_length_before_it() -> None:
    found = spec(
        'm n\np:str(m, "ab")\nq:str(n, "ab")',
        "1 <= m, n <= 300",
        "1 2\nb\nab\n",
        "Find the number of occurrences of p in q.",
    )
    lines = made(found)

    assert {tuple(map(len, found[1:])) for name, found in lines.items() if name.startswith("half")} == {
        (150, 300)
    }
    assert {tuple(map(len, found[1:])) for name, found in lines.items() if name.startswith("short")} == {
        (3, 300)
    }


def test_strings_that_are_not_searched_stay_long_under_principles() -> None:
    found = spec(STRINGS, "1 <= len(s), len(t) <= 90", "ab\nb\n", "The longest common subsequence.")
    found = replace(
        found, retrieval=scenario(RoleKind.TEXT, "str_repeat(n, alphabet)", "str_cycle(n, alphabet)")
    )
    lines = made(found)

    assert [len(line) for line in lines["balanced-s90-x"]] == [90, 90]
    assert [len(line) for line in lines["half-t-s90-x"]] == [90, 45]


def test_strings_of_one_length_have_no_corner_of_their_own() -> None:
    found = spec('n\ns:str(n, "ab")\nt:str(n, "ab")', "1 <= n <= 50", "2\nab\nba\n")

    assert not any(name.startswith(("half", "short")) for name in made(found))


@pytest.mark.parametrize(
    ("layout", "rules", "sample", "tests"),
    [
        ('n m\nrepeat n: g:str(m, ".#")', "1 <= n; 1 <= m; n * m <= 5000", "1 2\n.#\n", ""),
        ("m n\nrepeat n: a[m]", "1 <= n, m <= 5000; n * m <= 5000; 0 <= a[i][j] <= 9", "2 1\n4 5\n", ""),
        (
            't\nrepeat t:\n  n m\n  repeat n: g:str(m, ".#")',
            "1 <= t <= 100; 1 <= n, m <= 5000; sum(n * m) <= 5000",
            "1\n1 2\n.#\n",
            "t",
        ),
    ],
)
def test_of_two_sizes_with_a_bounded_product_each_is_one_and_two(
    layout: str, rules: str, sample: str, tests: str
) -> None:
    at, is_swapped = int(bool(tests)), layout.startswith("m")
    shapes = set()
    for lines in made(spec(layout, rules, sample, tests=tests)).values():
        if not tests or lines[0] == "1":
            height, width = map(int, lines[at].split()[:: -1 if is_swapped else 1])
            shapes.add((height, width))

    assert {(1, 5000), (5000, 1), (2, 2500), (2500, 2)} <= shapes


@pytest.mark.parametrize("bound", ["1 <= k <= n", "0 <= k <= n - 1"])
def test_a_number_up_to_a_size_is_also_half_of_it_and_least(bound: str) -> None:
    found = spec("n k\na[n]", f"2 <= n <= 1000; {bound}; 0 <= a[i] <= 9", "2 1\n3 4\n", sizes=("k",))
    numbers = {tuple(map(int, lines[0].split())) for lines in made(found).values()}
    values = {k for n, k in numbers if n == 1000}

    assert 1 in values and max(values) >= 999
    assert any(480 <= k <= 520 for k in values)


@pytest.mark.parametrize(
    ("layout", "rules", "sample"),
    [
        (
            "n m\nrepeat m: u v\n@edges u v of n\n@connected u v of n",
            "2 <= n <= 5000; m <= 9000; 1 <= u, v <= n",
            "2 1\n1 2\n",
        ),
        (
            "n m\nrepeat m: u v\n@edges u v of n\n@simple u v",
            "1 <= n, m <= 999; 1 <= u, v <= n",
            "2 1\n1 2\n",
        ),
        ('n\ns:str(*, "ab")', "1 <= n <= 4000; len(s) == n", "2\nab\n"),
        ("n a b\nx[a]\ny[b]", "2 <= a, b <= 700; a + b == n + 1; 1 <= x[i], y[i] <= 9", "3 2 2\n1 2\n3 4\n"),
        ('n m\nrepeat n: g:str(m, ".#")', "1 <= n * m <= 5000", "1 2\n.#\n"),
    ],
)
def test_the_smallest_corner_is_small(layout: str, rules: str, sample: str) -> None:
    lines = made(spec(layout, rules, sample), tests=30)["smallest-random"]

    assert all(int(number) <= 3 for number in lines[0].split())
    assert len(lines) <= 4


def test_source_and_sink_lie_at_the_ends_of_a_long_path() -> None:
    found = spec(
        "n s t\nrepeat n - 1: u v\n@tree u v of n",
        "2 <= n <= 60; 1 <= u, v <= n; 1 <= s, t <= n",
        "2 1 2\n1 2\n",
    )
    found = replace(found, retrieval=scenario(RoleKind.TREE, "tree_path(n)", "tree_star(n)"))
    head, *rows = made(found)["balanced-s90-x"]
    neighbours: dict[str, list[str]] = {}
    for u, v in map(str.split, rows):
        neighbours.setdefault(u, []).append(v)
        neighbours.setdefault(v, []).append(u)

    _, source, sink = head.split()
    assert source != sink
    assert len(neighbours[source]) == len(neighbours[sink]) == 1


@pytest.mark.parametrize(
    ("layout", "bound", "sample"),
    [
        ("s:str k", "1 <= k <= len(s)", "ab 1\n"),
        ("k s:str", "1 <= k < len(s)", "1 ab\n"),
        ("w:str\nk", "0 <= k <= len(w) - 1", "ab\n1\n"),
    ],
)
def test_a_number_up_to_the_length_of_a_string_is_also_half_of_it_and_least(
    layout: str, bound: str, sample: str
) -> None:
    text = next(name for name in "sw" if f"{name}:" in layout)
    found = spec(layout, f"2 <= len({text}) <= 400; {bound}", sample, sizes=("k",))
    tokens = [" ".join(lines).split() for lines in made(found).values()]
    values = {int(next(filter(str.isdigit, two))) for two in tokens if max(map(len, two)) == 400}

    assert values & {0, 1} and max(values) >= 399
    assert any(180 <= k <= 220 for k in values)


def test_the_least_parameter_meets_random_data_and_half_of_it_the_principle() -> None:
    found = spec("n k\na[n]", "2 <= n <= 1000; 1 <= k <= n; 0 <= a[i] <= 9", "2 1\n3 4\n", sizes=("k",))
    found = replace(
        found,
        retrieval=scenario(RoleKind.VALUES, "seq_descending(n, lo, hi, rng)", "seq_random(n, lo, hi, rng)"),
    )
    names = set(made(found))

    assert "least-k-random" in names
    assert "half-k-s90-x" in names
