"""Interactions: each is composed where both its fields are, and there does in both what it says."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.inject import load_catalog
from stab.layout import validate
from stab.pipeline import understand
from stab.records import (
    GenerationSpec,
    Match,
    Overrides,
    Retrieval,
    Route,
    Sample,
)
from stab.statement import problem_from_text
from stab.synth import compose, compose_alone, run_generator

CATALOG = load_catalog()
INTERACTIONS = {i.id: (s, i) for s in CATALOG for i in s.interactions if i.id.startswith(s.id)}
LAYOUTS: dict[str, tuple[str, str, str]] = {
    "tree-pairs": (
        "n q\nrepeat n - 1: u v\nrepeat q: a b\n@tree u v of n",
        "2 <= n <= 300; 1 <= q <= 60; 1 <= u <= n; 1 <= v <= n; 1 <= a <= n; 1 <= b <= n; a != b",
        "3 1\n1 2\n1 3\n2 3\n",
    ),
    "tree-singles": (
        "n q\nrepeat n - 1: u v\nrepeat q: a\n@tree u v of n",
        "2 <= n <= 300; 1 <= q <= 60; 1 <= u <= n; 1 <= v <= n; 1 <= a <= n",
        "3 1\n1 2\n1 3\n2\n",
    ),
    "tree-values": (
        "n\nc[n]\nrepeat n - 1: u v\n@tree u v of n",
        "2 <= n <= 300; 1 <= u <= n; 1 <= v <= n; 1 <= c[i] <= 1000000",
        "3\n4 4 1\n1 2\n1 3\n",
    ),
    "ranges": (
        "n q\na[n]\nrepeat q: l r\n@interval l r",
        "1 <= n <= 300; 1 <= q <= 60; 1 <= l <= r <= n; 1 <= a[i] <= 1000000",
        "3 1\n4 4 1\n2 3\n",
    ),
    "strings": (
        's:str(*, "a-z")\np:str(*, "a-z")\n@text s\n@pattern p',
        "1 <= len(s) <= 300; 1 <= len(p) <= 300",
        "abab\nba\n",
    ),
    "graph-pairs": (
        "n m q\nrepeat m: u v\nrepeat q: a b\n@edges u v of n\n@simple u v",
        "2 <= n <= 100; 1 <= m <= 150; 1 <= q <= 60; 1 <= u <= n; 1 <= v <= n; u != v; 1 <= a <= n;"
        " 1 <= b <= n; a != b",
        "3 2 1\n1 2\n1 3\n2 3\n",
    ),
    "graph-values": (
        "n m\nc[n]\nrepeat m: u v\n@edges u v of n\n@simple u v",
        "2 <= n <= 100; 1 <= m <= 150; 1 <= u <= n; 1 <= v <= n; u != v; 1 <= c[i] <= 1000000",
        "3 2\n4 4 1\n1 2\n1 3\n",
    ),
    "weighted-intervals": (
        "n\nrepeat n: l r w\n@interval l r\n@weight w",
        "1 <= n <= 200; 1 <= l <= r <= 100000; 1 <= w <= 1000000",
        "2\n4 9 1\n1 2 5\n",
    ),
}


class Read:
    """The numbers of an input of one of these layouts, in the order of their lines."""

    def __init__(self, layout: str, data: bytes) -> None:
        self.lines = data.decode().split("\n")
        rows = [[int(w) for w in line.split()] for line in self.lines] if layout != "strings" else []
        self.head = rows[0] if rows else []
        has_values = layout in ("tree-values", "graph-values", "ranges")
        self.values = rows[1] if has_values else []
        rest = rows[2 if has_values else 1 :]
        amount = self.head[0] - 1 if "tree" in layout else self.head[1] if "graph" in layout else 0
        self.edges, self.rows = rest[:amount], [row for row in rest[amount:] if row]

    def distances(self, start: int) -> list[int]:
        """Return the number of edges to each vertex, 0 for those out of reach."""
        near: list[list[int]] = [[] for _ in range(self.head[0] + 1)]
        for u, v in self.edges:
            near[u].append(v)
            near[v].append(u)
        found, queue = {start: 0}, deque([start])
        while queue:
            u = queue.popleft()
            for v in near[u]:
                if v not in found:
                    found[v] = found[u] + 1
                    queue.append(v)
        return [found.get(v, 0) for v in range(self.head[0] + 1)]

    def pair_distances(self) -> list[int]:
        return [self.distances(a)[b] for a, b in self.rows]

    def degrees(self) -> Counter[int]:
        return Counter(v for edge in self.edges for v in edge)

    def is_full(self) -> bool:
        return all((left, right) == (1, self.head[0]) for left, right in self.rows)


def _increasing(values: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(values))


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def _nested(rows: Sequence[Sequence[int]]) -> bool:
    ranges = sorted((row[:2] for row in rows), key=lambda r: (r[0], -r[1]))
    return all(a[0] <= b[0] and b[1] <= a[1] for a, b in pairwise(ranges))


def _starts_twice(text: str, pattern: str) -> bool:
    return text.count(pattern[: max(2, len(pattern) // 8)]) > 1


CHECKS: dict[str, tuple[str, Callable[[Read], bool]]] = {
    "S05.root-queries": (
        "tree-singles",
        lambda r: {a for (a,) in r.rows} == {1} and max(r.distances(1)) == r.head[0] - 1,
    ),
    "S05.hub-queries": (
        "tree-pairs",
        lambda r: all(max(r.degrees()[a], r.degrees()[b]) == r.head[0] - 1 for a, b in r.rows),
    ),
    "S05.merge-distinct": (
        "tree-values",
        lambda r: len(set(r.values)) == r.head[0] and max(r.degrees().values()) == 2,
    ),
    "S05.star-equal": (
        "tree-values",
        lambda r: set(r.values) == {1000000} and max(r.degrees().values()) == r.head[0] - 1,
    ),
    "S06.path-far": ("tree-pairs", lambda r: min(r.pair_distances()) >= r.head[0] // 2),
    "S06.legs-tips": ("tree-pairs", lambda r: min(r.pair_distances()) == r.head[0] - 1),
    "S06.binary-leaves": (
        "tree-pairs",
        lambda r: all(r.degrees()[v] == 1 for row in r.rows for v in row) and max(r.degrees().values()) == 3,
    ),
    "S06.caterpillar-far": (
        "tree-pairs",
        lambda r: max(r.pair_distances()) > r.head[0] // 4 and max(r.degrees().values()) <= 3,
    ),
    "S04.look-back-windows": (
        "ranges",
        lambda r: set(r.values) == {1000000} and {b - a + 1 for a, b in r.rows} == {r.head[0] // 2},
    ),
    "S04.small-full": ("ranges", lambda r: set(r.values) == {1} and r.is_full()),
    "S04.different-ends": (
        "ranges",
        lambda r: (
            len(set(r.values)) == r.head[0] and all(a[1] < b[0] or b[1] < a[0] for a, b in pairwise(r.rows))
        ),
    ),
    "S04.sorted-full": ("ranges", lambda r: _increasing(r.values) and r.is_full()),
    "S04.primes-full": ("ranges", lambda r: all(map(_is_prime, r.values)) and r.is_full()),
    "S04.bits-full": (
        "ranges",
        lambda r: r.values[:20] == [1 << k for k in range(20)] and r.is_full(),
    ),
    "S12.late-mismatch": (
        "strings",
        lambda r: len(set(r.lines[0])) == 1 and set(r.lines[1][:-1]) == set(r.lines[0]) != {r.lines[1][-1]},
    ),
    "S12.middle-mismatch": (
        "strings",
        lambda r: (
            len(set(r.lines[0])) == 1
            and r.lines[1][0] == r.lines[1][-1] == r.lines[0][0] != r.lines[1][len(r.lines[1]) // 2]
        ),
    ),
    "S12.borders": (
        "strings",
        lambda r: r.lines[0].startswith(r.lines[1]) and _starts_twice(r.lines[0], r.lines[1]),
    ),
    "S12.all-match": (
        "strings",
        lambda r: len(set(r.lines[0] + r.lines[1])) == 1 and len(r.lines[0]) > len(r.lines[1]),
    ),
    "S07.long-far": ("graph-pairs", lambda r: min(r.pair_distances()) >= r.head[0] // 4),
    "S08.chain-ends": (
        "graph-pairs",
        lambda r: (
            {tuple(row) for row in r.rows} == {(1, r.head[0])}
            and [max(e) for e in r.edges][:9] == sorted(max(e) for e in r.edges)[:9]
            and r.degrees()[1] >= r.head[0] - 1
        ),
    ),
    "S09.hub-different": (
        "graph-values",
        lambda r: len(set(r.values)) == r.head[0] and max(r.degrees().values()) == r.head[0] - 1,
    ),
    "S09.cycle-equal": (
        "graph-values",
        lambda r: len(set(r.values)) == 1 and min(r.degrees()[v] for v in range(1, r.head[0] + 1)) >= 2,
    ),
    "S19.nested-heavy": (
        "weighted-intervals",
        lambda r: {row[2] for row in r.rows} == {1000000} and _nested(r.rows),
    ),
}


def spec_of(name: str) -> GenerationSpec:
    layout, constraints, sample = LAYOUTS[name]
    overrides = Overrides(constraints=tuple(c.strip() for c in constraints.split(";")), layout=layout)
    problem = problem_from_text("# T\n\nT.\n", id="t", overrides=overrides, samples=(Sample("1", sample),))
    return understand(problem, encoder="lexical")


def matched(spec: GenerationSpec, *ids: str) -> GenerationSpec:
    found = tuple(Match(scenario) for scenario in CATALOG if scenario.id in ids)
    return replace(spec, retrieval=Retrieval(Route.KEYWORD, found))


def test_there_are_enough_and_each_has_its_check() -> None:
    assert len(INTERACTIONS) >= 15
    assert set(CHECKS) == set(INTERACTIONS)
    assert all(len({p.role for p in (i, *i.beside)}) >= 2 for _, i in INTERACTIONS.values())
    ids = {scenario.id for scenario in CATALOG}
    assert all(i.partner in ids - {s.id} for s, i in INTERACTIONS.values())


@pytest.mark.parametrize("name", CHECKS)
def test_both_fields_hold_what_it_says(name: str) -> None:
    layout, holds = CHECKS[name]
    scenario, interaction = INTERACTIONS[name]
    spec = spec_of(layout)
    made = compose_alone(spec, scenario, interaction)
    assert made.candidates, made.rejections
    first = made.candidates[0]
    assert first.principle == name
    data = run_generator(first, 1)
    assert validate(spec.layout, spec.binding, data).ok
    assert holds(Read(layout, data))
    assert not holds(Read(layout, run_generator(made.candidates[-1], 1)))  # as random data does not
    assert data == run_generator(first, 1)


@pytest.mark.parametrize("name", CHECKS)
def test_it_needs_both_fields(name: str) -> None:
    scenario, interaction = INTERACTIONS[name]
    kind = CHECKS[name][0].split("-")[0]
    beside = {"weighted"} if kind == "ranges" else set()  # weights are values of a kind
    for other in (n for n in LAYOUTS if n.split("-")[0] not in {kind, *beside}):
        made = compose_alone(spec_of(other), scenario, interaction)
        assert name not in [g.principle for g in made.candidates], other


@pytest.mark.parametrize(("ids", "is_there"), [(("S06",), True), (("S05",), True), (("S12",), False)])
def test_it_is_chosen_where_a_scenario_of_it_matches(ids: tuple[str, ...], is_there: bool) -> None:
    composed = compose(matched(spec_of("tree-pairs"), *ids), tests=10)
    chosen = {g.principle for g in composed.candidates} & set(INTERACTIONS)
    assert bool(chosen) is is_there
    assert all(
        INTERACTIONS[str(name)][0].id in ids or INTERACTIONS[str(name)][1].partner in ids for name in chosen
    )


def test_pairs_of_a_trees_vertices_that_pass_for_edges_are_queries() -> None:
    layout, rules, sample = LAYOUTS["tree-pairs"]
    overrides = Overrides(constraints=tuple(rules.split("; ")), layout=f"{layout}\n@edges a b of n")
    problem = problem_from_text("# T\n\nT.\n", id="t", overrides=overrides, samples=(Sample("1", sample),))
    spec = matched(understand(problem, encoder="lexical"), "S06")
    found = {g.principle: g for g in compose(spec, tests=10).candidates}
    data = run_generator(found["S06.path-far"], 1)
    assert validate(spec.layout, spec.binding, data).ok
    assert CHECKS["S06.path-far"][1](Read("tree-pairs", data))


def test_those_of_which_both_scenarios_match_come_first() -> None:
    composed = compose(matched(spec_of("ranges"), "S04", "S18"), tests=10)
    chosen = [g.principle for g in composed.candidates if g.principle in INTERACTIONS]
    assert chosen[0] == "S04.primes-full"


def test_its_purpose_names_the_code_it_hurts() -> None:
    scenario, interaction = INTERACTIONS["S06.path-far"]
    made = compose_alone(spec_of("tree-pairs"), scenario, interaction)
    assert interaction.hurts in made.candidates[0].purpose


OWN = """
id = "S90"
name = "own"
title = "Own"
names = ["frobnication"]
[[implementation]]
id = "first"
title = "First"
hurts = "loops"
construction = "All equal."
source = "folklore"
role = "values"
construct = "seq_equal(n, hi)"
[[interaction]]
id = "both"
title = "Both"
hurts = "loops in loops"
construction = "All equal, full ranges."
source = "folklore"
with = "S04"
parts = { values = "seq_equal(n, hi)", interval = "queries_full(n, q)" }
"""


def test_a_users_own_interaction_is_shared_with_its_partner(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN)
    for scenario in load_catalog(tmp_path):
        assert ("S90.both" in [i.id for i in scenario.interactions]) is (scenario.id in ("S90", "S04"))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("interval = ", "valuables = ", "roles:"),
        ('{ values = "seq_equal(n, hi)", interval = "queries_full(n, q)" }', "{}", "to each of its roles"),
        ('"queries_full(n, q)"', '"queries_full(n, "', "not a Python expression"),
        ('with = "S04"', "with = 4", "'with' must be a text"),
        ('with = "S04"', "speed = 4", "unknown key 'speed'"),
    ],
)
def test_faults_of_an_own_interaction_are_named(tmp_path: Path, old: str, new: str, reason: str) -> None:
    (tmp_path / "own.toml").write_text(OWN.replace(old, new))
    with pytest.raises(InputError) as caught:
        load_catalog(tmp_path)
    assert reason in f"{caught.value.message} {caught.value.hint}"
    assert "interaction 'both'" in caught.value.message
