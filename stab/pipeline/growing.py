"""Inputs of one construction at several sizes, and how the times of solutions grow over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from stab.pipeline.confirming import shuffled
from stab.pipeline.generating import materialise
from stab.pipeline.ledger import Order
from stab.pipeline.runners import TrustingRunner
from stab.pipeline.settings import Settings
from stab.pipeline.starting import starting_times
from stab.pipeline.workbench import Workbench
from stab.records import (
    Boundary,
    ExistingTest,
    GeneratedTest,
    Generator,
    Growth,
    Report,
    SizedTest,
    Solution,
    Verdict,
)
from stab.score import Sized, figure, fit_growth
from stab.synth import compose

SHARES = (*(0.5**k for k in range(1, 8)), 1 / 1024)  # of the full size; the last one tells the start-up time
_LOOKS = (5, 8, 12)  # rounds after which the fit is looked at
_MOST_RUNS = _LOOKS[-1]
_NARROW = 0.3  # an interval that needs no more runs
_TINY = 64  # times a size whose own time counts for nothing
_FLAT = 1.2  # times the start-up: far from what a fit can use
_SPREAD = 4  # how many times the least size the largest must be to say anything


Resize = Callable[[Collection[str]], Sequence[SizedTest]]  # names of full tests -> their families


def by_bytes(tests: Sequence[ExistingTest]) -> tuple[SizedTest, ...]:
    """Return tests that were given as one family over their bytes; none where they hardly differ in size."""
    sized = tuple(SizedTest("", test.input.stat().st_size, test) for test in tests)
    sizes = {s.size for s in sized}
    return sized if len(sizes) > 3 and max(sizes) >= _SPREAD * min(sizes) else ()


def of_names(sized: Sequence[SizedTest], names: Collection[str]) -> tuple[SizedTest, ...]:
    """Return the families of these tests; where there is none, the first family, for all tests."""
    found = tuple(s for s in sized if s.family in names)
    return found or tuple(replace(s, family="") for s in sized if s.family == sized[0].family)


def resized(report: Report, names: Collection[str], folder: Path) -> tuple[SizedTest, ...]:
    """Return for generated tests, by the names of their files, smaller inputs of the same construction.

    The composer writes them from the same specification with smaller boundaries; each is validated. The size
    is that of the only variable that shrinks, else of the file.
    """
    wanted = {t.generator.name: t for t in report.tests if t.file.stem in names}
    found: dict[str, list[GeneratedTest]] = {name: [test] for name, test in wanted.items()}
    for number, share in enumerate(SHARES):
        for test in _shrunk(report, wanted, share, folder / str(number)):
            found[test.generator.name].append(test)
    return tuple(s for name, tests in found.items() for s in _family(wanted[name].file.stem, tests))


def _shrunk(report: Report, wanted: Collection[str], share: float, folder: Path) -> tuple[GeneratedTest, ...]:
    boundaries = tuple(_smaller(b, share) for b in report.spec.saturation.boundaries)
    spec = replace(report.spec, saturation=replace(report.spec.saturation, boundaries=boundaries))
    composed = compose(spec, tests=len(report.tests) + len(wanted), seed=report.seed)
    chosen: list[Generator] = [g for g in composed.candidates if g.name in wanted]
    with TrustingRunner(chosen) as runner:
        settings = Settings(tests=len(wanted), seed=report.seed)
        return materialise(spec, chosen, folder, settings, run=runner)[0]


def _smaller(boundary: Boundary, share: float) -> Boundary:
    values = {name: max(1, round(value * share)) for name, value in boundary.values.items()}
    return replace(boundary, values=values)


def _family(name: str, tests: Sequence[GeneratedTest]) -> Iterator[SizedTest]:
    full, least = tests[0].values, tests[-1].values
    shrinking = [v for v in full if v in least and full[v] >= _SPREAD * least[v]]
    largest = max(full, key=lambda v: full[v], default=None)
    same_bytes = tests[0].bytes < _SPREAD * tests[-1].bytes
    variable = shrinking[0] if len(shrinking) == 1 else largest if same_bytes else None
    for number, test in enumerate(tests):
        size = test.bytes if variable is None else test.values.get(variable, 0)
        yield SizedTest(name, size, ExistingTest(f"{name} size {number}", test.file))


def growth_of(solution: Solution, sized: Sequence[SizedTest], bench: Workbench) -> Growth | None:
    """Return how the time of a solution grows over a family.

    The least input tells the start-up time if it is tiny beside the largest, else an empty program does.
    The first round goes up and stops at the first size that is killed; sizes at which it saw but the
    start-up are not run again. The others are in random order, lest a machine that grows slower looks like
    growth. A size that is killed in any round is left out: its runs that ended are its fastest. Rounds go
    on while the interval is wide.
    """
    ordered = sorted(sized, key=lambda s: s.size)
    taken: dict[int, list[float]] = {}
    found = None
    for repeat in range(_MOST_RUNS):
        seed = f"{bench.measuring.seed}:growth {solution.name}:{repeat}"
        places = list(range(len(ordered))) if repeat == 0 else shuffled(taken, seed)
        for place in places:
            run = bench.run(Order(solution, ordered[place].test, "growth", repeat))
            value = figure(run, bench.measuring.metric)
            if value is not None:
                taken.setdefault(place, []).append(value)
            elif run.verdict is not Verdict.UNMEASURED:
                taken.pop(place, None)
                if repeat == 0:
                    break  # out of time or memory: larger ones need more still
        if repeat == 0:
            taken = _growing(taken)
        if repeat + 1 in _LOOKS:
            found = _fitted(
                [Sized(ordered[place].size, tuple(times)) for place, times in sorted(taken.items())],
                lambda: starting_times(solution.language, bench),
            )
            if found is None or found.ci[1] - found.ci[0] <= _NARROW:
                break
    return found


def _growing(taken: dict[int, list[float]]) -> dict[int, list[float]]:
    """Return the times of the least size, and of the sizes from the last one on that takes hardly more."""
    if not taken:
        return taken
    least = min(taken)
    flat = [place for place, times in taken.items() if times[0] < _FLAT * taken[least][0]]
    return {place: times for place, times in taken.items() if place == least or place >= max(flat)}


def _fitted(measured: Sequence[Sized], empty: Callable[[], Sequence[float]]) -> Growth | None:
    if not measured:
        return None
    if _TINY * measured[0].size > measured[-1].size:
        return fit_growth(measured, start=empty())
    return fit_growth(measured[1:], start=measured[0].times)
