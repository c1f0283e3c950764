"""Smaller versions of generated tests, and growth over them on made-up times."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from stab.layout import validate
from stab.pipeline import Settings, generate
from stab.pipeline.conditions import Measuring
from stab.pipeline.growing import by_bytes, growth_of, resized
from stab.pipeline.ledger import Order
from stab.records import ExistingTest, Language, Run, SizedTest, Solution, Verdict
from stab.statement import problem_from_text

STATEMENT = """# Shelf

## Input
The first line contains an integer n (1 <= n <= 20000).
The second line contains n integers a_1, ..., a_n (1 <= a_i <= 1000).

## Output
Print one number.

## Example
Input:
```
2
3 4
```
Output:
```
7
```
"""


def test_smaller_versions_are_valid_and_of_falling_size(tmp_path: Path):
    report = generate(problem_from_text(STATEMENT, id="shelf"), tmp_path / "t", Settings(tests=3)).report
    name = report.tests[0].file.stem
    sized = resized(report, {name}, tmp_path / "sizes")

    assert {s.family for s in sized} == {name}
    assert sized[0].size == 20000
    assert [s.size for s in sized] == sorted({s.size for s in sized}, reverse=True)
    assert len(sized) >= 6
    assert sized[-1].size <= 100
    for s in sized:
        data = s.test.input.read_bytes()
        assert int(data.split()[0]) == s.size
        assert validate(report.spec.layout, report.spec.binding, data).ok


def test_given_tests_are_sized_by_bytes(tmp_path: Path):
    tests = []
    for size in (10, 20, 40, 80):
        (tmp_path / f"{size}.in").write_text("x" * size)
        tests.append(ExistingTest(str(size), tmp_path / f"{size}.in"))

    assert [s.size for s in by_bytes(tests)] == [10, 20, 40, 80]
    assert by_bytes(tests[:3]) == ()
    assert by_bytes([tests[0]] * 5) == ()


@dataclass
class PowerBench:
    """Times follow start + a * size^b; beyond two seconds a run is killed."""

    exponent: float
    measuring: Measuring = field(default_factory=Measuring)
    killed: list[str] = field(default_factory=list)

    def run(self, order: Order) -> Run:
        size = 0 if order.series == "start-up" else int(order.test.name)
        seconds = 0.02 + 1e-6 * size**self.exponent
        if seconds > 2:
            self.killed.append(order.test.name)
            return Run(Verdict.TIME, 2.0, 2.0, None)
        return Run(Verdict.OK, seconds, seconds, None)


@pytest.mark.parametrize(("exponent", "kills"), [(1.0, []), (1.5, ["16000"]), (2.0, ["2000"])])
def test_growth_of_a_power(exponent, kills):
    sizes = [10, *(250 * 2**k for k in range(11))]
    sized = [SizedTest("", n, ExistingTest(str(n), Path("x"))) for n in reversed(sizes)]
    bench: Any = PowerBench(exponent)
    found = growth_of(Solution("s", Language.PYTHON, ""), sized, bench)

    assert found is not None
    assert found.exponent == pytest.approx(exponent, abs=0.03)
    assert bench.killed == kills  # larger ones are not tried


@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.0])
def test_growth_over_sizes_none_of_which_is_tiny(exponent):
    largest = 1e6 ** (1 / exponent)
    sized = [
        SizedTest("", n, ExistingTest(str(n), Path("x"))) for n in (round(largest / 2**k) for k in range(4))
    ]
    bench: Any = PowerBench(exponent)
    found = growth_of(Solution("s", Language.PYTHON, ""), sized, bench)

    assert found is not None
    assert found.exponent == pytest.approx(exponent, abs=0.05)


class TiringBench(PowerBench):
    """Ends 8000 just within the limit the first time, never again."""

    def run(self, order: Order) -> Run:
        if order.test.name == "8000":
            if order.repeat:
                return Run(Verdict.TIME, 2.0, 2.0, None)
            return Run(Verdict.OK, 0.03, 0.03, None)
        return super().run(order)


def test_a_size_that_is_killed_later_counts_for_nothing():
    sized = [SizedTest("", n, ExistingTest(str(n), Path("x"))) for n in (10, 1000, 2000, 4000, 8000)]
    bench: Any = TiringBench(1.5)
    found = growth_of(Solution("s", Language.PYTHON, ""), sized, bench)

    assert found is not None
    assert [size for size, _ in found.points] == [1000, 2000, 4000]
    assert found.exponent == pytest.approx(1.5, abs=0.03)


class CountingBench(PowerBench):
    """Notes which sizes are run in the second round."""

    def run(self, order: Order) -> Run:
        if order.repeat == 1:
            self.killed.append(order.test.name)
        return super().run(order)


def test_sizes_that_show_the_start_up_alone_are_run_once():
    sized = [SizedTest("", 4**k, ExistingTest(str(4**k), Path("x"))) for k in range(11)]
    bench: Any = CountingBench(1.0)
    found = growth_of(Solution("s", Language.PYTHON, ""), sized, bench)

    assert found is not None
    assert found.exponent == pytest.approx(1.0, abs=0.03)
    assert sorted(bench.killed, key=int) == ["1", *(str(4**k) for k in range(5, 11))]


def test_what_is_killed_at_once_has_no_growth():
    sized = [SizedTest("", n, ExistingTest(str(n), Path("x"))) for n in (5000, 10000, 20000)]
    bench: Any = PowerBench(2.0)

    assert growth_of(Solution("s", Language.PYTHON, ""), sized, bench) is None
