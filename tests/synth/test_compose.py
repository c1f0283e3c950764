"""Composed generators hold to layout and rules: hand-made layouts of many kinds, proved by the validator."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from stab import build
from stab.build import DoesNotFit
from stab.expression import parse_comparison
from stab.layout import bind, parse_layout, validate
from stab.records import (
    Boundary,
    Check,
    Constraint,
    ConstraintKind,
    Extraction,
    GenerationSpec,
    Layout,
    Markup,
    Match,
    Origin,
    Principle,
    Problem,
    Retrieval,
    RoleKind,
    Route,
    Sample,
    Saturation,
    Scenario,
)
from stab.saturate import saturate
from stab.synth import compose, run_generator
from stab.synth.environment import PAIR_CONSTRUCTS

CASES: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    # name: layout, constraints (; between), tests variable, samples
    "array": ("n\na[n]", "1 <= n <= 5000; 1 <= a[i] <= 1000000000", "", ("3\n4 1 7\n",)),
    "negative": ("n\na[n]", "1 <= n <= 500; -1000 <= a[i] <= 1000", "", ("2\n-4 7\n",)),
    "one-number": ("n", "1 <= n <= 100", "", ("7\n",)),
    "few-inputs": ("n", "1 <= n <= 3", "", ("2\n",)),
    "two-numbers": ("n k", "1 <= k <= n <= 1000000000000000000", "", ("9 4\n",)),
    "huge-number": ("n", "1 <= n <= 10 ** 100", "", ("12\n",)),
    "number-cases": ("t\nrepeat t: a b", "1 <= t <= 1000; 0 <= a <= b <= 1000000", "t", ("1\n3 9\n",)),
    "array-cases": (
        "t\nrepeat t:\n  n k\n  a[n]",
        "1 <= t <= 100; 1 <= k <= n <= 2000; sum(n) <= 2000; 0 <= a[i] <= n",
        "t",
        ("1\n3 2\n0 3 1\n",),
    ),
    "tree": (
        "n\nrepeat n - 1: u v\n@tree u v of n",
        "2 <= n <= 3000; 1 <= u, v <= n",
        "",
        ("3\n1 2\n3 1\n",),
    ),
    "tree-with-the-smaller-end-first": (
        "n\nrepeat n - 1: u v\n@tree u v of n",
        "2 <= n <= 3000; 1 <= u < v <= n",
        "",
        ("3\n1 2\n1 3\n",),
    ),
    "cases-up-to-a-line-of-zeros": (
        'repeat until "0 0":\n  n m\n  x[n]',
        "1 <= _tests <= 20; 2 <= m <= n <= 500; 0 <= x[i] <= 90",
        "_tests",
        ("3 2\n1 4 6\n2 2\n0 9\n0 0\n",),
    ),
    "cases-up-to-the-end": (
        "repeat *:\n  n\n  x[n]",
        "1 <= _tests <= 100000; 1 <= n <= 100000; 0 <= x[i] <= 90",
        "_tests",
        ("3\n1 4 6\n2\n0 9\n",),
    ),
    "ragged-rows": (
        "n\nrepeat n: k t[k]\n@size k",
        "1 <= n <= 500; 0 <= k[i] <= 500; sum(k) <= 700; 1 <= t[i] <= 90",
        "",
        ("2\n1 5\n2 7 8\n",),
    ),
    "pairs-of-lines-as-long-as-told-before": (
        "n\nk[n]\nrepeat i < n:\n  a[k[i]]\n  b[k[i]]",
        "1 <= n <= 400; 1 <= k[i] <= 10; 1 <= a[i][j] <= 90; -90 <= b[i][j] <= 90",
        "",
        ("2\n2 1\n3 4\n5 -6\n7\n8\n",),
    ),
    "ragged-rows-without-a-total": (
        "n\nrepeat n: k t[k]\n@size k",
        "1 <= n <= 2000; 0 <= k[i] <= 100000; 1 <= t[i] <= 90",
        "",
        ("2\n1 5\n2 7 8\n",),
    ),
    "array-with-an-exact-sum": (
        "n s\na[n]",
        "1 <= n <= 500; 1 <= s <= 2000; n <= s; 1 <= a[i] <= 1000; sum(a) == s",
        "",
        ("2 9\n4 5\n",),
    ),
    "weighted-graph": (
        "n m\nrepeat m: u v w\n@edges u v of n\n@simple u v\n@connected u v\n@weight w",
        "1 <= n <= 1000; 1 <= m <= 100000; 1 <= u, v <= n; 0 <= w <= 1000000000",
        "",
        ("3 2\n1 2 5\n2 3 0\n",),
    ),
    "small-graph": (
        "n m\nrepeat m: u v\n@edges u v of n\n@simple u v",
        "2 <= n <= 5; 1 <= m <= 100000; 1 <= u, v <= n",
        "",
        ("3 2\n1 2\n2 3\n",),
    ),
    "parents": ("n\np[n - 1]\n@parents p of n", "2 <= n <= 3000; 1 <= p[i] < i", "", ("3\n1 2\n",)),
    "permutation": ("n\np[n]\n@permutation p", "1 <= n <= 1000; 1 <= p[i] <= n", "", ("3\n2 3 1\n",)),
    "distinct": ("n\na[n]\n@distinct a", "1 <= n <= 1000; 1 <= a[i] <= 1200", "", ("3\n2 9 1\n",)),
    "sorted": ("n\na[n]", "1 <= n <= 1000; 1 <= a[i] <= 50; a[i] <= a[i + 1]", "", ("3\n2 2 5\n",)),
    "intervals": (
        "n q\na[n]\nrepeat q: l r\n@interval l r",
        "1 <= n <= 1000; 1 <= q <= 800; 1 <= a[i] <= 9; 1 <= l <= r <= n",
        "",
        ("2 1\n3 4\n1 2\n",),
    ),
    "strict-pairs": ("n\nrepeat n: s e", "1 <= n <= 900; 1 <= s < e <= 40", "", ("1\n3 9\n",)),
    "points": ("n\nrepeat n: x y\n@points x y", "1 <= n <= 300; -100 <= x, y <= 100", "", ("1\n3 -9\n",)),
    "text": ('s:str(*, "a-c")', "1 <= len(s) <= 4000", "", ("abca\n",)),
    "text-of-size": ('n\ns:str(n, "01")', "1 <= n <= 3000", "", ("4\n0110\n",)),
    "text-and-pattern": ("s:str\nt:str", "1 <= len(t) <= len(s) <= 3000", "", ("abab\nba\n",)),
    "words": ("n\nrepeat n: w:str", "1 <= n <= 300; 1 <= len(w[i]) <= 20", "", ("2\nab\nzc\n",)),
    "grid": ('h w\nrepeat h: row:str(w, ".#")', "1 <= h, w <= 90", "", ("2 3\n.#.\n...\n",)),
    "matrix": ("n m\nrepeat n: a[m]", "1 <= n, m <= 60; 0 <= a[i][j] <= 9", "", ("1 2\n4 5\n",)),
    "typed-queries": (
        "n q\nrepeat q:\n  choose kind:\n    1: l r\n    2: x",
        "1 <= n <= 100; 1 <= q <= 500; 1 <= l <= r <= n; 1 <= x <= 1000",
        "",
        ("5 2\n1 2 4\n2 7\n",),
    ),
    "ragged": (
        "m\nrepeat m: k b[k]",
        "1 <= m <= 50; 1 <= k <= 20; 1 <= b[i] <= 99",
        "",
        ("2\n1 5\n2 7 8\n",),
    ),
    "product": ("n m\nrepeat n: a[m]", "1 <= n * m <= 2000; 1 <= n, m; 1 <= a[i][j] <= 5", "", ("1 1\n3\n",)),
    "parity": ("n\na[n]", "2 <= n <= 999; n % 2 == 0; 1 <= a[i] <= 99", "", ("2\n3 4\n",)),
    "string-cases": (
        "t\nrepeat t:\n  n\n  s:str(n)",
        "1 <= t <= 1000; 1 <= n <= 2000; sum(n) <= 2000",
        "t",
        ("1\n3\nabz\n",),
    ),
    "apart": (
        "n q\nrepeat q: u v",
        "2 <= n <= 4; 1 <= q <= 200; 1 <= u, v <= n; u != v",
        "",
        ("3 1\n1 2\n",),
    ),
    "few-values-allowed": (
        "n m k\na[n]\nrepeat n: c[m]",
        "1 <= n, m <= 60; k in {2, 5, 70}; a[i] in {0, 3, 9}; c[i][j] in {-4, 8}",
        "",
        ("2 1 5\n3 9\n8\n-4\n",),
    ),
    "no-zero": ("n\na[n]", "1 <= n <= 400; -3 <= a[i] <= 3; a[i] != 0", "", ("2\n-3 1\n",)),
    "ranges-of-two-at-least": (
        "n q\nrepeat q: l r\n@interval l r",
        "2 <= n <= 50; 1 <= q <= 200; 1 <= l <= r <= n; l != r",
        "",
        ("3 1\n1 3\n",),
    ),
    "graph-without-loops": (
        "n m\nrepeat m: u v\n@edges u v of n",
        "2 <= n <= 6; 1 <= m <= 300; 1 <= u, v <= n; u != v",
        "",
        ("3 2\n1 2\n3 2\n",),
    ),
    "points-off-the-diagonal": (
        "n\nrepeat n: x y",
        "1 <= n <= 200; -9 <= x, y <= 9; x[i] != y[i]",
        "",
        ("2\n1 2\n3 -2\n",),
    ),
    "tree-with-pairs": (
        "n q\nrepeat n - 1: u v\nrepeat q: a b\n@tree u v of n",
        "2 <= n <= 500; 1 <= q <= 300; 1 <= u, v <= n; 1 <= a, b <= n; a != b",
        "",
        ("3 1\n1 2\n3 1\n2 3\n",),
    ),
    "different-words": (
        "n\nrepeat n: w:str",
        "1 <= n <= 150; 1 <= len(w[i]) <= 2; w[i] != w[j]",
        "",
        ("2\nab\nzc\n",),
    ),
    "all-different": ("n\na[n]", "1 <= n <= 150; 1 <= a[i] <= 160; a[i] != a[j]", "", ("2\n4 1\n",)),
    "decimal-intervals": (
        "n\nrepeat n: b:real e:real",
        "1 <= n <= 100; 0 <= b[i] <= 10; 0 <= e[i] <= 10; b[i] <= e[i]",
        "",
        ("2\n0.25 3.50\n1.00 1.25\n",),
    ),
    "strings-with-a-total": (
        "t\nrepeat t:\n  s:str\n  x:str",
        "1 <= t <= 100; 1 <= len(x) <= len(s) <= 400; sum(len(s)) <= 400",
        "t",
        ("1\nabz\nzb\n",),
    ),
    "neither-itself-nor-each-other": (
        "n\nrepeat n: x y",
        "3 <= n <= 200; 1 <= x[i], y[i] <= n; x[i] != i; y[i] != i; x[i] != y[i]",
        "",
        ("3\n2 3\n1 3\n1 2\n",),
    ),
    "taken-names": (
        "np lines\nrng[np]",
        "1 <= np <= 50; 1 <= lines <= np; 1 <= rng[i] <= 9",
        "",
        ("1 1\n5\n",),
    ),
    "names-of-constructions": (
        "perm\nspell[perm]\nrepeat perm: fitted partition",
        "1 <= perm <= 300; 1 <= spell[i] <= 40; 1 <= fitted, partition <= perm",
        "",
        ("2\n4 5\n1 2\n2 1\n",),
    ),
    "games": (
        "n\nrepeat n * (n - 1) / 2 - 1: x y\n@edges x y of n\n@simple x y",
        "3 <= n <= 40; 1 <= x, y <= n; x != y",
        "",
        ("3\n1 2\n1 3\n",),
    ),
    "first-letters": (
        's:str(*, "a-z")\nm\n@letters s of m',
        "1 <= len(s) <= 900; 1 <= m <= 20",
        "",
        ("abc\n5\n",),
    ),
    "first-letters-of-cases": (
        't\nrepeat t:\n  n m\n  s:str(n, "A-Z")\n@letters s of m',
        "1 <= t <= 9; 1 <= n <= 90; 1 <= m <= 26",
        "t",
        ("1\n3 5\nABC\n",),
    ),
    "decimals-between": (
        "t\nrepeat t: v:real",
        "1 <= t <= 30; 0 < v < 1",
        "t",
        ("2\n0.25\n0.75\n",),
    ),
    "shares": (
        "t\nrepeat t: c:real p:real v:real",
        "1 <= t <= 30; 0 < c < 1; 0 < p < 1; c + p == 1; 1 / 10 <= v <= 9 / 10",
        "t",
        ("2\n0.25 0.75 0.1\n0.5 0.5 0.9\n",),
    ),
    "one-decimal": ("x:real\nn\na[n]", "0 < x < 1; 1 <= n <= 30; 1 <= a[i] <= 9", "", ("0.25\n2\n1 2\n",)),
    "derangement": (
        "n\np[n]\n@permutation p",
        "2 <= n <= 200; 1 <= p[i] <= n; p[i] != i",
        "",
        ("3\n2 3 1\n",),
    ),
    "clash": ("m n\nrepeat m: m x", "1 <= n <= 60; 1 <= m <= 60; 1 <= x <= n", "", ("1 4\n1 2\n",)),
    "no-bounds": ("n\na[n]", "", "", ("3\n4 1 7\n", "4\n1 1 1 9\n")),
    "real": ("n\nx[n]:real", "1 <= n <= 50; 0 <= x[i] <= 10", "", ("2\n1.25 3.50\n",)),
}
FEW = {"few-inputs": 3}


def _constraints(text: str) -> list[str]:
    found = []
    for part in filter(None, (p.strip() for p in text.split(";"))):
        names = part.split(" <= ")
        listed = next((n for n in names if ", " in n and "{" not in n), None)
        found += [part.replace(listed, name) for name in listed.split(", ")] if listed else [part]
    return found


def spec_of(layout_text: str, constraints: str, tests: str, samples: tuple[str, ...]) -> GenerationSpec:
    """Return a specification as the pipeline would make it."""
    texts = _constraints(constraints)
    sides = [t for t in texts if "%" in t or "!=" in t or " in " in t]
    ranges = [t for t in texts if t not in sides]
    sizes = [n for n in ("n", "m", "q", "h", "w", "len(s)", "len(t)") if any(_mentions(t, n) for t in ranges)]
    extraction = Extraction(
        constraints=tuple(
            Constraint(t, ConstraintKind.OTHER, (), t, 1, Origin.OVERRIDE, parse_comparison(t))
            for t in ranges
        ),
        side_conditions=tuple(sides),
        size_variables=tuple(sizes),
        tests_variable=tests or None,
        real_variables=tuple(re.findall(r"(\w+)(?:\[\w+\])?:real", layout_text)),
    )
    problem = Problem("p", "P", "", Markup.TEXT, (), tuple(Sample(str(i), s) for i, s in enumerate(samples)))
    layout = parse_layout(layout_text)
    binding = bind(layout, extraction, problem.samples)
    retrieval = Retrieval(Route.NONE, ())
    return GenerationSpec(problem, extraction, saturate(extraction), layout, binding, retrieval)


def _mentions(text: str, name: str) -> bool:
    return name in text.replace("*", " ").replace(",", " ").split()


def _checked(spec: GenerationSpec, tests: int = 10) -> list[tuple[str, bytes, Check]]:
    seen: dict[bytes, tuple[str, bytes, Check]] = {}
    for generator in compose(spec, tests=tests).candidates:
        data = run_generator(generator, 1)
        seen.setdefault(data, (generator.name, data, validate(spec.layout, spec.binding, data)))
    return list(seen.values())


@pytest.mark.parametrize("name", CASES)
def test_every_candidate_is_valid_and_at_least_five_differ(name: str) -> None:
    checked = _checked(spec_of(*CASES[name]))

    invalid = [(who, check.faults[0], data[:80]) for who, data, check in checked if not check.ok]
    assert invalid == []
    assert len(checked) >= FEW.get(name, 5)


@pytest.mark.parametrize(
    "name", ["array", "weighted-graph", "string-cases", "typed-queries", "grid", "points"]
)
def test_a_generator_stands_alone(name: str, tmp_path: Path) -> None:
    for generator in compose(spec_of(*CASES[name]), tests=3).candidates[:3]:
        file = tmp_path / f"{generator.name}.py"
        file.write_text(generator.source)
        run = subprocess.run(
            [sys.executable, "-I", str(file), "7"], capture_output=True, check=True, cwd=tmp_path
        )

        assert run.stdout == run_generator(generator, 7)
        assert "import stab" not in generator.source
        assert "from stab" not in generator.source


def test_the_same_seed_gives_the_same_generators_and_bytes() -> None:
    spec = spec_of(*CASES["weighted-graph"])
    first, second = compose(spec, seed=4), compose(spec, seed=4)

    assert first == second
    assert [run_generator(g, 3) for g in first.candidates] == [run_generator(g, 3) for g in second.candidates]


def test_names_are_unique_and_purposes_are_one_line() -> None:
    candidates = compose(spec_of(*CASES["array-cases"])).candidates

    assert len({g.name for g in candidates}) == len(candidates)
    assert all(g.purpose and "\n" not in g.purpose for g in candidates)


def test_corners_reach_the_bounds() -> None:
    spec = spec_of(*CASES["array-cases"])
    heads = {
        tuple(int(line.split()[0]) for line in data.split(b"\n", 2)[:2]) for _, data, _ in _checked(spec)
    }

    assert {(1, 2000), (100, 20), (100, 1)} <= heads


def test_missing_bounds_are_said() -> None:
    found = compose(spec_of(*CASES["no-bounds"]))

    assert any("no upper bound for a" in r.reason for r in found.rejections)
    assert any("no upper bound for n" in " ".join(g.notes) for g in found.candidates)


def _scenario(role: RoleKind, construct: str, anti: str | None = None) -> Retrieval:
    principle = Principle("S01.test", "Test", "a loop", "words", "own", role, construct, anti)
    scenario = Scenario("S01", "sorting", "Sorting", (), (), (principle,))
    return Retrieval(Route.KEYWORD, (Match(scenario),))


def _with(spec: GenerationSpec, retrieval: Retrieval) -> GenerationSpec:
    return GenerationSpec(
        spec.problem, spec.extraction, spec.saturation, spec.layout, spec.binding, retrieval
    )


def test_a_principle_fills_the_field_of_its_role() -> None:
    retrieval = _scenario(RoleKind.VALUES, "descending(n)", "seq_sorted(n, lo, hi, rng)")
    spec = _with(spec_of(*CASES["array"]), retrieval)
    named = {g.name: g for g in compose(spec).candidates if g.principle}

    falling = run_generator(named["balanced-s01-test"], 1).split(b"\n")[1].split()
    rising = run_generator(named["balanced-s01-test-anti"], 1).split(b"\n")[1].split()
    assert [int(x) for x in falling] == list(range(5000, 0, -1))
    assert [int(x) for x in rising] == sorted(map(int, rising))
    assert named["balanced-s01-test"].scenario == "S01"


def test_a_graph_principle_brings_its_weights() -> None:
    retrieval = _scenario(RoleKind.EDGES, "weighted_random(n, m, w_lo, w_hi, rng)")
    spec = _with(spec_of(*CASES["weighted-graph"]), retrieval)
    data = run_generator(next(g for g in compose(spec).candidates if g.principle), 1)

    assert validate(spec.layout, spec.binding, data).ok


def test_a_tree_principle_keeps_labels_only_where_they_matter() -> None:
    spec = _with(spec_of(*CASES["tree"]), _scenario(RoleKind.TREE, "tree_path(n)"))
    generator = next(g for g in compose(spec).candidates if g.principle)

    assert "relabel(tree_path(n), n, rng)" in generator.source
    assert validate(spec.layout, spec.binding, run_generator(generator, 1)).ok


@pytest.mark.parametrize(
    ("label", "tree", "pair"),
    [("far", "tree_path(n)", "queries_far(n, q, rng)"), ("tips", "tree_two_legs(n)", "queries_tips(n, q)")],
)
def test_queries_go_by_the_labels_of_their_tree(label: str, tree: str, pair: str) -> None:
    spec = spec_of(*CASES["tree-with-pairs"])
    generator = next(g for g in compose(spec, tests=20).candidates if g.name == f"balanced-{label}")

    assert f"vertices[{tree}]" in generator.source
    assert f"vertices[{pair}]" in generator.source
    lines = [list(map(int, x.split())) for x in run_generator(generator, 3).decode().splitlines()]
    (n, q), edges, pairs = lines[0], lines[1:500], lines[500:]
    assert (len(edges), len(pairs)) == (n - 1, q)
    assert min(_distances(n, edges, pairs[:20])) >= 0.7 * n


def _distances(n: int, edges: list[list[int]], pairs: list[list[int]]) -> list[int]:
    near: list[list[int]] = [[] for _ in range(n + 1)]
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    found = []
    for start, goal in pairs:
        depth, level = {start: 0}, [start]
        while level:
            level = [w for v in level for w in near[v] if depth.setdefault(w, depth[v] + 1) == depth[v] + 1]
            level = [w for w in dict.fromkeys(level) if depth[w] == max(depth.values())]
        found.append(depth[goal])
    return found


@pytest.mark.parametrize(
    ("construct", "layout", "rules", "sample", "wanted"),
    [
        ("nums_prime(count, lo, hi, rng)", "t\nrepeat t: x", "1 <= x <= 1000", "1\n5\n", "997"),
        ("num_fib_pair(count, lo, hi, rng)", "t\nrepeat t: x y", "1 <= x, y <= 999", "1\n5 6\n", "987 610"),
        ("num_one_and_max(count, lo, hi, rng)", "t\nrepeat t: x y", "1 <= x, y <= 70", "1\n5 6\n", "70 1"),
    ],
)
def test_number_principles_fill_rows_of_numbers(
    construct: str, layout: str, rules: str, sample: str, wanted: str
) -> None:
    spec = _with(
        spec_of(layout, f"1 <= t <= 9; {rules}", "t", (sample,)), _scenario(RoleKind.SIZE, construct)
    )
    generator = next(g for g in compose(spec).candidates if g.principle)
    data = run_generator(generator, 1)

    assert wanted in data.decode().splitlines()
    assert validate(spec.layout, spec.binding, data).ok


def test_constructions_of_two_columns_are_known() -> None:
    assert {c.name for c in build.CONSTRUCTIONS if c.fills == "number_pairs"} == PAIR_CONSTRUCTS


def test_a_construction_that_refuses_costs_no_test() -> None:
    refusing = Principle(
        "S01.x", "X", "h", "c", "own", RoleKind.VALUES, "seq_random(n, lo, hi, rng, distinct=True)"
    )
    scenario = Scenario("S01", "sorting", "Sorting", (), (), (refusing,) * 3)
    spec = _with(
        spec_of("n\na[n]", "1 <= n <= 500; 1 <= a[i] <= 40", "", ("1\n3\n",)),
        Retrieval(Route.KEYWORD, (Match(scenario),)),
    )
    data = set()
    for generator in compose(spec).candidates:
        with suppress(DoesNotFit, ValueError):
            data.add(run_generator(generator, 1))

    assert len(data) >= 10


def test_a_principle_without_its_role_is_left_out() -> None:
    spec = _with(spec_of(*CASES["array"]), _scenario(RoleKind.TREE, "tree_path(n)"))

    assert not any(g.principle for g in compose(spec).candidates)


def test_a_principle_with_unknown_names_is_left_out() -> None:
    spec = _with(spec_of(*CASES["array"]), _scenario(RoleKind.VALUES, "descending(vertices)"))

    assert not any(g.principle for g in compose(spec).candidates)


def test_output_without_a_bound_on_its_total_stays_sane() -> None:
    layout, samples = "t\nrepeat t:\n  n\n  a[n]", ("1\n2\n5 6\n",)
    spec = spec_of(layout, "1 <= t <= 10000; 1 <= n <= 100000; 1 <= a[i] <= 9", "t", samples)
    candidates = compose(spec, tests=2).candidates
    data = run_generator(candidates[0], 1)

    assert len(data.split()) <= 2_100_000
    assert "fewer tests than allowed" in " ".join(candidates[0].notes)


def test_contradicting_rules_are_a_rejection_not_an_error() -> None:
    spec = spec_of("n\na[n]", "1 <= n <= 9; 1 <= a[i] <= 4", "", ("1\n3\n",))
    broken = GenerationSpec(
        spec.problem,
        spec.extraction,
        Saturation({}, (), (Boundary("balanced", {"n": 9}),)),
        spec.layout,
        bind(spec.layout, Extraction(constraints=(_range("12 <= n <= 9"),))),
        spec.retrieval,
    )
    found = compose(broken)

    assert found.candidates == ()
    assert "n" in found.rejections[0].reason


def _range(text: str) -> Constraint:
    return Constraint(text, ConstraintKind.OTHER, (), text, 1, Origin.OVERRIDE, parse_comparison(text))


def test_ten_large_inputs_take_little_processor_time() -> None:
    spec = spec_of("n\na[n]", "1 <= n <= 200000; 1 <= a[i] <= 1000000000", "", ("1\n3\n",))
    candidates = compose(spec).candidates[:10]
    start = time.process_time()
    for generator in candidates:
        run_generator(generator, 1)

    assert len(candidates) == 10
    assert time.process_time() - start < 30  # a ceiling against accidents, not a measurement


def test_layout_is_a_layout() -> None:
    assert isinstance(parse_layout("n"), Layout)
